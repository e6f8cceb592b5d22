// SPDX-License-Identifier: GPL-3.0-or-later
// Findings and assumptions in a list; Enter or a double click goes to the place.
#pragma once

#include "app/gui/models/session/problem_list.h"
#include "app/gui/models/session/session.h"
#include "app/gui/panes/pane.h"

class QTableView;

namespace warpstring::gui {

class ProblemsPane : public Pane {
    Q_OBJECT

public:
    ProblemsPane(Session& session, PaneContext context, QWidget* parent = nullptr);

    [[nodiscard]] QString cliCommand() const override { return commandLine(QStringLiteral("simulate")); }
    [[nodiscard]] QAbstractItemModel* table() const override { return problems_; }
    [[nodiscard]] const ProblemList& problems() const { return *problems_; }

Q_SIGNALS:
    void placeWanted(const warpstring::SourceLocation& place);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void showProblems();
    void fitColumns();

    Session& session_;
    ProblemList* problems_;
    QTableView* view_;
};

} // namespace warpstring::gui
