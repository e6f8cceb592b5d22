// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/panes/timeline_pane.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QResizeEvent>
#include <QSplitter>
#include <QStackedWidget>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>

#include "app/gui/drawing/timeline_legend.h"
#include "app/gui/models/timeline/span_measure.h"
#include "app/gui/models/timeline/timeline_export.h"
#include "app/gui/models/timeline/timeline_facts.h"
#include "app/gui/panes/timeline_canvas.h"
#include "app/gui/panes/timeline_side.h"

namespace warpstring::gui {

namespace {

class Legend : public QWidget {
public:
    explicit Legend(Display& display) : display_(display) {
        QSizePolicy policy(QSizePolicy::Expanding, QSizePolicy::Fixed);
        policy.setHeightForWidth(true);
        setSizePolicy(policy);
        setAccessibleName(QStringLiteral("Colours of operations and of what warps wait for"));
    }
    [[nodiscard]] QSize sizeHint() const override { return {400, heightForWidth(400)}; }
    [[nodiscard]] bool hasHeightForWidth() const override { return true; }
    [[nodiscard]] int heightForWidth(int width) const override {
        return static_cast<int>(legendHeight(font(), width - 12)) + 4;
    }

protected:
    void paintEvent(QPaintEvent*) override {
        QPainter painter(this);
        paintLegend(painter, display_.theme(), font(), QRectF(rect()).adjusted(6, 2, -6, -2));
    }

private:
    Display& display_;
};

/// One of three above the canvas.
QToolButton* zoomButton(const QString& text, const QString& tip) {
    auto* made = new QToolButton;
    made->setText(text);
    made->setToolTip(tip);
    made->setAccessibleName(tip);
    made->setAutoRaise(true);
    return made;
}

} // namespace

TimelinePane::TimelinePane(PaneContext context, QWidget* parent)
    : Pane(QStringLiteral("Timeline"), context, parent) {
    nothing_ = new QLabel(QStringLiteral("Open a kernel and its launch to see its warps over time."));
    nothing_->setAlignment(Qt::AlignCenter);
    nothing_->setWordWrap(true);
    heading_ = new QLabel;
    heading_->setWordWrap(true);
    note_ = new QLabel;
    note_->setWordWrap(true);
    details_ = new QLabel;
    details_->setTextInteractionFlags(Qt::TextSelectableByMouse);
    details_->setAlignment(Qt::AlignLeft | Qt::AlignTop);
    details_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    details_->setWordWrap(true);
    details_->setAccessibleName(QStringLiteral("What is under the pointer"));
    details_->installEventFilter(this);
    canvas_ = new TimelineCanvas(display());
    side_ = new TimelineSide(display());
    legend_ = new Legend(display());
    auto* in = zoomButton(QStringLiteral("+"), QStringLiteral("Zoom in (+)"));
    auto* out = zoomButton(QStringLiteral("\u2212"), QStringLiteral("Zoom out (-)"));
    auto* fit =
        zoomButton(QStringLiteral("Fit"), QStringLiteral("Show all operations, then all work-groups (0)"));

    auto* bar = new QHBoxLayout;
    bar->setContentsMargins(8, 2, 4, 0);
    bar->addWidget(heading_, 1);
    for (QToolButton* each : {in, out, fit}) bar->addWidget(each);
    auto* left = new QWidget;
    auto* column = new QVBoxLayout(left);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(2);
    column->addLayout(bar);
    note_->setContentsMargins(8, 0, 8, 2);
    column->addWidget(note_);
    column->addWidget(canvas_, 1);
    details_->setContentsMargins(8, 2, 8, 2);
    column->addWidget(details_);
    column->addWidget(legend_);
    auto* splitter = new QSplitter(Qt::Horizontal);
    splitter->addWidget(left);
    splitter->addWidget(side_);
    splitter->setStretchFactor(0, 1);
    splitter->setStretchFactor(1, 0);
    splitter->setSizes({1000, 310});
    splitter->setCollapsible(0, false);
    stack_ = new QStackedWidget;
    stack_->addWidget(nothing_);
    stack_->addWidget(splitter);
    auto* whole = new QVBoxLayout(this);
    whole->setContentsMargins(0, 0, 0, 0);
    whole->addWidget(stack_);
    setFocusProxy(canvas_);
    setTabOrder(canvas_, in);
    setTabOrder(in, out);
    setTabOrder(out, fit);
    setTabOrder(fit, side_);

    connect(in, &QToolButton::clicked, this, [this] { canvas_->zoom(0.5); });
    connect(out, &QToolButton::clicked, this, [this] { canvas_->zoom(2); });
    connect(fit, &QToolButton::clicked, this, [this] { canvas_->fit(); });
    connect(canvas_, &TimelineCanvas::hitChanged, this, [this] {
        selection().hover(canvas_->hit() ? timelineIndex_->focusOf(*canvas_->hit()) : Focus());
        updateDetails();
    });
    connect(canvas_, &TimelineCanvas::spanChanged, this, [this] {
        const auto& span = canvas_->span();
        side_->setSpan(span ? std::optional(measureSpan(timelineIndex_->rows(), span->first, span->second))
                            : std::nullopt);
        updateDetails();
    });
    connect(canvas_, &TimelineCanvas::pinAsked, this,
            [this] { selection().pin(canvas_->hit() ? timelineIndex_->focusOf(*canvas_->hit()) : Focus()); });
    connect(&selection(), &Selection::hoverChanged, this, &TimelinePane::updateMarks);
    connect(&selection(), &Selection::pinChanged, this, &TimelinePane::updateMarks);
    connect(&display(), &Display::changed, this, &TimelinePane::restyle);
    connect(&runner_, &ScheduleRunner::finished, this, [this](quint64, const SimulatedGroups& groups) {
        if (!record_ || !timelineIndex_) return;
        schedules_ = std::make_shared<const GroupSchedules>(groupSchedules(*record_, groups, false));
        canvas_->setSchedules(schedules_);
    });
    restyle();
}

TimelinePane::~TimelinePane() = default;

void TimelinePane::restyle() {
    const QPalette palette = theme().palette();
    for (QWidget* each : {static_cast<QWidget*>(this), static_cast<QWidget*>(stack_)})
        each->setPalette(palette);
    setAutoFillBackground(true);
    QPalette muted = palette;
    muted.setColor(QPalette::WindowText, theme().muted);
    nothing_->setPalette(muted);
    QPalette warning = palette;
    warning.setColor(QPalette::WindowText, theme().warning);
    note_->setPalette(warning);
    fitDetails(0);
    legend_->update();
    updateDetails();
}

void TimelinePane::analysisChanged() {
    const Analysis* shown = analysis().get();
    timelineIndex_ = shown ? std::make_shared<const TimelineIndex>(analysis()) : nullptr;
    stack_->setCurrentIndex(shown ? 1 : 0);
    canvas_->setTimeline(timelineIndex_);
    side_->show(shown);
    heading_->setText(shown ? timelineHeading(*shown) : QString());
    heading_->setToolTip(heading_->text());
    const QString note = shown ? timelineNote(*shown) : QString();
    note_->setText(note);
    note_->setVisible(!note.isEmpty());
    updateSchedules();
    updateMarks();
    updateDetails();
}

void TimelinePane::setRecords(SharedRecords records) {
    records_ = std::move(records);
    updateSchedules();
}

void TimelinePane::updateSchedules() {
    runner_.forget();
    record_ = records_ && analysis() ? recordOf(*analysis(), *records_) : nullptr;
    schedules_.reset();
    if (record_) {
        const SimulatedGroups groups = groupsOf(*analysis()->timeline());
        const bool more =
            (groups.loopsExtrapolated || groups.groupsExtrapolated) && ScheduleRunner::canSimulate(*analysis());
        schedules_ = std::make_shared<const GroupSchedules>(groupSchedules(*record_, groups, more));
        if (more) (void)runner_.submit(analysis());
    }
    canvas_->setSchedules(schedules_);
}

void TimelinePane::updateMarks() {
    if (!timelineIndex_) return;
    canvas_->setMarks(timelineIndex_->marks(selection().hovered()),
                      timelineIndex_->marks(selection().pinned()));
}

void TimelinePane::updateDetails() {
    if (!timelineIndex_)
        details_->clear();
    else if (canvas_->hit())
        details_->setText(timelineIndex_->text(*canvas_->hit(), display().unit()));
    else if (canvas_->span())
        details_->setText(
            text(measureSpan(timelineIndex_->rows(), canvas_->span()->first, canvas_->span()->second),
                 timelineIndex_->clockMhz(), display().unit()));
    else
        details_->setText(QStringLiteral(
            "Point at an operation, click to pin it. The wheel zooms, dragging moves, with Shift it measures. "
            "Arrows move, + - 0 zoom, Ctrl+arrows walk from operation to operation, Enter pins, Shift+arrows "
            "measure, Escape lets go."));
    fitDetails(details_->height());
}

/// Never lower than what is said needs; with four lines at least, what is above stays where it is most of the
/// time.
void TimelinePane::fitDetails(int least) {
    const int usual = 4 * details_->fontMetrics().lineSpacing() + 6;
    details_->setFixedHeight(std::max({least, usual, details_->heightForWidth(details_->width())}));
}

bool TimelinePane::eventFilter(QObject* watched, QEvent* event) {
    if (watched == details_ && event->type() == QEvent::Resize) {
        const auto* resized = static_cast<QResizeEvent*>(event);
        if (resized->size().width() != resized->oldSize().width()) fitDetails(0);
    }
    return Pane::eventFilter(watched, event);
}

QString TimelinePane::details() const { return details_->text(); }

QString TimelinePane::cliCommand() const {
    if (!analysis()) return {};
    return commandLine(QStringLiteral("timeline"),
                       timelineArguments(*analysis(), canvas_->window(), canvas_->fitted()));
}

std::optional<Picture> TimelinePane::picture() const {
    if (!timelineIndex_) return std::nullopt;
    TimelineScene scene = canvas_->scene();
    scene.hit.reset();
    scene.hovered.clear();
    const QString title = QString::fromStdString(analysis()->launch().name) + QStringLiteral(" on ") +
                          QString::fromStdString(analysis()->spec().name) + QStringLiteral(", ") +
                          timelineHeading(*analysis());
    const QString note = timelineNote(*analysis());
    const QSizeF size(canvas_->viewport()->width(), canvas_->viewport()->height() +
                                                        legendHeight(scene.font, canvas_->viewport()->width()) +
                                                        2 * QFontMetricsF(scene.font).height() + 16);
    return Picture{title, size,
                   [scene, title, note, timelineIndex = timelineIndex_,
                    schedules = schedules_](QPainter& painter, const Theme& theme, const QSizeF& whole) {
                       const QFontMetricsF metrics(scene.font);
                       painter.fillRect(QRectF(QPointF(), whole), theme.background);
                       painter.setFont(scene.font);
                       painter.setPen(theme.text);
                       const double line = metrics.height();
                       painter.drawText(QRectF(8, 4, whole.width() - 16, line), Qt::AlignLeft, title);
                       painter.setPen(theme.muted);
                       painter.drawText(QRectF(8, 4 + line, whole.width() - 16, line), Qt::AlignLeft, note);
                       const double legend = legendHeight(scene.font, whole.width() - 16);
                       const double top = 2 * line + 8;
                       const QRectF area(0, top, whole.width(),
                                         std::max(1.0, whole.height() - top - legend - 8));
                       LayoutSpace space;
                       space.width = area.width();
                       space.height = std::max(1.0, area.height() - axisHeight(scene.font));
                       space.lineHeight = QFontMetricsF(labelFont(scene.font)).height();
                       space.labelWidth = labelWidth(scene.font);
                       space.leastRow = 1;
                       const TimelineLayout layout = layOutTimeline(*timelineIndex, schedules.get(), space);
                       paintTimeline(painter, theme, scene, layout, area, 0);
                       paintLegend(painter, theme, scene.font,
                                   QRectF(8, whole.height() - legend - 4, whole.width() - 16, legend));
                   }};
}

QAbstractItemModel* TimelinePane::table() const { return analysis() ? &side_->stalls() : nullptr; }

QStringList TimelinePane::otherFormats() const {
    if (!analysis()) return {};
    return {QStringLiteral("Trace for Perfetto (*.trace.json)"),
            QStringLiteral("Picture as the command line draws it (*.timeline.svg)")};
}

Diagnostics TimelinePane::writeOther(const QString& path) {
    if (!analysis()) return Pane::writeOther(path);
    return writeTimeline(*analysis(), canvas_->window(), path);
}

} // namespace warpstring::gui
