// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include "core/measure/worker/kernel_parameters.h"

namespace warpstring::measure {

using probe::AddressSpace;
namespace {

const probe::KernelParameter count{"n", "int", AddressSpace::Private};
const probe::KernelParameter data{"data", "float2*", AddressSpace::Global};
const probe::KernelParameter scratch{"scratch", "float*", AddressSpace::Local};

ScalarArgument untyped(std::int64_t value) { return {{}, false, value}; }

BufferArgument buffer(ScalarType type, int width = 1) {
    BufferArgument result;
    result.type = {type, width};
    result.count = 4;
    return result;
}

Launch launchWith(std::map<std::string, Argument> arguments) {
    Launch launch;
    launch.file = "launch.toml";
    launch.kernel = "k";
    launch.arguments = std::move(arguments);
    return launch;
}

/// The message of the only fault; empty when there is none or more than one.
std::string onlyFault(std::map<std::string, Argument> arguments,
                      const std::vector<probe::KernelParameter>& parameters) {
    const auto ordered = orderArguments(launchWith(std::move(arguments)), parameters);
    if (ordered || ordered.diagnostics().size() != 1) return {};
    EXPECT_EQ(ordered.diagnostics().front().code, "measure.argument-mismatch");
    EXPECT_EQ(ordered.diagnostics().front().place.file, "launch.toml");
    return ordered.diagnostics().front().message + " | " + ordered.diagnostics().front().hint;
}

TEST(OrderArguments, followsTheKernelNotTheLaunch) {
    const Launch launch =
        launchWith({{"data", buffer(ScalarType::Float, 2)}, {"n", untyped(8)}, {"scratch", LocalArgument{64}}});
    const auto ordered = orderArguments(launch, {scratch, count, data});
    ASSERT_TRUE(ordered);
    ASSERT_EQ(ordered->size(), 3u);
    EXPECT_EQ(std::get<LocalArgument>((*ordered)[0]).bytes, 64u);
    EXPECT_EQ(std::get<std::int64_t>(std::get<ScalarArgument>((*ordered)[1]).value), 8);
    EXPECT_EQ(std::get<BufferArgument>((*ordered)[2]).count, 4u);
}

TEST(OrderArguments, takesScalarTypesFromTheKernelInAnyDriversSpelling) {
    for (const auto& [spelling, type] :
         std::map<std::string, ValueType>{{"float", {ScalarType::Float, 1}},
                                          {"uint", {ScalarType::UInt, 1}},
                                          {"unsigned int", {ScalarType::UInt, 1}},
                                          {"unsigned", {ScalarType::UInt, 1}},
                                          {"long", {ScalarType::Long, 1}},
                                          {"unsigned char", {ScalarType::UChar, 1}},
                                          {"float4", {ScalarType::Float, 4}}}) {
        const auto ordered =
            orderArguments(launchWith({{"n", untyped(1)}}), {{"n", spelling, AddressSpace::Private}});
        ASSERT_TRUE(ordered) << spelling;
        EXPECT_EQ(std::get<ScalarArgument>(ordered->front()).type, type) << spelling;
    }
}

TEST(OrderArguments, takesTheResolvedTypeWhereTheDriverSpellsATypedef) {
    const auto launch = launchWith({{"n", untyped(1)}, {"m", untyped(2)}});
    std::vector<probe::KernelParameter> parameters{{"n", "real_t", AddressSpace::Private},
                                                   {"m", "int", AddressSpace::Private}};
    EXPECT_FALSE(orderArguments(launch, parameters));
    spellOut({{"n", "double"}, {"m", "int"}}, parameters);
    const auto ordered = orderArguments(launch, parameters);
    ASSERT_TRUE(ordered);
    EXPECT_EQ(std::get<ScalarArgument>((*ordered)[0]).type, (ValueType{ScalarType::Double, 1}));
    EXPECT_EQ(std::get<ScalarArgument>((*ordered)[1]).type, (ValueType{ScalarType::Int, 1}));
}

TEST(OrderArguments, keepsAGivenTypeWhereTheKernelsIsATypedef) {
    const ScalarArgument typed{{ScalarType::UInt, 1}, true, std::int64_t{1}};
    EXPECT_TRUE(orderArguments(launchWith({{"n", typed}}), {{"n", "real_t", AddressSpace::Private}}));
    EXPECT_NE(onlyFault({{"n", untyped(1)}}, {{"n", "real_t", AddressSpace::Private}}).find("real_t"),
              std::string::npos);
    EXPECT_NE(onlyFault({{"n", typed}}, {count}).find("is a int, its argument a uint"), std::string::npos);
}

TEST(OrderArguments, namesWhatIsMissing) {
    EXPECT_NE(onlyFault({}, {count}).find("\"n\" (int) of kernel \"k\" gets no argument"), std::string::npos);
}

TEST(OrderArguments, suggestsTheNameThatWasMeant) {
    const auto ordered = orderArguments(launchWith({{"scrtch", LocalArgument{64}}}), {scratch});
    ASSERT_FALSE(ordered);
    ASSERT_EQ(ordered.diagnostics().size(), 2u); // one missing, one superfluous
    EXPECT_EQ(ordered.diagnostics()[1].hint, "did you mean \"scratch\"?");
}

TEST(OrderArguments, refusesTheWrongKind) {
    EXPECT_NE(onlyFault({{"n", buffer(ScalarType::Int)}}, {count}).find("argument a buffer"),
              std::string::npos);
    EXPECT_NE(onlyFault({{"data", untyped(1)}}, {data}).find("argument a scalar"), std::string::npos);
    EXPECT_NE(onlyFault({{"data", LocalArgument{8}}}, {data}).find("argument local memory"), std::string::npos);
    EXPECT_NE(onlyFault({{"scratch", buffer(ScalarType::Float)}}, {scratch}).find("argument a buffer"),
              std::string::npos);
}

TEST(OrderArguments, refusesABufferOfOtherElements) {
    EXPECT_NE(onlyFault({{"data", buffer(ScalarType::Float)}}, {data}).find("points to float2"),
              std::string::npos);
    BufferArgument none = buffer(ScalarType::Float, 2);
    none.count = 0;
    EXPECT_NE(onlyFault({{"data", none}}, {data}).find("no elements"), std::string::npos);
}

TEST(OrderArguments, structsGoByTheirBytes) {
    const probe::KernelParameter structure{"p", "P", AddressSpace::Private};
    const std::vector<std::uint8_t> bytes{1, 2, 3, 4};
    const auto raw = orderArguments(launchWith({{"p", StructArgument{{}, bytes}}}), {structure});
    ASSERT_TRUE(raw);
    EXPECT_EQ(std::get<StructArgument>((*raw)[0]).bytes, bytes);
    StructArgument named;
    named.members["n"] = std::int64_t{4};
    const auto laidOut = orderArguments(launchWith({{"p", named}}), {structure}, {{"p", bytes}});
    ASSERT_TRUE(laidOut);
    EXPECT_EQ(std::get<StructArgument>((*laidOut)[0]).bytes, bytes);
    EXPECT_NE(onlyFault({{"p", named}}, {structure}).find("give its bytes"), std::string::npos);
    EXPECT_NE(onlyFault({{"n", StructArgument{{}, bytes}}}, {count}).find("its argument a struct"),
              std::string::npos);
    EXPECT_NE(onlyFault({{"data", StructArgument{{}, bytes}}}, {data}).find("its argument a struct"),
              std::string::npos);
}

ImageArgument image(int sizes) {
    ImageArgument result;
    result.dimensions = sizes;
    return result;
}

TEST(OrderArguments, handsImagesAndSamplersToParametersOfThoseTypes) {
    // Drivers say that an image is global, or private.
    for (const AddressSpace space : {AddressSpace::Global, AddressSpace::Private}) {
        const probe::KernelParameter in{"in", "image2d_t", space, false, false, false, "read_only"};
        const probe::KernelParameter how{"how", "sampler_t", AddressSpace::Private};
        const auto ordered = orderArguments(launchWith({{"how", Sampler{}}, {"in", image(2)}}), {in, how});
        ASSERT_TRUE(ordered);
        EXPECT_TRUE(std::holds_alternative<ImageArgument>((*ordered)[0]));
        EXPECT_TRUE(std::holds_alternative<SamplerArgument>((*ordered)[1]));
        EXPECT_NE(onlyFault({{"in", buffer(ScalarType::Float)}}, {in}), "");
        EXPECT_NE(onlyFault({{"in", Sampler{}}}, {in}), "");
        EXPECT_NE(onlyFault({{"how", image(2)}}, {how}), "");
        EXPECT_NE(onlyFault({{"how", untyped(1)}}, {how}), "");
        EXPECT_NE(onlyFault({{"in", image(3)}}, {in}).find("2 sizes, its image has 3"), std::string::npos);
    }
    EXPECT_NE(onlyFault({{"n", image(2)}}, {count}), "");
    EXPECT_NE(onlyFault({{"data", Sampler{}}}, {data}), "");
    std::vector<probe::KernelParameter> renamed{{"in", "Picture", AddressSpace::Global}};
    EXPECT_FALSE(orderArguments(launchWith({{"in", image(2)}}), renamed)) << "a typedef of the source";
    spellOut({{"in", "image2d_t"}}, renamed);
    EXPECT_TRUE(orderArguments(launchWith({{"in", image(2)}}), renamed));
    const probe::KernelParameter depth{"in", "image2d_depth_t", AddressSpace::Global};
    EXPECT_NE(onlyFault({{"in", image(2)}}, {depth}).find("cannot be made"), std::string::npos);
}

} // namespace
} // namespace warpstring::measure
