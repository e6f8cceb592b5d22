// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/models/generate/generate_words.h"

#include <QStringList>

#include "app/gui/models/qt_text.h"
#include "app/gui/models/shell_words.h"
#include "core/text/duration_text.h"
#include "generate/search/candidate_texts.h"

namespace warpstring::gui {

QString headlineOf(const GenerateOutcome& outcome, const CandidatePlace& place) {
    const generate::Candidate* candidate = outcome.candidate(place.device, place.candidate);
    if (candidate == nullptr) return {};
    const double best = outcome.candidate(place.device, 0)->timeUs;
    QString text = QStringLiteral("%1 on %2")
                       .arg(toQString(durationText(candidate->timeUs)),
                            toQString(outcome.devices[place.device].device.name));
    if (place.candidate > 0)
        text += QStringLiteral(", %1 times the fastest").arg(candidate->timeUs / best, 0, 'f', 2);
    return text + QStringLiteral(": ") + toQString(generate::choicesText(candidate->choices));
}

QString kernelsText(const generate::Candidate& candidate) {
    QStringList kernels;
    for (std::size_t i = 0; i < candidate.generated.kernels.size(); ++i)
        kernels += QStringLiteral("%1: %2, bound by %3")
                       .arg(toQString(candidate.generated.kernels[i].name),
                            toQString(durationText(candidate.kernelsUs[i])), toQString(candidate.boundBy[i]));
    return kernels.join(QStringLiteral(";  "));
}

QString waysText(const GenerateOutcome& outcome, std::size_t device) {
    const generate::GenerateResult& result = outcome.devices[device].result;
    QString text = QStringLiteral("%1 ways have a time").arg(result.candidates.size());
    if (result.dominated > 0)
        text += QStringLiteral(", %1 are far slower by the closed form").arg(result.dominated);
    if (result.known > 0) text += QStringLiteral(", %1 were known").arg(result.known);
    if (result.refused > 0) text += QStringLiteral(", %1 have none").arg(result.refused);
    if (!result.refusals.empty()) text += QStringLiteral(": ") + toQString(result.refusals.front());
    if (result.method == generate::Method::Tree)
        text += QStringLiteral("; by Monte Carlo tree search, seed %1").arg(outcome.request.seed);
    if (!outcome.isComplete) text += QStringLiteral("; it was cancelled");
    return text;
}

QString verificationText(const GenerateOutcome& outcome, std::size_t device) {
    const generate::WaysRun& told = outcome.devices[device].told;
    QStringList lines;
    if (told.verified) {
        QStringList sizes;
        for (const auto& [name, size] : told.verified->sizes)
            sizes += QStringLiteral("%1 = %2").arg(toQString(name)).arg(size);
        lines +=
            QStringLiteral("verified on %1%2: relative error %3 of %4")
                .arg(toQString(told.verified->device),
                     sizes.isEmpty() ? QString() : QStringLiteral(" at ") + sizes.join(QStringLiteral(", ")),
                     QString::number(told.verified->relativeError, 'e', 1),
                     QString::number(told.verified->tolerance, 'e', 0));
    } else if (!told.unverified.empty()) {
        lines += QStringLiteral("unverified: ") + toQString(told.unverified);
    }
    for (const generate::DroppedWay& way : told.dropped)
        lines += QStringLiteral("dropped: %1: %2")
                     .arg(toQString(generate::choicesText(way.choices)), toQString(way.reason));
    for (std::size_t i = 0; i < told.measured.size(); ++i)
        if (!told.measured[i].isRight)
            lines +=
                QStringLiteral("not right where it was measured: %1: %2")
                    .arg(toQString(generate::choicesText(outcome.devices[device].result.candidates[i].choices)),
                         toQString(told.measured[i].fault));
    return lines.join(QLatin1Char('\n'));
}

QString generateCommand(const std::filesystem::path& file, const std::vector<std::string>& specs,
                        const generate::GivenSizes& sizes, const GenerateSettings& settings) {
    std::string line = "warpstring generate";
    addWord(line, "", file.string());
    for (const std::string& spec : specs) addWord(line, "-s", spec);
    for (const auto& [name, value] : sizes) addWord(line, "-D", name + "=" + std::to_string(value));
    for (const std::string& rule : settings.allowed.never) addWord(line, "--forbid", rule);
    addWord(line, "--budget", std::to_string(settings.budget));
    addWord(line, "--seed", std::to_string(settings.seed));
    if (settings.extent == generate::Extent::Wide) line += " --wide";
    if (settings.method != generate::Method::Auto)
        addWord(line, "--search", std::string(name(settings.method)));
    if (!settings.verifies) line += " --no-verify";
    if (settings.measured > 0) addWord(line, "--measure", std::to_string(settings.measured));
    if (!settings.device.empty()) addWord(line, "-d", settings.device);
    if (!settings.state.empty()) addWord(line, "--state", settings.state.string());
    return toQString(line);
}

} // namespace warpstring::gui
