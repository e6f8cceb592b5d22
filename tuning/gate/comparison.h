// SPDX-License-Identifier: GPL-3.0-or-later
// A launch as it is now beside the one that a baseline keeps: both simulated here and now, so that another
// version of the model or of a hardware spec is no change of the kernel.
#pragma once

#include <atomic>
#include <chrono>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "core/hardware_spec.h"
#include "study/batch/graph_cache.h"
#include "tuning/advice/advice.h"
#include "tuning/gate/baseline.h"

namespace warpstring::gate {

/// A launch as its file has it now.
struct CurrentLaunch {
    std::filesystem::path path;     ///< of the launch file
    std::string file, name;         ///< as BaselineLaunch::key() has them
    std::optional<Launch> launch{}; ///< none where it cannot be read
    Launch kept{};                  ///< see keptLaunch()
    std::string text{};             ///< of the kernel, see selfContained(); empty where it cannot be read
    Diagnostics faults{};           ///< why something is missing

    [[nodiscard]] std::pair<std::string, std::string> key() const { return {file, name}; }
};

/// `folder` is the baseline's.
[[nodiscard]] CurrentLaunch currentLaunch(const std::filesystem::path& path, const std::string& name,
                                          Result<Launch> launch, const std::filesystem::path& folder);

enum class Verdict {
    Same,       ///< within the limit
    Slower,     ///< beyond it
    Faster,     ///< beyond it as well
    Fails,      ///< cannot be simulated, or leaves its buffers, and the baseline's can and does not
    StillFails, ///< like the baseline's
    Works       ///< the baseline's cannot be simulated
};
[[nodiscard]] std::string_view name(Verdict verdict);
[[nodiscard]] inline bool isRegression(Verdict verdict) {
    return verdict == Verdict::Slower || verdict == Verdict::Fails;
}

/// What all causes of a kind cost, in time that would go with them.
struct CauseChange {
    advice::CauseKind kind = advice::CauseKind::BankConflicts;
    double beforeUs = 0, nowUs = 0;
    std::string name;     ///< of the costliest one now
    SourceLocation place; ///< its place; line 0: the launch as a whole
};

struct Outcome {
    std::string file, name, spec; ///< the launch by its key, and the device
    Verdict verdict = Verdict::Same;
    double beforeUs = 0, nowUs = 0;    ///< 0: not known
    std::string launchChange{};        ///< what differs of the launch, in words; empty: nothing
    bool isOtherProblem = false;       ///< the baseline's kernel was simulated with the launch as it is now
    bool isOtherModel = false;         ///< the baseline was written with another time for the same launch
    std::vector<CauseChange> causes{}; ///< of slower ones: those that grew, the most first
    SourceLocation kernel{};           ///< where it is defined now
    Diagnostics faults{};              ///< why it fails now

    /// 0.25: it takes a quarter longer.
    [[nodiscard]] double change() const { return beforeUs > 0 ? nowUs / beforeUs - 1 : 0; }
};

struct GateOptions {
    double mostRegression = 0.05; ///< by which a launch may take longer, as a fraction
    ModelChoice model = ModelChoice::BySpec;
    double threshold = 1 << 22; ///< evaluation::EvaluationOptions::threshold
    bool sourceShape = false;
    const std::atomic<bool>* interrupted = nullptr;
    std::optional<std::chrono::duration<double>> timeLimit{}; ///< for each simulation
};

/// The first of the highest severity; null where there is none.
[[nodiscard]] const Diagnostic* worstFault(const Diagnostics& faults);

/// Safe to call from several threads with one cache.
[[nodiscard]] Outcome compareLaunch(const CurrentLaunch& now, const BaselineLaunch& before,
                                    const Baseline& baseline, const std::filesystem::path& folder,
                                    const HardwareSpec& spec, const GateOptions& options,
                                    batch::GraphCache& graphs);

/// The time of a launch, or why there is none.
[[nodiscard]] Result<double> timeOf(const CurrentLaunch& now, const HardwareSpec& spec,
                                    const GateOptions& options, batch::GraphCache& graphs);

} // namespace warpstring::gate
