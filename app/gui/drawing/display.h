// SPDX-License-Identifier: GPL-3.0-or-later
// How everything is shown at the moment: colours, the unit of times, unrolled iterations.
#pragma once

#include <QObject>

#include "app/gui/drawing/theme.h"
#include "app/gui/models/unit_text.h"

namespace warpstring::gui {

class Display : public QObject {
    Q_OBJECT

public:
    using QObject::QObject;

    [[nodiscard]] const Theme& theme() const { return *theme_; }
    [[nodiscard]] TimeUnit unit() const { return unit_; }
    /// `theme` is one of lightTheme() and darkTheme().
    void setTheme(const Theme& theme);
    void setUnit(TimeUnit unit);
    /// Whether unrolled iterations of a string are shown as one.
    [[nodiscard]] bool foldsUnrolled() const { return foldsUnrolled_; }
    void setFoldsUnrolled(bool folds);

Q_SIGNALS:
    void changed();

private:
    const Theme* theme_ = &lightTheme();
    TimeUnit unit_ = TimeUnit::Cycles;
    bool foldsUnrolled_ = true;
};

} // namespace warpstring::gui
