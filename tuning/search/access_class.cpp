// SPDX-License-Identifier: GPL-3.0-or-later
#include "tuning/search/access_class.h"

#include <algorithm>

#include "tuning/advice/access_shape.h"
#include "tuning/advice/rule_words.h"

namespace warpstring::search {

namespace {

constexpr DependenceMask onWorkItem =
    groupDependence(0) | groupDependence(1) | groupDependence(2) | localDependence;

std::string verbOf(AccessKind kind) {
    switch (kind) {
    case AccessKind::Load: return "load";
    case AccessKind::Store: return "store";
    default: return "atomic";
    }
}

std::string kilobytes(std::int64_t bytes) {
    return bytes < 1024 ? std::to_string(bytes) + " bytes" : std::to_string(bytes / 1024) + " KB";
}

/// From a work-item to the next in the dimension that changes fastest among those with several.
std::optional<std::int64_t> distance(const advice::AccessShape& shape, const NDRange& range) {
    for (std::size_t d = 0; d < 3; ++d) {
        if (range.local[d] > 1) return shape.local[d];
        if (range.global[d] > 1) return shape.group[d];
    }
    return 0;
}

void classify(ClassifiedAccess& access, const MemoryAccess& of, const Pdg& pdg,
              const evaluation::Evaluation& evaluation, const HardwareSpec& spec) {
    const auto& figures = evaluation.accesses[of.id];
    const auto put = [&](AccessClass is, std::string reason) {
        access.is = is;
        access.reason = std::move(reason);
    };
    const DependenceMask dependence = of.offset ? pdg.exprs.dependence(of.offset) : dataDependence;
    if ((dependence & (onWorkItem | dataDependence)) == 0)
        return put(AccessClass::Constant, "all work-items access the same address");
    const std::int64_t cache = spec.caches.l1Bytes;
    if (figures.reach && figures.reach->most - figures.reach->least <= cache)
        return put(AccessClass::Cached, "all lie within " +
                                            kilobytes(figures.reach->most - figures.reach->least) +
                                            ", and the cache holds " + kilobytes(cache));
    const auto shape = advice::shapeOf(pdg, evaluation, of);
    if (shape.hangsOnData || !shape.isKnown) return put(AccessClass::Complex, "data leads it");
    const auto apart = distance(shape, evaluation.launch.range);
    if (!apart) return put(AccessClass::Complex, "work-items are not equally far apart");
    if (*apart == 0) return put(AccessClass::Continuous, "neighbouring work-items access the same address");
    if (*apart == of.bytes || *apart == -of.bytes)
        return put(AccessClass::Continuous, "neighbouring work-items access neighbouring elements");
    put(AccessClass::Complex,
        "work-items are " + std::to_string(*apart < 0 ? -*apart : *apart) + " bytes apart");
}

} // namespace

std::string_view name(AccessClass is) {
    switch (is) {
    case AccessClass::Constant: return "constant";
    case AccessClass::Cached: return "cached";
    case AccessClass::Continuous: return "continuous";
    default: return "complex";
    }
}

std::vector<ClassifiedAccess> classified(const Pdg& pdg, const evaluation::Evaluation& evaluation,
                                         const HardwareSpec& spec) {
    std::vector<ClassifiedAccess> all;
    for (const MemoryAccess& of : pdg.accesses) {
        if (of.space != MemorySpace::Global) continue;
        ClassifiedAccess access;
        access.line = pdg.statements[of.statement].place.at.line;
        access.text =
            verbOf(of.kind) + " " + advice::objectName(pdg, of) + ", line " + std::to_string(access.line);
        classify(access, of, pdg, evaluation, spec);
        // Copies of an unrolled loop are one access of the source.
        const bool isKnown = std::any_of(all.begin(), all.end(), [&](const ClassifiedAccess& other) {
            return other.text == access.text && other.is == access.is && other.reason == access.reason;
        });
        if (!isKnown) all.push_back(std::move(access));
    }
    return all;
}

} // namespace warpstring::search
