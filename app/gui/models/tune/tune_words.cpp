// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/models/tune/tune_words.h"

#include <QStringList>

#include "app/gui/models/qt_text.h"
#include "app/gui/models/shell_words.h"
#include "app/gui/models/unit_text.h"
#include "core/text/duration_text.h"

namespace warpstring::gui {

QString headlineOf(const TuneOutcome& outcome) {
    const search::DeviceAnswer& answer = outcome.answer;
    if (answer.top.empty()) return QStringLiteral("No variant is ranked.");
    const search::TopVariant& best = answer.top.front();
    const QString time = toQString(durationText(best.timeUs));
    if (best.isStart)
        return QStringLiteral("As it stands it takes %1; nothing that was tried is faster.").arg(time);
    const QString begin = QStringLiteral("%1 takes %2").arg(toQString(best.name), time);
    if (!answer.startUs) return begin + QStringLiteral("; as it stands it is not simulated.");
    const QString start = toQString(durationText(*answer.startUs));
    if (!answer.isGain())
        return begin +
               QStringLiteral(", as it stands %1: no faster by more than the model's error.").arg(start);
    return begin +
           QStringLiteral(", as it stands %1: %2 times as fast.").arg(start).arg(best.speedup, 0, 'f', 2);
}

QString coverageOf(const TuneOutcome& outcome) {
    const search::SearchResult& result = outcome.result;
    const auto* device = outcome.device();
    if (device == nullptr) return {};
    const QString looked = numberText(static_cast<double>(device->variants.size()));
    QString text =
        result.isExhaustive && result.isComplete
            ? QStringLiteral("All %1 variants are looked at.").arg(looked)
            : QStringLiteral("%1 variants are looked at%2%3.")
                  .arg(looked,
                       result.isExhaustive ? QString() : QStringLiteral(", chosen by simulated annealing"),
                       result.isComplete ? QString() : QStringLiteral(", when it was cancelled"));
    if (outcome.answer.tied > 1)
        text += QStringLiteral(" The %1 fastest are tied: closer than the error of ratios of times.")
                    .arg(outcome.answer.tied);
    if (outcome.answer.startFault)
        text += QStringLiteral(" As it stands it is not simulated: %1.")
                    .arg(toQString(outcome.answer.startFault->message));
    return text;
}

QString whyText(const TuneOutcome& outcome) {
    if (!outcome.answer.isWhyAsked) return {};
    if (outcome.answer.why.empty())
        return QStringLiteral("Why: no single cause that costs the start time is gone.");
    QStringList causes;
    for (const search::GoneCause& cause : outcome.answer.why)
        causes += QStringLiteral("%1 (%2)").arg(toQString(cause.title), percentText(cause.gain));
    return QStringLiteral("Why: the start loses time that the fastest does not to %1.")
        .arg(causes.join(QStringLiteral("; ")));
}

std::string tuneCommand(const TuneInputs& inputs, std::uint64_t evaluations, std::uint64_t seed,
                        const std::filesystem::path& space) {
    AnalysisRequest request = inputs.analysis->request;
    request.sourceShape = false; // no option of the command
    std::string line = "warpstring tune " + analysisArguments(request);
    if (!space.empty()) addWord(line, "--space", space.string());
    line += " --evaluations " + std::to_string(evaluations) + " --seed " + std::to_string(seed);
    return line;
}

} // namespace warpstring::gui
