// SPDX-License-Identifier: GPL-3.0-or-later
#include "tuning/transform/rewrite_kind.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <vector>

namespace warpstring::transform {

namespace {

constexpr std::array<RewriteTraits, rewriteKindCount> rows{{
    {RewriteKind::Shape, "shape", "WxHxD", "shape 32x8", "Gives work-groups another size."},
    {RewriteKind::Pad, "pad", "ARRAY=K", "pad tile=1",
     "Makes the rows of a local or private array K elements longer, so that columns lie in different banks."},
    {RewriteKind::Unroll, "unroll", "COUNTER=K[,written] or line:N=K[,written]", "unroll k=4",
     "Asks the compiler to unroll a loop K times, or writes the K bodies out."},
    {RewriteKind::SwapAxes, "swap-axes", "", "swap-axes",
     "Lets dimensions 0 and 1 of the index space change places, in the kernel and the launch."},
    {RewriteKind::Restrict, "restrict", "[PARAMETER]", "restrict",
     "Tells the compiler that nothing else leads to what a pointer leads to."},
    {RewriteKind::Const, "const", "[PARAMETER]", "const", "Makes what is never written const."},
    {RewriteKind::Native, "native", "", "native",
     "Calls the device's own functions (native_exp), which are faster and less exact."},
    {RewriteKind::Option, "option", "TEXT", "option -cl-fast-relaxed-math", "Adds an option of the compiler."},
    {RewriteKind::Coarsen, "coarsen", "DIMENSION=K[,strided]", "coarsen x=2",
     "Gives each work-group the work of K of them along a dimension, one after the other."},
    {RewriteKind::Vector, "vector", "N", "vector 4",
     "Gives each work-item N neighbouring elements, which it reads and writes as one vector."},
    {RewriteKind::Jam, "jam", "DIMENSION=K[,blocked]", "jam y=4",
     "Gives each work-item the work of K of them along a dimension, merged statement by statement."},
    {RewriteKind::LoadOnce, "load-once", "", "load-once",
     "Loads each element of a buffer once where nothing between its uses may change it."},
    {RewriteKind::Stage, "stage", "BUFFER=T", "stage a=16",
     "Lets a work-group bring what it shares of a buffer to local memory, T iterations of a loop at a time."},
}};

constexpr bool areInOrder() {
    for (std::size_t i = 0; i < rows.size(); ++i)
        if (rows[i].kind != static_cast<RewriteKind>(i)) return false;
    return true;
}
static_assert(areInOrder());

std::string inQuotes(std::string_view text) {
    std::string all(1, '"');
    return all.append(text) + '"';
}

Diagnostic fault(const RewriteTraits& row, std::string_view text, const std::string& what) {
    const std::string form = std::string(row.word) + (row.syntax.empty() ? "" : " ") + std::string(row.syntax);
    return {"transform.syntax",
            Severity::Error,
            {},
            inQuotes(text) + ": " + what,
            "write it as " + form + ", for example: " + std::string(row.example)};
}

std::optional<int> numberOf(std::string_view text) {
    int number = 0;
    const char* const begin = text.data();
    const auto read = std::from_chars(begin, begin + text.size(), number);
    if (read.ec != std::errc() || read.ptr != begin + text.size()) return std::nullopt;
    return number;
}

/// The number before a "," must lie in a range; what is behind the comma is one of the words.
std::string faultOfNumber(const std::string& value, int least, int most, std::string_view word = {}) {
    const std::size_t comma = value.find(',');
    const auto number = numberOf(std::string_view(value).substr(0, comma));
    if (!number || *number < least || *number > most) {
        std::string range = std::to_string(least);
        range.append(" to ").append(std::to_string(most));
        return "a whole number from " + range + " is wanted";
    }
    if (comma != std::string::npos && (word.empty() || value.substr(comma + 1) != word))
        return inQuotes(value.substr(comma + 1)) + " means nothing here";
    return {};
}

std::string faultOfShape(const std::string& value) {
    std::size_t begin = 0;
    for (int sizes = 1;; ++sizes) {
        const std::size_t end = std::min(value.find('x', begin), value.size());
        const auto size = numberOf(std::string_view(value).substr(begin, end - begin));
        if (!size || *size < 1 || *size > 65536 || sizes > 3)
            return "one to three sizes from 1 to 65536 are wanted";
        if (end == value.size()) return {};
        begin = end + 1;
    }
}

std::string faultOf(const Rewrite& rewrite) {
    switch (rewrite.kind) {
    case RewriteKind::Shape: return faultOfShape(rewrite.value);
    case RewriteKind::Pad:
        return rewrite.target.empty() ? "an array is wanted" : faultOfNumber(rewrite.value, 1, 1024);
    case RewriteKind::Unroll:
        return rewrite.target.empty() ? "a loop is wanted" : faultOfNumber(rewrite.value, 2, 64, "written");
    case RewriteKind::Coarsen:
    case RewriteKind::Jam:
        if (rewrite.target != "x" && rewrite.target != "y" && rewrite.target != "z")
            return "a dimension is wanted: x, y or z";
        return faultOfNumber(rewrite.value, 2, 64, rewrite.kind == RewriteKind::Jam ? "blocked" : "strided");
    case RewriteKind::Vector:
        return rewrite.value == "2" || rewrite.value == "4" || rewrite.value == "8" ? ""
                                                                                    : "2, 4 or 8 is wanted";
    case RewriteKind::Stage:
        return rewrite.target.empty() ? "a buffer is wanted" : faultOfNumber(rewrite.value, 2, 1024);
    case RewriteKind::Option: return rewrite.value.empty() ? "an option is wanted" : "";
    case RewriteKind::SwapAxes:
    case RewriteKind::Native:
    case RewriteKind::LoadOnce:
        return rewrite.target.empty() && rewrite.value.empty() ? "" : "nothing may follow the word";
    case RewriteKind::Restrict:
    case RewriteKind::Const:
        return rewrite.value.empty() ? "" : "a parameter's name may follow, and nothing else";
    }
    return {};
}

} // namespace

const RewriteTraits& traits(RewriteKind kind) { return rows[static_cast<std::size_t>(kind)]; }

const std::array<RewriteTraits, rewriteKindCount>& rewriteTraits() { return rows; }

Result<Rewrite> parseRewrite(std::string_view text) {
    const std::size_t first = std::min(text.find_first_not_of(" \t"), text.size());
    text = text.substr(first, text.find_last_not_of(" \t\r\n") + 1 - first);
    const std::size_t blank = std::min(text.find_first_of(" \t"), text.size());
    const std::string word(text.substr(0, blank));
    const auto row =
        std::find_if(rows.begin(), rows.end(), [&](const RewriteTraits& r) { return r.word == word; });
    if (row == rows.end()) {
        std::vector<std::string> words;
        words.reserve(rows.size());
        for (const auto& known : rows) words.emplace_back(known.word);
        const std::string closest = closestName(word, words);
        std::string list;
        for (const auto& known : words) list += (list.empty() ? "" : ", ") + known;
        return Diagnostic{"transform.unknown-rewrite",
                          Severity::Error,
                          {},
                          inQuotes(word) + " is no rewrite",
                          closest.empty() ? "there are " + list : "did you mean " + inQuotes(closest) + "?"};
    }
    std::string rest(text.substr(std::min(text.find_first_not_of(" \t", blank), text.size())));
    Rewrite rewrite{row->kind, "", ""};
    const std::size_t equals = rest.find('=');
    if (row->kind == RewriteKind::Restrict || row->kind == RewriteKind::Const) {
        rewrite.target = rest.substr(0, equals);
        if (equals != std::string::npos) rewrite.value = rest.substr(equals + 1);
    } else if (row->kind == RewriteKind::Option || equals == std::string::npos) {
        rewrite.value = rest;
    } else {
        rewrite.target = rest.substr(0, equals);
        rewrite.value = rest.substr(equals + 1);
    }
    if (const std::string wrong = faultOf(rewrite); !wrong.empty()) return fault(*row, text, wrong);
    return rewrite;
}

Result<std::vector<Rewrite>> parseRewrites(std::span<const std::string> texts) {
    std::vector<Rewrite> rewrites;
    rewrites.reserve(texts.size());
    for (const std::string& text : texts) {
        auto rewrite = parseRewrite(text);
        if (!rewrite) return rewrite.diagnostics();
        rewrites.push_back(std::move(*rewrite));
    }
    return rewrites;
}

std::string toText(const Rewrite& rewrite) {
    std::string text(traits(rewrite.kind).word);
    if (!rewrite.target.empty()) text += " " + rewrite.target;
    if (!rewrite.value.empty()) text += (rewrite.target.empty() ? " " : "=") + rewrite.value;
    return text;
}

} // namespace warpstring::transform
