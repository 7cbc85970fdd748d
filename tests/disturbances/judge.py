"""Whether an explanation finds what was done."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from countroom.domain.explaining import search, signs
from countroom.domain.explaining.search import Answer
from tests.disturbances.chance import Chance
from tests.disturbances.world import Disturb, World, Wrong


@dataclass(frozen=True)
class Verdict:
    """What an explanation of a disturbed day is worth.

    Attributes:
        names: What was done.
        detected: Something differs.
        located: At the tables and in the parts that were disturbed.
        place: Of the true causes among the explanations, from 1; 0 where they are not.
        says: What it says first.
    """

    names: tuple[str, ...]
    detected: bool
    located: bool
    place: int
    says: str

    @property
    def first(self) -> bool:
        """The true causes are the first explanation."""
        return self.place == 1


def judge(names: Sequence[str], world: World, done: Sequence[Wrong]) -> Verdict:
    """Explain a disturbed day and look for what was done, table by table."""
    answers = search.answers(world.day)
    differs = {(sign.table, sign.part.value) for each in answers.values() for sign in each.signs}
    wanted = {sign for one in done for sign in one.signs}
    places = [_place(answers, one) for one in done]
    says = " | ".join(f"{code}: {_first_of(answer)}" for code, answer in answers.items())
    return Verdict(
        names=tuple(names),
        detected=bool(answers),
        located=wanted <= differs,
        place=max(places) if all(places) else 0,
        says=says,
    )


def _first_of(answer: Answer) -> str:
    if not answer.explanations:
        return "nothing"
    suspects = answer.explanations[0].suspects
    return "; ".join(f"{each.cause.code} {each.proposal.says}" for each in suspects)


def _place(answers: Mapping[str, Answer], one: Wrong) -> int:
    """The worst place of one cause at the tables where it shows."""
    tables = {table for table, _ in one.signs}
    return max(_at(answers[table], one) if table in answers else 99 for table in tables) % 99


def _at(answer: Answer, one: Wrong) -> int:
    for place, explanation in enumerate(answer.explanations, 1):
        for suspect in explanation.suspects:
            if suspect.cause.code in one.causes and one.look & set(suspect.proposal.look):
                return place
    return 99


def singles(
    worlds: Sequence[World], library: Mapping[str, Disturb], each: int = 1
) -> Iterator[Verdict]:
    """Every disturbance by itself, on some days."""
    for name, disturb in library.items():
        for seed in range(each):
            rng = Chance(name, seed)
            found = _first(worlds, disturb, rng)
            if found is not None:
                yield judge((name,), found.world, [found])


def _first(worlds: Sequence[World], disturb: Disturb, rng: Chance) -> Wrong | None:
    """Disturb one of the days that has something of the kind."""
    for world in rng.sample(worlds, len(worlds)):
        for _ in range(5):
            found = disturb(world, rng)
            if found is not None and signs.of_day(found.world.day):
                return found
    return None


def pairs(
    worlds: Sequence[World], library: Mapping[str, Disturb], many: int, seed: int = 1
) -> Iterator[Verdict]:
    """Two disturbances of one day, drawn at random."""
    rng = Chance(seed)
    names = sorted(library)
    made = 0
    while made < many:
        one, other = rng.sample(names, 2)
        world = rng.choice(worlds)
        first = library[one](world, rng)
        second = None if first is None else library[other](first.world, rng)
        if first is None or second is None:
            continue
        made += 1
        yield judge((one, other), second.world, [first, second])


def false_alarms(worlds: Sequence[World]) -> int:
    """Tables that differ on days that nobody disturbed."""
    return sum(len(search.answers(world.day)) for world in worlds)
