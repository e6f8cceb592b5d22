// SPDX-License-Identifier: GPL-3.0-or-later
#include "samples/references/field/field_references.h"
#include "samples/references/field/optional_macro.h"

namespace warpstring::samples::field {

namespace {

/// c[i] = alpha * a[i] * b[i] for square matrices; those with lists of indices are picked by them.
std::vector<double> batched(const LaunchData& launch, const std::string& buffer, Indices indices) {
    if (buffer != "c") return {};
    const bool indexed = launch.has("a_index");
    const bool interleaved = integerOr(launch, "INTERLEAVED", 0) != 0;
    const std::uint64_t size = sizeOf(launch, indexed ? "n" : "SIZE");
    const std::uint64_t area = size * size;
    const std::uint64_t batches = launch.scalarCount("c") / area;
    const double alpha = launch.number("alpha");
    const auto a = launch.buffer("a");
    const auto b = launch.buffer("b");
    const auto matrixOf = [&](const char* list, std::uint64_t batch) {
        return indexed ? static_cast<std::uint64_t>(launch.buffer(list)[batch]) : batch;
    };
    const auto position = [&](std::uint64_t matrix, std::uint64_t element) {
        return interleaved ? element * batches + matrix : matrix * area + element;
    };
    std::vector<double> values;
    for (const std::uint64_t index : indices) {
        const std::uint64_t batch = interleaved ? index % batches : index / area;
        const std::uint64_t element = interleaved ? index / batches : index % area;
        const std::uint64_t ofA = matrixOf("a_index", batch);
        const std::uint64_t ofB = matrixOf("b_index", batch);
        double sum = 0.0;
        for (std::uint64_t i = 0; i < size; ++i)
            sum += a[position(ofA, element / size * size + i)] * b[position(ofB, i * size + element % size)];
        values.push_back(alpha * sum);
    }
    return values;
}

/// c = a * b for a b of N columns.
std::vector<double> skinny(const LaunchData& launch, const std::string& buffer, Indices indices) {
    if (buffer != "c") return {};
    const std::uint64_t n = sizeOf(launch, "N");
    const std::uint64_t k = sizeOf(launch, "k");
    const auto a = launch.buffer("a");
    const auto b = launch.buffer("b");
    std::vector<double> values;
    for (const std::uint64_t index : indices) {
        double sum = 0.0;
        for (std::uint64_t i = 0; i < k; ++i) sum += a[index / n * k + i] * b[i * n + index % n];
        values.push_back(sum);
    }
    return values;
}

/// Each group's share of a^T * b: blocks of DEPTH rows, its own and each one that lies a whole number of group
/// counts further.
std::vector<double> splitK(const LaunchData& launch, const std::string& buffer, Indices indices) {
    if (buffer != "partial") return {};
    const std::uint64_t tile = sizeOf(launch, "SIDE") * sizeOf(launch, "WORK");
    const std::uint64_t depth = sizeOf(launch, "DEPTH");
    const std::uint64_t k = sizeOf(launch, "k");
    const std::uint64_t groups = launch.launch().range.groupCount();
    const auto a = launch.buffer("a");
    const auto b = launch.buffer("b");
    std::vector<double> values;
    for (const std::uint64_t index : indices) {
        const std::uint64_t group = index / (tile * tile);
        const std::uint64_t row = index / tile % tile;
        const std::uint64_t column = index % tile;
        double sum = 0.0;
        for (std::uint64_t i = 0; i < k; ++i)
            if (i / depth % groups == group) sum += a[i * tile + row] * b[i * tile + column];
        values.push_back(sum);
    }
    return values;
}

// Sums of up to 100 products of random numbers gather u * sqrt(100 / 2) = 4e-7.
constexpr double batchedGemmTolerance = 3e-6;

// Of up to 4,000 products: 3e-6.
constexpr double splitTolerance = 1e-5;

} // namespace

References gemmBatchedReferences() {
    return {{"field-gemm-batched", {batched, batchedGemmTolerance}},
            {"field-gemm-skinny", {skinny, batchedGemmTolerance}},
            {"field-gemm-split-k", {splitK, splitTolerance}}};
}

} // namespace warpstring::samples::field
