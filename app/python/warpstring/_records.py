# SPDX-License-Identifier: GPL-3.0-or-later
"""Results: objects with the names of the JSON that the programs print (docs/json.md)."""

from __future__ import annotations

import copy
import html
from typing import Any, Iterator, Mapping, Sequence


def wrapped(value: Any) -> Any:
    """Objects as records, lists as lists of them."""
    if isinstance(value, dict):
        return Record(value)
    if isinstance(value, list):
        return [wrapped(each) for each in value]
    return value


class Record(Mapping[str, Any]):
    """An object of the JSON. Its members are attributes, and items by their names: `a.kernel.time_us`,
    `a["kernel"]["time_us"]`. Units stand in the names: _us, _cycles, _bytes; what is not known is None."""

    def __init__(self, content: dict[str, Any]) -> None:
        self._content = content

    def _dict(self) -> dict[str, Any]:
        return self._content

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        content = self._dict()
        if name not in content:
            raise AttributeError(f"{type(self).__name__} has no {name!r}; it has {', '.join(content)}")
        return wrapped(content[name])

    def __getitem__(self, name: str) -> Any:
        return wrapped(self._dict()[name])

    def __iter__(self) -> Iterator[str]:
        return iter(self._dict())

    def __len__(self) -> int:
        return len(self._dict())

    def __dir__(self) -> list[str]:
        return sorted({*super().__dir__(), *self._dict()})

    def __repr__(self) -> str:
        parts = ", ".join(f"{key}={_short(value)}" for key, value in self._dict().items())
        return f"{type(self).__name__}({parts})"

    def to_dict(self) -> dict[str, Any]:
        """The whole content as plain dicts and lists, a copy."""
        return copy.deepcopy(self._dict())

    def _repr_html_(self) -> str:
        return table_html(["", ""], flat(self._dict()).items())


class Rows(Sequence[Record]):
    """Records of one kind, in order."""

    def __init__(self, rows: Sequence[dict[str, Any]]) -> None:
        self._rows = list(rows)

    def __len__(self) -> int:
        return len(self._rows)

    def __getitem__(self, index: Any) -> Any:
        return [Record(row) for row in self._rows[index]] if isinstance(index, slice) else Record(self._rows[index])

    def __repr__(self) -> str:
        return f"{type(self).__name__}({len(self._rows)} rows)"

    def to_dict(self) -> list[dict[str, Any]]:
        """The rows as plain dicts, copies."""
        return copy.deepcopy(self._rows)

    def to_frame(self) -> Any:
        """A pandas.DataFrame with a row each; members within members are columns like "kernel.time_us"."""
        return frame([flat(row) for row in self._rows])

    def _repr_html_(self) -> str:
        most = 60
        rows = [flat(row) for row in self._rows[:most]]
        names = list(dict.fromkeys(name for row in rows for name in row))
        text = table_html(names, ([row.get(name) for name in names] for row in rows))
        return text + (f"<p>{len(self._rows) - most} more</p>" if len(self._rows) > most else "")


def flat(content: Mapping[str, Any], prefix: str = "") -> dict[str, Any]:
    """Members within members as "kernel.time_us"; lists of plain values stay, others are told by their length."""
    row: dict[str, Any] = {}
    for key, value in content.items():
        if isinstance(value, Mapping):
            row.update(flat(value, f"{prefix}{key}."))
        elif isinstance(value, list) and any(isinstance(each, (dict, list)) for each in value):
            row[prefix + key] = f"[{len(value)}]"
        else:
            row[prefix + key] = value
    return row


def frame(rows: Sequence[Mapping[str, Any]]) -> Any:
    """A pandas.DataFrame; ImportError says so where there is no pandas."""
    try:
        import pandas  # type: ignore[import]
    except ImportError as error:
        raise ImportError("data frames are pandas': install it (python3-pandas), or use to_dict()") from error
    return pandas.DataFrame(list(rows))


def table_html(names: Sequence[str], rows: Any) -> str:
    """A table for notebooks."""
    head = "".join(f"<th>{html.escape(str(name))}</th>" for name in names)
    body = "".join("<tr>" + "".join(f"<td>{html.escape(_cell(each))}</td>" for each in row) + "</tr>" for row in rows)
    return f"<table>{'<tr>' + head + '</tr>' if any(names) else ''}{body}</table>"


def _cell(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, float):
        return f"{value:.6g}"
    if isinstance(value, list):
        return "; ".join(str(each) for each in value)
    return str(value)


def _short(value: Any) -> str:
    if isinstance(value, (dict, list)):
        return "{...}" if isinstance(value, dict) else f"[{len(value)}]"
    text = repr(value)
    return text if len(text) <= 60 else text[:57] + "..."


class Picture:
    """A drawing as SVG, which notebooks show."""

    def __init__(self, svg: str) -> None:
        self.svg = svg

    def _repr_svg_(self) -> str:
        return self.svg

    def __repr__(self) -> str:
        return f"Picture({len(self.svg)} bytes of SVG)"

    def save(self, path: Any) -> None:
        """Writes the SVG."""
        with open(path, "w", encoding="utf-8") as file:
            file.write(self.svg)
