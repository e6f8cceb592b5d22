# SPDX-License-Identifier: GPL-3.0-or-later
"""Rewrites and tuning."""

import json

import pytest

import warpstring

SUM = """
__kernel void sum(__global const float* x, __global float* y, int n) {
    int i = get_global_id(0);
    float s = 0.0f;
    for (int j = 0; j < TILE; ++j) s += x[i * TILE + j];
    y[i] = s;
}
"""
SAID = {"global_size": 1 << 18, "local_size": 64, "macros": {"TILE": 16}, "n": 1}


def test_rewrites_are_listed_and_done():
    words = warpstring.rewrites(SUM, **SAID)
    assert any(each.startswith("unroll") for each in words)
    made = warpstring.transform(SUM, "restrict x", **SAID)
    assert "restrict" in made.source and "restrict" not in SUM
    assert made.launches[0].before.time_us > 0 and made.speedup > 0
    assert made.rewrites == ["restrict x"]
    assert "<table>" in made._repr_html_()
    again = warpstring.launch(made.source, **SAID)
    assert again.kernel == "sum"


def test_the_recipe_unrolls_while_registers_last():
    made = warpstring.transform(SUM, recipe=True, register_limit=64, **SAID)
    assert made.recipe.register_limit == 64
    assert made.rewrites


def test_rewrites_that_do_not_apply_are_refused():
    with pytest.raises(warpstring.WarpstringError) as refused:
        warpstring.transform(SUM, ["unroll nobody=4"], **SAID)
    assert refused.value.code.startswith("transform.")
    with pytest.raises(warpstring.WarpstringError) as refused:
        warpstring.transform(SUM, **SAID)
    assert refused.value.code == "transform.nothing-asked"
    with pytest.raises(TypeError, match="rewrites"):
        warpstring.transform(SUM, 3, **SAID)


def test_a_space_is_searched():
    told = []
    found = warpstring.tune(
        SUM,
        space={"TILE": [1, 4, 16], "local": [32, 64]},
        constraints=["TILE * TILE < 256"],
        jobs=1,
        why=False,
        on_progress=lambda done, total: told.append((done, total)),
        **SAID,
    )
    top = found.devices[0].top
    assert [each.time_us for each in top] == sorted(each.time_us for each in top)
    assert "TILE=1" in top[0].name
    assert len(found.to_frame()) == 4
    assert found.csv().count("\n") == 5
    assert told[-1][0] == told[-1][1]
    cache = json.loads(found.kernel_tuner_cache())
    assert cache["kernel_name"] == "sum"
    assert json.loads(found.t4_results())["schema_version"] == "1.0.0"
    assert "TILE = 1" in found.launch_text and "sum" in found.source
    assert "<table>" in found._repr_html_()


def test_a_space_is_derived_and_devices_are_several():
    found = warpstring.tune(SUM, spec=["nvidia-h200", "nvidia-h200"], evaluations=6, top=2, **SAID)
    assert len(found.devices) == 2 and len(found.devices[0].top) == 2


def test_space_files_are_read(tmp_path):
    file = tmp_path / "space.toml"
    file.write_text('schema = "warpstring.space/1"\n[tune]\nTILE = [1, 2]\n')
    assert len(warpstring.tune(SUM, space=file, **SAID).to_frame()) == 2
    with pytest.raises(warpstring.WarpstringError) as refused:
        warpstring.tune(SUM, space="no-such.toml", **SAID)
    assert refused.value.code == "space.unreadable"


@pytest.mark.parametrize(
    "said, word",
    [
        ({"space": 3}, "space"),
        ({"space": {"TILE": 3}}, "TILE"),
        ({"constraints": ["TILE < 3"]}, "constraints"),
        ({"evaluations": 0}, "evaluations"),
        ({"budget": -1}, "budget"),
        ({"seed": "one"}, "seed"),
        ({"top": 0}, "top"),
        ({"why": 1}, "why"),
        ({"spec": []}, "spec"),
        ({"on_progress": 1}, "on_progress"),
    ],
)
def test_wrong_arguments_are_named(said, word):
    with pytest.raises((TypeError, ValueError), match=word):
        warpstring.tune(SUM, **SAID, **said)


def test_unknown_names_of_a_space_are_refused():
    with pytest.raises(warpstring.WarpstringError) as refused:
        warpstring.tune(SUM, space={"NOBODY": [1, 2]}, **SAID)
    assert "NOBODY" in str(refused.value)


def test_what_progress_raises_ends_a_search():
    def stop(done, total):
        raise RuntimeError("enough")

    with pytest.raises(RuntimeError, match="enough"):
        warpstring.tune(SUM, space={"TILE": list(range(1, 200))}, on_progress=stop, **SAID)
