"""Causes that lie in the currency: boxes, buy-ins, and coupons or checks taken for money."""

from collections import Counter
from collections.abc import Iterator

from countroom.domain.explaining.causes import SURE, Proposal, Scene
from countroom.domain.explaining.facts import worth
from countroom.domain.explaining.signs import COPIES


def _cash(scene: Scene) -> str:
    return "rake" if scene.table.rake_in_cash else "cash"


def coupon_as_cash(scene: Scene) -> Iterator[Proposal]:
    """Propose that a coupon was entered as currency, beside its serial or in its place."""
    cash = scene.sign(_cash(scene))
    for box in scene.table.boxes:
        for serial, value in box.coupons:
            says = f"Coupon {serial} was entered as currency of box {box.number} too."
            yield Proposal(says, {cash: value}, (f"box {box.number}", f"coupon {serial}"))
    number = _boxes(scene)
    for each in scene.table.coupons:
        effect = {cash: each.value, scene.sign("coupon", each.serial): -1}
        says = f"Coupon {each.serial} was entered as currency and not as a coupon."
        look = (*number, f"coupon {each.serial}", f"round {each.round}")
        yield Proposal(says, effect, look, 4 * SURE)


def _boxes(scene: Scene) -> tuple[str, ...]:
    return tuple(f"box {box.number}" for box in scene.table.boxes)


def check_as_cash(scene: Scene) -> Iterator[Proposal]:
    """Propose that a Counter Check was entered as currency."""
    for each in scene.table.buyins:
        if each.serial:
            effect = {
                scene.sign(_cash(scene)): each.cents,
                scene.sign("check", each.serial): -each.cents,
            }
            says = f"Counter Check {each.serial} was entered as currency."
            look = (*_boxes(scene), f"check {each.serial}")
            yield Proposal(says, effect, look)
            yield Proposal(says, effect | {scene.sign("paper", COPIES): -1}, look)


def counted_twice(scene: Scene) -> Iterator[Proposal]:
    """Propose that the money of a box was counted with another box as well."""
    own = {box.number for box in scene.table.boxes}
    for table in scene.day.tables:
        for box in table.boxes:
            total = worth(box.money)
            if total and own - {box.number}:
                says = f"The money of box {box.number} was counted a second time, in {scene.code}."
                look = (f"box {box.number}", *_boxes(scene))
                yield Proposal(says, {scene.sign(_cash(scene)): total}, look)
            elif total:
                says = f"The money of box {box.number} was counted twice."
                if total % 2 == 0:
                    look = (f"box {box.number}",)
                    yield Proposal(says, {scene.sign(_cash(scene)): total // 2}, look)


def not_counted(scene: Scene) -> Iterator[Proposal]:
    """Propose that a box that counts nothing was not counted."""
    bought = sum(each.cents for each in scene.table.buyins if not each.serial)
    for box in scene.table.boxes:
        if worth(box.money) or not bought:
            continue
        look, cash = (f"box {box.number}",), scene.sign("cash")
        if scene.table.currency:  # another box of the table was counted: this one may be empty
            says = f"Box {box.number} counts no currency, and should."
            yield Proposal(says, {}, look, SURE // 500, along={cash: -1}, least=1)
        else:
            says = f"Box {box.number} counts no currency, and its money is elsewhere."
            yield Proposal(says, {cash: -bought}, look)
    if not scene.table.boxes and bought:
        yield from _no_box(scene, bought)


def _no_box(scene: Scene, bought: int) -> Iterator[Proposal]:
    """No box of the table was counted at all: nothing of what it held is there."""
    held = {scene.sign("cash"): -bought}
    held |= {scene.sign("coupon", each.serial): -1 for each in scene.table.coupons}
    checks = {
        scene.sign("check", each.serial): -each.cents for each in scene.table.buyins if each.serial
    }
    says = f"No box of {scene.code} was counted."
    for effect in (held, held | checks):
        copies = {scene.sign("paper", COPIES): -len(checks)} if checks else {}
        yield Proposal(says, effect | copies, (scene.code,))


def set_aside(scene: Scene) -> Iterator[Proposal]:
    """Propose that what was set aside in the count is what is missing: a suspect note, a chip."""
    for box in scene.table.boxes:
        look = (f"box {box.number}",)
        for words, amount in box.memos:
            says = f"What was set aside in box {box.number} is missing from it: {words}."
            yield Proposal(says, {scene.sign(_cash(scene)): -amount}, look)
            chips = f"What was set aside in box {box.number} is missing from the rack: {words}."
            yield Proposal(chips, {scene.sign("chips"): -amount}, look, SURE // 2)
        if box.vouchers:
            says = (
                f"Box {box.number} holds a gaming voucher, which bought chips and counts nowhere."
            )
            along = {scene.sign(_cash(scene)): -1}
            yield Proposal(says, {}, look, SURE // 2, along=along, least=1)


def bought_in(scene: Scene) -> Iterator[Proposal]:
    """Propose that chips were sold otherwise than the rounds have it: cash and chips make up."""
    cash, chips = scene.sign("cash"), scene.sign("chips")
    many = Counter(each.cents for each in scene.table.buyins if not each.serial)
    for amount, count in many.items():
        says = f"A buy-in of ${amount // 100:,} stands on record twice, or was never made."
        yield Proposal(says, {cash: -amount, chips: amount}, (scene.code,), alike=count)
    says = "A buy-in was recorded wrongly: cash and chips make up for each other."
    yield Proposal(says, {}, (scene.code,), 4 * SURE, along={cash: 1, chips: -1})


def other_box(scene: Scene) -> Iterator[Proposal]:
    """Propose that money lies in the box of another table."""
    for other in scene.others:
        along = {scene.sign("cash"): 1, scene.sign("cash")._replace(table=other.code): -1}
        boxes = tuple(f"box {box.number}" for table in (scene.table, other) for box in table.boxes)
        says = f"Currency of one of {scene.code} and {other.code} was counted with the other."
        yield Proposal(says, {}, boxes, along=along)
