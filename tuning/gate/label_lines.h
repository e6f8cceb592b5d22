// SPDX-License-Identifier: GPL-3.0-or-later
// Annotations of a source that headers have been put into: lines of its text are no longer those of its files.
#pragma once

#include <string>

#include "core/launch.h"

namespace warpstring::gate {

/// Annotations that name a label get the line that a compiler tells of its place, #line heeded; a label that
/// the text does not have stays.
[[nodiscard]] Launch withLabelLines(Launch launch, const std::string& text);

} // namespace warpstring::gate
