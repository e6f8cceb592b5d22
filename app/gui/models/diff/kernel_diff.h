// SPDX-License-Identifier: GPL-3.0-or-later
// Two launches, each on a device, that are laid beside each other, and their analyses.
#pragma once

#include <QObject>
#include <array>
#include <filesystem>
#include <map>
#include <optional>

#include "app/gui/models/diff/diff_lines.h"
#include "app/gui/models/session/analysis_baseline.h"
#include "app/gui/models/session/session.h"

namespace warpstring::gui {

/// What a side shows.
struct DiffChoice {
    enum class Of {
        Current,  ///< the launch that is open and shown
        Baseline, ///< what that is held against; itself where it is unchanged
        File      ///< a launch file or a kernel, with its edits where it is open
    };
    Of of = Of::Current;
    std::filesystem::path file{}; ///< File
    std::uint64_t launch = 0;     ///< File: of its sweep
    std::string spec{};           ///< a name or a file; empty: of the session, of a baseline its own
    friend bool operator==(const DiffChoice&, const DiffChoice&) = default;
};

/// Follows the session: edits, saved or not, the baseline, the device, the model. What is not analysed there
/// already is analysed on other threads, a side by itself.
class KernelDiff : public QObject {
    Q_OBJECT

public:
    KernelDiff(Session& session, const AnalysisBaseline& baseline, QObject* parent = nullptr);

    [[nodiscard]] const DiffChoice& choice(DiffSide side) const { return of(side).choice; }
    void choose(DiffSide side, DiffChoice choice);
    void swap();
    /// nullptr: not yet, or it cannot be analysed.
    [[nodiscard]] const SharedAnalysis& analysis(DiffSide side) const { return of(side).analysis; }
    /// Why there is no analysis of a side.
    [[nodiscard]] const Diagnostics& faults(DiffSide side) const { return of(side).faults; }
    [[nodiscard]] bool busy() const;
    /// Both are there and run without faults.
    [[nodiscard]] bool complete() const;
    /// "scan-init on nvidia-h200", "scan-init at opening on nvidia-h200".
    [[nodiscard]] QString title(DiffSide side) const;

    /// Whether anybody sees it; what changes meanwhile is taken later.
    void setSeen(bool seen);

Q_SIGNALS:
    void choicesChanged();
    /// An analysis, its faults or busy() is another one.
    void changed();

private:
    /// What an analysis is of; the same: it need not be made anew.
    struct Key {
        SharedAnalysis base;
        std::string file, launchText, sourceText;
        std::uint64_t launch = 0;
        std::shared_ptr<const HardwareSpec> spec;
        bool sourceShape = false;
        ModelChoice model = ModelChoice::BySpec;
        friend bool operator==(const Key&, const Key&) = default;
    };
    struct Side {
        DiffChoice choice;
        SharedAnalysis analysis;
        Diagnostics faults;
        std::optional<Key> key; ///< of what is shown or under way
        quint64 submitted = 0;
        bool busy = false;
        AnalysisRunner runner;
    };

    [[nodiscard]] Side& of(DiffSide side) { return sides_[static_cast<std::size_t>(side)]; }
    [[nodiscard]] const Side& of(DiffSide side) const { return sides_[static_cast<std::size_t>(side)]; }
    void refresh();
    void refresh(Side& side);
    void refreshFile(Side& side);
    void take(Side& side, const AnalysisOutcome& outcome);
    void show(Side& side, SharedAnalysis analysis, Diagnostics faults = {});
    /// The document that is open of a file; nullptr: none.
    [[nodiscard]] KernelDocument* openDocument(const std::filesystem::path& file);
    [[nodiscard]] std::string sourceTextOf(const KernelDocument& document);
    [[nodiscard]] Result<std::shared_ptr<const HardwareSpec>> specOf(const std::string& name);

    Session& session_;
    const AnalysisBaseline& baseline_;
    std::map<std::string, std::shared_ptr<const HardwareSpec>> specs_; ///< by name, as they were read
    bool seen_ = true, stale_ = false;
    std::array<Side, 2> sides_;
};

} // namespace warpstring::gui
