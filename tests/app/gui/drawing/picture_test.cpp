// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/drawing/picture.h"

#include <QFile>
#include <QImage>
#include <QPainter>
#include <QSvgRenderer>
#include <QTemporaryDir>
#include <gtest/gtest.h>

namespace warpstring::gui {

namespace {

/// Text on the background, a disc of the colour of what is simulated in the middle.
Picture disc() {
    return {QStringLiteral("disc"), QSizeF(200, 100),
            [](QPainter& painter, const Theme& theme, const QSizeF& size) {
                painter.fillRect(QRectF(QPointF(), size), theme.background);
                painter.setPen(theme.text);
                painter.drawText(QPointF(10, 20), QStringLiteral("a disc"));
                painter.setBrush(theme.simulated);
                painter.drawEllipse(QRectF(size.width() / 2 - 20, size.height() / 2 - 20, 40, 40));
            }};
}

TEST(Picture, APngHasTheColoursOfItsTheme) {
    QTemporaryDir folder;
    for (const Theme* theme : {&lightTheme(), &darkTheme()}) {
        const QString path = folder.filePath(QStringLiteral("disc.png"));
        PictureFile file;
        file.theme = theme;
        ASSERT_TRUE(writePicture(disc(), path, file).empty());
        const QImage image(path);
        ASSERT_EQ(image.size(), QSize(400, 200));
        EXPECT_EQ(image.pixelColor(200, 100), theme->simulated);
        EXPECT_EQ(image.pixelColor(2, 198), theme->background);
    }
}

TEST(Picture, AnSvgIsReadBackAtItsSize) {
    QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("disc.svg"));
    PictureFile file;
    file.size = QSizeF(640, 480);
    ASSERT_TRUE(writePicture(disc(), path, file).empty());
    QSvgRenderer renderer(path);
    ASSERT_TRUE(renderer.isValid());
    EXPECT_EQ(renderer.viewBoxF().size(), QSizeF(640, 480));
    QImage image(640, 480, QImage::Format_ARGB32);
    image.fill(Qt::transparent);
    QPainter painter(&image);
    renderer.render(&painter);
    painter.end();
    EXPECT_EQ(image.pixelColor(320, 240), lightTheme().simulated);
}

TEST(Picture, APdfIsOnePageOfTheSize) {
    QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("disc.pdf"));
    ASSERT_TRUE(writePicture(disc(), path).empty());
    QFile pdf(path);
    ASSERT_TRUE(pdf.open(QIODevice::ReadOnly));
    const QByteArray bytes = pdf.readAll();
    EXPECT_TRUE(bytes.startsWith("%PDF-"));
    const QRegularExpression box(QStringLiteral("/MediaBox \\[0 0 150(\\.0+)? 75(\\.0+)?\\]"));
    EXPECT_TRUE(box.match(QString::fromLatin1(bytes)).hasMatch()) << "96 pixels are 72 points";
    EXPECT_TRUE(bytes.trimmed().endsWith("%%EOF"));
}

TEST(Picture, FaultsAreNamed) {
    QTemporaryDir folder;
    EXPECT_EQ(writePicture(disc(), folder.filePath(QStringLiteral("disc.gif"))).at(0).code,
              "export.unknown-format");
    EXPECT_EQ(writePicture(disc(), folder.filePath(QStringLiteral("no/folder/disc.png"))).at(0).code,
              "export.write");
    PictureFile huge;
    huge.size = QSizeF(1e6, 1e6);
    EXPECT_EQ(writePicture(disc(), folder.filePath(QStringLiteral("disc.png")), huge).at(0).code,
              "export.too-large");
    EXPECT_TRUE(folder.isValid() && QDir(folder.path()).isEmpty()) << "nothing is left behind";
}

} // namespace

} // namespace warpstring::gui
