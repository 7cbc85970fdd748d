"""The rules of Match Play Coupons, from the printer to the count."""

from typing import Final

from countroom.regulations.rule import Rule

V_80: Final = Rule(
    "V-80", "525.21(b)", "A coupon is used only under an approved design and approved controls."
)
V_81: Final = Rule("V-81", "525.21(c)", "A coupon bears all six printed items.")
V_82: Final = Rule(
    "V-82", "525.21(e)", "Coupons received are examined by finance and by marketing, two people."
)
V_83: Final = Rule(
    "V-83",
    "525.21(e)",
    "A delivery that differs from its invoice is reported to finance and the Bureau.",
    "record",
)
V_84: Final = Rule(
    "V-84", "525.21(g)", "Whoever asks for coupons is not the one who authorises them."
)
V_85: Final = Rule(
    "V-85",
    "525.21(h)",
    "Coupons are issued on an authorised requisition, and entered before they are handed over.",
)
V_86: Final = Rule(
    "V-86",
    "525.21(f)(3),(h)(1)",
    "Serials neither overlap nor leave a gap, and are as many as is stated.",
    "record",
)
V_87: Final = Rule(
    "V-87", "525.21(g)-(h)", "As many coupons are issued as were asked for.", "record"
)
V_88: Final = Rule(
    "V-88",
    "525.21(j)(7)",
    "A day of coupons that does not add up is closed with an explanation only.",
)
V_89: Final = Rule(
    "V-89", "525.21(h)(4),(j)(6),(l)(4)", "A voided coupon is listed with the reason."
)
V_90: Final = Rule(
    "V-90", "525.21(k)", "Coupons kept overnight are locked up and stand on the next day's form."
)
V_91: Final = Rule("V-91", "525.21(k)", "Expired coupons go back to finance the same day.")
V_92: Final = Rule("V-92", "525.21(l)(5)", "A return is signed by who gives and by who receives.")
COUPON_LIMIT: Final = Rule(
    "COUPON-LIMIT",
    "house rule",
    "Nobody asks for or issues coupons of more value than the limit of his duty.",
)

# At the table and in the box
V_93: Final = Rule(
    "V-93",
    "525.21(m)(3),(q)(5)-(6)",
    "A coupon is redeemed once, after it was given out and before it expires.",
    "record",
)
V_94: Final = Rule(
    "V-94",
    "525.21(q)(6)",
    "A mailed coupon in a box is cancelled, or held for finance, before its count concludes.",
)
V_95: Final = Rule(
    "V-95", "525.21(q)(2),(4)", "A mailing has all five fields, and finance has the same data."
)
V_96: Final = Rule("V-96", "525.21(q)(7)", "A mailing is scrubbed against both lists of the day.")
V_99: Final = Rule("V-99", "525.22(a)", "A Match Play Coupon is redeemed at a banking table.")
V_100: Final = Rule(
    "V-100", "525.22(b)", "The chips wagered are worth at least the coupon on them."
)
V_101: Final = Rule(
    "V-101",
    "525.22(d); 603a.21(d)",
    "One coupon goes with one wager, or with one round, as the dated setting says.",
)
V_102: Final = Rule("V-102", "525.22(c)", "A coupon lies only on a wager that it may be played on.")
V_103: Final = Rule(
    "V-103", "house rule", "The coupons in a box are the coupons that its rounds settled.", "record"
)
V_104: Final = Rule(
    "V-104", "525.22(e)", "A coupon is dropped when its wager settles, won or lost.", "record"
)
V_97: Final = Rule(
    "V-97",
    "525.21(n)",
    "All coupons not distributed are inventoried in every calendar month.",
    "record",
)
V_98: Final = Rule(
    "V-98",
    "525.21(o)",
    "Coupons redeemed in a quarter are reported to the Bureau by denomination.",
    "record",
)
