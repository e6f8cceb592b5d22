// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/drawing/summary_page.h"

#include <functional>
#include <gtest/gtest.h>

#include "tests/app/gui/samples.h"

namespace warpstring::gui {

namespace {

/// Of a sample with all that a summary may have: advice of every kind, a measurement.
Summary fullSummary(const Analysis& analysis) {
    Summary summary = summaryOf(analysis, nullptr);
    summary.measured = MeasuredTime{summary.timeUs * 1.1, -1 / 11.0, QStringLiteral("NVIDIA H200"),
                                    QStringLiteral("2026-11-21T16:00:00Z"), true};
    CostChange change;
    change.timeUs = {summary.timeUs * 3, summary.timeUs};
    change.warpCycles = {summary.warpCycles * 3, summary.warpCycles};
    change.occupancy = {1, 0.5};
    for (const HotLine& line : summary.lines) change.linesThen[line.line].cycles = line.cycles / 25.3;
    summary.change = change;
    AdviceRows advice;
    advice.heading = QStringLiteral("12.3 us without bank conflicts, 33.4 % less");
    const Focus focus = analysis.elements.fromLine(25);
    using Kind = AdviceRow::Kind;
    advice.ofKernel = {
        {Kind::Finding, 0.334, 123.4, QStringLiteral("Bank conflicts"), QStringLiteral("lanes share a bank"),
         focus},
        {Kind::Part, 0.2, 140, QStringLiteral("load shared, line 25"), {}, focus},
        {Kind::Part,
         0.1,
         150,
         QStringLiteral("load a_name_that_is_as_long_as_names_may_well_be[...], line 25"),
         {},
         focus},
        {Kind::Part, 0.1, 150, QStringLiteral("store shared, line 41"), {}, focus},
        {Kind::Remedy,
         0,
         0,
         QStringLiteral(
             "pad the rows of shared by one word, which takes 132 bytes more of local memory a group"),
         {},
         focus},
        {Kind::Overlap,
         0.4,
         100,
         QStringLiteral("Bank conflicts and divergence together"),
         QStringLiteral("they cost the same time"),
         {}}};
    advice.ofDevice = {
        {Kind::Finding, 1, 0, QStringLiteral("Pipe: the integer multiply pipe of the multiprocessor"), {}, {}}};
    advice.belowError =
        QStringLiteral("Below the model's error of 4.9 %: Barrier 3.0 %, Divergence 2.0 %, Tail 1.0 %");
    summary.advice = advice;
    return summary;
}

class SummaryPageTest : public testing::Test {
protected:
    static const std::vector<SharedAnalysis>& analyses() {
        static const std::vector<SharedAnalysis> all{test::analysisOf("scan/scan-init", "nvidia-h200"),
                                                     test::analysisOf("scan/scan-init"),
                                                     test::analysisOf("matmul/matmul-tiled", "nvidia-h200"),
                                                     test::analysisOf("micro/memory-access", "nvidia-h200")};
        return all;
    }
    void forEachPage(const std::function<void(const Page&)>& see) {
        for (const auto& analysis : analyses())
            for (const double width : {300.0, 420.0, 559.0, 560.0, 690.0, 1049.0, 1050.0, 1390.0, 2000.0})
                for (const TimeUnit unit : {TimeUnit::Cycles, TimeUnit::Microseconds}) {
                    SCOPED_TRACE(analysis->launch().kernel + " at " + std::to_string(width));
                    see(layOutSummary(fullSummary(*analysis), width, fonts_, unit).page);
                }
    }

    PageFonts fonts_{QFont()};
};

TEST_F(SummaryPageTest, NoTextIsCutOff) {
    forEachPage([this](const Page& page) {
        for (const PageText& text : page.texts) {
            if (text.wraps) continue;
            EXPECT_LE(fonts_.metrics(text.letters).horizontalAdvance(text.text), text.rect.width() + 1)
                << text.text.toStdString();
            if (text.alignment & Qt::AlignRight) {
                EXPECT_FALSE(text.text.contains(QChar(0x2026))) << "a figure: " << text.text.toStdString();
            }
        }
    });
}

TEST_F(SummaryPageTest, TextsStandWithinACardAndNotOverEachOther) {
    forEachPage([](const Page& page) {
        const QRectF whole(QPointF(), page.size);
        for (const PageBox& card : page.cards) EXPECT_TRUE(whole.contains(card.rect));
        for (std::size_t i = 0; i < page.texts.size(); ++i) {
            const QRectF& rect = page.texts[i].rect;
            bool within = false;
            for (const PageBox& card : page.cards) within = within || card.rect.contains(rect);
            EXPECT_TRUE(within) << page.texts[i].text.toStdString();
            for (std::size_t j = 0; j < i; ++j) {
                const QRectF both = rect.intersected(page.texts[j].rect);
                // Lines touch where letters have their gap.
                EXPECT_FALSE(both.width() > 1 && both.height() > 5)
                    << page.texts[i].text.toStdString() << " over " << page.texts[j].text.toStdString();
            }
        }
        for (std::size_t i = 0; i < page.cards.size(); ++i)
            for (std::size_t j = 0; j < i; ++j) EXPECT_FALSE(page.cards[i].rect.intersects(page.cards[j].rect));
    });
}

TEST_F(SummaryPageTest, SaysAllThatTheSummaryHas) {
    const Summary summary = fullSummary(*analyses().front());
    const Page page = layOutSummary(summary, 690, fonts_, TimeUnit::Cycles).page;
    QStringList texts;
    for (const PageText& text : page.texts) texts += text.text;
    const QString all = texts.join(QLatin1Char('\n'));
    for (const char* said : {"scan_init on nvidia-h200",
                             "bound by",
                             "launch overhead",
                             "body",
                             "with cold caches",
                             "error -9.1 %",
                             "Bank conflicts",
                             "33.4 %",
                             "pad the rows",
                             "limits of the device",
                             "Below the model's error",
                             "Hottest lines",
                             "-66.7 % since opening",
                             "occupancy 100 % \u2192 50.0 %",
                             "\u00d725.3",
                             "L1",
                             "L2",
                             "DRAM",
                             "TFLOP/s",
                             "work-groups in",
                             "registers"})
        EXPECT_TRUE(all.contains(QString::fromUtf8(said))) << said;
    for (const CycleShare& share : summary.cycles) EXPECT_TRUE(texts.contains(share.name));
    for (const HotLine& line : summary.lines) EXPECT_TRUE(texts.contains(QString::number(line.line)));
}

TEST_F(SummaryPageTest, LinksLeadToTheirElements) {
    const Summary summary = fullSummary(*analyses().front());
    const Page page = layOutSummary(summary, 690, fonts_, TimeUnit::Cycles).page;
    for (const HotLine& line : summary.lines) {
        bool found = false;
        for (std::size_t i = 0; i < page.links.size(); ++i)
            if (page.links[i].focus == line.focus &&
                page.links[i].name.startsWith(QStringLiteral("line %1:").arg(line.line))) {
                found = true;
                EXPECT_EQ(page.linkAt(page.links[i].rect.center()), i);
            }
        EXPECT_TRUE(found) << line.line;
    }
    EXPECT_FALSE(page.linkAt({-1, -1}));
}

TEST_F(SummaryPageTest, NothingMovesWhenTheAdviceComes) {
    Summary summary = fullSummary(*analyses().front());
    const SummaryPage with = layOutSummary(summary, 690, fonts_, TimeUnit::Cycles);
    summary.advice.reset();
    const SummaryPage without = layOutSummary(summary, 690, fonts_, TimeUnit::Cycles, with.adviceHeight);
    EXPECT_EQ(without.page.size, with.page.size);
    ASSERT_EQ(without.page.cards.size(), with.page.cards.size());
    for (std::size_t i = 0; i < with.page.cards.size(); ++i)
        EXPECT_EQ(without.page.cards[i].rect, with.page.cards[i].rect);
}

} // namespace

} // namespace warpstring::gui
