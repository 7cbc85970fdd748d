"""The end of a month: pairs proved, differences explained, claims that lead to a box."""

from collections.abc import Iterator
from datetime import date, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from countroom.domain.adjusting import Part
from countroom.domain.papers.bank_claim import ClaimKind
from countroom.domain.papers.bank_deposit import BankDeposit
from countroom.domain.papers.month_close import MonthClose
from countroom.domain.strap_labels import read_label
from countroom.domain.tie_out import Tie, unexplained
from countroom.errors import EntryError, RepeatError, RuleError, StaleError
from countroom.inquiries import bank as banks
from countroom.inquiries import month_end
from countroom.inquiries.month_end import MonthEnd
from countroom.inquiries.verification import verify
from countroom.money import ZERO, Money, total
from countroom.operations.books import bank, months, weeks
from countroom.operations.books.bank import Claimed
from countroom.regulations import CLOSING, V_115
from countroom.stores import adjusting, documents, registry
from tests.plumbing import playing
from tests.plumbing.books import CLERK, MANAGER, Office, office
from tests.plumbing.playing import DAY, NEXT, viewer

TABLE = "MS-101"


@pytest.fixture
def books(tmp_path: Path) -> Iterator[Office]:
    """Two days of June, concluded; it is July."""
    database = playing.two_weeks(tmp_path)
    found = office(database, tmp_path, after=NEXT)
    found.stage.now = datetime.combine(date(2011, 7, 2), found.stage.now.timetz())
    yield found
    database.close()


def month(books: Office) -> MonthEnd:
    return month_end.month_end(books.database, viewer(), NEXT, books.rounds)


def tie(books: Office, name: str) -> Tie:
    return next(one for one in month(books).ties if one.name == name)


def deposit(books: Office, cents: int, *counts: str) -> str:
    content = BankDeposit(counts, date(2011, 6, 17), Money(cents), "R-1")
    return books.do(bank.deposit, content=content, proof=books.stage.proof(CLERK)).name


def counts(books: Office) -> list[str]:
    with books.database.read() as tx:
        return [name for name, _ in registry.counts(tx)]


def close(books: Office, says: str = "", **changed: Any) -> str:
    found = month(books)
    asked: dict[str, Any] = {
        "gaming_date": NEXT,
        "ties": found.ties,
        "stated": found.stated,
        "mark": found.mark,
        "explanations": {one.name: says for one in found.unproved},
        "proof": books.stage.proof(CLERK),
        "manager": books.stage.proof(MANAGER),
    }
    return books.do(months.file_month, **asked | changed).name


def test_each_pair_is_taken_from_two_records(books: Office) -> None:
    for name in ("Revenue", "Weekly returns", "Currency", "Counter Checks, the games"):
        assert tie(books, name).proved, name
    assert tie(books, "Currency").left > ZERO
    received = tie(books, "Deposits").left
    assert tie(books, "Deposits").difference == received
    first, second = counts(books)
    deposit(books, received.cents, first, second)
    assert tie(books, "Deposits").proved
    with pytest.raises(EntryError, match=f"{first} stands on deposit BD-0001"):
        deposit(books, 1, first)
    with pytest.raises(EntryError, match="is no concluded count"):
        deposit(books, 1, "2011-06-14/9")
    with pytest.raises(EntryError, match="must be what the receipt says"):
        deposit(books, 0, first)
    books.adjust(TABLE, Part.CURRENCY, 700, day=NEXT)
    for name in ("Revenue", "Currency", "Deposits"):
        assert tie(books, name).proved, f"{name} after an adjustment"
    assert tie(books, "Counter Checks, the cage").proved


def test_returns_are_tied_for_the_weeks_that_are_filed(books: Office) -> None:
    assert "2 days lie in no filed week yet" in tie(books, "Weekly returns").says
    books.filed()
    books.do(weeks.file_week, gaming_date=DAY, proof=books.stage.proof(MANAGER))
    found = tie(books, "Weekly returns")
    assert found.proved
    assert found.left != ZERO
    assert "1 day lies" in found.says


@pytest.mark.rule(V_115)
@pytest.mark.rule(CLOSING)
def test_a_month_is_closed_when_its_days_are_filed_and_every_zero_is_proved(
    books: Office,
) -> None:
    with pytest.raises(RuleError, match="Not filed yet"):
        close(books, "It is so.")
    books.adjust(TABLE, Part.FILLS, 250_000)
    books.filed()
    books.filed(NEXT)
    assert [one.name for one in month(books).adjusted] == ["AJ-0001"]
    with pytest.raises(EntryError, match="Say what it is"):
        close(books, " ")
    with pytest.raises(StaleError):
        close(books, "It is so.", mark="before")
    with pytest.raises(RuleError, match="same person may not do both"):
        close(books, "It is so.", proof=books.stage.proof(MANAGER))
    now = books.stage.now
    name = close(books, "It goes to the bank in July.")
    with books.database.read() as tx:
        content: MonthClose = documents.by_name(tx, name).content
    assert [one.name for one in content.adjustments] == ["AJ-0001"]
    assert all(one.explained for one in content.ties if one.difference != ZERO)
    assert month(books).closed_as == name
    with pytest.raises(RepeatError, match="2011-06 is closed"):
        close(books, "It is so.")
    with pytest.raises(RuleError, match="no later day is open"):
        books.adjust(TABLE, Part.FILLS, 100)
    assert now < books.stage.now
    assert verify(books.database) == []


@pytest.mark.rule(CLOSING)
def test_a_month_that_goes_on_is_not_closed(books: Office) -> None:
    books.stage.now -= timedelta(days=10)
    with pytest.raises(RuleError, match="it is not over"):
        close(books, "It is so.")


def test_racks_claims_and_prior_periods_stand_on_lines_of_their_own(tmp_path: Path) -> None:
    database = playing.a_mismatch(tmp_path)
    books = office(database, tmp_path, after=NEXT)
    stated = {one.name: one for one in month(books).stated}
    racks = stated["Opening racks over or short of the last closing"]
    assert (racks.amount, racks.says) == (Money(-5_000), "1 rack, 1 not resolved")
    parts = ("in racks", "in the chip bank", "in the reserve")
    held = total([stated[f"Chips: {one}"].amount for one in parts])
    outstanding = stated["Chips outstanding, the liability"].amount
    assert held + outstanding == stated["Chips: issued"].amount
    assert tie(books, "Revenue").proved
    database.close()


def test_a_strap_label_leads_to_the_box_that_stood_open(books: Office) -> None:
    with books.database.read() as tx:
        box = documents.find(tx, paper="box_count", count=counts(books)[0])[0]
    local = box.at.astimezone(playing.a_house().property.zone_info)
    label = f"{box.count} {box.content.station} {local:%H:%M}"
    claimed: dict[str, Any] = {
        "kind": ClaimKind.SHORT,
        "claimed": date(2011, 6, 20),
        "denomination": Money(2_000),
        "amount": Money(2_000),
        "reference": "L-7",
    }

    def claim(**more: Any) -> None:
        typed = Claimed(**claimed | more)
        proof = books.stage.proof(CLERK)
        books.do(bank.claim, gaming_date=NEXT, typed=typed, proof=proof)

    claim(label=label)
    claim(kind=ClaimKind.COUNTERFEIT)
    claim(label=f"{box.count} {box.content.station} 03:00", kind=ClaimKind.OVER)
    with pytest.raises(EntryError, match="write it as on the strap"):
        claim(label="T1 09:05")
    with pytest.raises(EntryError, match="is no concluded count"):
        claim(label="2011-06-14/7 T1 09:05")
    with pytest.raises(EntryError, match="must be what the bank claims"):
        claim(amount=ZERO)
    over, counterfeit, short = banks.bank(books.database, viewer()).claims
    assert box.box in {lead.box for lead in short.leads}
    assert all(lead.by for lead in short.leads)
    assert (counterfeit.leads, counterfeit.content.effect) == ((), Money(-2_000))
    assert (over.leads, over.content.effect) == ((), Money(2_000))
    stated = {one.name: one.amount for one in month(books).stated}
    assert stated["Claims of the bank: strap short"] == Money(-2_000)
    assert banks.bank(books.database, viewer()).waiting == tuple(counts(books))


@pytest.mark.parametrize("typed", ["", "2011-06-14/1 T1", "2011-06-14/1 T1 24:00", "a T1 09:05"])
def test_what_is_no_label_is_refused(typed: str) -> None:
    with pytest.raises(EntryError):
        read_label(typed)


def test_only_what_differs_asks_for_words() -> None:
    even = Tie("A", "x", Money(1), "y", Money(1))
    off = Tie("B", "x", Money(1), "y", ZERO)
    assert unexplained([even, off], {}) == {"B": "B: over 0.01. Say what it is."}
    assert unexplained([even, off], {"B": "A cent."}) == {}


def test_a_month_is_called_by_its_year_too() -> None:
    assert adjusting.month_of(DAY) == "2011-06"
