// SPDX-License-Identifier: GPL-3.0-or-later
// Token strings made by hand.
#pragma once

#include <utility>
#include <vector>

#include "stringmodel/string/token.h"

namespace warpstring::test {

inline token_string::StringItem token(token_string::TokenKind kind, double cycles, int memory = 0,
                                      double bytes = 0) {
    token_string::Token made;
    made.kind = kind;
    made.cycles = made.plainCycles = cycles;
    made.memory = memory;
    made.bytes = bytes;
    made.count = kind == token_string::TokenKind::Compute ? cycles / 4
                 : kind == token_string::TokenKind::Wait  ? 0
                                                          : 1;
    return {made};
}

inline token_string::StringItem compute(double cycles) {
    return token(token_string::TokenKind::Compute, cycles);
}
inline token_string::StringItem load(int k, double cycles = 4, double bytes = 0) {
    return token(token_string::TokenKind::Load, cycles, k, bytes);
}
inline token_string::StringItem store(int k, double cycles = 4, double bytes = 0) {
    return token(token_string::TokenKind::Store, cycles, k, bytes);
}
inline token_string::StringItem waitFor(int k) { return token(token_string::TokenKind::Wait, 0, k); }
inline token_string::StringItem sharedLoad(double cycles = 4) {
    return token(token_string::TokenKind::SharedLoad, cycles);
}
inline token_string::StringItem barrier() { return token(token_string::TokenKind::Barrier, 4); }

inline token_string::StringItem repeat(double times, std::vector<token_string::StringItem> body) {
    token_string::Repeat made;
    made.count = times;
    made.body = std::move(body);
    return {std::move(made)};
}

} // namespace warpstring::test
