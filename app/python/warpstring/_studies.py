# SPDX-License-Identifier: GPL-3.0-or-later
"""Many launches: batches, comparisons with measurement records, and the charts of both."""

from __future__ import annotations

import json
import os
from typing import Any, Callable, Optional

from . import _checks, _core, _drawing, _launches
from ._errors import Diagnostic
from ._launches import Launch
from ._records import Record, Rows, flat, frame, table_html
from ._simulations import launch
from ._specs import load_spec

KINDS = ("bars", "scatter", "sweep", "stacks", "deltas")


class Chart(Record):
    """The data of a chart ("warpstring.chart/1"): kind, title, subtitle, x, y (axes with their units), series with
    their points, notes. Notebooks draw it."""

    def svg(self, width: int = 900, height: int = 480) -> str:
        """Drawn as SVG, in pixels."""
        sizes = [_checks.whole(each, what, 100, 20000) for what, each in {"width": width, "height": height}.items()]
        return _drawing.chart(self._content, *sizes)

    def _repr_svg_(self) -> str:
        return self.svg()

    def _repr_html_(self) -> str:
        return self.svg()

    def save(self, path: Any, width: int = 900, height: int = 480) -> None:
        """Writes the SVG."""
        with open(_checks.path(path, "path"), "w", encoding="utf-8") as file:
            file.write(self.svg(width, height))

    def to_frame(self) -> Any:
        """A pandas.DataFrame with a row a point."""
        return frame(
            [
                {"series": one["name"], "role": one["role"], **point}
                for one in self._content["series"]
                for point in one["points"]
            ]
        )


class Batch(Rows):
    """The rows of a batch, as `warpstring batch` writes them ("warpstring.batch-row/2"); times in microseconds."""

    def __init__(self, core: _core.BatchRows, strings: bool) -> None:
        super().__init__([json.loads(line) for line in core.json_lines(strings).splitlines()])
        self._core = core

    @property
    def errors(self) -> list[Record]:
        """The rows of launches that could not be simulated: see their diagnostics."""
        return [Record(row) for row in self._rows if row["status"] == "error"]

    def chart(self, kind: str = "sweep", *, x: str = "", quantity: str = "kernel-time", by: str = "family") -> Chart:
        """A "sweep" over the swept value x (the one with most values without), or "stacks": where the cycles go."""
        return Chart(json.loads(self._core.chart(*_chart(kind, quantity, by, x))))


class Comparison(Record):
    """Simulated beside measured, as `warpstring compare --json` prints it ("warpstring.comparison/1")."""

    def __init__(self, core: _core.Comparison) -> None:
        super().__init__(json.loads(core.json()))
        self._core = core

    @property
    def notes(self) -> list[Diagnostic]:
        """Which specs are compared with nothing, and how to ask for records of other devices."""
        return list(self._core.notes())

    def csv(self) -> str:
        """A record a launch, comma-separated."""
        return self._core.csv()

    def to_frame(self) -> Any:
        """A pandas.DataFrame with a row a compared launch."""
        return frame([flat(row) for row in self._content["launches"]])

    def chart(
        self,
        kind: str = "bars",
        *,
        baseline: Optional["Comparison"] = None,
        x: str = "",
        quantity: str = "kernel-time",
        by: str = "family",
    ) -> Chart:
        """"bars", "scatter" (coloured by "family", "spec" or "device"), "sweep" (over x), "stacks", or "deltas"
        against another comparison, the baseline. quantity: "kernel-time" or "warp-latency"."""
        word, what, grouping, swept = _chart(kind, quantity, by, x)
        if baseline is not None and not isinstance(baseline, Comparison):
            raise _checks.wrong("baseline", "a Comparison", baseline)
        pinned = None if baseline is None else baseline._core
        return Chart(json.loads(self._core.chart(word, pinned, what, grouping, swept)))

    def _repr_html_(self) -> str:
        rows = [flat(each) for each in self._content["summaries"]]
        names = list(dict.fromkeys(name for row in rows for name in row))
        return table_html(names, ([row.get(name) for name in names] for row in rows))


def _chart(kind: Any, quantity: Any, by: Any, x: Any) -> tuple[str, str, str, str]:
    return (
        _checks.choice(kind, "kind", KINDS),
        _checks.choice(quantity, "quantity", ("kernel-time", "warp-latency")),
        _checks.choice(by, "by", ("family", "spec", "device")),
        _checks.string(x, "x"),
    )


def _plan(
    launches: Any, spec: Any, how: _checks.Settings, options: Any, strings: Any, said: dict[str, Any]
) -> _core.Plan:
    devices = [load_spec(each) for each in (spec if isinstance(spec, (list, tuple)) else [spec])]
    if not devices:
        raise ValueError("spec must name one device or more")
    inputs: list[Any] = []
    for each in launches if isinstance(launches, (list, tuple)) else [launches]:
        if isinstance(each, Launch):
            if said:
                raise TypeError(f"a Launch says {', '.join(said)} already")
            inputs.append(each._core)
        elif isinstance(each, (str, os.PathLike)) and (said or _is_kernel(each)):
            inputs.append(launch(each, spec=devices[0], **said)._core)
        else:
            inputs.append(os.path.abspath(_checks.path(each, "launches")))
    for each in inputs:
        if isinstance(each, _core.Launch):
            _launches.on_disk(each)
    return _core.plan(
        inputs,
        [device._core for device in devices],
        how,
        _checks.string(options, "options"),
        _checks.flag(strings, "strings"),
    )


def _is_kernel(path: Any) -> bool:
    text = os.fspath(path)
    return text.endswith(".cl") or _launches.is_source(text)


def batch(
    launches: Any,
    *,
    spec: Any = None,
    output: Any = None,
    mode: str = "create",
    strings: bool = False,
    jobs: Optional[int] = None,
    model: str = "by-spec",
    registers: Any = None,
    source_shape: bool = False,
    threshold: float = 4194304,
    options: str = "",
    time_limit: Optional[float] = None,
    on_progress: Optional[Callable[[int, int], object]] = None,
    **said: Any,
) -> Any:
    """Simulates many launches on all cores: a Batch of rows in order, the spec varying fastest.

    launches: launch files, folders of them, kernels and Launch objects, one or a list. spec: one or several. output:
    a file for the rows instead (.jsonl, .csv, .sqlite, .db), mode "create", "replace" or "resume"; then what is
    returned is {"rows", "errors"}, how many there are. strings: rows with token strings. jobs: threads. time_limit:
    seconds a row. on_progress(done, total); what it raises ends the batch, as Ctrl-C does: rows of a file stay.
    """
    how = _checks.settings(model, registers, source_shape, threshold)
    count, limit, told = _checks.jobs(jobs), _checks.seconds(time_limit), _checks.callback(on_progress)
    _checks.choice(mode, "mode", ("create", "replace", "resume"))
    plan = _plan(launches, spec, how, options, strings, said)
    if output is not None:
        rows, errors = plan.write(_checks.path(output, "output"), mode, count, limit, told)
        return {"rows": rows, "errors": errors}
    return Batch(plan.run(count, limit, told), strings)


def compare(
    launches: Any,
    records: Any = (),
    *,
    spec: Any = None,
    device: str = "",
    any_device: bool = False,
    with_unmeasured: bool = False,
    jobs: Optional[int] = None,
    model: str = "by-spec",
    registers: Any = None,
    threshold: float = 4194304,
    options: str = "",
    time_limit: Optional[float] = None,
    on_progress: Optional[Callable[[int, int], object]] = None,
) -> Comparison:
    """Launches beside measurement records: errors, metrics, rankings. Errors are fractions of the measured value.

    records: files and folders; "measurements" beside the launch files without. device: a part of the name of the
    device whose records count; any_device: all of them; without either each spec's own device.
    """
    how = _checks.settings(model, registers, False, threshold)
    paths = [_checks.path(each, "records") for each in (records if isinstance(records, (list, tuple)) else [records])]
    plan = _plan(launches, spec, how, options, False, {})
    return Comparison(
        plan.compare(
            paths,
            _checks.string(device, "device"),
            _checks.flag(any_device, "any_device"),
            _checks.flag(with_unmeasured, "with_unmeasured"),
            _checks.jobs(jobs),
            _checks.seconds(time_limit),
            _checks.callback(on_progress),
        )
    )


def records(path: Any) -> Rows:
    """The measurement records of a file or a folder ("warpstring.measurement/1"), each launch once on a device."""
    return Rows([json.loads(line) for line in _core.records(_checks.path(path, "path")).splitlines()])
