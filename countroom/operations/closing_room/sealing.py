"""Wrapping and sealing the proceeds, after every signature on both reports (C12).

Reference:
    525.19(y)(1); V_52; count state C12.
"""

from countroom.domain.count import CountState
from countroom.domain.people import RECOUNT_ROLES
from countroom.errors import RuleError
from countroom.operations import course, room
from countroom.operations.acts import Act, Done, Proof
from countroom.regulations import V_52

_SIGNED = frozenset(
    {CountState.CCR_SIGNED, CountState.COPIES_DISTRIBUTED, CountState.PROCEEDS_SEALED}
)


def seal_proceeds(act: Act, *, count: str, cashier: Proof) -> Done:
    """Wrap and seal the money; the cashier takes it over.

    Raises:
        RuleError: A report lacks a signature (V-52); it is sealed already; he is not signed on.
        AccessError: He is not cashier or cage supervisor, or his authentication is spent.
    """
    if room.state(act, count) not in _SIGNED:
        raise RuleError(V_52, "Both reports carry every signature before money is sealed.")
    course.may_step(act, count, CountState.PROCEEDS_SEALED)
    room.use_as(act, count, cashier, *sorted(RECOUNT_ROLES))
    course.step(act, count, CountState.PROCEEDS_SEALED, cashier=cashier.person.code)
    body = {"cashier": cashier.person.code}
    done = Done(f"The proceeds are sealed and with {cashier.person.name}.")
    return act.seal("proceeds sealed", count, body, done=done)
