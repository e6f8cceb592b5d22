// SPDX-License-Identifier: GPL-3.0-or-later
#include "generate/search/candidate_texts.h"

#include "generate/patterns/notation.h"

namespace warpstring::generate {

std::string choicesText(const Candidate& candidate) {
    std::string text;
    for (const std::string& choice : candidate.choices) {
        if (!text.empty()) text += "; ";
        text += choice;
    }
    return text.empty() ? "as it is written" : text;
}

GeneratedFiles filesOf(const Candidate& candidate, const Generated& reference, const std::string& spec) {
    FileTexts texts;
    texts.description = candidate.form.name + ", derived by rules for " + spec;
    texts.heading = choicesText(candidate) + "\n" + toNotationLines(candidate.form.body, 96, 0);
    return filesOf(candidate.form, candidate.generated, reference, texts);
}

} // namespace warpstring::generate
