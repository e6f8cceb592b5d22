# SPDX-License-Identifier: GPL-3.0-or-later
"""Hardware specs: what a device is like."""

from __future__ import annotations

import os
from typing import Any, Union

from . import _checks, _core, _toml
from ._records import Rows, table_html

SpecLike = Union[str, "os.PathLike[str]", "Spec", None]


class Spec:
    """A hardware spec. Immutable: edited() gives another one."""

    def __init__(self, core: _core.Spec) -> None:
        self._core = core

    @property
    def name(self) -> str:
        """What it is called by: "nvidia-h200"."""
        return self._core.name

    @property
    def description(self) -> str:
        return self._core.description

    @property
    def file(self) -> str:
        """Where it was read from."""
        return self._core.file

    @property
    def text(self) -> str:
        """The spec file, TOML."""
        return self._core.text

    @property
    def values(self) -> Rows:
        """Every value that it states: key, value (as written), unit, and whence it is known (kind, source, note)."""
        return Rows(self._core.entries())

    def __getitem__(self, key: str) -> str:
        """A value as it is written: spec["execution.clock_mhz"]."""
        for entry in self._core.entries():
            if entry["key"] == key:
                return str(entry["value"])
        raise KeyError(key)

    def edited(self, values: dict[str, Any]) -> "Spec":
        """The same with other values: {"execution.multiprocessors": 66}. In the units of `values`; refused where
        the spec would not be valid."""
        written = []
        for key, value in _checks.mapping(values, "values").items():
            written.append((key, value if isinstance(value, str) else _toml.plain(value, f"values[{key!r}]")))
        return Spec(self._core.edited(written))

    def save(self, path: Any) -> None:
        """Writes the spec file."""
        with open(_checks.path(path, "path"), "w", encoding="utf-8") as file:
            file.write(self.text)

    def to_dict(self) -> dict[str, Any]:
        """{"name", "description", "file", "values": {key: {"value", "unit", "kind", "source", "note"}}}"""
        values = {}
        for entry in self._core.entries():
            key = entry.pop("key")
            values[key] = entry
        return {"name": self.name, "description": self.description, "file": self.file, "values": values}

    def __repr__(self) -> str:
        return f"Spec({self.name!r})"

    def _repr_html_(self) -> str:
        names = ["key", "value", "unit", "kind", "source"]
        rows = ([entry[name] for name in names] for entry in self._core.entries())
        return f"<p><b>{self.name}</b> {self.description}</p>" + table_html(names, rows)


_loaded: dict[tuple[str, str, str, str], tuple[tuple[int, int], Spec]] = {}


def _state(file: str) -> tuple[int, int]:
    status = os.stat(file)
    return status.st_mtime_ns, status.st_size


def load_spec(spec: SpecLike = None, folder: str = "") -> Spec:
    """The spec of a name or a file. Without one: what WARPSTRING_SPEC or the config file says, else this machine's
    GPU, else nvidia-h200. `folder` is looked in first."""
    if isinstance(spec, Spec):
        return spec
    name = "" if spec is None else _checks.path(spec, "spec")
    key = (name, folder, os.environ.get("WARPSTRING_SPEC", ""), os.environ.get("WARPSTRING_SPECS", ""))
    known = _loaded.get(key)
    if known is not None:
        try:
            if _state(known[1].file) == known[0]:
                return known[1]
        except OSError:
            pass
    made = Spec(_core.load_spec(name, _checks.string(folder, "folder")))
    state = _state(made.file)
    same = (each for at, each in list(_loaded.values()) if at == state and each.file == made.file)
    _loaded[key] = (state, next(same, made))
    return _loaded[key][1]


def parse_spec(text: str, path: str = "spec.toml") -> Spec:
    """A spec of a text (TOML). `path` names it in messages."""
    return Spec(_core.parse_spec(_checks.string(text, "text"), _checks.path(path, "path")))


def specs(folder: str = "") -> Rows:
    """The specs that there are: name, description, file."""
    found = _core.list_specs(_checks.string(folder, "folder"))
    return Rows([{"name": name, "description": words, "file": file} for name, words, file in found])
