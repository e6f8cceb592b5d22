// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/panes/pane.h"

namespace warpstring::gui {

Pane::Pane(const QString& title, PaneContext context, QWidget* parent) : QWidget(parent), context_(context) {
    setWindowTitle(title);
    setAccessibleName(title);
    if (context_.baseline != nullptr)
        connect(context_.baseline, &AnalysisBaseline::changed, this, [this] {
            if (!waits_) baselineChanged();
        });
}

bool Pane::isPinned() const { return context_.baseline != nullptr && context_.baseline->isPinned(); }

SharedAnalysis Pane::then() const { return context_.baseline != nullptr ? context_.baseline->then() : nullptr; }

void Pane::showAnalysis(SharedAnalysis analysis) {
    next_ = std::move(analysis);
    waits_ = true;
    if (seen_ || !next_) catchUp();
}

void Pane::setSeen(bool seen) {
    seen_ = seen;
    if (seen_) catchUp();
}

void Pane::catchUp() {
    if (!waits_) return;
    waits_ = false;
    analysis_ = std::move(next_);
    analysisChanged();
}

Diagnostics Pane::writeOther(const QString& path) {
    return {{"export.unknown-format",
             Severity::Error,
             {},
             "this pane writes no \"" + path.toStdString() + "\"",
             "the extension says which format"}};
}

QString Pane::commandLine(const QString& command, const QString& extra) const {
    if (!analysis_) return {};
    QString line = QStringLiteral("warpstring ") + command + QLatin1Char(' ') +
                   QString::fromStdString(analysisArguments(analysis_->request));
    if (!extra.isEmpty()) line += QLatin1Char(' ') + extra;
    return line;
}

} // namespace warpstring::gui
