// SPDX-License-Identifier: GPL-3.0-or-later
#include "study/validation/random_measurements.h"

#include <fstream>
#include <map>

#include "core/random/random_launch.h"
#include "core/records/launch_data.h"
#include "core/records/record_store.h"
#include "core/text/json.h"
#include "core/text/text_format.h"

namespace warpstring::validation {

using records::MeasurementStatus;

namespace {

constexpr const char* schemaId = "warpstring.random-measurements/1";

/// The value of a macro among build options; nothing when it is not there.
std::optional<std::uint64_t> macro(const std::string& options, const std::string& name) {
    const std::string start = "-D" + name + "=";
    const auto at = options.find(start);
    if (at == std::string::npos) return std::nullopt;
    return std::strtoull(options.c_str() + at + start.size(), nullptr, 10);
}

Diagnostic syntax(const std::filesystem::path& path, int line, std::string message) {
    return {"record.syntax",
            Severity::Error,
            {path.string(), line, 0},
            std::move(message),
            "measure again, or name the file that 'warpstring validate --compact' wrote"};
}

Result<RandomMeasurements> readCompact(const std::filesystem::path& path, std::ifstream& in,
                                       const Json& header) {
    RandomMeasurements all{header["device"].text(), header["driver"].text(), header["taken_at"].text(), {}};
    int number = 1;
    for (std::string line; std::getline(in, line);) {
        ++number;
        if (line.empty()) continue;
        const auto json = parseJson(line, path.string());
        if (!json) return syntax(path, number, json.diagnostics().front().message);
        RandomMeasurement kernel;
        kernel.seed = (*json)["seed"].size();
        kernel.index = (*json)["index"].size();
        kernel.fingerprint = (*json)["fingerprint"].text();
        kernel.medianUs = (*json)["median_us"].number();
        kernel.spread = (*json)["spread"].number();
        kernel.status = (*json)["status"].text();
        if (kernel.fingerprint.empty() || kernel.status.empty())
            return syntax(path, number, "a kernel's fingerprint or status is missing");
        all.kernels.push_back(std::move(kernel));
    }
    return all;
}

} // namespace

RandomMeasurements measurementsOf(const std::vector<records::Measurement>& records, const std::string& device) {
    RandomMeasurements all;
    for (const records::Measurement& record : records) {
        const auto seed = macro(record.launch.options, "RANDOM_SEED");
        const auto index = macro(record.launch.options, "RANDOM_INDEX");
        if (!seed || !index || lowered(record.device.name).find(lowered(device)) == std::string::npos) continue;
        if (all.kernels.empty()) {
            all.device = record.device.name;
            all.driver = record.device.driver;
            all.takenAt = record.takenAt;
        }
        if (record.device.name != all.device) continue;
        RandomMeasurement kernel{*seed, *index, record.fingerprint, 0, 0, std::string(name(record.status))};
        if (record.status != MeasurementStatus::Failed) {
            kernel.medianUs = record.kernel.statistics.median * 1e-3;
            kernel.spread = relativeSpread(record.kernel);
        }
        all.kernels.push_back(std::move(kernel));
    }
    return all;
}

std::string compactText(const RandomMeasurements& measurements) {
    Json header;
    header.set("schema", schemaId);
    header.set("device", measurements.device);
    header.set("driver", measurements.driver);
    header.set("taken_at", measurements.takenAt);
    std::string text = header.compact() + '\n';
    for (const RandomMeasurement& kernel : measurements.kernels) {
        Json line;
        line.set("seed", kernel.seed);
        line.set("index", kernel.index);
        line.set("fingerprint", kernel.fingerprint);
        line.set("median_us", std::strtod(formatted("%.6g", kernel.medianUs).c_str(), nullptr));
        line.set("spread", std::strtod(formatted("%.3g", kernel.spread).c_str(), nullptr));
        line.set("status", kernel.status);
        text += line.compact() + '\n';
    }
    return text;
}

Result<RandomMeasurements> readRandomMeasurements(const std::filesystem::path& path,
                                                  const std::string& device) {
    if (std::ifstream in(path); in) {
        std::string first;
        std::getline(in, first);
        if (const auto header = parseJson(first, path.string());
            header && (*header)["schema"].text() == schemaId)
            return readCompact(path, in, *header);
    }
    const auto records = records::readRecords(path);
    if (!records) return records.diagnostics();
    auto all = measurementsOf(*records, device);
    if (all.kernels.empty())
        return Diagnostic{"compare.no-records",
                          Severity::Error,
                          {path.string(), 0, 0},
                          "there is no measurement of a grown kernel",
                          "measure a plan of 'warpstring validate --plan'"};
    return all;
}

std::size_t addMeasurements(std::vector<ValidationRow>& rows, const RandomMeasurements& measurements) {
    std::map<std::string, ValidationRow*> byFingerprint;
    for (ValidationRow& row : rows) byFingerprint[row.fingerprint] = &row;
    std::size_t strangers = 0;
    for (const RandomMeasurement& kernel : measurements.kernels) {
        const auto found = byFingerprint.find(kernel.fingerprint);
        if (found == byFingerprint.end()) {
            ++strangers;
            continue;
        }
        ValidationRow& row = *found->second;
        row.status = kernel.status;
        row.spread = kernel.spread;
        row.measuredUs.reset();
        if (kernel.status == name(MeasurementStatus::Ok)) row.measuredUs = kernel.medianUs;
    }
    return strangers;
}

records::Measurement recordOf(const RandomMeasurement& kernel, const RandomMeasurements& of) {
    records::Measurement record;
    record.status = kernel.status == name(MeasurementStatus::Ok)            ? MeasurementStatus::Ok
                    : kernel.status == name(MeasurementStatus::WrongOutput) ? MeasurementStatus::WrongOutput
                                                                            : MeasurementStatus::Failed;
    record.launch.name = random_kernels::nameOf(kernel.seed, kernel.index);
    record.fingerprint = kernel.fingerprint;
    record.device.name = of.device;
    record.device.driver = of.driver;
    record.takenAt = of.takenAt;
    record.settings.warpLatency = false;
    if (record.status != MeasurementStatus::Failed) record.kernel.ns = {kernel.medianUs * 1e3};
    record.kernel.statistics = records::statisticsOf(record.kernel.ns);
    return record;
}

} // namespace warpstring::validation
