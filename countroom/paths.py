"""Where templates, static files and migrations lie: in a checkout, or in an installed wheel."""

import hashlib
from functools import cache
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


@cache
def build_digest() -> str:
    """Digest of the program's own files: shown at sign-in, printed on reports.

    The first 16 hex digits of a SHA-256 over the names and bytes of every module, template,
    static file and migration.
    """
    seen = hashlib.sha256()
    for folder in (_PACKAGE, TEMPLATES, STATIC, MIGRATIONS):
        for path in sorted(folder.rglob("*")):
            if path.is_file() and "__pycache__" not in path.parts and "_files" not in path.parts:
                seen.update(f"{path.relative_to(folder)}\0".encode())
                seen.update(hashlib.sha256(path.read_bytes()).digest())
    return seen.hexdigest()[:16]
