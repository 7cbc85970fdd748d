"""Rounds on record: Parquet, one pair of files a table and drop period.

``<folder>/<gaming date>/<table>.rounds.parquet`` holds the rounds as columns of
``engine.records``, ``….buyins.parquet`` the buy-ins; what they are of stands in the files'
metadata. A file is written whole or not at all, and its SHA-256 goes on record. This module
alone knows Parquet.
"""

import hashlib
import json
import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date, datetime
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
from numpy.typing import NDArray

from countroom.engine import records
from countroom.engine.game import Game
from countroom.engine.games import GAMES
from countroom.engine.house import BUY_IN_COLUMNS, HouseResult, house_result
from countroom.engine.rules import RulesOfPlay
from countroom.errors import EntryError

ArrayColumns = Mapping[str, NDArray[Any]]

_KEY: Final = b"countroom"
_FORMAT: Final = 1
_NOT_OURS: Final = "This is not a file of recorded rounds."


@dataclass(frozen=True, kw_only=True)
class Period:
    """What a file's rounds are of.

    Attributes:
        table: The table's label.
        game: Code of the game.
        rules: In force at the table.
        gaming_date: Of the drop that ends the period.
        from_at: The drop before, aware.
        to_at: The drop that ends it, aware.
        seed: Of a played period; None for records of play.
    """

    table: str
    game: str
    rules: RulesOfPlay
    gaming_date: date
    from_at: datetime
    to_at: datetime
    seed: int | None = None

    @property
    def module(self) -> Game:
        """The game's module."""
        return GAMES[self.game]


@dataclass(frozen=True, slots=True)
class Stored:
    """A file as it was written.

    Attributes:
        path: Below the folder of rounds.
        sha256: Of its bytes, in hexadecimal.
        rows: How many it holds.
    """

    path: Path
    sha256: str
    rows: int


@dataclass(frozen=True, slots=True)
class StoredPeriod:
    """The two files of a period."""

    rounds: Stored
    buyins: Stored


def period_path(folder: Path, gaming_date: date, table: str, kind: str) -> Path:
    """Say where a period's file lies.

    Args:
        folder: Of all rounds.
        gaming_date: Of the drop that ends the period.
        table: The table's label, whatever letters it has.
        kind: ``rounds`` or ``buyins``.
    """
    return folder / gaming_date.isoformat() / f"{quote(table, safe='')}.{kind}.parquet"


def write_period(
    folder: Path, period: Period, columns: ArrayColumns, buyins: ArrayColumns
) -> StoredPeriod:
    """Write a period's rounds and buy-ins.

    Args:
        folder: Of all rounds; made when it is not there.
        period: What they are of.
        columns: See ``engine.records``.
        buyins: See ``engine.house.BUY_IN_COLUMNS``.
    """
    paths = [
        period_path(folder, period.gaming_date, period.table, kind) for kind in ("rounds", "buyins")
    ]
    tables = (_rounds_table(period, columns), _buyins_table(period, buyins))
    written = [
        Stored(path.relative_to(folder), _write(path, table), table.num_rows)
        for path, table in zip(paths, tables, strict=True)
    ]
    return StoredPeriod(*written)


def write_rounds(path: Path, period: Period, columns: ArrayColumns) -> None:
    """Write rounds into a file of one's own choice."""
    _write(path, _rounds_table(period, columns))


def look(path: Path) -> tuple[Period, int]:
    """Say what a file of rounds is of, and how many rows it has.

    Raises:
        EntryError: It is no such file, or its rules are not rules of its game.
    """
    with _parquet(path) as file:
        return _period(file.schema_arrow), file.metadata.num_rows


def read_rounds(path: Path) -> tuple[Period, dict[str, NDArray[Any]]]:
    """Read a file of rounds.

    Raises:
        EntryError: It is no such file, or its rules are not rules of its game.
    """
    table = _read(path)
    period = _period(table.schema)
    return period, _rounds_columns(period, table)


def read_round_batches(path: Path, rows: int) -> Iterator[tuple[Period, dict[str, NDArray[Any]]]]:
    """Read a file of rounds in parts of about so many rows, each of whole rounds.

    Raises:
        EntryError: As ``read_rounds``.
    """
    with _parquet(path) as file:
        period = _period(file.schema_arrow)
        rest: dict[str, NDArray[Any]] | None = None
        for batch in file.iter_batches(batch_size=rows):
            part = _rounds_columns(period, pa.Table.from_batches([batch]))
            whole, rest = _whole_rounds(_joined(rest, part))
            if len(whole["round"]):
                yield period, whole
        if rest is not None:
            yield period, rest


def read_buyins(path: Path) -> tuple[Period, dict[str, NDArray[Any]]]:
    """Read a file of buy-ins.

    Raises:
        EntryError: It is no such file.
    """
    table = _read(path)
    missing = [name for name in BUY_IN_COLUMNS if name not in table.column_names]
    if missing:
        raise EntryError({name: f"The column {name} is missing." for name in missing})
    return _period(table.schema), {name: _values(table, name) for name in BUY_IN_COLUMNS}


def period_result(folder: Path, gaming_date: date, table: str) -> HouseResult:
    """Say what a table's period should have left, by the book, from its files alone.

    Raises:
        EntryError: A file is not what it should be.
        FileNotFoundError: There is none.
    """
    period, columns = read_rounds(period_path(folder, gaming_date, table, "rounds"))
    _, buyins = read_buyins(period_path(folder, gaming_date, table, "buyins"))
    return house_result(period.module, period.rules, columns, buyins)


def require_recorded(path: Path, sha256: str) -> None:
    """See to it that a file is the one that was recorded.

    Raises:
        EntryError: It is another.
        FileNotFoundError: It is gone.
    """
    if sha256_of(path) != sha256:
        raise EntryError({"file": f"{path.name} is not the file that was recorded."})


def sha256_of(path: Path) -> str:
    """Give the SHA-256 of a file's bytes, in hexadecimal."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


# --- writing --------------------------------------------------------------------------------


def _rounds_table(period: Period, columns: ArrayColumns) -> pa.Table:
    arrays: dict[str, pa.Array[Any]] = {}
    for name, values in columns.items():
        if name == "wager":
            codes = [wager.code for wager in period.module.WAGERS]
            arrays[name] = _by_code(values, codes)
        elif name == "void_reason":
            arrays[name] = _by_code(values, list(records.VOID_REASONS))
        else:
            arrays[name] = _array(values)
    return _described(period, arrays)


def _buyins_table(period: Period, buyins: ArrayColumns) -> pa.Table:
    return _described(period, {name: _array(buyins[name]) for name in BUY_IN_COLUMNS})


def _by_code(values: NDArray[Any], codes: list[str]) -> "pa.Array[Any]":
    """Write numbers as the words they stand for."""
    return pa.DictionaryArray.from_arrays(values.astype(np.int16), pa.array(codes))


def _array(values: NDArray[Any]) -> "pa.Array[Any]":
    kind = pa.string() if values.dtype == np.object_ else pa.from_numpy_dtype(values.dtype)
    return pa.array(values.tolist() if values.dtype == np.object_ else values, kind)


def _described(period: Period, arrays: "dict[str, pa.Array[Any]]") -> pa.Table:
    described = {
        "format": _FORMAT,
        "table": period.table,
        "game": period.game,
        "rules": period.rules.to_dict(),
        "rules_sha256": period.rules.digest(),
        "gaming_date": period.gaming_date.isoformat(),
        "from": period.from_at.isoformat(),
        "to": period.to_at.isoformat(),
        "seed": period.seed,
    }
    text = json.dumps(described, sort_keys=True, separators=(",", ":"))
    return pa.table(arrays).replace_schema_metadata({_KEY: text.encode()})


def _write(path: Path, table: pa.Table) -> str:
    """Write a file whole or not at all, and give its digest."""
    path.parent.mkdir(parents=True, exist_ok=True)
    unfinished = path.with_name(path.name + ".part")
    with unfinished.open("wb") as file:
        pq.write_table(table, file, compression="zstd")
        file.flush()
        os.fsync(file.fileno())
    unfinished.replace(path)
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)
    return sha256_of(path)


# --- reading --------------------------------------------------------------------------------


def _read(path: Path) -> pa.Table:
    with _parquet(path) as file:
        return file.read()


@contextmanager
def _parquet(path: Path) -> Iterator[pq.ParquetFile]:
    """Open a file; whatever is wrong with its bytes is one refusal."""
    try:
        with pq.ParquetFile(path) as file:
            yield file
    except FileNotFoundError:
        raise
    except (pa.ArrowException, OSError) as wrong:
        raise EntryError({"file": _NOT_OURS}) from wrong


def _period(schema: pa.Schema) -> Period:
    text = (schema.metadata or {}).get(_KEY)
    if text is None:
        raise EntryError({"file": _NOT_OURS})
    try:
        given = json.loads(text)
        if given["format"] != _FORMAT:
            raise EntryError({"file": "The file is of a format this version does not read."})
        if given["game"] not in GAMES:
            raise EntryError({"game": "The file is of a game this version does not know."})
        rules = GAMES[given["game"]].Rules.from_dict(given["rules"])
        if rules.digest() != given["rules_sha256"]:
            raise EntryError({"rules": "The rules in the file are not those of its digest."})
        return Period(
            table=given["table"],
            game=given["game"],
            rules=rules,
            gaming_date=date.fromisoformat(given["gaming_date"]),
            from_at=datetime.fromisoformat(given["from"]),
            to_at=datetime.fromisoformat(given["to"]),
            seed=given["seed"],
        )
    except (ValueError, KeyError, TypeError) as wrong:
        raise EntryError({"file": _NOT_OURS}) from wrong


def _rounds_columns(period: Period, table: pa.Table) -> dict[str, NDArray[Any]]:
    codes = {
        "wager": [wager.code for wager in period.module.WAGERS],
        "void_reason": list(records.VOID_REASONS),
    }
    return {
        name: _to_numbers(table, name, codes[name]) if name in codes else _values(table, name)
        for name in table.column_names
    }


def _to_numbers(table: pa.Table, name: str, codes: list[str]) -> NDArray[np.int64]:
    """Read words as numbers; one that is not among the codes as -1, which is refused by row."""
    if not _is_text(table.column(name).type):
        return np.full(table.num_rows, -1)
    number = {code: place for place, code in enumerate(codes)}
    words, index = _words(table, name)
    return np.array([number.get(word, -1) for word in words], np.int64)[index]


def _is_text(kind: pa.DataType) -> bool:
    inner = kind.value_type if pa.types.is_dictionary(kind) else kind
    return pa.types.is_string(inner) or pa.types.is_large_string(inner)


def _words(table: pa.Table, name: str) -> tuple[list[str], NDArray[np.int64]]:
    """Read text as the words in it, and for each row the place of its word; no text is empty."""
    column = table.column(name)
    if not pa.types.is_dictionary(column.type):
        column = column.dictionary_encode()
    words: list[str] = [""]
    places = [np.empty(0, np.int64)]
    chunks: list[Any] = column.chunks  # of dictionary arrays, which the stubs do not tell apart
    for chunk in chunks:
        index = chunk.indices.cast(pa.int64()).fill_null(-1).to_numpy(zero_copy_only=False)
        places.append(np.where(index < 0, 0, index + len(words)))
        words += [word or "" for word in chunk.dictionary.to_pylist()]
    return words, np.concatenate(places)


def _values(table: pa.Table, name: str) -> NDArray[Any]:
    """Read a column; what is missing in it is empty text, or minus one."""
    column = table.column(name)
    if _is_text(column.type):
        words, index = _words(table, name)
        return np.array(words, np.object_)[index]
    if pa.types.is_integer(column.type):
        wide = column.cast(pa.int64())
        if wide.null_count == 0:
            return np.asarray(wide.to_numpy())
        return np.array([-1 if each is None else each for each in wide.to_pylist()], np.int64)
    return np.asarray(column.to_numpy())


def _joined(
    rest: dict[str, NDArray[Any]] | None, part: dict[str, NDArray[Any]]
) -> dict[str, NDArray[Any]]:
    if rest is None:
        return part
    return {name: np.concatenate([rest[name], values]) for name, values in part.items()}


def _whole_rounds(
    columns: dict[str, NDArray[Any]],
) -> tuple[dict[str, NDArray[Any]], dict[str, NDArray[Any]]]:
    """Part the rounds that are whole from the last one, which may go on in the next batch."""
    number = columns["round"]
    cut = int(np.flatnonzero(number != number[-1])[-1]) + 1 if (number != number[-1]).any() else 0
    return (
        {name: values[:cut] for name, values in columns.items()},
        {name: values[cut:] for name, values in columns.items()},
    )
