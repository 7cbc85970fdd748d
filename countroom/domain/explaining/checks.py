"""Causes that lie in the Counter Checks: missing, entered twice, otherwise or elsewhere."""

from collections.abc import Iterator
from typing import Final

from countroom.domain.explaining.causes import SURE, Proposal, Scene
from countroom.domain.explaining.facts import Line
from countroom.domain.explaining.hand import exchanged_digits
from countroom.domain.explaining.signs import COPIES, Sign

LIKE: Final = 2
"""Serials that differ in no more characters than this are taken for each other."""


def _look(scene: Scene, serial: str) -> tuple[str, ...]:
    entered = [check.name for check in scene.table.checks if check.serial == serial]
    return (*entered, f"check {serial}", *(f"box {box.number}" for box in scene.table.boxes))


def _off(scene: Scene) -> dict[str, int]:
    """Checks of the table that differ."""
    mine = scene.signs.get(scene.code, {})
    return {sign.which: cents for sign, cents in mine.items() if sign.what == "check"}


def missing(scene: Scene) -> Iterator[Proposal]:
    """Propose that the issuance copy is not in the box."""
    for each in scene.table.buyins:
        if each.serial:
            effect = {
                scene.sign("check", each.serial): -each.cents,
                scene.sign("paper", COPIES): -1,
            }
            says = f"Counter Check {each.serial} was exchanged and its copy is not in the box."
            yield Proposal(says, effect, _look(scene, each.serial))


def not_entered(scene: Scene) -> Iterator[Proposal]:
    """Propose that a copy that lies in the box was not entered."""
    for each in scene.table.buyins:
        if each.serial:
            effect = {scene.sign("check", each.serial): -each.cents}
            says = f"Counter Check {each.serial} was exchanged and is not entered."
            yield Proposal(says, effect, _look(scene, each.serial))


def amount_wrong(scene: Scene) -> Iterator[Proposal]:
    """Propose that a check was entered with another amount."""
    played = {each.serial: each.cents for each in scene.table.buyins}
    for check in scene.table.checks:
        off = check.cents - played.get(check.serial, check.cents)
        if off:
            true = played[check.serial]
            digits = (each for each, _ in exchanged_digits(Line("", 1, check.cents // 100)))
            why = "two digits were exchanged" if true // 100 in digits else "the amount is wrong"
            over = "over" if off > 0 else "short"
            amount = f"{over} {abs(off) // 100:,}.{abs(off) % 100:02d}"
            says = (
                f"Counter Check {check.serial} is entered {amount} against the rounds "
                f"({check.name}): {why}."
            )
            effect = {scene.sign("check", check.serial): off}
            yield Proposal(says, effect, _look(scene, check.serial))


def twice(scene: Scene) -> Iterator[Proposal]:
    """Propose that a check was entered a second time, under another number."""
    played = {each.serial for each in scene.table.buyins}
    once: dict[str, int] = {}
    for check in scene.table.checks:
        if check.serial in once:
            says = f"Counter Check {check.serial} was entered twice."
            effect = {scene.sign("check", check.serial): check.cents}
            yield Proposal(says, effect, _look(scene, check.serial))
        once[check.serial] = check.cents
    for check in scene.table.checks:
        if check.serial in played:
            continue
        for other, cents in once.items():
            if other in played and cents == check.cents:
                says = f"Counter Check {other} was entered twice, once as {check.serial}."
                effect = {scene.sign("check", check.serial): check.cents}
                likely = SURE if differing(other, check.serial) <= LIKE else SURE // 3
                look = (check.name, *_look(scene, other))
                yield Proposal(says, effect, look, likely)


def differing(one: str, other: str) -> int:
    """In how many places two serials differ; far apart where their lengths do.

    >>> differing("K-17", "K-71"), differing("K-1", "K-11")
    (2, 99)
    """
    if len(one) != len(other):
        return 99
    return sum(a != b for a, b in zip(one, other, strict=True))


def serial_wrong(scene: Scene) -> Iterator[Proposal]:
    """Propose that a check was entered under another number."""
    off = _off(scene)
    for wrong, cents in off.items():
        for right, less in off.items():
            if cents > 0 and less == -cents:
                says = f"Counter Check {right} was entered as {wrong}."
                effect = {scene.sign("check", wrong): cents, scene.sign("check", right): less}
                likely = SURE if differing(wrong, right) <= LIKE else SURE // 3
                yield Proposal(says, effect, (*_look(scene, wrong), f"check {right}"), likely)


def not_played(scene: Scene) -> Iterator[Proposal]:
    """Propose that a check was entered that no round took, with its copy in the box or not."""
    for serial, cents in _off(scene).items():
        if cents > 0:
            says = f"Counter Check {serial} was entered, and no chips were sold for it here."
            effect = {scene.sign("check", serial): cents}
            yield Proposal(says, effect, _look(scene, serial))
            more = effect | {scene.sign("paper", COPIES): 1}
            yield Proposal(says, more, _look(scene, serial))


def elsewhere(scene: Scene) -> Iterator[Proposal]:
    """Propose that a check was entered for, or lay in the box of, another table."""
    for serial, cents in _off(scene).items():
        for other in scene.others:
            there = Sign(other.code, "check", serial)
            if cents < 0 and scene.signs[other.code].get(there, 0) == -cents:
                effect = {scene.sign("check", serial): cents, there: -cents}
                moved = {scene.sign("paper", COPIES): -1, Sign(other.code, "paper", COPIES): 1}
                entered = tuple(c.name for c in other.checks if c.serial == serial)
                look = (*entered, *_look(scene, serial), other.code)
                says = f"Counter Check {serial} was exchanged at {scene.code}"
                yield Proposal(f"{says} and entered for {other.code}.", effect, look)
                lies = f"{says} and lay in the box of {other.code}."
                yield Proposal(lies, effect | moved, look)


def copies_miscounted(scene: Scene) -> Iterator[Proposal]:
    """Propose that the copies in the box were miscounted."""
    off = scene.signs.get(scene.code, {}).get(scene.sign("paper", COPIES), 0)
    if off:
        word = "more" if off > 0 else "fewer"
        says = f"The tally of the box has {abs(off)} Counter Checks {word} than were exchanged."
        look = tuple(f"box {box.number}" for box in scene.table.boxes)
        yield Proposal(says, {scene.sign("paper", COPIES): off}, look, SURE // abs(off))
