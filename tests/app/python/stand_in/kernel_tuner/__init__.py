# SPDX-License-Identifier: GPL-3.0-or-later
"""As much of Kernel Tuner 1.4.0's interface as a strategy sees: its search space, cost function and budget."""

import itertools

from kernel_tuner import util


class Searchspace:
    def __init__(self, tune_params):
        self.tune_params = tune_params
        self.list = list(itertools.product(*tune_params.values()))
        self.size = len(self.list)


class Runner:
    """Takes times for granted and keeps what was run."""

    def __init__(self):
        self.ran = []


def tune(strategy, tune_params, max_fevals=None):
    """What tune_kernel() does with a strategy: the results, and what was run in which order."""
    runner = Runner()
    space = Searchspace(tune_params)
    options = {"strategy_options": {} if max_fevals is None else {"max_fevals": max_fevals}}
    return strategy.tune(space, runner, options), runner.ran
