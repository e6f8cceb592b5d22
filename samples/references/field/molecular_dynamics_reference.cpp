// SPDX-License-Identifier: GPL-3.0-or-later
#include <array>
#include <cstdint>

#include "samples/references/field/field_references.h"

namespace warpstring::samples::field {

namespace {

// Sums of at most a hundred terms whose shift at the cutoff cancels a few bits: 100 u = 6e-6 at the worst.
constexpr double listTolerance = 1e-5;

// Some 650 pairs, of which 100 are near enough; native_recip errs by a unit in the last place or two.
constexpr double cellTolerance = 1e-5;

using Atom = std::array<double, 4>;

Atom atomAt(const LaunchData::Buffer& atoms, std::uint64_t i) {
    return {atoms[4 * i], atoms[4 * i + 1], atoms[4 * i + 2], atoms[4 * i + 3]};
}

/// Adds `strength` times the distance (x, y, z), and `last`.
void add(Atom& force, double strength, const std::array<double, 3>& distance, double last) {
    for (std::size_t axis = 0; axis < 3; ++axis) force[axis] += strength * distance[axis];
    force[3] += last;
}

double square(const std::array<double, 3>& distance) {
    return distance[0] * distance[0] + distance[1] * distance[1] + distance[2] * distance[2];
}

double lennardJones(double r2) {
    const double s6 = 0.3 * 0.3 * 0.3 / (r2 * r2 * r2);
    return (2.0 * s6 * s6 - s6) / r2;
}

void addLennardJones(Atom& force, const Atom& own, const Atom& other, double cutoff) {
    const std::array<double, 3> distance{own[0] - other[0], own[1] - other[1], own[2] - other[2]};
    const double r2 = square(distance) + 0.25;
    if (r2 >= cutoff) return;
    const double strength = own[3] * other[3] * (lennardJones(r2) - lennardJones(cutoff));
    add(force, strength, distance, strength * r2 / 1024.0);
}

/// Parts of the forces on atoms, force(atom) being called once for neighbouring indices.
template <class Force>
std::vector<double> forces(Indices indices, Force force) {
    std::vector<double> values;
    std::uint64_t known = ~std::uint64_t{0};
    Atom result{};
    for (const std::uint64_t index : indices) {
        if (index / 4 != known) result = force(known = index / 4);
        values.push_back(result[index % 4]);
    }
    return values;
}

std::vector<double> fixedLists(const LaunchData& launch, const std::string& buffer, Indices indices) {
    if (buffer != "forces") return {};
    const auto n = static_cast<std::uint64_t>(launch.integer("n"));
    const auto length = static_cast<std::uint64_t>(launch.integer("NEIGHBOURS"));
    const bool rowMajor = launch.integer("ROW_MAJOR") != 0;
    const double cutoff = launch.number("cutoff");
    const auto atoms = launch.buffer("atoms"), neighbours = launch.buffer("neighbours");
    return forces(indices, [&](std::uint64_t i) {
        Atom force{};
        for (std::uint64_t k = 0; k < length; ++k) {
            const auto j = static_cast<std::uint64_t>(neighbours[rowMajor ? i * length + k : k * n + i]);
            addLennardJones(force, atomAt(atoms, i), atomAt(atoms, j), cutoff);
        }
        return force;
    });
}

std::vector<double> rowLists(const LaunchData& launch, const std::string& buffer, Indices indices) {
    if (buffer != "forces") return {};
    const double cutoff = launch.number("cutoff");
    const auto atoms = launch.buffer("atoms"), starts = launch.buffer("starts");
    const auto neighbours = launch.buffer("neighbours");
    return forces(indices, [&](std::uint64_t i) {
        Atom force{};
        const auto end = static_cast<std::uint64_t>(starts[i + 1]);
        for (auto k = static_cast<std::uint64_t>(starts[i]); k < end; ++k)
            addLennardJones(force, atomAt(atoms, i), atomAt(atoms, static_cast<std::uint64_t>(neighbours[k])),
                            cutoff);
        return force;
    });
}

/// Atoms repel those within distance 1; space is a periodic cube of side^3 cells of width 1.
std::vector<double> cellForces(const LaunchData& launch, const std::string& buffer, Indices indices) {
    if (buffer != "forces") return {};
    const std::int64_t side = launch.integer("side");
    const auto atoms = launch.buffer("atoms"), starts = launch.buffer("starts");
    const auto startOf = [&](std::int64_t cell) {
        return static_cast<std::uint64_t>(starts[static_cast<std::uint64_t>(cell)]);
    };
    return forces(indices, [&](std::uint64_t i) {
        std::int64_t cell = 0;
        for (std::int64_t end = side * side * side; end - cell > 1;) {
            const std::int64_t middle = (cell + end) / 2;
            (startOf(middle) <= i ? cell : end) = middle;
        }
        const std::int64_t x = cell % side, y = cell / side % side, z = cell / (side * side);
        const Atom own = atomAt(atoms, i);
        Atom force{};
        for (std::int64_t k = -1; k <= 1; ++k)
            for (std::int64_t l = -1; l <= 1; ++l)
                for (std::int64_t m = -1; m <= 1; ++m) {
                    const std::int64_t other =
                        ((z + k + side) % side * side + (y + l + side) % side) * side + (x + m + side) % side;
                    for (std::uint64_t j = startOf(other); j < startOf(other + 1); ++j) {
                        const Atom atom = atomAt(atoms, j);
                        const std::array<double, 3> distance{own[0] - atom[0] - static_cast<double>(m),
                                                             own[1] - atom[1] - static_cast<double>(l),
                                                             own[2] - atom[2] - static_cast<double>(k)};
                        const double r2 = square(distance);
                        if (r2 >= 1.0) continue;
                        const double strength = own[3] * atom[3] * (1.0 / (r2 + 0.25) - 0.8);
                        add(force, strength, distance, strength);
                    }
                }
        return force;
    });
}

} // namespace

References molecularDynamicsReferences() {
    return {
        {"field-cell-forces", {cellForces, cellTolerance}},
        {"field-lj-fixed-lists", {fixedLists, listTolerance}},
        {"field-lj-row-lists", {rowLists, listTolerance}},
    };
}

} // namespace warpstring::samples::field
