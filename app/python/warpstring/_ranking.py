# SPDX-License-Identifier: GPL-3.0-or-later
"""The times of many candidate kernels at once, in order of certainty: for programs that search by themselves."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any, Callable, Iterable, Mapping, Optional, Sequence, Union

from . import _checks, _core, _launches
from ._errors import Diagnostic
from ._records import frame, table_html
from ._specs import Spec, SpecLike, load_spec

_SAID = ("global_size", "local_size", "args", "macros", "include", "kernel_name", "options")


class Candidate:
    """A kernel with what is said of its launch alone, in place of what rank() says of all: global_size, local_size,
    args, macros, include, kernel_name, options as launch() takes them."""

    __slots__ = ("kernel", "said")

    def __init__(self, kernel: Any, **said: Any) -> None:
        for name in said:
            if name not in _SAID:
                raise TypeError(f"Candidate() has no argument {name!r}; it has {', '.join(_SAID)}")
        self.kernel = kernel
        self.said = said


@dataclass(frozen=True)
class Ranked:
    """One candidate's place.

    index: among what was given. time_us: microseconds, None where it is not simulated; then diagnostics say why.
    ratio: over the fastest one's time. order: "tied" with the fastest (closer than half of the ratios measured on
    the device are off by), "likely slower" (than three quarters are), "slower", or "unknown". certainty: which share
    of those ratios is off by less than the two differ, at least: 0, 0.5, 0.75.
    """

    index: int
    time_us: Optional[float]
    ratio: Optional[float]
    order: str
    certainty: float
    bound_by: str
    kernel: str
    latency_cycles: Optional[float]
    registers: int
    warps: int
    assumptions: int
    diagnostics: list[Diagnostic]
    launch_text: str

    def to_dict(self) -> dict[str, Any]:
        """The same as plain values."""
        row = {each.name: getattr(self, each.name) for each in fields(self)}
        row["diagnostics"] = [found._asdict() for found in self.diagnostics]
        return row


class Ranking(Sequence[Ranked]):
    """The candidates, the fastest first; those without a time come last.

    ratio_error, ratio_error_75: how far ratios of two times are off on the device, the median and the upper quartile
    of what was measured, as fractions; ratio_error_source: in words whence that is known.
    """

    def __init__(self, ranked: Sequence[Ranked], error: tuple[float, float, str], spec: Spec) -> None:
        self._ranked = list(ranked)
        self.ratio_error, self.ratio_error_75, self.ratio_error_source = error
        self.spec = spec

    def __len__(self) -> int:
        return len(self._ranked)

    def __getitem__(self, index: Any) -> Any:
        return self._ranked[index]

    def __repr__(self) -> str:
        return f"Ranking({len(self)} candidates on {self.spec.name}, {len(self.tied)} tied for the fastest)"

    @property
    def tied(self) -> list[Ranked]:
        """The fastest and those that the model cannot tell from it: any of them may win on the device."""
        return [each for each in self._ranked if each.order == "tied"]

    @property
    def unknown(self) -> list[Ranked]:
        """Those without a time, with diagnostics."""
        return [each for each in self._ranked if each.time_us is None]

    def to_dict(self) -> dict[str, Any]:
        """The whole answer as plain dicts and lists."""
        return {
            "spec": self.spec.name,
            "ratio_error": self.ratio_error,
            "ratio_error_75": self.ratio_error_75,
            "ratio_error_source": self.ratio_error_source,
            "candidates": [each.to_dict() for each in self._ranked],
        }

    def to_frame(self) -> Any:
        """A pandas.DataFrame with a row a candidate."""
        rows = [each.to_dict() for each in self._ranked]
        return frame([{key: row[key] for key in row if key not in ("launch_text", "diagnostics")} for row in rows])

    def _repr_html_(self) -> str:
        names = ["index", "time_us", "ratio", "order", "bound_by"]
        rows = ([getattr(each, name) for name in names] for each in self._ranked[:40])
        more = f"<p>{len(self) - 40} more</p>" if len(self) > 40 else ""
        return table_html(names, rows) + more + f"<p>ratios are off by {self.ratio_error_source}</p>"


def rank(
    candidates: Iterable[Union[str, Candidate]],
    *,
    spec: SpecLike = None,
    jobs: Optional[int] = None,
    model: str = "by-spec",
    registers: Any = None,
    threshold: float = 4194304,
    time_limit: Optional[float] = None,
    on_progress: Optional[Callable[[int, int], object]] = None,
    global_size: Any = None,
    local_size: Any = None,
    args: Optional[Mapping[str, Any]] = None,
    macros: Optional[Mapping[str, Any]] = None,
    include: Any = None,
    kernel_name: Optional[str] = None,
    options: str = "",
    **arguments: Any,
) -> Ranking:
    """The times of many kernels, as a ranking; nothing is run.

    candidates: sources (str), paths, or Candidate objects; the other keywords are those of launch() and simulate()
    and hold for all. jobs: threads, all cores without. time_limit: seconds a candidate. on_progress(done, total).
    A candidate that is refused (it does not compile, say) is ranked last, with diagnostics; it refuses no other.
    """
    how = _checks.settings(model, registers, False, threshold)
    device = load_spec(spec)
    shared, held = _launches.choice_of(global_size, local_size, args, arguments, macros, include, kernel_name)
    if isinstance(candidates, (str, bytes)) or not isinstance(candidates, Iterable):
        raise _checks.wrong("candidates", "several kernels", candidates)
    sources = []
    for each in candidates:
        said, kept = shared, held
        more = options
        kernel: Any = each
        if isinstance(each, Candidate):
            kernel = each.kernel
            own = dict(each.said)
            more = own.pop("options", options)
            choice, kept = _launches.choice_of(
                own.get("global_size"),
                own.get("local_size"),
                own.get("args"),
                {},
                own.get("macros"),
                own.get("include"),
                own.get("kernel_name"),
            )
            said = {**shared, **choice}
            kept = [*held, *kept]
        of = _launches.said_of(kernel, said, more, kept)
        sources.append((of.text, of.path, of.choice, of.options, of.held))
    found = _core.times(
        [each[:4] for each in sources],
        device._core,
        how,
        _checks.jobs(jobs),
        _checks.seconds(time_limit),
        _checks.callback(on_progress),
    )
    return _ranking(found, device)


def _ranking(found: Sequence[Any], device: Spec) -> Ranking:
    error = _core.ratio_error(device._core)
    timed = [(each[0], index, each) for index, each in enumerate(found) if isinstance(each, tuple)]
    timed.sort(key=lambda each: each[:2])
    best = timed[0][0] if timed else 1.0
    ranked = []
    for time_us, index, (_, latency, bound_by, kernel, registers, warps, assumptions, text) in timed:
        ratio = time_us / best
        order, certainty = _order(ratio, error)
        figures = (bound_by, kernel, latency, registers, warps, assumptions)
        ranked.append(Ranked(index, time_us, ratio, order, certainty, *figures, [], text))
    for index, each in enumerate(found):
        if not isinstance(each, tuple):
            ranked.append(Ranked(index, None, None, "unknown", 0.0, "", "", None, 0, 0, 0, list(each), ""))
    return Ranking(ranked, error, device)


def _order(ratio: float, error: tuple[float, float, str]) -> tuple[str, float]:
    """As `warpstring tune` has it: a tie is closer than the median error."""
    median, upper, _ = error
    if ratio <= 1 + median:
        return "tied", 0.0
    if upper > median and ratio <= 1 + upper:
        return "likely slower", 0.5
    return "slower", 0.75 if upper > median else 0.5
