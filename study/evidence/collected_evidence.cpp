// SPDX-License-Identifier: GPL-3.0-or-later
#include "study/evidence/collected_evidence.h"

#include <algorithm>
#include <array>
#include <functional>
#include <iterator>

#include "core/files/toml/toml_reader.h"
#include "study/accuracy/accuracy_record.h"
#include "study/evidence/published_figures.h"

namespace warpstring::evidence {

namespace {

namespace fs = std::filesystem;

struct RecordedSet {
    const char* name;
    const char* note;
    bool tunedOn;
};
constexpr std::array<RecordedSet, 3> recordedSets{
    {{"all", "textbook kernels", true},
     {"checked-on", "the half of them that nothing is tuned on", false},
     {"field-checked-on", "kernels as people run them; nothing is tuned on these", false}}};

std::vector<fs::path> filesIn(const fs::path& folder, const std::function<bool(const std::string&)>& isWanted) {
    std::error_code ignored;
    std::vector<fs::path> found;
    for (const auto& entry : fs::directory_iterator(folder, ignored))
        if (entry.is_regular_file() && isWanted(entry.path().filename().string()))
            found.push_back(entry.path());
    std::sort(found.begin(), found.end());
    return found;
}

class Collector {
public:
    Collector(const std::vector<HardwareSpec>& specs, const fs::path& tree, int jobs)
        : specs_(specs), tree_(tree), jobs_(jobs) {}

    Result<EvidenceList> run() {
        readAccuracyRecords();
        addCalibrations();
        holdPublishedTables();
        countMachineCode();
        if (!faults_.empty()) return faults_;
        std::stable_sort(list_.begin(), list_.end(), [](const Evidence& a, const Evidence& b) {
            return std::pair(a.spec, a.kind) < std::pair(b.spec, b.kind);
        });
        return std::move(list_);
    }

private:
    void add(Diagnostics faults) { std::move(faults.begin(), faults.end(), std::back_inserter(faults_)); }

    std::string relative(const fs::path& path) const { return path.lexically_relative(tree_).generic_string(); }

    void readAccuracyRecords() {
        const auto files = filesIn(tree_ / "docs/data", [](const std::string& name) {
            return name.starts_with("accuracy-") && name.ends_with(".json");
        });
        for (const fs::path& path : files) {
            const auto text = files::readTextFile(path, "evidence");
            if (!text) {
                add(text.diagnostics());
                continue;
            }
            const auto record = accuracy::parseAccuracyRecord(*text, path);
            record ? addRecord(*record, path) : add(record.diagnostics());
        }
    }

    void addRecord(const accuracy::AccuracyRecord& record, const fs::path& path) {
        for (const RecordedSet& set : recordedSets) {
            const auto figure = [&](const char* metric) -> std::optional<double> {
                for (const accuracy::AccuracyFigure& each : record.figures)
                    if (each.of == set.name && each.quantity == records::Quantity::KernelTime &&
                        each.metric == metric)
                        return each.value;
                return std::nullopt;
            };
            const auto points = figure("points");
            if (!points) continue;
            list_.push_back({record.spec, EvidenceKind::Records, set.name, record.device, relative(path),
                             set.note, static_cast<std::size_t>(*points), figure("mape"), figure("bias"),
                             figure("mean_tau"), 0, set.tunedOn});
        }
    }

    void addCalibrations() {
        for (const HardwareSpec& spec : specs_) {
            const auto count = static_cast<std::size_t>(
                std::count_if(spec.provenance.begin(), spec.provenance.end(), [](const auto& value) {
                    return value.second.kind == ProvenanceKind::Calibrated;
                }));
            if (count > 0)
                list_.push_back({spec.name,
                                 EvidenceKind::Calibration,
                                 "values",
                                 spec.device.openclName,
                                 "",
                                 "",
                                 count,
                                 {},
                                 {},
                                 {},
                                 0,
                                 false});
        }
    }

    void holdPublishedTables() {
        const auto files = filesIn(tree_ / "hwspecs/published",
                                   [](const std::string& name) { return name.ends_with(".toml"); });
        for (const fs::path& path : files) {
            const auto table = readPublishedTable(path);
            table ? holdTable(*table) : add(table.diagnostics());
        }
    }

    void holdTable(const PublishedTable& table) {
        const auto spec = std::find_if(specs_.begin(), specs_.end(),
                                       [&](const HardwareSpec& each) { return each.name == table.spec; });
        if (spec == specs_.end())
            return add({{"evidence.no-spec",
                         Severity::Error,
                         {table.file.string(), 0, 0},
                         "there is no hardware spec \"" + table.spec + "\"",
                         "`warpstring spec list` has them"}});
        const auto held = hold(table, *spec, jobs_);
        if (!held) return add(held.diagnostics());
        Evidence evidence{table.spec,
                          EvidenceKind::Published,
                          table.title,
                          table.device,
                          relative(table.file),
                          table.note,
                          table.rows.size(),
                          {},
                          {},
                          {},
                          0,
                          false};
        if (held->times) {
            evidence.mape = held->times->mape;
            evidence.bias = held->times->geometricMeanRatio - 1;
        }
        if (!held->families.empty()) {
            const auto totals = records::totalsOf(held->families);
            evidence.tau = totals.meanTau;
            evidence.families = totals.families;
        }
        list_.push_back(std::move(evidence));
    }

    void countMachineCode() {
        for (const HardwareSpec& spec : specs_) {
            const auto files = filesIn(tree_ / "docs/data", [&](const std::string& name) {
                return name.starts_with(spec.name + "-") &&
                       (name.ends_with("counters.csv") || name.ends_with("machine-code.csv"));
            });
            for (const fs::path& path : files) countRows(spec, path);
        }
    }

    /// All lines but the first, which names the columns.
    void countRows(const HardwareSpec& spec, const fs::path& path) {
        const auto text = files::readTextFile(path, "evidence");
        if (!text) return add(text.diagnostics());
        const auto lines = static_cast<std::size_t>(std::count(text->begin(), text->end(), '\n'));
        const std::string name = path.filename().string();
        std::string of = name.ends_with("counters.csv") ? "hardware counters" : "instructions by pipe";
        of += name.find("-field-") != std::string::npos ? ", kernels as people run them" : ", textbook kernels";
        list_.push_back({spec.name,
                         EvidenceKind::MachineCode,
                         std::move(of),
                         spec.device.openclName,
                         relative(path),
                         "",
                         lines - std::min<std::size_t>(lines, 1),
                         {},
                         {},
                         {},
                         0,
                         false});
    }

    const std::vector<HardwareSpec>& specs_;
    const fs::path tree_;
    const int jobs_;
    EvidenceList list_;
    Diagnostics faults_;
};

} // namespace

Result<EvidenceList> collectEvidence(const std::vector<HardwareSpec>& specs, const fs::path& sourceTree,
                                     int jobs) {
    return Collector(specs, sourceTree, jobs).run();
}

} // namespace warpstring::evidence
