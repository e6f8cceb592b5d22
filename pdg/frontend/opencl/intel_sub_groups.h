// SPDX-License-Identifier: GPL-3.0-or-later
// Intel's built-in functions of sub-groups (cl_intel_subgroups, cl_intel_subgroups_short), which Clang does not
// declare, as OpenCL C.
#pragma once

#include <string>
#include <string_view>

namespace warpstring::frontend {

/// Whether a source or a file that it includes may speak of them: by its own text.
[[nodiscard]] bool usesIntelSubGroups(std::string_view source);

/// Their definitions: exchanges are those of cl_khr_subgroup_shuffle, and of a block each work-item reads and
/// writes the element of its own place, and those a sub-group's size behind it.
[[nodiscard]] std::string intelSubGroups();

} // namespace warpstring::frontend
