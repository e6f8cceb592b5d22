# SPDX-License-Identifier: GPL-3.0-or-later
"""The folder of this process for what files must hold: kernels given as strings, and the data of arrays."""

from __future__ import annotations

import os
import shutil
import tempfile
import weakref
from pathlib import Path

_made: dict[int, tuple[str, weakref.finalize]] = {}


class _Owner:
    """Lives as long as the process: its end removes the folder."""


_owner = _Owner()


def path() -> str:
    """The folder, made when it is first asked for; a forked process has one of its own."""
    process = os.getpid()
    if process not in _made:
        folder = tempfile.mkdtemp(prefix="warpstring-")
        _made[process] = (folder, weakref.finalize(_owner, _remove, process, folder))
    return _made[process][0]


def _remove(process: int, folder: str) -> None:
    if os.getpid() == process:
        shutil.rmtree(folder, ignore_errors=True)


def shown(file: str) -> str:
    """A path as messages name it: a kernel given as a string has a name, and no place."""
    folder = _made.get(os.getpid(), ("", None))[0]
    return os.path.basename(file) if folder and file.startswith(folder + os.sep) else file


def write(name: str, content: bytes) -> str:
    """A file of the folder with this content; left as it is where it is there: names tell contents."""
    place = Path(path()) / name
    if not place.exists():
        place.parent.mkdir(parents=True, exist_ok=True)
        part = place.with_name(f"{place.name}.{os.getpid()}.{id(content)}")
        part.write_bytes(content)
        part.replace(place)
    return str(place)
