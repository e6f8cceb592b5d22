// SPDX-License-Identifier: GPL-3.0-or-later
// What a compiler makes of a kernel for one of AMD's GPUs: the registers it gives, and the instructions that it
// writes for each line of the source.
#pragma once

#include <map>
#include <string>

namespace warpstring {

/// Instructions as they stand in the code, each counted once however often it runs.
struct AmdInstructions {
    int vectorFloat = 0;   ///< of the vector unit, on floats
    int vectorInteger = 0; ///< of the vector unit, on anything else: integers, masks, moves, conversions
    int scalar = 0;        ///< of the scalar unit, once for a whole wave
    int vectorLoads = 0, vectorStores = 0, vectorAtomics = 0; ///< of memory, by lane; scratch too
    int scalarLoads = 0;                                      ///< of memory, for a whole wave
    int localMemory = 0;                                      ///< LDS, exchanges among lanes as well
    int branches = 0, waits = 0, barriers = 0;
    int other = 0;

    AmdInstructions& operator+=(const AmdInstructions& more);
    [[nodiscard]] int all() const;
    /// Of what either unit can do (integers, masks, moves), the share that is the scalar unit's: 0..1.
    [[nodiscard]] double scalarShare() const;
};

struct CompiledForAmd {
    std::string target;                           ///< "gfx90a"
    int vectorRegisters = 0;                      ///< 32-bit, of a work-item, those for accumulation included
    int scalarRegisters = 0;                      ///< 32-bit, of a wave
    int scratchBytes = 0;                         ///< of a work-item: private arrays in memory, and what spills
    int spilledRegisters = 0, spilledScalars = 0; ///< that are stored because registers are too few
    int localBytes = 0;                           ///< of a group, without __local arguments
    int wavesPerSimd = 0;                         ///< at most, as the compiler sees it
    int groupSize = 0;                            ///< work-items that it was compiled for, at most
    AmdInstructions total;
    std::map<int, AmdInstructions> lines; ///< by line of the kernel's source; 0: of no line
};

} // namespace warpstring
