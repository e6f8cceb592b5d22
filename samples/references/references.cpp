// SPDX-License-Identifier: GPL-3.0-or-later
#include "samples/references/references.h"

namespace warpstring {

namespace {

// Every tolerance lies a small factor above what rounding to float (u = 2^-24 = 6e-8) can add up to, and far
// below what a single wrong element does: one element of M that is off by the size of a typical element moves
// the relative RMS error by 1 / sqrt(M), 1e-2 to 1e-3 for the numbers of elements that are compared.

// A sum of n products of random numbers gathers about u * sqrt(n / 2): 1e-6 at n = 512, 3e-6 at n = 4096.
constexpr double matmulTolerance = 1e-5;

// The tree only ever adds: 2 * log2(block) roundings at most on the way to any
// element, 22 u = 1.3e-6 for blocks of 2048, when all of them err to one side.
constexpr double scanTolerance = 2e-6;

// native_sin and native_cos err by up to 2^-21 = 5e-7 on GPUs, the rounded angle by 2 pi u = 4e-7; eight passes
// of radix 2 gather that as a random walk, with the roundings of the butterflies: about 2e-6.
constexpr double fftTolerance = 1e-5;

// Copies of elements, and kernels that leave all as it was.
constexpr double exactTolerance = 0.0;

// A single operation errs by u, a division by up to 2.5 units in the last place: 3e-7. Sums of up to 33
// elements gather at most 32 u = 2e-6 and about 2e-7 in fact. Launches on integers allow nothing themselves.
constexpr double microTolerance = 1e-6;

// 512 products or quotients in a row gather about u * sqrt(512) = 1.4e-6, and 1e-5 where the errors of a few
// values all go the same way. The sums are exact but where they pass a power of two: the operand is 1 + 2^-10.
constexpr double microChainTolerance = 1e-5;

} // namespace

const References& sampleReferences() {
    using namespace samples;
    static const References all{
        {"fft", {fftReference, fftTolerance}},
        {"fft-pass", {fftPassReference, fftTolerance}},
        {"matmul", {matmulReference, matmulTolerance}},
        {"micro-access-kind", {accessKindReference, microTolerance}},
        {"micro-basic-op", {basicOpReference, microTolerance}},
        {"micro-complex-access", {complexAccessReference, exactTolerance}},
        {"micro-empty", {emptyReference, exactTolerance}},
        {"micro-memory-access", {memoryAccessReference, microTolerance}},
        {"micro-multiple-access", {multipleAccessReference, microTolerance}},
        {"micro-multiple-ops-float", {multipleOpsFloatReference, microChainTolerance}},
        {"micro-multiple-ops-int", {multipleOpsIntReference, exactTolerance}},
        {"micro-random-index", {randomIndexReference, exactTolerance}},
        {"micro-work-group", {workGroupReference, microTolerance}},
        {"scan", {scanReference, scanTolerance}},
    };
    return all;
}

} // namespace warpstring
