// SPDX-License-Identifier: GPL-3.0-or-later
// The model's word on one variant, in two steps: the closed form, which is quick, and the timeline.
#pragma once

#include <optional>

#include "core/hardware_spec.h"
#include "stringmodel/simulation.h"
#include "study/batch/graph_cache.h"
#include "tuning/search/variant_figures.h"
#include "tuning/search/variant_maker.h"

namespace warpstring::search {

struct EvaluationSettings {
    double threshold = 1 << 22; ///< EvaluationOptions::threshold
    ModelChoice model = ModelChoice::BySpec;
    std::optional<RegisterRequest> registers; ///< instead of what the launch file says
};

/// A variant after its first step.
struct FirstLook {
    VariantFigures figures;
    std::optional<Diagnostic> fault;      ///< why it goes no further
    std::optional<Simulation> simulation; ///< by the closed form; where there is no fault
    batch::GraphCache::Graph graph;       ///< of the simulation
};

/// For one thread; threads share the caches.
class VariantEvaluator {
public:
    VariantEvaluator(VariantTextCache& texts, batch::GraphCache& graphs, const EvaluationSettings& settings)
        : maker_(texts), graphs_(graphs), settings_(settings) {}

    /// The variant, or what the launch file states where there is no id.
    [[nodiscard]] Result<Variant> make(std::optional<VariantId> id);
    /// Up to the closed form. Stopped, the fault says so.
    [[nodiscard]] FirstLook look(const Result<Variant>& variant, const HardwareSpec& spec,
                                 const Cancellation* cancellation);
    /// The rest, where the model of the device is the timeline: its time.
    [[nodiscard]] VariantFigures rank(const FirstLook& look, const HardwareSpec& spec,
                                      const Cancellation* cancellation) const;
    /// The whole simulation, for what is told of a few variants.
    [[nodiscard]] Result<Simulation> simulateWhole(const Variant& variant, const HardwareSpec& spec,
                                                   const Cancellation* cancellation);
    [[nodiscard]] batch::GraphCache::Graph graphOf(const Variant& variant, const HardwareSpec& spec,
                                                   const Cancellation* cancellation);
    [[nodiscard]] SimulationOptions options(const Cancellation* cancellation) const;

private:
    VariantMaker maker_;
    batch::GraphCache& graphs_;
    EvaluationSettings settings_;
};

/// Whether the closed form is a first step alone on a device.
[[nodiscard]] bool hasTimeline(const HardwareSpec& spec, ModelChoice model);

} // namespace warpstring::search
