// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/models/spec/spec_filter.h"

#include <algorithm>

#include "app/gui/models/spec/spec_key_model.h"

namespace warpstring::gui {

SpecFilter::SpecFilter(QObject* parent) : QSortFilterProxyModel(parent) {
    setRecursiveFilteringEnabled(true);
    setAutoAcceptChildRows(true); // the parts of a cost, the keys of a table that was searched for
}

void SpecFilter::search(const QString& words) {
    words_ = words.split(QLatin1Char(' '), Qt::SkipEmptyParts);
    invalidateFilter();
}

void SpecFilter::show(Show which) {
    show_ = which;
    invalidateFilter();
}

bool SpecFilter::filterAcceptsRow(int row, const QModelIndex& parent) const {
    const QModelIndex index = sourceModel()->index(row, 0, parent);
    const bool isTable = !index.data(SpecKeyModel::TypeRole).isValid();
    if (isTable && (words_.isEmpty() || show_ != Show::All)) return false; // for its keys alone
    switch (show_) {
    case Show::All: break;
    case Show::Present:
        if (!index.data(SpecKeyModel::PresentRole).toBool()) return false;
        break;
    case Show::Changed:
        if (!index.data(SpecKeyModel::ChangedRole).toBool()) return false;
        break;
    case Show::Faulty:
        if (index.data(SpecKeyModel::FaultRole).toString().isEmpty()) return false;
        break;
    case Show::Estimated:
        if (index.siblingAtColumn(SpecKeyModel::Kind).data().toString() != QLatin1String("estimated"))
            return false;
        break;
    }
    QString text = index.data(SpecKeyModel::PathRole).toString();
    for (int column = 0; column < SpecKeyModel::Columns; ++column)
        text += QLatin1Char('\n') + index.siblingAtColumn(column).data().toString();
    text += QLatin1Char('\n') + index.data(Qt::AccessibleDescriptionRole).toString();
    return std::all_of(words_.begin(), words_.end(),
                       [&](const QString& word) { return text.contains(word, Qt::CaseInsensitive); });
}

} // namespace warpstring::gui
