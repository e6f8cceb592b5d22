// SPDX-License-Identifier: GPL-3.0-or-later
// Pins what is compared under a name, and chooses the baseline that it is held against.
#pragma once

#include <QToolButton>
#include <memory>
#include <vector>

#include "app/gui/models/comparison/baseline.h"

class QMenu;

namespace warpstring::gui {

using SharedBaseline = std::shared_ptr<const Baseline>;

class BaselineButton : public QToolButton {
    Q_OBJECT

public:
    explicit BaselineButton(QWidget* parent = nullptr);

    [[nodiscard]] const std::vector<SharedBaseline>& baselines() const { return baselines_; }
    void setBaselines(std::vector<SharedBaseline> baselines);
    /// Replaces one of the same name, and is chosen.
    void add(SharedBaseline baseline);
    /// The baseline that is chosen; nullptr: none.
    [[nodiscard]] const SharedBaseline& chosen() const { return chosen_; }
    void choose(SharedBaseline baseline);
    /// What a new one is called unless a person says otherwise.
    void setSuggestedName(const QString& name) { suggestedName_ = name; }

Q_SIGNALS:
    void pinRequested(const QString& name);
    void chosenChanged();
    /// One more, one less.
    void baselinesChanged();

private:
    void list();
    [[nodiscard]] QString freeName() const;

    QMenu* menu_;
    std::vector<SharedBaseline> baselines_;
    SharedBaseline chosen_;
    QString suggestedName_;
};

} // namespace warpstring::gui
