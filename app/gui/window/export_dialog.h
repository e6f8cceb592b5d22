// SPDX-License-Identifier: GPL-3.0-or-later
// Where a pane's drawing or table goes, how large, in which colours.
#pragma once

#include <QDialog>

#include "app/gui/panes/pane.h"

class QCheckBox;
class QDoubleSpinBox;
class QLabel;
class QLineEdit;
class QSpinBox;

namespace warpstring::gui {

/// The formats that a pane writes: "png", "svg", "pdf" for its drawing, "csv", "json" for its table, and
/// others.
[[nodiscard]] QStringList exportFormats(const Pane& pane);

/// What a dialog begins with: the extension of a format that the pane writes now; empty where there is none.
[[nodiscard]] QString proposedExtension(const Pane& pane);

struct ExportSettings {
    QString path;
    QSizeF size; ///< of drawings; empty: as on the screen
    double scale = 2;
    const Theme* theme = &lightTheme();
};

/// Writes the format that the path's extension names. Returns nothing when the file is written.
[[nodiscard]] Diagnostics exportPane(Pane& pane, const ExportSettings& settings);

/// Stays open, with what is wrong in it, until the file is written or the person gives up.
class ExportDialog : public QDialog {
    Q_OBJECT

public:
    explicit ExportDialog(Pane& pane, QWidget* parent = nullptr);

    void setPath(const QString& path);
    [[nodiscard]] QString fault() const;

public Q_SLOTS:
    void accept() override;

private:
    Pane& pane_;
    QLineEdit* path_;
    QSpinBox* width_;
    QSpinBox* height_;
    QDoubleSpinBox* scale_;
    QCheckBox* light_;
    QLabel* fault_;
};

} // namespace warpstring::gui
