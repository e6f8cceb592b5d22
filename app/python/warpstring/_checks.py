# SPDX-License-Identifier: GPL-3.0-or-later
"""Arguments of functions: a wrong type is named before anything is computed."""

from __future__ import annotations

import math
import numbers
import os
from typing import Any, Callable, Mapping, Optional, Sequence

MODELS = ("by-spec", "closed-form", "timeline")


def wrong(what: str, wanted: str, value: Any) -> TypeError:
    return TypeError(f"{what} must be {wanted}, not {type(value).__name__} ({value!r:.80})")


def string(value: Any, what: str) -> str:
    if not isinstance(value, str):
        raise wrong(what, "a str", value)
    return value


def flag(value: Any, what: str) -> bool:
    if not isinstance(value, bool):
        raise wrong(what, "True or False", value)
    return value


def path(value: Any, what: str) -> str:
    if not isinstance(value, (str, os.PathLike)):
        raise wrong(what, "a path (str or os.PathLike)", value)
    return str(os.fspath(value))


def whole(value: Any, what: str, least: int = 0, most: int = 2**62) -> int:
    if isinstance(value, bool) or not isinstance(value, numbers.Integral):
        raise wrong(what, "an int", value)
    if not least <= int(value) <= most:
        raise ValueError(f"{what} must be from {least} to {most}, not {value}")
    return int(value)


def positive(value: Any, what: str) -> float:
    if isinstance(value, bool) or not isinstance(value, numbers.Real):
        raise wrong(what, "a number", value)
    if not float(value) > 0 or not math.isfinite(float(value)):
        raise ValueError(f"{what} must be above 0 and finite, not {value}")
    return float(value)


def seconds(value: Any, what: str = "time_limit") -> Optional[float]:
    return None if value is None else positive(value, what)


def choice(value: Any, what: str, words: Sequence[str]) -> str:
    if not isinstance(value, str):
        raise wrong(what, "a str", value)
    if value not in words:
        raise ValueError(f"{what} must be one of {', '.join(words)}, not {value!r}")
    return value


def callback(value: Any, what: str = "on_progress") -> Optional[Callable[[int, int], object]]:
    if value is not None and not callable(value):
        raise wrong(what, "a function of what is done and what there is to do", value)
    return value  # type: ignore[no-any-return]


def jobs(value: Any) -> int:
    return os.cpu_count() or 1 if value is None else whole(value, "jobs", 1, 1024)


def strings(value: Any, what: str) -> list[str]:
    """One str, or several."""
    if isinstance(value, str):
        return [value]
    if not isinstance(value, Sequence) or not all(isinstance(each, str) for each in value):
        raise wrong(what, "a str or a sequence of them", value)
    return list(value)


def mapping(value: Any, what: str) -> Mapping[str, Any]:
    if not isinstance(value, Mapping) or not all(isinstance(key, str) for key in value):
        raise wrong(what, "a dict with names (str) as keys", value)
    return value


def sizes(value: Any, what: str) -> list[str]:
    """Work-items by dimension, as TOML: an int or an expression (str) each, one to three of them."""
    from . import _toml

    parts = list(value) if isinstance(value, (tuple, list)) else [value]
    if not 1 <= len(parts) <= 3:
        raise ValueError(f"{what} must have one to three dimensions, not {len(parts)}")
    texts = []
    for part in parts:
        if type(part) is int and part > 0:
            texts.append(repr(part))
        elif isinstance(part, str):
            texts.append(_toml.text(part))
        elif isinstance(part, numbers.Integral) and not isinstance(part, bool):
            if part < 1:
                raise ValueError(f"{what} must be 1 or more in each dimension, not {part}")
            texts.append(str(int(part)))
        else:
            raise wrong(what, "an int, an expression (str) or one to three of them", value)
    return texts


def registers(value: Any) -> Optional[str]:
    if value is None or isinstance(value, str):
        return value
    return str(whole(value, "registers", 1, 4096))


Settings = tuple[str, Optional[str], bool, float]


def settings(model: Any, asked: Any, source_shape: Any, threshold: Any) -> Settings:
    return (
        choice(model, "model", MODELS),
        registers(asked),
        flag(source_shape, "source_shape"),
        positive(threshold, "threshold"),
    )
