// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <bit>
#include <cctype>
#include <cmath>

#include "calibration/calibration.h"
#include "calibration/spec_text.h"
#include "calibration/transfer_fit.h"
#include "core/files/specs/hardware_spec_file.h"
#include "core/files/specs/hardware_spec_keys.h"

namespace warpstring::calibration {

namespace {

constexpr const char* sourceKey = "CALIBRATION";
/// A cost that is off by less is left as the base has it: the residual of a loop's overhead.
constexpr double snap = 0.03;

std::string errorsOf(const Estimate& estimate) {
    std::string text;
    if (estimate.standardError > 0 && std::isfinite(estimate.standardError))
        text += "; standard error " + tomlNumber(estimate.standardError);
    if (estimate.points > 1)
        text += "; residual " + tomlNumber(std::round(estimate.residual * 1e4) / 100) + " %";
    return text;
}

std::string slug(const std::string& text) {
    std::string out;
    for (const char c : text)
        if (std::isalnum(static_cast<unsigned char>(c)) != 0)
            out += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
        else if (!out.empty() && out.back() != '-')
            out += '-';
    while (!out.empty() && out.back() == '-') out.pop_back();
    return out.empty() ? "calibrated" : out;
}

class SpecWriter {
public:
    SpecWriter(SpecText& text, const HardwareSpec& base, bool hasBase, Calibration& calibration,
               Diagnostics& warnings)
        : text_(text), base_(base), hasBase_(hasBase), calibration_(calibration), warnings_(warnings) {}

    void writeValues() {
        for (CalibratedValue& value : calibration_.values)
            if (value.estimate.identified) write(value);
    }

    /// `now` is the base with the calibrated values in it: what its pipes and issue cycles are.
    void writeCosts(const HardwareSpec& now) {
        for (const auto& [operation, cost] : calibration_.costs) {
            const auto found = base_.instructions.find(operation);
            if (found == base_.instructions.end()) continue; // the base says that it has none
            if (cost.cycles.identified || cost.latency.identified)
                writeCost(operation, cost, found->second, now);
        }
    }

private:
    void write(CalibratedValue& value) {
        const auto key = std::find_if(files::specKeys().begin(), files::specKeys().end(),
                                      [&](const files::SpecKey& known) { return known.path == value.key; });
        if (key == files::specKeys().end()) return;
        double number = value.estimate.value;
        if (key->type == files::SpecKey::Type::Integer) number = std::round(number);
        const bool isSwitch = key->type == files::SpecKey::Type::Boolean;
        if (!isSwitch && !(number >= key->least && number <= key->most)) {
            warnings_.push_back({"calibration.impossible-value",
                                 Severity::Warning,
                                 {},
                                 value.key + " would be " + tomlNumber(number) + ", which a spec does not take",
                                 "the value of the base stands; look at the probes of its family"});
            value.estimate.identified = false;
            value.note += "; impossible";
            return;
        }
        if (const auto known = base_.provenance.find(value.key);
            hasBase_ && known != base_.provenance.end() &&
            (known->second.kind == ProvenanceKind::Datasheet ||
             known->second.kind == ProvenanceKind::Collected) &&
            (key->type != files::SpecKey::Type::Number || value.key.ends_with("_bytes"))) {
            // Counts and sizes are facts that a data sheet knows better; what was seen stays in the report.
            value.note += "; the data sheet's value stands";
            value.isKept = true;
            return;
        }
        if (!isConsistent(value.key, number)) {
            value.estimate.identified = false;
            value.note += "; contradicts other values of the spec";
            return;
        }
        const std::size_t dot = value.key.find('.');
        text_.set(value.key.substr(0, dot), value.key.substr(dot + 1),
                  "{ value = " + (isSwitch ? std::string(number != 0 ? "true" : "false") : tomlNumber(number)) +
                      (key->unit.empty() ? "" : ", unit = \"" + key->unit + "\"") +
                      ", kind = \"calibrated\", source = \"" + value.source +
                      "\", note = " + tomlString(value.note + errorsOf(value.estimate)) + " }");
    }

    /// Values that bind others by the checks of a spec are taken only where they fit those.
    [[nodiscard]] bool isConsistent(const std::string& key, double number) const {
        const auto isPowerOfTwo = [&] { return std::has_single_bit(static_cast<unsigned>(number)); };
        const auto& occupancy = base_.occupancy;
        if (key == "execution.warp_size")
            return isPowerOfTwo() && static_cast<int>(number) == base_.execution.warpSize;
        if (key == "occupancy.work_items")
            return number >= occupancy.groupSize &&
                   number <= double(occupancy.warps) * base_.execution.warpSize;
        if (key == "shared_memory.banks") return isPowerOfTwo();
        if (key == "global_memory.min_transaction_bytes")
            return isPowerOfTwo() && number <= base_.globalMemory.maxTransactionBytes &&
                   base_.globalMemory.coalescing != CoalescingRule::StrictHalfWarp;
        if (key.starts_with("caches.l1_") || key.starts_with("caches.l2_")) return number > 0;
        return true;
    }

    void writeCost(OperationClass operation, const CalibratedCost& cost, const InstructionCost& old,
                   const HardwareSpec& now) {
        std::string pipes, note;
        double longest = 0, sum = 0;
        for (std::size_t i = 0; i < pipeCount; ++i)
            if (old.pipes[i] > 0 && now.pipeLanes[i] > 0) {
                longest = std::max(longest, old.pipes[i] * now.execution.warpSize / now.pipeLanes[i]);
                sum += old.pipes[i];
            }
        const double predicted = std::max(longest, old.instructions * now.execution.issueCycles);
        double factor = 1;
        if (cost.cycles.identified) {
            note = tomlNumber(cost.cycles.value) + " cycles" + errorsOf(cost.cycles);
            if (predicted > 0 && std::abs(cost.cycles.value / predicted - 1) > snap)
                factor = cost.cycles.value / predicted;
            if (factor != 1 && sum > 0) note += "; pipes scaled by " + tomlNumber(factor);
        } else {
            note = "cycles not told by the data";
        }
        if (!cost.note.empty()) note += "; " + cost.note;
        std::string entry = "{ ";
        if (sum > 0) {
            for (std::size_t i = 0; i < pipeCount; ++i)
                if (old.pipes[i] > 0)
                    pipes += (pipes.empty() ? "" : ", ") + std::string(name(static_cast<Pipe>(i))) + " = " +
                             tomlNumber(old.pipes[i] * factor);
            entry += "pipes = { " + pipes + " }";
            if (std::abs(old.instructions - sum) > 1e-9)
                entry += ", instructions = " + tomlNumber(old.instructions * factor);
        } else {
            entry += "instructions = " + tomlNumber(old.instructions) +
                     ", cycles = " + tomlNumber(cost.cycles.identified ? cost.cycles.value : old.cycles);
        }
        if (cost.latency.identified) {
            entry += ", latency = " + tomlNumber(std::round(cost.latency.value * 100) / 100);
            note += "; latency standard error " + tomlNumber(cost.latency.standardError) + ", residual " +
                    tomlNumber(std::round(cost.latency.residual * 1e4) / 100) + " %";
        } else if (old.latency > 0) {
            entry += ", latency = " + tomlNumber(old.latency);
        }
        text_.set("instructions", std::string(name(operation)),
                  entry + ", kind = \"calibrated\", source = \"" + sourceKey +
                      "\", note = " + tomlString(note) + " }");
    }

    SpecText& text_;
    const HardwareSpec& base_;
    bool hasBase_;
    Calibration& calibration_;
    Diagnostics& warnings_;
};

Result<HardwareSpec> parsed(const SpecText& text) {
    auto spec = files::parseHardwareSpec(text.text(), "calibrated.toml");
    if (spec) return spec;
    Diagnostics faults{{"calibration.bad-spec",
                        Severity::Error,
                        {},
                        "the calibrated values do not make a hardware spec",
                        "give a base that fits the device with --base; what contradicts follows"}};
    faults.insert(faults.end(), spec.diagnostics().begin(), spec.diagnostics().end());
    return faults;
}

/// Those of the device.
std::vector<records::Measurement> recordsOf(const std::string& device,
                                            const std::vector<records::Measurement>& records) {
    std::vector<records::Measurement> own;
    for (const records::Measurement& record : records)
        if (!device.empty() && record.device.name == device) own.push_back(record);
    return own;
}

Diagnostic noRecords(const std::string& baseFile, const std::string& device) {
    return {"calibration.no-records",
            Severity::Error,
            {baseFile, 0, 0},
            device.empty() ? "the base does not tell whose records to take"
                           : "none of the records is of the device " + device,
            "records are taken by the whole name that OpenCL gives the device: device.opencl_name of the base"};
}

void noteRecords(SpecText& text, const std::vector<records::Measurement>& records) {
    if (records.empty()) return;
    std::string from = records.front().takenAt, to = from;
    for (const records::Measurement& record : records)
        from = std::min(from, record.takenAt), to = std::max(to, record.takenAt);
    const records::Measurement& first = records.front();
    text.set("sources", "RECORDS",
             tomlString("transfers of " + std::to_string(records.size()) + " measured launches on " +
                        first.device.name + ", driver " + first.device.driver + ", " + from.substr(0, 10) +
                        " to " + to.substr(0, 10) + "; " + first.tool));
}

} // namespace

Result<CalibratedSpec> calibrateSpec(const records::ProbeSet& set, const std::string& baseText,
                                     const std::string& baseFile, const std::string& name,
                                     const std::vector<records::Measurement>& records) {
    const bool hasBase = !baseText.empty();
    const std::string text =
        hasBase ? baseText : defaultSpecText(set, name.empty() ? slug(set.device.name) : name);
    const auto base = files::parseHardwareSpec(text, hasBase ? baseFile : "generated.toml");
    if (!base) return base.diagnostics();

    CalibratedSpec result;
    result.warnings = set.warnings;
    const bool hasProbes = !set.probes.empty();
    if (hasProbes) result.calibration = fitProbes(set, hasBase ? &*base : nullptr);
    const std::string& device = hasProbes ? set.device.name : base->device.openclName;
    const std::vector<records::Measurement> own = recordsOf(device, records);
    if (!records.empty() && own.empty()) return noRecords(baseFile, device);
    if (!own.empty()) fitTransfers(own, result.calibration);
    if (hasBase && hasProbes &&
        set.device.computeUnits != static_cast<std::uint64_t>(base->execution.multiprocessors))
        result.warnings.push_back({"calibration.other-device",
                                   Severity::Warning,
                                   {baseFile, 0, 0},
                                   "the base has " + std::to_string(base->execution.multiprocessors) +
                                       " multiprocessors, the probes' device " +
                                       std::to_string(set.device.computeUnits),
                                   "is it the spec of another device?"});
    if (set.device.type == records::DeviceType::Cpu)
        result.warnings.push_back({"calibration.processor",
                                   Severity::Warning,
                                   {},
                                   set.device.name +
                                       " is a processor, and processors are not simulated: times will be "
                                       "off by factors",
                                   "the order of variants is a hint (docs/calibration.md)"});
    SpecText edited(text);
    if (!name.empty()) edited.set("", "name", tomlString(name));
    const auto ok = std::count_if(set.probes.begin(), set.probes.end(), [](const records::ProbeRecord& probe) {
        return probe.status == records::ProbeStatus::Ok;
    });
    if (hasProbes)
        edited.set("sources", sourceKey,
                   tomlString("micro-benchmarks on " + set.device.name + ", " + set.device.version +
                              ", driver " + set.device.driver + ", " + set.takenAt + ", " + std::to_string(ok) +
                              " timings; " + set.tool));
    noteRecords(edited, own);
    // Whatever the base was made on, what is calibrated is this device.
    if (!set.device.name.empty() && base->device.openclName != set.device.name)
        edited.set("device", "opencl_name",
                   "{ value = " + tomlString(set.device.name) + ", kind = \"microbenchmark\", source = \"" +
                       sourceKey + "\", note = \"as the driver tells\" }");
    SpecWriter writer(edited, *base, hasBase, result.calibration, result.warnings);
    writer.writeValues();
    const auto now = parsed(edited);
    if (!now) return now.diagnostics();
    writer.writeCosts(*now);
    auto spec = parsed(edited);
    if (!spec) return spec.diagnostics();
    result.text = edited.text();
    result.spec = std::move(*spec);
    return result;
}

} // namespace warpstring::calibration
