// SPDX-License-Identifier: GPL-3.0-or-later
// What the addresses of a warp's lanes ask of the data path of a multiprocessor. docs/model.md, section 9.2.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/hardware_spec.h"
#include "pdg/pdg.h"

namespace warpstring::timeline {

/// A part of one cache line, as one bit a sector.
struct LinePart {
    std::int64_t line = 0; ///< number of the line, relative to the access's own
    std::uint32_t sectors = 0;
};

/// Texels' lines that the tags of L1 serve in a cycle (bench/device/image-rate-bytes.toml: 28 lines in 14
/// cycles, on an H200).
inline constexpr double texelLinesPerCycle = 2;

/// One access of a warp, apart from where its lines start.
struct AccessPattern {
    std::vector<LinePart> lines;
    double wavefronts = 1; ///< passes through the data path: banks' conflicts, or bytes
    double sectors = 0;
    double lineCount = 0;    ///< as many as `lines`; of an average, of which they are not known, expected
    double askedBytes = 0;   ///< different ones that lanes ask for
    double atomicCycles = 0; ///< of L2's slices for an atomic operation, one sector after another
    bool active = true;      ///< some lane executes it
};

/// What L1 fetches at a time.
[[nodiscard]] std::int64_t sectorBytes(const HardwareSpec& spec);

/// Tables of tags that L1 asks side by side (bench/device/l1-tags.toml: 32 lines in 8 cycles, on an H100).
inline constexpr int l1TagTables = 4;

/// Passes of L1's tags for the lines of a pattern, `firstLine` further on: four tables are asked side by side,
/// and which of them knows a line is told by two exclusive ors of digits of its number
/// (bench/device/l1-tables.toml).
[[nodiscard]] double l1TagPasses(std::span<const LinePart> lines, std::int64_t firstLine);
/// The same of so many lines anywhere, expected.
[[nodiscard]] double l1TagPasses(double lines);

/// Of bytes from the object's start by lane, `inactiveLane` where it does nothing. An atomic operation that the
/// compiler merges is that of one lane: its caller passes it alone.
[[nodiscard]] AccessPattern lanePattern(const MemoryAccess& access, std::span<const std::int64_t> lanes,
                                        const HardwareSpec& spec);

/// Of a private array, interleaved by words: a word of all lanes is a line, and lanes at different words ask
/// for as many lines. Bytes as above; lines are numbers of words.
[[nodiscard]] AccessPattern privateLanePattern(const MemoryAccess& access, std::span<const std::int64_t> lanes,
                                               const HardwareSpec& spec);

} // namespace warpstring::timeline
