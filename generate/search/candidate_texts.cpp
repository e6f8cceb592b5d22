// SPDX-License-Identifier: GPL-3.0-or-later
#include "generate/search/candidate_texts.h"

#include "generate/patterns/notation.h"

namespace warpstring::generate {

std::string choicesText(const std::vector<std::string>& choices) {
    std::string text;
    for (const std::string& choice : choices) {
        if (!text.empty()) text += "; ";
        text += choice;
    }
    return text.empty() ? "as it is written" : text;
}

GeneratedFiles filesOf(const Candidate& candidate, const Generated& reference, const std::string& spec,
                       const std::string& host) {
    FileTexts texts;
    texts.description = candidate.form.name + ", derived by rules for " + spec;
    texts.heading = choicesText(candidate.choices) + "\n" + toNotationLines(candidate.form.body, 96, 0);
    texts.host = host;
    return filesOf(candidate.form, candidate.generated, reference, texts);
}

} // namespace warpstring::generate
