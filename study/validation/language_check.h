// SPDX-License-Identifier: GPL-3.0-or-later
// Kernels that use the language broadly: each is to be answered or refused by name, and counted right where
// counting by trying is possible.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/diagnostic.h"
#include "core/hardware_spec.h"
#include "study/batch/batch.h"

namespace warpstring::validation {

struct LanguageRow {
    std::uint64_t index = 0;
    std::string launch;                ///< "language-7-12"; empty where it was not come to
    std::vector<std::string> features; ///< ascending
    std::optional<double> predictedUs;
    std::optional<double> seconds;  ///< of a processor: only ever told, and not known of rows of a file
    Diagnostics diagnostics;        ///< why it was refused, or what the simulation noticed
    int marks = 0;                  ///< whose executions were compared
    int exactMarks = 0;             ///< of them, those that the simulation is certain of
    std::vector<std::string> wrong; ///< "line 12: executed 64 times, simulated 32"

    /// Neither answered nor refused by name, miscounted, or a valid kernel that was found faulty.
    [[nodiscard]] bool isFault() const;
};

struct LanguageCheckOptions {
    std::uint64_t seed = 1, count = 0;
    int jobs = 1;
    const std::atomic<bool>* cancel = nullptr; ///< set: rows that were not done by then stay empty
    std::optional<std::chrono::duration<double>> timeLimit{};
    std::function<void(const batch::BatchProgress&)> onProgress{}; ///< on any thread, on one at a time
};

/// A row a kernel, in order.
[[nodiscard]] std::vector<LanguageRow> checkLanguage(const HardwareSpec& spec,
                                                     const LanguageCheckOptions& options);

/// One of them; `cancellation` may be null.
[[nodiscard]] LanguageRow checkLanguageKernel(std::uint64_t seed, std::uint64_t index, const HardwareSpec& spec,
                                              const Cancellation* cancellation = nullptr);

struct LanguageStatistics {
    std::size_t kernels = 0, answered = 0, faults = 0;
    std::map<std::string, std::size_t> refusals; ///< by code
    std::map<std::string, std::size_t> features;
    std::uint64_t marks = 0, exactMarks = 0;
    std::size_t timed = 0;            ///< kernels whose seconds are known
    double within1s = 0, longest = 0; ///< of those: share; seconds
};
[[nodiscard]] LanguageStatistics languageStatistics(const std::vector<LanguageRow>& rows);

} // namespace warpstring::validation
