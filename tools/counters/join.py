#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Joins what tools/counters/run brought: a line of JSON for every launch of launches.log.

  tools/counters/join.py counters.csv.gz launches.log [-o joined.jsonl] [--csv joined.csv] [--table table.csv]

Each has "fingerprint", "name", "kernel", "program", "grid", "block", "registers", "median_us" and "times_us" (without
the profiler), "outputs_right" where it was checked, and "metrics": numbers in base units (ns, bytes, counts) by ncu's
names. ncu's rows have no name of the launch: within a chunk, those of one kernel, grid and group come in the order of
the log. How many rows and launches found no partner is told on standard error."""
import argparse
import collections
import csv
import gzip
import io
import json
import math
import re
import sys

# What ncu prints where it does not print base units.
SCALES = {"nsecond": 1, "ns": 1, "usecond": 1e3, "us": 1e3, "msecond": 1e6, "ms": 1e6, "second": 1e9, "s": 1e9,
          "Kbyte": 1e3, "Mbyte": 1e6, "Gbyte": 1e9, "Tbyte": 1e12}


def opened(path):
    raw = gzip.open(path, "rb") if path.endswith(".gz") else open(path, "rb")
    return io.TextIOWrapper(raw, encoding="utf-8", errors="replace", newline="")


def number(text):
    """None where ncu has no number: "n/a", and "nan" or "inf" of ratios over nothing."""
    try:
        value = float(text.replace(",", ""))
    except ValueError:
        return None
    return value if math.isfinite(value) else None


def sizes(text):
    return tuple(int(size) for size in re.findall(r"\d+", text))


def chunks(path):
    """(position, rows) of each "# chunk" line; a row is a dictionary by column with "" for ncu's units."""
    position, lines = 0, []
    with opened(path) as stream:
        for line in stream:
            started = re.match(r"# chunk (\d+)", line)
            if started:
                if lines:
                    yield position, rows(lines)
                position, lines = int(started.group(1)), []
            elif line.startswith('"'):
                lines.append(line)
    yield position, rows(lines)


def rows(lines):
    header, units = None, {}
    for cells in csv.reader(lines):
        if "Kernel Name" in cells:
            header, units = cells, {}
        elif header and not cells[0]:
            units = dict(zip(header, cells))
        elif header:
            yield dict(zip(header, cells)), units


def metrics(row, units):
    result = {}
    for name, text in row.items():
        value = number(text)
        if "__" in name and value is not None:
            value *= SCALES.get(units.get(name, ""), 1)
            result[name] = int(value) if value == int(value) else value
    return result


def kernel_name(row):
    return re.sub(r"\(.*", "", row["Kernel Name"]).strip()


def match(profiled, path):
    """Metrics by position, and how many rows fit no launch or several. `profiled` holds the launches that ran under
    ncu, by position. Rows are taken only where a chunk has as many of a kernel and shape as it has launches."""
    found, strays = {}, 0
    all_chunks = [(first, list(chunk_rows)) for first, chunk_rows in chunks(path)]
    ends = [first for first, _ in all_chunks[1:]] + [float("inf")]
    for (first, chunk_rows), end in zip(all_chunks, ends):
        launches, counted = collections.defaultdict(list), collections.defaultdict(list)
        has_shapes = all("Grid Size" in row and "Block Size" in row for row, _ in chunk_rows)
        for position in sorted(profiled):
            launch = profiled[position]
            if first <= position < end and launch["status"] == "ok":
                shape = (tuple(launch["grid"]), tuple(launch["block"])) if has_shapes else ()
                launches[launch["kernel"], shape].append(position)
        for row, units in chunk_rows:
            shape = (sizes(row["Grid Size"]), sizes(row["Block Size"])) if has_shapes else ()
            counted[kernel_name(row), shape].append(metrics(row, units))
        for key, values in counted.items():
            if len(values) == len(launches[key]):
                found.update(zip(launches[key], values))
            else:
                strays += len(values)
    return found, strays


def read_log(path):
    plain, profiled = {}, {}
    with opened(path) as stream:
        for line in stream:
            try:
                entry = json.loads(line)
            except ValueError:
                continue
            if entry.get("event") == "launch":
                (profiled if entry["mode"] == "profile" else plain)[entry["position"]] = entry
    return plain, profiled


def joined(plain, profiled, counted):
    for position in sorted(set(plain) | set(profiled)):
        launch = {**profiled.get(position, {}), **plain.get(position, {})}
        for key in ("event", "mode"):
            launch.pop(key, None)
        launch["metrics"] = counted.get(position, {})
        yield launch


def write_csv(path, launches):
    names = sorted({name for launch in launches for name in launch["metrics"]})
    facts = ["fingerprint", "name", "kernel", "program", "median_us", "registers", "static_shared_bytes",
             "dynamic_shared_bytes", "status"]
    with open(path, "w", newline="", encoding="utf-8") as stream:
        writer = csv.writer(stream)
        writer.writerow(facts + ["grid", "block"] + names)
        for launch in launches:
            shapes = ["x".join(map(str, launch.get(key, []))) for key in ("grid", "block")]
            writer.writerow([launch.get(key, "") for key in facts] + shapes +
                            [launch["metrics"].get(name, "") for name in names])


# The columns of the tables in docs/data, and the metric that each is; "integer_multiply" is the half of the fma pipe
# that multiplies integers, whatever it executed.
TABLE = {
    "warps_active": "sm__warps_active.avg.per_cycle_active",
    "instructions": "sm__inst_executed.sum",
    "fma": "sm__inst_executed_pipe_fma.sum",
    "alu": "sm__inst_executed_pipe_alu.sum",
    "integer_multiply": "sm__inst_executed_pipe_fmaheavy.sum",
    "special": "sm__inst_executed_pipe_xu.sum",
    "double": "sm__inst_executed_pipe_fp64.sum",
    "memory": "sm__inst_executed_pipe_lsu.sum",
    "cbu": "sm__inst_executed_pipe_cbu.sum",
    "adu": "sm__inst_executed_pipe_adu.sum",
    "uniform": "sm__inst_executed_pipe_uniform.sum",
    "wavefronts": "l1tex__data_pipe_lsu_wavefronts.sum",
    "shared_wavefronts": "l1tex__data_pipe_lsu_wavefronts_mem_shared.sum",
    "load_requests": "l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum",
    "store_requests": "l1tex__t_requests_pipe_lsu_mem_global_op_st.sum",
    "load_sectors": "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum",
    "store_sectors": "l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum",
    "load_sectors_hit": "l1tex__t_sectors_pipe_lsu_mem_global_op_ld_lookup_hit.sum",
    "local_load_requests": "l1tex__t_requests_pipe_lsu_mem_local_op_ld.sum",
    "local_store_requests": "l1tex__t_requests_pipe_lsu_mem_local_op_st.sum",
    "l2_read_bytes": "l1tex__m_xbar2l1tex_read_bytes.sum",
    "l2_atomic_sectors": "lts__t_sectors_op_atom.sum",
    "l2_reduction_sectors": "lts__t_sectors_op_red.sum",
    "dram_read_bytes": "dram__bytes_read.sum",
    "dram_write_bytes": "dram__bytes_write.sum",
}


def write_table(path, launches):
    with open(path, "w", newline="", encoding="utf-8") as stream:
        writer = csv.writer(stream, lineterminator="\n")
        writer.writerow(["fingerprint", "launch", "kernel", "registers", "time_us", *TABLE])
        for launch in launches:
            if launch["metrics"]:
                time_us = f"{launch['median_us']:.6g}" if "median_us" in launch else ""  # a session that was cut
                facts = [launch["fingerprint"], launch["name"], launch["kernel"], launch["registers"], time_us]
                values = [launch["metrics"].get(metric) for metric in TABLE.values()]
                writer.writerow(facts + ["" if value is None else f"{value:.12g}" for value in values])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("counters")
    parser.add_argument("launches")
    parser.add_argument("-o", "--output", default="-", help="JSON Lines (default: standard output)")
    parser.add_argument("--csv", help="the same as a table")
    parser.add_argument("--table", help="the columns that tables in docs/data have, for tools/counters/compare.py")
    options = parser.parse_args()
    plain, profiled = read_log(options.launches)
    counted, strays = match(profiled, options.counters)
    launches = list(joined(plain, profiled, counted))
    with sys.stdout if options.output == "-" else open(options.output, "w", encoding="utf-8") as stream:
        for launch in launches:
            print(json.dumps(launch), file=stream)
    if options.csv:
        write_csv(options.csv, launches)
    if options.table:
        write_table(options.table, launches)
    without = sum(not launch["metrics"] for launch in launches)
    print(f"join: {len(launches)} launches, {len(counted)} with counters, {without} without, "
          f"{strays} rows left over", file=sys.stderr)


if __name__ == "__main__":
    main()
