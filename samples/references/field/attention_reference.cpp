// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>

#include "samples/references/field/field_references.h"
#include "samples/references/field/optional_macro.h"

namespace warpstring::samples::field {

namespace {

// Sums of 128 products of random numbers: u * sqrt(128 / 2) = 5e-7.
constexpr double scoresTolerance = 3e-6;

// Chunks of up to 512 positive weights with values of both signs: as above, u * sqrt(512 / 2) = 1e-6.
constexpr double valuesTolerance = 5e-6;

// Averages of some thousand values of both signs are small beside the values: each of 2,048 steps rounds on the
// scale of the sum so far, which gathers to u * sqrt(2048) = 2.7e-6; native_exp errs by 2^-21 at each step of
// the maximum.
constexpr double attentionTolerance = 2e-5;

// Two products and a sum.
constexpr double rotaryTableTolerance = 5e-7;

// Angles up to 16,384 round to 2^-24 of themselves: 1e-3 at worst, a third of it on the average of all tokens.
constexpr double rotaryComputedTolerance = 1e-3;

/// scores[head][token] = scale * query[head] . key[head][token]
std::vector<double> scoresReference(const LaunchData& launch, const std::string& buffer, Indices indices) {
    if (buffer != "scores") return {};
    const std::uint64_t dim = sizeOf(launch, "DIM"), tokens = sizeOf(launch, "tokens");
    const double scale = launch.number("scale");
    const auto queries = launch.buffer("queries"), keys = launch.buffer("keys");
    std::vector<double> values;
    for (const std::uint64_t index : indices) {
        double sum = 0.0;
        for (std::uint64_t c = 0; c < dim; ++c)
            sum += queries[index / tokens * dim + c] * keys[index * dim + c];
        values.push_back(sum * scale);
    }
    return values;
}

/// partial[head][chunk] = sum of weight * value over the chunk's tokens
std::vector<double> valuesReference(const LaunchData& launch, const std::string& buffer, Indices indices) {
    if (buffer != "partial") return {};
    const std::uint64_t dim = sizeOf(launch, "DIM"), tokens = sizeOf(launch, "tokens");
    const std::uint64_t chunk = sizeOf(launch, "CHUNK"), chunks = (tokens + chunk - 1) / chunk;
    const auto weights = launch.buffer("weights"), cache = launch.buffer("values");
    std::vector<double> values;
    for (const std::uint64_t index : indices) {
        const std::uint64_t first = index / dim % chunks * chunk, head = index / dim / chunks * tokens;
        double sum = 0.0;
        for (std::uint64_t t = head + first; t < head + std::min(first + chunk, tokens); ++t)
            sum += weights[t] * cache[t * dim + index % dim];
        values.push_back(sum);
    }
    return values;
}

/// out[head][query] = sum of values by the softmax of scale * query . key
std::vector<double> attentionReference(const LaunchData& launch, const std::string& buffer, Indices indices) {
    if (buffer != "out") return {};
    const std::uint64_t dim = sizeOf(launch, "DIM"), tokens = sizeOf(launch, "tokens");
    const bool causal = launch.integer("CAUSAL") != 0;
    const double scale = launch.number("scale");
    const auto queries = launch.buffer("queries"), keys = launch.buffer("keys"),
               cache = launch.buffer("values");
    std::vector<double> values, headKeys(tokens * dim), weights(tokens);
    std::uint64_t head = 0, row = 0;
    double sum = 0.0;
    for (const std::uint64_t index : indices) {
        if (values.empty() || index / (dim * tokens) != head) {
            head = index / (dim * tokens);
            for (std::uint64_t i = 0; i < tokens * dim; ++i) headKeys[i] = keys[head * tokens * dim + i];
        }
        const std::uint64_t seen = causal ? index / dim % tokens + 1 : tokens;
        if (values.empty() || index / dim != row) {
            row = index / dim;
            std::vector<double> query(dim);
            for (std::uint64_t c = 0; c < dim; ++c) query[c] = queries[row * dim + c] * scale;
            sum = 0.0;
            for (std::uint64_t t = 0; t < seen; ++t) {
                double score = 0.0; // at most DIM * scale, so its exponential needs no maximum
                for (std::uint64_t c = 0; c < dim; ++c) score += query[c] * headKeys[t * dim + c];
                weights[t] = std::exp(score);
                sum += weights[t];
            }
        }
        double value = 0.0;
        for (std::uint64_t t = 0; t < seen; ++t)
            value += weights[t] * cache[(head * tokens + t) * dim + index % dim];
        values.push_back(value / sum);
    }
    return values;
}

/// Neighbours (2 i, 2 i + 1) turn by the table's (cosine, sine) of their token.
std::vector<double> rotaryTableReference(const LaunchData& launch, const std::string& buffer, Indices indices) {
    if (buffer != "out") return {};
    const std::uint64_t dim = sizeOf(launch, "DIM"), heads = sizeOf(launch, "heads");
    const auto in = launch.buffer("in"), table = launch.buffer("table");
    std::vector<double> values;
    for (const std::uint64_t index : indices) {
        const std::uint64_t left = index / 2 * 2, at = index / (dim * heads) * dim + left % dim;
        const double x = in[left], y = in[left + 1];
        values.push_back(index == left ? x * table[at] - y * table[at + 1] : x * table[at + 1] + y * table[at]);
    }
    return values;
}

/// Components i and i + DIM / 2 turn by token * frequency i.
std::vector<double> rotaryHalvesReference(const LaunchData& launch, const std::string& buffer,
                                          Indices indices) {
    if (buffer != "out") return {};
    const std::uint64_t dim = sizeOf(launch, "DIM"), heads = sizeOf(launch, "heads");
    const auto in = launch.buffer("in"), frequencies = launch.buffer("frequencies");
    std::vector<double> values;
    for (const std::uint64_t index : indices) {
        const std::uint64_t component = index % dim % (dim / 2), left = index - index % dim + component;
        const double angle = static_cast<double>(index / (dim * heads)) * frequencies[component];
        const double x = in[left], y = in[left + dim / 2];
        values.push_back(index == left ? x * std::cos(angle) - y * std::sin(angle)
                                       : x * std::sin(angle) + y * std::cos(angle));
    }
    return values;
}

} // namespace

References attentionReferences() {
    return {
        {"field-attention", {attentionReference, attentionTolerance}},
        {"field-attention-scores", {scoresReference, scoresTolerance}},
        {"field-attention-values", {valuesReference, valuesTolerance}},
        {"field-rotary-halves", {rotaryHalvesReference, rotaryComputedTolerance}},
        {"field-rotary-table", {rotaryTableReference, rotaryTableTolerance}},
    };
}

} // namespace warpstring::samples::field
