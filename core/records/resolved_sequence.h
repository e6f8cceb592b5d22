// SPDX-License-Identifier: GPL-3.0-or-later
// A sequence with nothing left to look up, as ResolvedLaunch is of a launch.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/records/resolved_launch.h"
#include "core/sequence.h"

namespace warpstring::records {

struct ResolvedSequence {
    Sequence sequence;
    std::vector<ResolvedLaunch> launches;            ///< as launchesOf(sequence)
    std::shared_ptr<const ResolvedLaunch> reference; ///< of sequence.reference, when there is one
};

/// Reads the launches' sources, and the reference's. Fails with measure.source-unreadable.
[[nodiscard]] Result<ResolvedSequence> resolve(const Sequence& sequence);

/// Schema "warpstring.resolved-sequence/1".
[[nodiscard]] bool isResolvedSequence(const Json& json);
[[nodiscard]] Json toJson(const ResolvedSequence& resolved);
/// Fails with measure.bad-plan on another schema, as resolvedLaunchFromJson() on a launch that cannot be, and
/// as validate() where the launches do not go together.
[[nodiscard]] Result<ResolvedSequence> resolvedSequenceFromJson(const Json& json,
                                                                const SourceLocation& place = {});

/// As that of a launch: of the launches' fingerprints, their order and the buffers that they share.
[[nodiscard]] std::string fingerprint(const ResolvedSequence& resolved);

} // namespace warpstring::records
