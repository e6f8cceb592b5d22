// SPDX-License-Identifier: GPL-3.0-or-later
// How cells are edited that have choices: by a box of them, which takes other text where the cell does; else as
// text.
#pragma once

#include <QStyledItemDelegate>

namespace warpstring::gui {

class ChoiceDelegate : public QStyledItemDelegate {
    Q_OBJECT

public:
    /// The roles of a cell's choices (QStringList), and of whether they are not all that may be typed (bool).
    ChoiceDelegate(int choicesRole, int freeRole, QObject* parent = nullptr);

    [[nodiscard]] QWidget* createEditor(QWidget* parent, const QStyleOptionViewItem& option,
                                        const QModelIndex& index) const override;
    void setEditorData(QWidget* editor, const QModelIndex& index) const override;
    void setModelData(QWidget* editor, QAbstractItemModel* model, const QModelIndex& index) const override;

private:
    int choicesRole_, freeRole_;
};

} // namespace warpstring::gui
