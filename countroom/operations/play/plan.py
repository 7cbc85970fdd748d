"""How a gaming day is to go: its seed, its exceptions, and what goes wrong by hand."""

from dataclasses import dataclass
from datetime import date

from countroom.operations.play.truth import Disturbance


@dataclass(frozen=True, kw_only=True)
class Plan:
    """How a day goes.

    Attributes:
        day: The gaming date.
        seed: Same seed, same house and same day before: same day.
        never: Tables that do not open.
        closes: Tables that close before the drop, and open again the next day.
        voids: Tables at which a fill slip is voided before it left the chip bank, and a credit
            before its chips left the table.
        emergency: Tables whose box comes off by emergency as they open.
        shifts: Tables whose rack is counted at the end of a shift, and whose box changes then.
        wheels_short: Roulette tables whose nonvalue chips are counted once more than they need
            to be, with some of them gone.
        unlisted: Tables whose box goes into the trolley and not on the manifest.
        rounds_per_hour: About.
        coupons: How many each table's patrons bring, where they may.
        checks: How many Counter Checks are exchanged at every third banking table.
        rack_percent: Of the usual pieces in a rack that opens for the first time; with fewer
            there are more fills.
        disturb: What goes wrong by hand.
    """

    day: date
    seed: int
    never: tuple[str, ...] = ()
    closes: tuple[str, ...] = ()
    voids: tuple[str, ...] = ()
    emergency: tuple[str, ...] = ()
    shifts: tuple[str, ...] = ()
    wheels_short: tuple[str, ...] = ()
    unlisted: tuple[str, ...] = ()
    rounds_per_hour: int = 40
    coupons: int = 6
    checks: int = 2
    rack_percent: int = 100
    disturb: tuple[Disturbance, ...] = ()

    def slips_wrong(self, table: str) -> tuple[Disturbance, ...]:
        """What goes wrong at a table's rack, before its slip or on it."""
        wrong = {"chip_gone", "slip_wrong"}
        return tuple(one for one in self.disturb if one.table == table and one.kind in wrong)
