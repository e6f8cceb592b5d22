// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/language_validation.h"

#include <algorithm>
#include <iostream>
#include <sstream>

#include "app/common/exit_code.h"
#include "app/common/interruption.h"
#include "app/common/print_diagnostics.h"
#include "app/common/progress_line.h"
#include "app/common/terminal.h"
#include "core/random/language_kernel.h"
#include "core/text/text_format.h"
#include "study/validation/kept_kernels.h"
#include "study/validation/language_rows.h"

namespace warpstring::cli {

namespace {

Diagnostics keepRefused(const LanguageValidation& options, const std::vector<validation::LanguageRow>& rows) {
    std::vector<records::ResolvedLaunch> launches;
    for (const validation::LanguageRow& row : rows)
        if (!row.predictedUs || row.isFault())
            launches.push_back(random_kernels::languageKernel(options.check.seed, row.index).resolved);
    return validation::keepKernels(options.keep, launches, {});
}

/// The exit code of all rows.
int endOf(const LanguageValidation& options, const std::vector<validation::LanguageRow>& rows) {
    bool isWell = std::none_of(rows.begin(), rows.end(),
                               [](const validation::LanguageRow& row) { return row.isFault(); });
    if (!options.keep.empty()) {
        const Diagnostics faults = keepRefused(options, rows);
        printDiagnostics(faults);
        isWell = isWell && !hasErrors(faults);
    }
    return isWell ? exitOk : exitResultHasErrors;
}

} // namespace

std::string languageText(const std::vector<validation::LanguageRow>& rows, std::uint64_t seed,
                         const std::string& spec) {
    const validation::LanguageStatistics statistics = languageStatistics(rows);
    std::ostringstream out;
    const auto line = [&](const std::string& what, const std::string& text) {
        out << "  " << padded(what, 36) << text << "\n";
    };
    out << statistics.kernels << " kernels of seed " << seed << ", as broad as the language: " << spec << "\n";
    line("answered", std::to_string(statistics.answered));
    for (const auto& [code, count] : statistics.refusals) line("refused: " + code, std::to_string(count));
    line("at fault", std::to_string(statistics.faults));
    line("executions counted", std::to_string(statistics.marks) + " lines, " +
                                   std::to_string(statistics.exactMarks) + " as every lane tells one by one");
    if (statistics.timed > 0)
        line("within 1 s",
             formatted("%.2f %%, the longest %.2f s", 100 * statistics.within1s, statistics.longest));
    for (const validation::LanguageRow& row : rows) {
        if (!row.isFault()) continue;
        out << row.launch << "\n";
        for (const std::string& each : row.wrong) out << "  " << each << "\n";
        for (const Diagnostic& each : row.diagnostics)
            if (each.severity == Severity::Error) out << "  " << toText(each) << "\n";
    }
    return out.str();
}

int runLanguageValidation(const LanguageValidation& options, const HardwareSpec& spec) {
    const std::atomic<bool>& interrupted = catchInterruptions();
    ProgressLine line(0);
    validation::LanguageCheckOptions check = options.check;
    check.cancel = &interrupted;
    if (!options.quiet) check.onProgress = [&](const batch::BatchProgress& progress) { line.show(progress); };
    auto rows = checkLanguage(spec, check);
    line.clear();
    std::erase_if(rows, [](const validation::LanguageRow& row) { return row.launch.empty(); });
    std::cout << languageText(rows, check.seed, spec.name);
    if (interrupted) {
        printDiagnostics({{"validate.interrupted",
                           Severity::Error,
                           {},
                           "interrupted: " + std::to_string(rows.size()) + " of " +
                               std::to_string(check.count) + " kernels are simulated",
                           "ask for fewer kernels"}});
        return exitInterrupted;
    }
    return endOf(options, rows);
}

int runLanguageRows(const LanguageValidation& options, const HardwareSpec& spec, const RowFileRun& run) {
    validation::LanguageCheckOptions check = options.check;
    check.cancel = &run.interrupted;
    const auto plan = languageRowPlan(check, spec);
    if (!plan) return fail(plan.diagnostics());
    validation::LanguageRowMaker maker(check, spec);
    if (const auto exit = bringRows(*plan, maker, run)) return *exit;
    const auto rows = validation::readLanguageRows(run.options.file, *plan);
    if (!rows) return fail(rows.diagnostics());
    std::cout << languageText(*rows, check.seed, spec.name);
    return endOf(options, *rows);
}

} // namespace warpstring::cli
