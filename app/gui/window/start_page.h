// SPDX-License-Identifier: GPL-3.0-or-later
// What the window shows while nothing is open: samples, and what was opened last.
#pragma once

#include <QWidget>

#include "app/gui/models/session/recent_files.h"
#include "app/gui/models/session/sample_list.h"

class QTreeWidget;

namespace warpstring::gui {

class StartPage : public QWidget {
    Q_OBJECT

public:
    explicit StartPage(QWidget* parent = nullptr);

    [[nodiscard]] bool hasSamples() const;
    void showSamples(const std::vector<Sample>& samples);
    void showRecent(const std::vector<RecentFile>& files);

Q_SIGNALS:
    void openWanted(const QString& path, const QString& spec);
    void dialogWanted();

private:
    QTreeWidget* samples_;
    QTreeWidget* recent_;
};

} // namespace warpstring::gui
