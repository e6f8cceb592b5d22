#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""tools/counters/compare.py on two launches of a kernel, one launch of another, and a row that nothing simulates."""
import json
import unittest

import counters  # noqa: F401, finds compare
import compare

PIPES = {"fma": 10, "alu": 20, "integer_multiply": 0, "special": 0, "double": 0, "memory": 6}
LOAD = {"shared": False, "private": False, "wavefronts": 8, "l1_sectors": 32, "stored_bytes": 0, "l1_misses": 16,
        "dram_read_bytes": 512, "dram_write_bytes": 0}
STORE = {**LOAD, "wavefronts": 4, "l1_sectors": 0, "stored_bytes": 640, "l1_misses": 0,
         "dram_read_bytes": 0, "dram_write_bytes": 640}
SHARED = {**LOAD, "shared": True, "wavefronts": 3, "l1_sectors": 99}
PRIVATE = {**STORE, "private": True, "wavefronts": 2}


def simulation(launch, **timeline):
    return {"launch": launch, "timeline": {"pipe_instructions": PIPES, "instructions": 100,
                                           "memory": [LOAD, STORE, SHARED, PRIVATE], "other_wavefronts": 1, **timeline}}


def row(launch, kernel, **counted):
    figures = {**dict.fromkeys(compare.COLUMNS, 0), "load_sectors_hit": 0, **counted}
    return {"launch": launch, "kernel": kernel, **{name: str(value) for name, value in figures.items()}}


class Simulated(unittest.TestCase):
    def test_adds_the_accesses_up(self):
        found = compare.timeline_counts(json.dumps([simulation("a"), {"launch": "without a timeline"}]))
        self.assertEqual(list(found), ["a"])
        self.assertEqual(found["a"]["wavefronts"], 8 + 4 + 3 + 2 + 1)
        self.assertEqual(found["a"]["load_sectors"], 32)  # global memory alone
        self.assertEqual(found["a"]["store_sectors"], 20)  # 640 bytes in sectors of 32
        self.assertEqual((found["a"]["instructions"], found["a"]["fma"]), (100, 10))

    def test_a_launch_that_cannot_be_simulated_has_none(self):
        self.assertEqual(compare.timeline_counts("\n"), {})


class Rows(unittest.TestCase):
    def test_are_whole_where_every_counter_was_read(self):
        self.assertTrue(compare.is_whole(row("k", "k")))
        self.assertFalse(compare.is_whole({**row("k", "k"), "alu": ""}))
        self.assertFalse(compare.is_whole({**row("k", "k"), "load_sectors_hit": ""}))
        self.assertTrue(compare.is_whole({**row("k", "k"), "note": ""}))


class Table(unittest.TestCase):
    def setUp(self):
        ours = compare.timeline_counts(json.dumps([simulation("k,n=1"), simulation("k,n=2", instructions=300),
                                                   simulation("l", memory=[], other_wavefronts=0)]))
        rows = [row("k,n=1", "k", instructions=100, fma=10, alu=40, load_sectors=40, load_sectors_hit=8),
                row("k,n=2", "k", instructions=100, fma=10, alu=10, load_sectors=40, load_sectors_hit=24),
                row("l", "l", instructions=10000, alu=20, special=5, wavefronts=11), row("unknown", "u", alu=1)]
        lines = list(compare.table(*compare.summed(ours, rows)))
        self.head = [cell.strip() for cell in lines[0].split("|")]
        self.rows = [[cell.strip() for cell in line.split("|")] for line in lines[2:]]

    def cell(self, kernel, column):
        return next(line for line in self.rows if line[1] == kernel)[self.head.index(column)]

    def test_has_a_row_a_kernel_that_both_sides_know(self):
        self.assertEqual([(line[1], line[2]) for line in self.rows], [("k", "2"), ("l", "1")])

    def test_is_simulated_over_counted_of_all_launches(self):
        self.assertEqual(self.cell("k", "instructions"), "2.00")  # (100 + 300) / (100 + 100)
        self.assertEqual(self.cell("k", "alu"), "0.80")
        self.assertEqual(self.cell("k", "l1 misses"), "0.67")  # 32 / (40 - 8 + 40 - 24)

    def test_tells_where_a_side_counts_nothing(self):
        self.assertEqual(self.cell("l", "special"), "-")  # of 10,000 instructions, 5 are nothing
        self.assertEqual(self.cell("l", "double"), "-")
        self.assertEqual(self.cell("l", "memory"), "none")
        self.assertEqual(self.cell("l", "wavefronts"), "0.00")


class Shares(unittest.TestCase):
    def test_count_the_kernels_that_are_right(self):
        sums = {"right": {"memory": [103, 100], "load_sectors": [1, 1], "store_sectors": [0, 0], "wavefronts": [105, 100]},
                "wrong": {"memory": [104, 100], "load_sectors": [9, 10], "store_sectors": [0, 8], "wavefronts": [94, 100]}}
        self.assertEqual(list(compare.shares(sums)),
                         ["memory: 1 of 2 kernels within 3 %", "load sectors: 1 of 2 kernels within 3 %",
                          "store sectors: 0 of 1 kernels within 3 %", "wavefronts: 1 of 2 kernels within 5 %"])


if __name__ == "__main__":
    unittest.main()
