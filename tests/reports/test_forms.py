"""Every form has its print, filled in from its own content."""

import json
from dataclasses import replace

import pytest

from countroom.domain.denominations import Instrument
from countroom.domain.inventory import Pieces, SlipKind, value_of
from countroom.domain.papers import PAPERS
from countroom.domain.papers.inventory_slip import Inventory
from countroom.inquiries.paper_facts import PaperFacts
from countroom.inquiries.report_facts import PrintKind, Stamp
from countroom.regulations import V_70
from countroom.reports import forms, pages, pdf
from countroom.reports.printing import Printer
from countroom.reports.sheets import Run
from tests.plumbing import prints
from tests.plumbing import sample_papers as sample
from tests.plumbing.golden import Golden

RUN = Run(sample.AT, "by Rosa Sample, CCR-0001")
COMPOSED = {"banking_count", "nonbanking_count"}
"""Printed from facts that compose other forms; their own content has no figures."""


def written(facts: PaperFacts, stamp: Stamp | None = None) -> bytes:
    return pdf.press(forms.page(facts, next(iter(facts.copies), None), run=RUN, stamp=stamp))


def test_every_paper_has_a_sample_to_print() -> None:
    assert sample.CONTENTS.keys() == PAPERS.keys()


@pytest.mark.rule(V_70)
@pytest.mark.parametrize("code", sorted(PAPERS.keys() - COMPOSED))
def test_every_paper_prints_what_each_form_must_say(code: str) -> None:
    facts = sample.a_paper(code)
    made = written(facts)
    copy = next(iter(facts.copies), forms.NO_COPY)
    for page in prints.pages(made):
        assert "Sample Casino" in page
        assert facts.title in page
        assert "Tuesday, June 14, 2011" in page
        assert f"{facts.document.name}, version 1" in page
        assert f"{copy.name} · {copy.destination}" in page
    text = prints.text(made)
    assert facts.document.digest in text
    assert text.count("NOT SIGNED") == max(0, len(PAPERS[code].signatures) - 1)
    (content,) = prints.attached(made).items()
    assert content[0] == f"{facts.document.name}-v1.json"
    assert pages.Attached("", content[1], "").sha256 == facts.document.digest
    assert json.loads(content[1])


def test_a_fill_slip_shows_pieces_value_and_total(goldens: Golden) -> None:
    made = written(sample.a_paper("fill_slip"))
    prints.check_print(goldens, "fill_slip", made)
    text = prints.text(made)
    assert "value chip $100 20 main 2,000.00" in text
    assert "value chip $2.50 3 main 7.50" in text
    assert "Total 2,007.50" in text


def test_an_error_slip_names_what_differs_who_was_told_and_both_slips(goldens: Golden) -> None:
    made = written(sample.a_paper("error_notification"))
    prints.check_print(goldens, "error_notification", made)
    text = prints.text(made)
    for said in (
        "value chip $100 main 20 19 -100.00",
        "Total -100.00",
        "Old slip IS-0001",
        "New slip IS-0003",
        "Surveillance Rosa Sample, CCR-0001 2011-06-15 11:04:09 EDT",
        "the regulator has a copy",
    ):
        assert said in text, said


def test_a_day_of_coupons_prints_its_identity_serials_and_variation(goldens: Golden) -> None:
    made = written(sample.a_paper("coupon_day"))
    prints.check_print(goldens, "coupon_day", made)
    text = prints.text(made)
    assert "One was lost" in text
    assert "MP25 missing M25-0016 M25-0016 1" in text


@pytest.mark.parametrize(
    "code",
    [
        "coupon_receipt",
        "coupon_requisition",
        "coupon_issue",
        "coupon_return",
        "coupon_inventory",
        "coupon_processing",
        "coupon_quarter",
        "coupon_destruction",
        "coupon_sheet",
        "coupon_mailing",
    ],
)
def test_the_forms_of_coupons_print_as_they_did(goldens: Golden, code: str) -> None:
    prints.check_print(goldens, code, written(sample.a_paper(code)))


BOOKS = (
    *("adjustment", "variance_explanation", "audited_day"),
    *("contest_result", "weekly_return", "bank_deposit", "bank_claim", "month_close"),
)


@pytest.mark.parametrize("code", BOOKS)
def test_the_forms_of_the_books_print_as_they_did(goldens: Golden, code: str) -> None:
    prints.check_print(goldens, code, written(sample.a_paper(code)))


def test_a_box_count_lists_its_documents_coupons_and_memo_entries() -> None:
    text = prints.text(written(sample.a_paper("box_count")))
    for said in (
        "Counter checks 2",
        "currency $100 88 1 8,800.00",
        "currency $2 3 0 6.00",
        "Total 8,806.00",
        "000123 25.00 redeemed",
        "suspect note no watermark $100 1 AB 123 USD",
        "Game mississippi stud",
        "Counters 王小明, CT-0003",
        "Ticket 8,806.00",
    ):
        assert said in text, said


def test_a_form_read_from_record_names_people_not_badges() -> None:
    text = prints.text(written(sample.a_paper("drop_manifest")))
    assert "Surveillance told by 王小明, CT-0003" in text
    assert "007 BJ-101 2011-06-15 11:04:09 EDT 008" in text


def test_a_transmittal_tallies_documents_by_box_on_its_side() -> None:
    made = written(sample.a_paper("transmittal"))
    assert "12 x 25.00 redeemed" in prints.text(made).replace("\n", " ")
    (picture,) = prints.pictures(made)
    assert picture.width > picture.height


def test_a_blank_form_has_lines_to_write_on() -> None:
    text = prints.text(written(sample.a_paper("blank_form")))
    assert "NB-0001" in text
    assert "To be filled in by hand, in ink" in text
    assert "What, and which set" in text
    assert "INCOMPLETE" not in text


def test_a_void_form_says_why_and_by_whom_on_every_page() -> None:
    facts = sample.a_paper("fill_slip", void="wrong table, by Ana Sample and Rosa Sample")
    text = prints.text(written(facts))
    assert "VOID: wrong table, by Ana Sample and Rosa Sample" in text


def test_a_form_that_lacks_signatures_or_was_replaced_says_so() -> None:
    facts = sample.a_paper("fill_slip")
    assert "INCOMPLETE: signatures are missing" in prints.text(written(facts))
    old = replace(facts, document=replace(facts.document, newest=3, reason="wrong table"))
    text = prints.text(
        written(replace(old, draft=False), Stamp(PrintKind.SUPERSEDED, 0, "cd" * 32))
    )
    assert "SUPERSEDED by version 3" in text
    assert "Why it was changed wrong table" in text
    assert "INCOMPLETE" not in text


def test_case_C10_an_inventory_of_half_dollars_and_dimes_is_exact() -> None:
    pieces = (
        Pieces(Instrument.VALUE_CHIP, 2_50, 3, "main"),
        Pieces(Instrument.COIN, 10, 7),
    )
    content = Inventory("BJ-101", "blackjack", SlipKind.CLOSE, pieces, value_of(pieces))
    text = prints.text(written(sample.a_paper("inventory_slip", content)))
    assert "$2.50 3 main 7.50" in text
    assert "$0.10 7 0.70" in text
    assert "Total 8.20" in text


def test_the_printer_prints_a_form_and_its_copy() -> None:
    printer = Printer(press=pdf.press, build="ab" * 32)
    facts = sample.a_paper("fill_slip")
    text = prints.text(printer.form(facts, facts.copies[0], at=sample.AT, by="by Rosa Sample"))
    assert "by Rosa Sample, program abababababababab" in text
    assert "RECORD COPY · Read from the record" in prints.text(printer.form(facts, at=sample.AT))
