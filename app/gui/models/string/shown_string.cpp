// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/models/string/shown_string.h"

#include <algorithm>

namespace warpstring::gui {

namespace {

/// Returns how many blocks are nested here.
int add(const std::vector<token_string::FoldedItem>& items, std::vector<std::size_t>& around,
        ShownString& shown) {
    int deepest = 0;
    for (const token_string::FoldedItem& item : items) {
        if (const auto* token = std::get_if<token_string::FoldedToken>(&item.content)) {
            for (const TokenIndex copy : token->copies) shown.places[copy] = shown.tokens.size();
            shown.tokens.push_back({token->copies, around});
            continue;
        }
        const auto& block = std::get<token_string::FoldedBlock>(item.content);
        const std::size_t place = shown.blocks.size();
        shown.blocks.push_back({block.loop, block.copies, 0});
        around.push_back(place);
        const int depth = add(block.body, around, shown);
        around.pop_back();
        shown.blocks[place].depth = depth;
        deepest = std::max(deepest, depth + 1);
    }
    return deepest;
}

} // namespace

std::vector<double> ShownString::cycles(const Analysis& analysis) const {
    std::vector<double> cycles;
    for (const ShownToken& token : tokens) {
        double all = 0;
        for (const TokenIndex copy : token.copies)
            all += analysis.tokens[copy].iterations() * analysis.tokens[copy].token->cycles;
        cycles.push_back(all);
    }
    return cycles;
}

ShownString shownString(const Analysis& analysis, bool foldsUnrolled) {
    const token_string::TokenString& string = analysis.simulation.string;
    ShownString shown;
    shown.places.resize(analysis.tokens.size());
    std::vector<std::size_t> around;
    add(foldsUnrolled ? foldUnrolled(string) : asWritten(string), around, shown);
    return shown;
}

} // namespace warpstring::gui
