"""Our own source as the house rules look at it: files, their trees, the names they use."""

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[2]
PACKAGE: Final = ROOT / "countroom"


def modules(*parts: str) -> list[Path]:
    """List the modules of the package, or of its parts, by name: ``domain``, ``money.py``."""
    places = [PACKAGE / part for part in parts] or [PACKAGE]
    files = (place.rglob("*.py") if place.is_dir() else [place] for place in places)
    return sorted(path for group in files for path in group if path.is_file())


@cache
def tree(path: Path) -> ast.Module:
    """Parse a file, once."""
    return ast.parse(path.read_text(encoding="utf-8"), str(path))


def where(path: Path, node: ast.AST) -> str:
    """Name a place in the source the way an editor opens it."""
    return f"{path.relative_to(ROOT)}:{getattr(node, 'lineno', 1)}"


def dotted(node: ast.AST) -> str:
    """Write ``a.b.c`` for a chain of attributes, or the empty text for anything else."""
    if isinstance(node, ast.Name):
        return node.id
    if isinstance(node, ast.Attribute):
        stem = dotted(node.value)
        return f"{stem}.{node.attr}" if stem else ""
    return ""


def names_used(path: Path) -> set[str]:
    """Gather the names that a module's code uses, its imports aside."""
    names: set[str] = set()
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Name):
            names.add(node.id)
        elif isinstance(node, ast.Attribute):
            names.add(node.attr)
    return names


def raised_rules(path: Path) -> Iterator[tuple[str, int]]:
    """Find ``RuleError(V_34, …)`` and calls of its kind: the constant's name and the line."""
    for node in ast.walk(tree(path)):
        if not isinstance(node, ast.Call) or not dotted(node.func).endswith("RuleError"):
            continue
        for argument in [*node.args[:1], *(word.value for word in node.keywords)]:
            name = dotted(argument).rpartition(".")[2]
            if name.isupper():
                yield name, node.lineno
