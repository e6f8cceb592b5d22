#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""tools/counters/join.py on a short session: launches without the profiler, then two chunks of ncu's raw pages, the
second of them cut off."""
import csv
import gzip
import os
import shutil
import tempfile
import unittest

from counters import recorded
import join


def read():
    plain, profiled = join.read_log(recorded("launches.log"))
    counted, strays = join.match(profiled, recorded("counters.csv"))
    return plain, profiled, counted, strays


class Numbers(unittest.TestCase):
    def test_have_commas_between_thousands(self):
        self.assertEqual(join.number("1,234,567.5"), 1234567.5)

    def test_are_missing_where_ncu_has_none(self):
        for text in ("", "n/a", "nan", "inf", "-inf"):
            self.assertIsNone(join.number(text), text)

    def test_shapes_are_numbers_in_brackets(self):
        self.assertEqual(join.sizes("(128, 2, 1)"), (128, 2, 1))


class Log(unittest.TestCase):
    def test_keeps_what_ended_by_position_and_mode(self):
        plain, profiled, _, _ = read()
        self.assertEqual(sorted(plain), [0, 1])
        self.assertEqual(sorted(profiled), list(range(8)))  # 8 was begun, and its line is cut off
        self.assertEqual(plain[0]["median_us"], 2.5)
        self.assertEqual(profiled[2]["status"], "failed")


class Match(unittest.TestCase):
    def test_rows_of_one_kernel_and_shape_follow_the_order_of_the_log(self):
        _, _, counted, _ = read()
        self.assertEqual(counted[0]["sm__inst_executed.sum"], 1024)
        self.assertEqual(counted[3]["sm__inst_executed.sum"], 1025)  # 2 has failed: its row is not there
        self.assertNotIn(2, counted)

    def test_another_grid_is_another_launch(self):
        self.assertEqual(read()[2][4]["sm__inst_executed.sum"], 2050)

    def test_a_kernels_name_comes_without_its_parameters(self):
        self.assertEqual(read()[2][1]["sm__inst_executed.sum"], 2048)

    def test_units_are_scaled_to_base_units(self):
        _, _, counted, _ = read()
        self.assertEqual(counted[0]["gpu__time_duration.sum"], 3456)
        self.assertEqual(counted[5]["gpu__time_duration.sum"], 4500)
        self.assertEqual(counted[5]["dram__bytes_read.sum"], 1500)
        self.assertEqual(counted[5]["launch__registers_per_thread"], 20)

    def test_what_is_no_number_is_left_out(self):
        stalled = "smsp__average_warps_issue_stalled_wait_per_issue_active.ratio"
        _, _, counted, _ = read()
        self.assertEqual(counted[0][stalled], 2.25)
        self.assertNotIn(stalled, counted[1])
        self.assertNotIn(stalled, counted[5])

    def test_too_few_rows_are_not_guessed_at(self):
        """Launches 6 and 7 are alike, and the chunk was cut off behind one of them."""
        _, _, counted, strays = read()
        self.assertEqual(strays, 1)
        self.assertEqual(sorted(counted), [0, 1, 3, 4, 5])

    def test_packed_and_plain_files_are_the_same(self):
        with tempfile.TemporaryDirectory() as folder:
            packed = os.path.join(folder, "counters.csv.gz")
            with open(recorded("counters.csv"), "rb") as plain, gzip.open(packed, "wb") as stream:
                shutil.copyfileobj(plain, stream)
            _, profiled, counted, strays = read()
            self.assertEqual(join.match(profiled, packed), (counted, strays))

    def test_pages_without_shapes_go_by_the_kernel_alone(self):
        with tempfile.TemporaryDirectory() as folder:
            page = os.path.join(folder, "counters.csv")
            with open(page, "w", encoding="utf-8") as stream:
                stream.write('# chunk 0 rc 0\n"ID","Kernel Name","sm__inst_executed.sum"\n"","","inst"\n'
                             '"0","sum","9"\n')
            profiled = {0: {"status": "ok", "kernel": "sum", "grid": [8, 2, 1], "block": [128, 1, 1]}}
            self.assertEqual(join.match(profiled, page), ({0: {"sm__inst_executed.sum": 9}}, 0))


class Joined(unittest.TestCase):
    def test_has_times_without_the_profiler_and_counters_with_it(self):
        plain, profiled, counted, _ = read()
        launches = {launch["position"]: launch for launch in join.joined(plain, profiled, counted)}
        self.assertEqual(sorted(launches), list(range(8)))
        self.assertEqual(launches[0]["times_us"], [2.5, 2.0, 3.0])
        self.assertEqual(launches[0]["metrics"]["sm__inst_executed.sum"], 1024)
        self.assertEqual(launches[2]["metrics"], {})
        self.assertNotIn("mode", launches[0])

    def test_is_a_table_with_a_column_a_metric(self):
        plain, profiled, counted, _ = read()
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "joined.csv")
            join.write_csv(path, list(join.joined(plain, profiled, counted)))
            with open(path, newline="", encoding="utf-8") as stream:
                rows = list(csv.DictReader(stream))
        self.assertEqual(len(rows), 8)
        self.assertEqual((rows[1]["name"], rows[1]["grid"], rows[1]["median_us"]), ("sum,n=1", "8x2x1", "9"))
        self.assertEqual(rows[1]["sm__inst_executed.sum"], "2048")
        self.assertEqual((rows[2]["status"], rows[2]["sm__inst_executed.sum"]), ("failed", ""))


class Table(unittest.TestCase):
    def test_has_a_row_for_each_launch_with_counters_and_columns_that_compare_reads(self):
        plain, profiled, counted, _ = read()
        launches = list(join.joined(plain, profiled, counted))
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "table.csv")
            join.write_table(path, launches)
            with open(path, newline="", encoding="utf-8") as stream:
                rows = list(csv.DictReader(stream))
        self.assertEqual(len(rows), sum(bool(launch["metrics"]) for launch in launches))
        self.assertEqual(rows[0]["instructions"], "1024")
        self.assertEqual(rows[0]["time_us"], "2.5")
        self.assertEqual(rows[-1]["time_us"], "")
        for column in ("load_sectors", "store_sectors", "load_sectors_hit", "wavefronts", "memory"):
            self.assertIn(column, rows[0])


if __name__ == "__main__":
    unittest.main()
