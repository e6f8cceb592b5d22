// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <optional>

#include "samples/references/field/buffer_words.h"
#include "samples/references/field/field_references.h"

namespace warpstring::samples::field {

namespace {

/// The lists of neighbours of a launch.
class Graph {
public:
    explicit Graph(const LaunchData& launch)
        : offsets_(launch.buffer("offsets")), neighbours_(launch.buffer("neighbours")) {}

    /// Calls visit(neighbour) until it returns false.
    template <class Visit>
    void each(std::uint64_t vertex, Visit visit) const {
        for (std::uint64_t i = wordAt(offsets_, vertex); i < wordAt(offsets_, vertex + 1); ++i)
            if (!visit(wordAt(neighbours_, i))) return;
    }

private:
    LaunchData::Buffer offsets_, neighbours_;
};

/// Bits of the unvisited neighbours of the vertices that source(0) to source(count - 1) tell.
template <class Source>
std::vector<double> reachedBits(const LaunchData& launch, Indices indices, std::uint64_t count, Source source) {
    const Graph graph(launch);
    const auto levels = launch.buffer("levels");
    const double level = launch.number("level");
    std::vector<std::uint32_t> bits(launch.scalarCount("reached"));
    for (std::uint64_t i = 0; i < count; ++i) {
        const auto vertex = source(i);
        if (!vertex) continue;
        graph.each(*vertex, [&](std::uint64_t neighbour) {
            if (levels[neighbour] > level) bits[neighbour / 32] |= std::uint32_t{1} << neighbour % 32;
            return true;
        });
    }
    std::vector<double> values;
    for (const std::uint64_t index : indices) values.push_back(bits[index]);
    return values;
}

std::vector<double> breadthFirstReference(const LaunchData& launch, const std::string& buffer,
                                          Indices indices) {
    if (buffer != "reached") return {};
    const auto levels = launch.buffer("levels");
    const double level = launch.number("level");
    return reachedBits(launch, indices, launch.scalarCount("levels"),
                       [&](std::uint64_t i) { return levels[i] == level ? std::optional(i) : std::nullopt; });
}

std::vector<double> frontierReference(const LaunchData& launch, const std::string& buffer, Indices indices) {
    if (buffer != "reached") return {};
    const auto frontier = launch.buffer("frontier");
    return reachedBits(launch, indices, launch.scalarCount("frontier"),
                       [&](std::uint64_t i) { return std::optional(wordAt(frontier, i)); });
}

/// The level after the current one for each unvisited vertex with a neighbour of the current one.
std::vector<double> pullReference(const LaunchData& launch, const std::string& buffer, Indices indices) {
    if (buffer != "next") return {};
    const Graph graph(launch);
    const auto levels = launch.buffer("levels");
    const double level = launch.number("level");
    std::vector<double> values;
    for (const std::uint64_t vertex : indices) {
        double own = levels[vertex];
        if (own > level)
            graph.each(vertex, [&](std::uint64_t neighbour) {
                if (levels[neighbour] != level) return true;
                own = level + 1;
                return false;
            });
        values.push_back(own);
    }
    return values;
}

std::vector<double> pageRankReference(const LaunchData& launch, const std::string& buffer, Indices indices) {
    if (buffer != "next") return {};
    const Graph graph(launch);
    const auto share = launch.buffer("share");
    const auto inverse = launch.buffer("inverse_degree");
    const double damping = launch.number("damping");
    const double base = launch.number("base");
    std::vector<double> values;
    for (const std::uint64_t vertex : indices) {
        double sum = 0;
        graph.each(vertex, [&](std::uint64_t neighbour) {
            sum += share[neighbour];
            return true;
        });
        values.push_back((base + damping * sum) * inverse[vertex]);
    }
    return values;
}

/// The smallest label that an edge brings to each larger one.
std::vector<double> hookReference(const LaunchData& launch, const std::string& buffer, Indices indices) {
    if (buffer != "parents") return {};
    const auto edges = launch.buffer("edges");
    const auto labels = launch.buffer("labels");
    const auto before = launch.buffer("parents");
    std::vector<std::uint64_t> parents(launch.scalarCount("parents"));
    for (std::uint64_t i = 0; i < parents.size(); ++i) parents[i] = wordAt(before, i);
    for (std::uint64_t i = 0; i < launch.scalarCount("edges"); i += 2) {
        const std::uint64_t a = wordAt(labels, wordAt(edges, i));
        const std::uint64_t b = wordAt(labels, wordAt(edges, i + 1));
        std::uint64_t& parent = parents[std::max(a, b)];
        if (a != b) parent = std::min(parent, std::min(a, b));
    }
    std::vector<double> values;
    for (const std::uint64_t index : indices) values.push_back(static_cast<double>(parents[index]));
    return values;
}

std::vector<double> jumpReference(const LaunchData& launch, const std::string& buffer, Indices indices) {
    if (buffer != "roots") return {};
    const auto parents = launch.buffer("parents");
    const std::int64_t limit = launch.integer("limit");
    std::vector<double> values;
    for (const std::uint64_t vertex : indices) {
        std::uint64_t root = vertex;
        for (std::int64_t jump = 0; jump < limit && wordAt(parents, root) < root; ++jump)
            root = wordAt(parents, root);
        values.push_back(static_cast<double>(root));
    }
    return values;
}

// Positive terms: 63 additions in a row gather u * sqrt(63 / 3) = 3e-7.
constexpr double rankTolerance = 2e-6;

} // namespace

References graphReferences() {
    return {
        {"field-breadth-first", {breadthFirstReference, exact}},
        {"field-breadth-first-list", {frontierReference, exact}},
        {"field-breadth-first-pull", {pullReference, exact}},
        {"field-hook-edges", {hookReference, exact}},
        {"field-jump-parents", {jumpReference, exact}},
        {"field-page-rank", {pageRankReference, rankTolerance}},
    };
}

} // namespace warpstring::samples::field
