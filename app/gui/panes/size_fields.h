// SPDX-License-Identifier: GPL-3.0-or-later
// Up to three sizes side by side, with what is to be said of them below.
#pragma once

#include <QWidget>
#include <array>

#include "app/gui/drawing/display.h"
#include "app/gui/models/launch/launch_form.h"

class QLabel;
class QLineEdit;

namespace warpstring::gui {

class SizeFields : public QWidget {
    Q_OBJECT

public:
    /// `title` is what accessibility tools call them: "Global size". `display` outlives the widget.
    SizeFields(const QString& title, const Display& display, QWidget* parent = nullptr);

    void showSizes(const FormSizes& sizes);
    [[nodiscard]] QLineEdit& field(std::size_t dimension) { return *fields_[dimension]; }
    [[nodiscard]] QString note() const;

Q_SIGNALS:
    void entered(std::size_t dimension, const QString& value);

private:
    const Display& display_;
    std::array<QLineEdit*, 3> fields_{};
    QLabel* note_;
};

} // namespace warpstring::gui
