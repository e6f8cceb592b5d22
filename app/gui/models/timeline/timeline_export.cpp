// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/models/timeline/timeline_export.h"

#include <QSaveFile>
#include <cmath>

#include "app/gui/models/timeline/timeline_facts.h"
#include "core/files/launches/launch_sweep.h"
#include "stringmodel/export/trace_export.h"

namespace warpstring::gui {

namespace {

Diagnostics fault(const char* code, const QString& message, const QString& hint) {
    return {{code, Severity::Error, {}, message.toStdString(), hint.toStdString()}};
}

/// Which of its file's sweep the launch is; 0 where the file has gone or changed.
std::uint64_t indexOf(const Launch& launch) {
    if (launch.swept.empty() || launch.file.empty()) return 0;
    auto sweep = files::LaunchSweep::open(launch.file);
    if (!sweep) return 0;
    for (std::uint64_t i = 0; i < sweep->count(); ++i)
        if (sweep->nameOf(i) == launch.name) return i;
    return 0;
}

} // namespace

Diagnostics writeTimeline(const Analysis& analysis, const TimeWindow& window, const QString& path) {
    const bool json = path.endsWith(QStringLiteral(".json"), Qt::CaseInsensitive);
    if (!json && !path.endsWith(QStringLiteral(".svg"), Qt::CaseInsensitive))
        return fault("export.unknown-format", QStringLiteral("no timeline is written to \"%1\"").arg(path),
                     QStringLiteral("*.json is a trace for Perfetto, *.svg a picture"));
    std::optional<Simulation> withTimeline;
    if (!analysis.simulation.timeline) {
        withTimeline = analysis.simulation;
        withTimeline->timeline = analysis.pictureTimeline;
    }
    const Simulation& simulation = withTimeline ? *withTimeline : analysis.simulation;
    const simulation_export::TraceSubject subject{simulation, *analysis.pdg, analysis.launch(), analysis.spec(),
                                                  shownMultiprocessor(analysis.request)};
    simulation_export::PictureOptions options;
    options.from = std::floor(window.from());
    options.to = std::ceil(window.to());
    const std::string text = json ? toChromeTrace(subject) : toTimelineSvg(subject, options);
    QSaveFile file(path);
    if (file.open(QIODevice::WriteOnly) &&
        file.write(text.data(), static_cast<qint64>(text.size())) == static_cast<qint64>(text.size()) &&
        file.commit())
        return {};
    return fault("export.write", QStringLiteral("cannot write %1: %2").arg(path, file.errorString()),
                 QStringLiteral("is the folder there?"));
}

QString timelineArguments(const Analysis& analysis, const TimeWindow& window, bool whole) {
    QString text = QStringLiteral("-o timeline.svg");
    if (const std::uint64_t index = indexOf(analysis.launch()); index > 0)
        text += QStringLiteral(" --index %1").arg(index);
    if (analysis.request.multiprocessor >= 0)
        text += QStringLiteral(" --sm %1").arg(analysis.request.multiprocessor);
    if (analysis.request.mostSpans != AnalysisRequest().mostSpans)
        text += QStringLiteral(" --operations %1").arg(analysis.request.mostSpans);
    if (!whole)
        text += QStringLiteral(" --from %1 --to %2")
                    .arg(static_cast<qint64>(std::floor(window.from())))
                    .arg(static_cast<qint64>(std::ceil(window.to())));
    return text;
}

} // namespace warpstring::gui
