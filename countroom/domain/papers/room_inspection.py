"""The inspection of the count room and of every machine, before the count is concluded.

Reference:
    525.19(z); V_67, V_68, V_69; form 4.23; count state C13.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from countroom.domain.documents import Paper, SignatureStep
from countroom.domain.papers import _places
from countroom.domain.people import Role
from countroom.errors import EntryError, RuleError
from countroom.regulations import V_67


class ItemKind(StrEnum):
    """What is looked for."""

    CURRENCY = "currency"
    VALUE_CHIPS = "value_chips"
    RAKE_CHIPS = "rake_chips"
    COUPONS = "coupons"
    COUNTER_CHECKS = "counter_checks"

    @property
    def printed(self) -> str:
        """The kind in words."""
        return self.value.replace("_", " ")


@dataclass(frozen=True, slots=True)
class Checked:
    """One place looked at for one kind of item; ``found`` describes what lay there, or is empty.

    Attributes:
        place: Code of a room area or of a counting machine.
        kind: What was looked for.
        found: What was found, in words; empty is nothing.
    """

    place: str
    kind: ItemKind
    found: str = ""


@dataclass(frozen=True, slots=True)
class RoomInspection:
    """The content of the paper.

    Attributes:
        count: Name of the count.
        areas: Codes of every room area.
        machines: Codes of every machine.
        checked: Every area and machine for every kind of item, each once.
        on_duty: Code of the representative on duty at agreement.
        stands_in: Why another representative inspects, as supervisor and he recorded, or empty.
    """

    count: str
    areas: tuple[str, ...]
    machines: tuple[str, ...]
    checked: tuple[Checked, ...]
    on_duty: str
    stands_in: str = ""

    def __post_init__(self) -> None:
        seen = [(one.place, one.kind) for one in self.checked]
        wanted = {(place, kind) for place in (*self.areas, *self.machines) for kind in ItemKind}
        if len(set(seen)) < len(seen) or not set(seen) <= wanted:
            msg = "Each area and machine of the room is ticked once for each kind of item."
            raise EntryError({"checked": msg})
        left = sorted(wanted - set(seen), key=lambda one: (one[0], list(ItemKind).index(one[1])))
        if left:
            place, kind = left[0]
            msg = f"{place} was not checked for {kind.printed}; {len(left)} checks are missing."
            raise RuleError(V_67, msg)

    @property
    def finds(self) -> tuple[Checked, ...]:
        """Where something was found: each needs a supplementary report (V-69)."""
        return tuple(one for one in self.checked if one.found)


PAPER: Final = Paper(
    code="room_inspection",
    title="Count Room Inspection",
    series="IN",
    content=RoomInspection,
    signatures=(
        SignatureStep(
            name="employee",
            roles=frozenset({Role.COUNT_ROOM_EMPLOYEE, Role.COUNT_ROOM_SUPERVISOR}),
            attests="that you inspected the room and every machine",
            rule=V_67,
        ),
        SignatureStep(
            name="ccr",
            roles=frozenset({Role.CCR}),
            attests="that you inspected the room and every machine together with him",
            rule=V_67,
            not_also=frozenset({"employee"}),
        ),
    ),
    copies=(_places.ACCOUNTING, _places.BOARD),
)
