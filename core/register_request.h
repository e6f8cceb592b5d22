// SPDX-License-Identifier: GPL-3.0-or-later
// How many registers a kernel is simulated with: what the device's own compiler gives it where that is at hand,
// as estimated, as many as are asked for, or what NVIDIA's assembler gives it.
#pragma once

#include <string>
#include <string_view>

#include "core/result.h"

namespace warpstring {

struct RegisterRequest {
    enum class Kind {
        Device,   ///< what the compiler says that the spec names, else as estimated: the same on every machine
        Estimate, ///< from the graph alone
        Count,    ///< `count` a work-item
        Ptxas     ///< what ptxas of this machine says
    };
    Kind kind = Kind::Device;
    int count = 0; ///< Count: 32-bit registers, 1..mostRegistersAsked

    friend bool operator==(const RegisterRequest&, const RegisterRequest&) = default;
};

/// As many as a hardware spec may have for a work-item.
inline constexpr int mostRegistersAsked = 4096;

/// "device", "estimate", "ptxas" or a whole number of 1 to mostRegistersAsked; else registers.bad-request.
[[nodiscard]] Result<RegisterRequest> parseRegisterRequest(std::string_view text);

/// What parseRegisterRequest() reads.
[[nodiscard]] std::string toText(const RegisterRequest& request);

} // namespace warpstring
