// SPDX-License-Identifier: GPL-3.0-or-later
// Chooses hardware specs, several at once: a button with a menu that stays open while specs are ticked.
#pragma once

#include <QToolButton>
#include <string>
#include <vector>

class QMenu;

namespace warpstring::gui {

class SpecButton : public QToolButton {
    Q_OBJECT

public:
    explicit SpecButton(QWidget* parent = nullptr);

    /// `names` are ticked: names of specs, or files. Names are looked up in `folder` first.
    void setSpecs(const std::vector<std::string>& names, const std::string& folder);
    [[nodiscard]] const std::vector<std::string>& specs() const { return chosen_; }
    [[nodiscard]] const std::string& folder() const { return folder_; }

Q_SIGNALS:
    /// The person at the button has chosen specs.
    void specsChosen();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void list();
    void showChosen();

    QMenu* menu_;
    std::vector<std::string> chosen_;
    std::string folder_;
};

} // namespace warpstring::gui
