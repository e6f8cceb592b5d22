// SPDX-License-Identifier: GPL-3.0-or-later
// Every pane's exports are written by its dialog's rules and read back; its command line runs.
#include <QAbstractItemModel>
#include <QImage>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLabel>
#include <QLineEdit>
#include <QPainter>
#include <QProcess>
#include <QSvgRenderer>

#include "app/gui/panes/threads_pane.h"
#include "app/gui/window/export_dialog.h"
#include "tests/app/gui/window/window_fixture.h"

namespace warpstring::gui {

namespace {

using test::textOf;

class WindowExport : public test::WindowTest {
protected:
    void SetUp() override {
        test::WindowTest::SetUp();
        ASSERT_TRUE(openSample("matmul/matmul-tiled"));
        // Panes that compute for themselves do so when they are seen.
        for (Pane* each : window_->docks().panes()) raise(*each);
        ASSERT_TRUE(QTest::qWaitFor(
            [this] {
                return !pane<GraphPane>().graph().busy() && pane<ThreadsPane>().stepCursor().graph() != nullptr;
            },
            test::patienceMs));
    }

    static std::size_t coloursOf(const QImage& image) {
        std::set<QRgb> colours;
        for (int y = 0; y < image.height(); y += 2)
            for (int x = 0; x < image.width(); x += 2) colours.insert(image.pixel(x, y));
        return colours.size();
    }

    void checkPicture(const std::filesystem::path& file, const QString& format, const QSizeF& size) {
        const std::string bytes = textOf(file);
        if (format == QStringLiteral("png")) {
            const QImage image(text(file));
            EXPECT_NEAR(image.width(), size.width() * 2, 1);
            EXPECT_NEAR(image.height(), size.height() * 2, 1);
            EXPECT_GT(coloursOf(image), 4U);
        } else if (format == QStringLiteral("svg")) {
            QSvgRenderer renderer(text(file));
            ASSERT_TRUE(renderer.isValid());
            QImage image(400, 300, QImage::Format_RGB32);
            image.fill(Qt::magenta);
            QPainter painter(&image);
            renderer.render(&painter);
            painter.end();
            EXPECT_GT(coloursOf(image), 4U);
        } else {
            EXPECT_TRUE(bytes.starts_with("%PDF-"));
            EXPECT_NE(bytes.rfind("%%EOF"), std::string::npos);
        }
    }

    /// Cells by row, after RFC 4180.
    static std::vector<QStringList> csvRows(const std::string& bytes) {
        std::vector<QStringList> rows{{}};
        std::string cell;
        bool quoted = false;
        for (std::size_t i = 0; i < bytes.size(); ++i) {
            const char c = bytes[i];
            if (quoted && c == '"' && i + 1 < bytes.size() && bytes[i + 1] == '"') {
                cell += bytes[i++];
            } else if (c == '"') {
                quoted = !quoted;
            } else if (!quoted && (c == ',' || c == '\n')) {
                rows.back() += QString::fromStdString(cell);
                cell.clear();
                if (c == '\n') rows.emplace_back();
            } else if (quoted || c != '\r') {
                cell += c;
            }
        }
        if (rows.back().isEmpty() && cell.empty()) rows.pop_back();
        return rows;
    }

    /// Rows of a tree in order, those below a row after it.
    static void flatten(const QAbstractItemModel& table, const QModelIndex& parent,
                        std::vector<QModelIndex>& rows) {
        for (int row = 0; row < table.rowCount(parent); ++row) {
            const QModelIndex index = table.index(row, 0, parent);
            rows.push_back(index);
            flatten(table, index, rows);
        }
    }

    void checkTable(const std::filesystem::path& file, const QString& format, const QAbstractItemModel& table) {
        std::vector<QModelIndex> shown;
        flatten(table, {}, shown);
        if (format == QStringLiteral("csv")) {
            const auto rows = csvRows(textOf(file));
            ASSERT_EQ(rows.size(), shown.size() + 1);
            for (int column = 0; column < table.columnCount(); ++column) {
                EXPECT_EQ(rows[0][column], table.headerData(column, Qt::Horizontal).toString());
                for (std::size_t row = 0; row < shown.size(); ++row)
                    EXPECT_EQ(rows[row + 1][column], shown[row].siblingAtColumn(column).data().toString());
            }
        } else {
            const auto array = QJsonDocument::fromJson(QByteArray::fromStdString(textOf(file))).array();
            ASSERT_EQ(static_cast<std::size_t>(array.size()), shown.size());
            for (const QJsonValue& row : array) EXPECT_EQ(row.toObject().size(), table.columnCount());
        }
    }
};

TEST_F(WindowExport, OfEveryPaneInEachOfItsFormatsReadsBack) {
    std::set<QString> seen;
    for (Pane* each : window_->panes())
        for (const QString& format : exportFormats(*each)) {
            const auto file = folder_ / ("export." + format.toStdString());
            SCOPED_TRACE(each->accessibleName().toStdString() + " as " + format.toStdString());
            ExportSettings settings;
            settings.path = text(file);
            const auto faults = exportPane(*each, settings);
            ASSERT_TRUE(faults.empty()) << toText(faults.front());
            if (format == QStringLiteral("csv") || format == QStringLiteral("json"))
                checkTable(file, format, *each->table());
            else
                checkPicture(file, format, each->picture()->size);
            seen.insert(format);
        }
    EXPECT_EQ(seen.size(), 5U);
}

TEST_F(WindowExport, TakesAnySizeAndTheThemeThatIsAskedFor) {
    window_->setTheme(ThemeChoice::Dark);
    for (Pane* each : window_->panes()) {
        if (!each->picture()) continue;
        for (const Theme* theme : {&lightTheme(), &darkTheme()}) {
            ExportSettings settings;
            settings.path = text(folder_ / "sized.png");
            settings.size = QSizeF(611, 433);
            settings.scale = 1;
            settings.theme = theme;
            ASSERT_TRUE(exportPane(*each, settings).empty());
            const QImage image(settings.path);
            EXPECT_EQ(image.size(), QSize(611, 433)) << each->accessibleName().toStdString();
            EXPECT_EQ(image.pixelColor(610, 432), theme->background) << each->accessibleName().toStdString();
        }
    }
}

TEST_F(WindowExport, TheDialogStaysOpenWithWhatIsWrong) {
    for (Pane* each : window_->panes()) {
        if (exportFormats(*each).isEmpty()) continue;
        ExportDialog dialog(*each, window_.get());
        dialog.show();
        for (const char* name : {"export.xyz", "no/such/folder/export.png", "export", ""}) {
            dialog.setPath(*name == 0 ? QString() : text(folder_ / name));
            dialog.accept();
            EXPECT_TRUE(dialog.isVisible()) << name;
            EXPECT_FALSE(dialog.fault().isEmpty()) << name;
        }
        const QString good = text(folder_ / "good.") + exportFormats(*each).last();
        dialog.setPath(good);
        dialog.accept();
        EXPECT_FALSE(dialog.isVisible());
        EXPECT_GT(QFileInfo(good).size(), 0);
    }
}

TEST_F(WindowExport, WhatTheDialogProposesIsWritten) {
    int written = 0;
    for (const bool isOpen : {true, false}) {
        if (!isOpen) trigger(QStringLiteral("&Close"));
        for (Pane* each : window_->panes()) {
            each->catchUp();
            ExportDialog dialog(*each, window_.get());
            auto* path = dialog.findChildren<QLineEdit*>().front();
            for (auto* line : dialog.findChildren<QLineEdit*>())
                if (qobject_cast<QAbstractSpinBox*>(line->parentWidget()) == nullptr) path = line;
            for (const auto* label : dialog.findChildren<QLabel*>())
                EXPECT_TRUE(!label->text().contains(QLatin1Char('&')) || label->buddy() != nullptr)
                    << "shown as it is written: " << label->text().toStdString();
            if (path->text().isEmpty()) continue; // there is nothing to export
            const QString file = text(folder_ / "proposed-") + QFileInfo(path->text()).fileName();
            dialog.setPath(file);
            dialog.accept();
            EXPECT_TRUE(dialog.fault().isEmpty())
                << each->accessibleName().toStdString() << ": " << dialog.fault().toStdString();
            EXPECT_TRUE(QFileInfo::exists(file)) << file.toStdString();
            ++written;
        }
    }
    EXPECT_GT(written, 8);
}

TEST_F(WindowExport, CommandLinesGiveTheSameNumbers) {
    const QString program = QStringLiteral(WARPSTRING_PROGRAM);
    std::set<QString> done;
    for (Pane* each : window_->panes()) {
        QString command = each->cliCommand();
        // Nothing was measured here, which `compare` refuses.
        if (command.startsWith(QStringLiteral("warpstring compare"))) continue;
        if (command.isEmpty() || !done.insert(command).second) continue;
        ASSERT_TRUE(command.startsWith(QStringLiteral("warpstring ")));
        command.replace(0, 10, program);
        QProcess shell;
        shell.setWorkingDirectory(text(folder_.path()));
        shell.start(QStringLiteral("/bin/sh"), {QStringLiteral("-c"), command});
        ASSERT_TRUE(shell.waitForFinished(test::patienceMs)) << command.toStdString();
        EXPECT_EQ(shell.exitCode(), 0) << command.toStdString() << "\n"
                                       << shell.readAllStandardError().toStdString();
        if (!command.contains(QStringLiteral(" -o "))) {
            EXPECT_FALSE(shell.readAllStandardOutput().isEmpty()) << command.toStdString();
        }
        if (each != &window_->source()) continue;
        shell.start(QStringLiteral("/bin/sh"), {QStringLiteral("-c"), command + QStringLiteral(" --json")});
        ASSERT_TRUE(shell.waitForFinished(test::patienceMs));
        const auto json = QJsonDocument::fromJson(shell.readAllStandardOutput()).array();
        ASSERT_EQ(json.size(), 1);
        EXPECT_DOUBLE_EQ(json[0][QStringLiteral("kernel")][QStringLiteral("time_us")].toDouble(),
                         session().analysis()->simulation.kernelTimeUs());
    }
    EXPECT_GE(done.size(), 3U);
}

} // namespace

} // namespace warpstring::gui
