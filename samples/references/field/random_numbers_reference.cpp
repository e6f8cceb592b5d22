// SPDX-License-Identifier: GPL-3.0-or-later
#include <array>
#include <cmath>
#include <numbers>

#include "samples/references/field/field_references.h"

namespace warpstring::samples::field {

namespace {

using Word = std::uint32_t;
constexpr std::size_t stateWords = 19;
constexpr std::size_t ahead = 7;

Word stateWord(const LaunchData::Buffer& buffer, std::uint64_t i) { return static_cast<Word>(buffer[i]); }

/// The twister's recurrence as a growing list: word n + 19 follows from words n, n + 1 and n + 7.
void grow(std::vector<Word>& words, std::size_t count) {
    while (words.size() < count) {
        const std::size_t n = words.size() - stateWords;
        const Word joined = (words[n] & 0x80000000U) | (words[n + 1] & 0x7fffffffU);
        words.push_back(words[n + ahead] ^ (joined >> 1U) ^ ((joined & 1U) != 0 ? 0x9908b0dfU : 0U));
    }
}

Word tempered(Word x) {
    x ^= x >> 11U;
    x ^= (x << 7U) & 0x9d2c0680U;
    x ^= (x << 15U) & 0x6fc60000U;
    return x ^ (x >> 18U);
}

std::vector<double> twisterReference(const LaunchData& launch, const std::string& buffer, Indices indices) {
    if (buffer != "out") return {};
    const auto seeds = launch.buffer("seeds");
    const std::uint64_t items = launch.scalarCount("seeds");
    std::vector<double> values;
    for (const std::uint64_t index : indices) {
        std::vector<Word> words{stateWord(seeds, index % items)};
        for (Word i = 1; i < stateWords; ++i)
            words.push_back(1812433253U * (words[i - 1] ^ words[i - 1] >> 30U) + i);
        grow(words, stateWords + index / items + 1);
        values.push_back(tempered(words.back()));
    }
    return values;
}

/// Numbers, and the state that COUNT steps leave: word i is replaced by word i + 19 while i is below COUNT.
std::vector<double> twisterGlobalReference(const LaunchData& launch, const std::string& buffer,
                                           Indices indices) {
    const auto state = launch.buffer("state");
    const std::uint64_t items = launch.scalarCount("state") / stateWords;
    const auto count = static_cast<std::uint64_t>(launch.integer("COUNT"));
    std::vector<double> values;
    for (const std::uint64_t index : indices) {
        const std::uint64_t k = index / items;
        std::vector<Word> words;
        for (std::uint64_t i = 0; i < stateWords; ++i)
            words.push_back(stateWord(state, i * items + index % items));
        grow(words, stateWords + count);
        values.push_back(buffer == "out" ? tempered(words[stateWords + k])
                         : k < count     ? words[stateWords + k]
                                         : words[k]);
    }
    return values;
}

std::vector<double> normalReference(const LaunchData& launch, const std::string& buffer, Indices indices) {
    if (buffer != "out") return {};
    const auto seeds = launch.buffer("seeds");
    const std::uint64_t items = launch.scalarCount("seeds") / 4;
    std::vector<double> values;
    for (const std::uint64_t index : indices) {
        const std::uint64_t item = index / 2 % items;
        std::array<Word, 4> s{};
        for (std::size_t i = 0; i < 4; ++i) s[i] = stateWord(seeds, item * 4 + i);
        const auto next = [&] {
            const Word t = s[0] ^ (s[0] << 11U);
            s = {s[1], s[2], s[3], s[3] ^ (s[3] >> 19U) ^ t ^ (t >> 8U)};
            // The kernel's sum with a half is rounded to float where the number has 24 bits.
            return static_cast<double>(static_cast<float>(s[3] >> 8U) + 0.5F) * 0x1p-24;
        };
        double radius = 0;
        double angle = 0;
        for (std::uint64_t k = 0; k <= index / 2 / items; ++k) {
            radius = std::sqrt(-2 * std::log(next()));
            angle = 2 * std::numbers::pi * next();
        }
        values.push_back(radius * (index % 2 == 0 ? std::cos(angle) : std::sin(angle)));
    }
    return values;
}

std::vector<double> directionsReference(const LaunchData& launch, const std::string& buffer, Indices indices) {
    if (buffer != "out") return {};
    const auto directions = launch.buffer("directions");
    const auto count = static_cast<std::uint64_t>(launch.integer("numbers"));
    std::vector<double> values;
    for (const std::uint64_t index : indices) {
        const std::uint64_t i = index % count;
        Word x = 0;
        for (std::uint64_t bit = 0; bit < 32; ++bit)
            if (((i ^ i >> 1U) >> bit) % 2 == 1) x ^= stateWord(directions, index / count * 32 + bit);
        values.push_back((x >> 8U) * 0x1p-24);
    }
    return values;
}

std::vector<double> radicalReference(const LaunchData& launch, const std::string& buffer, Indices indices) {
    if (buffer != "out") return {};
    const auto base = static_cast<std::uint64_t>(launch.integer("BASE"));
    std::vector<double> values;
    for (const std::uint64_t index : indices) {
        // The mirrored number over the power of the base that follows its digits.
        double mirrored = 0;
        double power = 1;
        for (std::uint64_t rest = index; rest > 0; rest /= base) {
            mirrored = mirrored * static_cast<double>(base) + static_cast<double>(rest % base);
            power *= static_cast<double>(base);
        }
        values.push_back(mirrored / power);
    }
    return values;
}

// Exact are whole numbers, and fractions of 24 bits.

// Angles of up to 2 pi are off by 4e-7, native functions by about 1e-6, beside a root mean square of 1; a
// logarithm near 0 is small and its root larger than the error.
constexpr double normalTolerance = 2e-5;

// The weight of the last digits has gathered a rounding for each digit before it, but they weigh little.
constexpr double radicalTolerance = 1e-6;

} // namespace

References randomNumbersReferences() {
    return {
        {"field-directions", {directionsReference, exact}},
        {"field-normal-pairs", {normalReference, normalTolerance}},
        {"field-radical-inverse", {radicalReference, radicalTolerance}},
        {"field-twister", {twisterReference, exact}},
        {"field-twister-global", {twisterGlobalReference, exact}},
    };
}

} // namespace warpstring::samples::field
