"""Slips of the hand: how a number of pieces is written down that was not there.

Every paper with lines can be written wrongly in the same ways; what differs is only what a wrong
line does to the table.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Final

from countroom.domain.explaining.causes import SURE, Proposal, Scene
from countroom.domain.explaining.facts import Line, Table
from countroom.domain.explaining.signs import Sign

STRAP: Final = 100
STACK: Final = 20
MOST: Final = 20
"""More loose pieces of one denomination than this do not go astray by themselves."""

_DOLLAR: Final = 100
_CONTRADICTED: Final = 50
"""A slip that the other day trusts too is so many times less likely to be wrong."""


@dataclass(frozen=True, slots=True)
class Written:
    """A paper with lines, and what a piece too many on it does.

    Attributes:
        name: Of the paper or box.
        lines: As written.
        sign: Where a wrong line shows.
        way: 1 where a piece too many on the paper shows as over, -1 where as short.
        weight: How likely this paper is the wrong one, of a thousand.
    """

    name: str
    lines: tuple[Line, ...]
    sign: Sign
    way: int = 1
    weight: int = SURE


def papers(scene: Scene) -> Iterator[Written]:
    """Every paper of a table's period that lists pieces."""
    table, code = scene.table, scene.code
    yield from boxes(scene)
    chips = Sign(code, "chips")
    yield Written(table.closing.name, table.closing.lines, chips, 1, _trust(table, "after"))
    yield Written(table.opening.name, table.opening.lines, chips, -1, _trust(table, "before"))
    for slip in table.slips:
        if slip.booked:
            yield Written(slip.name, slip.lines, chips, -1 if slip.fill else 1, SURE // 2)


def _trust(table: Table, side: str) -> int:
    """A slip two periods share was not wrong where the other one agrees."""
    other = table.day_after if side == "after" else table.day_before
    usual = SURE if side == "after" else 300
    return usual if other is None else usual // _CONTRADICTED


def boxes(scene: Scene) -> Iterator[Written]:
    """What was counted in the boxes: money, and chips where they count."""
    code, in_cash = scene.code, scene.table.rake_in_cash
    for box in scene.table.boxes:
        what = "rake" if in_cash else "cash"
        yield Written(f"box {box.number}", box.money, Sign(code, what))
        if box.chips:
            yield Written(f"box {box.number}", box.chips, Sign(code, "rake"))


Truths = Callable[[Line], Iterable[tuple[int, str]]]
"""Gives, for a line as written, what it may have been and why."""


def otherwise(truths: Truths) -> Callable[[Scene], Iterator[Proposal]]:
    """Propose that one line was written otherwise than it was."""

    def propose(scene: Scene) -> Iterator[Proposal]:
        for paper in papers(scene):
            for line in paper.lines:
                for true, why in truths(line):
                    yield _line(paper, line, true, why)

    return propose


def _line(paper: Written, line: Line, true: int, why: str) -> Proposal:
    says = f"{line.label} on {paper.name} was written as {line.pieces}, not {true}: {why}."
    off = (line.pieces - true) * line.cents * paper.way
    return Proposal(says, {paper.sign: off}, (paper.name,), paper.weight)


def exchanged_digits(line: Line) -> Iterator[tuple[int, str]]:
    """Two digits stand in each other's place."""
    digits = str(line.pieces)
    seen = {line.pieces}
    for one, other in combinations(range(len(digits)), 2):
        swapped = list(digits)
        swapped[one], swapped[other] = swapped[other], swapped[one]
        true = int("".join(swapped))
        if true not in seen and swapped[0] != "0":
            seen.add(true)
            yield true, "two digits were exchanged"


def a_digit_more(line: Line) -> Iterator[tuple[int, str]]:
    """A digit was struck twice, or one too many."""
    digits = str(line.pieces)
    if len(digits) > 1:
        for true in {int(digits[:at] + digits[at + 1 :]) for at in range(len(digits))}:
            yield true, "a digit is one too many"


def a_digit_less(line: Line) -> Iterator[tuple[int, str]]:
    """A digit was left out: one that stands twice, or a zero."""
    digits = str(line.pieces)
    if not line.pieces:
        return
    doubled = {int(digits[:at] + digits[at] + digits[at:]) for at in range(len(digits))}
    zeros = {int(digits[: at + 1] + "0" + digits[at + 1 :]) for at in range(len(digits))}
    for true in sorted(doubled | zeros):
        yield true, "a digit was left out"


def a_wrong_digit(line: Line) -> Iterator[tuple[int, str]]:
    """One digit is another."""
    digits = str(line.pieces)
    for at, digit in enumerate(digits):
        for other in "0123456789":
            if other != digit:
                yield int(digits[:at] + other + digits[at + 1 :]), "one digit is wrong"


def amount_for_count(line: Line) -> Iterator[tuple[int, str]]:
    """The amount was written where the number of pieces belongs, or the other way round."""
    if line.cents % _DOLLAR or line.cents == _DOLLAR or not line.pieces:
        return
    face = line.cents // _DOLLAR
    if line.pieces % face == 0:
        yield line.pieces // face, "the amount was entered as the count"
    yield line.pieces * face, "the count was entered as the amount"


def left_out(scene: Scene) -> Iterator[Proposal]:
    """Propose that a line of a paper was left at nothing."""
    for paper in papers(scene):
        none = [line for line in paper.lines if not line.pieces]
        if none:
            says = f"A line on {paper.name} was left at 0: {_or(line.label for line in none)}."
            along = {paper.sign: -paper.way * min(line.cents for line in none)}
            yield Proposal(says, {}, (paper.name,), paper.weight, along=along, least=1)


def _or(words: Iterable[str]) -> str:
    return ", or ".join(words)


def exchanged_lines(scene: Scene) -> Iterator[Proposal]:
    """Propose that two lines of one paper stand in each other's place."""
    for paper in papers(scene):
        for one, other in combinations(paper.lines, 2):
            off = (one.pieces - other.pieces) * (one.cents - other.cents) * paper.way
            if off and one.set == other.set:
                says = f"{one.label} and {other.label} on {paper.name} were exchanged."
                yield Proposal(says, {paper.sign: off}, (paper.name,), paper.weight)


def _some(line: Line) -> Sequence[tuple[int, int]]:
    """How many pieces may have been taken for another denomination."""
    few = [(many, SURE // many**2) for many in range(1, MOST) if many <= line.pieces]
    return [*few, (line.pieces, SURE // 2)] if line.pieces >= MOST else few


def another_denomination(scene: Scene) -> Iterator[Proposal]:
    """Propose that some pieces were counted as another denomination."""
    for paper in papers(scene):
        for wrong in paper.lines:
            for right in paper.lines:
                if right.cents == wrong.cents or right.set != wrong.set:
                    continue
                for many, weight in _some(wrong):
                    off = many * (wrong.cents - right.cents) * paper.way
                    says = f"{many} of {right.label} on {paper.name} were counted as {wrong.label}."
                    yield Proposal(
                        says, {paper.sign: off}, (paper.name,), weight * paper.weight // SURE
                    )


def strap_of_another(scene: Scene) -> Iterator[Proposal]:
    """Propose that a strap was counted that holds notes of another denomination."""
    for paper in boxes(scene):
        for wrong in paper.lines:
            for right in paper.lines:
                if wrong.pieces >= STRAP and right.cents != wrong.cents:
                    off = STRAP * (wrong.cents - right.cents)
                    says = f"A strap counted as {wrong.label} in {paper.name} holds {right.label}."
                    yield Proposal(says, {paper.sign: off}, (paper.name,), SURE // 15)


def astray(way: int) -> Callable[[Scene], Iterator[Proposal]]:
    """Propose that pieces are gone (-1), or are there that should not be (1)."""

    def propose(scene: Scene) -> Iterator[Proposal]:
        for paper in papers(scene):
            if paper.way == 1 or paper.name != scene.table.opening.name:
                yield from _astray(paper, way)

    return propose


def _astray(paper: Written, way: int) -> Iterator[Proposal]:
    """One proposal an amount: several denominations may come to it."""
    ways: dict[int, list[tuple[int, str]]] = {}
    for line in paper.lines:
        for many, weight in [(n, SURE // n**2) for n in range(1, MOST + 1)]:
            ways.setdefault(many * line.cents, []).append((weight, f"{many} of {line.label}"))
    word = "more" if way > 0 else "fewer"
    for amount, found in ways.items():
        found.sort(key=lambda each: -each[0])
        says = _or(each for _, each in found[:3])
        yield Proposal(
            f"{says} {word} in {paper.name} than the games say.",
            {paper.sign: way * amount},
            (paper.name,),
            sum(weight for weight, _ in found) * paper.weight // SURE,
        )


def strap_astray(scene: Scene) -> Iterator[Proposal]:
    """Propose that a whole strap or stack is gone, or one too many."""
    for paper in papers(scene):
        many = STRAP if paper.sign.what == "cash" else STACK
        word = "strap" if paper.sign.what == "cash" else "stack"
        for line in paper.lines:
            for way, says in ((-1, "is missing from"), (1, "is one too many in")):
                yield Proposal(
                    f"A {word} of {many} of {line.label} {says} {paper.name}.",
                    {paper.sign: way * many * line.cents},
                    (paper.name,),
                    paper.weight,
                )
