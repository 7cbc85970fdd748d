"""Rule → code → test: what ``pytest --citations`` prints, and what the conventions check."""

from collections.abc import Iterable

import pytest

from countroom import regulations
from countroom.regulations import Rule
from tests.plumbing import source


def rules() -> dict[str, Rule]:
    """Map the name of each constant to its rule."""
    return {name: rule for name, rule in vars(regulations).items() if isinstance(rule, Rule)}


def code_by_rule() -> dict[str, list[str]]:
    """Map each constant's name to the modules that use it."""
    using: dict[str, list[str]] = {name: [] for name in rules()}
    for path in source.modules():
        if path.is_relative_to(source.PACKAGE / "regulations"):
            continue
        for name in sorted(source.names_used(path) & using.keys()):
            using[name].append(str(path.relative_to(source.ROOT)))
    return using


def tests_by_rule(items: Iterable[pytest.Item]) -> dict[str, list[str]]:
    """Map each rule's number to the tests marked with it.

    Raises:
        UsageError: A mark names something that is no rule.
    """
    marked: dict[str, list[str]] = {}
    for item in items:
        for mark in item.iter_markers("rule"):
            for rule in mark.args:
                if not isinstance(rule, Rule):
                    msg = f"{item.nodeid}: mark it with a constant of regulations, not {rule!r}"
                    raise pytest.UsageError(msg)
                marked.setdefault(rule.number, []).append(item.nodeid.partition("[")[0])
    return marked


def lines(tests: dict[str, list[str]]) -> list[str]:
    """Write the table: each rule, then its code, then its tests."""
    written: list[str] = []
    code = code_by_rule()
    for name, rule in rules().items():
        written.append(f"{rule.citation} ({rule.severity}): {rule.says}")
        written += [f"    code  {path}" for path in code[name]] or ["    code  NONE"]
        found = dict.fromkeys(tests.get(rule.number, []))
        written += [f"    test  {test}" for test in found] or ["    test  NONE"]
    return written
