"""Golden rounds: what fell, and what it pays, as text files in ``tests/golden/rounds``."""

from collections.abc import Iterator
from typing import Any

import pytest

from countroom.engine.games import GAMES
from countroom.engine.records import OUTCOME, resettle
from countroom.money import dollars
from tests.plumbing import felts, golden

WORDS = {
    "collected": "collected_cents",
    "paid": "paid_tray_cents",
    "pushed": "pushed_cents",
    "pooled": "pooled_cents",
    "drawn": "drawn_cents",
    "rake": "rake_cents",
    "coupon-win": "coupon_win_cents",
    "coupon-dropped": "coupon_dropped",
}
MONEY_RULES = {"minimum", "maximum", "small_blind", "big_blind", "chip", "rake_step", "rake_cap"}


def cents(text: str) -> int:
    return dollars(text).cents


def read_rules(game: str, line: str) -> Any:
    given: dict[str, object] = {}
    for word in line.split()[1:]:
        name, value = word.split("=")
        if name in MONEY_RULES:
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
        if word == "vig":
            wanted["vig_charged_cents"] = wanted["vig_collected_cents"] = cents(amount[0])
        else:
            wanted[WORDS[word]] = cents(amount[0]) if amount else 1
    return row, wanted


class Round:
    def __init__(self, name: str, rules: Any) -> None:
        self.name, self.rules = name, rules
        self.common: dict[str, object] = {}
        self.seats: dict[int, dict[str, object]] = {}
        self.stakes: list[tuple[dict[str, object], dict[str, int]]] = []

    def read(self, line: str) -> None:
        word, *rest = line.split()
        if word == "stake":
            self.stakes.append(read_stake(line))
        elif word == "hole":
            own = self.seats.setdefault(int(rest[0]), {})
            own |= {f"hole_{place}": card for place, card in enumerate(cards(rest[1:]), 1)}
        elif word == "folded":
            self.seats.setdefault(int(rest[0]), {})["folded"] = 1
        elif word in {"button", "void"}:
            self.common["void_reason" if word == "void" else word] = int(rest[0])
        else:
            self.common |= {f"{word}_{place}": card for place, card in enumerate(cards(rest), 1)}

    def rows(self) -> list[dict[str, object]]:
        return [
            self.common | self.seats.get(int(str(row["seat"])), {}) | row for row, _ in self.stakes
        ]


def cards(words: list[str]) -> list[object]:
    return [-1 if word == "--" else word for word in words]


def golden_rounds(game: str) -> Iterator[Round]:
    rules: Any = None
    found: Round | None = None
    for line in (golden.FOLDER / "rounds" / f"{game}.txt").read_text(encoding="utf-8").splitlines():
        if line.startswith("rules"):
            rules = read_rules(game, line)
        elif line.startswith("round"):
            found = Round(line.removeprefix("round "), rules)
        elif found and line and not line.startswith("#"):
            found.read(line)
        elif found and not line:
            yield found
            found = None
    if found:
        yield found


CASES = [(game, each) for game in GAMES for each in golden_rounds(game)]


@pytest.mark.parametrize(
    ("game", "each"), CASES, ids=[f"{game}: {each.name}" for game, each in CASES]
)
def test_golden_round(game: str, each: Round, goldens: golden.Golden) -> None:
    goldens.path(f"rounds/{game}.txt")
    columns = felts.rows(game, *each.rows())
    settled = resettle(GAMES[game], each.rules, columns)
    assert settled.disagreements == ()
    assert settled.refused == ()
    got = [
        {name: int(settled.columns[name][row]) for name in OUTCOME}
        for row in range(len(each.stakes))
    ]
    assert got == [wanted for _, wanted in each.stakes]
