// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/models/string/line_table.h"

#include <QAbstractItemModelTester>
#include <gtest/gtest.h>
#include <numeric>

#include "tests/app/gui/samples.h"

namespace warpstring::gui {

namespace {

using Field = LineTable::Field;

int columnOf(const LineTable& table, Field field, std::size_t part = 0) {
    const auto& columns = table.columns();
    const auto found = std::find(columns.begin(), columns.end(), LineTable::Column{field, part});
    return found == columns.end() ? -1 : static_cast<int>(found - columns.begin());
}

QString cell(const LineTable& table, int row, Field field, std::size_t part = 0) {
    return table.index(row, columnOf(table, field, part)).data().toString();
}

double lineNumber(QString value) {
    value.remove(QLatin1Char(','));
    return value.section(QLatin1Char(' '), 0, 0).toDouble();
}

TEST(LineTable, HasTheLinesOfTheMarginTheHottestFirst) {
    for (const char* spec : {"geforce-8800-gtx", "nvidia-h200"}) {
        SCOPED_TRACE(spec);
        LineTable table;
        const QAbstractItemModelTester tester(&table, QAbstractItemModelTester::FailureReportingMode::Fatal);
        const auto analysis = test::analysisOf("scan/scan-init", spec);
        table.setAnalysis(analysis, std::nullopt);
        const LineCosts costs = lineCosts(analysis->simulation, *analysis->pdg);
        ASSERT_EQ(table.rowCount(),
                  static_cast<int>(costs.lines.size()) + (costs.elsewhere.cycles > 0 ? 1 : 0));
        double last = std::numeric_limits<double>::infinity();
        for (int row = 0; row < table.rowCount(); ++row) {
            const int line = table.lineAt(row);
            const LineCost& cost = line > 0 ? costs.lines.at(line) : costs.elsewhere;
            EXPECT_LE(cost.cycles, last);
            last = cost.cycles;
            EXPECT_EQ(table.rowOf(line), row);
            EXPECT_EQ(cell(table, row, Field::Line), line > 0 ? QString::number(line) : QString());
            EXPECT_EQ(cell(table, row, Field::Cycles), numberText(cost.cycles));
            EXPECT_EQ(cell(table, row, Field::Share), percentText(cost.cycles / costs.all));
            EXPECT_EQ(cell(table, row, Field::Transactions),
                      cost.transactions > 0 ? numberText(cost.transactions) : QString());
            const QVariant heat = table.index(row, columnOf(table, Field::Share)).data(LineTable::HeatRole);
            ASSERT_EQ(heat.isValid(), line > 0);
            if (line > 0) {
                EXPECT_DOUBLE_EQ(heat.toDouble(), cost.cycles / costs.most);
                EXPECT_FALSE(cell(table, row, Field::Text).isEmpty());
            }
        }
        EXPECT_EQ(table.rowOf(100000), -1);
        EXPECT_EQ(table.sortedColumn(), columnOf(table, Field::Cycles));
    }
}

TEST(LineTable, ReasonsAddUpToTheCyclesOfALine) {
    for (const char* sample : {"scan/scan-init", "matmul/matmul-tiled", "field/sorting/bitonic-sort-block"})
        for (const char* spec : {"geforce-8800-gtx", "nvidia-h200"}) {
            SCOPED_TRACE(std::string(sample) + " on " + spec);
            const auto analysis = test::analysisOf(sample, spec);
            LineTable table;
            table.setAnalysis(analysis, std::nullopt);
            std::size_t parts = 0;
            for (int row = 0; row < table.rowCount(); ++row) {
                double sum = 0;
                for (const LineTable::Column& column : table.columns())
                    if (column.field == Field::Part)
                        sum += lineNumber(cell(table, row, Field::Part, column.part));
                const double cycles = lineNumber(cell(table, row, Field::Cycles));
                EXPECT_NEAR(sum, cycles, 0.01 * cycles + 0.01);
            }
            for (const LineTable::Column& column : table.columns()) {
                if (column.field != Field::Part) continue;
                ++parts;
                bool says = false;
                for (int row = 0; row < table.rowCount(); ++row)
                    says = says || !cell(table, row, Field::Part, column.part).isEmpty();
                EXPECT_TRUE(says) << "a column of nothing";
            }
            EXPECT_GE(parts, 3U);
            // Issuing, then the longest first.
            std::vector<double> sums;
            for (const LineTable::Column& column : table.columns()) {
                if (column.field != Field::Part) continue;
                double sum = 0;
                for (int row = 0; row < table.rowCount(); ++row)
                    sum += lineNumber(cell(table, row, Field::Part, column.part));
                sums.push_back(sum);
            }
            const bool timed = analysis->simulation.timeline.has_value();
            EXPECT_EQ(timed, table.headerData(columnOf(table, Field::Part, 0), Qt::Horizontal).toString() ==
                                 QStringLiteral("issue"));
            EXPECT_TRUE(std::is_sorted(sums.begin() + (timed ? 1 : 0), sums.end(), std::greater<>()));
        }
}

TEST(LineTable, TellsTransactionsAndConflicts) {
    const auto analysis = test::analysisOf("scan/scan-init");
    LineTable table;
    table.setAnalysis(analysis, std::nullopt);
    double transactions = 0, told = 0;
    for (const FlatToken& flat : analysis->tokens)
        transactions += flat.iterations() * flat.token->weight * flat.token->transactions;
    int conflicts = 0;
    for (int row = 0; row < table.rowCount(); ++row) {
        told += lineNumber(cell(table, row, Field::Transactions));
        conflicts += cell(table, row, Field::Conflicts).endsWith(QStringLiteral("-way"));
    }
    EXPECT_GT(transactions, 0);
    EXPECT_NEAR(told, transactions, 0.01 * transactions);
    EXPECT_GT(conflicts, 0);
    table.setAnalysis(test::analysisOf("matmul/matmul-naive"), std::nullopt);
    EXPECT_EQ(columnOf(table, Field::Conflicts), -1) << "no local memory";
}

TEST(LineTable, SortsByAnyColumnWithMissingFiguresLast) {
    const auto analysis = test::analysisOf("scan/scan-init", "nvidia-h200");
    LineTable table;
    const QAbstractItemModelTester tester(&table, QAbstractItemModelTester::FailureReportingMode::Fatal);
    table.setAnalysis(analysis, std::nullopt);
    const int hottest = table.lineAt(0);
    const QPersistentModelIndex kept = table.index(0, 0);
    for (int column = 0; column < table.columnCount(); ++column)
        for (const auto order : {Qt::AscendingOrder, Qt::DescendingOrder}) {
            if (table.columns()[static_cast<std::size_t>(column)].field == Field::Text) continue;
            table.sort(column, order);
            EXPECT_EQ(table.sortedColumn(), column);
            EXPECT_EQ(table.sortOrder(), order);
            std::vector<double> values;
            bool ended = false;
            for (int row = 0; row < table.rowCount(); ++row) {
                const QString text = table.index(row, column).data().toString();
                EXPECT_FALSE(ended && !text.isEmpty()) << "missing ones come last";
                ended = ended || text.isEmpty();
                if (!text.isEmpty())
                    values.push_back(text.section(QLatin1Char('-'), 0, 0).isEmpty()
                                         ? 0
                                         : lineNumber(text.section(QLatin1Char('-'), 0, 0)));
            }
            if (order == Qt::DescendingOrder) std::reverse(values.begin(), values.end());
            EXPECT_TRUE(std::is_sorted(values.begin(), values.end())) << column;
            EXPECT_EQ(table.lineAt(kept.row()), hottest) << "a chosen row stays that line's";
        }
    table.sort(columnOf(table, Field::Text));
    for (int row = 1; row < table.rowCount(); ++row) EXPECT_NE(cell(table, row, Field::Text), QString());
    // The next analysis keeps the order that was chosen; without a column it is by heat.
    table.sort(columnOf(table, Field::Line), Qt::AscendingOrder);
    table.setAnalysis(analysis, std::nullopt);
    EXPECT_LT(table.lineAt(0), table.lineAt(1));
    table.sort(-1);
    EXPECT_EQ(table.lineAt(0), hottest);
}

TEST(LineTable, IsInTheChosenUnit) {
    const auto analysis = test::analysisOf("scan/scan-init");
    LineTable table;
    table.setAnalysis(analysis, std::nullopt);
    table.setUnit(TimeUnit::Nanoseconds);
    const LineCosts costs = lineCosts(analysis->simulation, *analysis->pdg);
    EXPECT_EQ(cell(table, 0, Field::Cycles),
              numberText(inUnit(costs.most, analysis->spec().execution.clockMhz, TimeUnit::Nanoseconds)));
    EXPECT_EQ(table.headerData(columnOf(table, Field::Cycles), Qt::Horizontal).toString(),
              QStringLiteral("ns/warp"));
}

TEST(LineTable, TellsChangesSinceABaseline) {
    const auto then = test::analysisOf("matmul/matmul-naive");
    auto request = test::requestFor("matmul/matmul-naive");
    const auto store = request.sourceText.find("    c[row * n + column] = sum;");
    ASSERT_NE(store, std::string::npos);
    request.sourceText.insert(store, "    sum = sqrt(sum);\n");
    batch::GraphCache graphs;
    const auto now = analyse(request, graphs);
    ASSERT_TRUE(now.ok()) << toText(now.diagnostics().front());
    const auto change = costChange(then, **now);
    ASSERT_TRUE(change);
    LineTable table;
    table.setAnalysis(*now, change);
    int added = 0, changed = 0;
    for (int row = 0; row < table.rowCount(); ++row) {
        const QString text = cell(table, row, Field::Change);
        added += text == QStringLiteral("new");
        changed += text.endsWith(QStringLiteral("%")) || text == QStringLiteral("unchanged");
    }
    EXPECT_EQ(added, 1);
    EXPECT_GT(changed, 1);
    table.setAnalysis(*now, std::nullopt);
    EXPECT_EQ(columnOf(table, Field::Change), -1);
    table.setAnalysis(nullptr, std::nullopt);
    EXPECT_EQ(table.rowCount(), 0);
    EXPECT_EQ(table.columnCount(), 0);
}

} // namespace

} // namespace warpstring::gui
