// SPDX-License-Identifier: GPL-3.0-or-later
// Queries of the index space out of what a target answers of one dimension.
#pragma once

#include "pdg/frontend/assembly/definition.h"

namespace warpstring::frontend {

struct IndexSpaceAnswers {
    /// "get_local_id" and the others, of a dimension from 0 to 2.
    std::function<llvm::Value*(std::string_view query, unsigned dimension)> of;
    /// Of a work-item in its warp or wave; without, by its local linear ID.
    std::function<llvm::Value*()> lane;
    int waveSize = 32; ///< a power of 2
};

/// Gives the query its body: of its argument's dimension, or of all of them.
void finishQuery(Definition& body, const llvm::Function& function, std::string_view name,
                 const IndexSpaceAnswers& answers);

} // namespace warpstring::frontend
