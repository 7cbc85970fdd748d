"""The money of the dumb world: proved, presented, recounted, signed for, and gone."""

from collections.abc import Iterator
from typing import Any

from countroom.domain.denominations import Pool
from countroom.domain.floor import TableKind
from countroom.domain.papers.machine_test import Phase
from countroom.domain.papers.strap_direction import Directed
from countroom.domain.people import Role
from countroom.money import Money
from countroom.operations import (
    attendance,
    checks,
    closing_room,
    directing,
    presenting,
    proving,
    recheck,
    recounting,
    signing,
)
from countroom.operations.acts import Done
from countroom.stores import proceeds
from tests.stateful.counting import TESTERS, of_count, try_machine
from tests.stateful.room import CASHIERS, STEPS, Pools, Room, plain
from tests.stateful.world import Deed

COPIES = {"SECOND COPY": ("B1", "B2"), "THIRD COPY": CASHIERS}


def legal(room: Room, chance: int) -> Iterator[Deed]:
    """Everything that may be done now from the last box on."""
    state = room.state
    if may_prove(room) and room.proof and room.one(Role.COUNT_TEAM):
        yield prove(room, off(room, chance))
    if state == "C4a" or (state == "C4" and not room.proof):
        yield from _presenting(room)
    if state in {"C5", "C7", "C7a"}:
        yield from _recounting(room, chance)
    if state in {"C7", "C7b"}:
        yield from _rechecking(room)
    if state in {"C8", "C9", "C10"}:
        yield from _signing(room)
        yield from _reopening(room, chance)
    yield from _going(room)


def _going(room: Room) -> Iterator[Deed]:
    if room.state in {"C10", "C11", "C12"}:
        yield from _leaving(room)
    gone = room.state in {"C11", "C12"} and {"C11", "C12"} <= room.out
    if gone or room.state == "C13":
        yield from _ending(room)


def may_prove(room: Room) -> bool:
    """Whether the pools may be proved now."""
    return room.state == "C4" or (room.state == "C7b" and not room.recounts)


def off(room: Room, chance: int) -> Pools:
    """What somebody counts who counts everything: one time in four, one piece too many."""
    pools = room.truth()
    if chance % 4 == 3 and room.recorded:
        kind = room.boxes[room.recorded[0]].kind
        pool = "banking_currency" if kind is TableKind.BANKING else "nonbanking_currency"
        pools[pool, "currency-2000"] += 1
    return plain(pools)


# ------------------------------------------------------------------------ proof, presentation


def prove(room: Room, pools: Pools, by: str = "", **expected: Any) -> Deed:
    """The strapping team counts the pools."""
    who = by or room.one(Role.COUNT_TEAM)

    def then(_: Done) -> None:
        room.proved = pools
        if pools == room.counted():
            room.to("C4a")
        else:
            room.to("C7b")

    asked = of_count(room, entries=room.entries(pools))
    return Deed("prove", proving.prove, who, lambda: asked, then, **expected)


def _presenting(room: Room) -> Iterator[Deed]:
    by = room.one(Role.COUNT_TEAM, Role.COUNT_ROOM_SUPERVISOR)
    if not by:
        return
    if room.early and not room.versions:

        def then(_: Done) -> None:
            room.issue()

        yield Deed("prepare", presenting.prepare, by, lambda: of_count(room), then)
    if room.early and room.versions:
        yield from _signing(room)
    ready = not room.early or (
        room.versions and all(room.due(kind) not in STEPS[:2] for kind in room.versions)
    )
    if ready and room.one(Role.COUNT_ROOM_SUPERVISOR):
        yield present(room, by)


def present(room: Room, by: str, **expected: Any) -> Deed:
    """The money is laid before the cashier."""
    cast = room.world.cast
    supervisor = room.one(Role.COUNT_ROOM_SUPERVISOR) or "S1"

    def then(_: Done) -> None:
        room.issue()
        room.to("C5")

    def asked() -> dict[str, Any]:
        entries = room.entries(room.truth())
        return of_count(room, supervisor=cast.proof(supervisor), entries=entries)

    return Deed("present", presenting.present, by, asked, then, **expected)


# -------------------------------------------------------------------------------- recount


def able(room: Room) -> list[str]:
    """Cashiers in the room who may recount."""
    return [badge for badge in room.fresh() if badge in room.inside]


def _recounting(room: Room, chance: int) -> Iterator[Deed]:
    if room.has_witnesses:
        for badge in able(room):
            if room.begun == badge:
                yield submit(room, badge, off(room, chance))
            else:
                yield begin(room, badge)
    if room.one(Role.CCR) and able(room):
        yield direct(room, room.one(Role.CCR))


def begin(room: Room, badge: str, **expected: Any) -> Deed:
    """A cashier begins an attempt, or takes over one that was begun."""

    def then(_: Done) -> None:
        room.begun = badge

    name = f"{badge} begins the recount"
    asked = of_count(room)
    return Deed(name, recounting.begin, badge, lambda: asked, then, **expected)


def submit(room: Room, badge: str, pools: Pools, **expected: Any) -> Deed:
    """A cashier hands his recount in."""

    def then(done: Done) -> None:
        room.begun = ""
        room.recounts.append((badge, pools))
        agreed = pools == room.counted()
        assert done.extra == {"agreed": agreed, "attempt": len(room.recounts)}
        if agreed:
            room.agree()
        else:
            room.to("C7")

    def asked() -> dict[str, Any]:
        return of_count(room, entries=room.entries(pools, by_hand=bool(room.directed)))

    return Deed(f"{badge} recounts", recounting.submit, badge, asked, then, **expected)


def direct(room: Room, by: str, **expected: Any) -> Deed:
    """The straps of $20 are directed."""
    cast = room.world.cast

    def then(done: Done) -> None:
        assert done.extra == {"warned": room.state not in {"C7", "C7a"}}
        room.directed.add("currency-2000")
        if room.state == "C7":
            room.to("C7a")

    def asked() -> dict[str, Any]:
        what = (Directed(Pool.BANKING_CURRENCY, 20_00),)
        return of_count(room, denominations=what, reason="differs", proof=cast.proof(by))

    return Deed("direct straps", directing.direct_straps, by, asked, then, **expected)


# -------------------------------------------------------------------------------- recheck


def _rechecking(room: Room) -> Iterator[Deed]:
    supervisor = room.one(Role.COUNT_ROOM_SUPERVISOR)
    if not supervisor:
        return
    if room.state == "C7":
        if len(room.recounts) >= 2:
            yield escalate(room, supervisor)
        return
    yield settle(room, supervisor)
    if room.recounts and room.fresh():
        yield _give_back(room, supervisor)
    if room.one(Role.CCR) and room.second() != room.counted():
        yield unallocated(room, supervisor, room.one(Role.CCR))


def escalate(room: Room, by: str, **expected: Any) -> Deed:
    """The difference goes to the team."""

    def then(_: Done) -> None:
        room.to("C7b")

    return Deed("escalate", recheck.escalate, by, lambda: of_count(room), then, **expected)


def settle(room: Room, by: str) -> Deed:
    """A count in recheck is compared once more."""

    def then(_: Done) -> None:
        room.settle()

    return Deed("compare again", recheck.settle, by, lambda: of_count(room), then)


def _give_back(room: Room, by: str) -> Deed:
    def then(_: Done) -> None:
        room.to("C7")

    return Deed("give back", recheck.give_back, by, lambda: of_count(room), then)


def unallocated(room: Room, supervisor: str, ccr: str, **expected: Any) -> Deed:
    """What no box explains is laid to no box."""
    cast = room.world.cast

    def then(_: Done) -> None:
        second, counted = room.second(), room.counted()
        assert second is not None
        touched = set()
        for key in {*second, *counted}:
            more = second[key] - counted[key]
            if more:
                room.adjusted[key] += more
                banking = key[0] == "banking_currency"
                touched.add(TableKind.BANKING if banking else TableKind.NONBANKING)
        room.changed(*touched)
        room.settle()

    def asked() -> dict[str, Any]:
        proofs = {"supervisor": cast.proof(supervisor), "representative": cast.proof(ccr)}
        return of_count(room, reason="no slip proves it", **proofs)

    return Deed("unallocated", recheck.unallocated, supervisor, asked, then, **expected)


# ------------------------------------------------------------------------------- signatures


def saw(room: Room, kinds: list[TableKind]) -> dict[str, str]:
    """Reports as they are on a signer's screen."""
    with room.world.cast.database.read() as tx:
        reports = proceeds.reports(tx, room.name)
    return {reports[kind].name: reports[kind].digest for kind in kinds}


def signers(room: Room, step: str) -> list[str]:
    """Who may sign a step."""
    if step == "count_team":
        return sorted(room.team())
    if step == "supervisor":
        return ["S1", "S2"]
    if step == "cashier":
        return [room.recounts[-1][0]] if room.recounts else []
    return [room.observer] if room.observer else []


def _signing(room: Room) -> Iterator[Deed]:
    for step in STEPS:
        due = [kind for kind in room.versions if room.due(kind) == step]
        for badge in signers(room, step):
            mine = [kind for kind in due if (step, badge) not in room.signed[kind]]
            if mine and badge in room.inside:
                yield sign(room, step, badge, mine)
                if len(mine) > 1:
                    yield sign(room, step, badge, mine[:1])


def sign(room: Room, step: str, badge: str, kinds: list[TableKind], **expected: Any) -> Deed:
    """Somebody signs reports."""

    def then(_: Done) -> None:
        for kind in kinds:
            room.signed[kind].append((step, badge))
        if room.state in {"C8", "C9", "C10"}:
            room.advance()

    def asked() -> dict[str, Any]:
        proof = room.world.cast.proof(badge)
        return of_count(room, step=step, proof=proof, saw=saw(room, kinds))

    name = f"{badge} signs as {step}"
    return Deed(name, signing.sign_reports, badge, asked, then, **expected)


def _reopening(room: Room, chance: int) -> Iterator[Deed]:
    supervisor, ccr = room.one(Role.COUNT_ROOM_SUPERVISOR), room.one(Role.CCR)
    if supervisor and ccr and chance % 3 == 0 and not room.out:
        yield reopen(room, supervisor, ccr)


def reopen(room: Room, supervisor: str, ccr: str, **expected: Any) -> Deed:
    """A count that agreed is looked at again."""

    def then(_: Done) -> None:
        room.to("C7b")

    def asked() -> dict[str, Any]:
        return of_count(room, reason="look again", representative=room.world.cast.proof(ccr))

    return Deed("reopen", signing.reopen, supervisor, asked, then, **expected)


# ------------------------------------------------------------------------------ the conclusion


def _leaving(room: Room) -> Iterator[Deed]:
    if "C11" not in room.out:
        for copy, people in COPIES.items():
            if copy not in room.out:
                yield hand(room, copy, people[0])
        if "ORIGINAL" not in room.out:
            yield _send(room)
    cashier = room.one(Role.MAIN_BANK_CASHIER, Role.CAGE_SUPERVISOR)
    if cashier and "C12" not in room.out:
        yield seal(room, cashier)


def _gone(room: Room, copy: str) -> None:
    room.out.add(copy)
    if {"ORIGINAL", *COPIES} <= room.out:
        room.out.add("C11")
        room.to("C11")


def hand(room: Room, copy: str, to: str, **expected: Any) -> Deed:
    """A copy goes to its recipient."""

    def asked() -> dict[str, Any]:
        return of_count(room, copy=copy, recipient=room.world.cast.proof(to))

    def then(_: Done) -> None:
        _gone(room, copy)

    name = f"{copy.lower()} to {to}"
    return Deed(name, closing_room.hand_copy, "S1", asked, then, **expected)


def _send(room: Room) -> Deed:
    def asked() -> dict[str, Any]:
        return of_count(room, pouch="P-1", carrier=room.world.cast.proof("G1"))

    def then(_: Done) -> None:
        _gone(room, "ORIGINAL")

    return Deed("original sent", closing_room.send_original, "S1", asked, then)


def seal(room: Room, cashier: str, **expected: Any) -> Deed:
    """The money is sealed."""

    def asked() -> dict[str, Any]:
        return of_count(room, cashier=room.world.cast.proof(cashier))

    def then(_: Done) -> None:
        room.out.add("C12")
        room.to("C12")

    return Deed("seal", closing_room.seal_proceeds, cashier, asked, then, **expected)


def _ending(room: Room) -> Iterator[Deed]:
    employee = room.one(Role.COUNT_ROOM_EMPLOYEE, Role.COUNT_ROOM_SUPERVISOR)
    if room.state != "C13":
        if not room.tested_after:
            if room.one(*TESTERS):
                yield try_machine(room, wrong=1, phase=Phase.AFTER)
                yield try_machine(room, phase=Phase.AFTER)
        elif employee and room.observer in room.inside:
            yield inspect(room, employee, room.observer)
    elif supervisor := room.one(Role.COUNT_ROOM_SUPERVISOR):
        yield keys_back(room, supervisor) if room.keys else conclude(room, supervisor)


def inspect(room: Room, employee: str, ccr: str, left: int = 0, **expected: Any) -> Deed:
    """The room is inspected, but for the last ``left`` of its places."""
    cast = room.world.cast

    def then(_: Done) -> None:
        room.to("C13")

    def asked() -> dict[str, Any]:
        everything = cast.everything_checked()
        checked = everything[: len(everything) - left]
        proofs = {"employee": cast.proof(employee), "representative": cast.proof(ccr)}
        return of_count(room, checked=checked, **proofs)

    return Deed("inspect", closing_room.inspect, employee, asked, then, **expected)


def keys_back(room: Room, by: str) -> Deed:
    """The content keys are signed back in."""

    def then(_: Done) -> None:
        room.keys = ()

    return Deed("keys back", attendance.return_keys, by, lambda: of_count(room), then)


def conclude(room: Room, by: str, **expected: Any) -> Deed:
    """The count is concluded."""

    def then(_: Done) -> None:
        room.to("C14")
        for box in room.world.boxes.values():
            if (box.state, box.count) == ("B9", room.name):
                box.state = "B0"

    return Deed("conclude", closing_room.conclude, by, lambda: of_count(room), then, **expected)


def _check(room: Room, table: str, copy: checks.Copy) -> Deed:
    asked = {"gaming_date": room.day, "table": table, "copy": copy}
    return Deed(f"check {copy.serial}", checks.enter, "A1", lambda: asked)


def accounting(room: Room) -> Iterator[Deed]:
    """The Counter Checks of the day: one after another, then the word that these are all."""
    for code, box in room.boxes.items():
        for serial, cents in box.papers if box.typed is not None and box.day == room.day else ():
            yield _check(room, box.table, checks.Copy(serial, Money(cents), box=code))
    explained = dict.fromkeys(room.world.tables, "as it is")

    def then(_: Done) -> None:
        room.checks_entered = True

    def asked_last() -> dict[str, Any]:
        proof = room.world.cast.proof("A1")
        return {"gaming_date": room.day, "explanations": explained, "proof": proof}

    yield Deed("checks complete", checks.complete, "A1", asked_last, then)
