// SPDX-License-Identifier: GPL-3.0-or-later
// The form of a hardware spec: its tables, their keys, the parts of costs.
#pragma once

#include <QAbstractItemModel>
#include <vector>

#include "app/gui/models/spec/spec_edit.h"

namespace warpstring::gui {

class SpecKeyModel : public QAbstractItemModel {
    Q_OBJECT

public:
    enum Column { Key, Value, Unit, Range, Kind, Source, Note, Columns };
    enum Role {
        PathRole = Qt::UserRole, ///< "execution.clock_mhz"; of tables "execution"
        TypeRole,                ///< int of SpecKey::Type; nothing for tables
        ChoicesRole,             ///< QStringList of the cell, where it has to be or is usually one of them
        FreeRole,                ///< bool: the choices are not all that may be typed
        FaultRole,               ///< QString: what is wrong with the value
        PresentRole,             ///< bool
        ChangedRole,             ///< bool: differs from the reference
        LineRole                 ///< int, from 1; 0: nowhere. Changes without a signal
    };

    /// `edit` outlives the model.
    explicit SpecKeyModel(SpecEdit& edit, QObject* parent = nullptr);

    [[nodiscard]] QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
    [[nodiscard]] QModelIndex parent(const QModelIndex& child) const override;
    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    bool setData(const QModelIndex& index, const QVariant& value, int role = Qt::EditRole) override;
    [[nodiscard]] Qt::ItemFlags flags(const QModelIndex& index) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation,
                                      int role = Qt::DisplayRole) const override;

    /// The first column of a key's row; invalid when there is none.
    [[nodiscard]] QModelIndex indexOf(const std::string& path) const;
    /// The index of the key that stands in a line of the text; invalid where none does.
    [[nodiscard]] QModelIndex indexAtLine(int line) const;

private:
    struct Row {
        files::SpecEntry entry;
        QString fault;
        bool changed = false;
        std::vector<Row> parts;

        /// But for its parts and its place.
        [[nodiscard]] bool looksLike(const Row& other) const;
    };
    struct Table {
        QString title, meaning;
        std::string name;
        int line = 0;
        std::vector<Row> rows;
    };

    void refresh();
    [[nodiscard]] std::vector<Table> read() const;
    [[nodiscard]] Row rowOf(files::SpecEntry entry, bool changed) const;
    /// Makes `rows` what `wanted` is, with signals for exactly what differs.
    void synchronise(const QModelIndex& parent, std::vector<Row>& rows, std::vector<Row> wanted);
    [[nodiscard]] const Row* rowAt(const QModelIndex& index) const; ///< nullptr for tables
    [[nodiscard]] QVariant text(const Row& row, int column) const;
    [[nodiscard]] QStringList choicesOf(const Row& row, int column) const;
    [[nodiscard]] bool hasProvenance(const Row& row) const;

    SpecEdit& edit_;
    std::vector<Table> tables_;
};

} // namespace warpstring::gui
