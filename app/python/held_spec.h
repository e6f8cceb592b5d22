// SPDX-License-Identifier: GPL-3.0-or-later
// A hardware spec as Python holds it: its values, and the text that they stand in.
#pragma once

#include <memory>

#include "core/files/specs/spec_document.h"
#include "core/hardware_spec.h"

namespace warpstring::python {

/// Immutable: an edit makes another one.
struct HeldSpec {
    files::SpecDocument document;
    HardwareSpec spec;
};

using SpecPointer = std::shared_ptr<HeldSpec>;

} // namespace warpstring::python
