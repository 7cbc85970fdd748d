"""The house rules, as tests: each failure names the place and says what is wanted.

Registries are found by themselves, so that a new game, paper, report, rule or command is held
to the same as the old ones from the day its line is written.
"""

import ast
import importlib
import re
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import click
import pytest
from click.testing import CliRunner
from sqlmodel import SQLModel

from countroom.cli import COMMANDS, main
from countroom.stores import rows, schema
from tests.plumbing import citations, source
from tests.plumbing.source import PACKAGE, ROOT

UNSIGNED: Final = {
    "box_count": "the count report that is signed names it by its digest",
    "pool_proof": "the team's own check, before anything is presented",
    "presentation": "the team's signature on the report covers it",
    "recount": "the cashier's signature on the report covers its digest",
}
"""Papers without signature steps, each with its reason."""

ABOUT: Final = 450
"""A file may have about 400 lines; past this it becomes a package."""

TREE: Final = frozenset(
    {
        "pyproject.toml",
        "README.md",
        "LICENSE",
        ".ci",
        ".gitignore",
        "countroom",
        "templates",
        "static",
        "migrations",
        "tests",
    }
)
TESTS: Final = frozenset(
    {
        "conftest.py",
        "builders.py",
        "test_conventions.py",
        "plumbing",
        "unit",
        "properties",
        "stateful",
        "oracles",
        "golden",
        "web",
        "browser",
        "migrations",
        "benchmarks",
        "crash",
        "disturbances",
        "secrets",
        "operations",
        "stores",
        "reports",
        "cli",
    }
)
TEXT: Final = frozenset(
    {
        ".py",
        ".toml",
        ".txt",
        ".md",
        ".html",
        ".j2",
        ".css",
        ".js",
        ".svg",
        ".json",
        ".mako",
        ".csv",
        ".xml",
    }
)


def registry(module: str, name: str) -> dict[str, Any]:
    """Load a registry."""
    found = getattr(importlib.import_module(module), name)
    if isinstance(found, dict):
        return dict(found)
    return {getattr(one, "CODE", None) or one.__name__.rpartition(".")[2]: one for one in found}


def texts() -> Iterator[tuple[Path, str]]:
    """Read every text file of the project, caches and data folders aside."""
    ignored = {
        line.strip("/")
        for line in (ROOT / ".gitignore").read_text(encoding="utf-8").split()
        if not line.startswith("#")
    }
    for top in sorted(ROOT.iterdir()):
        if top.name == ".git" or any(Path(top.name).match(pattern) for pattern in ignored):
            continue
        for path in sorted(top.rglob("*")) if top.is_dir() else [top]:
            if path.is_file() and (path.suffix in TEXT or path.parent.name == ".ci"):
                yield path, path.read_text(encoding="utf-8")


# -------------------------------------------------------------------------- pure and exact


EXACT: Final = re.compile(r"\b(Fraction|Decimal)\b")
CHANCE_DRAWN: Final = re.compile(r"\brng\.")


def _inexact(node: ast.AST) -> str:
    if isinstance(node, ast.Constant) and isinstance(node.value, float | complex):
        return f"the number {node.value}"
    if isinstance(node, ast.Name) and node.id == "float":
        return "float"
    if isinstance(node, ast.Attribute) and node.attr.startswith(("float", "double", "true_div")):
        return node.attr
    if isinstance(node, ast.BinOp | ast.AugAssign) and isinstance(node.op, ast.Div):
        return "" if EXACT.search(ast.unparse(node)) else "a division"
    return ""


def _chance(path: Path) -> set[ast.AST]:
    """Gather what says how likely a patron does something: the other side of a drawn number."""
    return {
        inner
        for node in ast.walk(source.tree(path))
        if isinstance(node, ast.Compare) and CHANCE_DRAWN.search(ast.unparse(node))
        for inner in ast.walk(node)
    }


def _patrons_ways(path: Path, node: ast.AST) -> bool:
    """Allow dealing its paces and edges their shares, as long as no amount is in the line."""
    if not any(path.is_relative_to(PACKAGE / "engine" / part) for part in ("dealing", "edges")):
        return False
    line = path.read_text(encoding="utf-8").splitlines()[getattr(node, "lineno", 1) - 1]
    return "cents" not in line


def test_money_domain_and_engine_know_no_float() -> None:
    wrong = [
        f"{source.where(path, node)}: {what}; use whole cents, // or Fraction"
        for path in source.modules("money.py", "domain", "engine")
        for chance in [_chance(path)]
        for node in ast.walk(source.tree(path))
        if (what := _inexact(node)) and node not in chance and not _patrons_ways(path, node)
    ]
    assert not wrong, "\n".join(wrong)


CLOCK: Final = re.compile(
    r"(date(time)?\.(now|utcnow|today)|(^|\.)time\.(time|time_ns|localtime|gmtime)|func\.now)$"
)
CHANCE: Final = ("random", "secrets", "uuid", "os.urandom")


def _dotted_names(path: Path) -> Iterator[tuple[str, ast.AST]]:
    for node in ast.walk(source.tree(path)):
        if isinstance(node, ast.Attribute | ast.Name):
            yield source.dotted(node), node


def test_only_web_and_command_line_read_the_clock() -> None:
    below = [
        path
        for path in source.modules()
        if path.relative_to(PACKAGE).parts[0] not in {"web", "cli"}
    ]
    wrong = [
        f"{source.where(path, node)}: {name}; take `now` as an argument"
        for path in below
        for name, node in _dotted_names(path)
        if CLOCK.search(name)
    ]
    wrong += [
        f"{path.relative_to(ROOT)}: the database's clock"
        for path in source.modules("stores")
        if "CURRENT_TIMESTAMP" in path.read_text(encoding="utf-8")
    ]
    assert not wrong, "\n".join(wrong)


def test_chance_comes_in_as_an_argument() -> None:
    wrong: list[str] = []
    for path in source.modules("money.py", "domain", "engine"):
        for node in ast.walk(source.tree(path)):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            if isinstance(node, ast.ImportFrom):
                names = [node.module or ""]
            wrong += [f"{source.where(path, node)}: {name}" for name in names if name in CHANCE]
            if not isinstance(node, ast.Call):
                continue
            made = source.dotted(node.func).endswith("default_rng")
            if made and not node.args:
                wrong.append(f"{source.where(path, node)}: a generator without a seed")
    assert not wrong, "\n".join(wrong)


# --------------------------------------------------------------------------- where things are

SQL: Final = re.compile(
    r"\s*(SELECT\s.+\sFROM\s|INSERT\s+(OR\s+\w+\s+)?INTO\s|UPDATE\s\S+\sSET\s|DELETE\s+FROM\s"
    r"|CREATE\s+(TABLE|VIEW|TRIGGER|INDEX)\s|DROP\s+(TABLE|VIEW|TRIGGER)\s|PRAGMA\s|BEGIN IMM)",
    re.DOTALL,
)


def test_sql_and_commits_are_in_stores_only() -> None:
    wrong: list[str] = []
    for path in source.modules():
        if path.is_relative_to(PACKAGE / "stores"):
            continue
        for node in ast.walk(source.tree(path)):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                if SQL.match(node.value):
                    wrong.append(f"{source.where(path, node)}: SQL")
            elif isinstance(node, ast.Attribute) and node.attr in {"commit", "rollback"}:
                wrong.append(f"{source.where(path, node)}: .{node.attr}")
    assert not wrong, "\n".join(wrong)


BEHIND: Final = {
    "argon2": "operations",
    "psycopg": "stores",
    "pyhanko": "reports",
    "segno": "reports",
    "xlsxwriter": "reports",
}
"""Library to the one package that may know it; import-linter knows those imported everywhere."""


def test_every_library_is_behind_one_package() -> None:
    wrong: list[str] = []
    for path in source.modules():
        for node in ast.walk(source.tree(path)):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            if isinstance(node, ast.ImportFrom):
                names = [node.module or ""]
            wrong += [
                f"{source.where(path, node)}: {library}"
                for library in {name.partition(".")[0] for name in names} & BEHIND.keys()
                if path.relative_to(PACKAGE).parts[0] != BEHIND[library]
            ]
    assert not wrong, "\n".join(wrong)


def test_nothing_lies_about_at_the_top() -> None:
    ignored = (ROOT / ".gitignore").read_text(encoding="utf-8").split()
    found = {
        path.name
        for path in ROOT.iterdir()
        if path.name != ".git" and not any(Path(path.name).match(g.strip("/")) for g in ignored)
    }
    assert found <= TREE, f"what is {sorted(found - TREE)}?"
    inside = {path.name for path in (ROOT / "tests").iterdir() if path.name != "__pycache__"}
    assert inside <= TESTS, f"what is tests/{sorted(inside - TESTS)}?"
    gate = {path.name for path in (ROOT / ".ci").iterdir()}
    assert gate == {"run", "constraints.txt"}


def test_a_file_of_some_400_lines_becomes_a_package() -> None:
    wrong = [
        f"{path.relative_to(ROOT)} has {count} lines"
        for path in source.modules()
        if (count := path.read_text(encoding="utf-8").count("\n")) > ABOUT
    ]
    assert not wrong, "\n".join(wrong)


NO_PLACE: Final = {"sign_in"}
"""Packages of ``web`` that are no place in the house: every place may use them."""


def test_no_place_of_the_house_knows_another() -> None:
    places = {path.parent.name for path in PACKAGE.glob("web/*/__init__.py")} - NO_PLACE
    wrong = [
        f"{source.where(path, node)}: imports {name}"
        for place in places
        for path in source.modules(f"web/{place}")
        for node in ast.walk(source.tree(path))
        if isinstance(node, ast.ImportFrom)
        for name in [f"{node.module}.{alias.name}" for alias in node.names]
        if re.match(rf"countroom\.web\.(?!{place}\b)({'|'.join(places)})\b", name)
    ]
    assert not wrong, "\n".join(wrong)


def test_every_table_is_append_only_or_listed_as_mutable() -> None:
    listed = [*schema.APPEND_ONLY, *schema.MUTABLE]
    assert len(listed) == len(set(listed))
    assert rows.__doc__, "imported for its tables"
    declared = set(SQLModel.metadata.tables) | {"alembic_version"}
    assert declared == set(listed)


def test_the_wheel_carries_templates_static_files_and_migrations(tmp_path: Path) -> None:
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)]
    subprocess.run(build, cwd=ROOT, check=True, capture_output=True)
    with zipfile.ZipFile(next(tmp_path.glob("*.whl"))) as wheel:
        packed = set(wheel.namelist())
    for folder in ("templates", "static", "migrations"):
        files = {
            f"countroom/_files/{path.relative_to(ROOT)}"
            for path in (ROOT / folder).rglob("*")
            if path.is_file() and path.suffix != ".pyc"
        }
        assert files <= packed, sorted(files - packed)


# ------------------------------------------------------------------ what the tree must not say

UNWANTED: Final = {
    "a path of one machine": re.compile(r"(?<![\w.<])/(work|root|home|Users)/\w|/tm[p]/"),
    "a registry's host": re.compile(
        r"pypi\.(org|python)|pythonhosted|registry\.npm|npmjs\.|(deb|security)\.debian\.org"
        r"|archive\.ubuntu\.com|crates\.io|proxy\.golang"
    ),
    "a private key": re.compile(r"-----BEGIN [A-Z ]*PRIVATE KEY-----"),
    "an unfinished place": re.compile(r"\b(TODO|FIXME|XXX|HACK)\b"),
}
_THIS: Final = Path(__file__).resolve()


def test_the_tree_names_no_machine_no_registry_and_no_secret() -> None:
    wrong = [
        f"{path.relative_to(ROOT)}: {what}: {found.group()}"
        for path, text in texts()
        if path != _THIS
        for what, pattern in UNWANTED.items()
        if (found := pattern.search(text))
    ]
    assert not wrong, "\n".join(wrong)


ELSEWHERE: Final = re.compile(
    r"""((src|href|action)\s*=\s*["']?|url\(\s*["']?|@import\s+["'])(https?:)?//""", re.IGNORECASE
)


def test_screens_and_prints_take_nothing_from_another_host() -> None:
    wrong = [
        str(path.relative_to(ROOT))
        for path, text in texts()
        if path.is_relative_to(ROOT / "templates") or path.is_relative_to(ROOT / "static")
        if ELSEWHERE.search(text)
    ]
    assert not wrong


UNESCAPED: Final = re.compile(r"\|\s*safe\b|autoescape\s+false")


def test_templates_are_escaped() -> None:
    folder = ROOT / "templates"
    wrong = [
        str(path.relative_to(ROOT))
        for path, text in texts()
        if path.is_relative_to(folder)
        if path.suffix not in {".html", ".css", ".svg", ".xml"} or UNESCAPED.search(text)
    ]
    assert not wrong, f"Flask escapes by suffix, and nothing is called safe: {wrong}"


# ------------------------------------------------------------------------------ the registries


def _mentioned(word: str) -> bool:
    """Ask whether a test speaks of ``word``."""
    pattern = re.compile(rf"\b{re.escape(word)}\b")
    return any(
        pattern.search(text)
        for path, text in texts()
        if path.is_relative_to(ROOT / "tests") and path.suffix == ".py" and path != _THIS
    )


def test_every_game_has_golden_rounds_and_an_oracle() -> None:
    wrong: list[str] = []
    for code, game in registry("countroom.engine.games", "GAMES").items():
        if not any((ROOT / "tests" / "golden" / "rounds").glob(f"{code}*")):
            wrong.append(f"game {code} has no golden rounds in tests/golden/rounds/{code}.txt")
        if not any((ROOT / "tests" / "oracles").glob(f"test_{code}*.py")):
            wrong.append(f"game {code} has no oracle in tests/oracles/test_{code}.py")
        if getattr(game, "CODE", getattr(game, "code", None)) != code:
            wrong.append(f"game {code} does not call itself so")
    assert not wrong, "\n".join(wrong)


def test_every_module_of_games_and_papers_has_its_line() -> None:
    for place, name in (("engine/games", "GAMES"), ("domain/papers", "PAPERS")):
        module = f"countroom.{place.replace('/', '.')}"
        if not registry(module, name):
            continue
        imported = {
            alias.name
            for node in ast.walk(source.tree(PACKAGE / place / "__init__.py"))
            if isinstance(node, ast.ImportFrom)
            for alias in node.names
        }
        stems = {
            path.stem
            for path in (PACKAGE / place).iterdir()
            if path.stem[0] != "_" and (path.suffix == ".py" or (path / "__init__.py").exists())
        }
        assert stems <= imported, f"{name} does not know {sorted(stems - imported)}"


def test_every_paper_has_template_signature_policy_and_test() -> None:
    wrong: list[str] = []
    for code, paper in registry("countroom.domain.papers", "PAPERS").items():
        if not any((ROOT / "templates").rglob(f"{code}.html")):
            wrong.append(f"paper {code} has no template {code}.html")
        if not paper.signatures and code not in UNSIGNED:
            wrong.append(f"paper {code} has no signature steps: why?")
        if not _mentioned(code):
            wrong.append(f"paper {code} is in no test")
    assert not wrong, "\n".join(wrong)


def test_every_report_has_a_golden() -> None:
    golden = ROOT / "tests" / "golden"
    wrong = [
        f"report {name} has no golden under tests/golden"
        for name in registry("countroom.reports", "REPORTS")
        if not any(golden.rglob(f"{name}*"))
    ]
    assert not wrong, "\n".join(wrong)


# ----------------------------------------------------------------------------------- the rules


def _rules_marked() -> set[str]:
    """Gather the constants in ``mark.rule(…)``, wherever in the tests it stands."""
    marked: set[str] = set()
    for path in (ROOT / "tests").rglob("*.py"):
        for node in ast.walk(source.tree(path)):
            if isinstance(node, ast.Call) and source.dotted(node.func).endswith("mark.rule"):
                marked |= {source.dotted(argument).rpartition(".")[2] for argument in node.args}
    return marked


def test_every_rule_is_enforced_in_the_code() -> None:
    wrong = [name for name, using in citations.code_by_rule().items() if not using]
    assert not wrong, f"rules that no code knows: {' '.join(wrong)}"


def test_every_rule_is_raised_in_one_place() -> None:
    raised: dict[str, set[str]] = {}
    for path in source.modules():
        for name, _ in source.raised_rules(path):
            raised.setdefault(name, set()).add(str(path.relative_to(ROOT)))
    wrong = [f"{name}: {sorted(paths)}" for name, paths in raised.items() if len(paths) > 1]
    assert not wrong, "rules raised in several modules:\n" + "\n".join(wrong)


def test_every_rule_is_shown_by_a_test() -> None:
    wrong = sorted(citations.rules().keys() - _rules_marked())
    assert not wrong, f"rules that no test is marked with: {' '.join(wrong)}"


def test_rules_are_named_after_their_numbers() -> None:
    for name, rule in citations.rules().items():
        numbered = re.match(r"[A-Z]+-[0-9]+[A-Z]?$", rule.number)
        assert not numbered or rule.number.replace("-", "_") == name


# ---------------------------------------------------------------------------- the command line


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_explains_itself(name: str) -> None:
    command = main.get_command(None, name)  # type: ignore[arg-type]
    assert command is not None
    assert command.help
    assert COMMANDS[name][1].endswith(".")
    parts = list(command.commands) if isinstance(command, click.Group) else []
    for words in [[name, part] for part in parts] or [[name]]:
        answer = CliRunner().invoke(main, [*words, "--help"])
        assert answer.exit_code == 0
        assert name == "test" or "--data" in answer.output, f"{words} takes no --data"


# ----------------------------------------------------------------------------------- the tests


def test_no_test_mocks_what_we_wrote() -> None:
    wrong = [
        f"{source.where(path, node)}"
        for path in (ROOT / "tests").rglob("*.py")
        for node in ast.walk(source.tree(path))
        if isinstance(node, ast.ImportFrom | ast.Import)
        if "mock" in ast.unparse(node)
    ]
    assert not wrong


_CHECKS: Final = re.compile(r"raises|fail|check|assert|expect|verify|must|run_state_machine")
"""Names of calls that check by themselves."""


def _called(node: ast.AST) -> set[str]:
    return {
        source.dotted(call.func).rpartition(".")[2] or getattr(call.func, "attr", "")
        for call in ast.walk(node)
        if isinstance(call, ast.Call)
    }


def _checks_itself(node: ast.AST) -> bool:
    asserts = any(isinstance(part, ast.Assert | ast.Raise) for part in ast.walk(node))
    return asserts or any(_CHECKS.search(name) for name in _called(node))


def _checking(functions: dict[str, list[ast.FunctionDef]]) -> set[str]:
    """Names of the tests' own functions that check, by themselves or by what they call."""
    known = {name for name, made in functions.items() if any(map(_checks_itself, made))}
    while True:
        more = {
            name
            for name, made in functions.items()
            if name not in known and any(_called(one) & known for one in made)
        }
        if not more:
            return known
        known |= more


def test_every_test_checks_itself() -> None:
    functions: dict[str, list[ast.FunctionDef]] = {}
    places: dict[str, str] = {}
    for path in (ROOT / "tests").rglob("*.py"):
        for node in ast.walk(source.tree(path)):
            if isinstance(node, ast.FunctionDef):
                functions.setdefault(node.name, []).append(node)
                places[node.name] = source.where(path, node)
    tests = {name for name in functions if name.startswith("test_")}
    wrong = [f"{places[name]}: {name}" for name in sorted(tests - _checking(functions))]
    assert not wrong, "\n".join(wrong)


# -------------------------------------------------------------------------- the rules themselves


@pytest.mark.parametrize("breach", ["x = 1.5", "x = float(y)", "x = a / b", "x /= 2", "np.float64"])
def test_a_float_is_seen(breach: str) -> None:
    assert any(map(_inexact, ast.walk(ast.parse(breach))))


@pytest.mark.parametrize("exact", ["x = 3 // 2", "Fraction(1) / 3", "s = '1.5'", "x = not_float"])
def test_what_is_exact_is_let_be(exact: str) -> None:
    assert not any(map(_inexact, ast.walk(ast.parse(exact))))


@pytest.mark.parametrize(
    "name", ["datetime.now", "datetime.datetime.utcnow", "date.today", "time.time"]
)
def test_a_clock_is_seen(name: str) -> None:
    assert CLOCK.search(name)
    assert not CLOCK.search("self.closing_time.time_zone")


@pytest.mark.parametrize("text", ["SELECT a FROM b", "PRAGMA x", "UPDATE t SET a = 1"])
def test_sql_is_seen(text: str) -> None:
    assert SQL.match(text)
    assert not SQL.match("Select a table from the list.")


def test_a_test_that_cannot_fail_is_seen() -> None:
    empty, useful = ast.parse("def a(): play()\ndef b():\n    assert play()").body
    assert isinstance(empty, ast.FunctionDef)
    assert isinstance(useful, ast.FunctionDef)
    assert not _checks_itself(empty)
    assert _checks_itself(useful)
