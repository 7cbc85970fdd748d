"""Every rule the system enforces: one constant each, with its section and our number.

``V_34`` is the rule that prints as V-34. A section without a source stands in 58 Pa. Code;
``house rule`` marks what Pennsylvania's text leaves open, and ``after`` says whose text the
house follows there.
"""

from typing import Final

from countroom.regulations.accounting import *  # noqa: F403 - every constant of them
from countroom.regulations.coupons import *  # noqa: F403 - every constant of them
from countroom.regulations.rule import Rule as Rule

# Boxes, keys, slips and the drop
V_01: Final = Rule(
    "V-01",
    "525.17(a)",
    "Every open table carries exactly one box, labelled for it or temporarily marked.",
)
V_02: Final = Rule(
    "V-02",
    "525.17(b)(1)-(2)",
    "The release lock and the two content locks of a box take three different keys.",
)
V_03: Final = Rule(
    "V-03",
    "525.17(b)(1); 40 Pa.B. 3116",
    "The content keys are out to two different people, A to a compliance representative.",
)
V_04: Final = Rule(
    "V-04",
    "house rule, after COMAR 36.03.10.43",
    "The drop runs inside the window that was filed for it.",
    "warn",
)
V_05: Final = Rule(
    "V-05",
    "house rule, after WAC 230-15-590",
    "Surveillance is told before a drop or a count begins.",
)
V_06: Final = Rule(
    "V-06",
    "465a.41",
    "A box leaves an open table only after that drop's slip is signed in two copies.",
)
V_07: Final = Rule(
    "V-07",
    "465a.41(d)",
    "The slip's original goes into the outgoing box, its duplicate into the incoming one.",
)
V_08: Final = Rule(
    "V-08",
    "465a.41(b)-(c)",
    "The dealer who counts the inventory is not the floorperson who observes.",
)
V_09: Final = Rule(
    "V-09",
    "house rule, after COMAR 36.05.03.02 E(4)",
    "A slip's total is the sum of its denominations.",
)
V_10: Final = Rule(
    "V-10",
    "465a.37(f)",
    "A rack that differs from its slip opens only with an error slip and a new slip.",
    "record",
)
V_11: Final = Rule("V-11", "Board release of 2013", "A signed inventory slip is never changed.")
V_12: Final = Rule(
    "V-12", "house rule", "The duplicate of a slip carries the amounts of its original."
)
V_13: Final = Rule(
    "V-13",
    "house rule, after 35 Miss. Code R. 5-07 105(6)",
    "A table opens with the inventory that its last slip closed with.",
    "record",
)
V_14: Final = Rule(
    "V-14",
    "465a.36(c)",
    "A table that did not open still has its inventory slip of the day.",
    "warn",
)
V_15: Final = Rule(
    "V-15", "465a.36(b)", "An inventory changes only by one of the six causes that the law names."
)
V_16: Final = Rule(
    "V-16", "465a.38(a)", "A fully automated table takes no fill and gives no credit."
)
V_17: Final = Rule(
    "V-17", "465a.38(a),(e)", "A pit clerk, a floorperson or someone above enters a fill request."
)
V_18: Final = Rule(
    "V-18", "465a.38(b)(5)", "A floorperson or someone above signs the fill request."
)
V_19: Final = Rule(
    "V-19",
    "house rule, after WAC 230-15-525",
    "A slip moves what its request asked for, denomination by denomination.",
)
V_20: Final = Rule(
    "V-20",
    "465a.3(c)",
    "Slip numbers run on without gap or repeat; exceptions go to internal audit in 2 days.",
    "record",
)
V_21: Final = Rule(
    "V-21",
    "house rule, after N.J.A.C. 13:69D-1.23(b)",
    "A voided slip has its reason and signatures on every part, and is forwarded.",
)
V_22: Final = Rule(
    "V-22",
    "house rule, after OAC 3772-11-11",
    "Chips travel with a slip, and it is complete only after the dealer has counted them.",
)
V_23: Final = Rule(
    "V-23",
    "601a.9(c)(1)",
    "A fill or credit is booked to the drop period whose box took its paper.",
    "record",
)
V_24: Final = Rule(
    "V-24",
    "house rule, after 9 NYCRR 5323.9(c)",
    "Chips never pass from table to table; they go through the chip bank.",
)
V_25: Final = Rule(
    "V-25",
    "525.17(a)",
    "Request and slip of a fill or credit are both found in the box of their table and date.",
    "record",
)

# The count
V_30: Final = Rule(
    "V-30",
    "house rule, after N.J.A.C. 13:69D-1.33(a)",
    "The boxes received are the boxes on the manifest, or a Drop Variance Report says why.",
    "record",
)
V_31: Final = Rule(
    "V-31",
    "Board release of 2013",
    "Every table on the floor has its box accounted for, or named in a Drop Variance Report.",
)
V_32: Final = Rule(
    "V-32",
    "525.19; house rule, after OAC 3772-10-19",
    "A count starts with a full team, its supervisor and a compliance representative.",
)
V_33: Final = Rule(
    "V-33", "house rule", "Only someone signed in to the room records or signs there."
)
V_34: Final = Rule(
    "V-34",
    "465a.25(a)(3)(i)",
    "A station has one box open at a time, and contents are never mixed.",
)
V_35: Final = Rule(
    "V-35",
    "465a.25(a)(3)(ii)",
    "A box is shown empty to the cameras before its contents are counted.",
)
V_36: Final = Rule(
    "V-36", "525.19(u)(1)", "The value of a denomination is a whole number of its pieces."
)
V_37: Final = Rule(
    "V-37",
    "525.19(u)(2)",
    "A line's total is the sum of its figures, a column's total the sum of its lines.",
)
V_38: Final = Rule(
    "V-38",
    "525.19(u)(3)",
    "A count report names its gaming date, its preparation date and its number of boxes.",
)
V_39: Final = Rule(
    "V-39", "525.19(u)(3)", "The number of boxes is the number recorded, empty ones included."
)
V_40: Final = Rule(
    "V-40", "house rule", "A report is not prepared before the gaming date of what it reports."
)
V_41: Final = Rule("V-41", "525.19(u)-(v)", "Banking and nonbanking boxes are reported apart.")
V_42: Final = Rule(
    "V-42",
    "house rule, after N.J.A.C. 13:69D-1.33(b)",
    "A second count of the pool, blind to the boxes, equals their sum.",
    "record",
)
V_43: Final = Rule("V-43", "525.17(b)(3)", "Chips are never part of a banking currency total.")
V_44: Final = Rule(
    "V-44",
    "house rule, after N.J.A.C. 13:69D-1.34(b)",
    "A negative rake is initialled, investigated and reported within 5 days.",
    "record",
)
V_45: Final = Rule(
    "V-45",
    "41 Pa.B. 2952, preamble",
    "The count room is never asked for a Counter Check's number or amount.",
)
V_46: Final = Rule(
    "V-46", "601a.9(c)(3); 603a.1", "A coupon's face value is never part of currency or drop."
)

# Presentation, recount, signatures and conclusion
V_50: Final = Rule(
    "V-50", "525.19(y)", "The money is presented when every box is recorded or named missing."
)
V_51: Final = Rule(
    "V-51",
    "525.19(y)",
    "Whoever recounts was not on the count team and has read none of its figures.",
)
V_52: Final = Rule(
    "V-52",
    "525.19(y)(1)",
    "Money is wrapped and sealed only after both reports carry every signature.",
)
V_53: Final = Rule(
    "V-53",
    "525.19(y)(3)",
    "Only full straps are counted in bulk; everything else is counted one by one.",
)
V_54: Final = Rule("V-54", "525.19(y)(3)", "A device used for the recount is on the approved list.")
V_55: Final = Rule(
    "V-55", "525.19(y)(4)", "A strap recount is directed after a discrepancy has shown.", "warn"
)
V_56: Final = Rule(
    "V-56", "525.19(y)(4)", "The compliance representative alone directs a strap recount."
)
V_57: Final = Rule(
    "V-57",
    "525.19(y)(4)",
    "Count and recount agree in every denomination and every total, by pool and report.",
)
V_58: Final = Rule("V-58", "525.19(y)(5)", "The cashier signs after his recount is complete.")
V_59: Final = Rule("V-59", "525.19(y)(5)", "The compliance representative signs after the cashier.")
V_60: Final = Rule(
    "V-60", "525.19(y)(5)", "The compliance representative signs only when every figure agrees."
)
V_61: Final = Rule(
    "V-61",
    "525.19(y)(1)",
    "Everyone signed in to the count team signs, and the supervisor; leavers as recorded.",
)
V_62: Final = Rule(
    "V-62",
    "house rule",
    "A figure changed after a signature makes a new version that is signed again.",
)
V_63: Final = Rule("V-63", "525.19(y)(6)", "Copies leave the room only after all signatures.")
V_64: Final = Rule(
    "V-64",
    "525.19(y)(6)-(7)",
    "Each copy goes to its own recipient; the cage never sees originals or documents.",
)
V_65: Final = Rule(
    "V-65", "525.19(y)(7)", "Documents go straight to accounting, never by way of the cage."
)
V_66: Final = Rule(
    "V-66",
    "465a.25(a)(2)(ii)",
    "Nobody outside the room obtains a figure before the count is concluded.",
)
V_67: Final = Rule(
    "V-67",
    "525.19(z)",
    "The inspection covers every area and machine for each of the five kinds of item.",
)
V_68: Final = Rule(
    "V-68",
    "525.19(z)",
    "The room is inspected with the compliance representative on duty at agreement.",
)
V_69: Final = Rule("V-69", "525.19(z)", "What the inspection finds has a supplementary report.")
V_69A: Final = Rule(
    "V-69A",
    "525.19(y)",
    "A recount begins with the count team and the compliance representative present.",
)
V_70: Final = Rule(
    "V-70",
    "465a.3(b),(d)",
    "Every copy prints the facility, its title, its date and its receiving department.",
)
V_71: Final = Rule("V-71", "465a.3(a)", "What is on record is never overwritten or deleted.")

# Win and reconciliation
V_110: Final = Rule(
    "V-110", "601a.9(c)(3)", "A win is incomplete until accounting has entered the Counter Checks."
)
V_111: Final = Rule(
    "V-111",
    "house rule",
    "A variance beyond the band has an explanation and a signature.",
    "record",
)
V_112: Final = Rule(
    "V-112", "601a.9(c)(1)", "The closing inventory is the last slip of the drop period."
)
V_116: Final = Rule(
    "V-116",
    "609a.8(c)(1)",
    "The Counter Checks issued are those that the cage first recorded for the day.",
    "record",
)

V_114: Final = Rule(
    "V-114",
    "4 Pa.C.S. 13A62; 72 P.S. 9502",
    "Tax runs on counted cents, at the rate of the date and of the facility's opening.",
)

# Two hats one person may not wear
SOD_1: Final = Rule("SOD-1", "525.19(y)", "Nobody recounts money that he helped to count.")
SOD_2: Final = Rule("SOD-2", "525.19(y)", "Nobody recounts who has read a figure of the count.")
SOD_3: Final = Rule(
    "SOD-3", "525.19(y)", "A compliance representative holds no role in the casino."
)
SOD_4: Final = Rule(
    "SOD-4",
    "house rule, after WAC 230-15-525",
    "Whoever asks for a fill or credit is not its chip bank cashier.",
)
SOD_5: Final = Rule(
    "SOD-5",
    "house rule, after WAC 230-15-525",
    "Whoever carries the chips neither asked for them nor issued them.",
)
SOD_6: Final = Rule(
    "SOD-6",
    "465a.41(b)-(c)",
    "The dealer who counts an inventory and the floorperson who observes are two people.",
)
SOD_8: Final = Rule(
    "SOD-8", "525.21(d)", "Whoever gives coupons to patrons does not keep their ledger."
)
SOD_11: Final = Rule("SOD-11", "525.17(b)(1)", "One person never holds both content keys.")
SOD_12: Final = Rule(
    "SOD-12",
    "house rule, after WAC 230-15-610",
    "Nobody counts a box whose fills, credits or slips he made, approved or reviewed.",
)
SOD_13: Final = Rule(
    "SOD-13",
    "house rule, after OAC 3772-10-19(B)",
    "A count team member is not of the cage, accounting or internal audit.",
)
SURVEILLANCE_APART: Final = Rule(
    "SURV-APART",
    "house rule, after WAC 230-15",
    "Surveillance joins neither the drop team nor the count team.",
)

# The order of things: the states of a box and of a count, the signatures, the copies
BOX_ORDER: Final = Rule(
    "BOX-ORDER",
    "465a.25(a)(3)",
    "A box is emptied, shown empty, counted and recorded, in this order.",
)
COUNT_ORDER: Final = Rule(
    "COUNT-ORDER",
    "525.19(y)",
    "A count goes on only from where it stands, and by whoever may take that step.",
)
SIGN_ORDER: Final = Rule(
    "SIGN-ORDER",
    "525.19(y)(1),(5)",
    "The team signs first, then its supervisor, the cashier, and the representative last.",
)
COPIES: Final = Rule(
    "COPIES",
    "525.19(y)(6)-(7)",
    "The second copy is the representative's, the third the cashier's, the original accounting's.",
)
MACHINE_TEST: Final = Rule(
    "MACHINE-TEST",
    "house rule, after 205 CMR 138.23(c) and 68 IAC 11-3-6",
    "Each counting machine of a count is tested again before the room is inspected.",
)

KEY_CUSTODY: Final = Rule(
    "KEY-CUSTODY",
    "house rule, after Kan. Admin. Regs. 112-104-38",
    "A key is out to one holder, and one lost or broken turns no lock until it is re-keyed.",
)

CHIP_BOOKS: Final = Rule(
    "CHIP-BOOKS",
    "house rule",
    "Chips issued lie in the racks, the chip bank and the reserve, or are outstanding.",
    "record",
)
CHIP_BANK: Final = Rule(
    "CHIP-BANK",
    "house rule",
    "Two people of the cage count the chip bank and move its stock, and a signed count stands.",
)
BANK_HOURS: Final = Rule(
    "BANK-HOURS",
    "house rule",
    "Two people of the cage open and close the chip bank; closed, it gives and takes no chips.",
)

IMPRESSMENT: Final = Rule(
    "IMPRESSMENT",
    "603a.1",
    "The nonvalue chips of a wheel are a fixed set, and an impressment finds it whole.",
    "record",
)

RULES: Final[dict[str, Rule]] = {
    rule.number: rule for rule in tuple(globals().values()) if isinstance(rule, Rule)
}
"""Every rule by its number."""
