// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/drawing/table_text.h"

#include <QAbstractItemModel>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QSaveFile>
#include <functional>

#include "app/gui/drawing/export_fault.h"

namespace warpstring::gui {

namespace {

QString csvCell(const QString& text) {
    const bool plain = !text.contains(QLatin1Char('"')) && !text.contains(QLatin1Char(',')) &&
                       !text.contains(QLatin1Char('\n')) && !text.contains(QLatin1Char('\r'));
    if (plain) return text;
    QString quoted = text;
    quoted.replace(QLatin1String("\""), QLatin1String("\"\""));
    return QLatin1Char('"') + quoted + QLatin1Char('"');
}

void forEachRow(const QAbstractItemModel& table, const QModelIndex& parent,
                const std::function<void(const QModelIndex& parent, int row)>& visit) {
    for (int row = 0; row < table.rowCount(parent); ++row) {
        visit(parent, row);
        const QModelIndex first = table.index(row, 0, parent);
        if (table.hasChildren(first)) forEachRow(table, first, visit);
    }
}

} // namespace

QByteArray tableCsv(const QAbstractItemModel& table) {
    QByteArray text;
    const int columns = table.columnCount();
    const auto line = [&](const std::function<QString(int)>& cell) {
        for (int column = 0; column < columns; ++column) {
            if (column > 0) text += ',';
            text += csvCell(cell(column)).toUtf8();
        }
        text += "\r\n";
    };
    line([&](int column) { return table.headerData(column, Qt::Horizontal).toString(); });
    forEachRow(table, {}, [&](const QModelIndex& parent, int row) {
        line([&](int column) { return table.index(row, column, parent).data().toString(); });
    });
    return text;
}

QByteArray tableJson(const QAbstractItemModel& table) {
    QJsonArray rows;
    forEachRow(table, {}, [&](const QModelIndex& parent, int row) {
        QJsonObject object;
        for (int column = 0; column < table.columnCount(); ++column) {
            const QString key = table.headerData(column, Qt::Horizontal).toString();
            const QVariant value = table.index(row, column, parent).data();
            bool isNumber = false;
            QString digits = value.toString();
            digits.remove(QLatin1Char(','));
            const double number = digits.toDouble(&isNumber);
            object.insert(key, isNumber ? QJsonValue(number) : QJsonValue(value.toString()));
        }
        rows.append(object);
    });
    return QJsonDocument(rows).toJson();
}

Diagnostics writeTable(const QAbstractItemModel& table, const QString& path) {
    const QString extension = QFileInfo(path).suffix().toLower();
    if (extension != QLatin1String("csv") && extension != QLatin1String("json"))
        return {exportFault("export.unknown-format", QStringLiteral("no table is written to \"%1\"").arg(path),
                            QStringLiteral("the extension says which: .csv or .json"))};
    const QByteArray bytes = extension == QLatin1String("csv") ? tableCsv(table) : tableJson(table);
    QSaveFile out(path);
    if (out.open(QIODevice::WriteOnly) && out.write(bytes) == bytes.size() && out.commit()) return {};
    return {exportFault("export.write", QStringLiteral("cannot write %1: %2").arg(path, out.errorString()),
                        QStringLiteral("is the folder there, and is there room?"))};
}

} // namespace warpstring::gui
