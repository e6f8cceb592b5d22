// SPDX-License-Identifier: GPL-3.0-or-later
// What a kernel's figures are held against: how it was when it was opened, or when a person pinned it.
#pragma once

#include <QObject>
#include <map>
#include <string>
#include <utility>

#include "app/gui/models/session/session.h"

namespace warpstring::gui {

/// Each launch of each open document has one of its own. It is there from the first good analysis on.
class AnalysisBaseline : public QObject {
    Q_OBJECT

public:
    explicit AnalysisBaseline(Session& session, QObject* parent = nullptr);

    /// Of the launch that is shown; nullptr: there is none, or what is shown is the baseline itself.
    [[nodiscard]] SharedAnalysis then() const;
    /// It is one that was pinned, not that of opening.
    [[nodiscard]] bool isPinned() const;
    /// What is shown becomes the baseline; nothing happens where that has errors.
    void pin();
    /// The state at opening is the baseline again.
    void reset();

Q_SIGNALS:
    void changed();

private:
    struct Baselines {
        SharedAnalysis opened, pinned;
        [[nodiscard]] const SharedAnalysis& valid() const { return pinned ? pinned : opened; }
    };
    using Key = std::pair<std::string, std::uint64_t>; ///< launch file, number of the launch

    [[nodiscard]] std::optional<Key> key() const;
    [[nodiscard]] const Baselines* current() const;
    void take();
    void forgetClosed();

    Session& session_;
    std::map<Key, Baselines> baselines_;
};

} // namespace warpstring::gui
