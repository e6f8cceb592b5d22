// SPDX-License-Identifier: GPL-3.0-or-later
// Up to which length a branch is executed under a predicate: where a branch that no work-item takes ceases to
// cost what its instructions cost.
#include <cmath>
#include <map>

#include "calibration/calibration.h"
#include "core/text/text_format.h"

namespace warpstring::calibration {

using records::ProbeRecord;
using records::ProbeSet;

namespace {

struct Points {
    std::vector<double> lengths, cycles; ///< of the branch; of a warp's round on a multiprocessor
};

Points skippedBranches(const ProbeSet& set, const Calibration& calibration) {
    std::map<double, double> curve;
    const auto units = static_cast<double>(std::max<std::uint64_t>(1, set.device.computeUnits));
    for (const auto& [id, series] : seriesOf(set, "predication")) {
        const Estimate one = slopeOf(
            series, [&](const ProbeRecord& r) { return r.transactions / units; }, calibration.clockMhz / 1e3,
            false);
        if (one.value > 0) curve[static_cast<double>(series.front()->chainLength)] = one.value;
    }
    Points points;
    for (const auto& [length, cycles] : curve)
        points.lengths.push_back(length), points.cycles.push_back(cycles);
    return points;
}

/// cycles = round + length x each, of the first `predicated` points; the others all the same.
FitResult fitWith(const Points& points, std::size_t predicated) {
    return fitNonNegative(points.cycles, {points.cycles.front(), 0.3, points.cycles.back()},
                          [&](const std::vector<double>& p, std::size_t i) {
                              return i < predicated ? p[0] + p[1] * points.lengths[i] : p[2];
                          });
}

} // namespace

void fitPredication(const ProbeSet& set, Calibration& calibration) {
    CalibratedValue value{
        "compiler.predicated_instructions", "", {}, "branches that are not taken were not measured"};
    const Points points = skippedBranches(set, calibration);
    const std::size_t count = points.lengths.size();
    if (count >= 6) {
        FitResult best;
        std::size_t predicated = 0;
        // Two points on either side at least: fewer are no line.
        for (std::size_t at = 2; at + 2 <= count; ++at) {
            FitResult fit = fitWith(points, at);
            if (predicated != 0 && fit.residual >= best.residual) continue;
            best = std::move(fit);
            predicated = at;
        }
        const double last = points.lengths[predicated - 1], next = points.lengths[predicated];
        const double each = best.values[1];
        // A tenth of a round that differs is no instructions.
        const bool grows = best.identified[1] && each * last > 0.1 * best.values[0];
        const double straight = fitLine(points.lengths, points.cycles).residual;
        value.estimate = {last, (next - last) / 2, best.residual, best.condition, count, false};
        if (!grows)
            value.note = "however short a branch is that is not taken, it costs the same";
        else if (straight <= 2 * best.residual)
            value.note =
                formatted("branches of up to %.0f instructions cost all of them where they are not taken",
                          points.lengths.back());
        else
            value.estimate.identified = true,
            value.note = formatted(
                "a branch that is not taken costs %.2f cycles an instruction up to %.0f of them, none at %.0f",
                each, last, next);
    }
    calibration.values.push_back(value);
}

} // namespace warpstring::calibration
