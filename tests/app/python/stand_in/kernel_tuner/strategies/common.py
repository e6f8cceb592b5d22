# SPDX-License-Identifier: GPL-3.0-or-later
from kernel_tuner import util


class CostFunc:
    """Runs a configuration; the budget's end is raised also after the last one that it has."""

    def __init__(self, searchspace, tuning_options, runner):
        self.searchspace = searchspace
        self.runner = runner
        self.most = tuning_options["strategy_options"].get("max_fevals", searchspace.size)
        self.results = []

    def __call__(self, configuration):
        if len(self.results) >= min(self.most, self.searchspace.size):
            raise util.StopCriterionReached
        assert configuration in self.searchspace.list
        self.runner.ran.append(configuration)
        entry = dict(zip(self.searchspace.tune_params, configuration), time=1.0)
        self.results.append(entry)
        if len(self.results) >= self.most:
            raise util.StopCriterionReached
        return entry["time"]
