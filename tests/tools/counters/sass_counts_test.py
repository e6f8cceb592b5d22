#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""tools/counters/sass_counts.py on listings as nvdisasm -c and cuobjdump -sass print them. The kernel of the first has
thirteen instructions and a loop at 0x60; what follows its EXIT fills the code up."""
import csv
import json
import os
import sys
import tempfile
import unittest

from counters import recorded
import sass_counts


def kernels(name):
    return dict(sass_counts.kernels(sass_counts.lines_of(recorded(name))))


def counts(items):
    return sass_counts.counted([item for item in sass_counts.trimmed(items) if item[0] == "instruction"])


class Pipes(unittest.TestCase):
    def test_are_those_of_the_profiling_guide(self):
        for pipe, opcodes in {"fmaheavy": "IMAD", "fma": "FFMA FADD FMUL", "adu": "LDC BAR", "lsu": "LDG STS S2R SHFL RED",
                              "xu": "MUFU I2F POPC", "fp64": "DFMA DADD", "fp16": "HFMA2", "cbu": "BRA EXIT BSYNC",
                              "uniform": "ULDC UIADD3 R2UR", "tensor": "HGMMA", "tex": "TEX",
                              "alu": "IADD3 LOP3 ISETP SEL SHF LEA"}.items():
            for opcode in opcodes.split():
                self.assertEqual(sass_counts.pipe_of(opcode), pipe, opcode)


class Nvdisasm(unittest.TestCase):
    def test_finds_the_kernels_among_other_sections(self):
        self.assertEqual(list(kernels("nvdisasm.sass")), ["scale", "nothing"])

    def test_counts_up_to_the_filling_behind_the_end(self):
        result = counts(kernels("nvdisasm.sass")["scale"])
        self.assertEqual(result["instructions"], 13)
        self.assertEqual(result["pipes"], {"lsu": 3, "cbu": 3, "alu": 2, "adu": 1, "uniform": 1, "fmaheavy": 1, "fma": 1,
                                           "xu": 1})
        self.assertEqual(result["opcodes"]["MUFU.RCP"], 1)
        self.assertEqual(result["opcodes"]["EXIT"], 2)  # one of them under a predicate
        self.assertNotIn("NOP", result["opcodes"])
        self.assertEqual(counts(kernels("nvdisasm.sass")["nothing"])["opcodes"], {"EXIT": 1})

    def test_tells_blocks_and_the_loop(self):
        items = sass_counts.trimmed(kernels("nvdisasm.sass")["scale"])
        blocks = list(sass_counts.blocks(items, sass_counts.targets(items)))
        self.assertEqual([(block["address"], block["instructions"]) for block in blocks],
                         [(0, 5), (0x50, 1), (0x60, 5), (0xb0, 2)])
        self.assertEqual((blocks[2]["branches_to"], blocks[2]["backwards"]), (0x60, True))
        self.assertFalse(any("branches_to" in block for block in blocks[:2] + blocks[3:]))


class Launches(unittest.TestCase):
    def test_keeps_what_a_log_runs_with_its_first_launch(self):
        folder = tempfile.mkdtemp()
        log, table = os.path.join(folder, "launches.log"), os.path.join(folder, "table.csv")
        with open(log, "w", encoding="utf-8") as stream:
            for name in ("scale,n=1", "scale,n=2"):
                print(json.dumps({"event": "launch", "program": "nvdisasm", "kernel": "scale", "name": name}),
                      file=stream)
            print(json.dumps({"event": "launch", "program": "other", "kernel": "nothing", "name": "nothing"}),
                  file=stream)
        sys.argv = ["sass_counts.py", recorded("nvdisasm.sass"), "--launches", log, "-o", table]
        sass_counts.main()
        with open(table, encoding="utf-8") as stream:
            rows = list(csv.DictReader(stream))
        self.assertEqual([(row["launch"], row["kernel"], row["instructions"]) for row in rows],
                         [("scale,n=1", "scale", "13")])


class Cuobjdump(unittest.TestCase):
    def test_names_functions_and_branches_to_addresses(self):
        found = kernels("cuobjdump.sass")
        self.assertEqual(list(found), ["scale"])
        items = sass_counts.trimmed(found["scale"])
        self.assertEqual(counts(items)["opcodes"], {"LDC": 1, "S2R": 1, "FADD": 1, "BRA": 1, "EXIT": 1})
        blocks = list(sass_counts.blocks(items, sass_counts.targets(items)))
        self.assertEqual([(block["address"], block["instructions"]) for block in blocks], [(0, 2), (0x20, 2), (0x40, 1)])
        self.assertEqual((blocks[1]["branches_to"], blocks[1]["backwards"]), (0x20, True))


class Trimmed(unittest.TestCase):
    def test_keeps_a_loop_at_the_end_that_has_a_body(self):
        items = [("label", ".L_x_0"), ("instruction", 0, "IADD3", "", "R0, R0, 0x1, RZ"),
                 ("instruction", 16, "BRA", "", "`(.L_x_0)"), ("instruction", 32, "NOP", "", "")]
        self.assertEqual(sass_counts.trimmed(items), items[:3])

    def test_of_nothing_is_nothing(self):
        self.assertEqual(sass_counts.trimmed([]), [])
        self.assertEqual(list(sass_counts.kernels(["no listing\n"])), [])


if __name__ == "__main__":
    unittest.main()
