"""Serve the bare application as ``countroom serve`` serves ours: same server, same options."""

import sys
from pathlib import Path
from typing import Any

from countroom.cli.serve import Server
from countroom.settings import AppSettings
from tests.benchmarks.bare import create_app


class Bare(Server):
    """Our server, with another application in it."""

    def load(self) -> Any:
        """Make the application in the process that serves it."""
        return create_app(self.settings.data / "bare.db")


if __name__ == "__main__":
    folder, port = sys.argv[1:]
    Bare(AppSettings.for_data(Path(folder), port=int(port))).run()
