// SPDX-License-Identifier: GPL-3.0-or-later
#include "tuning/search/shape_study.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <tuple>

#include "tuning/search/derived_space.h"
#include "tuning/search/parallel_tasks.h"

namespace warpstring::search {

namespace {

std::uint64_t mostOnDevice(const HardwareSpec& spec) {
    const int limit = spec.occupancy.groupSize;
    return limit > 0 ? std::min<std::uint64_t>(static_cast<std::uint64_t>(limit), 1024) : 1024;
}

std::vector<std::vector<std::uint64_t>> divisors(std::uint64_t global, const HardwareSpec& spec) {
    std::vector<std::vector<std::uint64_t>> sizes;
    const int side = spec.occupancy.groupSizes[0];
    for (std::uint64_t size = 1; size <= std::min(global, mostOnDevice(spec)); ++size)
        if (global % size == 0 && (side <= 0 || size <= static_cast<std::uint64_t>(side)))
            sizes.push_back({size});
    return sizes;
}

/// The list of a table, as the reader of spaces leaves it.
const files::NamedValues* localOf(const SearchSpace& space) {
    const auto found = std::find_if(space.names().begin(), space.names().end(),
                                    [](const files::NamedValues& named) { return named.name == "local"; });
    return found == space.names().end() ? nullptr : &*found;
}

ShapePoint pointOf(const Result<Variant>& variant, const FirstLook& look, const VariantFigures& figures) {
    ShapePoint point;
    point.figures = figures;
    point.fault = look.fault;
    if (variant) {
        const NDRange& range = variant->launch.range;
        point.items = 1;
        for (int d = 0; d < range.dimensions; ++d) {
            point.local.push_back(range.local[static_cast<std::size_t>(d)]);
            point.items *= point.local.back();
        }
    }
    return point;
}

void describe(ShapePoint& point, const Simulation& simulation) {
    point.groups = simulation.occupancy.groups;
    point.warps = simulation.occupancy.warps;
    point.limiter = simulation.occupancy.limiter;
    point.boundBy = simulation.boundBy();
    point.model = simulation.model();
}

void choose(ShapeStudy& study) {
    for (std::size_t i = 0; i < study.points.size(); ++i) {
        const ShapePoint& point = study.points[i];
        if (point.fault) continue;
        if (!study.best || point.figures.timeUs < study.points[*study.best].figures.timeUs) study.best = i;
        // Sorted by items and sides: the last one is the largest, and the longest of these.
        study.largest = i;
    }
    if (!study.best) return;
    const double best = study.points[*study.best].figures.timeUs;
    for (ShapePoint& point : study.points)
        point.isTied = !point.fault && point.figures.timeUs <= best * (1 + study.ratioError);
}

} // namespace

Result<SearchSpace> shapeSpace(const NamedText& launch, const Pdg& pdg, const Launch& start,
                               const HardwareSpec& spec) {
    const auto document = files::parseToml(launch.text, launch.path, "launch");
    if (!document) return document.diagnostics();
    auto listed = readSpace(launch, std::nullopt);
    if (!listed) return listed.diagnostics();
    if (*listed)
        if (const files::NamedValues* local = localOf(**listed))
            return SearchSpace::make(*document, {*local}, {}, {}, (*listed)->origin());
    if (const std::string reason = whyTiedToGroups(pdg, start); !reason.empty())
        return Diagnostic{"tune.tied-to-groups",
                          Severity::Error,
                          {start.file.string(), 0, 0},
                          "the kernel does not let its work-groups be changed: " + reason,
                          "list the sizes that it allows: [tune] local = [[...], ...]"};
    files::NamedValues local{"local", {}, {}};
    const auto sizes = start.range.dimensions == 1 ? divisors(start.range.global[0], spec)
                                                   : groupShapes(start.range, {spec}, 1);
    for (const auto& size : sizes) local.values.push_back(sizesValue(size));
    return SearchSpace::make(*document, {std::move(local)}, {}, {}, SpaceOrigin::Derived);
}

ShapeStudy studyShapes(VariantTextCache& texts, batch::GraphCache& graphs, const HardwareSpec& spec,
                       const ShapeOptions& options) {
    ShapeStudy study;
    study.spec = spec.name;
    study.ratioError = options.ratioError;
    const Cancellation cancellation(options.cancel);
    std::vector<std::unique_ptr<VariantEvaluator>> evaluators;
    for (unsigned thread = 0; thread < std::max(1U, options.threads); ++thread)
        evaluators.push_back(std::make_unique<VariantEvaluator>(texts, graphs, options.settings));
    std::vector<ShapePoint> points(texts.space().combinations());
    forEachTask(points.size(), options.threads, [&](unsigned thread, std::size_t i) {
        VariantEvaluator& evaluator = *evaluators[thread];
        const auto variant = evaluator.make(i);
        FirstLook look = evaluator.look(variant, spec, &cancellation);
        const VariantFigures figures = look.fault ? look.figures : evaluator.rank(look, spec, &cancellation);
        points[i] = pointOf(variant, look, figures);
        if (look.fault) return;
        const auto whole = evaluator.simulateWhole(*variant, spec, &cancellation);
        if (whole) describe(points[i], *whole);
    });
    const auto start = evaluators.front()->make(std::nullopt);
    if (start) {
        const FirstLook look = evaluators.front()->look(start, spec, &cancellation);
        if (look.simulation) study.accesses = classified(**look.graph, look.simulation->evaluation, spec);
        const NDRange& range = start->launch.range;
        for (ShapePoint& point : points)
            point.isStart = std::equal(point.local.begin(), point.local.end(), range.local.begin()) &&
                            point.local.size() == static_cast<std::size_t>(range.dimensions);
    }
    if (cancellation.isStopped())
        for (ShapePoint& point : points)
            if (!point.fault && point.figures.timeUs <= 0) point.fault = cancellation.refusal();
    study.points = std::move(points);
    std::sort(study.points.begin(), study.points.end(), [](const ShapePoint& a, const ShapePoint& b) {
        return std::tie(a.items, a.local) < std::tie(b.items, b.local);
    });
    choose(study);
    return study;
}

std::string toJson(const std::string& launch, const std::vector<ShapeStudy>& studies) {
    using Json = nlohmann::ordered_json;
    Json json{{"schema", "warpstring.shape/1"}, {"launch", launch}, {"devices", Json::array()}};
    for (const ShapeStudy& study : studies) {
        const auto local = [&](const std::optional<std::size_t>& at) {
            return at ? Json(study.points[*at].local) : Json(nullptr);
        };
        Json device{{"spec", study.spec},
                    {"best", local(study.best)},
                    {"largest", local(study.largest)},
                    {"ratio_error", study.ratioError},
                    {"points", Json::array()},
                    {"accesses", Json::array()}};
        for (const ShapePoint& point : study.points)
            device["points"].push_back(
                {{"local", point.local},
                 {"items", point.items},
                 {"time_us", point.fault ? Json(nullptr) : Json(point.figures.timeUs)},
                 {"tied", point.isTied},
                 {"start", point.isStart},
                 {"groups", point.groups},
                 {"warps", point.warps},
                 {"limiter", point.limiter},
                 {"bound_by", point.boundBy},
                 {"model", point.model ? Json(name(*point.model)) : Json(nullptr)},
                 {"fault", point.fault ? Json{{"code", point.fault->code}, {"message", point.fault->message}}
                                       : Json(nullptr)}});
        for (const ClassifiedAccess& access : study.accesses)
            device["accesses"].push_back({{"access", access.text},
                                          {"line", access.line},
                                          {"class", name(access.is)},
                                          {"reason", access.reason}});
        json["devices"].push_back(std::move(device));
    }
    return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

} // namespace warpstring::search
