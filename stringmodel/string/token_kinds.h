// SPDX-License-Identifier: GPL-3.0-or-later
// The kinds of tokens, told once: what each is called, how it is written, what it means and what it is coloured
// as.
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

#include "stringmodel/string/token.h"

namespace warpstring::token_string {

/// What a colour stands for, whatever the colours of a terminal or a theme are.
enum class TokenRole { Computation, GlobalMemory, Waiting, LocalMemory, Synchronisation };

struct TokenTraits {
    std::string_view name;    ///< in JSON: "M-bar"
    std::string_view symbol;  ///< in strings, UTF-8: the letter, with a bar over stores
    std::string_view ascii;   ///< the same where there are no combining characters: "~M"
    std::string_view meaning; ///< for people: "global store"
    TokenRole role;
};

/// The compiler asks for the row of a new kind here, and for its place in `tokenKinds` below then.
[[nodiscard]] constexpr TokenTraits traits(TokenKind kind) {
    using enum TokenRole;
    switch (kind) {
    case TokenKind::Compute: return {"C", "C", "C", "computation", Computation};
    case TokenKind::Load: return {"M", "M", "M", "global load", GlobalMemory};
    case TokenKind::Store: return {"M-bar", "M\u0304", "~M", "global store", GlobalMemory};
    case TokenKind::Wait: return {"G", "G", "G", "wait for a load", Waiting};
    case TokenKind::SharedLoad: return {"S", "S", "S", "local load", LocalMemory};
    case TokenKind::SharedStore: return {"S-bar", "S\u0304", "~S", "local store", LocalMemory};
    case TokenKind::Barrier: return {"B", "B", "B", "barrier", Synchronisation};
    }
    return {};
}

/// All of them, in the order of the enumeration: entry i of a table by kind is of tokenKinds[i].
inline constexpr std::array tokenKinds{TokenKind::Compute, TokenKind::Load,       TokenKind::Store,
                                       TokenKind::Wait,    TokenKind::SharedLoad, TokenKind::SharedStore,
                                       TokenKind::Barrier};
inline constexpr std::size_t tokenKindCount = tokenKinds.size();
static_assert(
    [] {
        for (std::size_t i = 0; i < tokenKindCount; ++i)
            if (static_cast<std::size_t>(tokenKinds[i]) != i) return false;
        return true;
    }(),
    "tokenKinds lists the enumeration in its order");
static_assert(traits(static_cast<TokenKind>(tokenKindCount)).name.empty(), "tokenKinds lists every kind");

} // namespace warpstring::token_string
