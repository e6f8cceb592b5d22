// SPDX-License-Identifier: GPL-3.0-or-later
#include "tuning/search/measured_variants.h"

#include <algorithm>
#include <fstream>

#include "core/records/sample_statistics.h"
#include "core/text/text_format.h"
#include "study/batch/resolved_launches.h"
#include "study/comparison/own_device.h"
#include "tuning/search/winner_files.h"

namespace warpstring::search {

namespace {

using records::Measurement;
using records::MeasurementStatus;

constexpr double usOfNs = 1e-3;

bool isOf(const Measurement& record, const HardwareSpec& spec, const std::string& device) {
    if (record.settings.cache != records::CacheState::Warm) return false;
    if (device.empty()) return comparison::isOwnDevice(spec, record.device.name);
    return lowered(record.device.name).find(lowered(device)) != std::string::npos;
}

std::string fingerprintOf(const Variant& variant) {
    return fingerprint(records::ResolvedLaunch{variant.launch, (*variant.texts)->source, nullptr});
}

bool writeFile(const std::filesystem::path& path, const std::string& text) {
    return static_cast<bool>((std::ofstream(path, std::ios::binary) << text).flush());
}

Result<records::ResolvedLaunch> resolved(const std::filesystem::path& path, const std::string& options) {
    auto launches = batch::resolveLaunches(std::vector<std::filesystem::path>{path}, options);
    if (!launches) return launches.diagnostics();
    return std::move(launches->front());
}

} // namespace

records::Measurement recordOf(const Variant& variant, const std::string& device, std::vector<double> ns) {
    Measurement record;
    record.launch = variant.launch;
    record.fingerprint = fingerprintOf(variant);
    record.device.name = device;
    record.status = MeasurementStatus::Ok;
    record.kernel.ns = std::move(ns);
    if (!record.kernel.ns.empty()) record.kernel.statistics = records::statisticsOf(record.kernel.ns, {});
    return record;
}

MeasuredSearch measuredOf(const DeviceSearch& found, VariantTextCache& texts,
                          const std::vector<Measurement>& records, const std::string& device) {
    std::map<std::string, const Measurement*> known;
    for (const Measurement& record : records)
        if (isOf(record, found.spec, device)) known[record.fingerprint] = &record;
    MeasuredSearch measured;
    VariantMaker maker(texts);
    if (const auto start = maker.start())
        if (const auto record = known.find(fingerprintOf(*start));
            record != known.end() && record->second->status == MeasurementStatus::Ok)
            measured.startUs = record->second->kernel.statistics.median * usOfNs;
    double slowest = 0;
    for (const FoundVariant& variant : found.variants)
        if (variant.figures.outcome == Outcome::Ranked) slowest = std::max(slowest, variant.figures.timeUs);
    for (const FoundVariant& variant : found.variants) {
        const auto made = maker.make(variant.id);
        if (!made) continue; // no launch, and nothing to measure
        const auto record = known.find(fingerprintOf(*made));
        if (record == known.end()) {
            ++measured.withoutRecord;
            continue;
        }
        measured.device = record->second->device.name;
        measured.wrong += record->second->status == MeasurementStatus::WrongOutput ? 1 : 0;
        measured.failed += record->second->status == MeasurementStatus::Failed ? 1 : 0;
        const double time = record->second->kernel.statistics.median * usOfNs;
        if (record->second->status != MeasurementStatus::Ok || time <= 0) continue;
        MeasuredVariant one{texts.space().nameOf(variant.id), std::nullopt, time};
        if (variant.figures.outcome == Outcome::Ranked) one.predicted = variant.figures.timeUs;
        if (variant.figures.outcome == Outcome::Dominated)
            one.predicted = std::max(slowest * (1 + 1e-9), variant.figures.closedFormUs);
        measured.byId[variant.id] = time;
        measured.variants.push_back(std::move(one));
    }
    return measured;
}

Result<std::vector<records::ResolvedLaunch>> measurable(VariantTextCache& texts, const DeviceAnswer& answer,
                                                        const std::filesystem::path& folder) {
    std::vector<records::ResolvedLaunch> launches;
    const auto add = [&](Result<VariantFiles> files, const std::string& name) -> Diagnostics {
        if (!files) return files.diagnostics();
        if (!writeFile(files->launchFile, files->launch) ||
            (!files->sourceFile.empty() && !writeFile(files->sourceFile, files->source)))
            return {unwritable("variant", files->launchFile.string())};
        auto launch = resolved(files->launchFile, texts.addedOptions());
        if (!launch) return launch.diagnostics();
        launch->launch.name = name;
        launches.push_back(std::move(*launch));
        return {};
    };
    if (auto faults = add(startFiles(texts, "start", folder), "start"); !faults.empty()) return faults;
    for (const TopVariant& top : answer.top) {
        // Fingerprints are of the build options, and records are found by them.
        auto files =
            variantFiles(texts, top.id, "variant" + std::to_string(launches.size()), folder, Includes::Left);
        if (auto faults = add(std::move(files), top.name); !faults.empty()) return faults;
    }
    // What the file itself says of outputs is said of the start; the others must agree with that.
    auto expected = std::make_shared<records::ResolvedLaunch>(launches.front());
    expected->reference = nullptr;
    expected->launch.reference.reset();
    for (std::size_t i = 1; i < launches.size(); ++i) {
        OutputReference reference;
        reference.launch = std::make_shared<const Launch>(expected->launch);
        if (const auto& own = launches[i].launch.reference) reference.tolerance = own->tolerance;
        launches[i].launch.reference = std::move(reference);
        launches[i].reference = expected;
    }
    return launches;
}

std::string curveCsv(const MeasuredSearch& measured, const SearchSpace& space, std::uint64_t seeds) {
    std::vector<double> times;
    times.reserve(measured.variants.size());
    for (const MeasuredVariant& variant : measured.variants) times.push_back(variant.measured);
    const auto model = bestSoFar(inModelOrder(measured.variants));
    const auto random = expectedBestSoFar(times);
    std::vector<double> annealing;
    if (measured.withoutRecord == 0 && !times.empty())
        annealing = annealedBestSoFar(
            space,
            [&](VariantId id) -> std::optional<double> {
                const auto found = measured.byId.find(id);
                return found == measured.byId.end() ? std::nullopt : std::optional(found->second);
            },
            times.size(), seeds);
    std::string text = "runs,model,random,annealing\n";
    for (std::size_t run = 0; run < times.size(); ++run) {
        text += std::to_string(run + 1) + formatted(",%.6g,%.6g,", model[run], random[run]);
        if (run < annealing.size() && annealing[run] < 1e300) text += formatted("%.6g", annealing[run]);
        text += "\n";
    }
    return text;
}

} // namespace warpstring::search
