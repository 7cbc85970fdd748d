"""``python3 -m countroom …``: ready the machine if it is bare, then hand over to ``cli``.

Until it hands over, this module and ``bootstrap`` use the standard library only.
"""

import os
import sys

HANDED_OVER = "COUNTROOM_HANDED_OVER"
"""Set for the interpreter handed over to, so that it does not look again."""


def main(root: "str | None" = None) -> int:
    """Make ready, then run the command, in this interpreter or in the one of ``.venv``.

    Args:
        root: The folder of the checkout, the one this module is in if not given.

    Returns:
        The exit code: 2 if the machine could not be made ready.
    """
    if sys.version_info < (3, 11):  # noqa: UP036 (this file alone is read by older ones)
        print("countroom: this program needs Python 3.11 or newer.", file=sys.stderr)
        return 2
    from countroom import bootstrap  # noqa: PLC0415 (cannot be read by older ones)

    if not os.environ.pop(HANDED_OVER, ""):
        try:
            python = bootstrap.ready(sys.argv[1:], bootstrap.place_of(root))
        except bootstrap.NotReadyError as reason:
            print(f"countroom: {reason}", file=sys.stderr)
            return 2
        except KeyboardInterrupt:
            return 130
        if python is not None:
            sys.stdout.flush()
            os.environ[HANDED_OVER] = "1"
            os.execv(python, [str(python), "-m", "countroom", *sys.argv[1:]])  # noqa: S606
    from countroom.cli import main as command_line  # noqa: PLC0415 (may not be installed before)

    command_line(prog_name="countroom")
    return 0


if __name__ == "__main__":
    sys.exit(main())
