"""The two count reports on paper: figures, words, pages, and what they must not let in."""

import json
import re
from dataclasses import replace
from datetime import timedelta
from functools import cache

import pytest

from countroom.domain.denominations import Instrument, Pool
from countroom.domain.documents import Copy
from countroom.errors import RuleError
from countroom.inquiries.report_facts import (
    Cell,
    ChangeRow,
    Column,
    DirectionRow,
    MemoRow,
    MissingRow,
    PoolTotal,
    PrintKind,
    ReportFacts,
    ServedRow,
    Stamp,
    UnallocatedRow,
)
from countroom.money import ZERO, Money
from countroom.regulations import V_70
from countroom.reports import count_print, pdf
from countroom.reports.sheets import Run
from tests.plumbing import prints
from tests.plumbing import sample_report as sample
from tests.plumbing.golden import Golden

RUN = Run(sample.SIGNED, "kept at the last signature", "0123456789abcdef" * 4)


MANY = sample.many(90)
"""Enough tables for several pages."""

WORKED_DAY = """\
001 BJ-101 Blackjack 88 8,800.00 20 1,000.00 110 2,200.00 25 250.00 14 70.00 20 20.00 12,340.00
002 RO-201 Roulette 31 3,100.00 6 300.00 80 1,600.00 18 180.00 12 60.00 20 20.00 5,260.00
003 CR-301 Craps 150 15,000.00 10 500.00 160 3,200.00 30 300.00 16 80.00 20 20.00 19,100.00
004 MB-401 Mini Baccarat 380 38,000.00 20 1,000.00 100 2,000.00 15 150.00 8 40.00 10 10.00 41,200
Column totals 649 64,900.00 56 2,800.00 450 9,000.00 88 880.00 50 250.00 70 70.00 77,900.00"""


@cache  # many tests look at the same print
def written(facts: ReportFacts, copy: Copy | None = None, stamp: Stamp | None = None) -> bytes:
    page = count_print.page(facts, copy or facts.copies[0], run=RUN, stamp=stamp)
    return pdf.press(page)


def read(facts: ReportFacts, **more: object) -> str:
    return prints.text(written(facts, **more))


# --------------------------------------------------------------------- the worked gaming day


def test_the_worked_day_prints_its_banking_report(goldens: Golden) -> None:
    prints.check_print(goldens, "banking_count", written(sample.banking()))


def test_the_worked_day_prints_its_nonbanking_report(goldens: Golden) -> None:
    prints.check_print(goldens, "nonbanking_count", written(sample.nonbanking()))


def test_the_banking_report_shows_every_figure_of_the_worked_day() -> None:
    text = read(sample.banking())
    assert "$77,900.00\nRecount RC-0001\n$77,900.00\nCount and recount\nAGREES" in text
    for row in WORKED_DAY.split("\n"):
        assert row in text
    assert "4 banking boxes opened and counted" in text
    assert "Tuesday, June 14, 2011" in text
    assert "Prepared 2011-06-15" in text


def test_the_nonbanking_report_counts_the_empty_box_too() -> None:
    text = read(sample.nonbanking())
    assert "2 nonbanking boxes opened and counted" in text
    assert "006 PK-502 Poker no activity 0 0.00 0 0.00 0.00" in text
    assert "005 PK-501 0.00 762.00 720.00 1,482.00" in text
    assert "All boxes 0.00 762.00 720.00 1,482.00" in text


def test_the_figures_travel_inside_the_print_as_they_are() -> None:
    facts = sample.banking()
    (content,) = prints.attached(written(facts)).values()
    assert json.loads(content)["grand_total"] == 77_900_00
    assert json.loads(content)["digest"] == facts.digest


@pytest.mark.rule(V_70)
def test_three_copies_are_alike_but_for_their_name_and_department() -> None:
    facts = sample.banking()
    texts = []
    for copy in facts.copies:
        by_page = prints.pages(written(facts, copy))
        for page in by_page:
            assert sample.FACILITY in page
            assert facts.title in page
            assert "June 14, 2011" in page
            assert f"{copy.name} · {copy.destination}" in page
        whole = "\n".join(by_page)
        texts.append(whole.replace(copy.name, "COPY").replace(copy.destination, "DEPARTMENT"))
    assert [copy.name for copy in facts.copies] == ["ORIGINAL", "SECOND COPY", "THIRD COPY"]
    # "Casino Compliance Representative" also signs: the departments differ in the foot only
    assert texts[0].replace("Casino Compliance Representative", "DEPARTMENT") == texts[1]
    assert texts[0] == texts[2]


@pytest.mark.rule(V_70)
def test_a_copy_without_department_or_a_report_without_facility_is_not_printed() -> None:
    facts = sample.banking()
    with pytest.raises(RuleError, match="lacks its facility, receiving department"):
        count_print.page(replace(facts, facility=" "), Copy("ORIGINAL", "", frozenset()), run=RUN)


def test_every_page_says_its_number_the_digest_and_the_journal() -> None:
    facts = MANY
    by_page = prints.pages(written(facts))
    for number, page in enumerate(by_page, 1):
        assert f"Page {number} of {len(by_page)}" in page
        assert "abababab abababab" in page
        assert "Journal 4117 5f5f5f5f" in page
    assert by_page[-1].count("End of Daily Banking Table Game Count Report BR-0001") == 1
    assert facts.digest in by_page[-1]


# ------------------------------------------------------------------ signatures and their marks


def test_a_report_before_its_last_signature_is_a_draft() -> None:
    text = read(sample.unsigned(sample.banking(), signed=4))
    assert text.count("NOT SIGNED") == 2
    assert "DRAFT: signatures are missing, not to leave the count room" in text
    assert "DRAFT" not in read(sample.banking())


def test_the_signatures_stand_in_the_order_of_signing() -> None:
    text = read(sample.banking())
    places = [text.index(f"{n}. {title}") for n, (_, title, _, _) in enumerate(sample.SIGNERS, 1)]
    assert places == sorted(places)


def test_case_H4_a_signature_prints_the_full_name_and_the_credential() -> None:
    text = read(sample.banking())
    for _, title, name, credential in sample.SIGNERS:
        assert re.search(rf"{re.escape(name)}\n{title}, credential {credential}\n", text), name


def test_case_H3_a_superseded_version_says_which_one_stands() -> None:
    facts = replace(sample.banking(), newest=2, superseded=True)
    text = read(facts)
    assert "SUPERSEDED by version 2" in text
    assert "BR-0001, version 1" in text


def test_a_reprint_names_the_first_print() -> None:
    by_page = prints.pages(
        written(sample.banking(), stamp=Stamp(PrintKind.REPRINT, 2, "0123456789abcdef" * 4))
    )
    assert all("REPRINT 2 of print 0123456789abcdef" in page for page in by_page)


def test_a_void_print_says_so_on_every_page() -> None:
    by_page = prints.pages(written(sample.banking(), stamp=Stamp(PrintKind.VOID, 0, "cd" * 32)))
    assert all("VOID" in page for page in by_page)


# -------------------------------------------------------------- what does not agree, and lists


def _disagreeing() -> ReportFacts:
    facts = sample.banking()
    first = replace(
        facts.columns[0], recount_pieces=648, recount_amount=Money(64_800_00), agrees=False
    )
    pool = replace(facts.pools[0], recount_amount=Money(77_800_00), agrees=False)
    return replace(
        facts,
        columns=(first, *facts.columns[1:]),
        pools=(pool,),
        recount_total=Money(77_800_00),
        agrees=False,
    )


def test_a_disagreement_is_named_at_its_denomination_and_in_total() -> None:
    text = read(_disagreeing())
    assert "$77,800.00\nCount and recount\nDOES NOT AGREE" in text
    assert len(re.findall(r"DOES NOT\s+AGREE", text)) == 3  # the answer, the column, the total


def test_without_a_recount_none_is_printed() -> None:
    facts = sample.banking()
    columns = tuple(
        replace(column, recount_pieces=None, recount_amount=None, method="", agrees=None)
        for column in facts.columns
    )
    pool = replace(facts.pools[0], recount_amount=None, agrees=None)
    text = read(
        replace(
            facts,
            columns=columns,
            pools=(pool,),
            recount_total=None,
            agrees=None,
            recount="",
            attempts=(),
        )
    )
    assert "not recounted" in text
    assert "NOT RECOUNTED" in text
    assert "Method" not in text


def test_a_denomination_that_was_not_recounted_stays_blank() -> None:
    facts = sample.banking()
    first = replace(facts.columns[0], recount_pieces=None, recount_amount=None, agrees=False)
    text = read(replace(facts, columns=(first, *facts.columns[1:]), agrees=False))
    assert "Recount RC-0001 56 2,800.00" in text


def test_everything_that_happened_is_listed() -> None:
    at = sample.SIGNED
    facts = sample.banking()
    text = read(
        replace(
            facts,
            memos=(MemoRow("001", "BJ-101", "Suspect note", "torn", 1, "$100", "AB 123"),),
            changes=(ChangeRow("003", "CR-301", "$20", "158", "160", "stuck", "Ana", "Rosa", at),),
            directions=(
                DirectionRow("SD-0001", "Rosa Sample", at, "$100, $20", "differ", warned=True),
            ),
            missing=(MissingRow("012", "BJ-102", "not in the trolley", "DV-0001"),),
            served=(ServedRow("O'Brien", "T-0123abcd", at, at - timedelta(minutes=5)),),
            unallocated=(
                UnallocatedRow(
                    name="UA-0001",
                    reason="no box can answer for it",
                    cells=(None,) * len(facts.columns),
                    pool_totals=(Money(-100_00),),
                    total=Money(-100_00),
                    supervisor="Sam Sample",
                    representative="Rosa Sample",
                    at=at,
                ),
            ),
        )
    )
    for said in (
        "001 BJ-101 Suspect note 1 $100 AB 123 torn",
        "003 CR-301 $20 158 160 Ana Rosa 2011-06-15 11:04:09 EDT stuck",
        "012 BJ-102 DV-0001 not in the trolley",
        "without a discrepancy",
        "O'Brien T-0123abcd 2011-06-15 11:04:09 EDT 2011-06-15 10:59:09 EDT",
        "UA-0001 -100.00 Sam Sample Rosa Sample",
        "1 RC-0001 O'Brien & Sons <b>x</b> 2011-06-15 10:04:09 EDT 77,900.00 agreed",
        "M-1 before the count passed Ana Sample",
        "Rosa Sample Casino Compliance Representative CCR-0001",
    ):
        assert said in text
    assert "None:" not in text


def test_an_unallocated_line_stands_between_the_boxes_and_the_totals() -> None:
    facts = sample.banking()
    cells = (Cell(1, Money(100_00)), *(None,) * (len(facts.columns) - 1))
    row = UnallocatedRow(
        "UA-0001", "why", cells, (Money(100_00),), Money(100_00), "S", "R", sample.SIGNED
    )
    text = read(replace(facts, unallocated=(row,)))
    assert "Unallocated, UA-0001 1 100.00 100.00" in text


# ------------------------------------------------------------------------ cases from the field


def test_case_I1_a_report_of_many_tables_ends_and_numbers_its_pages() -> None:
    by_page = prints.pages(written(MANY))
    assert f"Page {len(by_page)} of {len(by_page)}" in by_page[-1]
    text = "\n".join(by_page)
    assert all(f"{n:03d} BJ-{n:03d} Blackjack" in text for n in range(1, 91))


def test_case_I2_a_day_without_tables_is_a_report_of_one_page() -> None:
    (page,) = prints.pages(written(sample.unsigned(sample.nil())))
    assert "No activity." in page
    assert "Page 1 of 1" in page
    assert page.count("NOT SIGNED") == len(sample.SIGNERS)


def test_case_I3_a_note_of_5000_characters_is_printed_whole() -> None:
    memo = MemoRow("001", "BJ-101", "Other", "Ж" * 5000, 1, "", "")
    by_page = prints.pages(written(replace(sample.banking(), memos=(memo,))))
    assert "".join(by_page).count("Ж") == 5000
    assert len(by_page) <= 5
    for page in by_page:
        if "Ж" in page:
            assert "Box Table Kind Pieces Denomination Serial Description" in page


def test_case_I3_the_header_row_stands_on_every_page_and_no_row_is_cut() -> None:
    by_page = prints.pages(written(MANY))
    figures = [page for page in by_page if " BJ-" in page and "Blackjack" in page]
    assert len(figures) >= 3
    assert all("Box Table Game Remark $100 $50 $20 $10 $5 $2 $1 Total" in page for page in figures)
    rows = re.findall(
        r"^\d{3} BJ-\d{3} Blackjack(?: \d+ [\d,]+\.\d\d){7} [\d,]+\.\d\d$",
        "\n".join(figures),
        re.MULTILINE,
    )
    assert len(rows) == 90


def test_case_I4_names_in_any_script_print_as_they_are() -> None:
    facts = sample.banking()
    page = count_print.page(facts, facts.copies[0], run=RUN)
    assert "O&#39;Brien &amp; Sons &lt;b&gt;x&lt;/b&gt;" in page.html
    assert "&amp;amp;" not in page.html
    text = prints.text(pdf.press(page))
    for name in ("Nguyễn Văn A", "王小明", "محمد", "O'Brien & Sons <b>x</b>"):
        assert name in text


def test_case_C9_a_column_for_two_dollar_notes() -> None:
    text = read(sample.banking((("BJ-101", "Blackjack", (3, 2)),), notes=(2_00, 1_00)))
    assert "Box Table Game Remark $2 $1 Total" in text
    assert "001 BJ-101 Blackjack 3 6.00 2 2.00 8.00" in text


def test_case_C10_half_dollar_chips_and_dimes_are_exact() -> None:
    def column(instrument: Instrument, face: int, pieces: int) -> Column:
        amount = Money(face) * pieces
        return Column(
            Pool.NONBANKING_CURRENCY,
            instrument,
            "",
            face,
            pieces,
            amount,
            pieces,
            amount,
            "hand",
            agrees=True,
        )

    facts = sample.nonbanking()
    columns = (column(Instrument.VALUE_CHIP, 250, 3), column(Instrument.COIN, 10, 7))
    amount = Money(8_20)
    row = replace(
        facts.rows[0],
        cells=(Cell(3, Money(7_50)), Cell(7, Money(70))),
        pool_totals=(amount,),
        total=amount,
    )
    text = read(
        replace(
            facts,
            columns=columns,
            rows=(row,),
            pools=(PoolTotal(Pool.NONBANKING_CURRENCY, amount, amount, agrees=True),),
            attempts=(),
            grand_total=amount,
            recount_total=amount,
        )
    )
    assert "$2.50 $0.10 Total" in text
    assert "3 7.50 7 0.70 8.20" in text
    assert "$8.20" in text


def test_case_D3_box_007_and_box_7_are_two_boxes() -> None:
    facts = sample.banking()
    rows = (replace(facts.rows[0], box="007"), replace(facts.rows[1], box="7"))
    text = read(replace(facts, rows=rows))
    assert "007 BJ-101" in text
    assert "\n7 RO-201" in text


def test_a_box_says_what_is_special_about_it() -> None:
    facts = sample.banking()
    row = replace(
        facts.rows[0], emergency=True, shift="2", empty="no activity", version=2, cells=(None,) * 6
    )
    text = read(replace(facts, rows=(row,)))
    words = " ".join(text.split())
    assert "EMERGENCY, shift 2, no activity, changed, version 2" in words


def test_found_chips_have_a_table_of_their_own_and_enter_no_total() -> None:
    facts = sample.banking()
    chip = Column(
        Pool.FOUND_CHIPS,
        Instrument.VALUE_CHIP,
        "main",
        25_00,
        1,
        Money(25_00),
        1,
        Money(25_00),
        "hand",
        agrees=True,
    )
    rows = tuple(
        replace(
            row,
            cells=(*row.cells, Cell(1, Money(25_00)) if place == 0 else None),
            pool_totals=(*row.pool_totals, Money(25_00) if place == 0 else ZERO),
        )
        for place, row in enumerate(facts.rows)
    )
    found = PoolTotal(Pool.FOUND_CHIPS, Money(25_00), Money(25_00), agrees=True)
    text = read(
        replace(
            facts,
            columns=(*facts.columns, chip),
            rows=rows,
            pools=(*facts.pools, found),
            attempts=(),
        )
    )
    assert (
        "Box Table Game Remark $25 main Total\n001 BJ-101 Blackjack 1 25.00 25.00\nColumn" in text
    )
    assert "Count: total of 4 banking boxes\n$77,900.00" in text


def test_many_denominations_run_over_into_a_further_table() -> None:
    faces = (5_000_00, 1_000_00, 500_00, 100_00, 25_00, 20_00, 5_00, 2_50, 1_00)
    facts = sample.banking((("BJ-101", "Blackjack", (1,) * 9),), notes=faces)
    text = read(facts)
    assert "Banking currency (1 of 2)" in text
    assert "Banking currency (2 of 2)" in text
    assert text.count("6,653.50") >= 4


def test_chips_of_which_there_are_none_are_named_instead_of_printed() -> None:
    facts = sample.nonbanking()
    idle = replace(
        facts.columns[6],
        denomination_cents=500_00,
        pieces=0,
        amount=ZERO,
        recount_pieces=0,
        recount_amount=ZERO,
    )
    columns = (*facts.columns[:6], idle, *facts.columns[6:])
    rows = tuple(replace(r, cells=(*r.cells[:6], None, *r.cells[6:])) for r in facts.rows)
    attempts = tuple(replace(a, pieces=(*a.pieces[:6], 0, *a.pieces[6:])) for a in facts.attempts)
    text = read(replace(facts, columns=columns, rows=rows, attempts=attempts))
    assert "No pieces of: $500." in text
    assert "Box Table Game Remark $5 $1 Total" in text


def test_a_link_in_a_note_takes_no_file_into_the_print(tmp_path: object) -> None:
    secret = f"{tmp_path}/secret.txt"
    with open(secret, "w", encoding="utf-8") as file:  # noqa: PTH123 - a plain path is the point
        file.write("7,318,549")
    note = f"<link rel=attachment href='file://{secret}'><img src='file://{secret}'>"
    memo = MemoRow("001", "BJ-101", "Other", note, 1, "", "")
    made = written(replace(sample.banking(), memos=(memo,)))
    assert list(prints.attached(made)) == ["BR-0001-v1.json"]
    assert "7,318,549" not in prints.text(made)
    assert b"7,318,549" not in made
