"""Work in progress of the pools: saved as one types, each save journaled with before and after."""

import json
from collections.abc import Mapping

from countroom.errors import StaleError
from countroom.operations.acts import Act, Done
from countroom.stores import desk
from countroom.stores.desk import Draft


def save(act: Act, subject: str, typed: Mapping[str, str], revision: int) -> Done:
    """Store a draft in place of the one that was on the saver's screen, and seal the act.

    Raises:
        StaleError: Somebody saved in between; nothing was overwritten.
    """
    before = desk.draft(act.tx, subject)
    stored = 0 if before is None else before.revision
    if stored != revision:
        assert before is not None or stored == 0
        who = "" if before is None else f" by {before.person} at {before.at:%H:%M} UTC"
        msg = f"This was changed{who}: reload it; what you typed is kept on this screen."
        raise StaleError(msg)
    was = {} if before is None else json.loads(before.content)
    changed = {
        name: [was.get(name, ""), typed.get(name, "")]
        for name in sorted({*was, *typed})
        if was.get(name, "") != typed.get(name, "")
    }
    content = json.dumps(dict(typed), sort_keys=True)
    saved = Draft(subject, stored + 1, content, act.who.person.code, act.now)
    desk.save_draft(act.tx, saved)
    done = Done("Saved.", extra={"revision": saved.revision})
    return act.seal("draft saved", subject, {"changed": changed}, done=done)
