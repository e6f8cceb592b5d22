// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/panes/size_fields.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QVBoxLayout>

#include "app/gui/models/qt_text.h"
#include "app/gui/panes/form_field.h"

namespace warpstring::gui {

SizeFields::SizeFields(const QString& title, const Display& display, QWidget* parent)
    : QWidget(parent), display_(display), note_(new QLabel(this)) {
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(2);
    auto* row = new QHBoxLayout;
    for (std::size_t d = 0; d < fields_.size(); ++d) {
        if (d > 0) row->addWidget(new QLabel(QStringLiteral("\u00d7")));
        fields_[d] = makeFormField(QStringLiteral("%1, dimension %2").arg(title).arg(d), this);
        row->addWidget(fields_[d], 1);
        connect(fields_[d], &QLineEdit::editingFinished, this, [this, d] {
            if (!fields_[d]->isModified()) return;
            fields_[d]->setModified(false);
            Q_EMIT entered(d, fields_[d]->text());
        });
    }
    column->addLayout(row);
    column->addWidget(note_);
    note_->setWordWrap(true);
    note_->setTextFormat(Qt::PlainText);
    note_->setAccessibleName(title + QStringLiteral(", note"));
}

void SizeFields::showSizes(const FormSizes& sizes) {
    const std::size_t count = sizes.sizes.size();
    QString faults = toQString(sizes.fault);
    for (std::size_t d = 0; d < fields_.size(); ++d) {
        const bool isThere = d < count;
        const std::string fault = isThere ? sizes.sizes[d].fault : "";
        showInField(*fields_[d], isThere ? toQString(sizes.sizes[d].text) : QString());
        // The next one can be added.
        fields_[d]->setEnabled(d <= count && !sizes.isSwept);
        QString tip = toQString(fault);
        if (tip.isEmpty() && isThere && sizes.sizes[d].value)
            tip = QStringLiteral("%L1 work-items").arg(static_cast<qulonglong>(*sizes.sizes[d].value));
        fields_[d]->setToolTip(tip);
        markField(*fields_[d], display_.theme(), !sizes.guess.empty(), !fault.empty());
        if (!fault.empty()) faults += (faults.isEmpty() ? QString() : QStringLiteral("; ")) + toQString(fault);
    }
    QString note = faults;
    if (note.isEmpty() && sizes.isSwept) note = QStringLiteral("swept");
    if (note.isEmpty() && !sizes.guess.empty()) note = QStringLiteral("guessed: ") + toQString(sizes.guess);
    note_->setText(note);
    note_->setVisible(!note.isEmpty());
    QPalette palette = note_->palette();
    palette.setColor(QPalette::WindowText, faults.isEmpty() ? display_.theme().muted : display_.theme().error);
    note_->setPalette(palette);
}

QString SizeFields::note() const { return note_->text(); }

} // namespace warpstring::gui
