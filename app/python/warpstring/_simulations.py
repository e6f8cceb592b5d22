# SPDX-License-Identifier: GPL-3.0-or-later
"""One launch on one device: its time, its graph, its timeline, what to do about it, and what it does."""

from __future__ import annotations

import html
import json
from typing import Any, Mapping, Optional, Sequence

from . import _checks, _core, _launches
from ._errors import Diagnostic
from ._launches import KernelLike, Launch
from ._records import Picture, Record, flat, frame, table_html
from ._specs import Spec, SpecLike, load_spec


class Simulation(Record):
    """What `warpstring simulate --json` prints ("warpstring.simulation/2", docs/json.md), as attributes."""

    def __init__(self, core: _core.Simulation, launch: Launch, spec: Spec) -> None:
        self._core = core
        self._launch = launch
        self._spec = spec

    def _dict(self) -> dict[str, Any]:
        content = self.__dict__.get("_content")
        if content is None:
            content = self._content = json.loads(self._core.json())
        return content  # type: ignore[no-any-return]

    @property
    def time_us(self) -> float:
        """The kernel's time in microseconds, without the launch overhead: kernel.time_us."""
        return self._core.time_us

    @property
    def latency_cycles(self) -> float:
        """The latency of a warp in cycles: warp.latency_cycles."""
        return self._core.latency_cycles

    @property
    def bound_by(self) -> str:
        """What the time hangs on: kernel.bound_by."""
        return self._core.bound_by

    @property
    def registers(self) -> int:
        """32-bit registers of a work-item."""
        return self._core.registers

    @property
    def string(self) -> str:
        """The token string on one line."""
        return self._core.string

    @property
    def diagnostics(self) -> list[Diagnostic]:
        """What was found on the way; errors make the figures doubtful."""
        return list(self._core.diagnostics)

    @property
    def source_launch(self) -> Launch:
        """The launch that was simulated."""
        return self._launch

    @property
    def source_spec(self) -> Spec:
        """The device that it was simulated for."""
        return self._spec

    def graph(self) -> Picture:
        """The kernel's program dependence graph, drawn."""
        return Picture(self._core.graph("svg"))

    def graph_text(self, format: str = "tree") -> str:
        """The graph as "tree", "dot" or "json" ("warpstring.pdg/1")."""
        return self._core.graph(_checks.choice(format, "format", ("tree", "dot", "json", "svg")))

    def timeline(
        self,
        multiprocessor: int = -1,
        warps: int = 48,
        first_cycle: float = 0,
        last_cycle: float = 0,
        operations: int = 20000,
        time_limit: Optional[float] = None,
    ) -> Picture:
        """The warps of a multiprocessor (-1: one in the middle), cycle by cycle, drawn: at most so many warps, and
        the cycles from first_cycle to last_cycle (0: the end). It keeps at most so many operations."""
        where = _checks.whole(multiprocessor, "multiprocessor", -1)
        ends = {"first_cycle": first_cycle, "last_cycle": last_cycle}
        cycles = [_checks.positive(each, what) if each else 0.0 for what, each in ends.items()]
        return Picture(
            self._core.timeline(
                where,
                _checks.whole(operations, "operations", 1),
                _checks.whole(warps, "warps", 1, 4096),
                cycles[0],
                cycles[1],
                _checks.seconds(time_limit),
            )
        )

    def trace(
        self, multiprocessor: int = -1, operations: int = 20000, time_limit: Optional[float] = None
    ) -> dict[str, Any]:
        """The same for Perfetto and chrome://tracing ("warpstring.trace/1"); a microsecond of it is a cycle."""
        text = self._core.trace(
            _checks.whole(multiprocessor, "multiprocessor", -1),
            _checks.whole(operations, "operations", 1),
            _checks.seconds(time_limit),
        )
        return json.loads(text)  # type: ignore[no-any-return]

    def to_frame(self) -> Any:
        """A pandas.DataFrame of one row: members within members are columns like "kernel.time_us"."""
        return frame([flat(self._dict())])

    def __repr__(self) -> str:
        where = f"{self._launch.name!r} on {self._spec.name}"
        return f"Simulation({where}: {self.time_us:.4g} us, bound by {self.bound_by})"

    def _repr_html_(self) -> str:
        content = self._dict()
        occupancy = content["occupancy"]
        rows = [
            ("time", f"{self.time_us:.4g} us"),
            ("bound by", self.bound_by),
            ("latency of a warp", f"{self.latency_cycles:.6g} cycles"),
            ("resident", f"{occupancy['groups']} groups, {occupancy['warps']} warps, by {occupancy['limiter']}"),
            ("registers", self.registers),
            ("assumed", content["assumptions"]),
        ]
        head = f"<p><b>{html.escape(self._launch.name)}</b> on {html.escape(self._spec.name)}, {content['model']}</p>"
        return head + table_html(["", ""], rows) + f"<p><code>{html.escape(self.string)}</code></p>"


class Advice(Record):
    """What `warpstring advise --json` prints ("warpstring.advice/1"). Gains are fractions of the time."""

    def to_frame(self) -> Any:
        """A pandas.DataFrame with a row for each finding."""
        return frame([flat(each) for each in self._dict()["findings"]])

    def _repr_html_(self) -> str:
        content = self._dict()
        rows = [(each["title"], f"{100 * each['gain']:.1f} %", each["meaning"]) for each in content["findings"]]
        head = f"<p>{html.escape(content['launch'])}: {content['time_us']:.4g} us</p>"
        return head + table_html(["finding", "gain", "meaning"], rows)


class Counts(Record):
    """What `warpstring counts --json` prints ("warpstring.counts/2"): formulas of the launch's names, and values."""


def launches(
    kernel: KernelLike,
    *,
    spec: SpecLike = None,
    global_size: Any = None,
    local_size: Any = None,
    args: Optional[Mapping[str, Any]] = None,
    macros: Optional[Mapping[str, Any]] = None,
    include: Any = None,
    kernel_name: Optional[str] = None,
    options: str = "",
    time_limit: Optional[float] = None,
    **arguments: Any,
) -> list[Launch]:
    """The launches of a launch file (TOML), all of its [sweep]; or one of a kernel.

    kernel: OpenCL C as a str, or the path of a .cl file or a launch file. What is said beside it holds in place of
    what a launch file says; what nobody says of a kernel is guessed (Launch.guesses), for `spec`.
    global_size, local_size: work-items by dimension, an int or up to three, or expressions ("n * 16").
    args, and any further keyword: the kernel's arguments. A number; a NumPy array, a buffer of its type whose data
    is read where the kernel's work hangs on it; an expression (str); Buffer, Local (bytes); a dict as in [args].
    macros: -D names and values. include: folders for #include. kernel_name: of several. options: build options.
    time_limit: seconds. Raises WarpstringError with all that is wrong.
    """
    if isinstance(kernel, Launch):
        raise _checks.wrong("kernel", "a kernel's source or a path", kernel)
    choice, held = _launches.choice_of(global_size, local_size, args, arguments, macros, include, kernel_name)
    said = _launches.said_of(kernel, choice, options, held)
    return list(_launches.made(said, load_spec(spec), _checks.seconds(time_limit)))


def launch(kernel: KernelLike, **said: Any) -> Launch:
    """The only launch of what launches() takes."""
    return kernel if isinstance(kernel, Launch) and not said else _launches.only(launches(kernel, **said))


def simulate(
    kernel: KernelLike,
    *,
    spec: SpecLike = None,
    model: str = "by-spec",
    registers: Any = None,
    source_shape: bool = False,
    threshold: float = 4194304,
    time_limit: Optional[float] = None,
    **said: Any,
) -> Simulation:
    """Simulates a launch on a device: times in microseconds, latencies in cycles.

    kernel: a Launch, or what launch() takes with the same keywords. spec: a name ("nvidia-h200"), a file or a Spec.
    model: "closed-form", "timeline" or "by-spec", the timeline where the spec has pipes. registers: of a
    work-item, a number or "device", "estimate", "ptxas". source_shape: loops and branches as written. threshold:
    evaluation steps that a condition may cost before it is bounded. time_limit: seconds.
    """
    how = _checks.settings(model, registers, source_shape, threshold)
    limit = _checks.seconds(time_limit)
    device = load_spec(spec)
    if not isinstance(kernel, Launch):
        key = _launches.call_key(kernel, device, said)
        known = _launches.of_call(key)
        if known is None:
            made = launch(kernel, spec=device, time_limit=limit, **said)
            known = _launches.remember_call(key, device, made)
        kernel = known
    elif said:
        raise TypeError(f"a Launch says {', '.join(said)} already")
    return Simulation(_core.simulate(kernel._core, device._core, how, limit), kernel, device)


def advise(kernel: Any, *, jobs: Optional[int] = None, time_limit: Optional[float] = None, **said: Any) -> Advice:
    """What costs a launch its time, what it would gain without, and what to do about it. kernel: a Simulation, or
    what simulate() takes with the same keywords. jobs: threads, all cores without."""
    limit = _checks.seconds(time_limit)
    of = _simulated(kernel, limit, said)
    return Advice(json.loads(_core.advise(of._core, _checks.jobs(jobs), limit)))


def counts(
    kernel: Any,
    *,
    open: Any = None,
    group: Sequence[int] = (0, 0, 0),
    warp: int = 0,
    time_limit: Optional[float] = None,
    **said: Any,
) -> Counts:
    """Operations, accesses, footprints (bytes) and reuse of a launch, as formulas of its arguments. kernel: a
    Simulation, or what simulate() takes. open: the names that formulas keep ([]: none, all are numbers; None: those
    that they can). group, warp: of which regions are told."""
    names = None if open is None else _checks.strings(open, "open")
    where = [_checks.whole(each, "group") for each in group] if isinstance(group, (tuple, list)) else None
    if where is None or len(where) > 3:
        raise _checks.wrong("group", "one to three ints", group)
    limit = _checks.seconds(time_limit)
    of = _simulated(kernel, limit, said)
    text = _core.counts(of._core, names, where + [0] * (3 - len(where)), _checks.whole(warp, "warp"), limit)
    return Counts(json.loads(text))


def _simulated(kernel: Any, limit: Optional[float], said: dict[str, Any]) -> Simulation:
    if not isinstance(kernel, Simulation):
        return simulate(kernel, time_limit=limit, **said)
    if said:
        raise TypeError(f"a Simulation says {', '.join(said)} already")
    return kernel
