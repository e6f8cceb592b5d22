# SPDX-License-Identifier: GPL-3.0-or-later
"""Python's values as launch files say them (docs/launch-files.md)."""

from __future__ import annotations

import hashlib
import itertools
import json
import math
import numbers
import os
import re
import threading
import weakref
from dataclasses import dataclass
from typing import Any, Mapping, Optional, Sequence

from . import _folder

_TYPES = {
    "int8": "char", "uint8": "uchar", "int16": "short", "uint16": "ushort", "int32": "int", "uint32": "uint",
    "int64": "long", "uint64": "ulong", "float16": "half", "float32": "float", "float64": "double",
}  # fmt: skip


@dataclass(frozen=True)
class Buffer:
    """A buffer without data at hand: `count` elements of an OpenCL type ("float4"; a vector counts as one).

    `init` says what it holds: "zero", "constant" (with `value`), "iota", "random" (with `seed`, `range`),
    "permutation", "offsets" (with `range`). `access` is "read", "write" or "read-write".
    """

    type: str
    count: int | str
    init: str = "zero"
    value: Optional[float] = None
    seed: Optional[int] = None
    range: Optional[tuple[float, float]] = None
    access: Optional[str] = None


@dataclass(frozen=True)
class Local:
    """Local memory that is handed over as an argument, in bytes."""

    bytes: int | str


class ArrayFile:
    """The data of an array as a file, which goes when nobody holds this any more."""

    _known: "weakref.WeakValueDictionary[str, ArrayFile]" = weakref.WeakValueDictionary()
    _lock = threading.Lock()
    _numbers = itertools.count()

    def __init__(self, path: str) -> None:
        self.path = path
        weakref.finalize(self, _remove, path, os.getpid()).atexit = False

    @classmethod
    def of(cls, data: bytes) -> "ArrayFile":
        digest = hashlib.blake2b(data, digest_size=16).hexdigest()
        with cls._lock:
            held = cls._known.get(digest)
            if held is None:
                # A name of its own: the file of an earlier one with this content may be about to go.
                held = cls(_folder.write(f"arrays/{digest[:12]}-{next(cls._numbers)}.bin", data))
                cls._known[digest] = held
            return held


def _remove(path: str, process: int) -> None:
    if os.getpid() == process:
        try:
            os.remove(path)
        except OSError:
            pass


def text(value: str) -> str:
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007F")


def _key(name: str) -> str:
    return name if re.fullmatch(r"[A-Za-z0-9_-]+", name) else text(name)


def number(value: Any, what: str) -> str:
    """An integer or a finite number."""
    if isinstance(value, numbers.Integral):
        return str(int(value))
    real = float(value)
    if not math.isfinite(real):
        raise ValueError(f"{what} must be finite, not {real}")
    return repr(real)


def plain(value: Any, what: str) -> str:
    """A value within a table or a list."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return text(value)
    if isinstance(value, numbers.Real):
        return number(value, what)
    if isinstance(value, Mapping):
        return table({str(key): plain(each, f"{what}[{key!r}]") for key, each in value.items()})
    if isinstance(value, Sequence) and not isinstance(value, (bytes, bytearray)):
        return "[" + ", ".join(plain(each, f"{what}[{i}]") for i, each in enumerate(value)) + "]"
    raise TypeError(f"{what} cannot be a {type(value).__name__}")


def table(entries: Mapping[str, str]) -> str:
    return "{ " + ", ".join(f"{_key(key)} = {toml}" for key, toml in entries.items()) + " }"


def _buffer(buffer: Buffer, what: str) -> str:
    entries = {"buffer": text(buffer.type), "count": plain(buffer.count, f"{what}.count")}
    entries["init"] = text(buffer.init)
    for key in ("value", "seed", "range", "access"):
        value = getattr(buffer, key)
        if value is not None:
            entries[key] = plain(value, f"{what}.{key}")
    return table(entries)


def _array(array: Any, what: str, held: list[ArrayFile]) -> str:
    import numpy

    dtype = array.dtype
    if dtype.names is not None:
        entries = {"buffer": text("struct"), "bytes": str(dtype.itemsize), "count": str(array.size)}
    elif dtype.name in _TYPES:
        entries = {"buffer": text(_TYPES[dtype.name]), "count": str(array.size)}
    else:
        known = ", ".join(_TYPES)
        raise TypeError(f"{what} is an array of {dtype}, which OpenCL's buffers do not have: one of {known} is wanted")
    if array.size == 0:
        raise ValueError(f"{what} is an array without elements")
    if dtype.names is not None or array.any():
        little = numpy.ascontiguousarray(array, dtype=dtype.newbyteorder("<"))
        held.append(ArrayFile.of(little.tobytes()))
        entries["init"] = text("file")
        entries["file"] = text(held[-1].path)
    return table(entries)


def argument(value: Any, what: str, held: list[ArrayFile]) -> str:
    """What [args] says of a kernel's argument. Files that it names are added to `held`."""
    if type(value) is int or (type(value) is float and math.isfinite(value)):
        return repr(value)
    if isinstance(value, bool):
        return str(int(value))
    if isinstance(value, str):
        return text(value)  # an expression
    if type(value).__module__ == "numpy":
        if getattr(value, "ndim", 0) > 0:
            return _array(value, what, held)
        if value.dtype.name not in _TYPES:
            raise TypeError(f"{what} is a NumPy value of type {value.dtype}, which OpenCL does not have")
        return table({"scalar": text(_TYPES[value.dtype.name]), "value": number(value.item(), what)})
    if isinstance(value, numbers.Real):
        return number(value, what)
    if isinstance(value, Buffer):
        return _buffer(value, what)
    if isinstance(value, Local):
        return table({"local": plain(value.bytes, what)})
    if isinstance(value, Mapping):
        return plain(value, what)
    if hasattr(value, "__array__"):
        import numpy

        return _array(numpy.asarray(value), what, held)
    raise TypeError(
        f"{what} must be a number, an expression (str), a NumPy array, a Buffer, a Local or a dict as launch "
        f"files have it, not a {type(value).__name__}"
    )
