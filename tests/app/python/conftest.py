# SPDX-License-Identifier: GPL-3.0-or-later
"""Kernels that the tests of the Python module share."""

import os

import pytest

import warpstring

AXPY = """
__kernel void axpy(__global const float* x, __global float* y, float a, int n) {
    int i = get_global_id(0);
    if (i < n) y[i] += a * x[i];
}
"""

ROWS = """
__kernel void row_lengths(__global const int* offsets, __global const float* values, __global float* sums) {
    int row = get_global_id(0);
    float sum = 0.0f;
    for (int i = offsets[row]; i < offsets[row + 1]; ++i) sum += values[i];
    sums[row] = sum;
}
"""


@pytest.fixture
def axpy():
    return AXPY


@pytest.fixture
def rows():
    return ROWS


@pytest.fixture
def samples():
    return warpstring.samples_folder()


@pytest.fixture(autouse=True)
def device(monkeypatch):
    """No test hangs on what GPU the machine has."""
    monkeypatch.setenv("WARPSTRING_SPEC", "nvidia-h200")
