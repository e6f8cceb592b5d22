// SPDX-License-Identifier: GPL-3.0-or-later
#include <cmath>

#include "samples/references/field/field_references.h"
#include "samples/references/field/optional_macro.h"

namespace warpstring::samples::field {

namespace {

constexpr std::uint64_t blockSize = 32;

/// The value of a half that is not negative and finite, from its bits.
double halfFromBits(std::uint64_t bits) {
    const auto exponent = static_cast<int>(bits >> 10);
    const auto fraction = static_cast<double>(bits & 1023);
    return exponent == 0 ? std::ldexp(fraction, -24) : std::ldexp(1024.0 + fraction, exponent - 25);
}

/// W * x, each weight by weight(block, position within the block), of a matrix whose rows are blocks in a row.
template <class Weight, class Element>
std::vector<double> product(const LaunchData& launch, Indices indices, Weight weight, Element element) {
    const std::uint64_t blocks = sizeOf(launch, "columns") / blockSize;
    std::vector<double> values;
    for (const std::uint64_t row : indices) {
        double sum = 0.0;
        for (std::uint64_t block = 0; block < blocks; ++block)
            for (std::uint64_t j = 0; j < blockSize; ++j)
                sum += weight(row * blocks + block, j) * element(block * blockSize + j);
        values.push_back(sum);
    }
    return values;
}

/// Weight j of a block from one of its 16 bytes.
double fourBits(std::uint64_t byte, std::uint64_t j) {
    return static_cast<double>(j < 16 ? byte % 16 : byte / 16) - 8.0;
}

/// Byte i of elements of several bytes each.
template <unsigned Bytes>
std::uint64_t byteOf(const LaunchData::Buffer& buffer, std::uint64_t i) {
    return static_cast<std::uint64_t>(buffer[i / Bytes]) >> (i % Bytes * 8) & 255;
}

/// Weights of 4 bits: `blocks` holds a scale and 16 bytes for each block, as 9 numbers of 16 bits; without it,
/// bytes and scales are in buffers of their own.
std::vector<double> matvecQ4(const LaunchData& launch, const std::string& buffer, Indices indices) {
    if (buffer != "out") return {};
    const auto x = launch.buffer("x");
    const auto element = [&](std::uint64_t i) { return x[i]; };
    if (launch.has("blocks")) {
        const auto blocks = launch.buffer("blocks");
        return product(
            launch, indices,
            [&](std::uint64_t block, std::uint64_t j) {
                const double scale = halfFromBits(static_cast<std::uint64_t>(blocks[block * 9]));
                return scale * fourBits(byteOf<2>(blocks, block * 18 + 2 + j % 16), j);
            },
            element);
    }
    const auto quants = launch.buffer("quants");
    const auto scales = launch.buffer("scales");
    return product(
        launch, indices,
        [&](std::uint64_t block, std::uint64_t j) {
            return scales[block] * fourBits(static_cast<std::uint64_t>(quants[block * 16 + j % 16]), j);
        },
        element);
}

/// Weights of 4 bits and elements of 8 bits.
std::vector<double> matvecQ4Integer(const LaunchData& launch, const std::string& buffer, Indices indices) {
    if (buffer != "out") return {};
    const auto quants = launch.buffer("quants");
    const auto scales = launch.buffer("scales");
    const auto x = launch.buffer("x_quants");
    const auto xScales = launch.buffer("x_scales");
    return product(
        launch, indices,
        [&](std::uint64_t block, std::uint64_t j) {
            return scales[block] * fourBits(byteOf<4>(quants, block * 16 + j % 16), j);
        },
        [&](std::uint64_t i) { return xScales[i / blockSize] * x[i]; });
}

/// Weights of 8 bits, a scale and 32 bytes a block, as 17 numbers of 16 bits.
std::vector<double> matvecQ8(const LaunchData& launch, const std::string& buffer, Indices indices) {
    if (buffer != "out") return {};
    const auto blocks = launch.buffer("blocks");
    const auto x = launch.buffer("x");
    return product(
        launch, indices,
        [&](std::uint64_t block, std::uint64_t j) {
            const double scale = halfFromBits(static_cast<std::uint64_t>(blocks[block * 17]));
            const auto byte = static_cast<double>(byteOf<2>(blocks, block * 34 + 2 + j));
            return scale * (byte < 128.0 ? byte : byte - 256.0);
        },
        [&](std::uint64_t i) { return x[i]; });
}

/// Weights of 8 bits; blocks of the same columns lie together.
std::vector<double> matvecQ8Interleaved(const LaunchData& launch, const std::string& buffer, Indices indices) {
    if (buffer != "out") return {};
    const std::uint64_t rows = sizeOf(launch, "rows");
    const std::uint64_t blocks = sizeOf(launch, "columns") / blockSize;
    const auto quants = launch.buffer("quants");
    const auto scales = launch.buffer("scales");
    const auto x = launch.buffer("x");
    return product(
        launch, indices,
        [&](std::uint64_t block, std::uint64_t j) {
            const std::uint64_t stored = block % blocks * rows + block / blocks;
            return scales[stored] * quants[stored * blockSize + j];
        },
        [&](std::uint64_t i) { return x[i]; });
}

/// c = a * b^T in whole numbers.
std::vector<double> gemmInt8(const LaunchData& launch, const std::string& buffer, Indices indices) {
    if (buffer != "c") return {};
    const std::uint64_t n = sizeOf(launch, "n");
    const std::uint64_t k = sizeOf(launch, "k");
    const auto a = launch.buffer("a");
    const auto b = launch.buffer("b");
    std::vector<double> values;
    for (const std::uint64_t index : indices) {
        double sum = 0.0;
        for (std::uint64_t i = 0; i < k; ++i) sum += a[index / n * k + i] * b[index % n * k + i];
        values.push_back(sum);
    }
    return values;
}

// Sums of up to 14,336 products, some 1,000 in a row, of random numbers: u * sqrt(n / 2) = 5e-6 at most.
constexpr double quantisedTolerance = 1e-5;

} // namespace

References quantisedReferences() {
    return {{"field-gemm-int8", {gemmInt8, exact}},
            {"field-matvec-q4", {matvecQ4, quantisedTolerance}},
            {"field-matvec-q4-integer", {matvecQ4Integer, quantisedTolerance}},
            {"field-matvec-q8", {matvecQ8, quantisedTolerance}},
            {"field-matvec-q8-interleaved", {matvecQ8Interleaved, quantisedTolerance}}};
}

} // namespace warpstring::samples::field
