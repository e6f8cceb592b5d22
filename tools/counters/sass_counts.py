#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Counts a kernel's machine instructions by the pipe that executes them.

  tools/counters/sass_counts.py FOLDER_OR_FILES.sass [-o counts.jsonl] [--blocks] [--table] [--launches launches.log]

Reads what nvdisasm -c or cuobjdump -sass print. A line of JSON for every kernel: "program", "kernel",
"instructions", "pipes", "opcodes"; with --blocks also "blocks", the same for each basic block, with the address
where it starts, where it branches to and whether that is backwards (a loop). Pipes are those of Hopper (sm_90) as the
documentation of Nsight Compute describes them (Kernel Profiling Guide, "Pipelines"): constant loads and barriers are
the ADU's, special registers the LSU's. FFMA, FMUL and FADD go to either half of fma, IMAD to fmaheavy. What the guide
leaves open (R2UR, S2UR, CS2R, SHFL) is a guess; sm__inst_executed_pipe_* tells."""
import argparse
import collections
import glob
import json
import os
import re
import sys

PIPES = [  # the first pattern that fits the whole opcode, modifiers left out
    ("uniform", r"R2UR|S2UR|U[A-Z].*|VOTEU|REDUX|CREDUX"),
    ("fmaheavy", r"IMAD|IDP|IDP4A|FSWZADD|FFMA32I|IMUL"),
    ("fma", r"FFMA|FADD|FMUL|FADD32I|FMUL32I"),
    ("fp16", r"HFMA2|HADD2|HMUL2|HFMA2_MMA|HADD2_32I|HMNMX2|HSET2|HSETP2"),
    ("fp64", r"DFMA|DADD|DMUL|DSETP|DMNMX"),
    ("tensor", r"HMMA|IMMA|DMMA|BMMA|QMMA|HGMMA|IGMMA|QGMMA|BGMMA"),
    ("xu", r"MUFU|I2F|F2I|F2F|FRND|I2I|POPC|FLO|BREV"),
    ("lsu", r"LDG|STG|LDS|STS|LDL|STL|LD|ST|LDSM|STSM|ATOM|ATOMG|ATOMS|RED|REDG|LDGSTS|LDGDEPBAR|SHFL|"
            r"MATCH|CCTL|CCTLL|MEMBAR|ERRBAR|FENCE|QSPC|S2R|SYNCS"),
    ("tex", r"TEX|TLD|TLD4|TMML|TXD|TXQ|SULD|SUST|SUATOM|SURED|PIXLD"),
    ("adu", r"LDC|BAR|B2R|R2B|LEPC|BMOV|DEPBAR|GETLMEMBASE|ACQBULK|CGABAR_ARV|CGABAR_WAIT"),
    ("cbu", r"BRA|BRX|JMP|JMX|EXIT|RET|CALL|BSSY|BSYNC|BREAK|WARPSYNC|YIELD|KILL|NANOSLEEP|BPT|RPCMOV|"
            r"PREEXIT|ELECT|ENDCOLLECTIVE"),
    ("none", r"NOP"),
    ("alu", r".*"),
]
COMPILED = [(pipe, re.compile(pattern)) for pipe, pattern in PIPES]
INSTRUCTION = re.compile(r"^\s*/\*([0-9a-f]{4,})\*/\s+(?:(@!?U?P\w+)\s+)?([A-Z][A-Z0-9_]*)((?:\.[A-Za-z0-9_]+)*)\s*(.*?);")
LABEL = re.compile(r"^\s*(\.L\w*|\$?[\w.$]+):\s*$")
KERNEL = re.compile(r"^\s*(?:\.section\s+\.text\.([\w$]+)|\s*Function\s*:\s*([\w$]+))")
ENDS_BLOCK = {"BRA", "BRX", "EXIT", "RET", "JMP", "JMX", "CALL", "BSYNC", "WARPSYNC", "BREAK", "KILL"}


def pipe_of(opcode):
    return next(pipe for pipe, pattern in COMPILED if pattern.fullmatch(opcode))


def kernels(lines):
    """(name, items): an item is ("label", name) or ("instruction", address, opcode, modifiers, operands)."""
    name, items = None, []
    for line in lines:
        start = KERNEL.match(line)
        if start:
            if items:
                yield name, items
            name, items = start.group(1) or start.group(2), []
        elif name and (found := INSTRUCTION.match(line)):
            address, _, opcode, modifiers, operands = found.groups()
            items.append(("instruction", int(address, 16), opcode, modifiers, operands))
        elif name and (found := LABEL.match(line)):
            items.append(("label", found.group(1)))
        elif re.match(r"\s*\.section\s", line):
            if items:
                yield name, items
            name, items = None, []
    if items:
        yield name, items


def lines_of(path):
    with open(path, encoding="utf-8", errors="replace") as stream:
        yield from stream


def counted(instructions):
    pipes, opcodes = collections.Counter(), collections.Counter()
    for _, _, opcode, modifiers, _ in instructions:
        pipes[pipe_of(opcode)] += 1
        opcodes[opcode + modifiers] += 1
    pipes.pop("none", None)
    opcodes.pop("NOP", None)
    return {"instructions": sum(pipes.values()), "pipes": dict(pipes.most_common()),
            "opcodes": dict(opcodes.most_common())}


def trimmed(items):
    """Without the endless branch to itself and the NOPs behind the last instruction that counts."""
    end = len(items)
    while end and (items[end - 1][0] == "label" or items[end - 1][2] == "NOP"):
        end -= 1
    if end and items[end - 1][2] == "BRA":
        own = items[end - 1]
        labels = []
        for item in reversed(items[:end - 1]):
            if item[0] != "label":
                break
            labels.append(item[1])
        if any(label in own[4] for label in labels) or re.search(rf"\b0x0*{own[1]:x}\b", own[4]):
            end -= 1
    return items[:end]


def targets(items):
    """Addresses by label."""
    places, waiting = {}, []
    for item in items:
        if item[0] == "label":
            waiting.append(item[1])
        else:
            places.update((label, item[1]) for label in waiting)
            waiting = []
    return places


def branch_target(operands, places):
    for label in re.findall(r"\.L\w+", operands):
        if label in places:
            return places[label]
    found = re.search(r"0x([0-9a-f]+)\s*$", operands.strip())
    return int(found.group(1), 16) if found else None


def blocks(items, places):
    jumps = {item[1]: branch_target(item[4], places) for item in items
             if item[0] == "instruction" and item[2] in ("BRA", "JMP")}
    starts = set(places.values()) | {target for target in jumps.values() if target is not None}
    current = []
    for item in items:
        if item[0] == "label":
            continue
        if current and item[1] in starts:
            yield block(current, jumps)
            current = []
        current.append(item)
        if item[2] in ENDS_BLOCK:
            yield block(current, jumps)
            current = []
    if current:
        yield block(current, jumps)


def block(instructions, jumps):
    result = {"address": instructions[0][1], **counted(instructions)}
    last = instructions[-1]
    if jumps.get(last[1]) is not None:
        result["branches_to"] = jumps[last[1]]
        result["backwards"] = jumps[last[1]] <= last[1]
    return result


def files(paths):
    for path in paths:
        yield from sorted(glob.glob(os.path.join(path, "*.sass"))) if os.path.isdir(path) else [path]


def launched(path):
    """From the log of a run: the first launch of each (program, kernel)."""
    first = {}
    with open(path, encoding="utf-8") as stream:
        for line in stream:
            event = json.loads(line)
            if event.get("event") == "launch":
                first.setdefault((event["program"], event["kernel"]), event["name"])
    return first


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("paths", nargs="+")
    parser.add_argument("-o", "--output", default="-")
    parser.add_argument("--blocks", action="store_true", help="count every basic block, too")
    parser.add_argument("--table", action="store_true", help="a table of pipes instead of JSON")
    parser.add_argument("--launches", help="launches.log: only what it runs, as CSV with the first launch of each")
    options = parser.parse_args()
    columns = [pipe for pipe, _ in PIPES if pipe != "none"]
    first = launched(options.launches) if options.launches else None
    with sys.stdout if options.output == "-" else open(options.output, "w", encoding="utf-8") as stream:
        if options.table:
            print(f"{'program':42} {'kernel':24} {'all':>6}", *(f"{pipe:>8}" for pipe in columns), file=stream)
        if first is not None:
            print("launch", "kernel", "instructions", *columns, sep=",", file=stream)
        for path in files(options.paths):
            program = os.path.basename(path).removesuffix(".sass")
            for name, items in kernels(lines_of(path)):
                if first is not None and (program, name) not in first:
                    continue
                items = trimmed(items)
                line = {"program": program, "kernel": name,
                        **counted([item for item in items if item[0] == "instruction"])}
                if first is not None:
                    launch = first[program, name]
                    print(f'"{launch}"' if "," in launch else launch, name, line["instructions"],
                          *(line["pipes"].get(pipe, 0) for pipe in columns), sep=",", file=stream)
                    continue
                if options.table:
                    print(f"{program:42} {name:24} {line['instructions']:6}",
                          *(f"{line['pipes'].get(pipe, 0):8}" for pipe in columns), file=stream)
                    continue
                if options.blocks:
                    line["blocks"] = list(blocks(items, targets(items)))
                print(json.dumps(line), file=stream)


if __name__ == "__main__":
    main()
