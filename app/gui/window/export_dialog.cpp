// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/window/export_dialog.h"

#include <QCheckBox>
#include <QDialogButtonBox>
#include <QDir>
#include <QDoubleSpinBox>
#include <QFileDialog>
#include <QFileInfo>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QRegularExpression>
#include <QSpinBox>
#include <QStandardPaths>

#include "app/gui/drawing/table_text.h"

namespace warpstring::gui {

namespace {

bool isTable(const QString& path) {
    const QString extension = QFileInfo(path).suffix().toLower();
    return extension == QLatin1String("csv") || extension == QLatin1String("json");
}

/// Whether the name ends as one of the pane's own formats that have two extensions: "t.trace.json".
bool isOwnFormat(const Pane& pane, const QString& path) {
    static const QRegularExpression pattern(QStringLiteral("\\*(\\.\\w+\\.\\w+)"));
    for (const QString& format : pane.otherFormats())
        if (const auto match = pattern.match(format);
            match.hasMatch() && path.endsWith(match.captured(1), Qt::CaseInsensitive))
            return true;
    return false;
}

} // namespace

QStringList exportFormats(const Pane& pane) {
    QStringList formats;
    if (pane.picture()) formats += {QStringLiteral("png"), QStringLiteral("svg"), QStringLiteral("pdf")};
    if (pane.table() != nullptr) formats += {QStringLiteral("csv"), QStringLiteral("json")};
    return formats;
}

QString proposedExtension(const Pane& pane) {
    if (pane.picture()) return QStringLiteral("svg");
    if (pane.table() != nullptr) return QStringLiteral("csv");
    static const QRegularExpression pattern(QStringLiteral("\\*\\.([\\w.]+)"));
    for (const QString& format : pane.otherFormats())
        if (const auto match = pattern.match(format); match.hasMatch()) return match.captured(1);
    return {};
}

Diagnostics exportPane(Pane& pane, const ExportSettings& settings) {
    pane.catchUp();
    if (isOwnFormat(pane, settings.path)) return pane.writeOther(settings.path);
    const auto picture = pane.picture();
    if (pictureFormat(settings.path) && picture)
        return writePicture(*picture, settings.path, {settings.size, settings.scale, settings.theme});
    if (isTable(settings.path) && pane.table() != nullptr) return writeTable(*pane.table(), settings.path);
    return pane.writeOther(settings.path);
}

ExportDialog::ExportDialog(Pane& pane, QWidget* parent)
    : QDialog(parent), pane_(pane), path_(new QLineEdit), width_(new QSpinBox), height_(new QSpinBox),
      scale_(new QDoubleSpinBox), light_(new QCheckBox(QStringLiteral("&Light colours"))), fault_(new QLabel) {
    setWindowTitle(QStringLiteral("Export %1").arg(pane.accessibleName()));
    auto* form = new QFormLayout(this);
    auto* choose = new QPushButton(QStringLiteral("&Choose..."));
    auto* row = new QHBoxLayout;
    row->addWidget(path_, 1);
    row->addWidget(choose);
    auto* file = new QLabel(QStringLiteral("&File"));
    file->setBuddy(path_); // a row of several widgets has none by itself
    form->addRow(file, row);
    QStringList formats = exportFormats(pane);
    formats += pane.otherFormats();
    auto* known =
        new QLabel(QStringLiteral("The extension says which: %1").arg(formats.join(QStringLiteral(", "))));
    known->setWordWrap(true);
    form->addRow(QString(), known);
    const auto picture = pane.picture();
    for (QSpinBox* box : {width_, height_}) {
        box->setRange(50, 20000);
        box->setSuffix(QStringLiteral(" px"));
    }
    if (picture) {
        width_->setValue(static_cast<int>(picture->size.width()));
        height_->setValue(static_cast<int>(picture->size.height()));
    }
    scale_->setRange(0.5, 8);
    scale_->setValue(2);
    scale_->setSuffix(QStringLiteral(" file pixels per pixel (PNG)"));
    light_->setChecked(true);
    form->addRow(QStringLiteral("&Width"), width_);
    form->addRow(QStringLiteral("&Height"), height_);
    form->addRow(QStringLiteral("&Scale"), scale_);
    form->addRow(QString(), light_);
    for (QWidget* widget : std::initializer_list<QWidget*>{width_, height_, scale_, light_})
        form->setRowVisible(widget, picture.has_value());
    fault_->setWordWrap(true);
    fault_->hide();
    form->addRow(fault_);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Save | QDialogButtonBox::Cancel);
    form->addRow(buttons);
    path_->setMinimumWidth(420);
    QString name = pane.accessibleName().toLower();
    name.replace(QLatin1Char(' '), QLatin1Char('-'));
    if (const QString extension = proposedExtension(pane); !extension.isEmpty())
        path_->setText(QDir(QStandardPaths::writableLocation(QStandardPaths::DocumentsLocation))
                           .filePath(name + QLatin1Char('.') + extension));
    connect(choose, &QPushButton::clicked, this, [this] {
        const QString path = QFileDialog::getSaveFileName(this, windowTitle(), path_->text());
        if (!path.isEmpty()) path_->setText(path);
    });
    connect(buttons, &QDialogButtonBox::accepted, this, &ExportDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
}

void ExportDialog::setPath(const QString& path) { path_->setText(path); }

QString ExportDialog::fault() const { return fault_->isHidden() ? QString() : fault_->text(); }

void ExportDialog::accept() {
    const ExportSettings settings{path_->text(), QSizeF(width_->value(), height_->value()), scale_->value(),
                                  light_->isChecked() ? &lightTheme() : &pane_.theme()};
    const Diagnostics faults = exportPane(pane_, settings);
    if (faults.empty()) {
        QDialog::accept();
        return;
    }
    fault_->setText(QString::fromStdString(faults.front().message + "\n" + faults.front().hint));
    fault_->setStyleSheet(QStringLiteral("color: %1").arg(pane_.theme().error.name()));
    fault_->show();
}

} // namespace warpstring::gui
