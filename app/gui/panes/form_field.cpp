// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/panes/form_field.h"

#include <QKeyEvent>

namespace warpstring::gui {

namespace {

class FormField : public QLineEdit {
public:
    using QLineEdit::QLineEdit;

protected:
    bool event(QEvent* event) override {
        if (event->type() == QEvent::ShortcutOverride) {
            const auto* key = static_cast<QKeyEvent*>(event);
            if ((key->matches(QKeySequence::Undo) && !isUndoAvailable()) ||
                (key->matches(QKeySequence::Redo) && !isRedoAvailable())) {
                event->ignore();
                return true;
            }
        }
        return QLineEdit::event(event);
    }
};

} // namespace

QLineEdit* makeFormField(const QString& accessibleName, QWidget* parent) {
    auto* field = new FormField(parent);
    field->setAccessibleName(accessibleName);
    return field;
}

void showInField(QLineEdit& field, const QString& text) {
    if (field.hasFocus() && field.isModified()) return;
    if (field.text() != text || field.isUndoAvailable()) field.setText(text);
    field.setModified(false);
}

void markField(QLineEdit& field, const Theme& theme, bool isGuess, bool isFaulty) {
    QPalette palette = theme.palette();
    palette.setColor(QPalette::Text, isFaulty ? theme.error : isGuess ? theme.accent : theme.text);
    // Qt's Fusion darkens it for the frame, which a dark theme swallows; nothing else is drawn with it.
    if (theme.dark) palette.setColor(QPalette::Window, theme.border.lighter(160));
    field.setPalette(palette);
    QFont font = field.font();
    font.setItalic(isGuess);
    field.setFont(font);
}

} // namespace warpstring::gui
