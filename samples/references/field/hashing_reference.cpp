// SPDX-License-Identifier: GPL-3.0-or-later
#include <array>
#include <bit>

#include "samples/references/field/field_references.h"

namespace warpstring::samples::field {

namespace {

using Word = std::uint32_t;
using Message = std::array<Word, 16>;

Word roundConstant(std::uint64_t i) { return static_cast<Word>((i + 1) * 0x9e3779b97f4a7c15U >> 32U); }

/// Eight words that move on by one place each round, and all 64 words of the schedule.
Word wideHash(const Message& message) {
    std::array<Word, 64> schedule{};
    for (std::size_t i = 0; i < 64; ++i) {
        if (i < 16) {
            schedule[i] = message[i];
            continue;
        }
        const Word early = schedule[i - 15];
        const Word late = schedule[i - 2];
        schedule[i] = schedule[i - 16] + schedule[i - 7] +
                      (std::rotl(early, 25) ^ std::rotl(early, 14) ^ (early >> 3U)) +
                      (std::rotl(late, 15) ^ std::rotl(late, 13) ^ (late >> 10U));
    }
    std::array<Word, 8> s{0x01234567, 0x12345678, 0x23456789, 0x3456789a,
                          0x456789ab, 0x56789abc, 0x6789abcd, 0x789abcde};
    for (std::size_t i = 0; i < 64; ++i) {
        const Word chosen = (s[4] & s[5]) | (~s[4] & s[6]);
        const Word majority = (s[0] & s[1]) | (s[0] & s[2]) | (s[1] & s[2]);
        const Word added = s[7] + (std::rotl(s[4], 26) ^ std::rotl(s[4], 21) ^ std::rotl(s[4], 7)) + chosen +
                           roundConstant(i) + schedule[i];
        const Word first = added + (std::rotl(s[0], 30) ^ std::rotl(s[0], 19) ^ std::rotl(s[0], 10)) + majority;
        s = {first, s[0], s[1], s[2], s[3] + added, s[4], s[5], s[6]};
    }
    return s[0] ^ s[1] ^ s[2] ^ s[3] ^ s[4] ^ s[5] ^ s[6] ^ s[7];
}

Word slimHash(const Message& message) {
    constexpr std::array<std::array<int, 4>, 4> turns{
        {{7, 12, 17, 22}, {5, 9, 14, 20}, {4, 11, 16, 23}, {6, 10, 15, 21}}};
    constexpr std::array<std::size_t, 4> steps{1, 5, 3, 7};
    constexpr std::array<std::size_t, 4> starts{0, 1, 5, 0};
    std::array<Word, 4> s{0x01234567, 0x12345678, 0x23456789, 0x3456789a};
    for (std::size_t i = 0; i < 64; ++i) {
        const std::size_t quarter = i / 16;
        const auto [a, b, c, d] = s;
        const std::array<Word, 4> mixed{(b & c) | (~b & d), (d & b) | (~d & c), b ^ c ^ d, c ^ (b | ~d)};
        const Word sum =
            a + mixed[quarter] + message[(i * steps[quarter] + starts[quarter]) % 16] + roundConstant(i);
        s = {d, b + std::rotl(sum, turns[quarter][i % 4]), b, c};
    }
    return s[0] ^ s[1] ^ s[2] ^ s[3];
}

/// The hashes of the launch's message with each index as its fourth word.
template <Word (*Hash)(const Message&)>
std::vector<double> hashReference(const LaunchData& launch, const std::string& buffer, Indices indices) {
    if (buffer != "out") return {};
    const auto words = launch.buffer("message");
    Message message{};
    for (std::size_t i = 0; i < 16; ++i) message[i] = static_cast<Word>(words[i]);
    std::vector<double> values;
    for (const std::uint64_t index : indices) {
        message[3] = static_cast<Word>(index);
        values.push_back(Hash(message));
    }
    return values;
}

/// Bytes folded one after the other, the low byte of a word first.
std::vector<double> stringsReference(const LaunchData& launch, const std::string& buffer, Indices indices) {
    if (buffer != "out") return {};
    const auto strings = launch.buffer("strings");
    const auto length = static_cast<std::uint64_t>(launch.integer("LENGTH"));
    const auto count = static_cast<std::uint64_t>(launch.integer("count"));
    const bool spread = launch.integer("SPREAD") != 0;
    std::vector<double> values;
    for (const std::uint64_t string : indices) {
        Word hash = 0x811c9dc5;
        for (std::uint64_t byte = 0; byte < 4 * length; ++byte) {
            const std::uint64_t k = byte / 4;
            const auto word = static_cast<Word>(strings[spread ? k * count + string : string * length + k]);
            hash = (hash ^ (word >> 8 * (byte % 4) & 0xffU)) * 0x01000193U;
        }
        values.push_back(hash);
    }
    return values;
}

} // namespace

References hashingReferences() {
    return {
        {"field-hash-slim", {hashReference<slimHash>, exact}},
        {"field-hash-strings", {stringsReference, exact}},
        {"field-hash-wide", {hashReference<wideHash>, exact}},
    };
}

} // namespace warpstring::samples::field
