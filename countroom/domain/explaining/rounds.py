"""Causes that lie at the felt: rounds settled otherwise, recorded twice, late or not at all."""

from collections.abc import Callable, Iterator
from typing import Final

from countroom.domain.explaining.causes import SURE, Proposal, Scene
from countroom.domain.explaining.facts import Oddity
from countroom.domain.explaining.signs import Sign
from countroom.domain.floor import TableKind

NAMED: Final = 5
"""So many rounds are named where more would do."""


def odd(kind: str) -> Callable[[Scene], Iterator[Proposal]]:
    """Propose what the rounds on record show by themselves."""

    def propose(scene: Scene) -> Iterator[Proposal]:
        for each in scene.table.oddities:
            if each.kind == kind:
                look = (f"round {each.round}",)
                if each.cents is None:
                    along = {scene.sign("chips"): 1}
                    yield Proposal(each.says, {}, look, each.likely, along=along)
                else:
                    effect = _effect(scene, each, each.cents)
                    yield Proposal(each.says, effect, look, each.likely)

    return propose


def _effect(scene: Scene, odd: Oddity, cents: int) -> dict[Sign, int]:
    every = {scene.sign("chips"): cents, scene.sign("rake"): odd.rake}
    every |= {scene.sign("coupon", serial): -1 for serial in odd.coupons}
    return {sign: value for sign, value in every.items() if value}


def all_recorded(scene: Scene) -> Iterator[Proposal]:
    """Propose that all rounds recorded otherwise were paid as they were recorded."""
    found = [each for each in scene.table.oddities if each.kind == "recorded" and each.cents]
    if len(found) > 1:
        total = sum(each.cents or 0 for each in found)
        says = f"{len(found)} wagers were settled as recorded, and not by the book."
        look = tuple(dict.fromkeys(f"round {each.round}" for each in found))[:NAMED]
        yield Proposal(says, {scene.sign("chips"): total} if total else {}, look)


def mistaken(kind: str) -> Callable[[Scene], Iterator[Proposal]]:
    """Propose a mistake of one kind: in the round, or in one of the rounds, of that amount."""

    def propose(scene: Scene) -> Iterator[Proposal]:
        for each in scene.table.mistakes:
            if each.kind == kind:
                look = tuple(f"round {number}" for number in each.rounds[:NAMED])
                many = each.count > 1 and kind != "all_day"
                more = f" So could {each.count - 1} others." if many else ""
                effect = {scene.sign("chips"): each.cents}
                share = max(1, SURE * each.count // each.of) if each.of else SURE
                yield Proposal(each.says + more, effect, look, share, alike=each.count)

    return propose


def rake(scene: Scene) -> Iterator[Proposal]:
    """Propose that rake was taken or dropped otherwise than the pots say."""
    if scene.table.kind is TableKind.BANKING:
        return
    look = tuple(f"box {box.number}" for box in scene.table.boxes)
    sign, chips = scene.sign("rake"), scene.sign("chips")
    says = "Raked chips were left in the rack, or the rack's chips dropped as rake."
    yield Proposal(says, {}, (*look, scene.table.closing.name), along={sign: 1, chips: -1})
    says = "Rake was taken from a pot otherwise than its round says."
    yield Proposal(says, {}, look, SURE // 10, along={sign: 1})
