// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/shape_text.h"

#include <algorithm>
#include <cmath>

#include "app/cli/model_text.h"
#include "app/common/terminal.h"
#include "core/text/duration_text.h"
#include "core/text/text_format.h"

namespace warpstring::cli {

namespace {

using search::ShapePoint;
using search::ShapeStudy;

constexpr int curveWidth = 30;

bool isPointByClosedForm(const ShapePoint& point) { return point.model == token_string::CostModel::ClosedForm; }

/// Else the points that are by the closed form say so. There is a best one.
bool isOfOneModel(const ShapeStudy& study) {
    const bool isBest = isPointByClosedForm(study.points[*study.best]);
    return std::all_of(study.points.begin(), study.points.end(), [&](const ShapePoint& point) {
        return !point.model || isPointByClosedForm(point) == isBest;
    });
}

std::string sizeText(const ShapePoint& point) {
    std::string text;
    for (const std::uint64_t size : point.local) text += (text.empty() ? "" : "x") + std::to_string(size);
    return text;
}

/// Times on a logarithmic scale, from the best (one mark) to the worst (all of them).
int marks(const ShapeStudy& study, const ShapePoint& point) {
    const double best = study.points[*study.best].figures.timeUs;
    double worst = best;
    for (const ShapePoint& other : study.points)
        if (!other.fault) worst = std::max(worst, other.figures.timeUs);
    if (worst <= best) return 1;
    return 1 + static_cast<int>(std::lround((curveWidth - 1) * std::log(point.figures.timeUs / best) /
                                            std::log(worst / best)));
}

std::string heading(const std::string& launch, const ShapeStudy& study, const std::string& specReason,
                    const TextStyle& style) {
    std::string text = paint(launch, Colour::Bold, style.colour) + ": ";
    const std::string device = " on " + paint(study.spec, Colour::Bold, style.colour) +
                               (specReason.empty() ? "" : " (" + specReason + ")");
    if (!study.best) return text + "no size of its work-groups can be simulated" + device + "\n";
    const ShapePoint& best = study.points[*study.best];
    const auto tied = std::count_if(study.points.begin(), study.points.end(),
                                    [](const ShapePoint& point) { return point.isTied; });
    text += paint(durationText(best.figures.timeUs), Colour::Cyan, style.colour) + " in groups of " +
            paint(sizeText(best), Colour::Bold, style.colour) + device;
    if (tied > 1) text += "; " + std::to_string(tied) + " sizes are as good, as far as the model tells";
    return text + "\n";
}

std::string row(const ShapeStudy& study, const ShapePoint& point, int width, const TextStyle& style) {
    std::string text = "  " + padded(sizeText(point), width, true);
    if (point.fault) return text + padded("-", 11, true) + "  " + point.fault->message + "\n";
    text += padded(durationText(point.figures.timeUs), 11, true) +
            padded(std::to_string(point.groups), 8, true) + padded(std::to_string(point.warps), 7, true) + "  ";
    const auto length = static_cast<std::size_t>(marks(study, point));
    text += paint(padded(std::string(length, '#'), curveWidth), point.isTied ? Colour::Green : Colour::None,
                  style.colour);
    std::string notes;
    const auto note = [&](bool is, const std::string& what) {
        if (is) notes += (notes.empty() ? "  " : ", ") + what;
    };
    note(&point == &study.points[*study.best], "best");
    note(point.isTied && &point != &study.points[*study.best], "tied");
    note(point.isStart, "as it stands");
    note(study.largest && &point == &study.points[*study.largest], "largest");
    note(isPointByClosedForm(point) && !isOfOneModel(study), "closed form");
    return text + notes + "\n";
}

std::string largestText(const ShapeStudy& study) {
    if (!study.best || !study.largest) return "";
    const ShapePoint& largest = study.points[*study.largest];
    const double ratio = largest.figures.timeUs / study.points[*study.best].figures.timeUs;
    return "the largest size that divides, " + sizeText(largest) + ", takes " + formatted("%.2f", ratio) +
           " times as long as the best\n";
}

} // namespace

std::string shapeText(const std::string& launch, const ShapeStudy& study, const std::string& specReason,
                      const std::string& errorSource, const TextStyle& style) {
    std::string text = heading(launch, study, specReason, style);
    if (study.best && isOfOneModel(study) && isPointByClosedForm(study.points[*study.best]))
        text += std::string(byClosedForm) + "\n";
    int width = 6;
    for (const ShapePoint& point : study.points)
        width = std::max(width, static_cast<int>(sizeText(point).size()));
    if (study.best) {
        text += "  " + padded("group", width, true) + padded("time", 11, true) + padded("groups", 8, true) +
                padded("warps", 7, true) + "  time, logarithmic\n";
        for (const ShapePoint& point : study.points) text += row(study, point, width, style);
        text += largestText(study) + "error of ratios of times: " + errorSource + "\n";
    }
    if (!study.accesses.empty()) text += "accesses of global memory\n";
    std::size_t widest = 0;
    for (const auto& access : study.accesses) widest = std::max(widest, access.text.size());
    for (const auto& access : study.accesses)
        text += "  " + padded(access.text, static_cast<int>(widest)) + "  " +
                padded(std::string(name(access.is)), 12) + access.reason + "\n";
    return text;
}

} // namespace warpstring::cli
