# SPDX-License-Identifier: GPL-3.0-or-later
"""Launches: of launch files, or of kernels and what is said of them in Python."""

from __future__ import annotations

import functools
import hashlib
import os
import threading
from collections import OrderedDict
from pathlib import Path
from typing import Any, Mapping, NamedTuple, Optional, Sequence, Union

from . import _checks, _core, _folder, _toml
from ._errors import refuse
from ._specs import Spec

KernelLike = Union[str, "os.PathLike[str]", "Launch"]


class Launch:
    """A kernel, its index space and its arguments. Made by launch() and launches()."""

    __slots__ = ("_core", "_held")

    def __init__(self, core: _core.Launch, held: Sequence[_toml.ArrayFile] = ()) -> None:
        self._core = core
        self._held = tuple(held)

    @property
    def name(self) -> str:
        """For reports: the file's name, with the values of its sweep."""
        return self._core.name

    @property
    def kernel(self) -> str:
        """The kernel function."""
        return self._core.kernel

    @property
    def global_size(self) -> tuple[int, ...]:
        """Work-items by dimension."""
        return tuple(self._core.global_size)

    @property
    def local_size(self) -> tuple[int, ...]:
        """Work-items of a work-group by dimension."""
        return tuple(self._core.local_size)

    @property
    def options(self) -> str:
        """Build options, macros among them."""
        return self._core.options

    @property
    def source(self) -> str:
        """The kernel's source, OpenCL C."""
        return self._core.source

    @property
    def text(self) -> str:
        """The launch file (TOML) that says the same. Of a kernel: with guesses marked in comments."""
        return self._core.text

    @property
    def guesses(self) -> list[str]:
        """What was guessed because nobody said it: what, why, and the option that says it instead."""
        return list(self._core.guesses)

    @property
    def swept(self) -> dict[str, str]:
        """The values that the file's [sweep] gave it."""
        return dict(self._core.swept)

    def __repr__(self) -> str:
        sizes = " of ".join("x".join(str(n) for n in sizes) for sizes in (self.global_size, self.local_size))
        return f"Launch({self.name!r}, {self.kernel}, {sizes})"

    def _repr_html_(self) -> str:
        import html

        return f"<pre>{html.escape(self.text)}</pre>"


class Said(NamedTuple):
    """What is said of a launch, ready for the libraries."""

    text: Optional[str]
    path: str
    choice: dict[str, Any]
    options: str
    held: tuple[_toml.ArrayFile, ...]

    def key(self) -> str:
        return repr((self.text, self.path, self.choice, self.options))


def choice_of(
    global_size: Any,
    local_size: Any,
    args: Any,
    arguments: Mapping[str, Any],
    macros: Any,
    include: Any,
    kernel_name: Any,
) -> tuple[dict[str, Any], list[_toml.ArrayFile]]:
    """As _core takes it: values as TOML."""
    held: list[_toml.ArrayFile] = []
    choice: dict[str, Any] = {}
    if kernel_name is not None:
        choice["kernel"] = _checks.string(kernel_name, "kernel_name")
    if global_size is not None:
        choice["global"] = _checks.sizes(global_size, "global_size")
    if local_size is not None:
        choice["local"] = _checks.sizes(local_size, "local_size")
    given = dict(_checks.mapping(args, "args")) if args is not None else {}
    for name, value in arguments.items():
        if name in given:
            raise TypeError(f"argument {name!r} is given twice: in args and by its name")
        given[name] = value
    if given:
        choice["arguments"] = [
            (name, _toml.argument(value, f"argument {name!r}", held)) for name, value in given.items()
        ]
    if macros is not None:
        choice["macros"] = [
            (name, _toml.plain(int(value) if isinstance(value, bool) else value, f"macros[{name!r}]"))
            for name, value in _checks.mapping(macros, "macros").items()
        ]
    if include is not None:
        choice["includes"] = [os.path.abspath(folder) for folder in _checks.strings(include, "include")]
    return choice, held


def is_source(text: str) -> bool:
    """Whether a str is a kernel's source rather than a path: no path has braces or line ends."""
    return "\n" in text or "{" in text


def placed(text: str) -> str:
    """Where a kernel that is given as a string would lie; it is written there when files are asked for."""
    return _placed(_folder.path(), text)


@functools.lru_cache(maxsize=1024)
def _placed(folder: str, text: str) -> str:
    digest = hashlib.blake2b(text.encode("utf-8", "surrogateescape"), digest_size=8).hexdigest()
    return f"{folder}/kernels/{digest}/kernel.cl"


def on_disk(launch: _core.Launch) -> None:
    """Writes a kernel that was given as a string, for what reads it as a file."""
    file = launch.source_file
    if file.startswith(_folder.path() + os.sep):
        _folder.write(os.path.relpath(file, _folder.path()), launch.source.encode("utf-8", "surrogateescape"))


def said_of(kernel: Any, choice: dict[str, Any], options: Any, held: Sequence[_toml.ArrayFile]) -> Said:
    if isinstance(kernel, str) and is_source(kernel):
        return Said(kernel, placed(kernel), choice, _checks.string(options, "options"), tuple(held))
    if not isinstance(kernel, (str, os.PathLike)):
        raise _checks.wrong("kernel", "a kernel's source, a path or a Launch", kernel)
    path = os.path.abspath(os.fspath(kernel))
    text = None
    if path.endswith(".cl"):
        try:
            text = Path(path).read_text(encoding="utf-8", errors="surrogateescape")
        except OSError:
            pass  # refused by the libraries, in the words of all others
    return Said(text, path, choice, _checks.string(options, "options"), tuple(held))


_known: "OrderedDict[tuple[str, int], tuple[Spec, list[Launch]]]" = OrderedDict()
_most_known = 1024
_lock = threading.Lock()


def made(said: Said, spec: Spec, time_limit: Optional[float]) -> list[Launch]:
    """The launches; those of kernels are known from the last time that the same was said."""
    key = (said.key(), id(spec)) if said.text is not None else None
    with _lock:
        if key is not None and key in _known:
            _known.move_to_end(key)
            return _known[key][1]
    cores = _core.launches(said.text, said.path, said.choice, said.options, spec._core, time_limit)
    launches = [Launch(core, said.held) for core in cores]
    if key is not None:
        with _lock:
            _known[key] = (spec, launches)
            if len(_known) > _most_known:
                _known.popitem(last=False)
    return launches


_NAMED = {int, str, bool, type(None)}  # equal values of one of these types say the same


def _plain(value: Any) -> Any:
    """What tells a value from all others; None where that takes more than comparing."""
    kind = type(value)
    if kind in _NAMED:
        return kind, value
    if kind is float:
        return kind, repr(value)
    if kind is tuple or kind is list:
        parts = tuple(map(_plain, value))
        return None if None in parts else (tuple, parts)
    if kind is dict:
        return _plain([each for item in value.items() for each in item])
    return None


_by_call: dict[Any, tuple[Spec, Launch]] = {}


def call_key(kernel: Any, spec: Spec, said: Mapping[str, Any]) -> Any:
    """What tells a call with a kernel's source from all others; None where its launch may change with files."""
    if type(kernel) is not str or "include" in said or not is_source(kernel):
        return None
    parts = tuple(map(_plain, said.values()))
    return None if None in parts else (kernel, id(spec), _folder.path(), tuple(said), parts)


def of_call(key: Any) -> Optional[Launch]:
    """The launch that was made the last time that the same was said."""
    known = _by_call.get(key)
    return None if known is None else known[1]


def remember_call(key: Any, spec: Spec, launch: Launch) -> Launch:
    if key is not None:
        if len(_by_call) >= _most_known:
            _by_call.clear()
        _by_call[key] = (spec, launch)
    return launch


def clear_caches() -> None:
    """Forgets launches that were made before: included files may have changed since."""
    from . import _specs

    with _lock:
        _known.clear()
    _by_call.clear()
    _specs._loaded.clear()


def only(launches: Sequence[Launch]) -> Launch:
    if len(launches) == 1:
        return launches[0]
    raise refuse(
        "launch.several",
        f"the file stands for {len(launches)} launches, and one is wanted",
        "launches() has all of them, and batch() simulates them",
        launches[0]._core.file,
    )
