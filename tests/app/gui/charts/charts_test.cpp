// SPDX-License-Identifier: GPL-3.0-or-later
// Every kind of chart as PNG, SVG and PDF, read back.
#include <QFile>
#include <QImage>
#include <QSvgRenderer>
#include <QTemporaryDir>
#include <QXmlStreamReader>
#include <gtest/gtest.h>

#include "app/gui/charts/chart.h"
#include "app/gui/charts/chart_paint.h"
#include "study/charts/chart_makers.h"
#include "tests/study/charts/charted_comparison.h"

namespace warpstring::gui {

using charts::ChartData;

namespace {

comparison::Comparison slowerThan(const comparison::Comparison& comparison) {
    comparison::Comparison slower = comparison;
    *slower.launches[0].kernelTime.simulated *= 1.3;
    *slower.launches[1].kernelTime.simulated *= 0.8;
    return slower;
}

std::vector<ChartData> everyKind() {
    const comparison::Comparison comparison = test::chartedComparison();
    return {charts::barsOf(comparison), charts::scatterOf(comparison), charts::sweepOf(comparison).value(),
            charts::stacksOf(comparison), charts::deltasOf(slowerThan(comparison), comparison)};
}

/// The text of an SVG's text elements; nothing where it is no XML.
std::optional<QStringList> textsOf(const QByteArray& svg) {
    QXmlStreamReader reader(svg);
    QStringList texts;
    while (!reader.atEnd())
        if (reader.readNext() == QXmlStreamReader::StartElement && reader.name() == QLatin1String("text"))
            texts << reader.readElementText();
    if (reader.hasError()) return std::nullopt;
    return texts;
}

bool hasColour(const QImage& image, const QColor& colour) {
    for (int y = 0; y < image.height(); ++y)
        for (int x = 0; x < image.width(); ++x)
            if (image.pixelColor(x, y) == colour) return true;
    return false;
}

QImage imageOf(const ChartData& chart, const Theme& theme, const QSize& size) {
    QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("chart.png"));
    PictureFile file;
    file.theme = &theme;
    file.size = size;
    file.scale = 1;
    EXPECT_TRUE(writePicture(pictureOf(chart), path, file).empty());
    return QImage(path);
}

TEST(Charts, ASvgHasItsWordsAsText) {
    for (const ChartData& chart : everyKind()) {
        const Picture picture = pictureOf(chart);
        const QByteArray svg = toSvg(picture, lightTheme(), picture.size);
        EXPECT_TRUE(QSvgRenderer(svg).isValid()) << chart.title;
        const auto texts = textsOf(svg);
        ASSERT_TRUE(texts.has_value()) << chart.title;
        EXPECT_TRUE(texts->contains(QString::fromStdString(chart.title)));
        EXPECT_TRUE(texts->contains(QString::fromStdString(chart.y.title))) << chart.y.title;
        EXPECT_TRUE(chart.hasRows() || texts->contains(QString::fromStdString(chart.x.title)));
        for (const std::string& row : chart.hasRows() ? chart.x.categories : std::vector<std::string>())
            EXPECT_TRUE(texts->contains(QString::fromStdString(row))) << row;
        for (const charts::ChartSeries& series : chart.series)
            EXPECT_TRUE(texts->contains(QString::fromStdString(series.name))) << series.name;
        for (const std::string& note : chart.notes)
            EXPECT_TRUE(texts->join(QLatin1Char(' ')).contains(QString::fromStdString(note))) << note;
    }
}

TEST(Charts, APngHasTheColoursOfItsSeries) {
    for (const Theme* theme : {&lightTheme(), &darkTheme()})
        for (const ChartData& chart : everyKind()) {
            const QImage image = imageOf(chart, *theme, QSize(1280, 800));
            ASSERT_EQ(image.size(), QSize(1280, 800));
            EXPECT_EQ(image.pixelColor(1, 798), theme->background);
            EXPECT_EQ(image.pixelColor(0, 0), theme->background) << chart.title;
            for (const charts::ChartSeries& series : chart.series)
                EXPECT_TRUE(hasColour(image, colourOf(series.colour, *theme))) << chart.title << series.name;
            for (std::size_t band = 0; band < chart.bands.size(); ++band)
                EXPECT_TRUE(hasColour(image, bandColour(band, *theme))) << band;
        }
}

TEST(Charts, APdfIsWritten) {
    QTemporaryDir folder;
    for (const ChartData& chart : everyKind()) {
        const QString path = folder.filePath(QStringLiteral("chart.pdf"));
        ASSERT_TRUE(writePicture(pictureOf(chart), path).empty());
        QFile pdf(path);
        ASSERT_TRUE(pdf.open(QIODevice::ReadOnly));
        const QByteArray bytes = pdf.readAll();
        EXPECT_TRUE(bytes.startsWith("%PDF-"));
        EXPECT_TRUE(bytes.contains("/FontFile2")) << "text stays text, with its font";
    }
}

TEST(Charts, MarksAreWhereTheAxesSay) {
    for (const ChartData& data : everyKind()) {
        const auto chart = makeChart(data, lightTheme());
        chart->setGeometry(QRectF(0, 0, 900, 700));
        const auto marks = chart->shownMarks();
        ASSERT_EQ(marks.size(), data.points()) << data.title;
        for (const ChartMark& mark : marks) {
            const QPointF at = chart->positionOf(mark);
            EXPECT_TRUE(chart->plotArea().adjusted(-1, -1, 1, 1).contains(at)) << data.title;
            if (!data.hasRows()) continue;
            const auto found = chart->markAt(at);
            ASSERT_TRUE(found.has_value());
            EXPECT_EQ(chart->pointOf(*found).x, chart->pointOf(mark).x) << "its own row";
        }
    }
    const auto scatter = makeChart(everyKind()[1], lightTheme());
    scatter->setGeometry(QRectF(0, 0, 700, 700));
    const QRectF plot = scatter->plotArea();
    for (const ChartMark& mark : scatter->shownMarks()) {
        const QPointF at = scatter->positionOf(mark);
        const double right = (at.x() - plot.left()) / plot.width(),
                     up = (plot.bottom() - at.y()) / plot.height();
        const charts::ChartPoint& point = scatter->pointOf(mark);
        EXPECT_EQ(up > right, point.y > point.x) << "above the diagonal is simulated as slower";
    }
}

TEST(Charts, DeltasSayTheirValues) {
    const comparison::Comparison comparison = test::chartedComparison();
    const ChartData data = charts::deltasOf(slowerThan(comparison), comparison);
    const auto texts = textsOf(toSvg(pictureOf(data), lightTheme(), QSizeF(900, 600)));
    ASSERT_TRUE(texts.has_value());
    for (const char* text : {"+30.0 %", "-20.0 %", "unchanged"})
        EXPECT_TRUE(texts->contains(QLatin1String(text))) << text;
    for (const QSizeF& size : {QSizeF(900, 700), QSizeF(420, 300), QSizeF(300, 200)}) {
        const auto chart = makeChart(data, lightTheme());
        chart->setGeometry(QRectF(QPointF(), size));
        const auto places = chart->labelPlaces();
        if (size.height() > 250) {
            EXPECT_EQ(places.size(), data.points()) << size.height();
        }
        for (const QRectF& place : places) {
            EXPECT_TRUE(chart->plotArea().adjusted(-1, -1, 1, 1).contains(place))
                << "neither on the axis nor cut off";
            for (const QRectF& other : places)
                EXPECT_TRUE(other == place || !other.intersects(place)) << "each by itself";
        }
    }
    const auto bars = makeChart(charts::barsOf(comparison), lightTheme());
    bars->setGeometry(QRectF(0, 0, 900, 700));
    EXPECT_TRUE(bars->labelPlaces().empty());
}

TEST(Charts, ManyRowsAreNeitherCrowdedNorSilentlyDropped) {
    const ChartData data = charts::barsOf(test::manyLaunches(336));
    const Picture picture = pictureOf(data);
    const auto texts = textsOf(toSvg(picture, lightTheme(), QSizeF(900, 600)));
    ASSERT_TRUE(texts.has_value());
    const auto names = texts->filter(QStringLiteral("k,n="));
    EXPECT_GT(names.size(), 10);
    EXPECT_LT(names.size(), 60);
    EXPECT_TRUE(names.contains(QStringLiteral("k,n=335"))) << "the worst";
    EXPECT_TRUE(
        texts->join(QLatin1Char(' '))
            .contains(QStringLiteral("The %1 of 336 launches with the largest errors").arg(names.size())));
    const auto tall = textsOf(toSvg(picture, lightTheme(), QSizeF(900, 9000)));
    EXPECT_EQ(tall->filter(QStringLiteral("k,n=")).size(), 336) << "with room for all of them";
}

TEST(Charts, ManyPointsAreThinnedAndSaySo) {
    const ChartData data = charts::scatterOf(test::manyLaunches(20000));
    ASSERT_EQ(data.points(), 20000U);
    const auto chart = makeChart(data, lightTheme());
    chart->setGeometry(QRectF(0, 0, 800, 800));
    const auto marks = chart->shownMarks();
    EXPECT_LT(marks.size(), 20000U);
    EXPECT_GT(marks.size(), 500U);
    const auto texts = textsOf(toSvg(pictureOf(data), lightTheme(), QSizeF(800, 800)));
    EXPECT_TRUE(texts->join(QLatin1Char(' '))
                    .contains(QStringLiteral("of 20,000 points, each within 3 pixels of one of its colour")));
    // What was left out is indeed covered.
    std::vector<QPointF> shown;
    shown.reserve(marks.size());
    for (const ChartMark& mark : marks) shown.push_back(chart->positionOf(mark));
    const auto& points = data.series[0].points;
    for (std::size_t i = 0; i < points.size(); i += 997) {
        const QPointF at = chart->positionOf({0, i});
        EXPECT_TRUE(std::any_of(shown.begin(), shown.end(),
                                [&](const QPointF& other) { return (other - at).manhattanLength() < 5; }));
    }
}

TEST(Charts, SmallOnesAndEmptyOnesAreDrawn) {
    for (const ChartData& chart : everyKind()) {
        const QImage image = imageOf(chart, darkTheme(), QSize(320, 240));
        EXPECT_TRUE(hasColour(image, colourOf(chart.series.back().colour, darkTheme()))) << chart.title;
    }
    for (const ChartData& chart : {ChartData(), charts::barsOf({}), charts::scatterOf({})}) {
        const Picture picture = pictureOf(chart);
        const auto texts = textsOf(toSvg(picture, lightTheme(), picture.size));
        ASSERT_TRUE(texts.has_value());
        EXPECT_TRUE(texts->contains(QStringLiteral("nothing to draw")));
    }
}

TEST(Charts, BoundsWithoutAnEndGoToTheEdge) {
    comparison::Comparison comparison = test::chartedComparison();
    comparison.launches[4].kernelTime.upperBound = std::numeric_limits<double>::infinity();
    for (const ChartData& chart : {charts::barsOf(comparison), charts::sweepOf(comparison).value()}) {
        EXPECT_TRUE(std::isfinite(chart.y.high));
        EXPECT_FALSE(imageOf(chart, lightTheme(), QSize(800, 600)).isNull());
    }
}

} // namespace

} // namespace warpstring::gui
