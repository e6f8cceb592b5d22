// SPDX-License-Identifier: GPL-3.0-or-later
#include "generate/rules/deriver.h"

#include <string>
#include <utility>

namespace warpstring::generate {

std::optional<Step> Deriver::found(std::string_view rule, const Numbers& numbers, int skip,
                                   const Where& where) const {
    const Rule* known = findRule(rule);
    if (known == nullptr) return std::nullopt;
    const Expr place = root();
    for (const Path& below : positions(place)) {
        const Expr site = siteAt(place, below);
        if (known->apply(site, numbers).empty() || (where && !where(site))) continue;
        Step step{std::string(rule), root_, numbers};
        step.path.insert(step.path.end(), below.begin(), below.end());
        if (!isLegal(whole_, step)) continue;
        if (skip-- == 0) return step;
    }
    return std::nullopt;
}

void Deriver::take(const Step& step) {
    const Result<Expr> next = after(whole_, step);
    if (!next) {
        fault_ = next.diagnostics();
        return;
    }
    whole_ = *next;
    steps_.push_back(step);
}

Deriver& Deriver::step(std::string_view rule, const Numbers& numbers, int skip, const Where& where) {
    if (fault_) return *this;
    const std::optional<Step> place = found(rule, numbers, skip, where);
    if (!place) return failed("there is no place for " + toText(Step{std::string(rule), root_, numbers}));
    take(*place);
    return *this;
}

Deriver& Deriver::each(std::string_view rule, const Numbers& numbers, const Where& where) {
    while (!fault_) {
        const std::optional<Step> place = found(rule, numbers, 0, where);
        if (!place) break;
        take(*place);
    }
    return *this;
}

std::vector<Path> Deriver::placesWhere(const Where& where) const {
    std::vector<Path> places;
    for (const Path& below : positions(root())) {
        if (!where(siteAt(root(), below))) continue;
        places.push_back(root_);
        places.back().insert(places.back().end(), below.begin(), below.end());
    }
    return places;
}

std::optional<Path> Deriver::placeWhere(const Where& where) const {
    const std::vector<Path> places = placesWhere(where);
    return places.empty() ? std::nullopt : std::optional(places.front());
}

Deriver& Deriver::rootedAt(Path place, const Part& part) {
    std::swap(root_, place);
    part(*this);
    root_ = std::move(place);
    return *this;
}

Deriver& Deriver::at(const Where& where, const Part& part) {
    if (fault_) return *this;
    const std::optional<Path> place = placeWhere(where);
    return place ? rootedAt(*place, part) : failed("there is no place for what comes next");
}

Deriver& Deriver::inside(const Where& where, const Part& part) {
    if (fault_) return *this;
    std::optional<Path> place = placeWhere(where);
    if (!place) return failed("there is no place for what comes next");
    place->push_back(static_cast<int>(siteAt(whole_, *place)->inputs.size()));
    return rootedAt(*place, part);
}

Deriver& Deriver::failed(const std::string& message) {
    fault_ = Diagnostics{Diagnostic{.code = "derivation.step",
                                    .severity = Severity::Error,
                                    .place = {},
                                    .message = "step " + std::to_string(steps_.size() + 1) + ": " + message,
                                    .hint = {}}};
    return *this;
}

Result<std::vector<Step>> Deriver::steps() const {
    if (fault_) return *fault_;
    return steps_;
}

} // namespace warpstring::generate
