// SPDX-License-Identifier: GPL-3.0-or-later
// The sizes of a pattern as a form: what a person sets stands in the place of the file's.
#pragma once

#include <QAbstractTableModel>

#include "app/gui/models/generate/pattern_document.h"

namespace warpstring::gui {

class SizeTable : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { Name, Value, Note, Columns };

    /// `document` outlives the table.
    explicit SizeTable(PatternDocument& document, QObject* parent = nullptr);

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    /// A whole number from 1 on, "1 << 20" or "1048576"; an empty text is the file's again.
    bool setData(const QModelIndex& index, const QVariant& value, int role = Qt::EditRole) override;
    [[nodiscard]] Qt::ItemFlags flags(const QModelIndex& index) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation,
                                      int role = Qt::DisplayRole) const override;

private:
    struct Row {
        std::string name;
        std::int64_t value = 0, written = 0;
        bool isGiven = false;
        QString fault; ///< of what was typed last
    };
    void follow();

    PatternDocument& document_;
    std::vector<Row> rows_;
};

/// "1048576", "1 << 20" and "2^20"; nothing where it is no number from 1 on.
[[nodiscard]] std::optional<std::int64_t> sizeOf(const QString& text);

} // namespace warpstring::gui
