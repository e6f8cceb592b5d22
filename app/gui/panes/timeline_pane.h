// SPDX-License-Identifier: GPL-3.0-or-later
// The multiprocessor's warps over cycles, what they wait for, and the measured schedule of work-groups.
#pragma once

#include "app/gui/models/timeline/schedule_runner.h"
#include "app/gui/panes/pane.h"

class QLabel;
class QStackedWidget;
class QToolButton;

namespace warpstring::gui {

class TimelineCanvas;
class TimelineSide;
class TimelineIndex;

class TimelinePane : public Pane {
    Q_OBJECT

public:
    explicit TimelinePane(PaneContext context, QWidget* parent = nullptr);
    ~TimelinePane() override;

    /// All records that there are: the one of the launch that is shown is looked up among them.
    void setRecords(SharedRecords records);

    [[nodiscard]] QString cliCommand() const override;
    [[nodiscard]] std::optional<Picture> picture() const override;
    [[nodiscard]] QAbstractItemModel* table() const override;
    [[nodiscard]] QStringList otherFormats() const override;
    [[nodiscard]] Diagnostics writeOther(const QString& path) override;

    [[nodiscard]] TimelineCanvas& canvas() const { return *canvas_; }
    /// The schedules beside the timeline; nullptr where nothing was measured.
    [[nodiscard]] std::shared_ptr<const GroupSchedules> schedules() const { return schedules_; }
    /// What is said of the operation under the pointer or of the measured span.
    [[nodiscard]] QString details() const;

protected:
    void analysisChanged() override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void updateSchedules();
    void updateMarks();
    void updateDetails();
    void fitDetails(int least);
    void restyle();

    QStackedWidget* stack_ = nullptr;
    QLabel *nothing_ = nullptr, *heading_ = nullptr, *note_ = nullptr, *details_ = nullptr;
    QWidget* legend_ = nullptr;
    TimelineCanvas* canvas_ = nullptr;
    TimelineSide* side_ = nullptr;
    std::shared_ptr<const TimelineIndex> timelineIndex_;
    SharedRecords records_;
    const records::Measurement* record_ = nullptr; ///< of records_
    std::shared_ptr<const GroupSchedules> schedules_;
    ScheduleRunner runner_;
};

} // namespace warpstring::gui
