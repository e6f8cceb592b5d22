// SPDX-License-Identifier: GPL-3.0-or-later
#include <array>

#include "samples/references/field/field_references.h"

namespace warpstring::samples::field {

namespace {

// Some seven roundings, of values up to 6 beside results with a root mean square of 3.7.
constexpr double star7Tolerance = 1e-6;

// 25 terms of both signs: some 30 roundings of sums as large as the result or twice that.
constexpr double star25Tolerance = 3e-6;

// Densities are positive, and so are the equilibrium's; a velocity is a difference of sums over their total.
constexpr double latticeStepTolerance = 3e-6;

/// Points of a block with a rim, and where each index of the block without it lies.
class Block {
public:
    Block(const LaunchData& launch, std::int64_t rim)
        : in_(launch.buffer("in")), rim_(rim), nx_(launch.integer("nx")), ny_(launch.integer("ny")) {}
    double operator()(std::int64_t x, std::int64_t y, std::int64_t z) const {
        return in_[static_cast<std::uint64_t>(((z + rim_) * (ny_ + 2 * rim_) + y + rim_) * (nx_ + 2 * rim_) +
                                              x + rim_)];
    }
    /// The sum of the six points at a distance along the axes.
    [[nodiscard]] double around(std::int64_t index, std::int64_t distance) const {
        const std::int64_t x = index % nx_, y = index / nx_ % ny_, z = index / (nx_ * ny_);
        const Block& at = *this;
        if (distance == 0) return at(x, y, z);
        return at(x - distance, y, z) + at(x + distance, y, z) + at(x, y - distance, z) +
               at(x, y + distance, z) + at(x, y, z - distance) + at(x, y, z + distance);
    }

private:
    LaunchData::Buffer in_;
    std::int64_t rim_, nx_, ny_;
};

/// centre * point + neighbour * sum of the six next ones
std::vector<double> star7Reference(const LaunchData& launch, const std::string& buffer, Indices indices) {
    if (buffer != "out") return {};
    const Block block(launch, 1);
    const double centre = launch.number("centre"), neighbour = launch.number("neighbour");
    std::vector<double> values;
    for (const std::uint64_t index : indices) {
        const auto i = static_cast<std::int64_t>(index);
        values.push_back(centre * block.around(i, 0) + neighbour * block.around(i, 1));
    }
    return values;
}

/// The sum over distances 0 to 4 of a weight times the points that far along the axes.
std::vector<double> star25Reference(const LaunchData& launch, const std::string& buffer, Indices indices) {
    if (buffer != "out") return {};
    const Block block(launch, 4);
    const auto weights = launch.buffer("weights");
    std::vector<double> values;
    for (const std::uint64_t index : indices) {
        double sum = 0.0;
        for (std::uint64_t k = 0; k <= 4; ++k)
            sum += weights[k] * block.around(static_cast<std::int64_t>(index), static_cast<std::int64_t>(k));
        values.push_back(sum);
    }
    return values;
}

constexpr std::array<std::int64_t, 9> alongX{0, 1, 0, -1, 0, 1, -1, -1, 1};
constexpr std::array<std::int64_t, 9> alongY{0, 0, 1, 0, -1, 1, 1, -1, -1};

/// Density `direction` of a node that has the densities f, after relaxing towards the equilibrium.
double relaxed(const std::array<double, 9>& f, std::size_t direction, double rate) {
    double density = 0.0, px = 0.0, py = 0.0;
    for (std::size_t i = 0; i < 9; ++i) {
        density += f[i];
        px += static_cast<double>(alongX[i]) * f[i];
        py += static_cast<double>(alongY[i]) * f[i];
    }
    const double vx = px / density, vy = py / density;
    const double along =
        static_cast<double>(alongX[direction]) * vx + static_cast<double>(alongY[direction]) * vy;
    const double share = direction == 0 ? 4.0 / 9.0 : direction < 5 ? 1.0 / 9.0 : 1.0 / 36.0;
    const double rest = share * density * (1.0 + 3.0 * along + 4.5 * along * along - 1.5 * (vx * vx + vy * vy));
    return f[direction] + rate * (rest - f[direction]);
}

/// A lattice of nx x ny nodes, periodic; densities in planes or side by side.
struct Lattice {
    std::int64_t nx, ny;
    bool planes;
    [[nodiscard]] std::uint64_t place(std::int64_t x, std::int64_t y, std::size_t direction) const {
        const std::int64_t node = (y + ny) % ny * nx + (x + nx) % nx;
        const auto i = static_cast<std::int64_t>(direction);
        return static_cast<std::uint64_t>(planes ? i * nx * ny + node : node * 9 + i);
    }
};

/// Whether densities first move and then relax, or the other way round.
enum class Order { MoveFirst, RelaxFirst };

std::vector<double> stepped(const LaunchData& launch, const Lattice& lattice, Order order, Indices indices) {
    const auto in = launch.buffer("in");
    const double rate = launch.number("rate");
    std::vector<double> values;
    for (const std::uint64_t index : indices) {
        const auto nodes = static_cast<std::uint64_t>(lattice.nx * lattice.ny);
        const auto direction = static_cast<std::size_t>(lattice.planes ? index / nodes : index % 9);
        const auto node = static_cast<std::int64_t>(lattice.planes ? index % nodes : index / 9);
        std::int64_t x = node % lattice.nx, y = node / lattice.nx;
        if (order == Order::RelaxFirst) x -= alongX[direction], y -= alongY[direction];
        std::array<double, 9> f{};
        for (std::size_t i = 0; i < 9; ++i)
            f[i] = in[order == Order::MoveFirst ? lattice.place(x - alongX[i], y - alongY[i], i)
                                                : lattice.place(x, y, i)];
        values.push_back(relaxed(f, direction, rate));
    }
    return values;
}

std::vector<double> latticeGather(const LaunchData& launch, const std::string& buffer, Indices indices) {
    if (buffer != "out") return {};
    return stepped(launch, {launch.integer("nx"), launch.integer("ny"), true}, Order::MoveFirst, indices);
}

std::vector<double> latticeGatherNodes(const LaunchData& launch, const std::string& buffer, Indices indices) {
    if (buffer != "out") return {};
    return stepped(launch, {launch.integer("nx"), launch.integer("ny"), false}, Order::MoveFirst, indices);
}

std::vector<double> latticeScatter(const LaunchData& launch, const std::string& buffer, Indices indices) {
    if (buffer != "out") return {};
    const std::int64_t columns = std::int64_t{1} << launch.integer("columnsLog");
    return stepped(launch, {columns, launch.integer("nodes") / columns, true}, Order::RelaxFirst, indices);
}

} // namespace

References stencil3dReferences() {
    return {
        {"field-lattice-gather", {latticeGather, latticeStepTolerance}},
        {"field-lattice-gather-nodes", {latticeGatherNodes, latticeStepTolerance}},
        {"field-lattice-scatter", {latticeScatter, latticeStepTolerance}},
        {"field-star25", {star25Reference, star25Tolerance}},
        {"field-star7", {star7Reference, star7Tolerance}},
    };
}

} // namespace warpstring::samples::field
