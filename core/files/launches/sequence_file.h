// SPDX-License-Identifier: GPL-3.0-or-later
// The TOML form of a sequence (docs/sequences.md).
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "core/result.h"
#include "core/sequence.h"

namespace warpstring::files {

/// Whether a file says itself that it is a sequence. False where it cannot be read, or is no TOML.
[[nodiscard]] bool isSequenceFile(const std::filesystem::path& path);

/// Reads a sequence and the launch files that it names, each by what it states itself: its [sweep] and [tune]
/// do not count. All faults are reported: sequence.* with a place and a hint (validate() of
/// core/sequence_checks.h has the rest of them), and those of the launch files.
[[nodiscard]] Result<Sequence> readSequenceFile(const std::filesystem::path& path);
/// The same from text; `path` names it in diagnostics and anchors its relative paths.
[[nodiscard]] Result<Sequence> parseSequenceFile(std::string_view text, const std::filesystem::path& path);

/// The file of a sequence, which reads back as the same: launches by their files, relative to `sequence.file`,
/// and with the values that they were given (Launch::swept).
[[nodiscard]] std::string sequenceText(const Sequence& sequence);

} // namespace warpstring::files
