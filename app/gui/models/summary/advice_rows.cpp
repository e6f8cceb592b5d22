// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/models/summary/advice_rows.h"

#include <QStringList>

#include "app/gui/models/unit_text.h"
#include "core/text/duration_text.h"

namespace warpstring::gui {

namespace {

using advice::Cause;
using advice::Finding;
using advice::traits;

/// Causes of one kind that are told apart beneath it.
constexpr std::size_t partsShown = 4;
/// A gain that is worth a word though it is below the model's error.
/// Of a part beneath its finding.
constexpr double leastOfPart = 0.01;

QString text(std::string_view view) { return QString::fromUtf8(view.data(), qsizetype(view.size())); }

/// "Bank conflicts" not at its beginning; "L1" stays.
QString withinSentence(QString title) {
    if (title.size() > 1 && title[1].isLower()) title[0] = title[0].toLower();
    return title;
}

Focus focusOf(const Analysis& analysis, const std::vector<const Cause*>& causes) {
    std::vector<StatementId> statements;
    for (const Cause* cause : causes) {
        for (const AccessId access : cause->accesses)
            statements.push_back(analysis.pdg->accesses[access].statement);
        statements.insert(statements.end(), cause->statements.begin(), cause->statements.end());
    }
    if (!statements.empty()) return analysis.elements.fromStatements(statements);
    for (const Cause* cause : causes) {
        if (!cause->regions.empty()) return analysis.elements.fromNode(cause->regions.front());
        if (cause->place.at.line > 0) return analysis.elements.fromLine(cause->place.at.line);
    }
    return {};
}

class Rows {
public:
    Rows(const Analysis& analysis, const advice::Advice& advice) : analysis_(analysis), advice_(advice) {}

    AdviceRows rows() {
        const Finding* first = advice_.foremost();
        rows_.heading =
            first != nullptr
                ? QStringLiteral("%1 %2, %3 less")
                      .arg(QString::fromStdString(durationText(first->timeUs)),
                           text(traits(first->kind).without), percentText(first->gain))
                : QStringLiteral("Nothing that could be taken out of the kernel costs more than the model's "
                                 "error of %1")
                      .arg(percentText(advice_.leastGain));
        QStringList below;
        for (const Finding& finding : advice_.findings) {
            if (advice_.matters(finding.gain))
                add(finding);
            else if (finding.gain >= advice::leastToldGain)
                below += text(traits(finding.kind).title) + QLatin1Char(' ') + percentText(finding.gain);
        }
        for (const advice::Overlap& overlap : advice_.overlaps)
            if (advice_.matters(overlap.gain)) add(overlap);
        if (!below.isEmpty())
            rows_.belowError = QStringLiteral("Below the model's error of %1: %2")
                                   .arg(percentText(advice_.leastGain), below.join(QStringLiteral(", ")));
        return std::move(rows_);
    }

private:
    void add(const Finding& finding) {
        auto& rows = traits(finding.kind).isOfKernel ? rows_.ofKernel : rows_.ofDevice;
        std::vector<const Cause*> causes;
        causes.reserve(finding.parts.size());
        for (const advice::Part& part : finding.parts) causes.push_back(&part.cause);
        rows.push_back({AdviceRow::Kind::Finding, finding.gain, finding.timeUs,
                        QString::fromStdString(titleOf(finding)), text(traits(finding.kind).meaning),
                        focusOf(analysis_, causes)});
        if (finding.parts.size() > 1)
            for (std::size_t i = 0; i < std::min(partsShown, finding.parts.size()); ++i) {
                const advice::Part& part = finding.parts[i];
                if (part.gain < leastOfPart) break;
                rows.push_back({AdviceRow::Kind::Part,
                                part.gain,
                                part.timeUs,
                                QString::fromStdString(nameOf(part.cause)),
                                {},
                                focusOf(analysis_, {&part.cause})});
            }
        for (const advice::Remedy& remedy : finding.remedies)
            rows.push_back(
                {AdviceRow::Kind::Remedy,
                 0,
                 0,
                 QString::fromStdString(remedy.text),
                 {},
                 remedy.place.at.line > 0 ? analysis_.elements.fromLine(remedy.place.at.line) : Focus(),
                 QString::fromStdString(remedy.rewrite)});
    }

    void add(const advice::Overlap& overlap) {
        const bool isHidden = overlap.gain > overlap.apart;
        rows_.ofKernel.push_back(
            {AdviceRow::Kind::Overlap,
             overlap.gain,
             overlap.timeUs,
             QStringLiteral("%1 and %2 together")
                 .arg(text(traits(overlap.one).title), withinSentence(text(traits(overlap.other).title))),
             isHidden ? QStringLiteral("each hides behind the other")
                      : QStringLiteral("they cost the same time"),
             {}});
    }

    const Analysis& analysis_;
    const advice::Advice& advice_;
    AdviceRows rows_;
};

} // namespace

AdviceRows adviceRows(const Analysis& analysis, const advice::Advice& advice) {
    return Rows(analysis, advice).rows();
}

} // namespace warpstring::gui
