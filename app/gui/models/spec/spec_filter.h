// SPDX-License-Identifier: GPL-3.0-or-later
// The keys of a spec that a search leaves.
#pragma once

#include <QSortFilterProxyModel>

namespace warpstring::gui {

class SpecFilter : public QSortFilterProxyModel {
    Q_OBJECT

public:
    enum class Show { All, Present, Changed, Faulty, Estimated };

    explicit SpecFilter(QObject* parent = nullptr);

    /// Words that must all occur in a key, its meaning, value or source; the case does not matter.
    void search(const QString& words);
    void show(Show which);

protected:
    [[nodiscard]] bool filterAcceptsRow(int row, const QModelIndex& parent) const override;

private:
    QStringList words_;
    Show show_ = Show::All;
};

} // namespace warpstring::gui
