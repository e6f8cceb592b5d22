// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/models/search/text_search.h"

#include <QList>

namespace warpstring::gui {

namespace {

int charactersOf(QStringView text) { return static_cast<int>(text.toUcs4().size()); }

} // namespace

std::vector<SearchHit> findInText(const QString& text, const SearchQuery& query) {
    std::vector<SearchHit> hits;
    if (query.text.isEmpty()) return hits;
    const auto caseMatters = query.caseMatters ? Qt::CaseSensitive : Qt::CaseInsensitive;
    int number = 0;
    for (const QStringView line : QStringView(text).split(QLatin1Char('\n'))) {
        ++number;
        for (qsizetype at = line.indexOf(query.text, 0, caseMatters); at >= 0;
             at = line.indexOf(query.text, at + query.text.size(), caseMatters)) {
            SearchHit hit;
            hit.at = {number, charactersOf(line.left(at))};
            hit.length = charactersOf(query.text);
            hit.line = number;
            hit.text = line.trimmed().toString();
            hits.push_back(std::move(hit));
        }
    }
    return hits;
}

} // namespace warpstring::gui
