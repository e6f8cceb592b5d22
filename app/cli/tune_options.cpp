// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/tune_options.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <thread>

#include "app/common/simulation_choice.h"
#include "core/text/text_format.h"

namespace warpstring::cli {

std::optional<double> secondsOf(const std::string& text) {
    double value = 0;
    const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    const std::string unit(stop, text.data() + text.size());
    if (error != std::errc() || !std::isfinite(value) || value <= 0) return std::nullopt;
    if (unit.empty() || unit == "s") return value;
    if (unit == "m" || unit == "min") return 60 * value;
    if (unit == "h") return 3600 * value;
    return std::nullopt;
}

void VariantOptions::addTo(CLI::App& command) {
    jobs = static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
    command.add_option("launch", launch, "a launch file (TOML), or a kernel (.cl)")->required();
    command
        .add_option(
            "-s,--spec", specs,
            "hardware spec, as often as wanted, each with a winner of its own: a name (see 'spec list'), a "
            "file, or all of them: 'all'; without, WARPSTRING_SPEC, the config file, this machine's GPU or "
            "nvidia-h200")
        ->allow_extra_args(false);
    command.add_option("--spec-dir", specFolder, "folder in which spec names are looked up first");
    command.add_option("-O,--options", options, "build options added to the launch's");
    command.add_option("-j,--jobs", jobs, "variants computed at once")
        ->capture_default_str()
        ->check(CLI::Range(1, 1024));
    command
        .add_option("--threshold", evaluation.threshold,
                    "evaluation steps that a condition may cost before it is bounded")
        ->capture_default_str()
        ->check(CLI::PositiveNumber);
    addModel(command, evaluation.model);
    addRegisters(command, evaluation.registers);
    choice.addTo(command);
    command.add_flag("--json", json, "print JSON");
    command.add_flag("-q,--quiet", quiet, "no progress on stderr");
}

void TuneOptions::addTo(CLI::App& command) {
    VariantOptions::addTo(command);
    command.add_option(
        "--space", space,
        "a file with [tune], a cache of Kernel Tuner or a T1 file, in place of the launch file's [tune]");
    command.add_option("--top", top, "variants to show")->capture_default_str()->check(CLI::Range(1, 1000));
    auto* budget = command.add_option_function<std::string>(
        "--budget",
        [this](const std::string& text) {
            const auto seconds = secondsOf(text);
            if (!seconds) throw CLI::ValidationError("--budget", text + " is no time like 90s, 2m or 1h");
            budgetSeconds = *seconds;
        },
        "how long to search, as a number of evaluations that takes about so long: the same answer on any "
        "machine; "
        "60s without");
    command.add_option("--evaluations", evaluations, "the same as a number of variants, for each device")
        ->check(CLI::Range(std::uint64_t{1}, std::uint64_t{1} << 32))
        ->excludes(budget);
    command.add_option("--seed", seed, "of the annealing that larger spaces are searched by")
        ->capture_default_str();
    command.add_option("--state", state,
                       "a file that keeps what was found out, for the same search to go on from");
    command.add_option("-o,--output", output,
                       "a folder for the fastest variant: its launch file, values written in");
    command.add_option("--kernel-tuner", kernelTuner,
                       "write what was found for the first device as a cache of Kernel Tuner");
    command.add_option("--tuning-results", t4, "write it as T4 results");
    command.add_option(
        "--cache", cache,
        "a cache of Kernel Tuner, or a table (CSV: a column for each name of the space, and kernel_us), whose "
        "measured times become records; with --records FILE, a .jsonl file, they are added to it for "
        "'compare'");
    command.add_flag(
        "--measure", measure,
        "run the launch as it stands and the fastest variants on a device, outputs held against each other");
    command.add_option(
        "-d,--device", device,
        "which device runs them: an index of 'warpstring devices' or a part of a name; of --records, "
        "the one whose records count");
    command.add_option(
        "--records", records,
        "measurement records to hold the ranking against; with --measure, a .jsonl file to which they "
        "are added, and whose launches are not measured again");
    command.add_option("--curve", curve,
                       "a CSV file: the best time over the number of runs, of what --records, --cache or "
                       "--measure has, in the "
                       "model's order, at random and by annealing without a model; 'chart tune' draws it");
    command.add_flag("--csv", csv, "print all variants that were looked at, as comma-separated values")
        ->excludes("--json");
    rows.addTo(command, "variants");
    command.add_flag("--resume", resume, "pass over variants that the file of rows holds")
        ->needs("--rows")
        ->excludes("--force")
        ->group("Rows");
    command.get_option("--rows")->excludes("--state");
    // A shard is no whole search.
    for (const char* other : {"--output", "--kernel-tuner", "--tuning-results", "--cache", "--measure",
                              "--device", "--records", "--curve"})
        command.get_option("--shard")->excludes(other);
}

std::string TuneOptions::settingsText() const {
    return formatted("%.17g %d ", evaluation.threshold, static_cast<int>(evaluation.model)) +
           (evaluation.registers ? toText(*evaluation.registers) : "") + " " + options;
}

} // namespace warpstring::cli
