// SPDX-License-Identifier: GPL-3.0-or-later
// How the writing of pictures and tables says what is wrong.
#pragma once

#include <QString>

#include "core/diagnostic.h"

namespace warpstring::gui {

[[nodiscard]] inline Diagnostic exportFault(const char* code, const QString& message, const QString& hint) {
    return {code, Severity::Error, {}, message.toStdString(), hint.toStdString()};
}

} // namespace warpstring::gui
