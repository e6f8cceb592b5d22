// SPDX-License-Identifier: GPL-3.0-or-later
// What the spec that is being edited has been held against, in a line.
#pragma once

#include <QString>

#include "app/gui/models/spec/spec_edit.h"
#include "study/evidence/evidence.h"

namespace warpstring::gui {

/// "Held against records of 660 launches, ... Values: 123 measured, ..." of the shipped spec that the edited
/// one goes back to, with how many values differ from it; empty while no spec is open.
[[nodiscard]] QString specTrustText(const SpecEdit& edit, const evidence::EvidenceList& list);

} // namespace warpstring::gui
