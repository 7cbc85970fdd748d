"""Backup while the house runs, and restore into an empty place, checked both times.

A backup is a tar file: ``manifest.json`` with the SHA-256 of every other member, the database
as it stood at one moment, and the data folder's ``rounds``, ``prints`` and ``keys``. It holds
keys, so only its owner may read it.
"""

import hashlib
import io
import json
import os
import tarfile
import tempfile
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path, PurePosixPath
from typing import Final

from countroom import __version__
from countroom.domain.journal import Head
from countroom.errors import SettingsError
from countroom.operations.opening import open_database
from countroom.settings import AppSettings
from countroom.stores import copying
from countroom.stores.database import Database

FORMAT: Final = 1
MANIFEST: Final = "manifest.json"
FOLDERS: Final = ("rounds", "prints", "keys", "play")
"""What of the data folder is taken besides the database."""


def backup(database: Database, settings: AppSettings, target: Path, *, now: datetime) -> Head:
    """Write a backup; the house goes on working meanwhile.

    Returns:
        The journal's head as backed up.

    Raises:
        SettingsError: The file exists already, or the database cannot be copied.
    """
    if target.exists():
        msg = f"{target.name} exists already; a backup never replaces another."
        raise SettingsError(msg)
    with tempfile.TemporaryDirectory(prefix="countroom-", dir=target.parent) as work:
        name, head = copying.copy_online(database, Path(work))
        members = {name: Path(work) / name, **dict(_files(settings))}
        draft = Path(work) / "backup.tar"
        _write(draft, members, head, now)
        draft.chmod(0o600)
        draft.replace(target)
    return head


def _files(settings: AppSettings) -> Iterator[tuple[str, Path]]:
    for folder in FOLDERS:
        for path in sorted((settings.data / folder).rglob("*")):
            if path.is_file() and path != settings.anchor:
                yield path.relative_to(settings.data).as_posix(), path


def _write(draft: Path, members: dict[str, Path], head: Head, now: datetime) -> None:
    digests: dict[str, str] = {}
    with tarfile.open(draft, "w") as tar:
        for name, path in members.items():
            content = path.read_bytes()
            digests[name] = hashlib.sha256(content).hexdigest()
            _add(tar, name, content, path.stat().st_mode & 0o777)
        manifest = {
            "format": FORMAT,
            "program": __version__,
            "taken": now.isoformat(),
            "head": {"seq": head.seq, "digest": head.digest},
            "files": digests,
        }
        _add(tar, MANIFEST, json.dumps(manifest, indent=1, sort_keys=True).encode(), 0o600)


def _add(tar: tarfile.TarFile, name: str, content: bytes, mode: int) -> None:
    member = tarfile.TarInfo(name)
    member.size, member.mode = len(content), mode
    tar.addfile(member, io.BytesIO(content))


def restore(taken: Path, settings: AppSettings) -> Database:
    """Bring a backup back into an empty place; the caller then verifies what is there.

    Raises:
        SettingsError: The place is not empty, or the backup is not whole.
    """
    if settings.data.exists() and any(settings.data.iterdir()):
        msg = f"{settings.data} is not empty; a backup is restored into an empty place only."
        raise SettingsError(msg)
    members, head = _read(taken)
    settings.data.mkdir(mode=0o700, parents=True, exist_ok=True)
    database = open_database(settings)
    if not copying.is_empty(database):
        msg = "The database is not empty; a backup is restored into an empty place only."
        raise SettingsError(msg)
    with tempfile.TemporaryDirectory(prefix="countroom-", dir=settings.data) as work:
        for name, content in members.items():
            if name in {copying.SQLITE_NAME, copying.POSTGRESQL_NAME}:
                copy = Path(work) / name
                copy.write_bytes(content)
                copying.bring_back(database, copy)
            else:
                _put(settings.data / name, content)
    if head.seq:
        settings.anchor.write_text(f"{head.seq} {head.digest}\n", encoding="ascii")
    return database


def _put(path: Path, content: bytes) -> None:
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "wb") as file:
        file.write(content)


def _read(taken: Path) -> tuple[dict[str, bytes], Head]:
    try:
        with tarfile.open(taken, "r:") as tar:
            found = {member.name: _content(tar, member) for member in tar if member.isfile()}
    except (OSError, tarfile.TarError) as error:
        msg = f"{taken.name} is not a backup of this program."
        raise SettingsError(msg) from error
    manifest = json.loads(found.pop(MANIFEST, b"null"))
    if not isinstance(manifest, dict) or manifest.get("format") != FORMAT:
        msg = f"{taken.name} is not a backup of this program."
        raise SettingsError(msg)
    _check(taken, found, manifest["files"])
    return found, Head(manifest["head"]["seq"], manifest["head"]["digest"])


def _content(tar: tarfile.TarFile, member: tarfile.TarInfo) -> bytes:
    file = tar.extractfile(member)
    assert file is not None, "a regular member has content"
    return file.read()


def _check(taken: Path, found: dict[str, bytes], digests: dict[str, str]) -> None:
    if found.keys() != digests.keys():
        msg = f"{taken.name} is not whole: files are missing or were added."
        raise SettingsError(msg)
    for name, content in found.items():
        path = PurePosixPath(name)
        if path.is_absolute() or ".." in path.parts:
            msg = f"{taken.name} names a file outside the data folder."
            raise SettingsError(msg)
        if hashlib.sha256(content).hexdigest() != digests[name]:
            msg = f"{taken.name} is damaged at {name}."
            raise SettingsError(msg)
