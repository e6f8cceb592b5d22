# SPDX-License-Identifier: GPL-3.0-or-later
"""What makes a launch faster: rewrites of its kernel, and the search through a space of values."""

from __future__ import annotations

import html
import json
import os
from pathlib import Path
from typing import Any, Callable, Optional, Sequence

from . import _checks, _core, _launches, _toml
from ._errors import refuse
from ._launches import KernelLike, Launch
from ._records import Record, frame, table_html
from ._simulations import launch
from ._specs import SpecLike, load_spec


class Transformed(Record):
    """What `warpstring transform --json` prints ("warpstring.transform/1"), and the texts.

    source: the rewritten kernel, OpenCL C. launch_text: its launch file, TOML. launches: before and after, times in
    microseconds.
    """

    def __init__(self, content: dict[str, Any], source: str, launch_text: str) -> None:
        super().__init__(content)
        self.source = source
        self.launch_text = launch_text

    @property
    def speedup(self) -> float:
        """The time before over the time after, of the first launch."""
        pair = self._content["launches"][0]
        return float(pair["before"]["time_us"] / pair["after"]["time_us"])

    def _repr_html_(self) -> str:
        rows = [
            (each["before"]["launch"], each["before"]["time_us"], each["after"]["time_us"], each["after"]["bound_by"])
            for each in self._content["launches"]
        ]
        table = table_html(["launch", "before, us", "after, us", "bound by"], rows)
        return f"{table}<pre>{html.escape(self.source)}</pre>"


class Tuned(Record):
    """What `warpstring tune --json` prints ("warpstring.tune/1"). Times in microseconds.

    source, launch_text: of the fastest variant on the first device; empty where none is ranked.
    """

    def __init__(self, content: dict[str, Any], texts: Sequence[str]) -> None:
        super().__init__(content)
        self._csv, self._kernel_tuner, self._t4, self.source, self.launch_text = texts

    def to_frame(self) -> Any:
        """A pandas.DataFrame of all variants that were looked at, on all devices."""
        import csv
        import io

        rows = [{key: _number(value) for key, value in row.items()} for row in csv.DictReader(io.StringIO(self._csv))]
        return frame(rows)

    def csv(self) -> str:
        """The same as `warpstring tune --csv` prints it."""
        return self._csv

    def kernel_tuner_cache(self) -> str:
        """What was found for the first device as a cache of Kernel Tuner (JSON)."""
        return self._kernel_tuner

    def t4_results(self) -> str:
        """The same as T4 results (JSON)."""
        return self._t4

    def _repr_html_(self) -> str:
        parts = []
        for device in self._content["devices"]:
            top = device.get("top", [])
            names = ["name", "time_us", "speedup", "bound_by"]
            parts.append(f"<p><b>{html.escape(str(device['spec']))}</b></p>")
            parts.append(table_html(names, ([each.get(name) for name in names] for each in top)))
        return "".join(parts)


def _number(text: str) -> Any:
    try:
        return float(text) if text else None
    except ValueError:
        return text


def rewrites(kernel: KernelLike, *, spec: SpecLike = None, time_limit: Optional[float] = None, **said: Any) -> list[str]:
    """What can be done to a kernel, in the words that transform() takes: "unroll k=4". kernel: what launch() takes."""
    device, limit = load_spec(spec), _checks.seconds(time_limit)
    of = _as_launch(kernel, said, spec=device, time_limit=limit)
    return list(_core.rewrites(of._core, device._core, limit))


def transform(
    kernel: KernelLike,
    rewrites: Any = (),
    *,
    recipe: bool = False,
    register_limit: int = 0,
    spec: SpecLike = None,
    model: str = "by-spec",
    registers: Any = None,
    source_shape: bool = False,
    threshold: float = 4194304,
    time_limit: Optional[float] = None,
    **said: Any,
) -> Transformed:
    """Rewrites a kernel and its launch, and simulates both: rewrites in order ("pad tile=1", "jam 0=4"), then with
    recipe=True loops unrolled and work-items merged while registers last (register_limit of a work-item; 0: as many
    as keep the occupancy). Other keywords as of simulate()."""
    words = _checks.strings(rewrites, "rewrites")
    if not words and not _checks.flag(recipe, "recipe"):
        hint = 'rewrites() tells what could be done; for example ["unroll k=4"]'
        raise refuse("transform.nothing-asked", "no rewrite is asked for", hint)
    how = _checks.settings(model, registers, source_shape, threshold)
    device, limit = load_spec(spec), _checks.seconds(time_limit)
    of = _as_launch(kernel, said, spec=device, time_limit=limit)
    most = _checks.whole(register_limit, "register_limit", 0, 4096) if recipe else None
    text, source, launch_text = _core.transform(of._core, device._core, how, words, most, limit)
    return Transformed(json.loads(text), source, launch_text)


def tune(
    kernel: KernelLike,
    *,
    spec: Any = None,
    space: Any = None,
    constraints: Any = (),
    evaluations: Optional[int] = None,
    budget: float = 60,
    seed: int = 1,
    top: int = 10,
    why: bool = True,
    jobs: Optional[int] = None,
    model: str = "by-spec",
    registers: Any = None,
    threshold: float = 4194304,
    on_progress: Optional[Callable[[int, int], object]] = None,
    **said: Any,
) -> Tuned:
    """Which values make a launch fastest, by the model. Nothing is run on a device.

    kernel: what launch() takes with the same keywords. spec: one or several. space: {"tile": [8, 16], "local": [[16,
    16], [32, 8]], "rewrite": {"pad": ["", "pad tile=1"]}} with constraints between the names ("tile * tile <= 256"),
    or the path of a space file, a Kernel Tuner cache or a T1 file; without one the launch's own, else one that is
    derived. evaluations: variants that are looked at, a device; or budget: as many as take about so many seconds.
    seed: of annealing. top: variants in the answer; why: whether the start and the winner are advised on. jobs:
    threads. on_progress(done, total). Ctrl-C and what on_progress raises end it.
    """
    how = _checks.settings(model, registers, False, threshold)
    devices = [load_spec(each) for each in (spec if isinstance(spec, (list, tuple)) else [spec])]
    if not devices:
        raise ValueError("spec must name one device or more")
    of = _as_launch(kernel, said, spec=devices[0], time_limit=None)
    _launches.on_disk(of._core)
    if evaluations is None:
        looked = _core.evaluations_of(_checks.positive(budget, "budget"))
    else:
        looked = _checks.whole(evaluations, "evaluations", 1, 2**32)
    found = _core.tune(
        of._core,
        [device._core for device in devices],
        _space(space, constraints),
        how,
        looked,
        _checks.whole(seed, "seed"),
        _checks.whole(top, "top", 1, 1000),
        _checks.flag(why, "why"),
        _checks.jobs(jobs),
        _checks.callback(on_progress),
    )
    return Tuned(json.loads(found[0]), found[1:])


def _as_launch(kernel: KernelLike, said: dict[str, Any], **more: Any) -> Launch:
    if not isinstance(kernel, Launch):
        kernel = launch(kernel, **said, **more)
    elif said:
        raise TypeError(f"a Launch says {', '.join(said)} already")
    _launches.on_disk(kernel._core)
    return kernel


def _space(space: Any, constraints: Any) -> Optional[tuple[str, str]]:
    """A space's text and the file that it is of."""
    if space is None:
        if constraints:
            raise TypeError("constraints are between the names of a space, and space is not given")
        return None
    if isinstance(space, (str, os.PathLike)):
        path = os.path.abspath(os.fspath(space))
        try:
            return Path(path).read_text(encoding="utf-8", errors="surrogateescape"), path
        except OSError as error:
            words = f"the space file cannot be read: {error.strerror}"
            raise refuse("space.unreadable", words, "is the path right?", path) from error
    lines = ['schema = "warpstring.space/1"', "[tune]"]
    for name, values in _checks.mapping(space, "space").items():
        if name == "rewrite":
            for key, words in _checks.mapping(values, "space['rewrite']").items():
                lines.append(f"rewrite.{_toml._key(str(key))} = {_toml.plain(words, f'space[{name!r}][{key!r}]')}")
        elif not isinstance(values, (list, tuple, range)) or not values:
            raise _checks.wrong(f"space[{name!r}]", "a list of values", values)
        else:
            lines.append(f"{_toml._key(name)} = {_toml.plain(list(values), f'space[{name!r}]')}")
    if constraints:
        lines.append(f"constraints = {_toml.plain(_checks.strings(constraints, 'constraints'), 'constraints')}")
    return "\n".join(lines) + "\n", "space"
