// SPDX-License-Identifier: GPL-3.0-or-later
// What stands beside the timeline: stalls, resources, occupancy.
#pragma once

#include <QScrollArea>

#include "app/gui/models/timeline/stall_table.h"
#include "app/gui/panes/pane.h"

class QLabel;
class QTableView;

namespace warpstring::gui {

class BarList;

class TimelineSide : public QScrollArea {
    Q_OBJECT

public:
    explicit TimelineSide(Display& display, QWidget* parent = nullptr);

    /// nullptr: empty.
    void show(const Analysis* analysis);
    void setSpan(std::optional<SpanMeasure> span);
    [[nodiscard]] StallTable& stalls() { return stalls_; }

private:
    void restyle();
    void fitTables();

    Display& display_;
    StallTable stalls_;
    QLabel *bound_ = nullptr, *occupancy_ = nullptr, *spanHeading_ = nullptr;
    QTableView *table_ = nullptr, *spanTable_ = nullptr;
    BarList *resources_ = nullptr, *limits_ = nullptr;
    std::vector<QLabel*> headings_;
};

} // namespace warpstring::gui
