// SPDX-License-Identifier: GPL-3.0-or-later
// Whether a kernel computed what it should.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "core/records/reference.h"

namespace warpstring::records {

/// Contents of buffers by parameter name, as the device lays them out (a vector of 3 takes the room of 4).
using BufferContents = std::map<std::string, std::vector<std::byte>>;

/// Scalar `index` (padding not counted) of a buffer of `type`. Precondition: it lies within `bytes`.
[[nodiscard]] double scalarAt(const std::vector<std::byte>& bytes, ValueType type, std::uint64_t index);

struct VerifiedBuffer {
    std::string buffer;
    std::uint64_t scalars = 0;  ///< that it has
    std::uint64_t compared = 0; ///< all of them, or a sample spread evenly over it
    double relativeError = 0;   ///< root mean square of the differences over that of the reference
    double tolerance = 0;
    bool passed = false;
    std::uint64_t worstIndex = 0;
    double worstActual = 0, worstExpected = 0;
};

struct Verification {
    /// "host function scan", "launch check-naive", or empty when the launch names no reference.
    std::string reference;
    std::vector<VerifiedBuffer> buffers;

    [[nodiscard]] bool requested() const { return !reference.empty(); }
    [[nodiscard]] bool passed() const;
};

/// Compares the buffers that the launch lets the kernel write with its reference: a host function of `known`,
/// or `other`, what the reference launch left. Fails with measure.unknown-reference, or
/// measure.reference-failed when the reference does not fit the launch. A wrong output is no failure here.
[[nodiscard]] Result<Verification> verify(const Launch& launch, const BufferContents& outputs,
                                          const References& known, const BufferContents* other = nullptr);

/// The message for a verification that did not pass: measure.wrong-output for every wrong buffer.
[[nodiscard]] Diagnostics wrongOutputs(const Launch& launch, const Verification& verification);

} // namespace warpstring::records
