// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/panes/baseline_button.h"

#include <QLineEdit>
#include <QMenu>
#include <QWidgetAction>
#include <algorithm>

namespace warpstring::gui {

BaselineButton::BaselineButton(QWidget* parent) : QToolButton(parent), menu_(new QMenu(this)) {
    setPopupMode(QToolButton::InstantPopup);
    setToolButtonStyle(Qt::ToolButtonTextOnly);
    setFocusPolicy(Qt::StrongFocus);
    setAccessibleName(QStringLiteral("Baseline"));
    setToolTip(QStringLiteral("Pin this comparison under a name, or hold it against one that was pinned"));
    setMenu(menu_);
    connect(menu_, &QMenu::aboutToShow, this, &BaselineButton::list);
    choose(nullptr);
}

void BaselineButton::setBaselines(std::vector<SharedBaseline> baselines) {
    baselines_ = std::move(baselines);
    if (std::find(baselines_.begin(), baselines_.end(), chosen_) == baselines_.end()) choose(nullptr);
}

void BaselineButton::add(SharedBaseline baseline) {
    std::erase_if(baselines_, [&](const SharedBaseline& other) { return other->name == baseline->name; });
    baselines_.push_back(baseline);
    Q_EMIT baselinesChanged();
    choose(std::move(baseline));
}

void BaselineButton::choose(SharedBaseline baseline) {
    chosen_ = std::move(baseline);
    setText(
        chosen_
            ? QStringLiteral("Baseline: %1 ").arg(fontMetrics().elidedText(chosen_->name, Qt::ElideRight, 180))
            : QStringLiteral("Baseline "));
    Q_EMIT chosenChanged();
}

QString BaselineButton::freeName() const {
    const QString wanted = suggestedName_.isEmpty() ? QStringLiteral("baseline") : suggestedName_;
    QString name = wanted;
    for (int i = 2; std::any_of(baselines_.begin(), baselines_.end(),
                                [&](const SharedBaseline& baseline) { return baseline->name == name; });
         ++i)
        name = wanted + QStringLiteral(" %1").arg(i);
    return name;
}

void BaselineButton::list() {
    menu_->clear();
    auto* name = new QLineEdit(freeName());
    name->setAccessibleName(QStringLiteral("Name of the new baseline"));
    name->setToolTip(QStringLiteral("Enter pins this comparison under the name"));
    auto* field = new QWidgetAction(menu_);
    field->setDefaultWidget(name);
    menu_->addSection(QStringLiteral("Pin this comparison as"));
    menu_->addAction(field);
    const auto pin = [this, name] {
        const QString text = name->text().trimmed();
        menu_->close();
        if (!text.isEmpty()) Q_EMIT pinRequested(text);
    };
    connect(name, &QLineEdit::returnPressed, this, pin);
    connect(menu_->addAction(QStringLiteral("&Pin")), &QAction::triggered, this, pin);
    menu_->addSection(QStringLiteral("Hold against"));
    const auto addChoice = [&](const QString& text, const SharedBaseline& baseline) {
        QAction* action = menu_->addAction(text);
        action->setCheckable(true);
        action->setChecked(baseline == chosen_);
        connect(action, &QAction::triggered, this, [this, baseline] { choose(baseline); });
    };
    addChoice(QStringLiteral("&Nothing"), nullptr);
    for (const SharedBaseline& baseline : baselines_)
        addChoice(
            QStringLiteral("%1  (%2, %3 launches)")
                .arg(baseline->name, baseline->pinnedAt.left(16).replace(QLatin1Char('T'), QLatin1Char(' ')))
                .arg(baseline->launches().size()),
            baseline);
    if (!chosen_) return;
    menu_->addSeparator();
    connect(menu_->addAction(QStringLiteral("&Remove \"%1\"").arg(chosen_->name)), &QAction::triggered, this,
            [this] {
                std::erase(baselines_, chosen_);
                Q_EMIT baselinesChanged();
                choose(nullptr);
            });
}

} // namespace warpstring::gui
