"""A form of every kind, filled in, to print: sample people, sample figures."""

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, date, datetime
from typing import Any, Final

from countroom.domain import canonical
from countroom.domain.adjusting import Part
from countroom.domain.audit import Differing
from countroom.domain.chip_books import Move
from countroom.domain.coupon_lots import read_ranges
from countroom.domain.coupon_programme import CouponPlace
from countroom.domain.denominations import Instrument, Pool
from countroom.domain.documents import Document, Signature
from countroom.domain.exclusion import Likeness, ListKind
from countroom.domain.floor import TableKind
from countroom.domain.inventory import Pieces, SlipKind, value_of
from countroom.domain.journal import Head
from countroom.domain.opening import Action, Told, differing
from countroom.domain.papers import PAPERS
from countroom.domain.papers._coupons import lots, read_voids
from countroom.domain.papers.adjustment import Adjustment
from countroom.domain.papers.audited_day import (
    STATUS,
    AuditedChange,
    AuditedDay,
    AuditedTable,
    SignedReport,
)
from countroom.domain.papers.bank_claim import BankClaim, ClaimKind
from countroom.domain.papers.bank_deposit import BankDeposit
from countroom.domain.papers.blank_form import BlankForm, FormKind
from countroom.domain.papers.box_count import (
    BoxCount,
    CouponFound,
    DocumentsTally,
    Figure,
    Memo,
    MemoKind,
)
from countroom.domain.papers.chip_bank_count import BankCount
from countroom.domain.papers.chip_stock import StockMovement
from countroom.domain.papers.contest_result import ContestResult
from countroom.domain.papers.count_report import BoxLine, CountReport, Named
from countroom.domain.papers.counter_check import CounterCheck
from countroom.domain.papers.coupon_day import CouponDay, DayCounted, DayLedger, reckon
from countroom.domain.papers.coupon_destruction import CouponDestruction
from countroom.domain.papers.coupon_inventory import CouponInventory, compare
from countroom.domain.papers.coupon_issue import CouponIssue
from countroom.domain.papers.coupon_mailing import CouponMailing, ListUsed, Looked, Mailed
from countroom.domain.papers.coupon_processing import (
    Cancelled,
    CouponProcessing,
    Exceptional,
    Redeemed,
)
from countroom.domain.papers.coupon_quarter import CouponQuarter
from countroom.domain.papers.coupon_receipt import CouponReceipt, CouponSource
from countroom.domain.papers.coupon_requisition import CouponRequisition
from countroom.domain.papers.coupon_return import CouponReturn
from countroom.domain.papers.coupon_sheet import CouponSheet
from countroom.domain.papers.drop_manifest import DropManifest, ManifestBox
from countroom.domain.papers.drop_variance import DropVariance, VarianceItem
from countroom.domain.papers.error_notification import ErrorNotification
from countroom.domain.papers.fill_request import Request
from countroom.domain.papers.fill_slip import Slip
from countroom.domain.papers.first_checks import AtTable, FirstChecks
from countroom.domain.papers.impressment import Impressment
from countroom.domain.papers.inventory_slip import Inventory
from countroom.domain.papers.leaving import Leaving
from countroom.domain.papers.machine_test import KnownNote, MachineTest, Phase
from countroom.domain.papers.month_close import ListedChange, MonthClose, proved
from countroom.domain.papers.presentation import Laid, PoolEntry
from countroom.domain.papers.room_inspection import Checked, ItemKind, RoomInspection
from countroom.domain.papers.strap_direction import Directed, StrapDirection
from countroom.domain.papers.supplementary_count import SupplementaryCount
from countroom.domain.papers.transmittal import BoxDocuments, Transmittal
from countroom.domain.papers.unallocated import Unallocated, UnallocatedLine
from countroom.domain.papers.variance_explanation import VarianceExplanation
from countroom.domain.papers.weekly_return import ReturnDay, WeeklyReturn
from countroom.domain.people import Role
from countroom.domain.receiving import VarianceKind
from countroom.domain.tie_out import Stated, Tie
from countroom.domain.wheel_chips import Colour
from countroom.inquiries.paper_facts import PaperFacts
from countroom.inquiries.report_facts import SignatureBlock
from countroom.money import Money

DAY: Final = date(2011, 6, 14)
AT: Final = datetime(2011, 6, 15, 15, 4, 9, tzinfo=UTC)
COUNT: Final = "2011-06-14/1"
CHIPS: Final = (
    Pieces(Instrument.VALUE_CHIP, 100_00, 20, "main"),
    Pieces(Instrument.VALUE_CHIP, 2_50, 3, "main"),
)
NAMES: Final = {"151": "王小明, CT-0003", "181": "Rosa Sample, CCR-0001"}
_TOTAL: Final = value_of(CHIPS)
_NAMED: Final = Named("BC-0001", 1, "cd" * 32)


def _laid() -> Laid:
    return Laid(
        count=COUNT,
        strap_notes=100,
        entries=(
            PoolEntry(Pool.BANKING_CURRENCY, Instrument.CURRENCY, 100_00, straps=6, loose=49),
            PoolEntry(Pool.BANKING_CURRENCY, Instrument.CURRENCY, 50_00, loose=56, mutilated=1),
        ),
    )


def _report(kind: TableKind) -> CountReport:
    line = BoxLine("007", "BJ-101", "blackjack", "", emergency=False, box_count=_NAMED)
    return CountReport(COUNT, kind, DAY, DAY, (line,), 1, team=("151",))


def _slip() -> Slip:
    return Slip("BJ-101", "blackjack", "FR-0001", "cd" * 32, CHIPS, CHIPS, _TOTAL)


def _error_notification() -> ErrorNotification:
    counted = (replace(CHIPS[0], pieces=19), CHIPS[1])
    told = (Told(Role.FLOORPERSON, "151", AT), Told(Role.SURVEILLANCE, "181", AT))
    return ErrorNotification(
        table="BJ-101",
        game="blackjack",
        old_slip="IS-0001",
        old_digest="ab" * 32,
        first_count="IS-0002",
        new_slip="IS-0003",
        new_digest="cd" * 32,
        slip_total=_TOTAL,
        counted_total=value_of(counted),
        difference=value_of(counted) - _TOTAL,
        differing=differing(CHIPS, counted),
        action=Action.REGULATOR,
        told=told,
    )


def _coupon_day() -> CouponDay:
    ledger = DayLedger(
        before=read_ranges("M25-0001 to M25-0040"),
        received=read_ranges("M25-0041 to M25-0240"),
        returned=read_ranges("M25-0191 to M25-0240"),
    )
    counted = DayCounted(
        171,
        read_ranges("M25-0001 to M25-0015"),
        read_voids("M25-0188 to M25-0190: wet"),
        read_ranges("M25-0016"),
        "One was lost at the promotion desk.",
    )
    entry, parts = reckon("MP25", Money(25_00), ledger, counted)
    return CouponDay(DAY, (entry,), parts, "Marketing cabinet 1")


def _coupon_inventory() -> CouponInventory:
    ledger = read_ranges("M25-0001 to M25-0100")
    counted = read_ranges("M25-0001 to M25-0049\nM25-0051 to M25-0100\nM25-0300")
    line, differing = compare(CouponPlace.STOCK, "MP25", Money(25_00), ledger, counted)
    return CouponInventory(DAY, (line,), differing, "Surveillance was asked.")


CONTENTS: Final[dict[str, Callable[[], Any]]] = {
    "drop_manifest": lambda: DropManifest(
        DAY, "T-1", (ManifestBox("007", "BJ-101", AT, "008", slip="IS-0001"),), AT, "151"
    ),
    "drop_variance": lambda: DropVariance(
        COUNT,
        DAY,
        2,
        1,
        (
            VarianceItem(
                next(iter(VarianceKind)), "012", "BJ-102", "on the manifest", "not there", "sought"
            ),
        ),
    ),
    "machine_test": lambda: MachineTest(
        COUNT, "M-1", Phase.BEFORE, (KnownNote(100_00, 100, 100),), 0, passed=True
    ),
    "box_count": lambda: BoxCount(
        count=COUNT,
        box="007",
        table="BJ-101",
        game="mississippi_stud",
        kind=TableKind.BANKING,
        figures=(
            Figure(Instrument.CURRENCY, 100_00, 88, mutilated=1),
            Figure(Instrument.CURRENCY, 2_00, 3),
        ),
        documents=DocumentsTally(closers=1, counter_checks=2),
        coupons=(CouponFound("000123", 25_00),),
        memos=(Memo(MemoKind.SUSPECT_NOTE, "no watermark", 100_00, serial="AB 123"),),
        counters=("151",),
        ticket_cents=8806_00,
    ),
    "pool_proof": _laid,
    "presentation": lambda: replace(_laid(), seal="ef" * 32),
    "recount": lambda: replace(_laid(), attempt=2),
    "banking_count": lambda: _report(TableKind.BANKING),
    "nonbanking_count": lambda: _report(TableKind.NONBANKING),
    "strap_direction": lambda: StrapDirection(
        COUNT, (Directed(Pool.BANKING_CURRENCY, 100_00),), "They differ.", 1, warned=False
    ),
    "unallocated": lambda: Unallocated(
        COUNT,
        "RC-0001",
        (UnallocatedLine(Pool.BANKING_CURRENCY, Instrument.CURRENCY, 20_00, -1),),
        "No box can answer for it.",
    ),
    "transmittal": lambda: Transmittal(
        COUNT,
        "P-1",
        ("BR-0001", "NR-0001"),
        (BoxDocuments("007", "BJ-101", DocumentsTally(closers=1), ((25_00, "redeemed", 12),)),),
    ),
    "room_inspection": lambda: RoomInspection(
        COUNT,
        ("ROOM",),
        ("M-1",),
        tuple(Checked(place, kind) for place in ("ROOM", "M-1") for kind in ItemKind),
        "181",
    ),
    "supplementary_count": lambda: SupplementaryCount(
        COUNT,
        "M-1",
        "IN-0001",
        "BJ-101",
        nonbanking=False,
        figures=(Figure(Instrument.CURRENCY, 20_00, 1),),
        memos=(),
        team=("151",),
        explanation="It stuck in the reject pocket.",
    ),
    "leaving": lambda: Leaving(COUNT, "151", (_NAMED,)),
    "blank_form": lambda: BlankForm(FormKind.COUNT_REPORT, DAY),
    "fill_request": lambda: Request("BJ-101", "blackjack", CHIPS, _TOTAL),
    "fill_slip": _slip,
    "credit_request": lambda: Request("BJ-101", "blackjack", CHIPS, _TOTAL),
    "credit_slip": _slip,
    "inventory_slip": lambda: Inventory(
        "BJ-101", "blackjack", SlipKind.DROP, CHIPS, _TOTAL, original="007", duplicate="008"
    ),
    "error_notification": _error_notification,
    "coupon_receipt": lambda: CouponReceipt(
        CouponSource.PROVIDER,
        "Sample Printers",
        "INV-7",
        1001,
        lots("MP25", Money(25_00), read_ranges("M25-0001 to M25-1000")),
        "One sheet is short.",
    ),
    "coupon_requisition": lambda: CouponRequisition(
        DAY, DAY, "MP25", Money(25_00), 200, "Summer evenings"
    ),
    "coupon_issue": lambda: CouponIssue(
        "MQ-0001",
        "cd" * 32,
        200,
        lots("MP25", Money(25_00), read_ranges("M25-0001 to M25-0150\nM25-0201 to M25-0250")),
        read_voids("M25-0151 to M25-0152: torn"),
    ),
    "adjustment": lambda: Adjustment(
        "BJ-101",
        DAY,
        DAY,
        Part.FILLS,
        Money(8_000_00),
        Money(3_000_00),
        "Fill slip F-0003 is void and was booked all the same.",
        "F-0003",
    ),
    "audited_day": lambda: AuditedDay(
        STATUS,
        (
            AuditedTable(
                table="BJ-101",
                opening=Money(2_500_000),
                fills=Money(800_000),
                credits=Money(500_000),
                drop=Money(1_434_000),
                closing=Money(1_712_000),
                win=Money(346_000),
                games=Money(348_500),
                cash=Money(0),
                checks=Money(0),
                chips=Money(-2_500),
                explained="VX-0001",
            ),
        ),
        banking=Money(346000),
        rake=Money(148200),
        changes=(
            AuditedChange(
                name="AJ-0001",
                of=DAY,
                table="BJ-101",
                figure="Fills",
                before=Money(800_000),
                after=Money(300_000),
                reason="Fill slip F-0003 is void.",
                approved_by="CT-3",
            ),
        ),
        follows=(SignedReport("BR-0001", 1, "5f" * 32),),
    ),
    "variance_explanation": lambda: VarianceExplanation(
        Differing("BJ-101", chips=Money(-2500), others=("Coupon M25-0001 is missing.",)),
        cause_found=False,
        found="the recording of the table, every slip of the day",
        candidates=12,
    ),
    "bank_deposit": lambda: BankDeposit(
        ("2011-06-14/1",), date(2011, 6, 16), Money(77_900_00), "R-118"
    ),
    "bank_claim": lambda: BankClaim(
        ClaimKind.SHORT,
        date(2011, 6, 20),
        Money(20_00),
        Money(20_00),
        "2011-06-14/1 T1 09:05",
        "2011-06-14/1",
        "L-7",
        "99 notes in the strap.",
    ),
    "month_close": lambda: MonthClose(
        "2011-06",
        (
            proved(Tie("Revenue", "Daily worksheets", Money(222_00), "Journal", Money(222_00)), ""),
            proved(
                Tie("Deposits", "Main bank", Money(77_900_00), "Bank", Money(77_880_00)),
                "The bank found a strap short, BQ-0001.",
            ),
        ),
        (Stated("Chips outstanding, the liability", Money(1_250_00)),),
        (ListedChange("AJ-0001", "BJ-101", "Fills", Money(-5_000_00), "F-0003 is void."),),
    ),
    "contest_result": lambda: ContestResult(
        "Spring poker", DAY, 40, Money(4_000_00), Money(3_500_00)
    ),
    "weekly_return": lambda: WeeklyReturn(
        DAY,
        date(2011, 6, 20),
        (ReturnDay(DAY, Money(-126_000), Money(148_200), Money(0), Money(50_000)),),
        Money(10_108),
        Money(0),
        Money(1_444),
    ),
    "coupon_day": _coupon_day,
    "coupon_destruction": lambda: CouponDestruction(
        "MP25", DAY, lots("MP25", Money(25_00), read_ranges("M25-0001 to M25-0100")), "Shredded."
    ),
    "coupon_inventory": _coupon_inventory,
    "coupon_processing": lambda: CouponProcessing(
        DAY,
        (COUNT,),
        (Redeemed(Money(25_00), 37, 1),),
        (Cancelled("MP25", "M25-0100", "M25-0135", 36),),
        (Exceptional("M25-0090", Money(25_00), "007", "accepted after expiry"),),
    ),
    "coupon_quarter": lambda: CouponQuarter(
        "2011-Q2",
        date(2011, 4, 1),
        date(2011, 6, 30),
        91,
        (Redeemed(Money(25_00), 37, 1), Redeemed(Money(10_00), 4)),
        Money(965_00),
        "Accepted after expiry, and redeemed: M25-0090 on 2011-06-14.",
    ),
    "coupon_return": lambda: CouponReturn(
        "MP25",
        lots("MP25", Money(25_00), read_ranges("M25-0191 to M25-0240")),
        read_voids("M25-0190: wet"),
    ),
    "first_checks": lambda: FirstChecks(DAY, (AtTable("BJ-101", 2, Money(3_000_00)),)),
    "impressment": lambda: Impressment("RO-421", (Colour("red", 300, 298),)),
    "chip_bank_count": lambda: BankCount(CHIPS, _TOTAL, "night"),
    "chip_stock": lambda: StockMovement(Move.RECEIVED, CHIPS, _TOTAL, "From the maker."),
    "coupon_sheet": lambda: CouponSheet(
        "MP25",
        "Test House (sample)",
        Money(25_00),
        "Blackjack main wager only",
        "Dropped when the wager settles.",
        date(2011, 12, 31),
        lots("MP25", Money(25_00), read_ranges("M25-0001 to M25-0008")),
    ),
    "coupon_mailing": lambda: CouponMailing(
        "Summer evenings",
        "Sample Mailers",
        DAY,
        "MP25",
        Money(25_00),
        date(2011, 12, 31),
        tuple(ListUsed(kind, DAY, 3) for kind in ListKind),
        (Mailed("ab" * 32, "M25-0001"), Mailed("cd" * 32, "M25-0002")),
        1,
        (Looked("cd" * 32, ListKind.EXCLUSION, Likeness.SPELT, mailed=True, why="Another age."),),
    ),
    "counter_check": lambda: CounterCheck("BJ-101", "000123", Money(2_000_00), "007", AT),
}
"""What is filled in, by the code of the paper."""


def a_paper(code: str, content: Any = None, **changed: Any) -> PaperFacts:
    """Make a form of one kind, its first place signed and the others not."""
    kind = PAPERS[code]
    filled = CONTENTS[code]() if content is None else content
    document = Document(
        id=1,
        paper=code,
        name=f"{kind.series}-0001",
        gaming_date=DAY,
        version=1,
        newest=1,
        content=filled,
        digest=canonical.digest(filled),
        at=AT,
        by="151",
        state="issued",
        table="BJ-101",
        box="007",
    )
    blocks = tuple(
        SignatureBlock(
            step.name,
            step.name.replace("_", " ").title(),
            step.attests,
            "",
            Signature(step.name, "151", "王小明", "Signer", "CT-0003", AT, document.digest)
            if place == 0
            else None,
        )
        for place, step in enumerate(kind.signatures)
    )
    facts = PaperFacts(
        document=document,
        title=kind.title,
        facility="Sample Casino",
        zone="America/New_York",
        names=NAMES,
        signatures=blocks,
        copies=kind.copies,
        draft=len(blocks) > 1,
        void="",
        head=Head(4117, "5f" * 32),
    )
    return replace(facts, **changed)
