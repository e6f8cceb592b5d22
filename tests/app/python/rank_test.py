# SPDX-License-Identifier: GPL-3.0-or-later
"""Many candidates at once, and the strategy of Kernel Tuner that ranks them."""

import sys
from pathlib import Path

import numpy
import pytest

import warpstring
from warpstring.kernel_tuner import ModelStrategy

SUM = """
__kernel void sum(__global const float* x, __global float* y) {
    int i = get_global_id(0);
    float s = 0.0f;
    for (int j = 0; j < STEPS; ++j) s += x[i + j * get_global_size(0)];
    y[i] = s;
}
"""


def sources(steps):
    return [SUM.replace("STEPS", str(each)) for each in steps]


def test_candidates_come_in_order_of_their_times():
    found = warpstring.rank(sources([64, 4, 16, 4]), global_size=1 << 20, local_size=256)
    assert [each.index for each in found] == [1, 3, 2, 0]
    assert found[0].order == found[1].order == "tied"
    assert found[3].order == "slower" and found[3].certainty > 0
    assert found[0].ratio == 1 and found[3].ratio > found[2].ratio > 1
    assert [each.index for each in found.tied] == [1, 3]
    assert found.ratio_error > 0 and "%" in found.ratio_error_source
    alone = warpstring.simulate(sources([64])[0], global_size=1 << 20, local_size=256)
    assert found[3].time_us == alone.time_us
    assert len(found.to_frame()) == 4 and "<table>" in found._repr_html_()
    assert found.to_dict()["candidates"][0]["index"] == 1
    assert "4 candidates" in repr(found)


def test_ties_are_those_of_the_kept_error_of_ratios():
    found = warpstring.rank(sources(range(1, 40)), global_size=1 << 20, local_size=256)
    for each in found:
        assert (each.order == "tied") == (each.ratio <= 1 + found.ratio_error)
        assert (each.order == "slower") == (each.ratio > 1 + max(found.ratio_error, found.ratio_error_75))


def test_the_number_of_threads_changes_nothing():
    one, four = (warpstring.rank(sources(range(1, 9)), global_size=1 << 16, local_size=64, jobs=jobs) for jobs in (1, 4))
    assert one.to_dict() == four.to_dict()


def test_what_does_not_compile_is_last_and_says_why():
    found = warpstring.rank(["__kernel void k() { return 1 }\n", *sources([2])], global_size=64, local_size=64)
    assert [each.index for each in found] == [1, 0]
    assert found[1].order == "unknown" and found[1].time_us is None
    assert found[1].diagnostics[0].code == "frontend.compile"
    assert found.unknown == [found[1]]
    assert len(warpstring.rank([])) == 0


def test_a_candidate_may_say_more_than_the_others():
    few, many = (warpstring.Candidate(SUM, macros={"STEPS": n}, options="-DUNUSED=1") for n in (2, 50))
    found = warpstring.rank([many, few], global_size=1 << 20, local_size=256, x=warpstring.Buffer("float", 1 << 28))
    assert [each.index for each in found] == [1, 0]
    assert found[1].time_us > 2 * found[0].time_us
    with pytest.raises(TypeError, match="colour"):
        warpstring.Candidate(SUM, colour=1)


def test_progress_is_told_and_may_end_it():
    told = []
    warpstring.rank(sources(range(1, 9)), global_size=64, local_size=64, jobs=2, on_progress=lambda done, total: told.append((done, total)))
    assert told[-1] == (8, 8)

    def stop(done, total):
        raise KeyError("enough")

    with pytest.raises(KeyError, match="enough"):
        warpstring.rank(sources(range(10, 60)), global_size=1 << 16, local_size=64, on_progress=stop)


@pytest.mark.parametrize("said, word", [({"jobs": 0}, "jobs"), ({"on_progress": 3}, "on_progress"), ({"time_limit": "1s"}, "time_limit"), ({"model": ""}, "model")])
def test_wrong_arguments_are_named(said, word):
    with pytest.raises((TypeError, ValueError), match=word):
        warpstring.rank(sources([1]), global_size=64, local_size=64, **said)
    with pytest.raises(TypeError, match="candidates"):
        warpstring.rank(SUM)
    with pytest.raises(TypeError, match="kernel must be"):
        warpstring.rank([3])


TILED = """
__kernel void tiled(__global const float* x, __global float* y, int n) {
    int i = get_global_id(0);
    float s = 0.0f;
    for (int j = 0; j < STEPS; ++j) if (i * STEPS + j < n) s += x[i * STEPS + j];
    if (i < n) y[i] = s;
}
"""
PARAMETERS = {"block_size_x": [32, 64, 128], "STEPS": [1, 4, 16]}
N = 1 << 18


def strategy(**more):
    x = numpy.zeros(N, dtype=numpy.float32)
    return ModelStrategy("tiled", TILED, N, [x, x, numpy.int32(N)], grid_div_x=["block_size_x", "STEPS"], **more)


@pytest.fixture
def kernel_tuner(monkeypatch):
    monkeypatch.syspath_prepend(str(Path(__file__).parent / "stand_in"))
    import kernel_tuner

    yield kernel_tuner
    for name in [each for each in sys.modules if each.split(".")[0] == "kernel_tuner"]:
        del sys.modules[name]


def test_kernel_tuner_runs_configurations_in_the_order_of_the_model(kernel_tuner):
    of_model = strategy()
    results, ran = kernel_tuner.tune(of_model, PARAMETERS)
    assert len(ran) == len(results) == 9
    times = {of_model.configurations[each.index]: each.time_us for each in of_model.ranking}
    assert [times[each] for each in ran] == sorted(times.values())


def test_kernel_tuners_budget_ends_it(kernel_tuner):
    of_model = strategy()
    results, ran = kernel_tuner.tune(of_model, PARAMETERS, max_fevals=3)
    assert len(ran) == len(results) == 3
    assert ran == [of_model.configurations[each.index] for each in of_model.ranking][:3]
    _, ran = kernel_tuner.tune(strategy(most=2), PARAMETERS)
    assert len(ran) == 2


def test_it_is_an_optimisation_algorithm_too(kernel_tuner):
    space = kernel_tuner.Searchspace(PARAMETERS)
    best, cost = strategy()(lambda configuration: float(configuration[0] * configuration[1]), space)
    assert (best, cost) == ((32, 1), 32.0)


def test_launches_are_those_that_kernel_tuner_makes():
    made = strategy().candidate({"block_size_x": 64, "STEPS": 4})
    assert made.said == {"global_size": (N // 4, 1, 1), "local_size": (64, 1, 1)}
    assert "#define block_size_x 64\n" in made.kernel and "#define grid_size_x 1024\n" in made.kernel and "#define kernel_tuner 1\n" in made.kernel
    by_names = ModelStrategy("k", TILED, ("2 * n", 48), block_size_names=["bx", "by"], grid_div_y=[], grid_div_x=lambda values: 10)
    assert by_names.candidate({"n": 51, "bx": 8, "by": 4}).said["global_size"] == (88, 192, 1)
    with pytest.raises(TypeError, match="2 are given"):
        ModelStrategy("tiled", TILED, N, [1, 2]).rank([{"STEPS": 1}])
    with pytest.raises(TypeError, match="most"):
        ModelStrategy("tiled", TILED, N, most="all")


def test_what_the_model_cannot_say_is_run_last(kernel_tuner):
    broken = TILED.replace("int i =", "\n#if STEPS == 1\nbroken\n#endif\nint i =")
    of_model = ModelStrategy("tiled", broken, N, grid_div_x=["block_size_x", "STEPS"])
    _, ran = kernel_tuner.tune(of_model, PARAMETERS)
    assert [each[1] for each in ran[-3:]] == [1, 1, 1] and len(ran) == 9
