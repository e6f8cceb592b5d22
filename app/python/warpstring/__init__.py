# SPDX-License-Identifier: GPL-3.0-or-later
"""Latency and time of OpenCL kernels from their source: docs/python.md."""

from ._core import samples_folder, version as __version__
from ._errors import Diagnostic, WarpstringError
from ._launches import Launch, clear_caches
from ._ranking import Candidate, Ranked, Ranking, rank
from ._records import Picture, Record, Rows
from ._searches import Transformed, Tuned, rewrites, transform, tune
from ._simulations import Advice, Counts, Simulation, advise, counts, launch, launches, simulate
from ._specs import Spec, load_spec, parse_spec, specs
from ._studies import Batch, Chart, Comparison, batch, compare, records
from ._toml import Buffer, Local

__all__ = [
    "Advice",
    "Batch",
    "Buffer",
    "Candidate",
    "Chart",
    "Comparison",
    "Counts",
    "Diagnostic",
    "Launch",
    "Local",
    "Picture",
    "Ranked",
    "Ranking",
    "Record",
    "Rows",
    "Simulation",
    "Spec",
    "Transformed",
    "Tuned",
    "WarpstringError",
    "advise",
    "batch",
    "clear_caches",
    "compare",
    "counts",
    "launch",
    "launches",
    "load_spec",
    "parse_spec",
    "rank",
    "records",
    "rewrites",
    "samples_folder",
    "simulate",
    "specs",
    "transform",
    "tune",
]
