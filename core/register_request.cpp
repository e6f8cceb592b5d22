// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/register_request.h"

#include <charconv>

namespace warpstring {

Result<RegisterRequest> parseRegisterRequest(std::string_view text) {
    if (text == "device") return RegisterRequest{};
    if (text == "estimate") return RegisterRequest{RegisterRequest::Kind::Estimate, 0};
    if (text == "ptxas") return RegisterRequest{RegisterRequest::Kind::Ptxas, 0};
    int count = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), count);
    if (error == std::errc() && end == text.data() + text.size() && count >= 1 && count <= mostRegistersAsked)
        return RegisterRequest{RegisterRequest::Kind::Count, count};
    return Diagnostic{"registers.bad-request",
                      Severity::Error,
                      {},
                      "\"" + std::string(text) + "\" is no number of registers of a work-item",
                      "give a whole number from 1 to " + std::to_string(mostRegistersAsked) +
                          ", \"device\", \"estimate\" or \"ptxas\""};
}

std::string toText(const RegisterRequest& request) {
    switch (request.kind) {
    case RegisterRequest::Kind::Device: return "device";
    case RegisterRequest::Kind::Estimate: return "estimate";
    case RegisterRequest::Kind::Count: return std::to_string(request.count);
    case RegisterRequest::Kind::Ptxas: return "ptxas";
    }
    return "";
}

} // namespace warpstring
