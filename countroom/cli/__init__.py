"""The command line: a table of commands, each loaded only when it is called.

To add a command write ``countroom/cli/<name>.py`` with a click command and add its line to
``COMMANDS``: the name, where it is, and the sentence that ``--help`` shows. ``--help`` reads
this table alone, so nothing heavy is imported to print it.
"""

from countroom.cli.group import COMMANDS, main

__all__ = ["COMMANDS", "main"]
