"""The ledger of coupons after any acts of the two departments: no coupon appears or vanishes.

What a plain model of single serials says is held against the ledger's ranges (identities 5.9).
"""

from collections import Counter
from datetime import timedelta
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from countroom.domain.coupon_lots import text, union
from countroom.domain.coupon_programme import CouponPlace
from countroom.domain.coupon_ranges import Range, Serials, Series
from countroom.domain.papers.coupon_receipt import CouponSource
from countroom.domain.people import Role
from countroom.errors import EntryError
from countroom.operations.acts import Operation, Proof, Who, perform
from countroom.operations.coupons import (
    days,
    inventories,
    issues,
    receipts,
    requisitions,
    returns,
    signing,
)
from countroom.operations.coupons.days import DayTyped
from countroom.operations.coupons.inventories import Found
from countroom.stores import coupons, documents
from countroom.stores.house import gaming_date_at
from tests.builders import Scene, a_database

SERIES: Final = Series("A-", 4)
PRINTED: Final = 40
_P: Final = CouponPlace
BADGES: Final = {
    Role.FINANCE: "231",
    Role.FINANCE_SUPERVISOR: "232",
    Role.MARKETING: "241",
    Role.MARKETING_SUPERVISOR: "242",
}


def typed(numbers: set[int]) -> str:
    """Serials as they are typed: a range a line."""
    ones = (Serials(SERIES, (Range(number, number),)) for number in numbers)
    return text(union(ones)).replace(", ", "\n")


class Ledger(RuleBasedStateMachine):
    """Two departments at work, and a plain model: serial to where it is."""

    def __init__(self) -> None:
        super().__init__()
        self.folder = TemporaryDirectory()
        self.scene: Scene = a_database(Path(self.folder.name))
        self.model: dict[int, CouponPlace] = {}
        self.printed = 0
        self.overnight = 0
        self.today: Counter[str] = Counter()
        self.closed = False

    def teardown(self) -> None:
        self.scene.database.close()
        self.folder.cleanup()

    # ------------------------------------------------------------------------ doing

    def proof(self, role: Role) -> Proof:
        return Proof(self.scene.house.person(BADGES[role]), role, "played")

    def do(self, role: Role, operation: Operation, **asked: Any) -> str:
        who = Who(self.scene.house.person(BADGES[role]), role, "played")
        now = self.scene.tick()
        return perform(self.scene.database, operation, who=who, now=now, **asked).name

    def act(self, role: Role, operation: Operation, **asked: Any) -> str:
        return self.do(role, operation, proof=self.proof(role), **asked)

    def sign(self, form: str, step: str, role: Role) -> None:
        with self.scene.database.read() as tx:
            saw = documents.by_name(tx, form).digest
        self.act(role, signing.sign, form=form, step=step, saw=saw)

    def at(self, place: CouponPlace) -> list[int]:
        return sorted(number for number, here in self.model.items() if here is place)

    def put(self, numbers: set[int], place: CouponPlace) -> None:
        self.model.update(dict.fromkeys(numbers, place))

    def some(self, data: st.DataObject, place: CouponPlace) -> set[int]:
        here = self.at(place)
        first = data.draw(st.integers(0, len(here) - 1))
        last = data.draw(st.integers(first, len(here) - 1))
        return set(here[first : last + 1])

    # ------------------------------------------------------------------------ the acts

    @initialize()
    def begin(self) -> None:
        self.receive()

    @precondition(lambda self: self.printed < 3)
    @rule()
    def receive(self) -> None:
        first, last = self.printed * PRINTED, (self.printed + 1) * PRINTED - 1
        form = self.act(
            Role.FINANCE,
            receipts.enter,
            design="MP25",
            serials=f"{SERIES.text(first)} to {SERIES.text(last)}",
            quantity=PRINTED,
            source=CouponSource.PROVIDER,
            supplier="Print shop",
            invoice=f"W-{self.printed}",
            invoiced=PRINTED,
        )
        self.sign(form, "marketing", Role.MARKETING)
        self.sign(form, "finance_supervisor", Role.FINANCE_SUPERVISOR)
        self.printed += 1
        self.put(set(range(first, last + 1)), _P.STOCK)

    @precondition(lambda self: self.at(_P.STOCK) and not self.closed)
    @rule(data=st.data(), spoil=st.booleans())
    def issue(self, data: st.DataObject, spoil: bool) -> None:  # noqa: FBT001 - drawn
        out = self.some(data, _P.STOCK)
        left = sorted(set(self.at(_P.STOCK)) - out)
        torn = set(left[:1]) if spoil else set()
        with self.scene.database.read() as tx:
            today = gaming_date_at(tx, self.scene.now)
        asked = self.act(
            Role.MARKETING_SUPERVISOR,
            requisitions.ask,
            design="MP25",
            quantity=len(out),
            needed=today,
        )
        self.sign(asked, "finance_supervisor", Role.FINANCE_SUPERVISOR)
        form = self.act(
            Role.FINANCE_SUPERVISOR,
            issues.issue,
            requisition=asked,
            serials=typed(out),
            voids="".join(f"{SERIES.text(number)}: torn\n" for number in torn),
        )
        self.sign(form, "marketing_supervisor", Role.MARKETING_SUPERVISOR)
        self.put(out, _P.MARKETING)
        self.put(torn, _P.VOIDED)
        self.today["received"] += len(out)

    @precondition(lambda self: self.at(_P.MARKETING) and not self.closed)
    @rule(data=st.data())
    def give_back(self, data: st.DataObject) -> None:
        back = self.some(data, _P.MARKETING)
        form = self.act(
            Role.MARKETING_SUPERVISOR, returns.give_back, design="MP25", serials=typed(back)
        )
        self.sign(form, "finance_supervisor", Role.FINANCE_SUPERVISOR)
        self.put(back, _P.STOCK)
        self.today["returned"] += len(back)

    @precondition(lambda self: (self.overnight or self.today["received"]) and not self.closed)
    @rule(data=st.data(), lose=st.booleans(), spoil=st.booleans())
    def close(self, data: st.DataObject, lose: bool, spoil: bool) -> None:  # noqa: FBT001 - drawn
        here = set(self.at(_P.MARKETING))
        kept = self.some(data, _P.MARKETING) if here else set()
        gone = sorted(here - kept)
        lost = set(gone[:1]) if lose else set()
        torn = set(gone[-1:]) - lost if spoil else set()
        given = here - kept - lost - torn
        with self.scene.database.read() as tx:
            today = gaming_date_at(tx, self.scene.now)
        form = self.act(
            Role.MARKETING_SUPERVISOR,
            days.close,
            day=today,
            entries=(
                DayTyped(
                    "MP25",
                    len(given),
                    typed(kept),
                    "".join(f"{SERIES.text(number)}: torn\n" for number in torn),
                    typed(lost),
                    "One is lost." if lost else "",
                ),
            ),
            kept_in="Cabinet 1",
        )
        self.put(given, _P.DISTRIBUTED)
        self.put(lost, _P.MISSING)
        self.put(torn, _P.VOIDED)
        self.check_day(form, len(given), len(kept), -len(lost))
        self.overnight, self.closed = len(kept), True

    def check_day(self, form: str, given: int, kept: int, variation: int) -> None:
        """Hold the form against the first identity of 5.9."""
        with self.scene.database.read() as tx:
            (entry,) = documents.by_name(tx, form).content.entries
        assert (entry.retained_before, entry.received) == (self.overnight, self.today["received"])
        assert (entry.returned, entry.distributed) == (self.today["returned"], given)
        gone = entry.distributed + entry.voided + entry.returned
        assert entry.retained_before + entry.received + variation == gone + entry.retained
        assert (entry.retained, entry.variation) == (kept, variation)

    @precondition(lambda self: self.closed or not (self.overnight or self.today["received"]))
    @rule()
    def next_day(self) -> None:
        self.scene.now += timedelta(days=1)
        self.today.clear()
        self.closed = False

    @rule(lose=st.booleans(), find=st.booleans())
    def inventory(self, lose: bool, find: bool) -> None:  # noqa: FBT001 - drawn
        stock, marketing = self.at(_P.STOCK), self.at(_P.MARKETING)
        lost = set(stock[:1]) if lose else set()
        found = set(self.at(_P.MISSING)[:1]) if find else set()
        counted = (
            Found("MP25", _P.STOCK, typed(set(stock) - lost | found)),
            Found("MP25", _P.MARKETING, typed(set(marketing))),
        )
        form = self.act(
            Role.FINANCE,
            inventories.count,
            counted=counted,
            explanation="It was sought for." if lost | found else "",
        )
        self.sign(form, "second_counter", Role.FINANCE_SUPERVISOR)
        self.put(lost, _P.MISSING)
        self.put(found, _P.STOCK)

    @precondition(lambda self: self.at(_P.DISTRIBUTED))
    @rule(data=st.data(), spoil=st.booleans())
    def patrons_bring_back(self, data: st.DataObject, spoil: bool) -> None:  # noqa: FBT001 - drawn
        back = self.some(data, _P.DISTRIBUTED)
        torn = {min(back)} if spoil else set()
        form = self.act(
            Role.MARKETING_SUPERVISOR,
            returns.give_back,
            design="MP25",
            serials=typed(back - torn),
            voids="".join(f"{SERIES.text(number)}: torn\n" for number in torn),
            from_patrons="Handed in.",
        )
        self.sign(form, "finance_supervisor", Role.FINANCE_SUPERVISOR)
        self.put(back - torn, _P.STOCK)
        self.put(torn, _P.VOIDED)

    @precondition(lambda self: self.at(_P.DISTRIBUTED))
    @rule()
    def issue_what_patrons_have(self) -> None:
        with pytest.raises(EntryError, match="with patrons"):
            self.act(
                Role.MARKETING_SUPERVISOR,
                returns.give_back,
                design="MP25",
                serials=typed(set(self.at(_P.DISTRIBUTED))),
            )

    # ------------------------------------------------------------------------ what holds

    @invariant()
    def every_coupon_is_where_the_model_has_it(self) -> None:
        with self.scene.database.read() as tx:
            held = coupons.held(tx)
        for place in CouponPlace:
            there = held.held.get(("MP25", SERIES, place), Serials(SERIES))
            numbers = {n for each in there.ranges for n in range(each.first, each.last + 1)}
            assert numbers == set(self.at(place)), place

    @invariant()
    def the_lives_of_a_series_add_up_to_what_was_received(self) -> None:
        with self.scene.database.read() as tx:
            held = coupons.held(tx)
        every = sum(held.quantity("MP25", place) for place in CouponPlace)
        assert every == self.printed * PRINTED


TestLedger = Ledger.TestCase
TestLedger.settings = settings(
    max_examples=8,
    stateful_step_count=10,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
)
