// SPDX-License-Identifier: GPL-3.0-or-later
// Token strings made by hand.
#pragma once

#include <utility>
#include <vector>

#include "stringmodel/string/token.h"

namespace warpstring::test {

inline StringItem token(TokenKind kind, double cycles, int memory = 0, double bytes = 0) {
    Token made;
    made.kind = kind;
    made.cycles = made.plainCycles = cycles;
    made.memory = memory;
    made.bytes = bytes;
    made.count = kind == TokenKind::Compute ? cycles / 4 : kind == TokenKind::Wait ? 0 : 1;
    return {made};
}

inline StringItem compute(double cycles) { return token(TokenKind::Compute, cycles); }
inline StringItem load(int k, double cycles = 4, double bytes = 0) {
    return token(TokenKind::Load, cycles, k, bytes);
}
inline StringItem store(int k, double cycles = 4, double bytes = 0) {
    return token(TokenKind::Store, cycles, k, bytes);
}
inline StringItem waitFor(int k) { return token(TokenKind::Wait, 0, k); }
inline StringItem sharedLoad(double cycles = 4) { return token(TokenKind::SharedLoad, cycles); }
inline StringItem barrier() { return token(TokenKind::Barrier, 4); }

inline StringItem repeat(double times, std::vector<StringItem> body) {
    Repeat made;
    made.count = times;
    made.body = std::move(body);
    return {std::move(made)};
}

} // namespace warpstring::test
