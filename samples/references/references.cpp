// SPDX-License-Identifier: GPL-3.0-or-later
#include "samples/references/references.h"

#include "core/random/random_launch.h"
namespace warpstring::samples {

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

// Sums of 64 products of random numbers: u * sqrt(64 / 2) = 3.4e-7, as for matrices.
constexpr double dgTolerance = 3e-6;

// At most five roundings, on values of up to 4 beside results with a root mean square of 1.3 (weights -4 and
// 1): all of them at their worst make 9e-7.
constexpr double stencilTolerance = 1e-6;

// All terms are positive, so each of N additions rounds on the scale of the sum so far: at random that gathers
// to u * sqrt(N / 3) or 2.2e-6 for 4096 atoms. native_rsqrt errs by about 2 u on GPUs, mostly to one side.
constexpr double coulombTolerance = 1e-5;

// A group's sum of elements from -1 to 1: at most 1,000 additions in a row and ten in the tree gather
// u * sqrt(505) = 1.3e-6 if all are as large as the result. A missing element among the 250,000 that a group
// takes at most still moves its sum by 2e-3.
constexpr double groupSumTolerance = 5e-6;

// Nothing cancels in a sum of magnitudes: 500 additions in a row gather u * sqrt(500 / 3) = 8e-7 at most, and a
// missing element among 125,000 is worth 8e-6.
constexpr double asumTolerance = 2e-6;

// One or two roundings.
constexpr double vectorTolerance = 5e-7;

// Sums of up to 8,192 products in a row gather u * sqrt(n / 2) = 4e-6.
constexpr double gemvTolerance = 1e-5;

// Positive terms with weights of sum 1, in sums of up to 441: u * sqrt(441 / 3) = 7e-7 at most.
constexpr double gaussTolerance = 2e-6;

// Bytes as floats, and sums of at most 17 of them: as for products in a row.
constexpr double imageTolerance = 2e-6;

// Texture units mix texels by weights of 8 bits (OpenCL C leaves the precision open): 2^-9 of the difference of
// neighbours at most in each of two directions, which is as large as the values.
constexpr double filterTolerance = 5e-3;

// The polynomial for the normal distribution errs by 7.5e-8 of prices up to 30, which are twice the options'
// root mean square; native functions by 2^-21 = 5e-7, some three of them in a row.
constexpr double blackScholesTolerance = 1e-5;

// A single operation errs by u, a division by up to 2.5 units in the last place: 3e-7. Sums of up to 33
// elements gather at most 32 u = 2e-6 and about 2e-7 in fact. Launches on integers allow nothing themselves.
constexpr double microTolerance = 1e-6;

// 512 products or quotients in a row gather about u * sqrt(512) = 1.4e-6, and 1e-5 where the errors of a few
// values all go the same way. The sums are exact but where they pass a power of two: the operand is 1 + 2^-10.
constexpr double microChainTolerance = 1e-5;

} // namespace

namespace {

References textbookReferences() {
    return {
        {"asum", {asumReference, asumTolerance}},
        {"black-scholes", {blackScholesReference, blackScholesTolerance}},
        {"copy", {copyReference, exact}},
        {"coulomb", {coulombReference, coulombTolerance}},
        {"dg", {dgReference, dgTolerance}},
        {"dot", {dotReference, groupSumTolerance}},
        {"fft", {fftReference, fftTolerance}},
        {"fft-pass", {fftPassReference, fftTolerance}},
        {"gauss", {gaussReference, gaussTolerance}},
        {"gemv", {gemvReference, gemvTolerance}},
        {"image-blend", {imageBlendReference, exact}},
        {"image-copy", {imageCopyReference, exact}},
        {"image-gather", {imageGatherReference, exact}},
        {"image-layers", {imageLayersReference, imageTolerance}},
        {"image-rows", {imageRowsReference, imageTolerance}},
        {"image-scale", {imageScaleReference, filterTolerance}},
        {"image-transpose", {imageTransposeReference, exact}},
        {"image-volume", {imageVolumeReference, imageTolerance}},
        {"mandelbrot", {mandelbrotReference, exact}},
        {"matmul", {matmulReference, matmulTolerance}},
        {"matmul-axes", {matmulAxesReference, matmulTolerance}},
        {"micro-access-kind", {accessKindReference, microTolerance}},
        {"micro-basic-op", {basicOpReference, microTolerance}},
        {"micro-complex-access", {complexAccessReference, exact}},
        {"micro-empty", {emptyReference, exact}},
        {"micro-memory-access", {memoryAccessReference, microTolerance}},
        {"micro-multiple-access", {multipleAccessReference, microTolerance}},
        {"micro-multiple-ops-float", {multipleOpsFloatReference, microChainTolerance}},
        {"micro-multiple-ops-int", {multipleOpsIntReference, exact}},
        {"micro-random-index", {randomIndexReference, exact}},
        {"micro-work-group", {workGroupReference, microTolerance}},
        {"pair-reduction", {pairReductionReference, groupSumTolerance}},
        {"random-kernel",
         {random_kernels::randomKernelReference, random_kernels::randomTolerance,
          random_kernels::comparedScalars}},
        {"reduction", {reductionReference, groupSumTolerance}},
        {"saxpy", {saxpyReference, vectorTolerance}},
        {"scal", {scalReference, vectorTolerance}},
        {"scan", {scanReference, scanTolerance}},
        {"sobel", {sobelReference, exact}},
        {"stencil", {stencilReference, stencilTolerance}},
        {"transpose", {transposeReference, exact}},
    };
}

} // namespace

const References& sampleReferences() {
    static const References all = [] {
        References every = textbookReferences();
        every.merge(fieldReferences());
        return every;
    }();
    return all;
}

} // namespace warpstring::samples
