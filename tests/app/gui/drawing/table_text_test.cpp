// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/drawing/table_text.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QStandardItemModel>
#include <QTemporaryDir>
#include <gtest/gtest.h>

namespace warpstring::gui {

namespace {

void fill(QStandardItemModel& table) {
    table.setHorizontalHeaderLabels({QStringLiteral("kernel"), QStringLiteral("time, us")});
    table.appendRow(
        {new QStandardItem(QStringLiteral("a \"quoted\", name")), new QStandardItem(QStringLiteral("12,345"))});
    table.appendRow({new QStandardItem(QStringLiteral("plain")), new QStandardItem(QStringLiteral("5.38"))});
    table.item(1)->appendRow(
        {new QStandardItem(QStringLiteral("below")), new QStandardItem(QStringLiteral("-"))});
}

TEST(TableText, CsvIsQuotedWhereItMustBe) {
    QStandardItemModel table;
    fill(table);
    EXPECT_EQ(tableCsv(table).toStdString(), "kernel,\"time, us\"\r\n"
                                             "\"a \"\"quoted\"\", name\",\"12,345\"\r\n"
                                             "plain,5.38\r\n"
                                             "below,-\r\n");
}

TEST(TableText, JsonHasNumbersWhereNumbersAreShown) {
    QStandardItemModel table;
    fill(table);
    const auto rows = QJsonDocument::fromJson(tableJson(table)).array();
    ASSERT_EQ(rows.size(), 3);
    EXPECT_EQ(rows[0].toObject()[QStringLiteral("time, us")].toDouble(), 12345);
    EXPECT_EQ(rows[1].toObject()[QStringLiteral("kernel")].toString(), QStringLiteral("plain"));
    EXPECT_EQ(rows[2].toObject()[QStringLiteral("time, us")].toString(), QStringLiteral("-"));
}

TEST(TableText, TheExtensionSaysWhich) {
    QTemporaryDir folder;
    QStandardItemModel table;
    fill(table);
    EXPECT_TRUE(writeTable(table, folder.filePath(QStringLiteral("a.csv"))).empty());
    EXPECT_TRUE(writeTable(table, folder.filePath(QStringLiteral("a.JSON"))).empty());
    QFile csv(folder.filePath(QStringLiteral("a.csv")));
    ASSERT_TRUE(csv.open(QIODevice::ReadOnly));
    EXPECT_EQ(csv.readAll(), tableCsv(table));
    const auto unknown = writeTable(table, folder.filePath(QStringLiteral("a.txt")));
    ASSERT_EQ(unknown.size(), 1u);
    EXPECT_EQ(unknown.front().code, "export.unknown-format");
    const auto nowhere = writeTable(table, folder.filePath(QStringLiteral("no/such/folder/a.csv")));
    ASSERT_EQ(nowhere.size(), 1u);
    EXPECT_EQ(nowhere.front().code, "export.write");
}

} // namespace

} // namespace warpstring::gui
