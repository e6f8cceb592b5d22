// SPDX-License-Identifier: GPL-3.0-or-later
// What a driver's build log says, as far as drivers agree on its form.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "core/diagnostic.h"
#include "core/records/measurement.h"

namespace warpstring::measure {

/// The place in `source` of the log's first error; line 0 when the log gives none. Drivers built on Clang write
/// "<any name>:line:column: error: message", PoCL "error: <any name>:line:column: message".
[[nodiscard]] SourceLocation firstErrorPlace(std::string_view log, const std::filesystem::path& source);

/// Adds what NVIDIA's -cl-nv-verbose says of `kernel`: registers, spills, local memory. Other logs add nothing.
void readBuildFacts(std::string_view log, const std::string& kernel, records::BuildFacts& facts);

/// The log without what NVIDIA's -cl-nv-verbose says of the source's other kernels; other logs whole.
[[nodiscard]] std::string logOfKernel(std::string_view log, const std::string& kernel);

} // namespace warpstring::measure
