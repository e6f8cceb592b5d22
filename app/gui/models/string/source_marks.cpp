// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/models/string/source_marks.h"

#include <algorithm>
#include <set>

#include "stringmodel/string/token_kinds.h"

namespace warpstring::gui {

using token_string::TokenKind;

QString tokenLetter(TokenKind kind) {
    const auto symbol = traits(kind).symbol;
    return QString::fromUtf8(symbol.data(), qsizetype(symbol.size()));
}

QString tokenMeaning(TokenKind kind) {
    const auto meaning = traits(kind).meaning;
    return QString::fromUtf8(meaning.data(), qsizetype(meaning.size()));
}

std::map<int, LineMark> sourceMarks(const Analysis& analysis, TimeUnit unit, const CostChange* change) {
    const LineCosts costs = lineCosts(analysis.simulation, *analysis.pdg);
    const double clock = analysis.spec().execution.clockMhz;
    std::map<int, LineMark> marks;
    for (const auto& [line, cost] : costs.lines) {
        LineMark& mark = marks[line];
        mark.heat = costs.most > 0 ? cost.cycles / costs.most : 0;
        mark.fraction = costs.all > 0 ? cost.cycles / costs.all : 0;
        mark.tooltip = QStringLiteral("%1 of a warp's cycles (%2); %3 of them waiting")
                           .arg(percentText(mark.fraction), timeText(cost.cycles, clock, unit),
                                percentText(cost.cycles > 0 ? cost.waiting / cost.cycles : 0));
        if (const LineCost* before = change != nullptr ? change->before(line) : nullptr) {
            const FigureChange cycles{before->cycles, cost.cycles};
            if (!isUnchanged(cycles.fraction())) mark.change = cycles.fraction();
            mark.tooltip += QStringLiteral("\nbefore: %1; %2")
                                .arg(timeText(before->cycles, change->clockMhzThen, unit), changeText(cycles));
        }
        for (std::size_t kind = 0; kind < cost.byKind.size(); ++kind)
            if (cost.byKind[kind] > 0)
                mark.tooltip += QStringLiteral("\n%1  %2: %3")
                                    .arg(tokenLetter(static_cast<TokenKind>(kind)),
                                         tokenMeaning(static_cast<TokenKind>(kind)),
                                         timeText(cost.byKind[kind], clock, unit));
    }
    std::map<int, std::vector<TokenKind>> kinds;
    for (TokenIndex token = 0; token < analysis.tokens.size(); ++token)
        for (const int line : analysis.elements.fromToken(token).lines) {
            auto& seen = kinds[line];
            const TokenKind kind = analysis.tokens[token].token->kind;
            if (std::find(seen.begin(), seen.end(), kind) == seen.end()) seen.push_back(kind);
        }
    for (const auto& [line, seen] : kinds) {
        QStringList letters;
        for (const TokenKind kind : seen) letters += tokenLetter(kind);
        marks[line].kinds = letters.join(QLatin1Char(' '));
    }
    return marks;
}

std::vector<LineDiagnostic> diagnosticsIn(const Diagnostics& diagnostics, const std::filesystem::path& file) {
    std::vector<LineDiagnostic> found;
    for (const Diagnostic& diagnostic : diagnostics) {
        if (diagnostic.place.file != file.string()) continue;
        QString text = QString::fromStdString(diagnostic.message) + QStringLiteral(" [") +
                       QString::fromStdString(diagnostic.code) + QLatin1Char(']');
        if (!diagnostic.hint.empty())
            text += QStringLiteral("\nhint: ") + QString::fromStdString(diagnostic.hint);
        found.push_back({diagnostic.place.line, diagnostic.severity, text, diagnostic.place.column});
    }
    std::stable_sort(found.begin(), found.end(), [](const auto& a, const auto& b) { return a.line < b.line; });
    return found;
}

} // namespace warpstring::gui
