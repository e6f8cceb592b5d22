// SPDX-License-Identifier: GPL-3.0-or-later
// A short list of named bars.
#pragma once

#include <QWidget>
#include <vector>

#include "app/gui/drawing/display.h"
#include "app/gui/models/timeline/timeline_facts.h"

namespace warpstring::gui {

class BarList : public QWidget {
    Q_OBJECT

public:
    BarList(const QString& name, Display& display, QWidget* parent = nullptr);

    void setBars(std::vector<FactBar> bars);
    [[nodiscard]] const std::vector<FactBar>& bars() const { return bars_; }
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override { return {120, sizeHint().height()}; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    [[nodiscard]] int lineHeight() const;

    Display& display_;
    std::vector<FactBar> bars_;
};

} // namespace warpstring::gui
