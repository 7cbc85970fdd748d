"""The planted day, act by act: every figure goes through the operation it goes through."""

from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path

from countroom.domain.box_sheet import Sheet
from countroom.domain.denominations import Instrument, Pool
from countroom.domain.floor import TableKind
from countroom.domain.inventory import SlipKind
from countroom.domain.papers.blank_form import BlankForm, FormKind
from countroom.domain.papers.box_count import BoxCount, Figure
from countroom.domain.papers.machine_test import Phase
from countroom.domain.papers.strap_direction import Directed
from countroom.domain.people import Role
from countroom.engine.dealing import BuyIn, buy_in_columns
from countroom.engine.games import GAMES
from countroom.engine.records import resettle
from countroom.money import Money
from countroom.operations import (
    attendance,
    checks,
    closing_room,
    counting,
    directing,
    drop,
    fallback,
    fills,
    keying,
    presenting,
    proving,
    recheck,
    recounting,
    signing,
    supplement,
)
from countroom.operations import rounds as round_files
from countroom.operations.acts import Done
from countroom.stores import documents, proceeds, registry, rounds
from tests.plumbing import felts
from tests.plumbing.cast import MINUTE, Cast
from tests.secrets import planted
from tests.secrets.house import (
    BOXES,
    CHANGED,
    COUNT,
    DAY,
    INSIDE,
    NIGHT,
    SECOND,
    TEAM,
    laid,
    money,
    outsider,
    sheets,
)


@dataclass
class SecretDay(Cast):
    """The day on a database; ``rounds`` is where its rounds lie."""

    rounds: Path = Path()

    def floor(self) -> None:
        """Tables opened, a fill, the drop, and the games of BJ-101 on record."""
        rack = {("main", 100_00): planted.RACK, ("main", 5_00): 100}
        dealer, floor = outsider(Role.DEALER), outsider(Role.FLOORPERSON)
        for table, box in BOXES.items():
            self.do(drop.place_box, outsider(Role.DROP_TEAM), table=table, box=box, gaming_date=DAY)
        for table in BOXES:
            self.slip(table, SlipKind.OPENING, rack, dealer=dealer, floor=floor)
        crew = {"floorperson": floor, "chip_bank": outsider(Role.CHIP_BANK_CASHIER)}
        crew |= {"security": outsider(Role.SECURITY), "dealer": dealer}
        self.chips(fills, "BJ-101", {("main", 100_00): 20}, crew)
        self.now = NIGHT
        team = outsider(Role.DROP_TEAM)
        officer = outsider(Role.SURVEILLANCE)
        self.do(drop.tell_surveillance, team, what="drop", gaming_date=DAY, officer=officer)
        for table, box in BOXES.items():
            self.now += 3 * MINUTE
            incoming = f"2{table[-3:]}"
            slip = self.slip(
                table, SlipKind.DROP, rack, dealer=dealer, floor=floor, incoming=incoming
            )
            self.do(drop.drop_box, team, table=table, box=box, replacement=incoming, slip=slip)
        self.do(
            drop.load_trolley,
            team,
            gaming_date=DAY,
            trolley="1",
            boxes=tuple(BOXES.values()),
            drop_team=self.proof(team),
            security=self.proof(outsider(Role.SECURITY)),
        )
        self._games()

    def _games(self) -> None:
        rules = felts.rules("baccarat", maximum_cents=10**9)
        lost = {"wager": "player", "player_1": "2c", "player_2": "Kd", "player_3": -1}
        lost |= {"banker_1": "4c", "banker_2": "4d", "banker_3": -1, "shoe": 1}
        stakes = enumerate((planted.STAKE_CENTS, planted.LATER_STAKE_CENTS), 1)
        rows = [{**lost, "round": number, "stake_cents": stake} for number, stake in stakes]
        columns = felts.rows("baccarat", *rows)
        again = resettle(GAMES["baccarat"], rules, columns)
        assert not again.refused
        with self.database.read() as tx:
            of = registry.period_on(tx, "BJ-101", DAY)
        assert of is not None
        assert of.to_at is not None
        period = rounds.Period(
            table="BJ-101",
            game="baccarat",
            rules=rules,
            gaming_date=DAY,
            from_at=of.from_at,
            to_at=of.to_at,
            seed=1,
        )
        bought = [BuyIn(of.from_at + timedelta(hours=1), 1, planted.CASH_CENTS, "cash", {})]
        stored = rounds.write_period(
            self.rounds, period, dict(again.columns), buy_in_columns(bought)
        )
        team = outsider(Role.DROP_TEAM)
        self.do(round_files.record_file, team, period=period, stored=stored)

    # ---------------------------------------------------------------------------- the room

    def secure(self, count: str = COUNT) -> None:
        """Everybody signed on, visitors too; the room is secured."""
        officer = outsider(Role.SURVEILLANCE)
        self.do(counting.open_count, "S1", gaming_date=DAY)
        self.do(drop.tell_surveillance, "S1", what="count", gaming_date=DAY, officer=officer)
        for badge in (*(one.badge for one in INSIDE), *TEAM[1:]):
            self.do(
                attendance.sign_on,
                badge,
                count=count,
                proof=self.proof(badge),
                purpose="to look on",
            )
        self.test_machines(count, "T1", Phase.BEFORE)
        self.do(counting.secure_room, "S1", count=count, ticks=frozenset(counting.TICKS))

    def receive(self, *boxes: str, count: str = COUNT) -> None:
        """Boxes come in; what does not is named missing."""
        for box in boxes:
            self.do(drop.receive_box, "S1", count=count, box=box)
        self.do(
            drop.reconcile_in,
            "S1",
            count=count,
            supervisor=self.proof("S1"),
            explanations={"1103": "Left in the trolley."},
        )
        self.do(
            attendance.sign_out_keys,
            "S1",
            count=count,
            holder_a=self.proof("B1"),
            holder_b=self.proof("S1"),
        )

    def open_up(self, box: str, count: str = COUNT) -> None:
        """A box is opened, emptied and shown empty."""
        self.do(counting.open_box, "T1", count=count, box=box, station="S1")
        self.do(counting.empty_box, "T1", count=count, box=box)
        self.do(counting.show_empty, "T1", count=count, box=box, second="T2")

    def record(self, box: str, sheet: Sheet, revision: int = 0, count: str = COUNT) -> None:
        """What was counted in a box is recorded."""
        self.do(counting.record_box, "T1", count=count, box=box, revision=revision, sheet=sheet)

    def count_two(self) -> None:
        """Two boxes recorded and one of them changed; a third typed in part."""
        typed = sheets()
        for table in ("BJ-101", "MS-102"):
            self.open_up(BOXES[table])
            self.record(BOXES[table], typed[table])
        self.do(
            counting.change_box,
            "T1",
            count=COUNT,
            box=BOXES["MS-102"],
            version=1,
            sheet=CHANGED,
            reason="A strap lay aside.",
            second=self.proof("T2"),
        )
        self.open_up(BOXES["PK-501"])
        part = Sheet(figures={"currency-500": planted.TYPED})
        box = BOXES["PK-501"]
        self.do(counting.save_draft, "T1", count=COUNT, box=box, revision=0, sheet=part)

    def key_in(self) -> None:
        """A box was counted on paper: one member keyed it in, and types at a second form."""
        kind = FormKind.COUNT_REPORT
        self.do(fallback.print_blank_forms, "S1", gaming_date=DAY, kind=kind, how_many=2)
        box = BoxCount(
            count=COUNT,
            box=BOXES["PK-501"],
            table="PK-501",
            game="poker",
            kind=TableKind.NONBANKING,
            figures=(Figure(Instrument.CURRENCY, 5_00, planted.KEYED),),
            counters=("T2", "T3"),
        )
        content = BlankForm(kind, DAY, COUNT, boxes=(box,))
        with self.database.read() as tx:
            forms = documents.find(tx, paper="blank_form", gaming_date=DAY)
        self.do(fallback.key_in, "T2", form=forms[0].name, content=content, proof=self.proof("T2"))
        typed = {f"{box.box}/grid.currency-500.pieces": str(planted.TYPED_FROM_PAPER)}
        form = forms[1].name
        self.do(keying.save_keying, "T2", count=COUNT, form=form, typed=typed, revision=0)

    def all_recorded(self) -> None:
        """The last box is recorded; the strapping team has typed in part."""
        self.record(BOXES["PK-501"], sheets()["PK-501"], revision=1)
        self.do(counting.all_recorded, "T1", count=COUNT)
        name = "grid.banking_currency-currency-10000.loose"
        typed = {name: str(planted.PROOF_TYPED)}
        self.do(proving.save_pools, "T1", count=COUNT, typed=typed, revision=0)

    def prove(self, **off: int) -> None:
        """The strapping team hands its pools in."""
        self.do(proving.prove, "T1", count=COUNT, entries=laid(**off))

    def present(self) -> None:
        """The money is presented, the curtain drawn."""
        self.do(presenting.present, "T1", count=COUNT, supervisor=self.proof("S1"))

    def begin_recount(self) -> None:
        """The cashier begins, and has typed in part."""
        self.do(recounting.begin, "M1", count=COUNT)
        typed = {"grid.banking_currency-currency-10000.loose": str(planted.RECOUNT_TYPED)}
        self.do(recounting.save, "M1", count=COUNT, typed=typed, revision=0)

    def submit(self, **off: int) -> Done:
        """The cashier hands an attempt in."""
        return self.do(recounting.submit, "M1", count=COUNT, entries=laid(**off))

    def direct(self) -> None:
        """The representative directs straps."""
        self.do(
            directing.direct_straps,
            "B1",
            count=COUNT,
            denominations=(Directed(Pool.BANKING_CURRENCY, 20_00),),
            reason="It differs.",
            proof=self.proof("B1"),
        )

    def escalate(self) -> None:
        """The cashier counts again, and it is taken to the team."""
        self.do(recounting.begin, "M1", count=COUNT)
        self.submit(n2000=-planted.SHORT)
        self.do(recheck.escalate, "S1", count=COUNT)

    def lay_to_no_box(self) -> None:
        """What no box explains has a line of its own; the count agrees."""
        self.do(
            recheck.unallocated,
            "S1",
            count=COUNT,
            reason="No box explains it.",
            supervisor=self.proof("S1"),
            representative=self.proof("B1"),
        )

    def reopen(self) -> None:
        """A count that agreed is taken back to the team."""
        self.do(
            signing.reopen,
            "S1",
            count=COUNT,
            reason="A strap was found.",
            representative=self.proof("B1"),
        )

    def suspend(self) -> None:
        """Everything stops."""
        self.do(counting.suspend, "S1", count=COUNT, why="Fire alarm.", sealed=True)

    def sign(self, *steps: tuple[str, str]) -> None:
        """People sign both reports."""
        for step, badge in steps:
            with self.database.read() as tx:
                saw = {one.name: one.digest for one in proceeds.reports(tx, COUNT).values()}
            proof = self.proof(badge)
            self.do(signing.sign_reports, badge, count=COUNT, step=step, proof=proof, saw=saw)

    def to_cashier(self) -> None:
        """Team, supervisor and cashier have signed."""
        self.sign(*(("count_team", badge) for badge in TEAM))
        self.sign(("supervisor", "S1"), ("cashier", "M1"))

    def distribute(self) -> None:
        """All three copies leave."""
        self.do(
            closing_room.distribute_copies,
            "S1",
            count=COUNT,
            second=self.proof("B1"),
            third=self.proof("M1"),
            carrier=self.proof("E1"),
            pouch="P-1",
        )

    def seal(self) -> None:
        """The proceeds are sealed; money is found that belongs to no box."""
        self.do(closing_room.seal_proceeds, "M1", count=COUNT, cashier=self.proof("M1"))
        self.do(
            supplement.report,
            "S1",
            count=COUNT,
            where="under the table",
            explanation="It fell.",
            figures=(Figure(Instrument.CURRENCY, 50_00, planted.FOUND_LATER),),
            team=("T1",),
        )

    def inspect(self) -> None:
        """The room is inspected."""
        self.test_machines(COUNT, "T1", Phase.AFTER)
        self.do(
            closing_room.inspect,
            "E1",
            count=COUNT,
            checked=self.everything_checked(),
            employee=self.proof("E1"),
            representative=self.proof("B1"),
        )

    def conclude(self) -> None:
        """The count is concluded."""
        self.do(attendance.return_keys, "S1", count=COUNT)
        self.do(closing_room.conclude, "S1", count=COUNT)

    def second_count(self) -> None:
        """The missing box turned up: a second count of the day goes on, accounting works."""
        self.now += timedelta(hours=1)
        self.secure(SECOND)
        self.receive("1103", count=SECOND)
        self.open_up("1103", SECOND)
        self.record("1103", Sheet(figures=money(n5000=planted.SECOND_COUNT)), count=SECOND)
        badge = outsider(Role.ACCOUNTING)
        copy = checks.Copy("K-1", Money(100_00), box="1103")
        self.do(checks.enter, badge, gaming_date=DAY, table="MB-103", copy=copy)
