"""A played house whose days accounting audits, adjusts and files, on a stage."""

from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any, Final

from countroom.domain.adjusting import Part
from countroom.domain.people import Role
from countroom.inquiries import audit as audits
from countroom.inquiries.audit import Audit
from countroom.money import Money
from countroom.operations.acts import Database, Done
from countroom.operations.books import adjusting, explaining, filing, ticking
from countroom.operations.books.adjusting import Typed
from countroom.operations.books.explaining import Seen
from countroom.operations.play.stage import Stage
from tests.plumbing import playing
from tests.plumbing.playing import DAY, viewer

CLERK: Final = Role.ACCOUNTING
MANAGER: Final = Role.ACCOUNTING_SUPERVISOR


@dataclass
class Office:
    """Accounting in front of a database: everybody authenticates with a played proof.

    Attributes:
        database: The property's.
        rounds: The folder of rounds.
        stage: Does the acts, at times that follow each other.
    """

    database: Database
    rounds: Path
    stage: Stage

    def do(self, operation: Any, role: Role = CLERK, **asked: Any) -> Done:
        """Do an act of accounting, a minute after the one before."""
        at = self.stage.now + timedelta(minutes=1)
        return self.stage.do(at, self.stage.who(role), operation, **asked)

    def audit(self, day: date = DAY) -> Audit:
        """The audit as it stands."""
        return audits.audit(self.database, viewer(), day, self.rounds)

    def tick_all(self, day: date = DAY) -> None:
        """Everybody ticks what is not his own."""
        for role in (CLERK, MANAGER):
            me = self.stage.person(role).code
            left = {
                one.key: one.digest
                for one in self.audit(day).items
                if not one.ticked and me not in one.people
            }
            if left:
                self.do(ticking.tick, role, gaming_date=day, items=left)

    def explain(self, day: date = DAY, *, found: str = "Seen on the recording.") -> None:
        """Every open variance is explained as it stands."""
        now = self.audit(day)
        for one in now.open_variances:
            self.do(
                explaining.explain,
                gaming_date=day,
                seen=Seen(one.differing, now.mark),
                found=found,
                proof=self.stage.proof(CLERK),
            )

    def file(self, day: date = DAY, **changed: Any) -> Done:
        """File a day as it stands."""
        now = self.audit(day)
        asked: dict[str, Any] = {
            "gaming_date": day,
            "differing": now.differing,
            "mark": now.mark,
            "proof": self.stage.proof(MANAGER),
        }
        return self.do(filing.file_day, **asked | changed)

    def filed(self, day: date = DAY) -> Done:
        """Audit, explain and file a day."""
        self.tick_all(day)
        self.explain(day)
        return self.file(day)

    def adjust(
        self,
        table: str,
        part: Part,
        cents: int,
        *,
        day: date = DAY,
        typed: dict[str, Any] | None = None,
        **signed: Any,
    ) -> Done:
        """Adjust a figure by an amount; what is typed and who signs can be given otherwise."""
        before = audits.figures(self.database, viewer(), day, table).standing[part]
        asked: dict[str, Any] = {
            "table": table,
            "part": part,
            "before": before,
            "after": before + Money(cents),
            "reason": "A void fill was paid out all the same.",
        }
        proofs = {"proof": self.stage.proof(CLERK), "approver": self.stage.proof(MANAGER)}
        content = Typed(**asked | (typed or {}))
        return self.do(adjusting.adjust, gaming_date=day, typed=content, **proofs | signed)


def office(database: Database, where: Path, *, after: date = DAY) -> Office:
    """Accounting on the afternoon after a gaming date."""
    at = datetime(after.year, after.month, after.day, 18, tzinfo=UTC) + timedelta(days=1)
    return Office(database, where / "rounds", Stage(database, playing.a_house(), at))
