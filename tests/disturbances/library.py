"""All disturbances, each by its name."""

from typing import Final

from tests.disturbances import felt, money, papers
from tests.disturbances.world import Disturb

LIBRARY: Final[dict[str, Disturb]] = {
    f"{module.__name__.rpartition('.')[2]}.{name}": function
    for module, names in (
        (
            money,
            (
                "note_gone notes_gone note_more digits_exchanged digit_twice digit_left_out "
                "count_as_amount line_left_out lines_exchanged other_denomination strap_of_another "
                "boxes_exchanged figures_exchanged box_twice box_not_counted note_in_other_box "
                "coupon_gone coupon_more coupon_mistyped coupon_in_other_box coupon_twice "
                "coupon_as_cash check_gone check_not_entered check_twice check_amount check_serial "
                "check_elsewhere check_as_cash"
            ),
        ),
        (
            papers,
            (
                "slip_gone drop_slip_gone paper_more slip_not_in_system slip_in_other_box "
                "slip_of_other_table fill_as_credit slip_without_chips slip_twice void_moved "
                "slip_of_next_day chip_gone chips_gone chip_more closing_digits closing_amount "
                "closing_lines closing_wrong chips_at_other over_night"
            ),
        ),
        (
            felt,
            (
                "paid_twice not_paid not_taken vigorish_missed marks_missed round_twice round_late "
                "round_missing buy_in_wrong buy_in_missing rake_chip_gone rake_in_rack"
            ),
        ),
    )
    for name in names.split()
    for function in (getattr(module, name),)
}
