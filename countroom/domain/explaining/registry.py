"""Every kind of cause, one line each."""

from typing import Final

from countroom.domain.explaining import checks, coupons, hand, money, rounds, slips
from countroom.domain.explaining.causes import Cause

_COUNT: Final = "Count the pieces of the paper again, line by line, against the other part."
_BOX: Final = "Read the box's count against the machine's ticket and the picture of the station."
_PIECES: Final = (
    "Of a box, read the count against the machine's ticket; of a slip, both its parts, and let "
    "surveillance show the count of the rack."
)
_RACK: Final = "Read both parts of the slip; let surveillance show the count of the rack."
_FELT: Final = "Open the round, and let surveillance show it."
_SLIP: Final = "Lay the slip from the box beside the bank's copy and the request."
_CHECK: Final = "Lay the issuance copy beside the cage's original."
_COUPON: Final = "Look for the coupon in the pouch, and at the round that settled it."

CAUSES: Final = (
    Cause("pieces_short", "pieces are missing", _PIECES, 1000, hand.astray(-1)),
    Cause("pieces_over", "pieces too many", _PIECES, 700, hand.astray(1)),
    Cause(
        "stack_astray", "a strap or stack is missing, or too many", _PIECES, 100, hand.strap_astray
    ),
    Cause(
        "strap_other_denomination",
        "strap of another denomination",
        "Open the strap; its label leads to station and minute.",
        200,
        hand.strap_of_another,
        named=True,
    ),
    Cause(
        "digits_exchanged",
        "digits exchanged",
        _COUNT,
        500,
        hand.otherwise(hand.exchanged_digits),
    ),
    Cause("digit_more", "a digit too many", _COUNT, 250, hand.otherwise(hand.a_digit_more)),
    Cause("digit_less", "a digit left out", _COUNT, 100, hand.otherwise(hand.a_digit_less)),
    Cause("digit_wrong", "a wrong digit", _COUNT, 100, hand.otherwise(hand.a_wrong_digit)),
    Cause(
        "amount_for_count",
        "count entered as amount",
        _COUNT,
        150,
        hand.otherwise(hand.amount_for_count),
    ),
    Cause("line_left_out", "a line left at nothing", _COUNT, 400, hand.left_out),
    Cause("lines_exchanged", "two lines exchanged", _COUNT, 300, hand.exchanged_lines),
    Cause(
        "other_denomination",
        "counted as another denomination",
        _COUNT,
        600,
        hand.another_denomination,
    ),
    Cause("coupon_as_cash", "coupon entered as cash", _BOX, 300, money.coupon_as_cash, named=True),
    Cause("check_as_cash", "check entered as cash", _CHECK, 600, money.check_as_cash, named=True),
    Cause("box_twice", "box counted twice", _BOX, 500, money.counted_twice),
    Cause("box_not_counted", "box not counted", _BOX, 800, money.not_counted, named=True),
    Cause("set_aside", "set aside and not counted", _BOX, 1500, money.set_aside, named=True),
    Cause("buy_in", "buy-in recorded wrongly", _FELT, 600, money.bought_in),
    Cause("other_box", "money in another table's box", _BOX, 300, money.other_box, named=True),
    Cause("check_missing", "check not in the box", _CHECK, 800, checks.missing, named=True),
    Cause("check_not_entered", "check not entered", _CHECK, 800, checks.not_entered, named=True),
    Cause("check_amount", "check of another amount", _CHECK, 900, checks.amount_wrong, named=True),
    Cause("check_twice", "check entered twice", _CHECK, 800, checks.twice, named=True),
    Cause(
        "check_serial", "check under another number", _CHECK, 1000, checks.serial_wrong, named=True
    ),
    Cause(
        "check_not_played", "check not exchanged here", _CHECK, 300, checks.not_played, named=True
    ),
    Cause("check_elsewhere", "check at another table", _CHECK, 1000, checks.elsewhere, named=True),
    Cause("check_tally", "checks miscounted", _BOX, 300, checks.copies_miscounted, named=True),
    Cause("coupon_gone", "coupon missing", _COUPON, 800, coupons.gone, named=True),
    Cause("coupon_extra", "coupon not played", _COUPON, 500, coupons.extra, named=True),
    Cause("coupon_mistyped", "coupon mistyped", _COUPON, 1000, coupons.mistyped, named=True),
    Cause(
        "coupon_other_box", "coupon in another box", _COUPON, 1000, coupons.other_box, named=True
    ),
    Cause("coupon_in_chips", "coupon paid in chips", _FELT, 30, coupons.paid_in_chips),
    Cause("slip_no_chips", "slip without its chips", _SLIP, 400, slips.no_chips, named=True),
    Cause("slip_twice", "slip entered twice", _SLIP, 600, slips.twice, named=True),
    Cause(
        "slip_unbooked", "chips without a slip that counts", _SLIP, 600, slips.unbooked, named=True
    ),
    Cause(
        "slip_taken_for_other",
        "fill taken as credit",
        _SLIP,
        600,
        slips.taken_for_other,
        named=True,
    ),
    Cause(
        "slip_not_in_system",
        "slip missing in the system",
        _SLIP,
        1000,
        slips.missing_in_system,
        named=True,
    ),
    Cause("slip_other_table", "slip for another table", _SLIP, 800, slips.other_table, named=True),
    Cause("slip_other_date", "slip for another date", _SLIP, 1500, slips.other_date, named=True),
    Cause(
        "inventory_wrong", "slip of two days wrong", _RACK, 1500, slips.closing_wrong, named=True
    ),
    Cause("chips_at_other", "chips at another table", _RACK, 300, slips.chips_at_other, named=True),
    Cause("paper_gone", "paper missing in the box", _SLIP, 800, slips.paper_gone, named=True),
    Cause("paper_more", "paper too many in the box", _SLIP, 500, slips.paper_more, named=True),
    Cause(
        "paper_elsewhere", "paper in another place", _SLIP, 700, slips.paper_at_other, named=True
    ),
    Cause("boxes_exchanged", "two boxes exchanged", _BOX, 1000, slips.exchanged_boxes, named=True),
    Cause(
        "over_night", "opener is not yesterday's closer", _RACK, 1000, slips.over_night, named=True
    ),
    Cause(
        "round_recorded", "payout settled wrong", _FELT, 2000, rounds.odd("recorded"), named=True
    ),
    Cause("rounds_recorded", "payouts settled wrong", _FELT, 1000, rounds.all_recorded, named=True),
    Cause("round_twice", "round recorded twice", _FELT, 2000, rounds.odd("twice"), named=True),
    Cause("round_late", "round after the drop", _FELT, 2000, rounds.odd("late"), named=True),
    Cause("round_missing", "round missing", _FELT, 1000, rounds.odd("gap"), named=True),
    Cause(
        "round_refused",
        "round that cannot be settled",
        _FELT,
        1000,
        rounds.odd("refused"),
        named=True,
    ),
    Cause(
        "not_taken", "losing wager not taken", _FELT, 15, rounds.mistaken("not_taken"), named=True
    ),
    Cause("not_paid", "win not paid", _FELT, 15, rounds.mistaken("not_paid"), named=True),
    Cause("paid_twice", "win paid twice", _FELT, 15, rounds.mistaken("paid_twice"), named=True),
    Cause("vig_missed", "vigorish not collected", _FELT, 25, rounds.mistaken("vig"), named=True),
    Cause(
        "marks_missed",
        "marked vigorish not collected",
        _FELT,
        100,
        rounds.mistaken("marks"),
        named=True,
    ),
    Cause("push_taken", "push taken", _FELT, 10, rounds.mistaken("push"), named=True),
    Cause(
        "paid_at_other_odds", "paid at other odds", _FELT, 20, rounds.mistaken("odds"), named=True
    ),
    Cause("stake", "stake recorded wrongly", _FELT, 20, rounds.mistaken("stake"), named=True),
    Cause(
        "reversed", "winner and loser mistaken", _FELT, 30, rounds.mistaken("reversed"), named=True
    ),
    Cause("all_day", "the same mistake all day", _FELT, 30, rounds.mistaken("all_day"), named=True),
    Cause("rake", "rake taken wrongly", _BOX, 300, rounds.rake, named=True),
)
"""In the order they are tried; how likely one is decides nothing but the order of the answers."""
