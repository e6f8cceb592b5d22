// SPDX-License-Identifier: GPL-3.0-or-later
// The variants of a search as points, and where they are drawn.
#include "app/gui/models/tune/variant_plot.h"

#include <QElapsedTimer>
#include <QImage>
#include <QPainter>
#include <algorithm>
#include <cmath>
#include <set>

#include <gtest/gtest.h>

#include "app/gui/drawing/variant_drawing.h"
#include "tests/app/gui/tuned_kernel.h"

namespace warpstring::gui {

namespace {

/// A search of STRIDE and local, of which nothing was simulated: times are made up.
TuneOutcome outcomeOf(const std::string& tune, const std::vector<search::FoundVariant>& found) {
    TuneOutcome outcome;
    const search::NamedText launch{test::strideLaunch(tune), "stride.toml"};
    outcome.texts =
        std::make_shared<search::VariantTextCache>(launch, search::NamedText{test::strideKernel, "stride.cl"},
                                                   **search::readSpace(launch, std::nullopt), nullptr);
    outcome.result.devices.emplace_back();
    outcome.result.devices.front().variants = found;
    return outcome;
}

using search::Outcome;
const std::string twoAxes = "\n[tune]\nSTRIDE = [1, 4, 8]\nlocal = [[64], [256]]\n";

TuneOutcome small() {
    return outcomeOf(twoAxes, {{0, {Outcome::Ranked, 10, 9}},
                               {1, {Outcome::Ranked, 30, 20}},
                               {2, {Outcome::Dominated, 90, 90}},
                               {3, {Outcome::DoesNotFit, 0, 0}},
                               {4, {Outcome::Ranked, 20, 12}}});
}

TEST(VariantPlot, HasWhatHasATimeTheFastestLast) {
    const VariantPlot plot = plotOf(small(), {{4, 25}});
    ASSERT_EQ(plot.variants.size(), 4U);
    EXPECT_EQ(plot.variants[0].id, 2U) << "what is dominated is drawn below the rest";
    EXPECT_EQ(plot.variants[1].id, 1U);
    EXPECT_EQ(plot.variants[3].id, 0U);
    EXPECT_EQ(plot.dominated, 1U);
    EXPECT_EQ(plot.measured, 1U);
    EXPECT_DOUBLE_EQ(plot.leastUs, 10);
    EXPECT_DOUBLE_EQ(plot.mostUs, 90);
    EXPECT_EQ(plot.textOf(*plot.find(4)), "STRIDE=8,local=64\n20.0 us, measured 25.0 us");
    EXPECT_EQ(plot.textOf(*plot.find(2)), "STRIDE=4,local=64\n90.0 us by the closed form");
    EXPECT_EQ(plot.find(3), nullptr);
    EXPECT_TRUE(plotOf({}, {}).variants.empty());
}

TEST(VariantPlot, StepsGoFromRankToRank) {
    const VariantPlot plot = plotOf(small(), {});
    EXPECT_EQ(plot.step(std::nullopt, 0), 0U);
    EXPECT_EQ(plot.step(0, 1), 4U);
    EXPECT_EQ(plot.step(4, 1), 1U);
    EXPECT_EQ(plot.step(1, 1), 1U) << "the slowest that is ranked";
    EXPECT_EQ(plot.step(0, -1), 0U);
    EXPECT_EQ(plotOf({}, {}).step(std::nullopt, 1), std::nullopt);
}

class VariantDrawingTest : public testing::TestWithParam<VariantView> {
protected:
    static VariantDrawing drawn(const SharedVariantPlot& plot) {
        return {plot, GetParam(), 0, QFont(), QSizeF(700, 300)};
    }
    static QImage image(const VariantDrawing& drawing) {
        QImage image(700, 300, QImage::Format_ARGB32_Premultiplied);
        QPainter painter(&image);
        drawing.paint(painter, lightTheme());
        return image;
    }
};

TEST_P(VariantDrawingTest, AVariantIsFoundWhereItIsDrawn) {
    const auto plot = std::make_shared<const VariantPlot>(plotOf(small(), {{4, 25}}));
    const VariantDrawing drawing = drawn(plot);
    for (const PlottedVariant& variant : plot->variants) {
        const auto places = drawing.placesOf(variant.id);
        const bool isLeftOut = GetParam() == VariantView::Parallel && variant.isDominated;
        ASSERT_EQ(places.empty(), isLeftOut);
        if (isLeftOut) continue;
        EXPECT_EQ(drawing.variantAt(places.back()), variant.id);
        for (const QPointF& at : places) EXPECT_TRUE(QRectF(0, 0, 700, 300).contains(at));
    }
    EXPECT_EQ(drawing.variantAt(QPointF(-50, -50)), std::nullopt);
    EXPECT_EQ(drawing.variantAt(QPointF(2, 2)), std::nullopt);
    EXPECT_TRUE(drawing.placesOf(3).empty()) << "it has no time";
    const auto legend = drawing.legend();
    EXPECT_TRUE(std::any_of(legend.begin(), legend.end(), [](const std::string& entry) {
        return entry.find("dropped by the closed form") != std::string::npos;
    }));
}

TEST_P(VariantDrawingTest, MarksAreDrawnOverIt) {
    const auto plot = std::make_shared<const VariantPlot>(plotOf(small(), {{4, 25}}));
    const VariantDrawing drawing = drawn(plot);
    QImage marked = image(drawing);
    EXPECT_NE(marked, QImage());
    const QImage plain = marked;
    {
        QPainter painter(&marked);
        drawing.paintMark(painter, lightTheme(), 3, true);
    }
    EXPECT_EQ(marked, plain) << "of nothing that is drawn";
    {
        QPainter painter(&marked);
        drawing.paintMark(painter, lightTheme(), 4, true);
    }
    EXPECT_NE(marked, plain);
    EXPECT_FALSE(image(VariantDrawing(nullptr, GetParam(), 0, QFont(), QSizeF(700, 300))).isNull());
    EXPECT_FALSE(image(VariantDrawing(plot, GetParam(), 9, QFont(), QSizeF(700, 300))).isNull())
        << "no such axis";
    EXPECT_FALSE(image(VariantDrawing(plot, GetParam(), 0, QFont(), QSizeF(5, 5))).isNull());
}

/// By brute force over what each variant says of its places.
TEST_P(VariantDrawingTest, TheNearestOfManyIsFoundAtOnce) {
    std::vector<search::FoundVariant> found;
    found.reserve(4000);
    std::string list = "1";
    for (int i = 2; i <= 80; ++i) list += ", " + std::to_string(i);
    for (search::VariantId id = 0; id < 4000; ++id)
        found.push_back({id, {Outcome::Ranked, 10 + static_cast<double>((id * 7919) % 4001), 1}});
    const auto plot = std::make_shared<const VariantPlot>(plotOf(
        outcomeOf("\n[tune]\nSTRIDE = [" + list + "]\nUNUSED = [" + list.substr(0, list.find(", 51")) + "]\n",
                  found),
        {}));
    ASSERT_EQ(plot->variants.size(), 4000U);
    const VariantDrawing drawing = drawn(plot);
    QElapsedTimer time;
    time.start();
    EXPECT_FALSE(image(drawing).isNull());
    EXPECT_LT(time.elapsed(), 1000) << "some 50 ms where nothing else is busy";
    time.start();
    for (int x = 40; x < 700; x += 60) static_cast<void>(drawing.variantAt(QPointF(x, 150)));
    EXPECT_LT(time.elapsed() / 11, 50);
    if (GetParam() != VariantView::Scatter) return;
    for (int x = 40; x < 700; x += 23)
        for (int y = 10; y < 290; y += 31) {
            double least = 1e9;
            for (const PlottedVariant& variant : plot->variants) {
                const QPointF away = drawing.placesOf(variant.id).front() - QPointF(x, y);
                least = std::min(least, std::hypot(away.x(), away.y()));
            }
            const auto hit = drawing.variantAt(QPointF(x, y));
            ASSERT_EQ(hit.has_value(), least <= 7);
            if (!hit) continue;
            const QPointF away = drawing.placesOf(*hit).front() - QPointF(x, y);
            EXPECT_DOUBLE_EQ(std::hypot(away.x(), away.y()), least);
        }
}

INSTANTIATE_TEST_SUITE_P(Both, VariantDrawingTest,
                         testing::Values(VariantView::Scatter, VariantView::Parallel));

} // namespace

} // namespace warpstring::gui
