// SPDX-License-Identifier: GPL-3.0-or-later
// Counts of launches beside the enumeration of every work-item.
#include <gtest/gtest.h>

#include <set>

#include "pdg/frontend/build_pdg.h"
#include "symbolic/counts/launch_counts.h"
#include "tests/pdg/evaluation/kernel_printer.h"
#include "tests/pdg/evaluation/lane_interpreter.h"
#include "tests/pdg/evaluation/random_seed.h"
#include "tests/symbolic/counts/enumeration.h"

namespace warpstring::symbolic {
namespace {

constexpr std::int64_t mostExecutions = 20'000;

ScalarArgument integer(std::int64_t value) { return {{ScalarType::Int}, false, value}; }

BufferArgument floats(std::uint64_t count) {
    BufferArgument buffer;
    buffer.type = {ScalarType::Float};
    buffer.count = count;
    return buffer;
}

/// A kernel `k` of n, float* a and float* b, launched over sizes that hang on n.
class Counts : public testing::Test {
protected:
    void build(const std::string& body) {
        const auto built = frontend::buildPdg(
            {"k.cl", "kernel void k(int n, global float* a, global const float* b) {" + body + "}"}, "k", {});
        ASSERT_TRUE(built.ok()) << toText(built.diagnostics()[0]);
        pdg_ = *built;
    }
    /// `global`: as a launch file has it, of n.
    Result<LaunchCounts> counted(std::int64_t n, std::uint64_t global, std::uint64_t local,
                                 const std::string& text) {
        launch_ = {};
        launch_.kernel = "k";
        launch_.range.global[0] = global;
        launch_.range.local[0] = local;
        launch_.range.dimensions = rows_ > 1 ? 2 : 1;
        launch_.range.global[1] = launch_.range.local[1] = rows_;
        launch_.arguments = {{"n", integer(n)}, {"a", floats(1 << 20)}, {"b", floats(1 << 20)}};
        CountOptions options;
        options.definitions =
            files::LaunchDefinitions{{{"n", {files::LaunchDefinition::Kind::Argument, std::to_string(n)}}},
                                     {text, std::to_string(rows_)}};
        options.group = group_;
        options.warp = warp_;
        return countLaunch(pdg_, launch_, oracle::sectorDevice(), options);
    }
    void expectTrue(const LaunchCounts& counts, std::int64_t n, std::uint64_t global, std::uint64_t local,
                    bool isOfLaunch) {
        launch_.arguments["n"] = integer(n);
        launch_.range.global[0] = global;
        launch_.range.local[0] = local;
        const auto binding = evaluation::bindLaunch(pdg_, launch_);
        ASSERT_TRUE(binding.ok());
        const auto truth = oracle::enumerate(pdg_, *binding, mostExecutions, group_, warp_);
        ASSERT_TRUE(truth);
        EXPECT_EQ(oracle::differences(pdg_, counts, *truth, {{"n", n}}, isOfLaunch), "") << "n = " << n;
    }
    static std::string executions(const LaunchCounts& counts, std::size_t access) {
        const auto& formula = counts.accesses[access].executions.formula;
        return formula ? formula->text() : counts.accesses[access].reason;
    }

    Pdg pdg_;
    Launch launch_;
    std::uint64_t rows_ = 1;              ///< of work-items, in one group
    std::array<std::int64_t, 3> group_{}; ///< that regions are told of
    int warp_ = 0;
};

TEST_F(Counts, OfAGuardedKernelHoldAtOtherSizes) {
    build("int i = get_global_id(0); if (i < n) a[i] = 2 * b[i];");
    const auto counts = counted(1000, 1024, 64, "ceil_div(n, 64) * 64");
    ASSERT_TRUE(counts.ok());
    EXPECT_EQ(executions(*counts, 0), "n");
    EXPECT_EQ(counts->buffers[0].direction, Direction::Out);
    EXPECT_EQ(counts->buffers[1].direction, Direction::In);
    EXPECT_EQ(counts->buffers[1].footprint.formula->text(), "4*n");
    EXPECT_EQ(counts->buffers[1].packedBytes, 4000);
    expectTrue(*counts, 1000, 1024, 64, true);
    for (const std::int64_t n : {1, 64, 333})
        expectTrue(*counts, n, (static_cast<std::uint64_t>(n) + 63) / 64 * 64, 64, false);
}

TEST_F(Counts, OfASizeThatTheGroupsDivideAreInItsMultiples) {
    build("int i = get_global_id(0); float s = 0; for (int k = 0; k < n; k += 16) s += b[i + k]; a[i] = s;");
    const auto counts = counted(64, 64, 16, "n");
    ASSERT_TRUE(counts.ok());
    EXPECT_EQ(counts->symbols.symbols[0].multiple, 16);
    EXPECT_EQ(executions(*counts, 0), "n^2/16");
    expectTrue(*counts, 64, 64, 16, true);
    for (const std::int64_t n : {16, 32, 112}) expectTrue(*counts, n, static_cast<std::uint64_t>(n), 16, false);
}

TEST_F(Counts, ArePiecewiseWhereGuardsMakeThemSo) {
    build("int i = get_global_id(0); if (i < n) a[i] = b[n - 1 - i];");
    const auto counts = counted(100, 256, 64, "256");
    ASSERT_TRUE(counts.ok());
    EXPECT_EQ(counts->accesses[0].executions.formula->pieces().size(), 2u) << executions(*counts, 0);
    expectTrue(*counts, 100, 256, 64, true);
    for (const std::int64_t n : {1, 256, 300}) expectTrue(*counts, n, 256, 64, false);
}

TEST_F(Counts, TakeTrianglesStridesAndTreesAsTheyAre) {
    const char* tree = "int l = get_local_id(0); "
                       "for (int s = 32; s > 0; s >>= 1) if (l < s) a[get_group_id(0) * 64 + l] += b[l + s];";
    for (const char* body :
         {"int i = get_global_id(0); for (int k = 0; k <= i; ++k) a[i] += b[k * 2];",
          "for (int i = get_global_id(0); i < n; i += get_global_size(0)) a[i] = b[i];", tree,
          "int i = get_global_id(0); if (i % 3 == 1) a[i / 3] = b[clamp(i - 2, 0, n - 1)];",
          "int i = get_global_id(0); for (int k = 0; k < min(8, n - i); ++k) a[i + k] = b[i];",
          "int i = get_global_id(0); a[(i & 15) * 8 + (i >> 4)] = b[n - 1 - i % 50];"}) {
        build(body);
        const auto counts = counted(128, 128, 64, "128");
        ASSERT_TRUE(counts.ok());
        for (const auto& access : counts->accesses) EXPECT_EQ(access.reason, "") << body;
        expectTrue(*counts, 128, 128, 64, true);
        for (const std::int64_t n : {90, 128, 200}) expectTrue(*counts, n, 128, 64, false);
    }
}

TEST_F(Counts, OfWhatHangsOnDataAreRefusedWithAReason) {
    build("int i = get_global_id(0); if (b[i] > 0) a[i] = 1; for (int k = 0; k < (int)b[i]; ++k) a[k] += 1;");
    const auto counts = counted(128, 128, 64, "n");
    ASSERT_TRUE(counts.ok());
    int refused = 0;
    for (const auto& access : counts->accesses) refused += !access.reason.empty();
    EXPECT_GE(refused, 2);
    expectTrue(*counts, 128, 128, 64, true);
}

TEST_F(Counts, CloseNamesThatConditionsMultiply) {
    build("int i = get_global_id(0); if (i * n < 4096) a[i] = b[i];");
    const auto counts = counted(64, 128, 64, "128");
    ASSERT_TRUE(counts.ok());
    EXPECT_TRUE(counts->symbols.symbols.empty());
    ASSERT_EQ(counts->notes.size(), 1u);
    EXPECT_EQ(counts->accesses[0].executions.value, 64);
}

TEST_F(Counts, CloseNamesOnWhichSizesHangByNoFormula) {
    build("a[get_global_id(0)] = b[n];");
    const auto counts = counted(15, 6 * 64, 64, "ceil_div(n - 3, 2) * 64"); // rounds towards 0 where n is 1
    ASSERT_TRUE(counts.ok());
    EXPECT_TRUE(counts->symbols.symbols.empty());
    ASSERT_EQ(counts->notes.size(), 1U);
    EXPECT_EQ(counts->notes[0], "n is taken as the number that it is: \"ceil_div(n - 3, 2) * 64\" hangs on it "
                                "and is no formula of names alone");
    EXPECT_EQ(executions(*counts, 0), "384");
}

TEST_F(Counts, OfGreatLaunchesAreToldAtOnceOrSaidNotToFit) {
    build("size_t i = get_global_id(0); a[i] = b[i]; for (long k = 0; k < 4000000000000; ++k) a[i * 4096 + k * "
          "2] = b[k];");
    const auto counts = counted(1, std::uint64_t{1} << 40, 64, "1099511627776");
    ASSERT_TRUE(counts.ok());
    bool isBeyond = false;
    for (const auto& access : counts->accesses) isBeyond = isBeyond || !access.executions.value;
    EXPECT_TRUE(isBeyond);
}

TEST_F(Counts, KnowTheNamesOfALaunch) {
    build("a[get_global_id(0)] = n;");
    launch_.range.global[0] = launch_.range.local[0] = 64;
    launch_.arguments = {{"n", integer(0)}, {"a", floats(64)}, {"b", floats(64)}};
    CountOptions options;
    options.open = {"m"};
    const auto unknown = countLaunch(pdg_, launch_, oracle::sectorDevice(), options);
    ASSERT_FALSE(unknown.ok());
    EXPECT_EQ(unknown.diagnostics()[0].code, "counts.unknown-symbol");
    options.open = {"n"};
    const auto nothing = countLaunch(pdg_, launch_, oracle::sectorDevice(), options);
    ASSERT_FALSE(nothing.ok());
    EXPECT_EQ(nothing.diagnostics()[0].code, "counts.symbol-range");
}

TEST_F(Counts, TellTheRegionsOfAGroupAndAWarp) {
    build("int i = get_global_id(0); for (int k = 0; k < n; k += 30) if (i < n) a[i + 128 * (k / 30)] = "
          "b[get_local_id(0) "
          "% 8];");
    group_ = {1, 0, 0};
    warp_ = 1;
    const auto counts = counted(120, 256, 64, "256");
    ASSERT_TRUE(counts.ok());
    const auto& store = counts->accesses[counts->accesses.size() - 1];
    // The second warp of the second group has work-items 96 to 119 alone.
    EXPECT_EQ(store.ofWarp.regions, (std::vector<regions::AffineRegion>{{384, 4, {{512, 4}, {4, 24}}, 1}}));
    EXPECT_EQ(store.ofGroup.regions, (std::vector<regions::AffineRegion>{{256, 4, {{512, 4}, {4, 56}}, 1}}));
    expectTrue(*counts, 120, 256, 64, true);
    group_ = {3, 0, 0};
    const auto nothing = counted(120, 256, 64, "256");
    ASSERT_TRUE(nothing.ok());
    for (const auto& access : nothing->accesses) {
        EXPECT_TRUE(access.ofGroup.regions.empty());
        EXPECT_EQ(access.ofGroup.reason, "");
    }
    group_ = {4, 0, 0};
    warp_ = 2;
    const auto none = counted(120, 256, 64, "256");
    ASSERT_FALSE(none.ok());
    ASSERT_EQ(none.diagnostics().size(), 2u);
    EXPECT_EQ(none.diagnostics()[0].code, "counts.no-such-group");
    EXPECT_EQ(none.diagnostics()[1].code, "counts.no-such-warp");
}

TEST_F(Counts, HaveTransactionsPiecewiseByHowFarRowsLie) {
    rows_ = 8;
    build("int x = get_local_id(0), y = get_local_id(1); a[y * (8 * n) + 2 * x] = b[8 * y + x];");
    const auto counts = counted(64, 8, 8, "8");
    ASSERT_TRUE(counts.ok());
    for (const AccessCounts& access : counts->accesses)
        ASSERT_TRUE(access.transactions.formula) << access.object;
    std::set<std::optional<std::int64_t>> different;
    for (const std::int64_t n : {1, 2, 3, 7, 16}) {
        const auto other = counted(n, 8, 8, "8");
        ASSERT_TRUE(other.ok());
        for (std::size_t i = 0; i < counts->accesses.size(); ++i) {
            const Formula& formula = *counts->accesses[i].transactions.formula;
            EXPECT_EQ(formula.evaluate({{"n", n}}), other->accesses[i].transactions.value) << n << " " << i;
            different.insert(other->accesses[i].transactions.value);
        }
    }
    EXPECT_GE(different.size(), 2u);
}

TEST_F(Counts, OfPointersThatMayLeadAnywhereAreTold) {
    build("global const float* p[2] = {a, b}; int i = get_global_id(0); a[i] = p[(int)b[i] & 1][i];");
    const auto counts = counted(64, 64, 64, "64");
    ASSERT_TRUE(counts.ok());
    ASSERT_EQ(counts->diagnostics.size(), 1u);
    EXPECT_EQ(counts->diagnostics[0].code, "counts.alias");
    build("int i = get_global_id(0); ((global char*)a)[i] = 1; a[i / 2] += b[i];"); // a cast is no alias
    const auto cast = counted(64, 64, 64, "64");
    ASSERT_TRUE(cast.ok());
    EXPECT_TRUE(cast->diagnostics.empty());
    EXPECT_EQ(cast->buffers[0].footprint.value, 128);
    expectTrue(*cast, 64, 64, 64, true);
}

TEST_F(Counts, OfRegionsOfATrillionPlacesAreCountedAtOnce) {
    build(
        "long i = get_global_id(0); for (long k = 0; k < 1000000; ++k) a[i * 1000003 + k] = b[k * 2 + i % 3];");
    const auto counts = counted(1, 1 << 20, 64, "1048576");
    ASSERT_TRUE(counts.ok());
    EXPECT_EQ(executions(*counts, 0), "1048576000000");
    EXPECT_EQ(counts->buffers[0].stored.value, 4'194'304'000'000);
    for (const auto& access : counts->accesses) // where addresses have 32 bits
        if (access.object == "a") {
            EXPECT_NE(access.reason.find("beyond its 32 bits"), std::string::npos) << access.reason;
        }
}

TEST_F(Counts, OfLoopsThatWorkItemsLeaveOneAfterTheOther) {
    build("int i = get_global_id(0); for (int v = 3; v < 17; ++v) { a[i] += b[v]; if (i - v < 21) return; }");
    const auto counts = counted(1, 68, 34, "68");
    ASSERT_TRUE(counts.ok());
    expectTrue(*counts, 1, 68, 34, true);
}

TEST_F(Counts, SeeWhatHoldsWithinQuotients) {
    build("int i = get_global_id(0); if ((138 - i) % 6 != 0) a[7 * i + 18] = b[i];");
    const auto counts = counted(1, 36, 6, "36");
    ASSERT_TRUE(counts.ok());
    expectTrue(*counts, 1, 36, 6, true);
}

TEST(RandomCounts, AreThoseOfTheEnumeration) {
    std::mt19937_64 random(oracle::randomSeed());
    int compared = 0;
    for (int made = 0; made < 6; ++made) {
        oracle::RandomKernel kernel = oracle::randomKernel(oracle::KernelForm::Affine, random);
        const auto lanes = oracle::interpret(kernel);
        if (!lanes.valid) continue;
        for (std::size_t i = 0; i < lanes.counts.size(); ++i)
            kernel.arrays[i].count = std::max(kernel.arrays[i].count, lanes.counts[i]);
        oracle::print(kernel);
        const auto pdg = frontend::buildPdg({"k.cl", kernel.text}, "k", {});
        if (!pdg) continue;
        const auto counts = countLaunch(*pdg, kernel.launch(), oracle::sectorDevice());
        const auto binding = evaluation::bindLaunch(*pdg, kernel.launch());
        if (!counts || !binding) continue;
        const auto truth = oracle::enumerate(*pdg, *binding, 2'000);
        if (!truth) continue;
        ++compared;
        NameValues values;
        for (const auto& symbol : counts->symbols.symbols) values[symbol.name] = symbol.value;
        EXPECT_EQ(oracle::differences(*pdg, *counts, *truth, values, true), "") << kernel.text;
    }
    EXPECT_GT(compared, 0);
}

} // namespace
} // namespace warpstring::symbolic
