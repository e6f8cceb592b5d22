// SPDX-License-Identifier: GPL-3.0-or-later
// What it costs to take the variant that the model ranks first: tune_regret SPEC FOLDER... over the families of
// variants of launch files that were measured, as CSV, and a summary of all of them on standard error.
// docs/tune.md.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <iostream>
#include <string>
#include <thread>
#include <vector>

#include "core/files/specs/hardware_spec_file.h"
#include "core/records/record_store.h"
#include "study/batch/launch_folders.h"
#include "study/comparison/comparison.h"
#include "tuning/search/regret.h"

namespace {

using namespace warpstring;

std::vector<search::MeasuredVariant> variantsOf(const records::FamilyRanking& family) {
    std::vector<search::MeasuredVariant> variants;
    for (const auto& variant : family.variants)
        variants.push_back({variant.name, variant.simulated, variant.measured});
    return variants;
}

double mean(const std::vector<search::Regret>& all, double (*of)(const search::Regret&)) {
    double sum = 0;
    for (const auto& regret : all) sum += of(regret);
    return all.empty() ? 0 : sum / static_cast<double>(all.size());
}

double greatest(const std::vector<search::Regret>& all, double (*of)(const search::Regret&)) {
    double most = 0;
    for (const auto& regret : all) most = std::max(most, of(regret));
    return most;
}

int fail(const Diagnostics& faults) {
    for (const auto& fault : faults) std::cerr << toText(fault) << "\n";
    return 1;
}

void print(const std::vector<search::Regret>& all, const char* what, double (*of)(const search::Regret&)) {
    std::fprintf(stderr, "%-28s mean %6.2f %%, worst %7.2f %%\n", what, 100 * mean(all, of),
                 100 * greatest(all, of));
}

} // namespace

int main(int argc, char** argv) {
    if (argc < 3) {
        std::cerr << "usage: tune_regret SPEC FOLDER...\n";
        return 2;
    }
    const std::vector<std::string> folders(argv + 2, argv + argc);
    auto spec = files::readHardwareSpec(argv[1]);
    if (!spec) return fail(spec.diagnostics());
    auto launches = batch::openLaunches({folders.begin(), folders.end()});
    if (!launches) return fail(launches.diagnostics());
    std::vector<records::Measurement> records;
    for (const std::string& folder : folders) {
        auto more = records::readRecords(folder);
        if (!more) return fail(more.diagnostics());
        for (auto& record : *more)
            if (record.settings.cache == records::CacheState::Warm) records.push_back(std::move(record));
    }
    comparison::ComparisonOptions options;
    options.jobs = static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
    const auto compared = comparison::compare({std::move(*launches), {*spec}, {}}, records, options);
    if (!compared) return fail(compared.diagnostics());
    std::vector<search::Regret> all;
    std::cout << "family,variants,pick,best,regret,better_of_two,random,worst,tau,runs,random_runs\n";
    for (const auto& summary : compared->summaries) {
        if (summary.quantity != records::Quantity::KernelTime) continue;
        for (const auto& family : summary.families) {
            const auto regret = search::regretOf(variantsOf(family));
            if (!regret) continue;
            std::printf("\"%s\",%zu,\"%s\",\"%s\",%.4f,%.4f,%.4f,%.4f,%.3f,%zu,%.2f\n", family.family.c_str(),
                        regret->variants, regret->pick.name.c_str(), regret->best.name.c_str(), regret->ofPick,
                        regret->ofBetterOfTwo, regret->ofRandom, regret->ofWorst, regret->tau, regret->runs,
                        regret->randomRuns);
            all.push_back(*regret);
        }
    }
    std::fflush(stdout);
    std::fprintf(stderr, "%zu families\n", all.size());
    print(all, "the model's choice", [](const search::Regret& of) { return of.ofPick; });
    print(all, "the better of its first two", [](const search::Regret& of) { return of.ofBetterOfTwo; });
    print(all, "one at random, expected", [](const search::Regret& of) { return of.ofRandom; });
    print(all, "the slowest", [](const search::Regret& of) { return of.ofWorst; });
    std::fprintf(stderr, "runs until one is as good as the best: %.2f in the model's order, %.2f at random\n",
                 mean(all, [](const search::Regret& of) { return static_cast<double>(of.runs); }),
                 mean(all, [](const search::Regret& of) { return of.randomRuns; }));
    return 0;
}
