// SPDX-License-Identifier: GPL-3.0-or-later
// Pointers to one of several objects: which objects an access goes to, under which conditions, and where.
#include <algorithm>

#include <gtest/gtest.h>

#include "pdg/frontend/build_pdg.h"

namespace warpstring::frontend {
namespace {

Pdg graphWith(const std::string& parameters, const std::string& body) {
    auto pdg =
        buildPdg({"k.cl", "__kernel void k(" + parameters + ") {\n" + body + "\n}"}, "k", {"", 64, false});
    if (pdg.ok()) return *pdg;
    ADD_FAILURE() << toText(pdg.diagnostics()[0]);
    return {};
}

struct Part {
    std::string object, guard, offset;
};

/// Accesses of a kind, by object.
std::vector<Part> partsOf(const Pdg& pdg, AccessKind kind) {
    std::vector<Part> parts;
    const auto text = [&](ExprId id) { return exprText(pdg.exprs, id, pdg.parameterNames()); };
    for (const auto& access : pdg.accesses)
        if (access.kind == kind)
            parts.push_back({access.object == none     ? "?"
                             : access.objectIsArgument ? pdg.arguments[access.object].name
                                                       : pdg.arrays[access.object].name,
                             text(pdg.regions[pdg.statements[access.statement].region].guard),
                             access.offset ? text(access.offset) : "?"});
    std::sort(parts.begin(), parts.end(), [](const Part& a, const Part& b) { return a.object < b.object; });
    return parts;
}

std::vector<std::string> objectsOf(const std::vector<Part>& parts) {
    std::vector<std::string> objects;
    objects.reserve(parts.size());
    for (const auto& part : parts) objects.push_back(part.object);
    return objects;
}

using Objects = std::vector<std::string>;

TEST(PointerChoices, AnAccessGoesToEachObjectUnderItsCondition) {
    const Pdg pdg = graphWith("__global int* a, __global int* b, __global int* out, int flip",
                              "__global int* p = flip > 3 ? a : b; out[get_local_id(0)] = p[get_local_id(0)];");
    const auto parts = partsOf(pdg, AccessKind::Load);
    ASSERT_EQ(objectsOf(parts), (Objects{"a", "b"}));
    EXPECT_EQ(parts[0].guard, "3 < flip");
    EXPECT_EQ(parts[1].guard, "flip <= 3");
    EXPECT_EQ(parts[0].offset, parts[1].offset);
    EXPECT_EQ(parts[0].offset.find('?'), std::string::npos) << "both are whole: " << parts[0].offset;
}

TEST(PointerChoices, WithinOneObjectTheOffsetIsChosen) {
    const Pdg pdg = graphWith("__global int* a, __global int* out, int flip",
                              "__global int* p = a + 5; if (flip > 3) p = a + 9; out[0] = *p;");
    const auto parts = partsOf(pdg, AccessKind::Load);
    ASSERT_EQ(objectsOf(parts), (Objects{"a"}));
    EXPECT_NE(parts[0].offset, "?");
    EXPECT_NE(parts[0].offset.find("flip"), std::string::npos) << parts[0].offset;
}

TEST(PointerChoices, StatementsThatUseTheValueWaitForAllParts) {
    const Pdg pdg = graphWith("__global int* a, __global int* b, __global int* out, int flip",
                              "__global int* p = flip > 3 ? a : b; out[0] = p[get_local_id(0)] * 5;");
    std::vector<StatementId> loads;
    for (const auto& access : pdg.accesses)
        if (access.kind == AccessKind::Load) loads.push_back(access.statement);
    ASSERT_EQ(loads.size(), 2u);
    const auto usesBoth =
        std::any_of(pdg.statements.begin(), pdg.statements.end(), [&](const Statement& statement) {
            return std::all_of(loads.begin(), loads.end(), [&](StatementId load) {
                return std::find(statement.data.begin(), statement.data.end(), load) != statement.data.end();
            });
        });
    EXPECT_TRUE(usesBoth);
}

TEST(PointerChoices, WhatIsDecidedCostsNoBranch) {
    const Pdg pdg = graphWith("__global int* a, __global int* b, int flip", "*(flip > 3 ? a : b) = 1;");
    ASSERT_EQ(pdg.predicates.size(), 1u);
    EXPECT_TRUE(pdg.predicates[0].free);
    ASSERT_NE(pdg.predicates[0].whenTrue, none);
    ASSERT_NE(pdg.predicates[0].whenFalse, none);
    EXPECT_EQ(objectsOf(partsOf(pdg, AccessKind::Store)), (Objects{"a", "b"}));
}

TEST(PointerChoices, MoreThanTwoObjectsHaveAConditionEach) {
    const Pdg pdg = graphWith("__global int* a, __global int* b, __global int* c, __global int* out, int which",
                              "__global int* p = which == 7 ? a : which == 8 ? b : c; out[0] = p[which];");
    const auto parts = partsOf(pdg, AccessKind::Load);
    ASSERT_EQ(objectsOf(parts), (Objects{"a", "b", "c"}));
    for (const auto& part : parts) EXPECT_NE(part.guard.find("which"), std::string::npos) << part.guard;
    EXPECT_NE(parts[0].guard, parts[1].guard);
    EXPECT_NE(parts[1].guard, parts[2].guard);
}

// The values that a loop's buffers have in turn follow from its counter: nothing is stepped.
TEST(PointerChoices, BuffersThatChangePlacesFollowTheCounter) {
    const Pdg pdg =
        graphWith("__global int* a, __global int* b, int steps",
                  "int i = get_local_id(0);\n"
                  "for (int s = 0; s < steps; ++s) { b[i] = a[i] + 1; __global int* t = a; a = b; b = t; }");
    EXPECT_EQ(objectsOf(partsOf(pdg, AccessKind::Load)), (Objects{"a", "b"}));
    EXPECT_EQ(objectsOf(partsOf(pdg, AccessKind::Store)), (Objects{"a", "b"}));
    for (const auto& access : pdg.accesses) {
        const auto& region = pdg.regions[pdg.statements[access.statement].region];
        EXPECT_NE(pdg.exprs.dependence(region.guard) & loopDependence(LoopId(0)), 0u);
        EXPECT_TRUE(access.offset);
    }
    for (std::uint32_t i = 1; i < pdg.exprs.size(); ++i) EXPECT_NE(pdg.exprs[ExprId{i}].op, ExprOp::Recurrence);
}

TEST(PointerChoices, PointersThatALoopAdvancesUnevenlyAreStepped) {
    const Pdg pdg = graphWith("__global int* a, __global int* out, int n",
                              "__global int* p = a; int s = 0;\n"
                              "for (int k = 0; k < n; ++k) { s += *p; if (k % 3 != 1) p += 7; }\n"
                              "out[0] = s;");
    const auto parts = partsOf(pdg, AccessKind::Load);
    ASSERT_EQ(objectsOf(parts), (Objects{"a"}));
    EXPECT_NE(parts[0].offset, "?");
}

TEST(PointerChoices, APointerThatComesFromMemoryLeadsAnywhere) {
    const Pdg pdg = graphWith("__global int* a, __global int* b, __global int* out, int which",
                              "__global int* from[2] = {a, b}; out[0] = *from[which & 1];");
    const auto loads = partsOf(pdg, AccessKind::Load);
    EXPECT_TRUE(std::any_of(loads.begin(), loads.end(), [](const Part& part) { return part.object == "?"; }));
}

TEST(PointerChoices, PointersToDifferentBuffersAreNotEqual) {
    const Pdg pdg = graphWith("__global int* a, __global int* b, __global int* out, int flip",
                              "__global int* p = flip > 3 ? a : b; if (p == a) out[0] = 1;");
    const auto stores = partsOf(pdg, AccessKind::Store);
    ASSERT_EQ(stores.size(), 1u);
    EXPECT_EQ(stores[0].guard.find('?'), std::string::npos) << stores[0].guard;
    EXPECT_NE(stores[0].guard.find("flip"), std::string::npos) << stores[0].guard;
}

} // namespace
} // namespace warpstring::frontend
