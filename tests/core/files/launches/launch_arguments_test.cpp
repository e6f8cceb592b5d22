// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/files/launches/launch_fixture.h"

namespace warpstring::files {
namespace {

class LaunchArgumentsTest : public LaunchFileTest {
protected:
    template <class T>
    T argument(const std::string& text) const {
        const Launch launch = one(minimal("[args]\nn = 64\nx = " + text + "\n"));
        const auto found = launch.arguments.find("x");
        if (found == launch.arguments.end() || !std::holds_alternative<T>(found->second)) {
            ADD_FAILURE() << "x is no such argument: " << text;
            return {};
        }
        return std::get<T>(found->second);
    }
    /// Faults of an argument that stands on line 8, its value from column 5.
    Faults faultsOf(const std::string& text) const {
        return faults(minimal("[args]\nn = 64\nx = " + text + "\n"));
    }
};

TEST_F(LaunchArgumentsTest, ScalarsLeaveTheirTypeToTheKernelUnlessGiven) {
    const auto integer = argument<ScalarArgument>("\"n * 2\"");
    EXPECT_EQ(integer.type, (ValueType{ScalarType::Int, 1}));
    EXPECT_FALSE(integer.typeGiven);
    EXPECT_EQ(std::get<std::int64_t>(integer.value), 128);
    EXPECT_EQ(argument<ScalarArgument>("4294967296").type.scalar, ScalarType::Long);
    EXPECT_EQ(std::get<double>(argument<ScalarArgument>("1.5").value), 1.5);
    const auto typed = argument<ScalarArgument>("{ scalar = \"float\", value = 2 }");
    EXPECT_TRUE(typed.typeGiven);
    EXPECT_EQ(std::get<double>(typed.value), 2.0);
    EXPECT_EQ(argument<ScalarArgument>("{ scalar = \"uchar\", value = \"n\" }").type.scalar, ScalarType::UChar);
}

TEST_F(LaunchArgumentsTest, ScalarsMustFitTheirType) {
    EXPECT_EQ(faultsOf("{ scalar = \"uchar\", value = 300 }"), Faults{"8:33 launch.out-of-range"});
    EXPECT_EQ(faultsOf("{ scalar = \"ulong\", value = -1 }"), Faults{"8:33 launch.out-of-range"});
    EXPECT_EQ(faultsOf("{ scalar = \"int\", value = 1.5 }"), Faults{"8:31 launch.wrong-type"});
    EXPECT_EQ(faultsOf("true"), Faults{"8:5 launch.wrong-type"});
    EXPECT_EQ(faultsOf("[1]"), Faults{"8:5 launch.wrong-type"});
    EXPECT_EQ(faultsOf("{ scalar = \"int\" }"), Faults{"8:5 launch.missing-key"});
}

TEST_F(LaunchArgumentsTest, BuffersTakeTheirDefaults) {
    const auto buffer = argument<BufferArgument>("{ buffer = \"float4\", count = \"n*n\" }");
    EXPECT_EQ(buffer.type, (ValueType{ScalarType::Float, 4}));
    EXPECT_EQ(buffer.count, 4096U);
    EXPECT_EQ(buffer.init, BufferInit::Zero);
    EXPECT_EQ(buffer.access, BufferAccess::ReadWrite);
}

TEST_F(LaunchArgumentsTest, BuffersSayWhatIsInThem) {
    const auto random = argument<BufferArgument>("{ buffer = \"int\", count = 4, init = \"random\", seed = 7, "
                                                 "range = [0, \"n-1\"], access = \"read\" }");
    EXPECT_EQ(random.init, BufferInit::Random);
    EXPECT_EQ(random.seed, 7U);
    EXPECT_EQ(random.range, (std::array<double, 2>{0, 63}));
    EXPECT_EQ(random.access, BufferAccess::Read);
    EXPECT_EQ(argument<BufferArgument>("{ buffer = \"float\", count = 4, init = \"random\" }").range,
              (std::array<double, 2>{0, 1}));
    EXPECT_EQ(argument<BufferArgument>("{ buffer = \"char\", count = 4, init = \"random\" }").range,
              (std::array<double, 2>{0, 127}));
    EXPECT_EQ(argument<BufferArgument>("{ buffer = \"float\", count = 4, init = \"constant\", value = 2.5 }")
                  .constant,
              2.5);
    write("data.bin", "12345678");
    EXPECT_EQ(
        argument<BufferArgument>("{ buffer = \"int\", count = 2, init = \"file\", file = \"data.bin\" }").file,
        folder_ / "data.bin");
}

TEST_F(LaunchArgumentsTest, HugeBuffersAreFineUntilTheirBytesOverflow) {
    EXPECT_EQ(argument<BufferArgument>("{ buffer = \"float\", count = \"1 << 40\" }").count,
              std::uint64_t{1} << 40);
    EXPECT_EQ(faultsOf("{ buffer = \"float\", count = \"1 << 61\" }"), Faults{"8:33 launch.too-large"});
    EXPECT_EQ(faultsOf("{ buffer = \"char\", count = \"n << 62\" }"), Faults{"8:32 launch.bad-expression"});
    EXPECT_EQ(faultsOf("{ buffer = \"char\", count = -1 }"), Faults{"8:32 launch.negative-size"});
    EXPECT_EQ(faultsOf("{ buffer = \"char\", count = 0 }"), Faults{"8:32 launch.zero-size"});
}

TEST_F(LaunchArgumentsTest, ContentsMustFitTheType) {
    EXPECT_EQ(faultsOf("{ buffer = \"char\", count = 1, init = \"constant\", value = 200 }"),
              Faults{"8:62 launch.out-of-range"});
    EXPECT_EQ(faultsOf("{ buffer = \"int\", count = 1, init = \"constant\", value = 0.5 }"),
              Faults{"8:61 launch.out-of-range"});
    EXPECT_EQ(faultsOf("{ buffer = \"int\", count = 1, init = \"random\", range = [3, 1] }"),
              Faults{"8:59 launch.empty-range"});
    EXPECT_EQ(faultsOf("{ buffer = \"int\", count = 1, init = \"random\", range = 3 }"),
              Faults{"8:59 launch.wrong-type"});
    EXPECT_EQ(faultsOf("{ buffer = \"uchar\", count = 257, init = \"permutation\" }"),
              Faults{"8:33 launch.out-of-range"});
    EXPECT_EQ(faultsOf("{ buffer = \"float\", count = 4, init = \"permutation\" }"),
              Faults{"8:16 launch.bad-init"});
    EXPECT_EQ(faultsOf("{ buffer = \"float\", count = 4, init = \"offsets\", range = [0, 1] }"),
              Faults{"8:16 launch.bad-init"});
    EXPECT_EQ(faultsOf("{ buffer = \"uchar\", count = 257, init = \"offsets\", range = [1, 2] }"),
              Faults{"8:64 launch.out-of-range"});
    EXPECT_EQ(faultsOf("{ buffer = \"int\", count = 4, init = \"offsets\", range = [-1, 2] }"),
              Faults{"8:60 launch.out-of-range"});
    EXPECT_EQ(faultsOf("{ buffer = \"int\", count = 4, init = \"offsets\" }"),
              Faults{"8:5 launch.missing-key"});
    EXPECT_EQ(faultsOf("{ buffer = \"double\", count = 1, init = \"random\", range = [-1.7e308, 1.7e308] }"),
              Faults{"8:62 launch.out-of-range"});
    EXPECT_EQ(faultsOf("{ buffer = \"int\", count = 1, init = \"random\", seed = -1 }"),
              Faults{"8:58 launch.negative-seed"});
}

TEST_F(LaunchArgumentsTest, ChoicesAreSuggested) {
    EXPECT_EQ(faultsOf("{ buffer = \"int\", count = 1, init = \"randon\" }"), Faults{"8:41 launch.bad-choice"});
    EXPECT_EQ(firstHint(minimal("[args]\nx = { buffer = \"int\", count = 1, init = \"randon\" }\n")),
              "did you mean \"random\"?");
    EXPECT_EQ(firstHint(minimal("[args]\nx = { buffer = \"flaot4\", count = 1 }\n")),
              "did you mean \"float4\"?");
    EXPECT_EQ(firstHint(minimal("[args]\nx = { buffer = \"int\", count = 1, access = \"readonly\" }\n")),
              "one of read, write, read-write");
}

TEST_F(LaunchArgumentsTest, KeysWithoutEffectAreErrors) {
    EXPECT_EQ(faultsOf("{ buffer = \"int\", count = 1, seed = 3 }"), Faults{"8:34 launch.unused-key"});
    EXPECT_EQ(faultsOf("{ buffer = \"int\", count = 1, sede = 3 }"), Faults{"8:34 launch.unknown-key"});
    EXPECT_EQ(faultsOf("{ local = 64, count = 3 }"), Faults{"8:19 launch.unknown-key"});
}

TEST_F(LaunchArgumentsTest, AnArgumentIsOneThing) {
    EXPECT_EQ(faultsOf("{ buffer = \"int\", local = 1 }"), Faults{"8:5 launch.ambiguous-argument"});
    EXPECT_EQ(faultsOf("{ bufer = \"int\", count = 4 }"),
              (Faults{"8:5 launch.missing-key", "8:7 launch.unknown-key"}));
}

TEST_F(LaunchArgumentsTest, ImagesHaveSizesAFormatAndContents) {
    const auto plane = argument<ImageArgument>("{ image = [\"n\", \"n / 2\"], format = \"UNORM_INT8\" }");
    EXPECT_EQ(plane.dimensions, 2);
    EXPECT_EQ(plane.sizes, (std::array<std::uint64_t, 3>{64, 32, 1}));
    EXPECT_EQ(plane.format, (ImageFormat{ChannelOrder::Rgba, ChannelType::UnormInt8}));
    EXPECT_EQ(plane.texels.type, (ValueType{ScalarType::UChar, 4}));
    EXPECT_EQ(plane.texels.count, 64U * 32U);
    EXPECT_EQ(plane.texels.access, BufferAccess::ReadWrite);
    const auto line = argument<ImageArgument>("{ image = 100, order = \"RG\", format = \"HALF_FLOAT\", init = "
                                              "\"random\", seed = 3, range = [-1, 2], access = \"read\" }");
    EXPECT_EQ(line.dimensions, 1);
    EXPECT_EQ(line.texels.type, (ValueType{ScalarType::Half, 2}));
    EXPECT_EQ(line.texels.init, BufferInit::Random);
    EXPECT_EQ(line.texels.seed, 3U);
    EXPECT_EQ(line.texels.range, (std::array<double, 2>{-1, 2}));
    EXPECT_EQ(line.texels.access, BufferAccess::Read);
    EXPECT_EQ(
        argument<ImageArgument>("{ image = [4, 5, 6], order = \"R\", format = \"SIGNED_INT32\" }").texels.count,
        120U);
}

TEST_F(LaunchArgumentsTest, ImagesThatOpenClDoesNotHaveAreFaults) {
    EXPECT_EQ(faultsOf("{ image = [4, 4] }"), Faults{"8:5 launch.missing-key"});
    EXPECT_EQ(faultsOf("{ image = [4, 4], order = \"BGRA\", format = \"FLOAT\" }"),
              Faults{"8:48 launch.bad-format"});
    EXPECT_EQ(faultsOf("{ image = [4, 4], format = \"UNORM8\" }"), Faults{"8:32 launch.bad-choice"});
    EXPECT_EQ(faultsOf("{ image = [4, 4], order = \"RGB\", format = \"FLOAT\" }"),
              Faults{"8:31 launch.bad-choice"});
    EXPECT_EQ(faultsOf("{ image = [1, 2, 3, 4], format = \"FLOAT\" }"), Faults{"8:15 launch.wrong-type"});
    EXPECT_EQ(faultsOf("{ image = [4, 0], format = \"FLOAT\" }"), Faults{"8:19 launch.zero-size"});
    EXPECT_EQ(faultsOf("{ image = [4, 2000000], format = \"FLOAT\" }"), Faults{"8:15 launch.too-large"});
    EXPECT_EQ(faultsOf("{ image = [2000000], format = \"FLOAT\" }"), Faults{}) << "an image buffer's";
    EXPECT_EQ(faultsOf("{ image = 200000000, format = \"FLOAT\" }"), Faults{"8:15 launch.too-large"});
    EXPECT_EQ(faultsOf("{ image = [4, 4], format = \"FLOAT\", count = 16 }"),
              Faults{"8:41 launch.unknown-key"});
    EXPECT_EQ(faultsOf("{ image = [4, 4], format = \"FLOAT\", seed = 16 }"), Faults{"8:41 launch.unused-key"});
    EXPECT_EQ(faultsOf("{ image = [4, 4], format = \"FLOAT\", init = \"permutation\" }"),
              Faults{"8:32 launch.bad-init"});
    EXPECT_EQ(faultsOf("{ image = 300, order = \"R\", format = \"UNSIGNED_INT8\", init = \"permutation\" }"),
              Faults{"8:15 launch.out-of-range"});
    EXPECT_EQ(faultsOf("{ image = [4, 4], buffer = \"float\", format = \"FLOAT\" }"),
              Faults{"8:5 launch.ambiguous-argument"});
}

TEST_F(LaunchArgumentsTest, SamplersHaveAStateOfTheirOwn) {
    EXPECT_EQ(argument<SamplerArgument>("{ sampler = {} }"),
              (Sampler{false, Addressing::ClampToEdge, Filter::Nearest}));
    EXPECT_EQ(argument<SamplerArgument>(
                  "{ sampler = { normalized = true, addressing = \"mirrored_repeat\", filter = \"linear\" } }"),
              (Sampler{true, Addressing::MirroredRepeat, Filter::Linear}));
    EXPECT_EQ(faultsOf("{ sampler = \"nearest\" }"), Faults{"8:17 launch.wrong-type"});
    EXPECT_EQ(faultsOf("{ sampler = { filter = \"cubic\" } }"), Faults{"8:28 launch.bad-choice"});
    EXPECT_EQ(faultsOf("{ sampler = { normalised = true } }"), Faults{"8:19 launch.unknown-key"});
    EXPECT_EQ(faultsOf("{ sampler = { normalized = 1 } }"), Faults{"8:32 launch.wrong-type"});
    EXPECT_EQ(faultsOf("{ sampler = { addressing = \"repeat\" } }"), Faults{"8:32 launch.bad-sampler"});
}

TEST_F(LaunchArgumentsTest, LocalMemoryIsCountedInBytes) {
    EXPECT_EQ(argument<LocalArgument>("{ local = \"n*4\" }").bytes, 256U);
    EXPECT_EQ(faultsOf("{ local = \"n-64\" }"), Faults{"8:15 launch.zero-size"});
}

TEST_F(LaunchArgumentsTest, FilesMustBeThere) {
    EXPECT_EQ(faultsOf("{ buffer = \"int\", count = 1, init = \"file\", file = \"no.bin\" }"),
              Faults{"8:56 launch.file-not-found"});
    EXPECT_EQ(faultsOf("{ buffer = \"int\", count = 1, init = \"file\", file = \"k\\u0000\" }"),
              Faults{"8:56 launch.file-not-found"});
    EXPECT_EQ(faultsOf("{ buffer = \"int\", count = 1, init = \"file\" }"), Faults{"8:5 launch.missing-key"});
}

TEST_F(LaunchArgumentsTest, StructsNameTheirMembers) {
    using Members = std::map<std::string, std::variant<std::int64_t, double>>;
    const auto given = argument<StructArgument>("{ struct = { n = \"n*2\", scale = 1.5, v = [1, 2.5], "
                                                "inner = { x = 3 }, rows = [{ a = 4 }, { a = 5 }] } }");
    EXPECT_EQ(given.members, (Members{{"n", std::int64_t{128}},
                                      {"scale", 1.5},
                                      {"v[0]", std::int64_t{1}},
                                      {"v[1]", 2.5},
                                      {"inner.x", std::int64_t{3}},
                                      {"rows[0].a", std::int64_t{4}},
                                      {"rows[1].a", std::int64_t{5}}}));
    EXPECT_EQ(argument<StructArgument>("{ struct = { inner.x = 3 } }").members,
              (Members{{"inner.x", std::int64_t{3}}}));
    EXPECT_EQ(argument<StructArgument>("{ bytes = \"0400FF\" }").bytes, (std::vector<std::uint8_t>{4, 0, 255}));
    EXPECT_EQ(faultsOf("{ struct = 4 }"), Faults{"8:16 launch.wrong-type"});
    EXPECT_EQ(faultsOf("{ struct = { n = true } }"), Faults{"8:22 launch.wrong-type"});
    EXPECT_EQ(faultsOf("{ struct = { n = \"m\" } }"), Faults{"8:22 launch.unknown-name"});
    EXPECT_EQ(faultsOf("{ struct = { n = 1 }, count = 4 }"), Faults{"8:27 launch.unknown-key"});
    EXPECT_EQ(faultsOf("{ struct = { n = 1 }, local = 4 }"), Faults{"8:5 launch.ambiguous-argument"});
    EXPECT_EQ(faultsOf("{ bytes = \"040\" }"), Faults{"8:15 launch.bad-bytes"});
    EXPECT_EQ(faultsOf("{ bytes = \"\" }"), Faults{"8:15 launch.bad-bytes"});
}

TEST_F(LaunchArgumentsTest, BuffersOfStructsAreBytes) {
    const auto buffer = argument<BufferArgument>("{ buffer = \"struct\", bytes = 24, count = \"n\" }");
    EXPECT_EQ(buffer.type, (ValueType{ScalarType::UChar, 1}));
    EXPECT_EQ(buffer.count, 24U * 64);
    EXPECT_EQ(faultsOf("{ buffer = \"struct\", count = 4 }"), Faults{"8:5 launch.missing-key"});
    EXPECT_EQ(faultsOf("{ buffer = \"struct\", bytes = 0, count = 4 }"), Faults{"8:34 launch.zero-size"});
    EXPECT_EQ(faultsOf("{ buffer = \"struct\", bytes = 16, count = 4611686018427387904 }"),
              Faults{"8:46 launch.too-large"});
    EXPECT_EQ(faultsOf("{ buffer = \"float\", bytes = 4, count = 4 }"), Faults{"8:25 launch.unknown-key"});
}

} // namespace
} // namespace warpstring::files
