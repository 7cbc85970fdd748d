"""A count act by act, as plain text: for whoever reads it without the program."""

from collections.abc import Iterator
from zoneinfo import ZoneInfo

from countroom.domain.gaming_day import clock_text
from countroom.inquiries.replay import BOX_COUNT, Replay, Step


def text(replay: Replay) -> str:
    """A replay as plain text, an act a paragraph."""
    zone = ZoneInfo(replay.zone)
    parts = [f"{replay.facility}. Count {replay.count}, act by act: {len(replay.steps)} acts."]
    for step in replay.steps:
        head = f"{step.number}. {clock_text(step.at, zone)}  {step.act}: {step.subject}"
        who = f"   {step.name}, {step.duty}, {step.via} {step.device}, journal {step.seq}".rstrip()
        told = [*step.moved, *(f"signed {one}" for one in step.signed), *step.changed]
        parts.append("\n".join([head, who, *(f"   {one}" for one in told), *_forms(step)]))
    return "\n\n".join(parts) + "\n"


def _forms(step: Step) -> Iterator[str]:
    for made in step.made:
        box = f", box {made.box}" if made.box else ""
        why = f", {made.reason}" if made.reason else ""
        yield f"   {made.title} {made.name}, version {made.version}{box}{why}"
        for one in made.figures:
            memo = "  (memo)" if one.memo else ""
            yield f"      {one.pieces:>9,} x {one.what:<24} {one.amount.text():>16}{memo}"
        if made.figures:
            yield f"      {'total':<36} {made.total.text():>16}"
    if any(made.title == BOX_COUNT for made in step.made):
        boxes = "box" if step.recorded == 1 else "boxes"
        yield f"   so far: {step.recorded} {boxes}, {step.counted.text()}"
