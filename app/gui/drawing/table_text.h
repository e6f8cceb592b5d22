// SPDX-License-Identifier: GPL-3.0-or-later
// Tables as CSV and JSON, exactly as they are shown.
#pragma once

#include <QString>

#include "core/diagnostic.h"

class QAbstractItemModel;

namespace warpstring::gui {

/// RFC 4180: a line of headings, a line a row, cells quoted where they must be. Rows of trees are written in
/// order, those below a row after it.
[[nodiscard]] QByteArray tableCsv(const QAbstractItemModel& table);
/// An array of objects with the headings as keys; cells that hold numbers are numbers of what is shown, the
/// others text.
[[nodiscard]] QByteArray tableJson(const QAbstractItemModel& table);

/// Writes what the path's extension names: .csv or .json. Faults: export.unknown-format, export.write.
[[nodiscard]] Diagnostics writeTable(const QAbstractItemModel& table, const QString& path);

} // namespace warpstring::gui
