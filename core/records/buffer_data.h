// SPDX-License-Identifier: GPL-3.0-or-later
// The initial contents of a buffer, element by element and reproducible: the simulation evaluates the very
// data that the measurement runs on, without either having to make the whole buffer for the other.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "core/launch.h"
#include "core/result.h"

namespace warpstring::records {

/// Random access to a buffer's initial scalars (a float4 element holds four scalars). Counter-based:
/// scalar i of a seed has the same value on every machine and costs O(1).
class BufferData {
public:
    /// Fails when a file cannot be read or is too short.
    [[nodiscard]] static Result<BufferData> create(const BufferArgument& buffer);

    [[nodiscard]] std::uint64_t scalarCount() const { return scalarCount_; }
    /// Integer types only; a ulong of 2^63 or more comes as its two's complement.
    /// Precondition: index < scalarCount().
    [[nodiscard]] std::int64_t integerAt(std::uint64_t index) const;
    /// Floating types only; already rounded to the type. Precondition: index < scalarCount().
    [[nodiscard]] double floatAt(std::uint64_t index) const;
    /// The whole buffer as the device sees it, padding of 3-vectors included.
    [[nodiscard]] std::vector<std::byte> bytes() const;

private:
    BufferArgument buffer_;
    std::uint64_t scalarCount_ = 0;
    std::shared_ptr<const std::vector<std::byte>> fileContents_;
};

} // namespace warpstring::records
