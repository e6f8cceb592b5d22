// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/sarif_output.h"

#include <algorithm>
#include <filesystem>

#include "app/common/print_diagnostics.h"

namespace warpstring::cli {

namespace {

void tellLeftOut(std::size_t count, const char* what, const char* hint) {
    if (count > 0)
        printDiagnostics({{"sarif.left-out", Severity::Warning, {}, std::to_string(count) + what, hint}});
}

} // namespace

SarifOutput::SarifOutput() : texts_(findings::repositoryRoot(std::filesystem::current_path())) {}

std::vector<findings::Finding>& SarifOutput::of(const std::string& spec) {
    const auto known = std::find(specs_.begin(), specs_.end(), spec);
    if (known != specs_.end()) return findings_[static_cast<std::size_t>(known - specs_.begin())];
    specs_.push_back(spec);
    return findings_.emplace_back();
}

std::vector<findings::Finding> SarifOutput::all() const {
    std::vector<findings::Finding> all;
    for (const auto& some : findings_) all.insert(all.end(), some.begin(), some.end());
    return all;
}

std::string SarifOutput::text(const std::vector<findings::Rule>& rules, const std::string& category) {
    std::vector<findings::SarifRun> runs;
    for (std::size_t i = 0; i < specs_.size(); ++i) {
        runs.push_back({category, findings_[i]});
        runs.back().category += "/" + specs_[i];
    }
    const auto log = sarifLog(rules, runs, texts_, WARPSTRING_VERSION);
    tellLeftOut(log.resultsLeftOut, " findings are left out: those that cost least",
                "GitHub shows no more than 5000 of a device");
    tellLeftOut(log.runsLeftOut, " devices are left out: the last ones",
                "GitHub takes 20 devices in a file: name fewer of them, or print several files");
    return log.text;
}

} // namespace warpstring::cli
