// SPDX-License-Identifier: GPL-3.0-or-later
// Whether a launch that asks for more is ever faster: growth_check SPEC (FOLDER|FILE|RANDOM[@SEED])..., where
// RANDOM is a number of kernels grown at random. Prints those that are, the worst first, and how many were
// asked.
#include <algorithm>
#include <cstdio>
#include <iostream>
#include <map>
#include <string>
#include <vector>

#include "core/files/specs/hardware_spec_file.h"
#include "study/batch/graph_cache.h"
#include "study/batch/launch_folders.h"
#include "study/validation/growth_properties.h"

namespace {

using namespace warpstring;
using validation::GrowthFinding;

struct Checked {
    std::vector<GrowthFinding> findings;
    std::size_t launches = 0, refused = 0;

    void add(const std::optional<std::vector<GrowthFinding>>& found) {
        ++launches;
        if (!found) ++refused;
        if (found) findings.insert(findings.end(), found->begin(), found->end());
    }
};

/// "300" or "300@7": kernels, and of which seed.
bool checkRandom(const std::string& subject, const HardwareSpec& spec, Checked& checked) {
    if (subject.find_first_not_of("0123456789@") != std::string::npos) return false;
    const auto at = subject.find('@');
    const std::uint64_t seed = at == std::string::npos ? 1 : std::stoull(subject.substr(at + 1));
    const std::uint64_t count = std::stoull(subject.substr(0, at));
    for (std::uint64_t index = 0; index < count; ++index)
        checked.add(validation::growthFindingsOfRandom(seed, index, 0, spec));
    return true;
}

bool checkFiles(const std::string& subject, const HardwareSpec& spec, Checked& checked) {
    auto sweeps = batch::openLaunches({subject});
    if (!sweeps) {
        std::cerr << toText(sweeps.diagnostics().front()) << "\n";
        return false;
    }
    batch::GraphCache graphs(16);
    for (auto& sweep : *sweeps)
        for (std::uint64_t index = 0; index < sweep.count(); ++index) {
            const auto launch = sweep.at(index);
            if (!launch) continue;
            const auto graph = graphs.graphFor(*launch, spec.device.addressBits, false);
            checked.add(graph->ok() ? validation::growthFindings(**graph, *launch, spec) : std::nullopt);
        }
    return true;
}

void report(Checked& checked) {
    auto& findings = checked.findings;
    std::sort(findings.begin(), findings.end(), [](const GrowthFinding& a, const GrowthFinding& b) {
        return a.afterUs * b.beforeUs < b.afterUs * a.beforeUs;
    });
    struct Count {
        std::size_t asked = 0, faster = 0, exact = 0;
    };
    std::map<validation::Growth, Count> counts;
    for (const GrowthFinding& finding : findings) {
        Count& count = counts[finding.growth];
        ++count.asked;
        if (!finding.isViolation()) continue;
        ++count.faster;
        if (finding.isExact) ++count.exact;
        std::printf("%-11s %s  %s: %.3f -> %.3f us (%+.2f %%), %s -> %s%s\n",
                    std::string(wordOf(finding.growth)).c_str(), finding.launch.c_str(), finding.what.c_str(),
                    finding.beforeUs, finding.afterUs, 100 * (finding.afterUs / finding.beforeUs - 1),
                    finding.boundBefore.c_str(), finding.boundAfter.c_str(),
                    finding.isExact ? "" : ", sampled or bounded");
    }
    std::printf("%zu launches, %zu of them refused\n", checked.launches, checked.refused);
    for (const auto& [growth, count] : counts)
        std::printf("%s: %zu asked, %zu faster by more than 0.1 %%, of which nothing was sampled in %zu\n",
                    std::string(wordOf(growth)).c_str(), count.asked, count.faster, count.exact);
}

} // namespace

int main(int argc, char** argv) {
    if (argc < 3) return 2;
    const auto spec = warpstring::files::readHardwareSpec(std::string(WARPSTRING_SOURCE_DIR) + "/hwspecs/" +
                                                          argv[1] + ".toml");
    if (!spec) return 3;
    Checked checked;
    for (int i = 2; i < argc; ++i)
        if (!checkRandom(argv[i], *spec, checked) && !checkFiles(argv[i], *spec, checked)) return 3;
    report(checked);
    return std::any_of(checked.findings.begin(), checked.findings.end(),
                       [](const GrowthFinding& finding) { return finding.isViolation(); })
               ? 1
               : 0;
}
