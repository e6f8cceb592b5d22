// SPDX-License-Identifier: GPL-3.0-or-later
// Kernels in text, simulated and advised on shipped specs.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "tests/stringmodel/simulations.h"
#include "tuning/advice/advice.h"

namespace warpstring::test {

/// A launch that has been simulated, with all that it was simulated from.
class Advised {
public:
    /// A kernel `k` as `subject` of simulations.h makes it. Stops the test by an exception where it cannot be.
    Advised(const std::string& kernel, const NDRange& range, const HardwareSpec& spec = h200(),
            ModelChoice model = ModelChoice::BySpec);
    explicit Advised(const Subject& subject, const HardwareSpec& spec = h200(),
                     ModelChoice model = ModelChoice::BySpec);

    [[nodiscard]] advice::Situation situation() const { return {pdg_, subject_.launch, spec_, *simulation_}; }
    [[nodiscard]] advice::Advice advice() const;
    [[nodiscard]] double timeUs() const { return simulation_->kernelTimeUs(); }
    /// Of the kernel without all causes of a kind; nothing where it shows no sign of it.
    [[nodiscard]] std::optional<double> timeWithout(advice::CauseKind kind) const;

private:
    Subject subject_;
    const HardwareSpec& spec_;
    Pdg pdg_;
    std::unique_ptr<Simulation> simulation_;
};

} // namespace warpstring::test
