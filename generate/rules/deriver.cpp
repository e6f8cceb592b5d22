// SPDX-License-Identifier: GPL-3.0-or-later
#include "generate/rules/deriver.h"

#include <string>

namespace warpstring::generate {

std::optional<Step> Deriver::found(std::string_view rule, const Numbers& numbers, int skip,
                                   const Where& where) const {
    const Rule* known = findRule(rule);
    if (known == nullptr) return std::nullopt;
    const Expr root = siteAt(whole_, root_);
    for (const Path& below : positions(root)) {
        const Expr site = siteAt(root, below);
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
    if (const std::optional<Step> place = found(rule, numbers, skip, where)) {
        take(*place);
    } else {
        fault_ = Diagnostics{Diagnostic{.code = "derivation.step",
                                        .severity = Severity::Error,
                                        .place = {},
                                        .message = "step " + std::to_string(steps_.size() + 1) +
                                                   ": there is no place for " +
                                                   toText(Step{std::string(rule), root_, numbers}),
                                        .hint = {}}};
    }
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

Result<std::vector<Step>> Deriver::steps() const {
    if (fault_) return *fault_;
    return steps_;
}

} // namespace warpstring::generate
