// SPDX-License-Identifier: GPL-3.0-or-later
#include "samples/references/field/buffer_words.h"
#include "samples/references/field/field_references.h"

namespace warpstring::samples::field {

namespace {

/// y = A x where the lengths of rows are those between offsets. The elements of a row lie together, or, where
/// the launch tells its longest row, with those of other rows between them: element k of row r at k * rows + r.
std::vector<double> rowsReference(const LaunchData& launch, const std::string& buffer, Indices indices) {
    if (buffer != "y") return {};
    const auto offsets = launch.buffer("offsets");
    const auto columns = launch.buffer("columns");
    const auto elements = launch.buffer("elements");
    const auto x = launch.buffer("x");
    const auto rows = static_cast<std::uint64_t>(launch.integer("rows"));
    const bool sideBySide = launch.has("longest");
    const bool padded = sideBySide && launch.integer("LENGTHS") == 0;
    std::vector<double> values;
    for (const std::uint64_t row : indices) {
        const std::uint64_t first = wordAt(offsets, row);
        const std::uint64_t length =
            padded ? static_cast<std::uint64_t>(launch.integer("longest")) : wordAt(offsets, row + 1) - first;
        double sum = 0;
        for (std::uint64_t k = 0; k < length; ++k) {
            const std::uint64_t place = sideBySide ? k * rows + row : first + k;
            sum += elements[place] * x[wordAt(columns, place)];
        }
        values.push_back(sum);
    }
    return values;
}

/// y = A x for slices of SLICE rows. Row `order[r]` of the result is row r of the slices. Elements come one by
/// one or as vectors of four.
std::vector<double> slicesReference(const LaunchData& launch, const std::string& buffer, Indices indices) {
    if (buffer != "y") return {};
    const auto starts = launch.buffer("starts");
    const auto columns = launch.buffer("columns");
    const auto elements = launch.buffer("elements");
    const auto order = launch.buffer("order");
    const auto x = launch.buffer("x");
    const auto rows = static_cast<std::uint64_t>(launch.integer("rows"));
    const auto slice = static_cast<std::uint64_t>(launch.integer("SLICE"));
    const bool vectors = std::get<BufferArgument>(launch.launch().arguments.at("elements")).type.width == 4;
    const std::uint64_t width = vectors ? 4 : 1;
    std::vector<std::uint64_t> place(rows);
    for (std::uint64_t r = 0; r < rows; ++r) place[wordAt(order, r)] = r;
    std::vector<double> values;
    for (const std::uint64_t index : indices) {
        const std::uint64_t row = place[index];
        const std::uint64_t first = wordAt(starts, row / slice);
        const std::uint64_t end = wordAt(starts, row / slice + 1);
        double sum = 0;
        for (std::uint64_t k = first; k < end; ++k)
            for (std::uint64_t c = 0; c < width; ++c) {
                const std::uint64_t i = (k * slice + row % slice) * width + c;
                sum += elements[i] * x[wordAt(columns, i)];
            }
        values.push_back(sum);
    }
    return values;
}

// Positive terms: up to 140 additions in a row gather u * sqrt(140 / 3) = 4e-7. A missing element of a row of 8
// is worth 1e-1.
constexpr double sparseTolerance = 3e-6;

} // namespace

References sparseReferences() {
    return {
        {"field-sparse-rows", {rowsReference, sparseTolerance}},
        {"field-sparse-slices", {slicesReference, sparseTolerance}},
    };
}

} // namespace warpstring::samples::field
