# SPDX-License-Identifier: GPL-3.0-or-later
"""One launch: of a string, a file or a launch file, with arguments from Python."""

import json
import os
import subprocess

import numpy
import pytest

import warpstring


def test_a_string_and_keywords_are_a_launch(axpy):
    found = warpstring.simulate(axpy, global_size=1 << 20, local_size=256, n=1 << 20, a=2.0)
    assert found.time_us > 1
    assert found.kernel.time_us == found.time_us
    assert found.warp.latency_cycles == found.latency_cycles
    assert found.kernel.bound_by == found.bound_by
    assert found.occupancy.registers if "registers" in found.occupancy else found.registers > 0
    assert found.schema == "warpstring.simulation/2" if "schema" in found else True
    assert found.source_launch.global_size == (1 << 20,)
    assert found.source_launch.local_size == (256,)


def test_the_same_as_the_program_says(samples):
    program = os.environ["WARPSTRING_PROGRAM"]
    file = f"{samples}/matmul/matmul-naive.toml"
    said = json.loads(subprocess.run([program, "simulate", "--json", file, "-s", "nvidia-h200"], capture_output=True, check=True, text=True).stdout)
    found = [warpstring.simulate(each, spec="nvidia-h200").to_dict() for each in warpstring.launches(file, spec="nvidia-h200")]
    assert found == said


def test_more_work_takes_longer(axpy):
    times = [warpstring.simulate(axpy, global_size=n, local_size=256, n=n, a=2.0).time_us for n in (1 << 20, 1 << 24)]
    assert times[1] > 4 * times[0]


def test_data_that_counts_hang_on_is_the_arrays(rows):
    def time_of(lengths):
        offsets = numpy.concatenate([[0], numpy.cumsum(lengths)]).astype(numpy.int32)
        values = numpy.ones(int(offsets[-1]), dtype=numpy.float32)
        return warpstring.simulate(rows, global_size=4096, local_size=128, offsets=offsets, values=values).latency_cycles

    short, long = time_of(numpy.full(4096, 4)), time_of(numpy.full(4096, 64))
    assert long > 4 * short


def test_arrays_have_the_types_of_their_elements(axpy):
    made = warpstring.launch(axpy, global_size=64, local_size=64, x=numpy.arange(64, dtype=numpy.float32), n=numpy.int32(64))
    assert 'buffer = "float"' in made.text
    assert 'init = "file"' in made.text
    zeros = warpstring.launch(axpy, global_size=64, local_size=64, x=numpy.zeros(64, dtype=numpy.float32))
    assert 'init = "file"' not in zeros.text


def test_files_of_arrays_go_with_their_launches(axpy):
    import gc
    import tomllib

    made = warpstring.launch(axpy, global_size=64, local_size=64, x=numpy.arange(64, dtype=numpy.float32))
    file = tomllib.loads(made.text)["args"]["x"]["file"]
    assert os.path.getsize(file) == 256
    del made
    warpstring.clear_caches()
    gc.collect()
    assert not os.path.exists(file)


def test_a_call_that_was_made_before_is_known_by_all_that_it_says(axpy):
    said = {"spec": "nvidia-h200", "global_size": 1024, "local_size": 64, "n": 1000, "args": {"a": 1}}
    first = warpstring.simulate(axpy, **said).source_launch
    assert warpstring.simulate(axpy, **said).source_launch is first
    values = ({"a": 1.0}, {"a": -0.0}, {"a": 0.0})
    for other in (*({"args": each} for each in values), {"n": 999}, {"macros": {"A": 1}}, {"options": "-w"}):
        assert warpstring.simulate(axpy, **{**said, **other}).source_launch is not first
    made = [warpstring.simulate(axpy, **{**said, "args": each}).source_launch.text for each in values]
    assert len(set(made)) == 3
    warpstring.clear_caches()
    assert warpstring.simulate(axpy, **said).source_launch is not first
    with pytest.raises(TypeError):
        warpstring.simulate(axpy, **{**said, "n": None})


def test_buffers_local_memory_structs_and_expressions():
    kernel = """
    typedef struct { int n; float scale; } params;
    __kernel void k(__global float4* x, __local float* tile, params p, int m) {
        int i = get_global_id(0);
        tile[get_local_id(0)] = x[i].x;
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int j = 0; j < p.n; ++j) x[i].y += p.scale * tile[j];
    }
    """
    made = warpstring.launch(
        kernel, global_size="m", local_size=64, m=1024, x=warpstring.Buffer("float4", "m", "random", seed=3, range=(0, 1)),
        tile=warpstring.Local(256), p={"struct": {"n": 16, "scale": 0.5}},
    )  # fmt: skip
    assert made.global_size == (1024,)
    assert warpstring.simulate(made).time_us > 0


def test_kernels_of_files_and_what_is_said_beside(samples, tmp_path, axpy):
    path = tmp_path / "axpy.cl"
    path.write_text(axpy)
    of_file = warpstring.simulate(path, global_size=4096, local_size=64, n=4096)
    of_text = warpstring.simulate(axpy, global_size=4096, local_size=64, n=4096)
    assert of_file.time_us == of_text.time_us
    assert of_file.source_launch.guesses  # x and y, at least
    path.write_text(axpy.replace("a * x[i]", "a * x[i] / (x[i] + 1.0f)"))
    assert warpstring.simulate(path, global_size=4096, local_size=64, n=4096).string != of_file.string
    small = warpstring.launch(f"{samples}/matmul/matmul-naive.toml", n=256)
    assert small.global_size == (256, 256)


def test_macros_includes_names_and_options(tmp_path):
    (tmp_path / "factor.h").write_text("#define FACTOR TILE\n")
    kernel = """
    #include "factor.h"
    __kernel void first(__global float* x) { x[get_global_id(0)] = 1.0f; }
    __kernel void second(__global float* x) { for (int i = 0; i < FACTOR; ++i) x[get_global_id(0)] += i * OFFSET; }
    """
    said = {"include": str(tmp_path), "kernel_name": "second", "global_size": 1024, "local_size": 64, "options": "-DOFFSET=3"}
    few = warpstring.simulate(kernel, macros={"TILE": 2}, source_shape=True, **said)
    many = warpstring.simulate(kernel, macros={"TILE": 64}, source_shape=True, **said)
    assert many.source_launch.kernel == "second"
    assert many.latency_cycles > few.latency_cycles
    assert "-DOFFSET=3" in many.source_launch.options


def test_a_sweep_is_several_launches(tmp_path, axpy):
    (tmp_path / "axpy.cl").write_text(axpy)
    file = tmp_path / "axpy.toml"
    file.write_text(warpstring.launch(tmp_path / "axpy.cl", global_size="n", local_size=64, n=1024).text + "\n[sweep]\nn = [1024, 4096]\n")
    both = warpstring.launches(file)
    assert [each.swept for each in both] == [{"n": "1024"}, {"n": "4096"}]
    with pytest.raises(warpstring.WarpstringError) as refused:
        warpstring.simulate(file)
    assert refused.value.code == "launch.several"


def test_models_registers_and_other_devices(axpy):
    said = {"global_size": 1 << 16, "local_size": 64, "n": 1 << 16}
    closed = warpstring.simulate(axpy, model="closed-form", **said)
    assert closed["model"] == "closed-form"
    assert warpstring.simulate(axpy, registers=40, **said).registers == 40
    other = warpstring.simulate(axpy, spec="nvidia-h200", **said)
    assert other.source_spec.name == "nvidia-h200"
    assert repr(other).startswith("Simulation(")


def test_errors_carry_what_is_wrong():
    with pytest.raises(warpstring.WarpstringError) as refused:
        warpstring.simulate("__kernel void k(__global float* x) {\n  x[0] = *x;\n  x = 1.0f;\n}\n", global_size=64, local_size=64)
    error = refused.value
    assert error.code == "frontend.compile"
    found = error.diagnostics[0]
    assert (found.line, found.severity) == (3, "error")
    assert "float" in found.message
    assert "kernel.cl:3:" in str(error) and str(error).startswith("kernel.cl:")


def test_a_launch_that_does_not_fit_is_refused(axpy):
    with pytest.raises(warpstring.WarpstringError) as refused:
        warpstring.simulate(axpy, global_size=1000, local_size=64)
    assert "1000" in str(refused.value)
    with pytest.raises(warpstring.WarpstringError) as refused:
        warpstring.simulate(axpy, global_size=1024, local_size=64, nn=3)
    assert "nn" in str(refused.value)
    with pytest.raises(warpstring.WarpstringError):
        warpstring.simulate("no-such-file.cl")
    with pytest.raises(warpstring.WarpstringError):
        warpstring.simulate("no-such-file.toml")


@pytest.mark.parametrize(
    "said, word",
    [
        ({"global_size": 1.5}, "global_size"),
        ({"global_size": (1, 2, 3, 4)}, "global_size"),
        ({"local_size": 0}, "local_size"),
        ({"a": object()}, "'a'"),
        ({"a": float("nan")}, "'a'"),
        ({"x": numpy.zeros(4, dtype=numpy.complex64)}, "'x'"),
        ({"x": numpy.zeros(0, dtype=numpy.float32)}, "'x'"),
        ({"args": [1, 2]}, "args"),
        ({"args": {"a": 1}, "a": 2}, "'a'"),
        ({"macros": 3}, "macros"),
        ({"macros": {"N": object()}}, "N"),
        ({"options": 3}, "options"),
        ({"include": 3}, "include"),
        ({"kernel_name": 3}, "kernel_name"),
        ({"model": "quick"}, "model"),
        ({"model": 1}, "model"),
        ({"registers": 0}, "registers"),
        ({"registers": 1.5}, "registers"),
        ({"threshold": "many"}, "threshold"),
        ({"source_shape": 1}, "source_shape"),
        ({"time_limit": -1}, "time_limit"),
        ({"spec": 3}, "spec"),
    ],
)
def test_wrong_types_and_values_name_the_argument(axpy, said, word):
    with pytest.raises((TypeError, ValueError)) as raised:
        warpstring.simulate(axpy, **{"global_size": 64, "local_size": 64, **said})
    assert word in str(raised.value)


def test_wrong_kernels_are_named(axpy):
    for function in (warpstring.simulate, warpstring.launch, warpstring.launches, warpstring.advise, warpstring.counts, warpstring.rewrites, warpstring.tune):
        with pytest.raises(TypeError, match="kernel must be"):
            function(3)
    made = warpstring.launch(axpy, global_size=64, local_size=64)
    with pytest.raises(TypeError, match="global_size"):
        warpstring.simulate(made, global_size=64)
    with pytest.raises(TypeError, match="kernel must be"):
        warpstring.launches(made)


def test_a_time_limit_is_kept():
    kernel = "__kernel void k(__global int* x, int n) { for (int i = 0; i < n; ++i) for (int j = i; j < n; ++j) if (x[i] > j) x[j] = i; }"
    with pytest.raises(warpstring.WarpstringError) as refused:
        warpstring.simulate(kernel, global_size=1 << 20, local_size=64, n=100000, time_limit=1e-6)
    assert refused.value.code == "simulate.time-limit"


def test_graphs_timelines_and_traces(axpy, tmp_path):
    found = warpstring.simulate(axpy, global_size=1 << 14, local_size=64, n=1 << 14)
    assert found.graph()._repr_svg_().lstrip().startswith("<")
    assert "</svg>" in found.graph().svg
    assert found.graph_text("dot").startswith("digraph")
    assert json.loads(found.graph_text("json"))["schema"] == "warpstring.pdg/1"
    assert "axpy" in found.graph_text()
    picture = found.timeline(warps=8)
    assert "</svg>" in picture.svg and "Picture" in repr(picture)
    picture.save(tmp_path / "timeline.svg")
    assert (tmp_path / "timeline.svg").read_text() == picture.svg
    assert found.trace(operations=1000)["traceEvents"]
    with pytest.raises(warpstring.WarpstringError) as refused:
        found.timeline(multiprocessor=100000)
    assert refused.value.code == "usage.multiprocessor"
    with pytest.raises(TypeError, match="warps"):
        found.timeline(warps=1.5)
    with pytest.raises(ValueError, match="format"):
        found.graph_text("png")


def test_records_are_attributes_items_and_dicts(axpy):
    found = warpstring.simulate(axpy, global_size=64, local_size=64)
    assert found["kernel"]["name"] == found.kernel.name == "axpy"
    assert "kernel" in dir(found) and "kernel" in found and len(found) > 5
    whole = found.to_dict()
    whole["kernel"]["name"] = "other"
    assert found.kernel.name == "axpy"
    with pytest.raises(AttributeError, match="no_such"):
        found.no_such
    assert "<table>" in found._repr_html_() and "<table>" in found.kernel._repr_html_()
    assert "us" in found.source_launch._repr_html_() or found.source_launch.text
    frame = found.to_frame()
    assert frame["kernel.name"][0] == "axpy"


def test_without_pandas_it_says_so(axpy, monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "pandas", None)
    with pytest.raises(ImportError, match="python3-pandas"):
        warpstring.simulate(axpy, global_size=64, local_size=64).to_frame()


def test_advice_and_counts(samples, axpy):
    found = warpstring.simulate(f"{samples}/matmul/matmul-naive.toml")
    advice = warpstring.advise(found, jobs=1)
    assert advice.schema == "warpstring.advice/1" if "schema" in advice else advice.findings
    assert advice.time_us == pytest.approx(found.time_us)
    assert "<table>" in advice._repr_html_()
    assert len(advice.to_frame()) == len(advice.findings)
    counted = warpstring.counts(axpy, global_size="n", local_size=64, n=4096)
    assert counted.to_dict() != warpstring.counts(axpy, open=[], global_size="n", local_size=64, n=4096).to_dict()
    with pytest.raises(warpstring.WarpstringError):
        warpstring.counts(axpy, open="nobody", global_size="n", local_size=64, n=4096)
    with pytest.raises(TypeError, match="group"):
        warpstring.counts(axpy, group="first", global_size=64, local_size=64)
    with pytest.raises(TypeError, match="jobs"):
        warpstring.advise(found, jobs="all")
    with pytest.raises(TypeError, match="n already"):
        warpstring.advise(found, n=3)
