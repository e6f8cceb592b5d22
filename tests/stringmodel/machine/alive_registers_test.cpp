// SPDX-License-Identifier: GPL-3.0-or-later
// Registers alive between blocks: against the equations of data flow over all points of random kernels, and by
// hand.
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <map>
#include <random>

#include "stringmodel/machine/alive_registers.h"
#include "tests/pdg/evaluation/random_kernel.h"
#include "tests/stringmodel/simulations.h"

namespace {

using namespace warpstring;
using namespace warpstring::machine;
using namespace warpstring::test;

/// Points of a graph, each ahead of a child of a region or at its end, and the ways that lead from one to the
/// next: what is alive ahead of each, by iterating over all until nothing changes.
class DataFlow {
public:
    using Names = std::vector<bool>;

    explicit DataFlow(const Prepared& made) : made_(made) {
        for (const auto& region : made.pdg.regions)
            for (std::size_t i = 0; i <= region.children.size(); ++i)
                alive_[{region.id, i}].resize(made.pdg.registerNames);
        for (bool changes = true; changes;) {
            changes = false;
            for (auto& [point, known] : alive_) {
                auto found = ahead(point.first, point.second);
                changes = changes || found != known;
                known = std::move(found);
            }
        }
    }

    [[nodiscard]] const Names& at(RegionId region, std::size_t child) const {
        return alive_.at({region, child});
    }

private:
    [[nodiscard]] bool isDead(RegionId region) const { return made_.evaluation.regions[region].isDead(); }

    Names ahead(RegionId region, std::size_t child) const {
        const auto& children = made_.pdg.regions[region].children;
        Names alive(made_.pdg.registerNames, false);
        if (child < children.size()) {
            const NodeRef node = children[child];
            if (node.kind == NodeRef::Kind::Region && !isDead(node.region())) {
                join(alive, entered(node.region()));
                if (made_.pdg.regions[node.region()].kind == Region::Kind::LoopBody) return alive;
            }
            join(alive, at(region, child + 1));
            if (node.kind != NodeRef::Kind::Statement) return alive;
            for (const auto name : made_.pdg.registerUses[node.statement()].makes) alive[name] = false;
            for (const auto name : made_.pdg.registerUses[node.statement()].reads) alive[name] = true;
            return alive;
        }
        const auto& own = made_.pdg.regions[region];
        if (own.kind == Region::Kind::LoopBody)
            join(alive, carriedInto(region, [](const auto& value) { return value.next; }));
        if (own.parent == none) return alive;
        const auto& siblings = made_.pdg.regions[own.parent].children;
        const auto place = std::find(siblings.begin(), siblings.end(), NodeRef(region)) - siblings.begin();
        join(alive, at(own.parent, static_cast<std::size_t>(place) + 1));
        return alive;
    }

    Names entered(RegionId region) const {
        if (made_.pdg.regions[region].kind != Region::Kind::LoopBody) return at(region, 0);
        return carriedInto(region, [](const auto& value) { return value.entry; });
    }

    /// What is alive ahead of a loop's body, by the names that it has on the way there.
    Names carriedInto(RegionId body, const std::function<std::uint32_t(const CarriedRegister&)>& from) const {
        Names alive = at(body, 0);
        const auto& carried = made_.pdg.loops[made_.pdg.regions[body].loop].carried;
        for (const auto& value : carried) alive[value.name] = false;
        for (const auto& value : carried)
            if (at(body, 0)[value.name] && from(value) != none) alive[from(value)] = true;
        return alive;
    }

    static void join(Names& names, const Names& more) {
        for (std::size_t i = 0; i < names.size(); ++i) names[i] = names[i] || more[i];
    }

    const Prepared& made_;
    std::map<std::pair<RegionId, std::size_t>, Names> alive_;
};

TEST(AliveRegisters, AreThoseOfDataFlowOverAllPoints) {
    std::mt19937_64 random(2029);
    std::size_t compared = 0, found = 0;
    for (int seed = 0; seed < 120; ++seed) {
        SCOPED_TRACE(seed);
        const auto kernel = oracle::randomKernel(static_cast<oracle::KernelForm>(seed % 4), random);
        const auto made = prepared({{"k.cl", kernel.text}, kernel.launch()}, h200());
        const DataFlow expected(made);
        const AliveRegisters alive(made.pdg, made.evaluation);
        for (const auto& region : made.pdg.regions)
            for (std::size_t i = 0; i <= region.children.size(); ++i) {
                const auto& names = alive.at(region.id, i);
                if (names.empty()) continue;
                ASSERT_EQ(names, expected.at(region.id, i)) << "region " << region.id.index() << " child " << i;
                ++compared;
                found += static_cast<std::size_t>(std::count(names.begin(), names.end(), true));
            }
    }
    EXPECT_GT(compared, 500U);
    EXPECT_GT(found, 1000U);
}

/// Registers alive ahead of the innermost loop of a kernel that begins by these lines, and ahead of its body.
std::pair<std::ptrdiff_t, std::ptrdiff_t> aliveAround(const std::string& body) {
    const auto made = prepared(
        subject("__kernel void k(__global float* restrict a, __global const float4* restrict b, int n) {\n"
                "    const int i = get_global_id(0);\n" +
                    body + "}\n",
                {1, {4096, 1, 1}, {128, 1, 1}}),
        h200());
    const AliveRegisters alive(made.pdg, made.evaluation);
    const RegionId inner = made.pdg.loops.back().region, outer = made.pdg.regions[inner].parent;
    const auto& siblings = made.pdg.regions[outer].children;
    const auto place = std::find(siblings.begin(), siblings.end(), NodeRef(inner)) - siblings.begin();
    const auto count = [](const std::vector<bool>& names) {
        return std::count(names.begin(), names.end(), true);
    };
    return {count(alive.at(outer, static_cast<std::size_t>(place))), count(alive.at(inner, 0))};
}

TEST(AliveRegisters, AreThoseOfSumsAndOfWhatPassesThrough) {
    const std::string loop = "    for (int k = 0; k < n; ++k) s += b[k + i].x;\n";
    const auto one = aliveAround("    float s = 0;\n" + loop + "    a[i] = s;\n");
    const auto vector = aliveAround("    float4 s = 0;\n    for (int k = 0; k < n; ++k) s += b[k + i];\n"
                                    "    a[i] = s.x + s.y * s.z - s.w;\n");
    EXPECT_EQ(vector.second, one.second + 3);
    EXPECT_EQ(vector.first, one.first) << "sums that begin with a constant are not there before";
    const auto passing =
        aliveAround("    float s = 0;\n    const float4 t = b[i];\n" + loop + "    a[i] = t.x + t.y * s;\n");
    EXPECT_EQ(passing.second, one.second + 2) << "two components of t are needed behind the loop";
    EXPECT_EQ(passing.first, one.first + 2);
}

} // namespace
