// SPDX-License-Identifier: GPL-3.0-or-later
// Times over sizes of work-groups, and the classes of accesses.
#include <nlohmann/json.hpp>

#include "study/batch/batch_row.h"
#include "tests/tuning/search/search_fixture.h"
#include "tuning/search/shape_study.h"

namespace warpstring::search {
namespace {

class ShapeStudyTest : public SearchTest {
protected:
    /// Of a launch of a kernel over 4096 work-items, or 64 x 64.
    Result<ShapeStudy> study(const std::string& source, const std::string& sizes, const std::string& more = "",
                             const std::string& device = "nvidia-h200") {
        write("k.cl", source);
        const NamedText launch{
            "schema = \"warpstring.launch/1\"\nkernel = \"k\"\nsource = \"k.cl\"\n" + sizes +
                "[args]\na = { buffer = \"float\", count = 1048576 }\n"
                "b = { buffer = \"int\", count = 1048576, init = \"random\", range = [0, 100] }\n" +
                more,
            folder_ / "k.toml"};
        auto variants = files::LaunchVariants::parse(launch.text, launch.path, {});
        const auto start = variants->start();
        const auto graph = graphs_.graphFor(*start, source, 64, false);
        if (!*graph) return graph->diagnostics();
        auto space = shapeSpace(launch, **graph, *start, spec(device));
        if (!space) return space.diagnostics();
        VariantTextCache texts(launch, {source, folder_ / "k.cl"}, std::move(*space), nullptr);
        return studyShapes(texts, graphs_, spec(device), {});
    }
    static constexpr const char* oneDimension = "global = [4800]\nlocal = [64]\n";
    static std::string body(const std::string& index) {
        return "__kernel void k(__global float* a, __global const int* b) {\n    int x = get_global_id(0), y = "
               "get_global_id(1);\n    a[524288 + x + 64 * y] = b[" +
               index + "];\n}\n";
    }
    /// The class of the load, on a device whose cache is smaller than the buffers.
    AccessClass classOf(const std::string& index) {
        const auto made = study(body(index), "global = [512, 512]\nlocal = [16, 16]\n");
        if (!made) throw std::runtime_error(toText(made.diagnostics().front()));
        // The last one: what comes before it finds the index.
        std::optional<AccessClass> is;
        for (const auto& access : made->accesses)
            if (access.text == "load b, line 3") is = access.is;
        return is.value();
    }
    batch::GraphCache graphs_;
};

TEST_F(ShapeStudyTest, triesAllSizesThatDivide) {
    const auto made =
        study("__kernel void k(__global float* a, __global const int* b) { a[get_global_id(0)] = 1; }\n",
              oneDimension);
    ASSERT_TRUE(made.ok()) << toText(made.diagnostics().front());
    std::vector<std::uint64_t> sizes, expected;
    for (const ShapePoint& point : made->points) sizes.push_back(point.items);
    for (std::uint64_t size = 1; size <= 1024; ++size)
        if (4800 % size == 0) expected.push_back(size);
    EXPECT_EQ(sizes, expected);
    EXPECT_EQ(made->points[*made->largest].items, 960U);
    const auto start =
        std::find_if(made->points.begin(), made->points.end(), [](const auto& point) { return point.isStart; });
    ASSERT_NE(start, made->points.end());
    EXPECT_EQ(start->items, 64U);
    // The thesis's finding of its section 5.3: far slower below 16 work-items.
    EXPECT_GT(made->points[0].figures.timeUs, 1.5 * made->points[*made->best].figures.timeUs);
    EXPECT_FALSE(made->points[0].isTied);
    EXPECT_TRUE(made->points[*made->best].isTied);
}

// Each time is that of the launch with this size by itself.
TEST_F(ShapeStudyTest, tellsWhatEachSizeSimulatesAs) {
    const std::string source =
        "__kernel void k(__global float* a, __global const int* b) { a[get_global_id(0)] = "
        "b[get_global_id(0) * 4]; }\n";
    const auto made = study(source, oneDimension);
    ASSERT_TRUE(made.ok());
    auto sweep = files::LaunchSweep::parse("schema = \"warpstring.launch/1\"\nkernel = \"k\"\nsource = "
                                           "\"k.cl\"\nglobal = [4800]\nlocal = [64]\n[args]\na = "
                                           "{ buffer = \"float\", count = 1048576 }\nb = { buffer = \"int\", "
                                           "count = 1048576, init = \"random\", range = [0, "
                                           "100] }\n[sweep]\nlocal = [[1], [32], [480]]\n",
                                           folder_ / "k.toml");
    const batch::BatchPlan plan({std::move(*sweep)}, {spec("nvidia-h200")}, {});
    batch::RowSimulator simulator(plan, graphs_);
    for (std::uint64_t row = 0; row < 3; ++row) {
        const std::uint64_t items = row == 0 ? 1 : row == 1 ? 32 : 480;
        const auto point = std::find_if(made->points.begin(), made->points.end(),
                                        [&](const ShapePoint& of) { return of.items == items; });
        ASSERT_NE(point, made->points.end());
        EXPECT_DOUBLE_EQ(point->figures.timeUs, simulator.row(row).figures->kernelTimeUs);
    }
}

TEST_F(ShapeStudyTest, takesTheSizesThatAreListed) {
    const std::string tied =
        "__kernel void k(__global float* a, __global const int* b) { a[get_global_id(0)] = "
        "get_local_id(0); }\n";
    const auto made = study(tied, oneDimension, "[tune]\nlocal = [[32], [100]]\n");
    ASSERT_TRUE(made.ok());
    ASSERT_EQ(made->points.size(), 2U);
    const auto refused = study(tied, oneDimension);
    ASSERT_FALSE(refused.ok());
    EXPECT_EQ(refused.diagnostics().front().code, "tune.tied-to-groups");
}

TEST_F(ShapeStudyTest, classifiesAccessesAsTheThesisDoes) {
    EXPECT_EQ(classOf("77"), AccessClass::Constant);
    EXPECT_EQ(classOf("x & 255"), AccessClass::Cached);
    EXPECT_EQ(classOf("x + 512 * y"), AccessClass::Continuous);
    EXPECT_EQ(classOf("512 * y + 511 - x"), AccessClass::Continuous);
    EXPECT_EQ(classOf("y + 512 * x"), AccessClass::Complex);
    EXPECT_EQ(classOf("x * 3 + 1024 * y"), AccessClass::Complex);
    EXPECT_EQ(classOf("b[x + 512 * y] * 5000"), AccessClass::Complex);
}

TEST_F(ShapeStudyTest, isJson) {
    const auto made =
        study("__kernel void k(__global float* a, __global const int* b) { a[get_global_id(0)] = 1; }\n",
              oneDimension);
    ASSERT_TRUE(made.ok());
    const auto json = nlohmann::json::parse(toJson("k", {*made}));
    EXPECT_EQ(json["schema"], "warpstring.shape/1");
    const auto& device = json["devices"][0];
    EXPECT_EQ(device["points"].size(), made->points.size());
    EXPECT_EQ(device["largest"], nlohmann::json::array({960}));
    EXPECT_EQ(device["accesses"][0]["class"], "cached");
}

} // namespace
} // namespace warpstring::search
