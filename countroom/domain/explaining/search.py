"""The search: which causes, alone or two together, would leave exactly what differs.

Causes are added up sign by sign. What they leave must be nothing: not a cent, not a coupon and
not a paper more or less. Of several that do, fewer and likelier ones come first.
"""

import heapq
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final

from countroom.domain.explaining.causes import SURE, Cause, Proposal, Scene
from countroom.domain.explaining.facts import Day
from countroom.domain.explaining.registry import CAUSES
from countroom.domain.explaining.signs import Sign, Signs, minus, of_day, plus

KEPT: Final = 40
"""So many explanations of a table are kept."""

_BIT: Final = 32
"""Costs are in so many parts of a bit: twice as unlikely costs one bit more."""

_SECOND: Final = 6 * _BIT
"""What a second cause costs beside its own likelihood: two things seldom go wrong at once."""

_HIDES: Final = 12 * _BIT
"""What it costs that two causes make up for each other where nothing differs."""

_ANY: Final = 200
"""A cause that would explain any amount explains this one so many times less well."""


_NO_BAR: Final = 1_000_000


@dataclass(frozen=True, slots=True)
class Suspect:
    """A proposal of a kind of cause, with what it costs to believe it.

    Attributes:
        cause: Its kind.
        proposal: What would have happened.
        cost: The less likely, the higher, see ``_BIT``.
    """

    cause: Cause
    proposal: Proposal
    cost: int


@dataclass(frozen=True, slots=True)
class Explanation:
    """Causes that together leave exactly what differs.

    Attributes:
        suspects: One or more, the likelier first.
        cost: Of all of them together.
    """

    suspects: tuple[Suspect, ...]
    cost: int


@dataclass(frozen=True, slots=True)
class Answer:
    """Why a table differs.

    Attributes:
        signs: What differs at the table.
        explanations: Likeliest first; none leaves it unexplained.
        unexplained: Signs that the first explanation leaves.
        singles: How many causes were tried alone.
        pairs: How many pairs of causes.
    """

    signs: Signs
    explanations: tuple[Explanation, ...]
    unexplained: tuple[Sign, ...]
    singles: int
    pairs: int


Key = frozenset[tuple[Sign, int]]


@dataclass(slots=True)
class Pool:
    """Everything that may have happened, found by what it would leave."""

    exact: list[Suspect] = field(default_factory=list)
    by_effect: dict[Key, list[Suspect]] = field(default_factory=dict)
    open: list[Suspect] = field(default_factory=list)
    tried: int = 0

    def add(self, suspect: Suspect) -> None:
        """Take one more."""
        self.tried += suspect.proposal.alike
        if suspect.proposal.along:
            self.open.append(suspect)
        else:
            self.exact.append(suspect)
            key = frozenset(suspect.proposal.effect.items())
            self.by_effect.setdefault(key, []).append(suspect)

    def leaving(self, signs: Signs) -> Iterator[Suspect]:
        """Single causes that leave exactly this."""
        yield from self.by_effect.get(frozenset(signs.items()), ())
        for suspect in self.open:
            if _fits(suspect.proposal, signs):
                yield suspect


def _fits(proposal: Proposal, signs: Signs) -> bool:
    """Whether a cause that explains any amount explains this: all of it in its proportions."""
    left = minus(signs, proposal.effect) if proposal.effect else signs
    along = proposal.along
    if left.keys() != along.keys():
        return False
    parts = [divmod(left[sign], step) for sign, step in along.items()]
    many, rest = parts[0]
    if rest or any(part != parts[0] for part in parts):
        return False
    return proposal.least is None or many >= proposal.least


def _proposals(cause: Cause, scene: Scene) -> list[Proposal]:
    """What a kind proposes, each thing once: the likeliest of those that say the same."""
    found: dict[tuple[Key, str], Proposal] = {}
    for each in cause.propose(scene):
        key = (frozenset(each.effect.items()), each.says)
        if (each.effect or each.along) and key not in found:
            found[key] = each
    return list(found.values())


def suspects(scene: Scene) -> Iterator[Suspect]:
    """Everything that may have happened at a table."""
    for cause in CAUSES:
        proposals = _proposals(cause, scene)
        whole = SURE if cause.named else sum(each.weight for each in proposals)
        for each in proposals:
            likely, of = cause.prior * each.weight, SURE * whole
            if each.along:
                of *= 2 if cause.named else max(1, _ANY // len(proposals))
            yield Suspect(cause, each, _log(of) - _log(likely))


@lru_cache(maxsize=10_000)
def _log(number: int) -> int:
    """Base 2, in parts of a bit.

    >>> _log(8) - _log(1), _log(3) - _log(2)
    (96, 18)
    """
    power: int = max(1, number) ** _BIT
    return power.bit_length()


def _pool(day: Day, signs: Mapping[str, Signs], codes: Iterable[str]) -> Pool:
    """What may have happened at some tables and touches no other one and nothing that agrees."""
    pool, within = Pool(), frozenset(codes)
    for code in within:
        for suspect in suspects(Scene(day, day.table(code), signs)):
            if all(sign.table in within for sign in suspect.proposal.signs):
                pool.add(suspect)
    return pool


def _search(pool: Pool, signs: Signs) -> list[Explanation]:
    """Explanations by one cause and by two, likeliest first."""
    found = [Explanation((each,), each.cost) for each in pool.leaving(signs)]
    found += _pairs(pool, signs, _bar(found))
    return heapq.nsmallest(KEPT, _distinct(found), key=lambda each: each.cost)


def _bar(found: Sequence[Explanation]) -> int:
    """Above this cost a pair is not worth naming beside the single causes there are."""
    costs = sorted(each.cost for each in found)
    return costs[min(len(costs), 5) - 1] + _SECOND if costs else _NO_BAR


def _pairs(pool: Pool, signs: Signs, bar: int) -> Iterator[Explanation]:
    """Two causes together, the first of which leaves what the second does."""
    touched = frozenset(signs)
    for one in pool.exact:
        if one.cost > bar or touched.isdisjoint(one.proposal.signs):
            continue
        left = minus(signs, one.proposal.effect)
        for other in pool.leaving(left) if left else ():
            if other is not one:
                both = _both(one, other, signs)
                if both.cost <= bar:
                    yield both
    yield from _open_pairs(pool, signs, bar)


def _open_pairs(pool: Pool, signs: Signs, bar: int) -> Iterator[Explanation]:
    """Two causes of any amount."""
    for one in pool.open:
        if one.cost <= bar and one.proposal.signs <= signs.keys():
            for other in pool.open:
                both = _both(one, other, signs)
                if both.cost <= bar and _both_fit(one.proposal, other.proposal, signs):
                    yield both


def _both_fit(one: Proposal, other: Proposal, signs: Signs) -> bool:
    """Whether two causes of any amount leave this: where one stands alone tells its amount."""
    own = next((sign for sign in one.along if sign not in other.signs), None)
    if own is None or own not in signs:
        return False
    many, rest = divmod(signs[own] - one.effect.get(own, 0), one.along[own])
    if rest or (one.least is not None and many < one.least):
        return False
    added = {sign: many * step for sign, step in one.along.items()}
    return _fits(other, minus(minus(signs, one.effect), added))


def _both(one: Suspect, other: Suspect, signs: Signs) -> Explanation:
    """Two causes together."""
    hidden = (one.proposal.signs | other.proposal.signs) - signs.keys()
    cost = one.cost + other.cost + _SECOND + _HIDES * len(hidden)
    return Explanation(_ordered(one, other), cost)


def _ordered(*every: Suspect) -> tuple[Suspect, ...]:
    return tuple(sorted(every, key=lambda each: each.cost))


def _distinct(found: Iterable[Explanation]) -> Iterator[Explanation]:
    seen: set[frozenset[str]] = set()
    for each in found:
        key = frozenset(suspect.proposal.says for suspect in each.suspects)
        if key not in seen:
            seen.add(key)
            yield each


def _by_parts(pool: Pool, signs: Signs) -> list[Explanation]:
    """Where more than two things went wrong: part by part, the likeliest of each."""
    suspects: list[Suspect] = []
    cost = 0
    for what in dict.fromkeys(sign.what for sign in signs):
        part = {sign: value for sign, value in signs.items() if sign.what == what}
        best = _search(pool, part)
        if not best:
            best = [
                each for sign, value in part.items() for each in _search(pool, {sign: value})[:1]
            ]
            suspects += [suspect for each in best for suspect in each.suspects]
            cost += sum(each.cost + _SECOND for each in best)
        else:
            suspects += best[0].suspects
            cost += best[0].cost + _SECOND
    return [Explanation(_ordered(*suspects), cost)] if suspects else []


def answers(day: Day) -> dict[str, Answer]:
    """Why each table of a day differs; a table that agrees is left out."""
    signs = of_day(day)
    alone = {code: _alone(day, signs, code) for code in signs}
    joint = _joint(day, signs, alone)
    return {code: _answer(signs[code], alone[code], joint.get(code, [])) for code in signs}


@dataclass(frozen=True, slots=True)
class _Alone:
    pool: Pool
    found: list[Explanation]


def _alone(day: Day, signs: Mapping[str, Signs], code: str) -> _Alone:
    pool = _pool(day, signs, (code,))
    found = _search(pool, signs[code]) or _by_parts(pool, signs[code])
    return _Alone(pool, found)


def _joint(
    day: Day, signs: Mapping[str, Signs], alone: Mapping[str, _Alone]
) -> dict[str, list[Explanation]]:
    """Explanations that belong to two tables, for each of them as if it stood alone."""
    found: dict[str, list[Explanation]] = {}
    codes = list(signs)
    for at, one in enumerate(codes):
        for other in codes[at + 1 :]:
            for each in _across(day, signs, alone, (one, other)):
                for mine, theirs in ((one, other), (other, one)):
                    cost = each.cost - _best(alone[theirs], signs[theirs]) - _SECOND
                    found.setdefault(mine, []).append(Explanation(each.suspects, cost))
    return found


_NOTHING: Final = 22 * _BIT
"""What it costs to leave a table unexplained."""


def _best(alone: _Alone, signs: Signs) -> int:
    whole = [each.cost for each in alone.found if not _rest(each, signs)]
    return min(whole, default=_NOTHING)


def _rest(explanation: Explanation, signs: Signs) -> dict[Sign, int]:
    """What an explanation leaves of a table's signs."""
    left = minus(signs, plus(*(each.proposal.effect for each in explanation.suspects)))
    taken = {sign for each in explanation.suspects for sign in each.proposal.along}
    return {sign: value for sign, value in left.items() if sign not in taken and sign in signs}


def _across(
    day: Day, signs: Mapping[str, Signs], alone: Mapping[str, _Alone], codes: tuple[str, str]
) -> list[Explanation]:
    """Explanations of two tables together, with at least one cause that belongs to both."""
    both = plus(signs[codes[0]], signs[codes[1]])
    crossing = _crossing(day, signs, codes)
    pool = Pool()
    for source in (crossing, alone[codes[0]].pool, alone[codes[1]].pool):
        for suspect in (*source.exact, *source.open):
            pool.add(suspect)
    found = [Explanation((each,), each.cost) for each in crossing.leaving(both)]
    for one in crossing.exact:
        found += _with_exact(one, pool, both)
    for one in crossing.open:
        found += _with_open(one, pool, both)
    return heapq.nsmallest(KEPT, _distinct(found), key=lambda each: each.cost)


def _crossing(day: Day, signs: Mapping[str, Signs], codes: tuple[str, str]) -> Pool:
    """What may have happened between two tables."""
    crossing, both = Pool(), set(codes)
    for code in codes:
        for suspect in suspects(Scene(day, day.table(code), signs)):
            if {sign.table for sign in suspect.proposal.signs} == both:
                crossing.add(suspect)
    return crossing


def _with_exact(one: Suspect, pool: Pool, signs: Signs) -> Iterator[Explanation]:
    """A cause across two tables, with one more that leaves the rest."""
    left = minus(signs, one.proposal.effect)
    for other in pool.leaving(left) if left else ():
        if other is not one:
            yield _both(one, other, signs)


def _with_open(one: Suspect, pool: Pool, signs: Signs) -> Iterator[Explanation]:
    """A cause of any amount across two tables, with one more."""
    for other in pool.exact:
        left = minus(signs, other.proposal.effect)
        if left.keys() == one.proposal.signs and _fits(one.proposal, left):
            yield _both(one, other, signs)
    for other in pool.open:
        if _both_fit(one.proposal, other.proposal, signs):
            yield _both(one, other, signs)


def _answer(signs: Signs, alone: _Alone, joint: list[Explanation]) -> Answer:
    found = sorted([*alone.found, *joint], key=lambda each: (bool(_rest(each, signs)), each.cost))
    kept = tuple(_distinct(found))[:KEPT]
    left = tuple(_rest(kept[0], signs)) if kept else tuple(signs)
    tried = alone.pool.tried
    return Answer(signs, kept, left, tried, tried * (tried - 1) // 2)
