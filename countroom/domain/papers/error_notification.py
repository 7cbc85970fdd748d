"""Error Notification Slip: a table's rack does not hold what its last slip says.

The slip that is signed stays as it is; this one names the difference by denomination, who was
told and when, and the new slip that the table opens with.

Reference:
    465a.37(f), the Board's release of 2013; V_10, V_11; after WAC 230-15-495(5) and
    COMAR 36.05.03.03 F.
"""

from dataclasses import dataclass
from typing import Final

from countroom.domain.documents import Copy, Paper, SignatureStep, SigningPlan
from countroom.domain.opening import Action, Differing, Told, difference_of
from countroom.domain.papers import _places, _slips
from countroom.domain.people import TABLE_ROLES, Role
from countroom.money import Money
from countroom.regulations import V_10


@dataclass(frozen=True, slots=True)
class ErrorNotification:
    """The content of the paper.

    Attributes:
        table: Code of the table.
        game: Code of its game.
        old_slip: The slip that the table was left with; it is never corrected.
        old_digest: Of its version.
        first_count: The slip of the first count.
        new_slip: The slip of the second count, which the table opens with.
        new_digest: Of its version.
        slip_total: What the old slip comes to.
        counted_total: What was counted.
        difference: Counted less slip: over above nothing, short below.
        differing: By denomination.
        action: What the amount asks for.
        told: Who was told, and when.
        remark: In the floorperson's words.
    """

    table: str
    game: str
    old_slip: str
    old_digest: str
    first_count: str
    new_slip: str
    new_digest: str
    slip_total: Money
    counted_total: Money
    difference: Money
    differing: tuple[Differing, ...]
    action: Action
    told: tuple[Told, ...]
    remark: str = ""

    def __post_init__(self) -> None:
        assert self.differing, "an error slip names what differs"
        assert self.difference == self.counted_total - self.slip_total
        assert self.difference == difference_of(self.differing)

    @property
    def required(self) -> dict[str, frozenset[str]]:
        """The surveillance officer who was told signs a report; a note is not his."""
        officers = {told.person for told in self.told if told.role is Role.SURVEILLANCE}
        asked = Role.SURVEILLANCE in self.action.told
        return {"surveillance": frozenset(officers if asked else ())}

    @property
    def copies(self) -> tuple[Copy, ...]:
        """The regulator has one where the amount asks for it."""
        return COPIES if self.action is Action.REGULATOR else COPIES[:2]


COPIES: Final = (
    Copy("ORIGINAL", "Drop box of the table", _slips.DROP_BOX.roles | {Role.FLOORPERSON}),
    Copy("DUPLICATE", "Accounting Department", _places.ACCOUNTING.roles),
    Copy("THIRD COPY", "Casino Compliance Representative", frozenset({Role.CCR})),
)

PAPER: Final = Paper(
    code="error_notification",
    title="Error Notification Slip",
    series="EN",
    content=ErrorNotification,
    signatures=(
        SignatureStep(
            name="dealer",
            roles=TABLE_ROLES,
            attests="that you counted this inventory twice",
            rule=V_10,
        ),
        SignatureStep(
            name="floorperson",
            roles=frozenset({Role.FLOORPERSON}),
            attests="that you observed both counts and told those named here",
            rule=V_10,
            not_also=frozenset({"dealer"}),
        ),
        SignatureStep(
            name="security",
            roles=frozenset({Role.SECURITY}),
            attests="that you were told of this difference",
            rule=V_10,
            not_also=frozenset({"dealer", "floorperson"}),
        ),
        SignatureStep(
            name="surveillance",
            roles=frozenset({Role.SURVEILLANCE}),
            attests="that you were told of this difference",
            rule=V_10,
            how_many=0,
            not_also=frozenset({"dealer", "floorperson", "security"}),
        ),
    ),
    copies=COPIES,
)


def plan_of(content: ErrorNotification) -> SigningPlan:
    """Who signs one: surveillance too where the amount asks for a report."""
    return SigningPlan(PAPER, content.required)
