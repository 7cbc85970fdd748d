"""Causes that lie in the papers of the pit: fills, credits, inventory slips, and their copies."""

from collections.abc import Iterator, Mapping
from itertools import product
from typing import Final

from countroom.domain.explaining.causes import SURE, Proposal, Scene
from countroom.domain.explaining.facts import Box, ChipSlip, Opened, Table
from countroom.domain.explaining.signs import COPIES, Sign, contents, minus, plus

PAPERS: Final = {
    "fill_requests": "Request for Fill",
    "fill_slips": "Fill Slip",
    "credit_requests": "Request for Credit",
    "credit_slips": "Credit Slip",
    "openers": "opener",
    "closers": "closer",
    "drop_slips": "drop slip",
    "shift_slips": "shift slip",
    "error_slips": "Error Notification Slip",
}
"""Kind of paper in a tally to what a person calls one."""

_OF: Final = {True: ("fill_requests", "fill_slips"), False: ("credit_requests", "credit_slips")}


def _paper(code: str, slip: ChipSlip, many: int, *, fill: bool | None = None) -> dict[Sign, int]:
    """Both papers of a slip more or fewer in the boxes of a table."""
    kinds = _OF[slip.fill if fill is None else fill]
    return {Sign(code, "paper", kind): many for kind in kinds}


def _only(code: str, slip: ChipSlip, many: int) -> dict[Sign, int]:
    return {Sign(code, "paper", _OF[slip.fill][1]): many}


def _boxes(*tables: Table) -> tuple[str, ...]:
    return tuple(f"box {box.number}" for table in tables for box in table.boxes)


def no_chips(scene: Scene) -> Iterator[Proposal]:
    """Propose that a booked slip's chips did not move, with its papers in the box or not."""
    chips = scene.sign("chips")
    for slip in scene.table.slips:
        if slip.booked:
            says = f"{slip.name} is booked, and its chips did not move."
            look = (slip.name, *_boxes(scene.table))
            effect = {chips: -slip.into}
            yield Proposal(says, effect, look)
            gone = f"{slip.name} is booked and not in the box, and its chips did not move."
            for papers in (_paper(scene.code, slip, -1), _only(scene.code, slip, -1)):
                yield Proposal(gone, effect | papers, look, 2 * SURE)


def twice(scene: Scene) -> Iterator[Proposal]:
    """Propose that one movement of chips stands on two slips."""
    chips = scene.sign("chips")
    slips = [slip for slip in scene.table.slips if slip.booked]
    for at, slip in enumerate(slips):
        for before in slips[:at]:
            if (before.lines, before.fill) == (slip.lines, slip.fill):
                says = f"{slip.name} and {before.name} are one {slip.word}, entered twice."
                look = (slip.name, before.name, *_boxes(scene.table))
                yield Proposal(says, {chips: -slip.into}, look)
                for papers in (_paper(scene.code, slip, -1), _only(scene.code, slip, -1)):
                    yield Proposal(says, {chips: -slip.into} | papers, look, 3 * SURE)


def unbooked(scene: Scene) -> Iterator[Proposal]:
    """Propose that chips moved although their slip does not count."""
    for slip in scene.table.slips:
        if not slip.booked:
            says = f"{slip.name} is {slip.state}, and its chips moved all the same."
            into = slip.total if slip.fill else -slip.total
            look = (slip.name, *_boxes(scene.table))
            effect = {scene.sign("chips"): into}
            yield Proposal(says, effect, look)
            for papers in (_paper(scene.code, slip, 1), _only(scene.code, slip, 1)):
                yield Proposal(says, effect | papers, look, 2 * SURE)


def taken_for_other(scene: Scene) -> Iterator[Proposal]:
    """Propose that a fill was taken for a credit or a credit for a fill: twice its amount."""
    for slip in scene.table.slips:
        if slip.booked:
            other = "credit" if slip.fill else "fill"
            says = f"{slip.name} is booked as a {slip.word}, and was a {other}."
            effect = {scene.sign("chips"): -2 * slip.into}
            look = (slip.name, *_boxes(scene.table))
            yield Proposal(says, effect, look)
            papers = _paper(scene.code, slip, -1) | _paper(scene.code, slip, 1, fill=not slip.fill)
            yield Proposal(says, effect | papers, look, 2 * SURE)


def missing_in_system(scene: Scene) -> Iterator[Proposal]:
    """Propose that the box holds a slip that is not on record, and its chips moved."""
    chips = scene.sign("chips")
    for fill, (request, slip) in _OF.items():
        word, way = ("Fill", 1) if fill else ("Credit", -1)
        says = f"The box holds a {word} Slip that the system lacks, and its chips moved."
        one = {scene.sign("paper", slip): 1}
        for papers in (one | {scene.sign("paper", request): 1}, one):
            yield Proposal(says, papers, _boxes(scene.table), along={chips: way}, least=1)


def other_table(scene: Scene) -> Iterator[Proposal]:
    """Propose that the chips of a slip went to, or came from, another table."""
    for other in scene.others:
        for slip in scene.table.slips:
            if slip.booked:
                effect = {
                    scene.sign("chips"): -slip.into,
                    Sign(other.code, "chips"): slip.into,
                }
                says = f"{slip.name} is booked for {scene.code}, and was a {slip.word} of "
                look = (slip.name, *_boxes(other, scene.table))
                yield Proposal(f"{says}{other.code}.", effect, look)
                moved = plus(_paper(scene.code, slip, -1), _paper(other.code, slip, 1))
                yield Proposal(f"{says}{other.code}.", effect | moved, look, 2 * SURE)


def other_date(scene: Scene) -> Iterator[Proposal]:
    """Propose that a slip belongs to the period after, or one of that period to this one."""
    table, chips = scene.table, scene.sign("chips")
    for slip in table.slips:
        if slip.booked and table.day_after == slip.into:
            says = f"{slip.name} is booked here, and its chips moved after the drop."
            yield Proposal(says, {chips: -slip.into}, (slip.name, table.closing.name))
    for slip in table.slips_after:
        if table.day_after == -slip.into:
            says = f"{slip.name} is booked to the next day, and its chips moved before the drop."
            yield Proposal(says, {chips: slip.into}, (slip.name, table.closing.name))


def closing_wrong(scene: Scene) -> Iterator[Proposal]:
    """Propose that a slip two days share was counted wrongly: the other day shows the opposite."""
    table, chips = scene.table, scene.sign("chips")
    for slip, cents, when in (
        (table.closing, table.day_after, "the day after"),
        (table.opening, table.day_before, "the day before"),
    ):
        if cents:
            says = f"{slip.name} was counted wrongly: {when} shows the opposite."
            yield Proposal(says, {chips: -cents}, (slip.name,))


def chips_at_other(scene: Scene) -> Iterator[Proposal]:
    """Propose that chips lie in the rack of another table."""
    for other in scene.others:
        along = {scene.sign("chips"): 1, Sign(other.code, "chips"): -1}
        says = f"Chips of one of {scene.code} and {other.code} lie in the rack of the other."
        look = (scene.table.closing.name, other.closing.name)
        yield Proposal(says, {}, look, along=along)


def paper_gone(scene: Scene) -> Iterator[Proposal]:
    """Propose that papers on record are not in the box."""
    for kind, names in scene.table.expected.items():
        sign = scene.sign("paper", kind)
        for many in range(1, len(names) + 1):
            one = names[0] if many == len(names) == 1 else f"{_many(many, kind)}"
            which = "" if many == len(names) == 1 else f": of {', '.join(names)}"
            are = "is" if many == 1 else "are"
            says = f"{one} {are} not in the box{which}."
            look = (*names, *_boxes(scene.table))
            yield Proposal(_upper(says), {sign: -many}, look, SURE // many**2)
    for fill, slips in _both_papers(scene.table):
        says = f"{_upper(_many(1, _OF[fill][1]))} and its request are not in the box: "
        look = (*slips, *_boxes(scene.table))
        effect = {scene.sign("paper", kind): -1 for kind in _OF[fill]}
        yield Proposal(f"{says}of {', '.join(slips)}.", effect, look)


def _both_papers(table: Table) -> Iterator[tuple[bool, tuple[str, ...]]]:
    """Fills, then credits, whose papers should lie in the boxes: which one, no tally tells."""
    for fill in (True, False):
        slips = tuple(each.name for each in table.slips if each.booked and each.fill is fill)
        if slips:
            yield fill, slips


def _upper(says: str) -> str:
    return says[0].upper() + says[1:]


def _many(many: int, kind: str) -> str:
    word = PAPERS.get(kind, kind)
    return f"a {word}" if many == 1 else f"{many} {word}s"


def paper_more(scene: Scene) -> Iterator[Proposal]:
    """Propose that the box holds papers of another table or date, or they were miscounted."""
    for kind, many in product(PAPERS, (1, 2, 3)):
        says = f"The box holds {_many(many, kind)} more than on record."
        look = (*_boxes(scene.table), *scene.table.expected.get(kind, ()))
        yield Proposal(says, {scene.sign("paper", kind): many}, look, SURE // many**2)
    for request, slip in _OF.values():
        says = f"The box holds {_many(1, slip)} of another table or date, with its request."
        effect = {scene.sign("paper", request): 1, scene.sign("paper", slip): 1}
        yield Proposal(says, effect, _boxes(scene.table))


def paper_at_other(scene: Scene) -> Iterator[Proposal]:
    """Propose that a paper lies in the box of another table, or was tallied as another kind."""
    for kind, names in scene.table.expected.items():
        for other in scene.others:
            says = f"A {PAPERS[kind]} of {scene.code} lies in the box of {other.code}."
            effect = {scene.sign("paper", kind): -1, Sign(other.code, "paper", kind): 1}
            yield Proposal(says, effect, (*_boxes(other, scene.table), *names))
        for taken in (*PAPERS, COPIES):
            if taken != kind:
                says = f"A {PAPERS[kind]} was tallied as {PAPERS.get(taken, 'a Counter Check')}."
                effect = {scene.sign("paper", kind): -1, scene.sign("paper", taken): 1}
                yield Proposal(says, effect, (*_boxes(scene.table), *names), SURE // 5)
    for other, (fill, slips) in product(scene.others, _both_papers(scene.table)):
        says = f"{_upper(_many(1, _OF[fill][1]))} and its request lie in the box of {other.code}: "
        moved = {scene.sign("paper", kind): -1 for kind in _OF[fill]}
        moved |= {Sign(other.code, "paper", kind): 1 for kind in _OF[fill]}
        look = (*slips, *_boxes(other, scene.table))
        yield Proposal(f"{says}of {', '.join(slips)}.", moved, look)


def exchanged_boxes(scene: Scene) -> Iterator[Proposal]:
    """Propose that two boxes were exchanged, with all they held or their money alone."""
    for other in scene.others:
        for mine, theirs in product(scene.table.boxes, other.boxes):
            here, there = _held(scene.table, mine, scene.code), _held(other, theirs, scene.code)
            whole = minus(here, there)
            as_other = {sign._replace(table=other.code): -value for sign, value in whole.items()}
            says = f"Boxes {mine.number} and {theirs.number} were exchanged"
            look = (f"box {mine.number}", f"box {theirs.number}")
            yield Proposal(f"{says}.", whole | as_other, look, 2 * SURE)
            money = {sign: value for sign, value in whole.items() if sign.what == "cash"}
            back = {sign._replace(table=other.code): -value for sign, value in money.items()}
            yield Proposal(f"{says}: their money alone.", money | back, look)


def _held(table: Table, box: Box, code: str) -> Mapping[Sign, int]:
    return contents(code, box, banking=not box.chips and table.kind.value == "banking")


def over_night(scene: Scene) -> Iterator[Proposal]:
    """Propose what happened to a closed rack: its pieces, by denomination."""
    for each in scene.table.opened:
        if each.cents:
            says = (
                f"Between {each.closer} and {each.slip} the closed rack changed: {_pieces(each)}."
            )
            look = tuple(name for name in (each.error_slip, each.closer, each.slip) if name)
            effect = {scene.sign("opener", each.slip): each.cents}
            if not each.across:
                effect[scene.sign("chips")] = each.cents
            yield Proposal(says, effect, look)


def _pieces(each: Opened) -> str:
    return ", ".join(
        f"{abs(line.pieces)} of {line.label} {'more' if line.pieces > 0 else 'fewer'}"
        for line in each.lines
    )
