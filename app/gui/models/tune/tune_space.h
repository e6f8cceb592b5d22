// SPDX-License-Identifier: GPL-3.0-or-later
// The space of a launch as it is edited: read from its text or derived, changed as a form, and checked off the
// GUI's thread.
#pragma once

#include <QObject>
#include <optional>

#include "app/gui/models/background_task.h"
#include "app/gui/models/tune/space_table.h"
#include "app/gui/models/tune/tune_inputs.h"

namespace warpstring::gui {

/// A form that a person changed stays over changes of the texts, and is held against them.
class TuneSpace : public QObject {
    Q_OBJECT

public:
    explicit TuneSpace(QObject* parent = nullptr);

    /// Nothing: no kernel is open. Another document's space is read anew.
    void setInputs(const std::optional<TuneInputs>& inputs);
    /// Gives up the changes of the form.
    void readAgain();

    [[nodiscard]] SpaceTable& table() { return table_; }
    [[nodiscard]] const SpaceForm& form() const { return table_.form(); }
    /// Its form is not the one that the texts say or that was derived.
    [[nodiscard]] bool isEdited() const { return isEdited_; }
    /// What is there is being read or checked.
    [[nodiscard]] bool busy() const { return busy_; }
    /// The form as it is makes a space.
    [[nodiscard]] bool isGood() const { return !busy_ && counts_.has_value(); }
    [[nodiscard]] const std::optional<search::SpaceCounts>& counts() const { return counts_; }
    /// Faults that are of no row, and why nothing could be derived.
    [[nodiscard]] const Diagnostics& faults() const { return faults_; }

Q_SIGNALS:
    void changed();

private:
    struct Read {
        SpaceForm form;
        std::optional<search::SpaceCounts> counts;
        Diagnostics faults;
    };
    void read();
    void check();
    using Work = std::function<Read(const std::atomic<bool>& cancelled)>;
    void start(Work work, bool isNew);
    [[nodiscard]] static Read readOf(const TuneInputs& inputs, const std::atomic<bool>& cancelled);
    [[nodiscard]] static Read checkOf(SpaceForm form, const TuneInputs& inputs);

    std::optional<TuneInputs> inputs_;
    SpaceTable table_;
    std::optional<search::SpaceCounts> counts_;
    Diagnostics faults_;
    bool isEdited_ = false, busy_ = false;
    quint64 revision_ = 0;
    BackgroundTask task_; ///< last: its end comes first
};

/// "[tune] of the launch file", "derived from the kernel: the launch file has no [tune]"
[[nodiscard]] QString originText(search::SpaceOrigin origin);
/// Why rewrites of a derived space are off.
[[nodiscard]] QString heldBackText();
/// "1,152 combinations, 320 of them meet the constraints"
[[nodiscard]] QString countsText(const search::SpaceCounts& counts);

} // namespace warpstring::gui
