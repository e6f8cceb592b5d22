// SPDX-License-Identifier: GPL-3.0-or-later
// The first pane: how long a kernel takes, why, and what to do about it.
#pragma once

#include "app/gui/models/comparison/record_loader.h"
#include "app/gui/models/summary/advice_runner.h"
#include "app/gui/models/summary/summary.h"
#include "app/gui/panes/pane.h"

namespace warpstring::gui {

class SummaryCanvas;

class SummaryPane : public Pane {
    Q_OBJECT

public:
    explicit SummaryPane(PaneContext context, QWidget* parent = nullptr);

    /// Those that lie beside the launch file, or were added to them.
    void setRecords(const SharedRecords& records);

    [[nodiscard]] QString cliCommand() const override { return commandLine(QStringLiteral("advise")); }
    [[nodiscard]] std::optional<Picture> picture() const override;
    [[nodiscard]] SummaryCanvas& canvas() { return *canvas_; }
    [[nodiscard]] const AdviceRunner& advice() const { return advice_; }

Q_SIGNALS:
    /// Words of a remedy's rewrite, to be applied to the current kernel and launch.
    void rewriteWanted(const QString& words);

protected:
    void analysisChanged() override;
    void baselineChanged() override;

private:
    /// With what it is held against.
    [[nodiscard]] Summary changed(Summary summary) const;

    SummaryCanvas* canvas_;
    SharedRecords records_;
    AdviceRunner advice_;
};

} // namespace warpstring::gui
