// SPDX-License-Identifier: GPL-3.0-or-later
// Which variant of a search is chosen, and which is pointed at, in all views of it at once.
#pragma once

#include <QObject>
#include <optional>

#include "tuning/search/choice.h"

namespace warpstring::gui {

class VariantChoice : public QObject {
    Q_OBJECT

public:
    using QObject::QObject;
    using Id = std::optional<search::VariantId>;

    void choose(Id id);
    [[nodiscard]] Id chosen() const { return chosen_; }
    void hover(Id id);
    [[nodiscard]] Id hovered() const { return hovered_; }

Q_SIGNALS:
    void changed();
    void hoverChanged();

private:
    Id chosen_, hovered_;
};

} // namespace warpstring::gui
