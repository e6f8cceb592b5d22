// SPDX-License-Identifier: GPL-3.0-or-later
// The model's word on candidates: the closed form for all of them, the timeline for those that it does not find
// far slower than the best.
#pragma once

#include <limits>
#include <mutex>
#include <set>

#include "generate/search/search.h"

namespace warpstring::generate {

/// Of one search on one device. Nothing hangs on the number of threads.
class Ranking {
public:
    Ranking(const HardwareSpec& spec, batch::GraphCache& graphs, const GenerateOptions& options)
        : spec_(spec), graphs_(graphs), options_(options) {}

    /// What each came to, us; the closed form's where that dominates it; nullopt where it has none. Notes all
    /// of them in the result, but for those that were there before: these are told again.
    [[nodiscard]] std::vector<std::optional<double>> rank(std::vector<Candidate> batch);

    [[nodiscard]] bool isStopped() const { return options_.interrupted != nullptr && *options_.interrupted; }
    /// Candidates that the model was asked about: what no code can be written of costs next to nothing.
    [[nodiscard]] std::size_t looked() const { return result_.simulated - withoutCode_; }
    /// The fastest first. Errors: generate.no-candidate.
    [[nodiscard]] Result<GenerateResult> result(const Program& program);

private:
    struct Task;

    [[nodiscard]] Diagnostics lookAt(Task& task, std::size_t kernel, const Cancellation& cancellation);
    void look(Task& task, const Cancellation& cancellation);
    void finish(Task& task, const Cancellation& cancellation);
    void keep(Task& task);
    void report(const Task& task);

    const HardwareSpec& spec_;
    batch::GraphCache& graphs_;
    const GenerateOptions& options_;
    GenerateResult result_;
    std::size_t withoutCode_ = 0;
    double leastClosed_ = std::numeric_limits<double>::infinity();
    std::map<search::VariantId, std::optional<double>> told_;
    std::mutex progress_;
    std::size_t done_ = 0;
    double best_ = std::numeric_limits<double>::infinity();
};

} // namespace warpstring::generate
