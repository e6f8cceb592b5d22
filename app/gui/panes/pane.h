// SPDX-License-Identifier: GPL-3.0-or-later
// What every pane of the window has in common.
#pragma once

#include <QWidget>
#include <optional>

#include "app/gui/drawing/display.h"
#include "app/gui/drawing/picture.h"
#include "app/gui/models/session/analysis.h"
#include "app/gui/models/session/analysis_baseline.h"
#include "app/gui/models/session/selection.h"

class QAbstractItemModel;

namespace warpstring::gui {

class Finder;

/// What panes share. Outlives them.
struct PaneContext {
    Selection& selection;
    Display& display;
    const AnalysisBaseline* baseline = nullptr; ///< nullptr: figures are held against nothing
};

class Pane : public QWidget {
    Q_OBJECT

public:
    /// `title` is what the dock, the menus and accessibility tools call it.
    Pane(const QString& title, PaneContext context, QWidget* parent = nullptr);

    /// Shows an analysis. nullptr: no kernel is open, or none has been analysed yet. An analysis that failed
    /// never comes here: the one before stays. A pane that nobody sees waits with it until it is seen.
    void showAnalysis(SharedAnalysis analysis);
    /// Its dock tells whether the pane is seen; a pane in no dock is.
    void setSeen(bool seen);
    /// Shows what waits: before something is read from a pane that nobody sees.
    void catchUp();

    /// The command that gives the same numbers; empty while nothing is shown.
    [[nodiscard]] virtual QString cliCommand() const { return {}; }
    /// What an export draws; nothing where there is no drawing.
    [[nodiscard]] virtual std::optional<Picture> picture() const { return std::nullopt; }
    /// What an export writes as a table; nullptr where there is none.
    [[nodiscard]] virtual QAbstractItemModel* table() const { return nullptr; }
    /// What looks for things in this pane; nullptr where there is nothing of its own.
    [[nodiscard]] virtual Finder* finder() { return nullptr; }
    /// Other formats that this pane writes, as a file dialog's filter: "Trace (*.json)".
    [[nodiscard]] virtual QStringList otherFormats() const { return {}; }
    /// Writes one of them, by the extension of the path.
    [[nodiscard]] virtual Diagnostics writeOther(const QString& path);

    [[nodiscard]] Selection& selection() const { return context_.selection; }
    [[nodiscard]] Display& display() const { return context_.display; }
    [[nodiscard]] const Theme& theme() const { return context_.display.theme(); }

Q_SIGNALS:
    /// A text for the window's status bar.
    void message(const QString& text);

protected:
    /// What the pane shows.
    [[nodiscard]] const SharedAnalysis& analysis() const { return analysis_; }
    /// What analysis() is held against; nullptr where there is nothing, or it is the same.
    [[nodiscard]] SharedAnalysis then() const;
    /// then() is what a person pinned, not the state at opening.
    [[nodiscard]] bool isPinned() const;
    /// analysis() is another one.
    virtual void analysisChanged() {}
    /// then() is another one, for the same analysis().
    virtual void baselineChanged() {}
    /// "warpstring COMMAND LAUNCH -s SPEC EXTRA", or empty without an analysis.
    [[nodiscard]] QString commandLine(const QString& command, const QString& extra = {}) const;

private:
    PaneContext context_;
    SharedAnalysis analysis_, next_;
    bool seen_ = true, waits_ = false; ///< waits_: next_ is to be shown
};

} // namespace warpstring::gui
