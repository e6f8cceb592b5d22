// SPDX-License-Identifier: GPL-3.0-or-later
// What the cells of a launch's form say besides their text.
#pragma once

#include <Qt>

namespace warpstring::gui {

enum FormRole {
    FormChoicesRole = Qt::UserRole, ///< QStringList: what the cell usually is
    FormFreeRole,                   ///< bool: the choices are not all that may be typed
    FormGuessRole,                  ///< QString: why it was guessed
    FormFaultRole                   ///< QString: what is wrong
};

} // namespace warpstring::gui
