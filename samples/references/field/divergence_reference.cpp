// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <bit>
#include <cmath>

#include "samples/references/field/field_references.h"

namespace warpstring::samples::field {

namespace {

using Word = std::uint32_t;

/// What the kernel's table holds.
Word tableEntry(Word i) { return (i * 37U % 256U * 0x01010101U) ^ (i * 0x9e3779b1U); }

std::vector<double> tableReference(const LaunchData& launch, const std::string& buffer, Indices indices) {
    if (buffer != "out") return {};
    const auto in = launch.buffer("in");
    const auto rounds = static_cast<Word>(launch.integer("ROUNDS"));
    std::vector<double> values;
    for (const std::uint64_t index : indices) {
        auto state = static_cast<Word>(in[index]);
        for (Word round = 0; round < rounds; ++round) {
            Word next = round;
            for (int byte = 0; byte < 4; ++byte)
                next ^= std::rotl(tableEntry(state >> 8 * byte & 0xffU), 8 * byte);
            state = next;
        }
        values.push_back(state);
    }
    return values;
}

std::vector<double> ladderReference(const LaunchData& launch, const std::string& buffer, Indices indices) {
    if (buffer != "out") return {};
    const auto in = launch.buffer("in");
    const auto programs = launch.buffer("programs");
    const auto length = static_cast<std::uint64_t>(launch.integer("LENGTH"));
    const auto shared = static_cast<std::uint64_t>(std::max<std::int64_t>(launch.integer("SHARED"), 1));
    std::vector<double> values;
    for (const std::uint64_t index : indices) {
        double x = in[index];
        double y = 1;
        for (std::uint64_t k = 0; k < length; ++k) {
            switch (static_cast<int>(programs[index / shared * length + k])) {
            case 0: x += y; break;
            case 1: x *= 0.5; break;
            case 2: y = y * 0.75 + x * 0.125; break;
            case 3: x = std::abs(x - y); break;
            case 4: x = x / (1 + x * x); break;
            case 5: y = std::sqrt(std::abs(x) + 0.5); break;
            case 6: y = std::min(x, y); break;
            default: x = std::max(x, 0.25 * y); break;
            }
            x = std::clamp(x, -8.0, 8.0);
        }
        values.push_back(x + y);
    }
    return values;
}

/// Counted for each key by halving; the table ascends.
std::vector<double> searchReference(const LaunchData& launch, const std::string& buffer, Indices indices) {
    if (buffer != "places") return {};
    const auto ascending = launch.buffer("ascending");
    const auto keys = launch.buffer("keys");
    std::vector<double> values;
    for (const std::uint64_t index : indices) {
        std::uint64_t place = 0;
        for (std::uint64_t rest = launch.scalarCount("ascending"); rest > 0;) {
            const std::uint64_t half = rest / 2;
            const bool isUpper = ascending[place + half] <= keys[index];
            if (isUpper) place += half + 1;
            rest = isUpper ? rest - half - 1 : half;
        }
        values.push_back(static_cast<double>(place));
    }
    return values;
}

std::vector<double> chainReference(const LaunchData& launch, const std::string& buffer, Indices indices) {
    if (buffer != "lengths") return {};
    const auto in = launch.buffer("in");
    const auto most = launch.integer("most");
    std::vector<double> values;
    for (const std::uint64_t index : indices) {
        auto x = static_cast<std::uint64_t>(in[index]);
        std::int64_t length = 0;
        for (; x > 1 && length < most; ++length) x = x % 2 == 1 ? 3 * x + 1 : x / 2;
        values.push_back(static_cast<double>(length));
    }
    return values;
}

std::vector<double> newtonReference(const LaunchData& launch, const std::string& buffer, Indices indices) {
    if (buffer != "roots") return {};
    const auto in = launch.buffer("in");
    std::vector<double> values;
    for (const std::uint64_t index : indices) values.push_back(std::cbrt(in[index]));
    return values;
}

// Sixteen steps, none of which makes an error larger than it was but by a half where numbers are added;
// divisions and roots err by up to 3 u.
constexpr double ladderTolerance = 1e-5;

// Newton's method squares the error of its last step, which was below 1e-4.
constexpr double newtonTolerance = 1e-6;

} // namespace

References divergenceReferences() {
    return {
        {"field-case-ladder", {ladderReference, ladderTolerance}},
        {"field-chain-lengths", {chainReference, exact}},
        {"field-newton", {newtonReference, newtonTolerance}},
        {"field-search", {searchReference, exact}},
        {"field-table-rounds", {tableReference, exact}},
    };
}

} // namespace warpstring::samples::field
