"""What a page sends as one types."""

from typing import Any, Final

from countroom.errors import EntryError

_KEY_LENGTH: Final = 60


def typed_in(sent: Any) -> tuple[dict[str, str], int]:
    """What a page sends as it saves: the fields as typed, and the revision it showed.

    Raises:
        EntryError: It is something else.
    """
    values = sent.get("values") if isinstance(sent, dict) else None
    revision = sent.get("revision") if isinstance(sent, dict) else None
    if not isinstance(values, dict) or type(revision) is not int:
        raise EntryError({"values": "The sheet could not be read: open it again."})
    return {str(name)[:120]: str(text)[:5_000] for name, text in values.items()}, revision


def key_in(sent: Any) -> str:
    """The key of a save: the same save sent again, its answer lost, is the same act."""
    key = sent.get("key") if isinstance(sent, dict) else None
    return key[:_KEY_LENGTH] if isinstance(key, str) else ""
