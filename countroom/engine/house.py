"""What the house won in a period, by the book: the other side of every reconciliation."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from countroom.engine.game import Game
from countroom.engine.records import Columns, Disagreement, Refusal, resettle
from countroom.engine.rules import RulesOfPlay

TAKEN: Final = ("collected_cents", "vig_collected_cents", "vig_cleared_cents")
"""What comes into the tray with a settlement; ``paid_tray_cents`` goes out of it."""

CASH: Final = "cash"
CHECK: Final = "check"

BUY_IN_COLUMNS: Final = {
    "at": np.int64,
    "seat": np.int64,
    "cents": np.int64,
    "kind": np.object_,
    "check_serial": np.object_,
}
"""Buy-ins on record: ``at`` in microseconds since 1970 UTC, ``kind`` cash or check."""


@dataclass(frozen=True, slots=True)
class HouseResult:
    """What the games of one table and period should have left.

    Attributes:
        house_net_cents: What the win must be: at a banking table what play brought the
            tray, at a nonbanking table the rake.
        house_net_chips_cents: What play did to the tray's chips; 0 at a nonbanking table,
            where raked chips go into the box.
        cash_buyins_cents: Chips sold for currency.
        check_buyins: Counter Checks exchanged for chips: serial and cents.
        coupons: Serials of the coupons settled, which are in the box.
        rake_cents: Taken from pots.
        disagreements: Where the record is not as the book has it.
        refused: Rows that could not be settled.
    """

    house_net_cents: int
    house_net_chips_cents: int
    cash_buyins_cents: int
    check_buyins: tuple[tuple[str, int], ...]
    coupons: tuple[str, ...]
    rake_cents: int
    disagreements: tuple[Disagreement, ...] = ()
    refused: tuple[Refusal, ...] = ()

    @property
    def check_buyins_cents(self) -> int:
        """Chips sold for Counter Checks."""
        return sum(cents for _, cents in self.check_buyins)


def house_result(
    game: Game, rules: RulesOfPlay, columns: Columns, buyins: Mapping[str, NDArray[Any]]
) -> HouseResult:
    """Settle a period's rounds by the book and add up its buy-ins.

    Args:
        game: The table's.
        rules: The table's.
        columns: The period's rounds, see ``records``.
        buyins: The period's buy-ins, see ``BUY_IN_COLUMNS``.

    Raises:
        EntryError: A column is missing or not of its type.
    """
    again = resettle(game, rules, columns)
    by_book = again.columns
    net = sum(int(by_book[name].sum()) for name in TAKEN) - int(by_book["paid_tray_cents"].sum())
    rake = int(by_book["rake_cents"].sum())
    cash = buyins["kind"] == CASH
    checks = zip(buyins["check_serial"][~cash], buyins["cents"][~cash], strict=True)
    return HouseResult(
        house_net_cents=rake if game.KIND == "nonbanking" else net,
        house_net_chips_cents=net,
        cash_buyins_cents=int(buyins["cents"][cash].sum()),
        check_buyins=tuple((serial, int(cents)) for serial, cents in checks),
        coupons=tuple(by_book["coupon_serial"][by_book["coupon_dropped"]]),
        rake_cents=rake,
        disagreements=again.disagreements,
        refused=again.refused,
    )
