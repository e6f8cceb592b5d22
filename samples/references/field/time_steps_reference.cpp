// SPDX-License-Identifier: GPL-3.0-or-later
#include <array>
#include <cmath>

#include "samples/references/field/field_references.h"

namespace warpstring::samples::field {

namespace {

// Six roundings at most in each of six steps, which conduction smooths: some 6 u.
constexpr double heatTolerance = 1e-6;

// Terms of up to 5 beside results with a root mean square of 1.7, each rounded a few times.
constexpr double waveTolerance = 1e-6;
constexpr double advectionTolerance = 5e-7;

// Nine terms of either sign, and a quotient of 2.5 units in the last place.
constexpr double latticeRunTolerance = 2e-6;

/// A grid with zeros around it.
class Grid {
public:
    Grid(const LaunchData& launch, const std::string& name)
        : cells_(launch.buffer(name)), width_(launch.integer("width")), height_(launch.integer("height")) {}

    [[nodiscard]] std::int64_t width() const { return width_; }
    [[nodiscard]] bool has(std::int64_t x, std::int64_t y) const {
        return x >= 0 && x < width_ && y >= 0 && y < height_;
    }
    double operator()(std::int64_t x, std::int64_t y) const {
        return has(x, y) ? cells_[static_cast<std::uint64_t>(y * width_ + x)] : 0.0;
    }

private:
    LaunchData::Buffer cells_;
    std::int64_t width_, height_;
};

/// cell(x, y) for each index.
template <class Cell>
std::vector<double> cells(const Grid& grid, Indices indices, Cell cell) {
    std::vector<double> values;
    for (const std::uint64_t index : indices) {
        const auto place = static_cast<std::int64_t>(index);
        values.push_back(cell(place % grid.width(), place / grid.width()));
    }
    return values;
}

/// A cell after some steps: steps are followed on the square of cells around it that reach it.
std::vector<double> heat(const LaunchData& launch, const std::string& buffer, Indices indices) {
    if (buffer != "later") return {};
    const Grid grid(launch, "heat");
    const double rate = launch.number("rate");
    const std::int64_t steps = launch.integer("STEPS");
    const std::int64_t side = 2 * steps + 1;
    return cells(grid, indices, [&](std::int64_t x, std::int64_t y) {
        std::vector<double> now;
        for (std::int64_t j = 0; j < side; ++j)
            for (std::int64_t i = 0; i < side; ++i) now.push_back(grid(x + i - steps, y + j - steps));
        for (std::int64_t step = 1; step <= steps; ++step) {
            const std::vector<double> old = now;
            const auto at = [&](std::int64_t i, std::int64_t j) {
                return old[static_cast<std::size_t>(j * side + i)];
            };
            for (std::int64_t j = step; j < side - step; ++j)
                for (std::int64_t i = step; i < side - step; ++i) {
                    if (!grid.has(x + i - steps, y + j - steps)) continue;
                    const double around = at(i - 1, j) + at(i + 1, j) + at(i, j - 1) + at(i, j + 1);
                    now[static_cast<std::size_t>(j * side + i)] = (1.0 - 4.0 * rate) * at(i, j) + rate * around;
                }
        }
        return now[static_cast<std::size_t>(steps * side + steps)];
    });
}

std::vector<double> wave(const LaunchData& launch, const std::string& buffer, Indices indices) {
    if (buffer != "next") return {};
    const Grid grid(launch, "wave"), before(launch, "before");
    const double rate = launch.number("rate");
    const auto second = [&](std::int64_t x, std::int64_t y, std::int64_t dx, std::int64_t dy) {
        return (-grid(x - 2 * dx, y - 2 * dy) + 16.0 * grid(x - dx, y - dy) - 30.0 * grid(x, y) +
                16.0 * grid(x + dx, y + dy) - grid(x + 2 * dx, y + 2 * dy)) /
               12.0;
    };
    return cells(grid, indices, [&](std::int64_t x, std::int64_t y) {
        return 2.0 * grid(x, y) - before(x, y) + rate * (second(x, y, 1, 0) + second(x, y, 0, 1));
    });
}

std::vector<double> advection(const LaunchData& launch, const std::string& buffer, Indices indices) {
    if (buffer != "later") return {};
    const Grid grid(launch, "carried");
    const auto wind = launch.buffer("wind");
    const double interval = launch.number("interval");
    return cells(grid, indices, [&](std::int64_t x, std::int64_t y) {
        const auto place = static_cast<std::uint64_t>(y * grid.width() + x);
        const double across = wind[2 * place], along = wind[2 * place + 1];
        const double fromX = across > 0.0 ? grid(x - 1, y) : grid(x + 1, y);
        const double fromY = along > 0.0 ? grid(x, y - 1) : grid(x, y + 1);
        return grid(x, y) +
               interval * (std::abs(across) * (fromX - grid(x, y)) + std::abs(along) * (fromY - grid(x, y)));
    });
}

std::vector<double> lattice(const LaunchData& launch, const std::string& buffer, Indices indices) {
    if (buffer != "later") return {};
    constexpr std::array<int, 9> stepX{0, 1, 0, -1, 0, 1, -1, -1, 1};
    constexpr std::array<int, 9> stepY{0, 0, 1, 0, -1, 1, 1, -1, -1};
    const std::int64_t width = launch.integer("width"), height = launch.integer("height");
    const double omega = launch.number("omega");
    const auto old = launch.buffer("cells");
    std::vector<double> values;
    for (const std::uint64_t index : indices) {
        const auto place = static_cast<std::int64_t>(index);
        const std::int64_t x = place % width, y = place / width % height;
        std::array<double, 9> f{};
        double density = 0.0, momentumX = 0.0, momentumY = 0.0;
        for (std::size_t k = 0; k < 9; ++k) {
            const std::int64_t fromX = (x - stepX[k] + width) % width, fromY = (y - stepY[k] + height) % height;
            const auto plane = static_cast<std::int64_t>(k) * height;
            f[k] = old[static_cast<std::uint64_t>((plane + fromY) * width + fromX)];
            density += f[k];
            momentumX += f[k] * stepX[k];
            momentumY += f[k] * stepY[k];
        }
        const double ux = momentumX / density, uy = momentumY / density;
        const auto k = static_cast<std::size_t>(place / (width * height));
        const double weight = k == 0 ? 4.0 / 9.0 : k < 5 ? 1.0 / 9.0 : 1.0 / 36.0;
        const double dot = stepX[k] * ux + stepY[k] * uy;
        const double rest = weight * density * (1.0 + 3.0 * dot + 4.5 * dot * dot - 1.5 * (ux * ux + uy * uy));
        values.push_back((1.0 - omega) * f[k] + omega * rest);
    }
    return values;
}

} // namespace

References timeStepsReferences() {
    return {
        {"field-advection", {advection, advectionTolerance}},
        {"field-heat", {heat, heatTolerance}},
        {"field-lattice", {lattice, latticeRunTolerance}},
        {"field-wave", {wave, waveTolerance}},
    };
}

} // namespace warpstring::samples::field
