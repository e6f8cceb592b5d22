// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/tune_measuring.h"

#include <unistd.h>

#include <iostream>
#include <set>

#include "app/common/print_diagnostics.h"
#include "app/common/terminal.h"
#include "core/files/toml/toml_reader.h"
#include "core/measure/client/session.h"
#include "core/measure/client/session_text.h"
#include "core/records/record_store.h"
#include "tuning/search/times_table.h"
#include "tuning/search/tuner_files.h"

namespace warpstring::cli {

namespace {

/// A folder of this process that goes with it.
class Scratch {
public:
    Scratch()
        : path_(std::filesystem::temp_directory_path() / ("warpstring-tune-" + std::to_string(::getpid()))) {
        std::error_code ignored;
        std::filesystem::create_directories(path_, ignored);
    }
    ~Scratch() {
        std::error_code ignored;
        std::filesystem::remove_all(path_, ignored);
    }
    Scratch(const Scratch&) = delete;
    Scratch& operator=(const Scratch&) = delete;
    [[nodiscard]] const std::filesystem::path& path() const { return path_; }

private:
    std::filesystem::path path_;
};

/// Of a cache of Kernel Tuner or a table of times.
Result<std::vector<records::Measurement>> recordsIn(const std::string& text, const std::string& file,
                                                    search::VariantTextCache& texts) {
    if (search::isTimesTable(text)) return search::recordsOfTimes(text, file, texts);
    const auto cache = search::readKernelTunerCache(text, file);
    if (!cache) return cache.diagnostics();
    return search::recordsOf(*cache, texts);
}

} // namespace

Result<std::vector<records::Measurement>> TuneMeasuring::measured() const {
    const Scratch scratch;
    std::vector<records::ResolvedLaunch> launches;
    std::set<std::string> known;
    for (const auto& answer : answers) {
        auto more = search::measurable(texts, answer, scratch.path());
        if (!more) return more.diagnostics();
        for (auto& launch : *more)
            if (known.insert(fingerprint(launch)).second) launches.push_back(std::move(launch));
    }
    const auto program = measure::findWorker();
    if (!program) return program.diagnostics();
    const std::filesystem::path path =
        options.records.empty() ? scratch.path() / "records.jsonl" : std::filesystem::path(options.records);
    auto store = records::RecordStore::open(path);
    if (!store) return store.diagnostics();
    measure::WorkerProcess worker(*program);
    worker.cancelOn(&interrupted);
    records::MeasureSettings settings;
    settings.warpLatency = false;
    settings.transferRuns = 0;
    const auto report = [&](const measure::SessionProgress& progress) {
        if (!options.quiet && (progress.record != nullptr || progress.resumed))
            std::cerr << paint(measure::lineOf(progress), Colour::Dim, wantsColour(2)) << "\n";
        if (progress.record != nullptr) printDiagnostics(progress.record->diagnostics);
    };
    const auto summary = measureAll(launches, options.device, settings, true, *store, worker, report);
    if (!summary) return summary.diagnostics();
    printDiagnostics(summary->diagnostics);
    return records::readRecords(path);
}

Result<std::vector<records::Measurement>> TuneMeasuring::ofCache() const {
    const auto text = files::readTextFile(options.cache, "tune");
    if (!text) return text.diagnostics();
    auto made = recordsIn(*text, options.cache, texts);
    if (!made || options.records.empty()) return made;
    auto store = records::RecordStore::open(options.records);
    if (!store) return store.diagnostics();
    for (const auto& record : *made)
        if (const auto faults = store->add(record); !faults.empty()) return faults;
    return made;
}

Result<std::vector<search::MeasuredSearch>> TuneMeasuring::run() const {
    const auto records = options.measure         ? measured()
                         : options.cache.empty() ? records::readRecords(options.records)
                                                 : ofCache();
    if (!records) return records.diagnostics();
    // What was just measured or handed over counts, whichever device it ran on.
    std::string device = options.device;
    if ((options.measure || (!options.cache.empty() && device.empty())) && !records->empty())
        device = records->back().device.name;
    std::vector<search::MeasuredSearch> all;
    all.reserve(result.devices.size());
    for (const auto& found : result.devices) all.push_back(search::measuredOf(found, texts, *records, device));
    return all;
}

} // namespace warpstring::cli
