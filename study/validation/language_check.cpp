// SPDX-License-Identifier: GPL-3.0-or-later
#include "study/validation/language_check.h"

#include <algorithm>
#include <cmath>
#include <mutex>
#include <thread>

#include "core/random/language_kernel.h"
#include "core/text/text_format.h"
#include "pdg/frontend/build_pdg.h"
#include "stringmodel/simulation.h"

namespace warpstring::validation {

namespace {

double secondsNow() {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

/// By warps, of the launch, of a line's stores.
struct LineExecutions {
    evaluation::Bounded all; ///< of all copies that the compiler made of it
    double largest = 0;      ///< of the one that is executed most often, at least
};

LineExecutions executionsOf(const Pdg& pdg, const evaluation::Evaluation& evaluation, int line) {
    LineExecutions sum;
    for (const Statement& statement : pdg.statements) {
        if (statement.access == none || statement.place.at.line != line) continue;
        if (pdg.accesses[statement.access].kind != AccessKind::Store) continue;
        const evaluation::Bounded& executions = evaluation.regions[statement.region].executions;
        sum.all.lower += executions.lower * evaluation.warps;
        sum.all.value += executions.value * evaluation.warps;
        sum.all.upper += executions.upper * evaluation.warps;
        sum.largest = std::max(sum.largest, executions.lower * evaluation.warps);
    }
    return sum;
}

/// Whether only some of the work-groups were evaluated: the rest may do something else.
bool isSampled(const evaluation::Evaluation& evaluation) {
    return std::any_of(evaluation.assumptions.begin(), evaluation.assumptions.end(),
                       [](const std::string& text) { return text.find(" work-groups") != std::string::npos; });
}

void compareMarks(const random_kernels::LanguageKernel& kernel, const Pdg& pdg,
                  const evaluation::Evaluation& evaluation, LanguageRow& row) {
    if (isSampled(evaluation)) return;
    for (const random_kernels::Mark& mark : kernel.marks) {
        const auto [counted, largest] = executionsOf(pdg, evaluation, mark.line);
        const double rounding = 1e-6 * std::max(1.0, mark.executions);
        ++row.marks;
        if (counted.isExact() && std::abs(counted.value - mark.executions) <= rounding) ++row.exactMarks;
        // A warp whose lanes take different copies executes each of them.
        if (mark.executions >= largest - rounding && mark.executions <= counted.upper + rounding) continue;
        row.wrong.push_back(formatted("line %d: executed %g times, simulated %g to %g", mark.line,
                                      mark.executions, counted.lower, counted.upper));
    }
}

/// The code of the first error: warnings come before it.
std::string refusalOf(const LanguageRow& row) {
    const auto error = std::find_if(row.diagnostics.begin(), row.diagnostics.end(),
                                    [](const Diagnostic& each) { return each.severity == Severity::Error; });
    return error == row.diagnostics.end() ? "" : error->code;
}

} // namespace

bool LanguageRow::isFault() const {
    if (!wrong.empty()) return true;
    if (predictedUs) return hasErrors(diagnostics) || !std::isfinite(*predictedUs) || *predictedUs <= 0;
    // Valid kernels compile.
    const auto isOurs = [](const Diagnostic& diagnostic) {
        return diagnostic.severity == Severity::Error &&
               (diagnostic.code.empty() || diagnostic.code == "frontend.compile");
    };
    return !hasErrors(diagnostics) || std::any_of(diagnostics.begin(), diagnostics.end(), isOurs);
}

LanguageRow checkLanguageKernel(std::uint64_t seed, std::uint64_t index, const HardwareSpec& spec,
                                const Cancellation* cancellation) {
    const random_kernels::LanguageKernel kernel = random_kernels::languageKernel(seed, index);
    const Launch& launch = kernel.resolved.launch;
    LanguageRow row;
    row.index = index;
    row.launch = launch.name;
    row.features.assign(kernel.features.begin(), kernel.features.end());
    const double begin = secondsNow();
    const auto graph = frontend::buildPdg({launch.source.string(), kernel.resolved.sourceText}, launch.kernel,
                                          {launch.options, spec.device.addressBits, false, cancellation});
    if (!graph) {
        row.diagnostics = graph.diagnostics();
        row.seconds = secondsNow() - begin;
        return row;
    }
    SimulationOptions options;
    options.cancellation = cancellation;
    const auto simulation = simulate(*graph, launch, spec, options);
    row.seconds = secondsNow() - begin;
    if (!simulation) {
        row.diagnostics = simulation.diagnostics();
        return row;
    }
    row.predictedUs = simulation->kernelTimeUs();
    row.diagnostics = simulation->diagnostics;
    compareMarks(kernel, *graph, simulation->evaluation, row);
    return row;
}

std::vector<LanguageRow> checkLanguage(const HardwareSpec& spec, const LanguageCheckOptions& options) {
    std::vector<LanguageRow> rows(options.count);
    std::atomic<std::uint64_t> next{0};
    std::mutex mutex;
    batch::BatchProgress progress;
    progress.total = options.count;
    const auto work = [&] {
        for (std::uint64_t index = next++; index < options.count; index = next++) {
            if (options.cancel != nullptr && *options.cancel) return;
            const Cancellation cancellation(options.cancel, options.timeLimit);
            LanguageRow row = checkLanguageKernel(options.seed, index, spec, &cancellation);
            if (cancellation.reason() == StopReason::Interrupted) return;
            rows[index] = std::move(row);
            const std::lock_guard lock(mutex);
            ++progress.written;
            if (!rows[index].predictedUs) ++progress.errors;
            if (options.onProgress) options.onProgress(progress);
        }
    };
    std::vector<std::thread> threads;
    for (int job = 1; job < options.jobs; ++job) threads.emplace_back(work);
    work();
    for (std::thread& thread : threads) thread.join();
    return rows;
}

LanguageStatistics languageStatistics(const std::vector<LanguageRow>& rows) {
    LanguageStatistics statistics;
    statistics.kernels = rows.size();
    for (const LanguageRow& row : rows) {
        if (row.predictedUs) ++statistics.answered;
        if (!row.predictedUs && !row.diagnostics.empty()) ++statistics.refusals[refusalOf(row)];
        if (row.isFault()) ++statistics.faults;
        for (const std::string& feature : row.features) ++statistics.features[feature];
        statistics.marks += static_cast<std::uint64_t>(row.marks);
        statistics.exactMarks += static_cast<std::uint64_t>(row.exactMarks);
        if (!row.seconds) continue;
        ++statistics.timed;
        if (*row.seconds <= 1) ++statistics.within1s;
        statistics.longest = std::max(statistics.longest, *row.seconds);
    }
    if (statistics.timed > 0) statistics.within1s /= static_cast<double>(statistics.timed);
    return statistics;
}

} // namespace warpstring::validation
