#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Registers of global loads under way at once, in machine code and in the timeline's order of instructions.

    tools/counters/loads_in_flight.py OUT BIN LAUNCHES...

OUT: what tools/counters/run left, with ptx.tar.gz and sass.tar.gz unpacked there. BIN: bench/instruction_order.
LAUNCHES: launch files, of which the first launch of each program is compared. Of either side the innermost loop
with most global loads counts; a load is under way from its issue to its first use in that loop. Prints a row for
each program, then the mean logarithm of base 2 of model over machine code, and the mean of its absolute value.
"""

import json
import math
import pathlib
import re
import subprocess
import sys

import sass_counts

SPEC = "nvidia-h200"


def machine_loops(path, kernel):
    """Instructions of each innermost loop of a kernel: (opcode, modifiers, operands)."""
    items = next((found for name, found in sass_counts.kernels(sass_counts.lines_of(path)) if name == kernel), [])
    places = sass_counts.targets(items)
    instructions = [item for item in items if item[0] == "instruction"]
    index = {item[1]: i for i, item in enumerate(instructions)}
    loops = []
    for end, (_, _, opcode, _, operands) in enumerate(instructions):
        start = index.get(sass_counts.branch_target(operands, places)) if opcode == "BRA" else None
        if start is not None and start < end:
            loops.append((start, end))
    inner = [(a, b) for a, b in loops if not any(a <= c and d <= b and (a, b) != (c, d) for c, d in loops)]
    return [[item[2:] for item in instructions[a : b + 1]] for a, b in inner]


def machine_loads(loop):
    """(global loads, most registers of them under way at once)."""
    under_way, most, loads = {}, 0, 0
    for opcode, modifiers, operands in loop:
        listed = operands.split(",")
        read = {int(r) for r in re.findall(r"\bR(\d+)\b", ",".join(listed[0 if opcode.startswith("ST") else 1 :]))}
        for first in [f for f, width in under_way.items() if read & set(range(f, f + width))]:
            del under_way[first]
        if opcode == "LDG":
            loads += 1
            width = 4 if ".128" in modifiers else 2 if re.search(r"\.64(\.|$)", modifiers) else 1
            if made := re.findall(r"\bR(\d+)\b", listed[0]):
                under_way[int(made[0])] = width
            most = max(most, sum(under_way.values()))
    return loads, most


def model_loops(text):
    """Lines of each innermost loop of a program that instruction_order printed."""
    loops, lines = [], None
    for line in text.split("\n"):
        if re.search(r"loop \d+, copies", line):
            lines = []
        elif "again loop" in line:
            if lines is not None:
                loops.append(lines)
            lines = None
        elif re.search(r"loop \d+ \{", line):
            lines = None
        elif lines is not None:
            lines.append(line)
    return loops


def model_loads(loop):
    """The same of the timeline's order."""
    under_way, most, loads = {}, 0, 0
    for line in loop:
        operation = re.match(r"\s*\d+  r(-?\d+)\s+(.*?)copy \d+(.*)$", line)
        if not operation:
            continue
        for used in re.findall(r"r(\d+)", operation.group(3)):
            under_way.pop(used, None)
        if load := re.search(r"global load (\d+) bytes", operation.group(2)):
            loads += 1
            under_way[operation.group(1)] = (int(load.group(1)) + 3) // 4
            most = max(most, sum(under_way.values()))
    return loads, most


def main():
    if len(sys.argv) < 4:
        sys.exit(__doc__)
    out, order = pathlib.Path(sys.argv[1]), sys.argv[2]
    programs = {}
    for file in sorted(out.glob("ptx/programs*.jsonl")):
        for line in file.read_text().splitlines():
            program = json.loads(line)
            programs[program["kernel"], program["options"]] = program["program"]
    head = re.compile(r"(.*), kernel (\S+), options (.*?): at least (\d+) registers")
    errors = []
    for launches in sys.argv[3:]:
        printed = subprocess.run([order, SPEC, launches], capture_output=True, text=True, check=False).stdout
        for text in re.split(r"\n(?=[^\n]*, kernel )", "\n" + printed):
            told = head.match(text.strip())
            program = programs.get(told.group(2, 3)) if told else None
            if program is None:
                continue
            machine = max(map(machine_loads, machine_loops(out / "sass" / f"{program}.sass", told.group(2))), default=(0, 0))
            model = max(map(model_loads, model_loops(text)), default=(0, 0))
            if 0 in machine or 0 in model:
                continue
            errors.append(math.log2(model[1] / machine[1]))
            print(f"{errors[-1]:+5.2f}  machine code {machine[1]:3} of {machine[0]:3} loads, model {model[1]:3} of {model[0]:3}  {told.group(1)}")
    if errors:
        print(f"{len(errors)} programs: mean {sum(errors) / len(errors):+.3f}, of absolute values {sum(map(abs, errors)) / len(errors):.3f}")


if __name__ == "__main__":
    main()
