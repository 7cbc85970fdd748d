"""What the rounds on record say of coupons: which were settled, which ride on."""

from datetime import UTC, date, datetime

import numpy as np

from countroom.engine.games import GAMES
from countroom.engine.records import resettle
from countroom.inquiries import played
from countroom.stores.rounds import Period
from tests.plumbing import felts

COUPON = {"wager": "pass", "stake_cents": 2500, "coupon_serial": "MP-1", "coupon_cents": 2500}


def test_a_coupon_that_rides_on_a_standing_wager_is_not_undropped() -> None:
    throws = [(6, 2, 0), (4, 1, 8), (5, 3, 8)]
    rows = [
        COUPON | {"round": n, "throw": n, "die_1": one, "die_2": two, "point": point, "shooter": 1}
        for n, (one, two, point) in enumerate(throws, 1)
    ]
    rules = felts.rules("craps")
    again = resettle(GAMES["craps"], rules, felts.rows("craps", *rows))
    assert again.columns["standing_cents"].tolist() == [2500, 2500, 0]
    assert again.columns["coupon_dropped"].tolist() == [False, False, True]
    of = Period(
        table="CR-1",
        game="craps",
        rules=rules,
        gaming_date=date(2011, 6, 14),
        from_at=datetime(2011, 6, 14, 10, tzinfo=UTC),
        to_at=datetime(2011, 6, 15, 10, tzinfo=UTC),
    )
    plays = played._coupons(of, again.columns, frozenset({"MP-1"}))
    assert [play.dropped for play in plays] == [True, True, True]
    assert [play.won_cents for play in plays] == [0, 0, 2500]
    forgotten = dict(again.columns) | {"coupon_dropped": np.zeros(3, bool)}
    plays = played._coupons(of, forgotten, frozenset({"MP-1"}))
    assert [play.dropped for play in plays] == [True, True, False]
