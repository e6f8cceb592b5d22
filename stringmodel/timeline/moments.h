// SPDX-License-Identifier: GPL-3.0-or-later
// What DRAM sees of work-items that walk through memory of their own: at a time a small piece of each.
// docs/model.md, section 9.4.
#pragma once

#include <vector>

#include "core/hardware_spec.h"
#include "pdg/evaluation/evaluation.h"
#include "stringmodel/timeline/device_traffic.h"
#include "stringmodel/timeline/followed_groups.h"
#include "stringmodel/timeline/footprint.h"

namespace warpstring::timeline {

/// A moment is one execution of an access whose lanes stand in lines of their own, by all groups at work
/// (`window`); of those in fewer lines than lanes, as many trips as ask for no more lines than a warp has
/// lanes. What a later moment brings beside it comes too late for DRAM, whose pages are others by then, unless
/// what follows at once fills them: `readGapFactor` and
/// `writeGapFactor` are at least those of the moments. Lines that bursts come back to are lost in between
/// where those of a moment fill L2, and what is written is sent on in the meantime: `readAgain`, `writtenAgain`
/// and, for sectors that go when a part of them is written, `filledFactor`. Buffers of which some address is
/// not known stay as they are.
void addMoments(std::vector<BufferTraffic>& buffers, const Pdg& pdg, const evaluation::Evaluation& evaluation,
                const HardwareSpec& spec, GroupWindow window, FollowedGroups& followed);

} // namespace warpstring::timeline
