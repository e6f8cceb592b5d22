// SPDX-License-Identifier: GPL-3.0-or-later
// What can be done to a kernel or its launch: the table of rewrites, and one of them as words say it.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/result.h"

namespace warpstring::transform {

enum class RewriteKind : std::uint8_t {
    Shape,
    Pad,
    Unroll,
    SwapAxes,
    Restrict,
    Const,
    Native,
    Option,
    Coarsen,
    Vector,
    Jam,
    LoadOnce,
    Stage
};
inline constexpr std::size_t rewriteKindCount = static_cast<std::size_t>(RewriteKind::Stage) + 1;

struct RewriteTraits {
    RewriteKind kind;
    std::string_view word;    ///< that begins it, and its option on the command line: "pad"
    std::string_view syntax;  ///< of what follows: "ARRAY=K"; empty where nothing does
    std::string_view example; ///< "pad tile=1"
    std::string_view meaning; ///< one sentence
};
[[nodiscard]] const RewriteTraits& traits(RewriteKind kind);
/// In the order of RewriteKind.
[[nodiscard]] const std::array<RewriteTraits, rewriteKindCount>& rewriteTraits();

/// "pad tile=1": kind Pad, target "tile", value "1". What has no "=" is a target where the kind asks for a name
/// of the kernel, a value else.
struct Rewrite {
    RewriteKind kind = RewriteKind::Shape;
    std::string target;
    std::string value;

    friend bool operator==(const Rewrite&, const Rewrite&) = default;
};

/// The words of Remedy::rewrite and of the command line. Codes: transform.unknown-rewrite, transform.syntax.
[[nodiscard]] Result<Rewrite> parseRewrite(std::string_view text);
/// The first that is at fault refuses all.
[[nodiscard]] Result<std::vector<Rewrite>> parseRewrites(std::span<const std::string> texts);
[[nodiscard]] std::string toText(const Rewrite& rewrite);

} // namespace warpstring::transform
