// SPDX-License-Identifier: GPL-3.0-or-later
// What launches touch whose groups come by in another order than that of memory (remainders, quotients,
// swizzles by exclusive or), against every group's sectors written out.
#include <gtest/gtest.h>

#include <functional>
#include <iostream>
#include <random>
#include <set>

#include "stringmodel/timeline/device_traffic.h"
#include "tests/pdg/evaluation/random_seed.h"
#include "tests/stringmodel/simulations.h"

namespace {

using namespace warpstring;
using namespace warpstring::test;

constexpr std::int64_t itemsOfGroup = 64, elementBytes = 4, touchedAtOnce = 32;

/// An expression of group IDs, as OpenCL C and as its value.
struct Place {
    std::string text;
    std::function<std::int64_t(std::int64_t x, std::int64_t y)> at;
};

class RandomPlaces {
public:
    explicit RandomPlaces(std::uint64_t seed) : random_(seed) {}

    std::int64_t between(std::int64_t least, std::int64_t most) {
        return std::uniform_int_distribution<std::int64_t>(least, most)(random_);
    }

    Place place(int depth) {
        if (depth == 0)
            return between(0, 2) > 0 ? Place{"x", [](std::int64_t x, std::int64_t) { return x; }}
                                     : Place{"y", [](std::int64_t, std::int64_t y) { return y; }};
        const auto inner = place(depth - 1);
        const std::int64_t n = between(2, 40);
        const auto with = [&](const char* op, std::int64_t number, auto apply) {
            return Place{"(" + inner.text + op + std::to_string(number) + ")",
                         [inner, number, apply](std::int64_t x, std::int64_t y) {
                             return apply(inner.at(x, y), number);
                         }};
        };
        switch (between(0, 8)) {
        case 5: { // another order from a group on
            const auto other = place(0);
            const std::int64_t from = between(1, 600);
            return {"(" + inner.text + " < " + std::to_string(from) + " ? " + inner.text + " : " + other.text +
                        " * 3)",
                    [inner, other, from](std::int64_t x, std::int64_t y) {
                        return inner.at(x, y) < from ? inner.at(x, y) : other.at(x, y) * 3;
                    }};
        }
        case 0: return with(" % ", n, [](auto a, auto b) { return a % b; });
        case 1: return with(" / ", n, [](auto a, auto b) { return a / b; });
        case 2: return with(" ^ ", n, [](auto a, auto b) { return a ^ b; });
        case 3: return with(" & ", (1 << between(1, 5)) - 1, [](auto a, auto b) { return a & b; });
        case 4: { // strips of n
            const std::int64_t rows = between(2, 16);
            return {"(" + inner.text + " % " + std::to_string(n) + " * " + std::to_string(rows) + " + " +
                        inner.text + " / " + std::to_string(n) + ")",
                    [inner, n, rows](std::int64_t x, std::int64_t y) {
                        const auto a = inner.at(x, y);
                        return a % n * rows + a / n;
                    }};
        }
        default: {
            const auto other = place(0);
            const bool isXor = between(0, 1) == 0;
            return {"(" + inner.text + (isXor ? " ^ " : " + ") + other.text + ")",
                    [inner, other, isXor](std::int64_t x, std::int64_t y) {
                        const auto a = inner.at(x, y), b = other.at(x, y);
                        return isXor ? a ^ b : a + b;
                    }};
        }
        }
    }

private:
    std::mt19937_64 random_;
};

/// A launch whose groups read a row of elements each, and the bytes of different sectors that they read.
struct OrderedLaunch {
    Subject subject;
    double truth = 0, movedBytes = 0, bufferBytes = 0;
};

OrderedLaunch orderedLaunch(const Place& place, std::int64_t width, std::int64_t height, std::int64_t pitch) {
    std::set<std::int64_t> sectors;
    std::int64_t most = 0;
    const std::int64_t rowBytes = itemsOfGroup * elementBytes;
    for (std::int64_t y = 0; y < height; ++y)
        for (std::int64_t x = 0; x < width; ++x) {
            const std::int64_t first = place.at(x, y) * pitch * elementBytes;
            most = std::max(most, first + rowBytes);
            for (std::int64_t at = first; at < first + rowBytes; at += touchedAtOnce) sectors.insert(at);
        }
    const auto items = static_cast<std::uint64_t>(width * itemsOfGroup);
    OrderedLaunch launch{
        subject("__kernel void k(__global const float* restrict a, __global float* restrict b) {\n"
                "  const int x = get_group_id(0), y = get_group_id(1);\n"
                "  b[get_local_id(0)] = a[" +
                    place.text + " * " + std::to_string(pitch) + " + get_local_id(0)];\n}\n",
                {2, {items, static_cast<std::uint64_t>(height), 1}, {itemsOfGroup, 1, 1}}),
        static_cast<double>(sectors.size()) * touchedAtOnce, static_cast<double>(width * height * rowBytes),
        static_cast<double>(2 * most)};
    std::get<BufferArgument>(launch.subject.launch.arguments.at("a")).count =
        static_cast<std::uint64_t>(2 * most / elementBytes);
    return launch;
}

// Where addresses are kept, every sector counts once. Where they are too diverse for that, groups beyond those
// that are followed are taken to touch as much more as these did.
TEST(GroupOrder, LaunchesTouchWhatTheirGroupsDo) {
    const std::uint64_t seed = oracle::randomSeed();
    std::cout << "seed " << seed << '\n';
    RandomPlaces random(seed);
    int kept = 0;
    for (int i = 0; i < 200; ++i) {
        const Place place = random.place(static_cast<int>(random.between(1, 3)));
        // Of rows apart each is an interval; of rows side by side there may be more.
        const bool isApart = i % 2 == 0;
        const std::int64_t width = random.between(1, isApart ? 130 : 4000), height = random.between(1, 12);
        const auto launch = orderedLaunch(place, width, height, itemsOfGroup * (isApart ? 4 : 1));
        const auto ready = prepared(launch.subject, h200());
        const auto traffic = timeline::deviceTraffic(ready.pdg, ready.evaluation, h200(), 1000, false);
        double touched = -1;
        for (const auto& buffer : traffic.buffers)
            if (buffer.argument == 0) touched = buffer.touchedBytes;
        const bool isKept = !ready.evaluation.accesses[0].pieces.empty();
        kept += isKept ? 1 : 0;
        const std::string title = place.text + " of " + std::to_string(width) + " x " + std::to_string(height);
        EXPECT_GE(touched, launch.truth * (isKept ? 0.999 : 0.9)) << title;
        EXPECT_LE(touched,
                  isKept ? launch.truth * 1.001 : std::min(launch.movedBytes, launch.bufferBytes) * 1.001)
            << title;
    }
    EXPECT_GT(kept, 100);
}

// From a group on another order, in many small pieces: each of them is little beside the first.
TEST(GroupOrder, ManySmallPiecesAreNotLost) {
    const Place place{
        "(x < 2000 ? x : 2000 + x % 40 * 50 + (x - 2000) / 40)",
        [](std::int64_t x, std::int64_t) { return x < 2000 ? x : 2000 + x % 40 * 50 + (x - 2000) / 40; }};
    const auto launch = orderedLaunch(place, 4000, 1, itemsOfGroup);
    const auto ready = prepared(launch.subject, h200());
    const auto traffic = timeline::deviceTraffic(ready.pdg, ready.evaluation, h200(), 1000, false);
    ASSERT_EQ(traffic.buffers.front().argument, 0u);
    EXPECT_NEAR(traffic.buffers.front().touchedBytes, launch.truth, launch.truth * 0.001);
}

} // namespace
