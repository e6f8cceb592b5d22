// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/charts/html_report.h"

#include <QRegularExpression>
#include <QXmlStreamReader>
#include <gtest/gtest.h>

#include "tests/study/charts/charted_comparison.h"

namespace warpstring::gui {

namespace {

const HtmlReportFacts facts{"warpstring chart report a.toml -o r.html", "2026-11-22", "0.1.0"};

std::size_t count(const std::string& text, const std::string& piece) {
    std::size_t found = 0;
    for (auto at = text.find(piece); at != std::string::npos; at = text.find(piece, at + 1)) ++found;
    return found;
}

std::string section(const std::string& html, const std::string& from, const std::string& to) {
    const auto begin = html.find(from);
    return html.substr(begin, html.find(to, begin) - begin);
}

TEST(HtmlReport, HasEveryLaunchWorstFirst) {
    comparison::Comparison comparison = test::chartedComparison();
    *comparison.launches[6].kernelTime.simulated *= 3;
    const std::string html = htmlReport(comparison, facts);
    const std::string table = section(html, "<h2>Launches", "</table>");
    for (const comparison::ComparedLaunch& launch : comparison.launches)
        EXPECT_EQ(
            count(table, "<td>" + QString::fromStdString(launch.launch).toHtmlEscaped().toStdString() + "<"),
            1U);
    EXPECT_LT(table.find("naive,n=4096"), table.find("tiled &lt;fast&gt;,n=512")) << "230 % and 20 %";
    EXPECT_LT(table.find("tiled &lt;fast&gt;,n=512"), table.find("naive,n=512")) << "20 % and 10 %";
    EXPECT_LT(table.find("naive,n=2048"), table.find("naive,n=1024")) << "which is apart";
    for (const char* piece : {"MAPE", "the outputs were wrong", "warpstring chart report a.toml", "2026-11-22",
                              "0.1.0", "problem,n=512", "prefers-color-scheme:dark"})
        EXPECT_NE(html.find(piece), std::string::npos) << piece;
    EXPECT_EQ(html, htmlReport(comparison, facts)) << "the same bytes for the same input";
}

TEST(HtmlReport, NeedsNothingElse) {
    const std::string html = htmlReport(test::chartedComparison(), facts);
    EXPECT_GE(count(html, "<svg"), 4U);
    EXPECT_EQ(count(html, "<?xml"), 0U);
    for (const char* piece : {"<script", "<link", "<img", "src=", "url(http", "@import"})
        EXPECT_EQ(count(html, piece), 0U) << piece;
    EXPECT_EQ(count(html, "<fast>"), 0U) << "names are escaped";
}

/// Every chart is well-formed, and every colour in it has one for dark readers.
TEST(HtmlReport, ChartsHaveDarkColours) {
    const std::string html = htmlReport(test::chartedComparison(), facts);
    const QString text = QString::fromStdString(html);
    for (auto at = html.find("<svg"); at != std::string::npos; at = html.find("<svg", at + 1)) {
        QXmlStreamReader reader(QByteArray::fromStdString(html.substr(at, html.find("</svg>", at) + 6 - at)));
        while (!reader.atEnd()) {
            reader.readNext();
            for (const char* name : {"fill", "stroke"}) {
                const QString colour = reader.attributes().value(QLatin1String(name)).toString();
                if (!colour.startsWith(QLatin1Char('#')) || colour == QLatin1String("#000000")) continue;
                EXPECT_TRUE(text.contains(QStringLiteral("svg [%1=\"%2\"]").arg(QLatin1String(name), colour)))
                    << colour.toStdString();
            }
        }
        EXPECT_FALSE(reader.hasError()) << reader.errorString().toStdString();
    }
}

TEST(HtmlReport, OfNothing) {
    const std::string html = htmlReport({}, facts);
    EXPECT_NE(html.find("0 compared launches"), std::string::npos);
    EXPECT_NE(html.find("</html>"), std::string::npos);
}

} // namespace

} // namespace warpstring::gui
