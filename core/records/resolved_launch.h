// SPDX-License-Identifier: GPL-3.0-or-later
// A launch with nothing left to look up: sizes are numbers and the kernel's text is with it. It needs no TOML
// reader and no other file, so it travels to bare GPU servers and to the process that measures.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "core/launch.h"
#include "core/result.h"
#include "core/text/json.h"

namespace warpstring::records {

struct ResolvedLaunch {
    Launch launch;
    std::string sourceText;
    std::shared_ptr<const ResolvedLaunch> reference; ///< of launch.reference->launch, when there is one
    /// Types of images, samplers and of scalars to which the launch gives none, as OpenCL C names them, by
    /// parameter, where a compiler was at hand: a driver may spell them by a typedef or a macro. No part of the
    /// fingerprint.
    std::map<std::string, std::string> parameterTypes{};
    /// Structs whose members the launch names, as the kernel gets them, by parameter: laid out where a compiler
    /// was at hand. No part of the fingerprint either.
    std::map<std::string, std::vector<std::uint8_t>> structBytes{};
};

/// Reads the launch's source, and its reference's. Fails with measure.source-unreadable.
[[nodiscard]] Result<ResolvedLaunch> resolve(const Launch& launch);

/// The launch without its source's text: what a record keeps. Annotations and published figures are left out,
/// as nothing that runs depends on them.
[[nodiscard]] Json launchToJson(const Launch& launch);
/// Never fails: a record of another version gives what it has.
[[nodiscard]] Launch launchFromJson(const Json& json);

/// measure.bad-plan: what was read is none, or not one that this version can read.
[[nodiscard]] Diagnostic badPlan(const SourceLocation& place, std::string message);

/// Schema "warpstring.resolved-launch/1".
[[nodiscard]] Json toJson(const ResolvedLaunch& resolved);
/// Fails with measure.bad-plan on another schema or a launch that cannot be.
[[nodiscard]] Result<ResolvedLaunch> resolvedLaunchFromJson(const Json& json, const SourceLocation& place = {});

/// 16 hexadecimal digits that change with the source's text, the options, the kernel, the sizes and the
/// arguments, and with nothing else (names, families, references, places of files). Equal digits: the same
/// work.
[[nodiscard]] std::string fingerprint(const ResolvedLaunch& resolved);

/// 16 hexadecimal digits of any text.
[[nodiscard]] std::string fingerprintOf(const std::string& text);

} // namespace warpstring::records
