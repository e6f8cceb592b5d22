// SPDX-License-Identifier: GPL-3.0-or-later
// What a batch computes, in which order: every launch of every file on every spec.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/files/launches/launch_sweep.h"
#include "core/hardware_spec.h"
#include "core/register_request.h"
#include "stringmodel/simulation.h"

namespace warpstring::batch {

/// What changes results besides launches and specs.
struct BatchSettings {
    double threshold = 1 << 22; ///< EvaluationOptions::threshold
    bool sourceShape = false;
    ModelChoice model = ModelChoice::BySpec;
    bool withStrings = false;                 ///< rows hold the token string
    std::string options;                      ///< added to every launch's build options
    std::optional<RegisterRequest> registers; ///< instead of what the launch files say
};

/// Consecutive rows.
struct RowRange {
    std::uint64_t first = 0, end = 0;

    friend bool operator==(const RowRange&, const RowRange&) = default;
};

/// One of the parts that the rows of a plan are cut in, to be computed apart from the others.
struct PlanPart {
    std::uint64_t number = 1, total = 1; ///< counted from 1
    std::vector<RowRange> rows;          ///< by their index in the whole plan, ascending, apart, none empty
};

/// Rows count from 0: file by file, launch by launch, the spec varying fastest, so that the devices of one
/// launch stand together.
class BatchPlan {
public:
    struct Place {
        std::size_t file = 0;
        std::uint64_t launch = 0; ///< of the file
        std::size_t spec = 0;
    };

    BatchPlan(std::vector<files::LaunchSweep> files, std::vector<HardwareSpec> specs, BatchSettings settings);

    /// From now on the rows are those of a part of the plan; each keeps its index. The plan has them all.
    void restrictTo(PlanPart part);
    [[nodiscard]] const std::optional<PlanPart>& part() const { return part_; }

    [[nodiscard]] std::uint64_t rows() const { return partEnds_ ? endOf(*partEnds_) : allRows(); }
    /// Those of all parts.
    [[nodiscard]] std::uint64_t allRows() const { return endOf(ends_); }
    /// `row` is below rows().
    [[nodiscard]] Place placeOf(std::uint64_t row) const;
    /// Where a row stands in the whole plan. `row` is below rows().
    [[nodiscard]] std::uint64_t indexOf(std::uint64_t row) const;

    struct FileRows {
        std::size_t file = 0;
        RowRange rows;
    };
    /// Every row below rows() once, in order, with its file: a file stands here for each range of its rows.
    [[nodiscard]] std::vector<FileRows> rowsByFile() const;

    [[nodiscard]] const std::vector<files::LaunchSweep>& files() const { return files_; }
    [[nodiscard]] const std::vector<HardwareSpec>& specs() const { return specs_; }
    [[nodiscard]] const BatchSettings& settings() const { return settings_; }

    /// Texts that stand in place of the files of kernels with these paths: those that are being edited.
    void setEditedSources(std::map<std::filesystem::path, std::string> texts);
    /// nullptr: the file holds. A path that is written in another way is the same file's.
    [[nodiscard]] const std::string* editedSource(const std::filesystem::path& source) const;

private:
    static std::uint64_t endOf(const std::vector<std::uint64_t>& ends) {
        return ends.empty() ? 0 : ends.back();
    }

    std::vector<files::LaunchSweep> files_;
    std::vector<HardwareSpec> specs_;
    BatchSettings settings_;
    std::vector<std::uint64_t> ends_; ///< by file: the index after its last
    std::optional<PlanPart> part_;
    std::optional<std::vector<std::uint64_t>> partEnds_; ///< by range of the part: the row after its last
    std::map<std::filesystem::path, std::string> editedSources_;
};

/// Names of a plan's rows, for one thread: cheapest when asked in order.
class RowNames {
public:
    explicit RowNames(const BatchPlan& plan) : plan_(plan) {}

    struct Names {
        const std::string& launch;
        const std::string& spec;
    };
    /// Valid until the next call.
    [[nodiscard]] Names at(std::uint64_t row);

private:
    const BatchPlan& plan_;
    std::vector<files::LaunchSweep> file_; ///< a copy of the one that was asked for last
    std::size_t fileIndex_ = 0;
    std::uint64_t launch_ = 0;
    std::string name_;
};

} // namespace warpstring::batch
