// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/models/summary/occupancy_curve.h"

#include <algorithm>
#include <cmath>

#include "stringmodel/machine/occupancy.h"

namespace warpstring::gui {

namespace {

constexpr int localMemorySteps = 128;

class Curves {
public:
    explicit Curves(const Analysis& analysis)
        : spec_(analysis.spec()), now_(analysis.simulation.occupancy), range_(analysis.launch().range),
          registers_(std::max(1, analysis.simulation.wantedRegisters)),
          sharedBytes_(analysis.simulation.evaluation.launch.sharedBytes) {
        for (const auto& argument : analysis.pdg->arguments) argumentBytes_ += (argument.bytes + 3) / 4 * 4;
    }

    [[nodiscard]] OccupancyCurve overRegisters() const {
        OccupancyCurve curve = begun(QStringLiteral("registers"), "registers", registers_);
        curve.nowText = QString::number(registers_);
        for (int count = 1; count <= std::max(spec_.occupancy.registersPerWorkItem, registers_); ++count)
            curve.points.push_back({double(count), warps(range_, count, sharedBytes_)});
        return curve;
    }

    [[nodiscard]] OccupancyCurve overLocalMemory() const {
        OccupancyCurve curve = begun(QStringLiteral("local memory"), "shared memory", double(sharedBytes_));
        curve.nowText = bytesText(double(sharedBytes_));
        const auto most = static_cast<std::uint64_t>(std::max(1, spec_.occupancy.sharedBytesPerGroup));
        const std::uint64_t step = std::max<std::uint64_t>(1, most / localMemorySteps);
        for (std::uint64_t bytes = 0; bytes <= most; bytes += step)
            curve.points.push_back({double(bytes), warps(range_, registers_, bytes)});
        return curve;
    }

    /// Along the first dimension, the others as they are.
    [[nodiscard]] OccupancyCurve overGroupSize() const {
        OccupancyCurve curve = begun(QStringLiteral("group size"), "", double(range_.groupSize()));
        curve.nowText = QString::number(range_.groupSize());
        curve.limits = curve.now.warps < curve.most &&
                       (now_.limiter == "warps" || now_.limiter == "work-items" || now_.limiter == "groups");
        const auto step = static_cast<std::uint64_t>(std::max(1, spec_.execution.warpSize));
        for (std::uint64_t size = step; size <= static_cast<std::uint64_t>(spec_.occupancy.groupSize);
             size += step) {
            NDRange range;
            range.local[0] = range.global[0] = size;
            curve.points.push_back({double(size), warps(range, registers_, sharedBytes_)});
        }
        return curve;
    }

private:
    [[nodiscard]] OccupancyCurve begun(const QString& name, const char* limiter, double x) const {
        OccupancyCurve curve;
        curve.name = name;
        curve.most = std::max(1, spec_.occupancy.warps);
        curve.now = {x, now_.warps};
        curve.limits = now_.warps < curve.most && now_.limiter == limiter;
        return curve;
    }

    [[nodiscard]] int warps(const NDRange& range, int registers, std::uint64_t sharedBytes) const {
        const auto found = machine::occupancy(spec_, range, registers, sharedBytes, argumentBytes_);
        return found ? found->warps : 0;
    }

    static QString bytesText(double bytes) {
        return bytes < 1024 ? QStringLiteral("%1 B").arg(bytes)
                            : QStringLiteral("%1 KiB").arg(bytes / 1024, 0, 'f', bytes < 10240 ? 1 : 0);
    }

    const HardwareSpec& spec_;
    const machine::Occupancy& now_;
    const NDRange& range_;
    int registers_;
    std::uint64_t sharedBytes_;
    int argumentBytes_ = 0;
};

} // namespace

std::optional<OccupancyCurve::Point> OccupancyCurve::nextMore() const {
    std::optional<Point> best;
    for (const Point& point : points)
        if (point.warps > now.warps && (!best || std::fabs(point.x - now.x) < std::fabs(best->x - now.x)))
            best = point;
    return best;
}

std::vector<OccupancyCurve> occupancyCurves(const Analysis& analysis) {
    const Curves curves(analysis);
    return {curves.overRegisters(), curves.overLocalMemory(), curves.overGroupSize()};
}

} // namespace warpstring::gui
