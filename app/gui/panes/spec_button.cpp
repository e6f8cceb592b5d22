// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/panes/spec_button.h"

#include <QKeyEvent>
#include <QMenu>
#include <algorithm>

#include "app/common/program_paths.h"
#include "core/files/specs/hardware_spec_file.h"

namespace warpstring::gui {

SpecButton::SpecButton(QWidget* parent) : QToolButton(parent), menu_(new QMenu(this)) {
    setPopupMode(QToolButton::InstantPopup);
    setToolButtonStyle(Qt::ToolButtonTextOnly);
    setFocusPolicy(Qt::StrongFocus);
    setAccessibleName(QStringLiteral("Hardware specs"));
    setToolTip(QStringLiteral("The hardware specs to simulate, several at once"));
    setMenu(menu_);
    menu_->installEventFilter(this);
    connect(menu_, &QMenu::aboutToShow, this, &SpecButton::list);
    showChosen();
}

void SpecButton::setSpecs(const std::vector<std::string>& names, const std::string& folder) {
    chosen_ = names;
    folder_ = folder;
    showChosen();
}

void SpecButton::list() {
    menu_->clear();
    std::vector<std::string> names;
    for (const auto& path : files::listHardwareSpecs(cli::specFolders(folder_)))
        if (std::find(names.begin(), names.end(), path.stem().string()) == names.end())
            names.push_back(path.stem().string());
    for (const std::string& chosen : chosen_) // files, and specs that are gone
        if (std::find(names.begin(), names.end(), chosen) == names.end()) names.push_back(chosen);
    for (const std::string& name : names) {
        QAction* action = menu_->addAction(QString::fromStdString(name));
        action->setCheckable(true);
        action->setChecked(std::find(chosen_.begin(), chosen_.end(), name) != chosen_.end());
        connect(action, &QAction::toggled, this, [this, name](bool on) {
            std::erase(chosen_, name);
            if (on) chosen_.push_back(name);
            showChosen();
            Q_EMIT specsChosen();
        });
    }
}

/// Ticking keeps the menu open.
bool SpecButton::eventFilter(QObject* watched, QEvent* event) {
    if (watched != menu_) return QToolButton::eventFilter(watched, event);
    QAction* action = nullptr;
    if (event->type() == QEvent::MouseButtonRelease)
        action = menu_->actionAt(static_cast<QMouseEvent*>(event)->position().toPoint());
    else if (event->type() == QEvent::KeyPress && static_cast<QKeyEvent*>(event)->key() == Qt::Key_Space)
        action = menu_->activeAction();
    if (action == nullptr || !action->isCheckable()) return false;
    action->toggle();
    return true;
}

void SpecButton::showChosen() {
    if (chosen_.empty())
        setText(QStringLiteral("no spec"));
    else if (chosen_.size() == 1)
        setText(QString::fromStdString(chosen_.front()).section(QLatin1Char('/'), -1));
    else
        setText(QStringLiteral("%1 specs").arg(chosen_.size()));
    setText(text() + QLatin1Char(' ')); // room before the arrow
}

} // namespace warpstring::gui
