# SPDX-License-Identifier: GPL-3.0-or-later
"""Batches, comparisons, records, charts, specs."""

import json
import os
import subprocess
import xml.etree.ElementTree as xml

import pytest

import warpstring


@pytest.fixture
def sweep(tmp_path, axpy):
    (tmp_path / "axpy.cl").write_text(axpy)
    file = tmp_path / "axpy.toml"
    text = warpstring.launch(tmp_path / "axpy.cl", global_size="n", local_size=64, n=1024).text
    file.write_text(text + "\n[sweep]\nn = [1024, 4096, 16384]\n")
    return file


def test_a_batch_has_the_rows_of_the_program(sweep):
    told = []
    found = warpstring.batch(sweep, jobs=2, on_progress=lambda done, total: told.append((done, total)))
    command = [os.environ["WARPSTRING_PROGRAM"], "batch", str(sweep), "-q"]
    said = subprocess.run(command, capture_output=True, check=True, text=True).stdout
    assert found.to_dict() == [json.loads(line) for line in said.splitlines()]
    assert told[-1] == (3, 3)
    assert len(found) == 3 and found[1].launch == "axpy,n=4096" and found[0:2][1].index == 1
    assert not found.errors
    assert list(found.to_frame()["index"]) == [0, 1, 2]
    assert "<table>" in found._repr_html_() and "3 rows" in repr(found)


def test_a_batch_takes_launches_kernels_and_files(sweep, axpy, rows):
    one = warpstring.launch(axpy, global_size=64, local_size=64)
    other = warpstring.launch(rows, global_size=64, local_size=64)
    found = warpstring.batch([one, other, sweep], spec=["nvidia-h200"], strings=True)
    assert [each.kernel for each in found] == ["axpy", "row_lengths"] + ["axpy"] * 3
    assert found[0].string
    assert found[0].kernel_time_us == warpstring.simulate(one).time_us
    assert len(warpstring.batch(axpy, global_size=64, local_size=64)) == 1
    with pytest.raises(warpstring.WarpstringError) as refused:
        warpstring.batch(warpstring.launches(sweep))
    assert refused.value.code == "launch.several"


def test_a_batch_goes_to_a_file_and_goes_on(sweep, tmp_path):
    output = tmp_path / "rows.jsonl"
    assert warpstring.batch(sweep, output=output) == {"rows": 3, "errors": 0}
    assert len(output.read_text().splitlines()) == 3
    with pytest.raises(warpstring.WarpstringError):
        warpstring.batch(sweep, output=output)
    output.write_text("".join(output.read_text().splitlines(True)[:1]))
    assert warpstring.batch(sweep, output=output, mode="resume") == {"rows": 3, "errors": 0}
    assert warpstring.batch(sweep, output=output, mode="replace")["rows"] == 3
    with pytest.raises(warpstring.WarpstringError) as refused:
        warpstring.batch(sweep, output=tmp_path / "rows.txt")
    assert refused.value.code == "usage.output"


def test_a_launch_that_fails_is_a_row_of_its_own(tmp_path, sweep):
    (tmp_path / "axpy.cl").write_text("broken")
    found = warpstring.batch(sweep)
    assert len(found.errors) == 3 and found[0].diagnostics


def test_what_progress_raises_ends_a_batch(sweep):
    def stop(done, total):
        raise RuntimeError("enough")

    with pytest.raises(RuntimeError, match="enough"):
        warpstring.batch(sweep, on_progress=stop)


def test_simulated_beside_measured(samples):
    folder = f"{samples}/matmul"
    found = warpstring.compare(folder, device="H200")
    command = [os.environ["WARPSTRING_PROGRAM"], "compare", folder, "-s", "nvidia-h200", "-d", "H200", "--json", "-q"]
    said = subprocess.run(command, capture_output=True, check=True, text=True).stdout
    assert found.to_dict() == json.loads(said)
    assert found.csv().startswith("launch") or "," in found.csv()
    assert len(found.to_frame()) == len(found.launches)
    assert "<table>" in found._repr_html_()
    assert found.notes == []
    measured = warpstring.records(f"{folder}/measurements")
    assert len(measured) >= 1 and measured[0].schema == "warpstring.measurement/1"


@pytest.mark.parametrize("kind", ["bars", "scatter", "sweep", "stacks", "deltas"])
def test_charts_are_drawn(samples, kind):
    found = warpstring.compare(f"{samples}/matmul", device="H200")
    chart = found.chart(kind, baseline=found if kind == "deltas" else None)
    assert chart.kind == kind and chart.series
    drawn = xml.fromstring(chart._repr_svg_())
    marks = [each for each in drawn.iter() if each.tag.endswith("}title")]
    assert len(marks) >= sum(len(one.points) for one in chart.series)
    assert len(chart.to_frame()) == sum(len(one.points) for one in chart.series)


def test_charts_of_batches(sweep, tmp_path):
    found = warpstring.batch(sweep)
    chart = found.chart("sweep", x="n")
    assert [point.x for point in chart.series[0].points] == [1024, 4096, 16384]
    chart.save(tmp_path / "sweep.svg")
    assert (tmp_path / "sweep.svg").read_text() == chart.svg() == chart._repr_html_()
    assert found.chart("stacks").kind == "stacks"
    with pytest.raises(warpstring.WarpstringError) as refused:
        found.chart("bars")
    assert refused.value.code == "chart.nothing-measured"
    with pytest.raises(warpstring.WarpstringError):
        found.chart("sweep", x="nobody")
    with pytest.raises(ValueError, match="width"):
        chart.svg(width=3)


def test_deltas_need_a_baseline(samples):
    found = warpstring.compare(f"{samples}/matmul", device="H200")
    with pytest.raises(warpstring.WarpstringError) as refused:
        found.chart("deltas")
    assert refused.value.code == "chart.no-baseline"
    with pytest.raises(TypeError, match="baseline"):
        found.chart("deltas", baseline=3)


@pytest.mark.parametrize("said, word", [({"quantity": "mass"}, "quantity"), ({"by": 1}, "by"), ({"x": 1}, "x"), ({"kind": "pie"}, "kind")])
def test_wrong_arguments_of_charts_are_named(sweep, said, word):
    with pytest.raises((TypeError, ValueError), match=word):
        warpstring.batch(sweep).chart(**said)


@pytest.mark.parametrize(
    "function, said, word",
    [
        (warpstring.batch, {"launches": 3}, "launches"),
        (warpstring.batch, {"launches": "x", "spec": []}, "spec"),
        (warpstring.batch, {"launches": "x", "jobs": 0}, "jobs"),
        (warpstring.batch, {"launches": "x", "mode": "append"}, "mode"),
        (warpstring.batch, {"launches": "x", "strings": 1}, "strings"),
        (warpstring.compare, {"launches": "x", "records": 3}, "records"),
        (warpstring.compare, {"launches": "x", "device": 3}, "device"),
        (warpstring.records, {"path": 3}, "path"),
    ],
)
def test_wrong_arguments_are_named(samples, function, said, word):
    if said["launches" if "launches" in said else "path"] == "x":
        said = {**said, "launches": f"{samples}/matmul"}
    with pytest.raises((TypeError, ValueError), match=word):
        function(**said)


def test_files_that_are_not_there_are_refused(tmp_path):
    for function in (warpstring.batch, warpstring.compare, warpstring.records, warpstring.load_spec):
        with pytest.raises(warpstring.WarpstringError):
            function(str(tmp_path / "nobody.toml"))


def test_specs_are_listed_read_and_edited(tmp_path, axpy):
    assert "nvidia-h200" in [each.name for each in warpstring.specs()]
    spec = warpstring.load_spec("nvidia-h200")
    assert warpstring.load_spec() is spec and warpstring.load_spec(spec) is spec
    assert int(spec["execution.multiprocessors"]) == 132
    with pytest.raises(KeyError):
        spec["execution.nothing"]
    half = spec.edited({"execution.multiprocessors": 66})
    assert half["execution.multiprocessors"] == "66" and spec["execution.multiprocessors"] == "132"
    said = {"global_size": 1 << 22, "local_size": 256, "n": 1 << 22}
    assert warpstring.simulate(axpy, spec=half, **said).time_us != warpstring.simulate(axpy, spec=spec, **said).time_us
    half.save(tmp_path / "half.toml")
    again = warpstring.load_spec(tmp_path / "half.toml")
    assert again.to_dict()["values"] == half.to_dict()["values"]
    assert warpstring.parse_spec(half.text).name == half.name
    assert "<table>" in half._repr_html_() and half.description and half.file and repr(half) == "Spec('nvidia-h200')"
    assert len(half.values) > 20
    half.edited({"execution.multiprocessors": 33}).save(tmp_path / "half.toml")
    assert warpstring.load_spec(tmp_path / "half.toml")["execution.multiprocessors"] == "33"


def test_specs_that_are_wrong_are_refused():
    spec = warpstring.load_spec("nvidia-h200")
    with pytest.raises(warpstring.WarpstringError) as refused:
        spec.edited({"execution.nothing": 3})
    assert refused.value.code == "spec.unknown-key"
    with pytest.raises(warpstring.WarpstringError):
        spec.edited({"execution.multiprocessors": -3})
    with pytest.raises(TypeError, match="values"):
        spec.edited([1])
    with pytest.raises(warpstring.WarpstringError):
        warpstring.load_spec("nvidia-h2000")
    with pytest.raises(warpstring.WarpstringError):
        warpstring.parse_spec("name = 3")
