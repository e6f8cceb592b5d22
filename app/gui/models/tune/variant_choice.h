// SPDX-License-Identifier: GPL-3.0-or-later
// Which variant of a search is chosen, in all views of it at once.
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

Q_SIGNALS:
    void changed();

private:
    Id chosen_;
};

} // namespace warpstring::gui
