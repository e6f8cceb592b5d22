// SPDX-License-Identifier: GPL-3.0-or-later
// Images from source to addresses: what each read and write of a texel touches, against the layout counted
// texel by texel and OpenCL's addressing written out; what queries return; what is refused.
#include <algorithm>
#include <cmath>
#include <functional>

#include <gtest/gtest.h>

#include "pdg/evaluation/expr_evaluator.h"
#include "pdg/frontend/build_pdg.h"
#include "pdg/image_layout.h"

namespace warpstring::frontend {
namespace {

using Sizes = std::array<std::uint64_t, 3>;

struct Case {
    ImageShape shape;
    Sizes sizes;
    ImageFormat format;
    int addressBits = 64;
};

/// A launch of one group of 64 work-items for kernel k with an image `in` and, if asked, a sampler `how`.
Launch launchFor(const Case& what, const std::optional<Sampler>& sampler = std::nullopt) {
    Launch launch;
    launch.kernel = "k";
    launch.range = {1, {64, 1, 1}, {64, 1, 1}};
    ImageArgument image;
    image.sizes = what.sizes;
    image.dimensions = dimensions(what.shape);
    image.format = what.format;
    image.texels.type = storedType(what.format);
    image.texels.count = what.sizes[0] * what.sizes[1] * what.sizes[2];
    launch.arguments["in"] = image;
    if (sampler) launch.arguments["how"] = *sampler;
    BufferArgument out;
    out.type = {ScalarType::Float, 1};
    out.count = 4096;
    launch.arguments["out"] = out;
    return launch;
}

Pdg graphOf(const std::string& text, const Launch& launch, int addressBits = 64,
            const std::string& options = "-cl-std=CL3.0") {
    const auto pdg =
        buildPdg({"k.cl", text}, "k", {options, addressBits, false, nullptr, {}, 32, imagesOf(launch)});
    if (pdg.ok()) return *pdg;
    ADD_FAILURE() << toText(pdg.diagnostics()[0]) << "\n" << text;
    return {};
}

std::vector<const MemoryAccess*> texelAccesses(const Pdg& pdg) {
    std::vector<const MemoryAccess*> found;
    for (const auto& access : pdg.accesses)
        if (access.space == MemorySpace::Image) found.push_back(&access);
    return found;
}

/// A value of each work-item of the one group.
std::vector<std::int64_t> valuesOf(const Pdg& pdg, const Launch& launch, ExprId value) {
    const auto binding = evaluation::bindLaunch(pdg, launch);
    if (!binding.ok()) {
        ADD_FAILURE() << toText(binding.diagnostics()[0]);
        return {};
    }
    evaluation::ExprEvaluator evaluator(pdg, *binding, 1e9);
    evaluator.enter({std::vector<evaluation::Progression>(3 + pdg.loops.size())});
    const auto& lanes = evaluator.value(value);
    EXPECT_TRUE(lanes.isFixed()) << exprText(pdg.exprs, value, pdg.parameterNames());
    std::vector<std::int64_t> values;
    for (std::size_t item = 0; lanes.isFixed() && item < 64; ++item) values.push_back(lanes.lowAt(item));
    return values;
}

/// Coordinates that wander over an image of any size, and beyond its ends.
std::int64_t wandering(std::int64_t item, unsigned dimension) {
    constexpr std::array<std::int64_t, 3> steps{3, 5, 7};
    return item * steps[dimension] - 9 * static_cast<std::int64_t>(dimension) - 6;
}

std::int64_t clamped(std::int64_t at, std::uint64_t size) {
    return std::clamp<std::int64_t>(at, 0, static_cast<std::int64_t>(size) - 1);
}

/// The offsets that every work-item must have, `along` bringing a coordinate to a texel of its dimension.
std::vector<std::int64_t> layoutOf(const Case& what,
                                   const std::function<std::int64_t(std::int64_t, unsigned)>& along) {
    std::vector<std::int64_t> offsets;
    for (std::int64_t item = 0; item < 64; ++item) {
        Sizes texel{};
        for (int d = 0; d < dimensions(what.shape); ++d) {
            const auto dimension = static_cast<unsigned>(d);
            texel[dimension] = static_cast<std::uint64_t>(along(wandering(item, dimension), dimension));
        }
        offsets.push_back(static_cast<std::int64_t>(
            texelOffset(what.shape, static_cast<std::uint64_t>(bytes(what.format)), what.sizes, texel)));
    }
    return offsets;
}

/// OpenCL C's spelling of the coordinates above, `convert` around each.
std::string coordinates(ImageShape shape, const std::string& type, const std::string& before,
                        const std::string& after) {
    const char* steps[] = {"i * 3 - 6", "i * 5 - 15", "i * 7 - 24"};
    std::string text;
    const int count = dimensions(shape);
    for (int d = 0; d < count; ++d) {
        if (d > 0) text += ", ";
        text.append(before).append("(").append(steps[d]).append(")").append(after);
    }
    if (count == 1) return text;
    return "(" + type + (count == 3 ? "4" : "2") + ")(" + text + (count == 3 ? ", 0" : "") + ")";
}

std::string kernelText(const std::string& parameters, const std::string& body) {
    return "__kernel void k(" + parameters + ", __global float* out) {\n const int i = get_local_id(0);\n " +
           body + "\n}\n";
}

const std::vector<Case> everyShape{
    {ImageShape::Line, {37, 1, 1}, {ChannelOrder::Rgba, ChannelType::UnormInt8}},
    {ImageShape::LineArray, {200, 6, 1}, {ChannelOrder::Rg, ChannelType::Float}},
    {ImageShape::Plane, {70, 41, 1}, {ChannelOrder::Rgba, ChannelType::UnormInt8}},
    {ImageShape::Plane, {33, 19, 1}, {ChannelOrder::Rgba, ChannelType::Float}, 32},
    {ImageShape::Plane, {128, 64, 1}, {ChannelOrder::R, ChannelType::UnsignedInt8}},
    {ImageShape::PlaneArray, {40, 30, 5}, {ChannelOrder::R, ChannelType::HalfFloat}},
    {ImageShape::Volume, {24, 20, 18}, {ChannelOrder::R, ChannelType::Float}},
};

class Images : public testing::TestWithParam<Case> {
protected:
    [[nodiscard]] std::string parameter(const char* access = "read_only") const {
        return std::string(access) + " " + std::string(name(GetParam().shape)) + " in";
    }
};

// The layout itself: no two texels share a byte, and none leaves the image.
TEST_P(Images, HaveAPlaceForEachTexel) {
    const auto [shape, sizes, format, bits] = GetParam();
    const auto texelBytes = static_cast<std::uint64_t>(bytes(format));
    std::vector<std::uint64_t> offsets;
    for (std::uint64_t z = 0; z < sizes[2]; ++z)
        for (std::uint64_t y = 0; y < sizes[1]; ++y)
            for (std::uint64_t x = 0; x < sizes[0]; ++x)
                offsets.push_back(texelOffset(shape, texelBytes, sizes, {x, y, z}));
    std::sort(offsets.begin(), offsets.end());
    for (std::size_t i = 1; i < offsets.size(); ++i) ASSERT_GE(offsets[i], offsets[i - 1] + texelBytes);
    EXPECT_LE(offsets.back() + texelBytes, imageBytes(shape, texelBytes, sizes));
}

TEST_P(Images, AreReadWhereTheSamplerSays) {
    const Case& what = GetParam();
    const Launch launch = launchFor(what);
    const std::string text =
        kernelText(parameter(), "const sampler_t s = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | "
                                "CLK_FILTER_NEAREST;\n out[i] = read_imagef(in, s, " +
                                    coordinates(what.shape, "int", "", "") + ").x;");
    const Pdg pdg = graphOf(text, launch, what.addressBits);
    const auto accesses = texelAccesses(pdg);
    ASSERT_EQ(accesses.size(), 1u);
    EXPECT_EQ(accesses[0]->kind, AccessKind::Load);
    EXPECT_EQ(accesses[0]->bytes, bytes(what.format));
    EXPECT_EQ(valuesOf(pdg, launch, accesses[0]->offset),
              layoutOf(what, [&](std::int64_t at, unsigned dimension) {
                  return clamped(at, what.sizes[dimension]);
              }));
}

// Coordinates of the middles of texels in floating point are the same integers.
TEST_P(Images, AreReadAtTheMiddlesOfTexels) {
    const Case& what = GetParam();
    const Launch launch = launchFor(what, Sampler{false, Addressing::Clamp, Filter::Nearest});
    const std::string text = kernelText(parameter() + ", sampler_t how",
                                        "out[i] = read_imagef(in, how, " +
                                            coordinates(what.shape, "float", "(float)", " + 0.5f") + ").x;");
    const Pdg pdg = graphOf(text, launch, what.addressBits);
    const auto accesses = texelAccesses(pdg);
    ASSERT_EQ(accesses.size(), 1u);
    EXPECT_EQ(valuesOf(pdg, launch, accesses[0]->offset),
              layoutOf(what, [&](std::int64_t at, unsigned dimension) {
                  // A layer is rounded: that a half more is the next one, is the coordinate's doing.
                  const bool isLayer =
                      isArray(what.shape) && static_cast<int>(dimension) == dimensions(what.shape) - 1;
                  return clamped(at + (isLayer ? 1 : 0), what.sizes[dimension]);
              }));
}

TEST_P(Images, AreWrittenWhereTheyAreAskedTo) {
    Case what = GetParam();
    what.sizes = {400, 400, 500}; // large enough for all coordinates that are not negative
    if (dimensions(what.shape) < 3) what.sizes[2] = 1;
    if (dimensions(what.shape) < 2) what.sizes[1] = 1;
    const Launch launch = launchFor(what);
    const std::string text = kernelText(parameter("write_only"), "if (i >= 4) write_imagef(in, " +
                                                                     coordinates(what.shape, "int", "", "") +
                                                                     ", (float4)(1));\n out[i] = 0;");
    const Pdg pdg = graphOf(text, launch, what.addressBits);
    const auto accesses = texelAccesses(pdg);
    ASSERT_EQ(accesses.size(), 1u);
    EXPECT_EQ(accesses[0]->kind, AccessKind::Store);
    const auto found = valuesOf(pdg, launch, accesses[0]->offset);
    const auto wanted = layoutOf(what, [](std::int64_t at, unsigned) { return std::max<std::int64_t>(at, 0); });
    ASSERT_EQ(found.size(), wanted.size());
    for (std::size_t item = 4; item < found.size(); ++item) EXPECT_EQ(found[item], wanted[item]) << item;
}

TEST_P(Images, TellTheirSizes) {
    const Case& what = GetParam();
    const Launch launch = launchFor(what);
    std::string asked = "get_image_width(in)";
    std::uint64_t wanted = what.sizes[0];
    const auto add = [&](const std::string& query, std::uint64_t size) {
        asked += " + 1000 * " + query;
        wanted += 1000 * size;
    };
    if (what.shape == ImageShape::LineArray) add("(int)get_image_array_size(in)", what.sizes[1]);
    if (what.shape == ImageShape::PlaneArray) add("(int)get_image_array_size(in)", what.sizes[2]);
    if (isTiled(what.shape)) add("get_image_dim(in).y", what.sizes[1]);
    if (what.shape == ImageShape::Volume) add("get_image_depth(in)", what.sizes[2]);
    add("(get_image_channel_order(in) - " + std::to_string(openClValue(what.format.order)) + ")", 0);
    add("(get_image_channel_data_type(in) - " + std::to_string(openClValue(what.format.type)) + ")", 0);
    const Pdg pdg = graphOf(kernelText(parameter(), "out[" + asked + "] = 1;"), launch, what.addressBits);
    ASSERT_EQ(pdg.accesses.size(), 1u);
    EXPECT_EQ(valuesOf(pdg, launch, pdg.accesses[0].offset)[0], static_cast<std::int64_t>(4 * wanted));
}

INSTANTIATE_TEST_SUITE_P(All, Images, testing::ValuesIn(everyShape), [](const auto& tested) {
    return std::string(name(tested.param.shape)) + "_" + std::to_string(bytes(tested.param.format)) + "_bytes";
});

struct Wrapping {
    Addressing addressing;
    std::function<std::int64_t(std::int64_t, std::int64_t)> texel; ///< of an index and a size
};

// Normalized coordinates beyond the image, as section 8.2 of OpenCL C 3.0 brings them back.
TEST(ImageAddressing, BringsCoordinatesBack) {
    const Case what{ImageShape::Plane, {32, 16, 1}, {ChannelOrder::R, ChannelType::Float}};
    const std::vector<Wrapping> all{
        {Addressing::ClampToEdge, [](auto at, auto size) { return std::clamp<std::int64_t>(at, 0, size - 1); }},
        {Addressing::Repeat, [](auto at, auto size) { return ((at % size) + size) % size; }},
        {Addressing::MirroredRepeat, [](auto at, auto size) {
             const auto within = ((at % (2 * size)) + 2 * size) % (2 * size);
             return within < size ? within : 2 * size - 1 - within;
         }}};
    for (const auto& wrapping : all) {
        const Launch launch = launchFor(what, Sampler{true, wrapping.addressing, Filter::Nearest});
        // Powers of two: every coordinate is exact.
        const std::string text = kernelText("read_only image2d_t in, sampler_t how",
                                            "out[i] = read_imagef(in, how, (float2)(((i * 3 - 6) + 0.5f) / "
                                            "32.0f, ((i * 5 - 15) + 0.5f) / 16.0f)).x;");
        const Pdg pdg = graphOf(text, launch);
        const auto accesses = texelAccesses(pdg);
        ASSERT_EQ(accesses.size(), 1u);
        EXPECT_EQ(valuesOf(pdg, launch, accesses[0]->offset),
                  layoutOf(what,
                           [&](std::int64_t at, unsigned d) {
                               return wrapping.texel(at, static_cast<std::int64_t>(what.sizes[d]));
                           }))
            << name(wrapping.addressing);
    }
}

// Divided by the image's own size, a coordinate counts texels again, and no float is left to evaluate.
TEST(ImageAddressing, SeesThroughNormalizedMiddles) {
    const Case what{ImageShape::Plane, {70, 41, 1}, {ChannelOrder::R, ChannelType::Float}};
    const Launch launch = launchFor(what, Sampler{true, Addressing::ClampToEdge, Filter::Nearest});
    const Pdg pdg = graphOf(kernelText("read_only image2d_t in, sampler_t how",
                                       "const int2 n = get_image_dim(in);\n out[i] = read_imagef(in, how, "
                                       "(float2)((i * 3 - 6 + 0.5f) / n.x, (i * 5 - 15 + 0.5f) / n.y)).x;"),
                            launch);
    const auto accesses = texelAccesses(pdg);
    ASSERT_EQ(accesses.size(), 1u);
    const std::string text = exprText(pdg.exprs, accesses[0]->offset, pdg.parameterNames());
    EXPECT_EQ(text.find("floor"), std::string::npos) << text;
    EXPECT_NE(text.find("in.width"), std::string::npos) << text;
    EXPECT_NE(text.find("in.height"), std::string::npos) << text;
    EXPECT_EQ(valuesOf(pdg, launch, accesses[0]->offset),
              layoutOf(what, [&](std::int64_t at, unsigned d) { return clamped(at, what.sizes[d]); }));
}

// A linear filter reads two texels, four or eight by one instruction.
TEST(ImageFilters, ReadTheTexelsAround) {
    const ImageFormat format{ChannelOrder::R, ChannelType::Float};
    for (const Case& what :
         {Case{ImageShape::Line, {500, 1, 1}, format}, Case{ImageShape::Plane, {300, 310, 1}, format},
          Case{ImageShape::PlaneArray, {40, 30, 5}, format}, Case{ImageShape::Volume, {30, 31, 42}, format}}) {
        const Launch launch = launchFor(what, Sampler{false, Addressing::ClampToEdge, Filter::Linear});
        const Pdg pdg =
            graphOf(kernelText("read_only " + std::string(name(what.shape)) + " in, sampler_t how",
                               "out[i] = read_imagef(in, how, " +
                                   coordinates(what.shape, "float", "(float)", " + 0.75f") + ").x;"),
                    launch);
        const auto accesses = texelAccesses(pdg);
        const unsigned mixed = what.shape == ImageShape::Line ? 2 : what.shape == ImageShape::Volume ? 8 : 4;
        ASSERT_EQ(accesses.size(), mixed) << name(what.shape);
        for (unsigned texel = 0; texel < mixed; ++texel) {
            const MemoryAccess& access = *accesses[texel];
            EXPECT_EQ(access.bytes, 4);
            EXPECT_EQ(access.texels, texel == 0 ? static_cast<int>(mixed) : 0);
            EXPECT_EQ(pdg.statements[access.statement].count, texel == 0 ? 1 : 0);
            EXPECT_EQ(valuesOf(pdg, launch, access.offset),
                      layoutOf(what,
                               [&](std::int64_t at, unsigned d) {
                                   const bool isLayer = isArray(what.shape) && d == 2;
                                   if (isLayer)
                                       return clamped(at + 1, what.sizes[d]); // 0.75 is nearer to the next one
                                   return clamped(clamped(at, what.sizes[d]) + (texel >> d & 1), what.sizes[d]);
                               }))
                << name(what.shape) << " texel " << texel;
        }
        // Who uses the value waits for all of them.
        for (const auto& statement : pdg.statements)
            if (statement.access != none && pdg.accesses[statement.access].kind == AccessKind::Store) {
                EXPECT_EQ(statement.data.size() - std::size_t{1}, mixed) << name(what.shape);
            }
    }
}

TEST(ImageReads, OfWhatNothingWritesAreMadeOnce) {
    const Case what{ImageShape::Plane, {64, 64, 1}, {ChannelOrder::R, ChannelType::Float}};
    const std::string body =
        "float sum = 0;\n for (int j = 0; j < 3; ++j) { sum += read_imagef(in, (int2)(i, 0)).x; "
        "out[i] = sum; }";
    EXPECT_EQ(texelAccesses(graphOf(kernelText("read_only image2d_t in", body), launchFor(what))).size(), 1u);
    // What is written between may be what is read.
    const std::string writes =
        "for (int j = 0; j < 3; ++j) { const float4 v = read_imagef(in, (int2)(i, 0));\n "
        "write_imagef(in, (int2)(i, 0), v + 1.0f); }\n out[i] = 0;";
    const Pdg pdg = graphOf(kernelText("read_write image2d_t in", writes), launchFor(what));
    EXPECT_EQ(texelAccesses(pdg).size(), 6u);
    EXPECT_FALSE(pdg.arguments[0].readOnly);
    EXPECT_EQ(pdg.arguments[0].kind, KernelArgument::Kind::Image);
}

Diagnostic refusalOfImages(const std::string& text, const std::string& options) {
    const auto pdg = buildPdg({"k.cl", text}, "k", {options, 64, false});
    if (!pdg.ok()) return pdg.diagnostics()[0];
    ADD_FAILURE() << "accepted:\n" << text;
    return {};
}

TEST(ImageRefusals, NameWhatIsNotSimulated) {
    const auto depth = refusalOfImages("#pragma OPENCL EXTENSION cl_khr_depth_images : enable\n"
                                       "__kernel void k(read_only image2d_depth_t in, __global float* out) {\n"
                                       " out[0] = read_imagef(in, (int2)(0, 0));\n}\n",
                                       "-cl-std=CL3.0");
    EXPECT_EQ(depth.code, "frontend.depth-image");
    EXPECT_NE(depth.message.find("'in'"), std::string::npos) << depth.message;
    EXPECT_FALSE(depth.hint.empty());
    const auto samples =
        refusalOfImages("#pragma OPENCL EXTENSION cl_khr_gl_msaa_sharing : enable\n"
                        "__kernel void k(read_only image2d_msaa_t in, __global float4* out) {\n"
                        " out[0] = read_imagef(in, (int2)(0, 0), 1);\n}\n",
                        "-cl-std=CL3.0");
    EXPECT_EQ(samples.code, "frontend.msaa-image");
    const auto levels =
        refusalOfImages("#pragma OPENCL EXTENSION cl_khr_mipmap_image : enable\n"
                        "__kernel void k(read_only image2d_t in, sampler_t s, __global float4* out) {\n"
                        " out[0] = read_imagef(in, s, (float2)(0.5f), 1.0f);\n}\n",
                        "-cl-std=CL3.0");
    EXPECT_EQ(levels.code, "frontend.mipmap-image");
    EXPECT_EQ(levels.place.line, 3);
}

TEST(ImageLaunches, AreHeldToTheKernel) {
    const Case what{ImageShape::Plane, {64, 64, 1}, {}};
    Launch launch = launchFor(what);
    const Pdg pdg = graphOf(
        kernelText("read_only image2d_t in, sampler_t how", "out[i] = read_imagef(in, how, (int2)(i, 0)).x;"),
        launch);
    const auto faultsOf = [&] {
        const auto binding = evaluation::bindLaunch(pdg, launch);
        return binding.ok() ? Diagnostics{} : binding.diagnostics();
    };
    auto faults = faultsOf();
    ASSERT_EQ(faults.size(), 1u);
    EXPECT_EQ(faults[0].code, "launch.missing-argument");
    EXPECT_NE(faults[0].hint.find("how = { sampler = "), std::string::npos) << faults[0].hint;
    launch.arguments["how"] = Sampler{};
    EXPECT_TRUE(faultsOf().empty());
    auto& image = std::get<ImageArgument>(launch.arguments["in"]);
    image.dimensions = 3;
    faults = faultsOf();
    ASSERT_EQ(faults.size(), 1u);
    EXPECT_EQ(faults[0].code, "launch.image-sizes");
    launch.arguments["in"] = launch.arguments["out"];
    faults = faultsOf();
    ASSERT_EQ(faults.size(), 1u);
    EXPECT_EQ(faults[0].code, "launch.argument-kind");
    EXPECT_NE(faults[0].hint.find("in = { image = [1024, 1024]"), std::string::npos) << faults[0].hint;
}

} // namespace
} // namespace warpstring::frontend
