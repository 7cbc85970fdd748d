"""What a count that stands where it stands refuses, beyond the order of its states."""

import pytest

from countroom.domain import count
from countroom.domain.count import CountState
from countroom.domain.denominations import Instrument
from countroom.domain.papers.box_count import Figure
from countroom.errors import EntryError, RuleError
from countroom.regulations import COUNT_ORDER

pytestmark = pytest.mark.rule(COUNT_ORDER)


def test_pools_are_not_proved_once_the_money_was_recounted() -> None:
    count.may_prove(CountState.ALL_RECORDED, recounted=False)
    count.may_prove(CountState.TEAM_RECHECK, recounted=False)
    with pytest.raises(RuleError, match="The money was recounted"):
        count.may_prove(CountState.TEAM_RECHECK, recounted=True)
    with pytest.raises(RuleError):
        count.may_prove(CountState.COUNTING, recounted=False)


def test_the_team_rechecks_after_a_second_recount_of_a_difference() -> None:
    count.may_escalate(CountState.DISCREPANT, 2)
    with pytest.raises(RuleError, match="there is no difference"):
        count.may_escalate(CountState.AGREED, 2)
    with pytest.raises(RuleError, match="recounts the loose pieces"):
        count.may_escalate(CountState.DISCREPANT, 1)


def test_nothing_is_rechecked_but_in_recheck() -> None:
    count.require_recheck(CountState.TEAM_RECHECK)
    with pytest.raises(RuleError, match="nothing is being rechecked"):
        count.require_recheck(CountState.AGREED)


def test_a_count_is_reopened_between_agreement_and_its_copies() -> None:
    for state in count.REOPENABLE:
        count.may_reopen(state, copies_out=False)
    with pytest.raises(RuleError, match="is not reopened"):
        count.may_reopen(CountState.COUNTING, copies_out=False)
    with pytest.raises(RuleError, match="supplementary"):
        count.may_reopen(CountState.CCR_SIGNED, copies_out=True)


def test_an_act_is_done_between_two_states_and_nowhere_else() -> None:
    counting, recorded = CountState.COUNTING, CountState.ALL_RECORDED
    assert count.check_between(counting, counting, recorded) is counting
    for state, says in (
        (CountState.SUSPENDED, "is suspended"),
        (CountState.PRESENTED, "laid out"),
        (CountState.SCHEDULED, "is not where this is done"),
        (CountState.CONCLUDED, "is not where this is done"),
    ):
        with pytest.raises(RuleError, match=says):
            count.check_between(state, counting, recorded)
    assert (
        count.check_between(CountState.PRESENTED, CountState.PRESENTED, CountState.PRESENTED)
        is CountState.PRESENTED
    )


def test_what_is_done_while_a_count_goes_on_is_refused_after_it() -> None:
    count.check_going_on(CountState.ROOM_INSPECTED)
    with pytest.raises(RuleError, match="is concluded"):
        count.check_going_on(CountState.CONCLUDED)


def test_every_box_is_recorded_or_named_missing() -> None:
    count.check_every_box(())
    with pytest.raises(RuleError, match="Box 7 is neither"):
        count.check_every_box(("7",))
    with pytest.raises(RuleError, match="Boxes 007, 7 are neither"):
        count.check_every_box(("007", "7"))


def test_no_more_notes_are_mutilated_than_were_counted() -> None:
    assert Figure(Instrument.CURRENCY, 2_000, 3, mutilated=3).mutilated == 3
    with pytest.raises(EntryError, match="No more notes"):
        Figure(Instrument.CURRENCY, 2_000, 3, mutilated=4)
