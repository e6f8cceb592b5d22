// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/panes/summary_pane.h"

#include <QPainter>
#include <QScrollArea>
#include <QVBoxLayout>

#include "app/gui/panes/summary_canvas.h"

namespace warpstring::gui {

SummaryPane::SummaryPane(PaneContext context, QWidget* parent)
    : Pane(QStringLiteral("Summary"), context, parent),
      canvas_(new SummaryCanvas(context.selection, context.display)) {
    auto* scroll = new QScrollArea;
    scroll->setWidgetResizable(true);
    scroll->setWidget(canvas_);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    // Whether it scrolls must not change its width: the page would be laid out to and fro.
    scroll->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOn);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(scroll);
    setFocusProxy(canvas_);
    connect(&advice_, &AdviceRunner::finished, this,
            [this](const SharedAdvice& advice) { canvas_->setAdvice(adviceRows(*analysis(), *advice)); });
    connect(canvas_, &SummaryCanvas::rewriteWanted, this, &SummaryPane::rewriteWanted);
    analysisChanged();
}

void SummaryPane::setRecords(const SharedRecords& records) {
    records_ = records;
    if (!analysis() || analysis()->faulty() || !canvas_->summary()) return;
    Summary summary = *canvas_->summary();
    summary.measured = records_ ? measuredTimeOf(*analysis(), *records_) : std::nullopt;
    canvas_->setSummary(std::move(summary), {});
}

void SummaryPane::analysisChanged() {
    if (!analysis())
        canvas_->setSummary(std::nullopt, QStringLiteral("Open a kernel to see how long it takes, and why."));
    else if (analysis()->faulty())
        canvas_->setSummary(std::nullopt, QStringLiteral("The kernel has errors: Problems has them."));
    else
        canvas_->setSummary(changed(summaryOf(*analysis(), records_)), {});
    advice_.start(analysis());
}

void SummaryPane::baselineChanged() {
    if (canvas_->summary() && analysis()) canvas_->setSummary(changed(*canvas_->summary()), {});
}

Summary SummaryPane::changed(Summary summary) const {
    summary.change = costChange(then(), *analysis());
    summary.sincePin = isPinned();
    return summary;
}

std::optional<Picture> SummaryPane::picture() const {
    if (!canvas_->summary()) return std::nullopt;
    const double width = std::max(480, canvas_->width());
    return Picture{
        QStringLiteral("Summary of %1").arg(canvas_->summary()->kernel), canvas_->laidOut(width).page.size,
        [summary = *canvas_->summary(), font = canvas_->font(),
         unit = display().unit()](QPainter& painter, const Theme& theme, const QSizeF& area) {
            painter.fillRect(QRectF(QPointF(), area), theme.background);
            const PageFonts fonts(font);
            const Page page = layOutSummary(summary, area.width(), fonts, unit).page;
            // Another width needs another height: what does not fit is made smaller.
            if (page.size.height() > area.height())
                painter.scale(area.height() / page.size.height(), area.height() / page.size.height());
            drawPage(painter, theme, fonts, page, {});
        }};
}

} // namespace warpstring::gui
