"""The states of a box and of a count: every legal move goes, every other is refused."""

import pytest

from countroom.domain import count, drop
from countroom.domain.count import CountState
from countroom.domain.drop import BoxState
from countroom.errors import RuleError
from countroom.regulations import BOX_ORDER, COUNT_ORDER, V_35

BOX_PAIRS = [(state, to) for state in BoxState for to in BoxState]
COUNT_PAIRS = [(state, to) for state in CountState for to in CountState]


@pytest.mark.parametrize(("state", "to"), BOX_PAIRS)
@pytest.mark.rule(BOX_ORDER)
def test_every_move_of_a_box_is_allowed_or_refused_by_rule(state: BoxState, to: BoxState) -> None:
    if to in drop.MOVES[state]:
        assert drop.move(state, to) is to
        return
    with pytest.raises(RuleError) as refused:
        drop.move(state, to)
    assert refused.value.rule in {BOX_ORDER, V_35}
    assert refused.value.rule.citation in refused.value.message


@pytest.mark.rule(V_35)
@pytest.mark.parametrize("state", [BoxState.OPENED, BoxState.FORCED, BoxState.EMPTIED])
@pytest.mark.parametrize("to", [BoxState.COUNTED, BoxState.RECORDED])
def test_a_box_is_shown_empty_before_it_is_counted(state: BoxState, to: BoxState) -> None:
    with pytest.raises(RuleError, match="Show the box empty") as refused:
        drop.move(state, to)
    assert refused.value.rule is V_35


@pytest.mark.parametrize("state", list(BoxState))
def test_a_strayed_box_is_received_only_as_an_extra(state: BoxState) -> None:
    if state in drop.STRAYED:
        assert drop.move(state, BoxState.RECEIVED, extra=True) is BoxState.RECEIVED
    elif state is not BoxState.IN_TRANSIT:
        with pytest.raises(RuleError):
            drop.move(state, BoxState.RECEIVED, extra=True)


@pytest.mark.parametrize("state", list(BoxState))
def test_only_a_box_open_at_a_station_is_opened_again(state: BoxState) -> None:
    if state in drop.OPEN_AT_STATION:
        assert drop.move(state, BoxState.OPENED, again=True) is BoxState.OPENED
    elif BoxState.OPENED not in drop.MOVES[state]:
        with pytest.raises(RuleError):
            drop.move(state, BoxState.OPENED, again=True)


@pytest.mark.parametrize(("state", "to"), COUNT_PAIRS)
@pytest.mark.rule(COUNT_ORDER)
def test_every_move_of_a_count_is_allowed_or_refused_by_rule(
    state: CountState, to: CountState
) -> None:
    suspends = to is CountState.SUSPENDED and state in count.SUSPENDABLE
    if suspends or to in count.MOVES.get(state, frozenset()):
        assert count.move(state, to) is to
        return
    with pytest.raises(RuleError) as refused:
        count.move(state, to)
    assert refused.value.rule is COUNT_ORDER


def test_a_suspended_count_goes_back_to_where_it_stood() -> None:
    back = count.resume(CountState.SUSPENDED, CountState.COUNTING)
    assert back is CountState.COUNTING
    with pytest.raises(RuleError, match="counting, not suspended"):
        count.resume(CountState.COUNTING, CountState.COUNTING)


def test_every_state_has_a_word_of_its_own_and_a_rank() -> None:
    assert len({state.word for state in BoxState}) == len(BoxState)
    assert len({state.word for state in CountState}) == len(CountState)
    ranks = [state.rank for state in CountState if state is not CountState.SUSPENDED]
    assert ranks == sorted(ranks)
    with pytest.raises(AssertionError):
        assert CountState.SUSPENDED.rank


def test_no_state_of_a_count_has_no_exit() -> None:
    for state in CountState:
        leaves = count.MOVES.get(state, frozenset())
        assert leaves or state in {CountState.CONCLUDED, CountState.SUSPENDED}
