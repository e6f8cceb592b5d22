// SPDX-License-Identifier: GPL-3.0-or-later
// What advice says that a cause costs, beside the same kernel without it, measured: advice_pairs SPEC PAIRS.csv
// TIMES.csv. Prints a table for docs/advice.md and how many gains are right. docs/advice.md says how.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <iostream>
#include <map>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

#include "core/files/specs/hardware_spec_file.h"
#include "core/records/record_store.h"
#include "study/batch/graph_cache.h"
#include "study/batch/launch_folders.h"
#include "tuning/advice/find_causes.h"
#include "tuning/advice/variation.h"

namespace {

using namespace warpstring;

/// From which change on the sign must be right, and how far gains may be off, of the time before.
constexpr double leastChange = 0.05, mostOff = 0.10;

std::vector<std::vector<std::string>> readCsv(const std::string& path) {
    std::ifstream in(path);
    std::vector<std::vector<std::string>> rows;
    for (std::string line; std::getline(in, line);) {
        if (line.empty() || line[0] == '#') continue;
        std::istringstream cells(line);
        auto& row = rows.emplace_back();
        for (std::string cell; std::getline(cells, cell, ',');) row.push_back(cell);
    }
    if (!rows.empty()) rows.erase(rows.begin()); // the names of the columns
    return rows;
}

std::string withoutCommas(std::string name) {
    std::replace(name.begin(), name.end(), ',', ' ');
    return name;
}

struct Simulated {
    batch::GraphCache::Graph graph;
    Launch launch;
    Simulation simulation;
};

struct Tally {
    int pairs = 0, changes = 0, rightSigns = 0, near = 0;
};

class Pairs {
public:
    explicit Pairs(const HardwareSpec& spec) : spec_(spec) {}

    void readTimes(const std::string& path) {
        for (const auto& row : readCsv(path)) times_[row.at(0)] = std::stod(row.at(1));
    }

    /// Of the spec's own device, with warm caches.
    void readRecords(const std::string& folder) {
        const auto records = records::readRecords(folder);
        if (!records) return;
        for (const auto& record : *records)
            if (record.status == records::MeasurementStatus::Ok &&
                record.device.name == spec_.device.openclName &&
                record.settings.cache == records::CacheState::Warm)
                times_[withoutCommas(record.launch.name)] = record.kernel.statistics.median / 1e3;
    }

    void compare(const std::string& cause, const std::string& before, const std::string& after) {
        auto first = launchesOf(before), second = launchesOf(after);
        if (before == after) {
            std::erase_if(first, [](const Launch& launch) { return !hasCause(launch); });
            std::erase_if(second, hasCause);
        }
        for (std::size_t i = 0; i < std::min(first.size(), second.size()); ++i)
            comparePair(cause, first[i], second[i]);
    }

    void print() const {
        std::cout << "\n";
        for (const auto& [what, tally] : tallies_)
            std::printf(
                "%s: %d pairs; of %d that change by more than 5 %% %d have the right sign; %d of %d gains are "
                "within 10 points (%.0f %%)\n",
                what.c_str(), tally.pairs, tally.changes, tally.rightSigns, tally.near, tally.pairs,
                100.0 * tally.near / std::max(1, tally.pairs));
    }

private:
    static bool hasCause(const Launch& launch) {
        return std::any_of(launch.swept.begin(), launch.swept.end(),
                           [](const auto& swept) { return swept.name == "CAUSE" && swept.text == "1"; });
    }

    static std::vector<Launch> launchesOf(const std::string& path) {
        std::vector<Launch> launches;
        auto sweeps = batch::openLaunches({path});
        if (!sweeps) {
            std::cerr << toText(sweeps.diagnostics().front()) << "\n";
            return launches;
        }
        for (std::uint64_t i = 0; i < sweeps->front().count(); ++i)
            if (auto launch = sweeps->front().at(i)) launches.push_back(std::move(*launch));
        return launches;
    }

    std::optional<Simulated> simulated(const Launch& launch) {
        const auto graph = graphs_.graphFor(launch, spec_.device.addressBits, false);
        if (!graph->ok()) return std::nullopt;
        auto simulation = simulate(**graph, launch, spec_);
        if (!simulation) return std::nullopt;
        return Simulated{graph, launch, std::move(*simulation)};
    }

    /// Nothing where the launch shows no sign of the cause: its gain is 0.
    std::optional<double> timeWithout(const Simulated& before, const std::string& word) {
        const advice::Situation situation{**before.graph, before.launch, spec_, before.simulation};
        std::vector<advice::Cause> causes;
        for (auto& cause : findCauses(situation))
            if (traits(cause.kind).word == word) causes.push_back(std::move(cause));
        if (causes.empty()) return std::nullopt;
        return counterfactualTimeUs(**before.graph, before.launch, before.simulation,
                                    without(situation, causes), {});
    }

    void comparePair(const std::string& cause, const Launch& first, const Launch& second) {
        const auto measuredBefore = times_.find(withoutCommas(first.name));
        const auto measuredAfter = times_.find(withoutCommas(second.name));
        if (measuredBefore == times_.end() || measuredAfter == times_.end()) {
            std::cerr << first.name << " or " << second.name << " is not measured\n";
            return;
        }
        const auto before = simulated(first), after = simulated(second);
        if (!before || !after) return;
        const double timeUs = before->simulation.kernelTimeUs(), afterUs = after->simulation.kernelTimeUs();
        const bool isVariant = cause == "variant";
        const double withoutUs = isVariant ? afterUs : timeWithout(*before, cause).value_or(timeUs);
        const double measured = 1 - measuredAfter->second / measuredBefore->second;
        const double gain = 1 - withoutUs / timeUs;
        const bool isChange = std::abs(measured) > leastChange;
        const bool isRight = measured > 0 ? gain > 0 : gain <= 0;
        const bool isNear = std::abs(gain - measured) <= mostOff;
        for (const auto* what : {isVariant ? "variants" : "causes", "all"}) {
            Tally& tally = tallies_[what];
            ++tally.pairs;
            tally.changes += isChange ? 1 : 0;
            tally.rightSigns += isChange && isRight ? 1 : 0;
            tally.near += isNear ? 1 : 0;
        }
        std::printf("| %s | %s | %.4g | %.4g | %.1f | %.1f | %.1f | %s |\n", cause.c_str(),
                    withoutCommas(first.name).c_str(), measuredBefore->second, measuredAfter->second,
                    100 * measured, 100 * gain, 100 * (1 - afterUs / timeUs),
                    isChange && !isRight ? " sign"
                    : isNear             ? ""
                                         : " off");
    }

    const HardwareSpec& spec_;
    batch::GraphCache graphs_{16};
    std::map<std::string, double> times_; ///< us, by name
    std::map<std::string, Tally> tallies_;
};

} // namespace

int main(int argc, char** argv) {
    if (argc != 4) {
        std::cerr << "usage: advice_pairs SPEC PAIRS.csv TIMES.csv, in the source tree\n";
        return 2;
    }
    const auto spec =
        files::readHardwareSpec(std::string(WARPSTRING_SOURCE_DIR "/hwspecs/") + argv[1] + ".toml");
    if (!spec) {
        std::cerr << toText(spec.diagnostics().front()) << "\n";
        return 3;
    }
    Pairs pairs(*spec);
    pairs.readRecords("samples");
    pairs.readTimes(argv[3]);
    std::cout << "| cause | launch | before, us | after, us | gain, % | told, % | simulated after, % | |\n"
                 "|---|---|---|---|---|---|---|---|\n";
    for (const auto& row : readCsv(argv[2])) pairs.compare(row.at(0), row.at(1), row.at(2));
    pairs.print();
    return 0;
}
