"""Where templates, static files and migrations lie: in a checkout, or in an installed wheel."""

from pathlib import Path
from typing import Final

_PACKAGE: Final = Path(__file__).resolve().parent


def _folder(name: str) -> Path:
    """Find a folder that the wheel carries inside the package and a checkout beside it."""
    packed = _PACKAGE / "_files" / name
    return packed if packed.is_dir() else _PACKAGE.parent / name


TEMPLATES: Final = _folder("templates")
STATIC: Final = _folder("static")
MIGRATIONS: Final = _folder("migrations")


def checkout() -> Path | None:
    """Return the folder of the checkout that runs, or None for an installed wheel."""
    root = _PACKAGE.parent
    return root if (root / "pyproject.toml").is_file() and (root / "tests").is_dir() else None
