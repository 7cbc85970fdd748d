"""Golden rounds: what fell, and what it pays, as text files in ``tests/golden/rounds``."""

from collections.abc import Iterator
from dataclasses import fields
from typing import Any

import pytest

from countroom.engine.games import GAMES
from countroom.engine.records import NOTHING_BEFORE, OUTCOME, Resettled, resettle
from countroom.money import dollars
from tests.plumbing import felts, golden

WORDS = {
    "collected": "collected_cents",
    "paid": "paid_tray_cents",
    "elsewhere": "paid_elsewhere_cents",
    "pushed": "pushed_cents",
    "stands": "standing_cents",
    "pooled": "pooled_cents",
    "drawn": "drawn_cents",
    "cleared": "vig_cleared_cents",
    "rake": "rake_cents",
    "coupon-win": "coupon_win_cents",
    "coupon-dropped": "coupon_dropped",
}
VIGORISH = {"vig": "vig_collected_cents", "marked": "vig_marked_cents"}


def cents(text: str) -> int:
    return dollars(text).cents


def read_rules(game: str, line: str) -> Any:
    known = {each.name for each in fields(GAMES[game].Rules)}
    given: dict[str, object] = {}
    for word in line.split()[1:]:
        name, value = word.split("=")
        if f"{name}_cents" in known:
            given[f"{name}_cents"] = cents(value)
        elif value in {"true", "false"}:
            given[name] = value == "true"
        else:
            given[name] = int(value) if value.isdigit() else value
    return GAMES[game].Rules.from_dict(given)


def read_stake(line: str) -> tuple[dict[str, object], dict[str, int]]:
    stake, _, outcome = line.partition(" -> ")
    _, seat, wager, chips, *coupon = stake.split()
    row: dict[str, object] = {"seat": int(seat), "wager": wager, "stake_cents": cents(chips)}
    if coupon:
        row |= {"coupon_serial": f"MP-{seat}", "coupon_cents": cents(coupon[1])}
    wanted = dict.fromkeys(OUTCOME, 0)
    for part in outcome.split(", "):
        word, *amount = part.split()
        value = cents(amount[0]) if amount else 1
        if word in VIGORISH:
            wanted["vig_charged_cents"] += value
        wanted[VIGORISH.get(word) or WORDS[word]] = value
    return row, wanted


class Round:
    """A round as written down; one headed ``then`` carries on from the one before it."""

    def __init__(self, game: str, name: str, rules: Any, before: "Round | None") -> None:
        self.game, self.name, self.rules, self.before = game, name, rules, before
        self.number: int = before.number + 1 if before else 1
        self.columns = {column.name: column for column in GAMES[game].COLUMNS}
        self.common: dict[str, object] = {"round": self.number}
        self.seats: dict[int, dict[str, object]] = {}
        self.stakes: list[tuple[dict[str, object], dict[str, int]]] = []

    def read(self, line: str) -> None:
        """Read a line: a stake, a void round, or a column and what is in it."""
        word, *rest = line.split()
        if word == "stake":
            self.stakes.append(read_stake(line))
        elif word == "void":
            self.common["void_reason"] = int(rest[0])
        else:
            column = self.columns.get(word) or self.columns[f"{word}_1"]
            own = self.common
            if column.per == "seat":
                own = self.seats.setdefault(int(rest.pop(0)), {})
            values = [a_value(each) for each in rest or ["1"]]
            names = [word] if word in self.columns else [f"{word}_{k + 1}" for k in range(99)]
            own |= dict(zip(names, values, strict=False))

    def rows(self) -> list[dict[str, object]]:
        """Its rows, as ``felts.rows`` takes them."""
        return [
            self.common | self.seats.get(int(str(row["seat"])), {}) | row for row, _ in self.stakes
        ]

    def settled(self) -> Resettled:
        """Settle it by the book, after what went before."""
        before = self.before.settled().onward if self.before else NOTHING_BEFORE
        columns = felts.rows(self.game, *self.rows())
        return resettle(GAMES[self.game], self.rules, columns, before)


def a_value(word: str) -> object:
    """A number, a card, or no card."""
    if word == "--":
        return -1
    return int(word) if word.lstrip("-").isdigit() else word


def golden_rounds(game: str) -> Iterator[Round]:
    rules: Any = None
    found: Round | None = None
    for line in (golden.FOLDER / "rounds" / f"{game}.txt").read_text(encoding="utf-8").splitlines():
        head, _, name = line.partition(" ")
        if head == "rules":
            rules = read_rules(game, line)
        elif head in {"round", "then"}:
            found = Round(game, name, rules, found if head == "then" else None)
            yield found
        elif found and line and head != "#":
            found.read(line)


CASES = [(game, each) for game in GAMES for each in golden_rounds(game)]


@pytest.mark.parametrize(
    ("game", "each"), CASES, ids=[f"{game}: {each.name}" for game, each in CASES]
)
def test_golden_round(game: str, each: Round, goldens: golden.Golden) -> None:
    goldens.path(f"rounds/{game}.txt")
    settled = each.settled()
    assert settled.disagreements == ()
    assert settled.refused == ()
    got = [
        {name: int(settled.columns[name][row]) for name in OUTCOME}
        for row in range(len(each.stakes))
    ]
    assert got == [wanted for _, wanted in each.stakes]
