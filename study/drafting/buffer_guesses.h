// SPDX-License-Identifier: GPL-3.0-or-later
// Elements and contents of buffers, bytes of local memory, where nobody says them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/launch.h"
#include "pdg/evaluation/evaluation.h"
#include "pdg/pdg.h"

namespace warpstring::drafting {

struct BufferGuess {
    std::uint64_t count = 1;  ///< elements; bytes of local memory
    std::int64_t largest = 0; ///< index that it holds, where its numbers are indices
    std::string contents;     ///< keys of a launch file behind the count: `, init = "random", seed = 1`
    std::string access;       ///< "read", "write" or "read-write"
    std::string reason;
};

/// By argument index, for those that lead to memory. `evaluation` is of a launch in which they are as large as
/// they need be: what accesses reach is what they have. Where data decides, an element for each work-item.
[[nodiscard]] std::vector<std::optional<BufferGuess>> guessBuffers(const Pdg& pdg, const NDRange& range,
                                                                   const evaluation::Evaluation& evaluation);

/// Makes room for what `evaluation`, of a launch with these guesses, reaches beyond them: where data leads
/// there, smaller indices, else more elements. False where nothing is reached beyond.
[[nodiscard]] bool mendGuesses(const Pdg& pdg, const evaluation::Evaluation& evaluation,
                               std::vector<std::optional<BufferGuess>>& guesses);

/// Whether data decides where it goes, as far as is known.
[[nodiscard]] bool isLedByData(const Pdg& pdg, const MemoryAccess& access);

/// Whether an access of the evaluation goes where the range of int has been left, or a buffer would need more
/// than devices have.
[[nodiscard]] bool isTooLarge(const Pdg& pdg, const evaluation::Evaluation& evaluation);

} // namespace warpstring::drafting
