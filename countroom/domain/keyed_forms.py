"""A paper form keyed in twice: by two people blind to each other, until both keyed the same.

What differs is named by its place on the paper, never by a figure: both look at the paper again
and neither learns what the other read there.

Reference:
    525.19(u) ("manually or electronically"); count state CS.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from countroom.domain import canonical
from countroom.domain.documents import Document
from countroom.domain.papers.blank_form import KEYED, BlankForm
from countroom.domain.pools import key_title


class FormState(StrEnum):
    """Where a numbered blank form stands."""

    BLANK = "blank"
    ONCE = "keyed in once"
    DIFFERS = "the keyings differ"
    KEYED = "keyed in"
    VOID = "out of use"


@dataclass(frozen=True, slots=True)
class Standing:
    """A form as everybody may know it.

    Attributes:
        state: Where it stands.
        by: Codes of who keyed it in, in the order of their newest keying.
        differs: Places on the paper where the two newest keyings differ.
    """

    state: FormState
    by: tuple[str, ...] = ()
    differs: tuple[str, ...] = ()


def draft_name(form: str, person: str) -> str:
    """What the draft of one person's keying of a form is called; nobody else reads it."""
    return f"paper|{form}|{person}"


def differing(first: BlankForm, second: BlankForm) -> tuple[str, ...]:
    """Where two keyings differ: boxes or denominations by name, never a figure."""
    one, other = _parts(first), _parts(second)
    return tuple(part for part in dict.fromkeys((*one, *other)) if one.get(part) != other.get(part))


def _parts(content: BlankForm) -> dict[str, str]:
    parts = {f"box {box.box}": canonical.digest(box) for box in content.boxes}
    parts |= {key_title(entry.key): canonical.digest(entry) for entry in content.entries}
    rest = (content.count, content.recounter, content.signers)
    return parts | {"count, people and signatures": canonical.digest(rest)}


def keyings(versions: Iterable[Document]) -> dict[str, BlankForm]:
    """The newest keying of each person, the last one last.

    Args:
        versions: Every version of one form, oldest first; the blank is nobody's.
    """
    newest: dict[str, BlankForm] = {}
    for version in versions:
        for signature in version.signatures:
            newest.pop(signature.person, None)
            newest[signature.person] = version.content
    return newest


def of_another(versions: Iterable[Document], person: str) -> BlankForm | None:
    """What somebody else keyed in last, or nothing."""
    others = [content for by, content in keyings(versions).items() if by != person]
    return others[-1] if others else None


def standing(versions: Iterable[Document]) -> Standing:
    """Where a form stands.

    Args:
        versions: Every version of it, oldest first.
    """
    every = tuple(versions)
    found = keyings(every)
    by, contents = tuple(found), tuple(found.values())
    if every[-1].state == "void":
        return Standing(FormState.VOID, by)
    if every[-1].state == KEYED:
        return Standing(FormState.KEYED, by)
    if len(contents) < 2:
        return Standing(FormState.ONCE if contents else FormState.BLANK, by)
    return Standing(FormState.DIFFERS, by, differing(contents[-2], contents[-1]))
