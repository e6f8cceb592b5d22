# SPDX-License-Identifier: GPL-3.0-or-later
"""A strategy for Kernel Tuner that asks the model first: configurations are run in the order of their simulated times.

    from warpstring.kernel_tuner import ModelStrategy
    strategy = ModelStrategy("matmul", source, (1024, 1024), {"n": 1024, "a": a, "b": b, "c": c}, spec="nvidia-h200")
    kernel_tuner.tune_kernel("matmul", source, (1024, 1024), arguments, tune_params, lang="OpenCL", strategy=strategy,
                             strategy_options={"max_fevals": 20})
"""

from __future__ import annotations

import math
from typing import Any, Callable, Mapping, Optional, Sequence, Union

from . import _checks
from ._ranking import Candidate, Ranking, rank
from ._simulations import launch
from ._specs import SpecLike

_DEFAULT_BLOCK = (256, 1, 1)
_AXES = ("x", "y", "z")


class ModelStrategy:
    """Hand it to Kernel Tuner's tune_kernel() as `strategy`; OpenCL kernels alone.

    kernel_name, kernel_source, problem_size, grid_div_x, grid_div_y, grid_div_z, block_size_names: as tune_kernel()
    has them. arguments: by name, or in the kernel's order as tune_kernel() has them. most: configurations that are
    run at most (None: until Kernel Tuner's budget is spent, or all). spec, options, jobs, model: as of rank().
    After a run `ranking` has what the model said, over the configurations in `configurations`.
    """

    def __init__(
        self,
        kernel_name: str,
        kernel_source: str,
        problem_size: Any,
        arguments: Union[Mapping[str, Any], Sequence[Any], None] = None,
        *,
        grid_div_x: Any = None,
        grid_div_y: Any = None,
        grid_div_z: Any = None,
        block_size_names: Optional[Sequence[str]] = None,
        most: Optional[int] = None,
        spec: SpecLike = None,
        options: str = "",
        include: Any = None,
        jobs: Optional[int] = None,
        model: str = "by-spec",
    ) -> None:
        self._name = _checks.string(kernel_name, "kernel_name")
        self._source = _checks.string(kernel_source, "kernel_source")
        self._problem_size = problem_size
        self._arguments = arguments
        self._divisors = (grid_div_x, grid_div_y, grid_div_z)
        names = _checks.strings(block_size_names, "block_size_names") if block_size_names is not None else []
        self._block_names = names + [f"block_size_{axis}" for axis in _AXES[len(names) :]]
        self._most = None if most is None else _checks.whole(most, "most", 1)
        self._how: dict[str, Any] = {"spec": spec, "options": options, "include": include, "jobs": jobs, "model": model}
        self.ranking: Optional[Ranking] = None
        self.configurations: list[tuple[Any, ...]] = []

    def candidate(self, configuration: Mapping[str, Any]) -> Candidate:
        """The kernel and its launch as tune_kernel() would run them with these values."""
        block = [int(configuration.get(name, default)) for name, default in zip(self._block_names, _DEFAULT_BLOCK)]
        grid = self._grid(configuration)
        defines = {f"grid_size_{axis}": size for axis, size in zip(_AXES, grid)}
        defines.update({name: size for name, size in zip(self._block_names, block)})
        defines.update(configuration)
        defines["kernel_tuner"] = 1
        prefix = "".join(f"#define {name} {_defined(value)}\n" for name, value in defines.items())
        return Candidate(
            prefix + "#line 1\n" + self._source,
            global_size=tuple(groups * items for groups, items in zip(grid, block)),
            local_size=tuple(block),
        )

    def _grid(self, configuration: Mapping[str, Any]) -> list[int]:
        """Work-groups by dimension: ceil(problem size / divisor)."""
        size = self._problem_size(configuration) if callable(self._problem_size) else self._problem_size
        sizes = list(size) if isinstance(size, (tuple, list)) else [size]
        grid = []
        for axis in range(3):
            total = _number(sizes[axis], configuration) if axis < len(sizes) else 1
            divisor = self._divisor(axis, configuration) if axis < len(sizes) else 1
            grid.append(max(1, math.ceil(float(total) / float(divisor))))
        return grid

    def _divisor(self, axis: int, configuration: Mapping[str, Any]) -> float:
        said = self._divisors[axis]
        if said is None:
            return float(configuration.get(self._block_names[axis], 1))
        if callable(said):
            return float(said(configuration))
        if isinstance(said, int):
            return float(said)
        product = 1
        for term in said:
            product *= int(_number(term, configuration))
        return float(product)

    def rank(
        self,
        configurations: Sequence[Mapping[str, Any]],
        on_progress: Optional[Callable[[int, int], object]] = None,
    ) -> Ranking:
        """What the model says of configurations (parameter names to values). Ranked.index counts among them."""
        candidates = [self.candidate(each) for each in configurations]
        return rank(
            candidates, kernel_name=self._name, args=self._by_name(candidates), on_progress=on_progress, **self._how
        )

    def _by_name(self, candidates: Sequence[Candidate]) -> Optional[Mapping[str, Any]]:
        """The arguments by the names of the kernel's parameters."""
        if self._arguments is None or isinstance(self._arguments, Mapping) or not candidates:
            return self._arguments  # type: ignore[return-value]
        import tomllib

        first = candidates[0]
        more = {key: self._how[key] for key in ("spec", "options", "include")}
        text = launch(first.kernel, kernel_name=self._name, **first.said, **more).text
        names = list(tomllib.loads(text).get("args", {}))
        if len(names) != len(self._arguments):
            wanted = f"{len(names)} arguments ({', '.join(names)})"
            raise TypeError(f"{self._name} has {wanted}, and {len(self._arguments)} are given")
        return dict(zip(names, self._arguments))

    def order(self, searchspace: Any) -> list[tuple[Any, ...]]:
        """The configurations of a search space, the fastest by the model first; those of which it says nothing last."""
        names = list(searchspace.tune_params)
        self.configurations = [tuple(each) for each in searchspace.list]
        self.ranking = self.rank([dict(zip(names, each)) for each in self.configurations])
        return [self.configurations[each.index] for each in self.ranking][: self._most]

    def tune(self, searchspace: Any, runner: Any, tuning_options: Any) -> list[Any]:
        """What Kernel Tuner calls of a strategy: runs the configurations in order until its budget is spent."""
        from kernel_tuner import util  # type: ignore[import]
        from kernel_tuner.strategies.common import CostFunc  # type: ignore[import]

        cost = CostFunc(searchspace, tuning_options, runner)
        try:
            for configuration in self.order(searchspace):
                cost(configuration)
        except util.StopCriterionReached:
            pass  # the results so far are the answer
        return cost.results  # type: ignore[no-any-return]

    def __call__(self, func: Any, searchspace: Any) -> tuple[Optional[tuple[Any, ...]], float]:
        """The same as an OptAlg of kernel_tuner.strategies.wrapper: the best configuration and its cost."""
        best: Optional[tuple[Any, ...]] = None
        least = math.inf
        for configuration in self.order(searchspace):
            cost = func(configuration)
            if cost < least:
                best, least = configuration, cost
        return best, least


def _defined(value: Any) -> str:
    return str(int(value)) if isinstance(value, bool) else str(value)


def _number(term: Any, configuration: Mapping[str, Any]) -> float:
    """A number, a parameter's name, or Python arithmetic over those."""
    if isinstance(term, str):
        return float(eval(term, {"__builtins__": {}}, dict(configuration)))
    return float(term)
