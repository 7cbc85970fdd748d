"""Causes that lie in the Match Play Coupons, serial by serial."""

from collections.abc import Iterator

from countroom.domain.explaining.causes import SURE, Proposal, Scene
from countroom.domain.explaining.checks import LIKE, differing
from countroom.domain.explaining.facts import Table
from countroom.domain.explaining.signs import Sign


def _off(scene: Scene) -> dict[str, int]:
    mine = scene.signs.get(scene.code, {})
    return {sign.which: many for sign, many in mine.items() if sign.what == "coupon"}


def _boxes(table: Table) -> tuple[str, ...]:
    return tuple(f"box {box.number}" for box in table.boxes)


def _settled(table: Table, serial: str) -> tuple[str, ...]:
    return tuple(f"round {each.round}" for each in table.coupons if each.serial == serial)


def gone(scene: Scene) -> Iterator[Proposal]:
    """Propose that a coupon that was settled is not in the box."""
    for each in scene.table.coupons:
        says = (
            f"Coupon {each.serial} was settled in round {each.round}, seat {each.seat}, "
            "and is not in the box."
        )
        look = (f"round {each.round}", f"coupon {each.serial}", *_boxes(scene.table))
        yield Proposal(says, {scene.sign("coupon", each.serial): -1}, look)


def extra(scene: Scene) -> Iterator[Proposal]:
    """Propose that a coupon lies in the box that no round settled, or was entered twice."""
    for serial, many in _off(scene).items():
        if many > 0:
            where = _settled(scene.table, serial)
            says = (
                f"Coupon {serial} was entered {many + 1} times."
                if where
                else f"Coupon {serial} lies in the box, and no round of the table settled it."
            )
            look = (*_boxes(scene.table), f"coupon {serial}", *where)
            yield Proposal(says, {scene.sign("coupon", serial): many}, look)


def mistyped(scene: Scene) -> Iterator[Proposal]:
    """Propose that the serial of a coupon was entered wrongly."""
    off = _off(scene)
    for right, less in off.items():
        for wrong, more in off.items():
            if less < 0 < more:
                says = f"Coupon {right} was entered as {wrong}."
                effect = {
                    scene.sign("coupon", right): -1,
                    scene.sign("coupon", wrong): 1,
                }
                look = (
                    *_boxes(scene.table),
                    f"coupon {right}",
                    f"coupon {wrong}",
                    *_settled(scene.table, right),
                )
                likely = SURE if differing(right, wrong) <= LIKE else SURE // 20
                yield Proposal(says, effect, look, likely)


def other_box(scene: Scene) -> Iterator[Proposal]:
    """Propose that a coupon that was played here lies in the box of another table."""
    for serial, many in _off(scene).items():
        for other in scene.others:
            there = Sign(other.code, "coupon", serial)
            if many < 0 and scene.signs[other.code].get(there, 0) > 0:
                says = f"Coupon {serial} lies in the box of {other.code}; it was played at "
                look = (*_boxes(other), *_settled(scene.table, serial), f"coupon {serial}")
                effect = {scene.sign("coupon", serial): -1, there: 1}
                yield Proposal(f"{says}{scene.code}.", effect, look)


def paid_in_chips(scene: Scene) -> Iterator[Proposal]:
    """Propose that a coupon was paid out in chips for its face value, or its win not paid."""
    for each in scene.table.coupons:
        look = (f"round {each.round}", f"coupon {each.serial}")
        says = f"Coupon {each.serial} of round {each.round} was paid out in chips for its face."
        yield Proposal(says, {scene.sign("chips"): -each.value}, look)
        says = f"The win on coupon {each.serial} of round {each.round} was not paid."
        yield Proposal(says, {scene.sign("chips"): each.value}, look)
