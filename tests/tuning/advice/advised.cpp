// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/tuning/advice/advised.h"

#include <vector>

#include "tuning/advice/find_causes.h"
#include "tuning/advice/variation.h"

namespace warpstring::test {

Advised::Advised(const std::string& kernel, const NDRange& range, const HardwareSpec& spec, ModelChoice model)
    : Advised(subject(kernel, range), spec, model) {}

Advised::Advised(const Subject& subject, const HardwareSpec& spec, ModelChoice model)
    : subject_(subject), spec_(spec), pdg_(prepared(subject, spec).pdg),
      simulation_(std::make_unique<Simulation>(simulated(subject, false, spec, model))) {}

advice::Advice Advised::advice() const { return advise(situation()); }

std::optional<double> Advised::timeWithout(advice::CauseKind kind) const {
    std::vector<advice::Cause> causes;
    for (auto& cause : findCauses(situation()))
        if (cause.kind == kind) causes.push_back(std::move(cause));
    if (causes.empty()) return std::nullopt;
    return counterfactualTimeUs(pdg_, subject_.launch, *simulation_, without(situation(), causes), {});
}

} // namespace warpstring::test
