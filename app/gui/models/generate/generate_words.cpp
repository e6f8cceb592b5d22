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
    if (result.refused > 0) text += QStringLiteral(", %1 have none").arg(result.refused);
    if (!result.refusals.empty()) text += QStringLiteral(": ") + toQString(result.refusals.front());
    if (result.method == generate::Method::Tree)
        text += QStringLiteral("; by Monte Carlo tree search, seed %1").arg(outcome.request.seed);
    if (!outcome.isComplete) text += QStringLiteral("; it was cancelled");
    return text;
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
    return toQString(line);
}

} // namespace warpstring::gui
