#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Lays what the timeline counts beside hardware counters, as a Markdown table.

  tools/counters/compare.py PROGRAM counters.csv SPEC launch.toml...

PROGRAM is warpstring; counters.csv has a row a launch (docs/data/nvidia-h200-counters.csv). Each figure is
simulated over counted, over all counted launches of a kernel; '-' where neither counts anything. Below the table: how
many kernels, of those that have any, are right to within what is asked of a figure, and how many launches of which
the profiler left a counter out are not in it.
"""
import csv
import json
import subprocess
import sys
from collections import defaultdict

COLUMNS = ["instructions", "fma", "alu", "integer_multiply", "special", "double", "memory", "wavefronts",
           "load_sectors", "store_sectors", "l1_misses", "dram_read_bytes", "dram_write_bytes"]

# What is asked of a figure, as a part of what is counted.
ASKED = {"memory": 0.03, "load_sectors": 0.03, "store_sectors": 0.03, "wavefronts": 0.05}


def simulated(program, spec, launch_file):
    """What `warpstring simulate --json` prints of a launch file; empty where it fails."""
    done = subprocess.run([program, "simulate", launch_file, "-s", spec, "--json"], capture_output=True, text=True)
    return done.stdout


def timeline_counts(text):
    """What the timeline counts, by launch."""
    if not text.strip():
        return {}
    found = {}
    for result in json.loads(text):
        timeline = result.get("timeline")
        if timeline is None:
            continue
        memory = timeline["memory"]
        device = [m for m in memory if not m["shared"] and not m["private"]]
        figures = dict(timeline["pipe_instructions"], instructions=timeline["instructions"])
        figures["wavefronts"] = sum(m["wavefronts"] for m in memory) + timeline["other_wavefronts"]
        figures["load_sectors"] = sum(m["l1_sectors"] for m in device)
        figures["store_sectors"] = sum(m["stored_bytes"] for m in device) / 32
        figures["l1_misses"] = sum(m["l1_misses"] for m in device)
        figures["dram_read_bytes"] = sum(m["dram_read_bytes"] for m in device)
        figures["dram_write_bytes"] = sum(m["dram_write_bytes"] for m in device)
        found[result["launch"]] = figures
    return found


def is_whole(row):
    """Whether every counter was read."""
    return all(row[name] not in ("", None) for name in row if name in COLUMNS or name == "load_sectors_hit")


def summed(ours, rows):
    """[simulated, counted] by kernel and column, and how many launches each kernel has, of launches that have both."""
    sums = defaultdict(lambda: defaultdict(lambda: [0.0, 0.0]))
    launches = defaultdict(int)
    for row in rows:
        figures = ours.get(row["launch"])
        if figures is None:
            continue
        counted = {name: float(row[name]) for name in row if name in COLUMNS}
        counted["l1_misses"] = float(row["load_sectors"]) - float(row["load_sectors_hit"])
        launches[row["kernel"]] += 1
        for name in COLUMNS:
            pair = sums[row["kernel"]][name]
            pair[0] += figures[name]
            pair[1] += counted[name]
    return sums, launches


def table(sums, launches):
    yield "| kernel | launches | " + " | ".join(name.replace("_", " ") for name in COLUMNS) + " |"
    yield "|---|" + "---:|" * (len(COLUMNS) + 1)
    for kernel in sorted(sums):
        cells = []
        for name in COLUMNS:
            own, real = sums[kernel][name]
            small = real < 0.001 * sums[kernel]["instructions"][1]
            cells.append("-" if own == 0 and (real == 0 or small) else f"{own / real:.2f}" if real > 0 else "none")
        yield f"| {kernel} | {launches[kernel]} | " + " | ".join(cells) + " |"


def shares(sums):
    for name, asked in ASKED.items():
        pairs = [pair for pair in (kernel[name] for kernel in sums.values()) if pair[1] > 0]
        right = sum(abs(own - real) <= asked * real * (1 + 1e-9) for own, real in pairs)
        yield f"{name.replace('_', ' ')}: {right} of {len(pairs)} kernels within {100 * asked:.0f} %"


def main():
    if len(sys.argv) < 5:
        sys.exit(__doc__)
    program, counters, spec = sys.argv[1:4]
    ours = {}
    for launch_file in sys.argv[4:]:
        ours.update(timeline_counts(simulated(program, spec, launch_file)))
    with open(counters, newline="", encoding="utf-8") as file:
        rows = [row for row in csv.DictReader(file) if row["launch"] in ours]
    whole = [row for row in rows if is_whole(row)]
    sums, launches = summed(ours, whole)
    print(*table(sums, launches), "", *shares(sums), sep="\n")
    if len(whole) < len(rows):
        print(f"{len(rows) - len(whole)} of {len(rows)} launches lack counters")


if __name__ == "__main__":
    main()
