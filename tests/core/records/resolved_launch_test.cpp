// SPDX-License-Identifier: GPL-3.0-or-later
// Launches that travel to other machines: nothing that matters is lost, and equal work is known as equal.
#include <filesystem>
#include <fstream>
#include <functional>
#include <set>

#include <gtest/gtest.h>

#include "core/records/plan.h"
#include "core/records/resolved_launch.h"

namespace warpstring::records {
namespace {

Launch launchWithEverything() {
    Launch launch;
    launch.name = "made,n=64";
    launch.file = "samples/made.toml";
    launch.description = "a \"quoted\" description\nof two lines";
    launch.family = "made,n=64";
    launch.swept = {{"n", "64"}, {"local", "8x8"}};
    launch.kernel = "made";
    launch.source = "samples/made.cl";
    launch.options = "-DTILE=8";
    launch.range = {2, {64, 32, 1}, {8, 8, 1}};
    launch.arguments["n"] = ScalarArgument{{ScalarType::UInt, 1}, true, std::int64_t{64}};
    launch.arguments["untyped"] = ScalarArgument{{}, false, std::int64_t{-1}};
    launch.arguments["alpha"] = ScalarArgument{{ScalarType::Float, 1}, true, 0.1};
    launch.arguments["tile"] = LocalArgument{2048};
    BufferArgument random;
    random.type = {ScalarType::Float, 4};
    random.count = 1ULL << 33;
    random.init = BufferInit::Random;
    random.seed = 1234567890123456789ULL;
    random.range = {-0.1, 1e30};
    random.access = BufferAccess::Read;
    launch.arguments["in"] = random;
    BufferArgument constant;
    constant.count = 7;
    constant.init = BufferInit::Constant;
    constant.constant = 2.5;
    constant.access = BufferAccess::Write;
    launch.arguments["out"] = constant;
    BufferArgument file;
    file.count = 9;
    file.init = BufferInit::File;
    file.file = "data.bin";
    launch.arguments["table"] = file;
    launch.reference = OutputReference{"scan", nullptr, 1e-4};
    return launch;
}

ImageArgument volume() {
    ImageArgument image;
    image.sizes = {40, 30, 20};
    image.dimensions = 3;
    image.format = {ChannelOrder::Rg, ChannelType::HalfFloat};
    image.texels.type = storedType(image.format);
    image.texels.count = 24000;
    image.texels.init = BufferInit::Random;
    image.texels.seed = 5;
    image.texels.range = {-1, 1};
    image.texels.access = BufferAccess::Read;
    return image;
}

ResolvedLaunch resolvedWithEverything() {
    return {launchWithEverything(), "__kernel void made() {}\n", nullptr};
}

TEST(ResolvedLaunches, comeBackFromJsonAsTheyWere) {
    const ResolvedLaunch before = resolvedWithEverything();
    const auto after = resolvedLaunchFromJson(toJson(before));
    ASSERT_TRUE(after.ok());
    const Launch &a = before.launch, &b = after->launch;
    EXPECT_EQ(after->sourceText, before.sourceText);
    EXPECT_EQ(b.name, a.name);
    EXPECT_EQ(b.file, a.file);
    EXPECT_EQ(b.description, a.description);
    EXPECT_EQ(b.family, a.family);
    EXPECT_EQ(b.swept, a.swept);
    EXPECT_EQ(b.kernel, a.kernel);
    EXPECT_EQ(b.source, a.source);
    EXPECT_EQ(b.options, a.options);
    EXPECT_EQ(b.range, a.range);
    ASSERT_EQ(b.arguments.size(), a.arguments.size());
    const auto& n = std::get<ScalarArgument>(b.arguments.at("n"));
    EXPECT_TRUE(n.typeGiven);
    EXPECT_EQ(n.type, (ValueType{ScalarType::UInt, 1}));
    EXPECT_EQ(std::get<std::int64_t>(n.value), 64);
    EXPECT_FALSE(std::get<ScalarArgument>(b.arguments.at("untyped")).typeGiven);
    EXPECT_EQ(std::get<double>(std::get<ScalarArgument>(b.arguments.at("alpha")).value), 0.1);
    EXPECT_EQ(std::get<LocalArgument>(b.arguments.at("tile")).bytes, 2048U);
    const auto& in = std::get<BufferArgument>(b.arguments.at("in"));
    EXPECT_EQ(in.type, (ValueType{ScalarType::Float, 4}));
    EXPECT_EQ(in.count, 1ULL << 33);
    EXPECT_EQ(in.init, BufferInit::Random);
    EXPECT_EQ(in.seed, 1234567890123456789ULL);
    EXPECT_EQ(in.range, (std::array<double, 2>{-0.1, 1e30}));
    EXPECT_EQ(in.access, BufferAccess::Read);
    EXPECT_EQ(std::get<BufferArgument>(b.arguments.at("out")).constant, 2.5);
    EXPECT_EQ(std::get<BufferArgument>(b.arguments.at("out")).access, BufferAccess::Write);
    EXPECT_EQ(std::get<BufferArgument>(b.arguments.at("table")).file, "data.bin");
    ASSERT_TRUE(b.reference.has_value());
    EXPECT_EQ(b.reference->function, "scan");
    EXPECT_EQ(b.reference->tolerance, std::optional(1e-4));
}

TEST(ResolvedLaunches, areNotChangedByASecondJourney) {
    const Json once = toJson(resolvedWithEverything());
    const auto read = resolvedLaunchFromJson(once);
    ASSERT_TRUE(read.ok());
    EXPECT_EQ(toJson(*read).compact(), once.compact());
    EXPECT_EQ(fingerprint(*read), fingerprint(resolvedWithEverything()));
}

TEST(ResolvedLaunches, takeImagesAndSamplersAlong) {
    ResolvedLaunch resolved = resolvedWithEverything();
    resolved.launch.arguments["image"] = volume();
    resolved.launch.arguments["how"] = Sampler{true, Addressing::MirroredRepeat, Filter::Linear};
    const auto read = resolvedLaunchFromJson(toJson(resolved));
    ASSERT_TRUE(read.ok());
    const auto& image = std::get<ImageArgument>(read->launch.arguments.at("image"));
    EXPECT_EQ(image.sizes, volume().sizes);
    EXPECT_EQ(image.dimensions, 3);
    EXPECT_EQ(image.format, volume().format);
    EXPECT_EQ(image.texels.type, volume().texels.type);
    EXPECT_EQ(image.texels.count, volume().texels.count);
    EXPECT_EQ(image.texels.init, BufferInit::Random);
    EXPECT_EQ(image.texels.seed, 5U);
    EXPECT_EQ(image.texels.range, volume().texels.range);
    EXPECT_EQ(image.texels.access, BufferAccess::Read);
    EXPECT_EQ(std::get<SamplerArgument>(read->launch.arguments.at("how")),
              (Sampler{true, Addressing::MirroredRepeat, Filter::Linear}));
    EXPECT_EQ(fingerprint(*read), fingerprint(resolved));
}

TEST(ResolvedLaunches, takeTheTypesOfTheirScalarsAlong) {
    ResolvedLaunch resolved = resolvedWithEverything();
    resolved.parameterTypes = {{"scale", "double"}, {"pair", "float2"}, {"in", "image2d_t"}};
    const auto read = resolvedLaunchFromJson(toJson(resolved));
    ASSERT_TRUE(read.ok());
    EXPECT_EQ(read->parameterTypes, resolved.parameterTypes);
    EXPECT_EQ(fingerprint(*read), fingerprint(resolvedWithEverything()));
}

TEST(ResolvedLaunches, takeTheirReferenceAlong) {
    ResolvedLaunch resolved = resolvedWithEverything();
    Launch naive = launchWithEverything();
    naive.name = "naive";
    naive.reference.reset();
    resolved.launch.reference = OutputReference{"", std::make_shared<const Launch>(naive), {}};
    resolved.reference = std::make_shared<const ResolvedLaunch>(ResolvedLaunch{naive, "naive text", nullptr});
    const auto read = resolvedLaunchFromJson(toJson(resolved));
    ASSERT_TRUE(read.ok());
    ASSERT_NE(read->reference, nullptr);
    EXPECT_EQ(read->reference->sourceText, "naive text");
    ASSERT_NE(read->launch.reference->launch, nullptr);
    EXPECT_EQ(read->launch.reference->launch->name, "naive");
}

TEST(Fingerprints, changeWithTheWorkAlone) {
    const std::string original = fingerprint(resolvedWithEverything());
    EXPECT_EQ(original.size(), 16U);
    EXPECT_EQ(original.find_first_not_of("0123456789abcdef"), std::string::npos);
    using Change = std::function<void(ResolvedLaunch&)>;
    const Change names[] = {[](auto& r) { r.launch.name = "other"; },
                            [](auto& r) { r.launch.file = "elsewhere.toml"; },
                            [](auto& r) { r.launch.source = "elsewhere.cl"; },
                            [](auto& r) { r.launch.description.clear(); },
                            [](auto& r) { r.launch.family = "f"; },
                            [](auto& r) { r.launch.swept.clear(); },
                            [](auto& r) { r.launch.reference.reset(); },
                            [](auto& r) { r.launch.annotations.push_back({}); }};
    for (const auto& change : names) {
        ResolvedLaunch same = resolvedWithEverything();
        change(same);
        EXPECT_EQ(fingerprint(same), original);
    }
    const auto buffer = [](ResolvedLaunch& r, const char* name) -> BufferArgument& {
        return std::get<BufferArgument>(r.launch.arguments.at(name));
    };
    const Change work[] = {
        [](auto& r) { r.sourceText += " "; },
        [](auto& r) { r.launch.kernel = "other"; },
        [](auto& r) { r.launch.options = "-DTILE=16"; },
        [](auto& r) { r.launch.range.global[0] = 128; },
        [](auto& r) { r.launch.range.local[1] = 4; },
        [](auto& r) { std::get<ScalarArgument>(r.launch.arguments.at("n")).value = std::int64_t{65}; },
        [](auto& r) { std::get<ScalarArgument>(r.launch.arguments.at("n")).type.scalar = ScalarType::Int; },
        [](auto& r) { std::get<LocalArgument>(r.launch.arguments.at("tile")).bytes = 4; },
        [&](auto& r) { buffer(r, "in").seed = 1; },
        [&](auto& r) { buffer(r, "in").range[0] = 0; },
        [&](auto& r) { buffer(r, "in").count += 1; },
        [&](auto& r) { buffer(r, "in").type.width = 2; },
        [&](auto& r) { buffer(r, "in").init = BufferInit::Zero; },
        [&](auto& r) { buffer(r, "out").constant = 3; },
        [](auto& r) { r.launch.arguments.erase("out"); }};
    std::set<std::string> seen{original};
    for (const auto& change : work) {
        ResolvedLaunch other = resolvedWithEverything();
        change(other);
        EXPECT_TRUE(seen.insert(fingerprint(other)).second);
    }
}

TEST(Fingerprints, changeWithImagesAndSamplers) {
    const auto with = [](const ImageArgument& image, const Sampler& sampler) {
        ResolvedLaunch resolved = resolvedWithEverything();
        resolved.launch.arguments["image"] = image;
        resolved.launch.arguments["how"] = sampler;
        return fingerprint(resolved);
    };
    std::set<std::string> seen{with(volume(), {})};
    const std::function<void(ImageArgument&)> changes[] = {
        [](auto& i) { i.sizes = {30, 40, 20}; }, [](auto& i) { i.format.order = ChannelOrder::Ra; },
        [](auto& i) { i.format.type = ChannelType::UnormInt16; }, [](auto& i) { i.texels.seed = 6; },
        [](auto& i) { i.texels.access = BufferAccess::ReadWrite; }};
    for (const auto& change : changes) {
        ImageArgument image = volume();
        change(image);
        EXPECT_TRUE(seen.insert(with(image, {})).second);
    }
    for (const Sampler& sampler : {Sampler{true}, Sampler{false, Addressing::Clamp},
                                   Sampler{false, Addressing::ClampToEdge, Filter::Linear}})
        EXPECT_TRUE(seen.insert(with(volume(), sampler)).second);
}

class Plans : public testing::Test {
protected:
    void SetUp() override {
        folder_ = std::filesystem::temp_directory_path() /
                  ("warpstring-plans-" + std::to_string(::testing::UnitTest::GetInstance()->random_seed()) +
                   "-" + ::testing::UnitTest::GetInstance()->current_test_info()->name());
        std::filesystem::create_directories(folder_);
    }
    void TearDown() override { std::filesystem::remove_all(folder_); }

    std::filesystem::path write(const std::string& text, const std::string& name = "plan.jsonl") {
        std::ofstream(folder_ / name, std::ios::binary) << text;
        return folder_ / name;
    }

    static std::string faultOf(const Result<std::vector<ResolvedLaunch>>& failed) {
        if (failed) return "read";
        const auto& fault = failed.diagnostics().front();
        return fault.code + ":" + std::to_string(fault.place.line);
    }

    std::filesystem::path folder_;
};

TEST_F(Plans, areReadLineByLine) {
    ResolvedLaunch second = resolvedWithEverything();
    second.launch.name = "second";
    const std::string plan = toPlan({resolvedWithEverything(), second});
    const auto read = readPlan(write("\n" + plan + "  \r\n"));
    ASSERT_TRUE(read.ok());
    ASSERT_EQ(read->size(), 2U);
    EXPECT_EQ((*read)[0].launch.name, "made,n=64");
    EXPECT_EQ((*read)[1].launch.name, "second");
}

TEST_F(Plans, thatAreNoneSayWhereTheFaultIs) {
    const std::string good = toPlan({resolvedWithEverything()});
    EXPECT_EQ(faultOf(readPlan(folder_ / "missing")), "measure.bad-plan:0");
    EXPECT_EQ(faultOf(readPlan(write(" \n"))), "measure.bad-plan:0");
    EXPECT_EQ(faultOf(readPlan(write(good + "{ broken\n"))), "measure.bad-plan:2");
    EXPECT_EQ(faultOf(readPlan(write(good + "\n{\"schema\": \"warpstring.record/1\"}\n"))),
              "measure.bad-plan:3");
    Json bare = toJson(resolvedWithEverything());
    bare.set("source_text", "");
    EXPECT_EQ(faultOf(readPlan(write(bare.compact()))), "measure.bad-plan:1");
    Json uneven = toJson(resolvedWithEverything());
    uneven.set("local", Json::Array{Json(7), Json(8)}); // does not divide 64
    EXPECT_NE(faultOf(readPlan(write(uneven.compact()))), "read");
}

TEST_F(Plans, holdTheTextOfSourcesAsItIs) {
    Launch launch = launchWithEverything();
    const std::string text = "// tab\t, quote \", umlaut \xC3\xA4\r\n__kernel void made() {}\n";
    launch.source = write(text, "made.cl");
    const auto resolved = resolve(launch);
    ASSERT_TRUE(resolved.ok());
    EXPECT_EQ(resolved->sourceText, text);
    const auto read = readPlan(write(toPlan({*resolved})));
    ASSERT_TRUE(read.ok());
    EXPECT_EQ((*read)[0].sourceText, text);
}

TEST_F(Plans, needSourcesThatCanBeRead) {
    Launch launch = launchWithEverything();
    launch.source = folder_ / "missing.cl";
    auto resolved = resolve(launch);
    ASSERT_FALSE(resolved.ok());
    EXPECT_EQ(resolved.diagnostics().front().code, "measure.source-unreadable");
    launch.source = write("kernel", "made.cl");
    Launch naive = launch;
    naive.source = folder_ / "naive.cl";
    launch.reference = OutputReference{"", std::make_shared<const Launch>(naive), {}};
    resolved = resolve(launch);
    ASSERT_FALSE(resolved.ok()) << "the reference's source too";
}

TEST(ResolvedLaunches, takeTheirStructsAlong) {
    ResolvedLaunch before = resolvedWithEverything();
    StructArgument named;
    named.members = {{"n", std::int64_t{4}}, {"v[1]", 1.5}};
    before.launch.arguments["named"] = named;
    before.launch.arguments["raw"] = StructArgument{{}, {0, 10, 255}};
    before.structBytes["named"] = {4, 0, 0, 0};
    const auto after = resolvedLaunchFromJson(toJson(before));
    ASSERT_TRUE(after.ok());
    EXPECT_EQ(std::get<StructArgument>(after->launch.arguments.at("named")).members, named.members);
    EXPECT_EQ(std::get<StructArgument>(after->launch.arguments.at("raw")).bytes,
              (std::vector<std::uint8_t>{0, 10, 255}));
    EXPECT_EQ(after->structBytes, before.structBytes);
    EXPECT_EQ(fingerprint(*after), fingerprint(before));
    auto other = before;
    std::get<StructArgument>(other.launch.arguments["named"]).members["n"] = std::int64_t{5};
    EXPECT_NE(fingerprint(other), fingerprint(before));
    other = before;
    other.structBytes.clear();
    EXPECT_EQ(fingerprint(other), fingerprint(before)) << "what a compiler adds is no part of the work";
}

// Records are found by it: what launches had before structs were known must stay.
TEST(Fingerprints, ofLaunchesWithoutStructsStay) {
    ResolvedLaunch known;
    known.launch.kernel = "k";
    known.launch.arguments["n"] = ScalarArgument{{ScalarType::Int, 1}, true, std::int64_t{4}};
    known.launch.arguments["l"] = LocalArgument{64};
    BufferArgument buffer;
    buffer.type = {ScalarType::Float, 1};
    buffer.count = 16;
    known.launch.arguments["b"] = buffer;
    known.sourceText = "__kernel void k() {}\n";
    EXPECT_EQ(fingerprint(known), "8c3b8cb3a01049cd");
}

} // namespace
} // namespace warpstring::records
