// SPDX-License-Identifier: GPL-3.0-or-later
// Which registers of a graph are alive between the blocks that a machine executes.
#pragma once

#include <cstddef>
#include <map>
#include <utility>
#include <vector>

#include "pdg/evaluation/evaluation.h"
#include "pdg/pdg.h"

namespace warpstring::machine {

/// By names of Pdg::registerUses, found backward over the tree of regions. Regions that no work-item enters
/// do not count.
class AliveRegisters {
public:
    AliveRegisters(const Pdg& pdg, const evaluation::Evaluation& evaluation);

    /// Ahead of a child of a region; behind its last one where `child` is their number. Known around children
    /// that are regions, and at both ends.
    [[nodiscard]] const std::vector<bool>& at(RegionId region, std::size_t child) const;

private:
    using Names = std::vector<bool>;

    Names aheadOf(RegionId region, Names alive);
    Names aheadOfLoop(RegionId body, const Names& behind);

    const Pdg& pdg_;
    const evaluation::Evaluation& evaluation_;
    std::map<std::pair<RegionId, std::size_t>, Names> alive_;
    std::map<RegionId, Names> atStart_; ///< of loops' bodies
};

} // namespace warpstring::machine
