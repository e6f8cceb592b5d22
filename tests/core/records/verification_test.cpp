// SPDX-License-Identifier: GPL-3.0-or-later
// Outputs against references: what passes, what fails, and what cannot be compared.
#include <cmath>
#include <cstring>
#include <limits>
#include <stdexcept>

#include <gtest/gtest.h>

#include "core/records/verification.h"

namespace warpstring::records {
namespace {

template <class T>
std::vector<std::byte> bytesOf(const std::vector<T>& values) {
    std::vector<std::byte> bytes(values.size() * sizeof(T));
    std::memcpy(bytes.data(), values.data(), bytes.size());
    return bytes;
}

/// out[i] = n * i.
std::vector<double> multiples(const LaunchData& launch, const std::string& buffer,
                              std::span<const std::uint64_t> indices) {
    std::vector<double> values;
    if (buffer != "out") return values;
    const double n = launch.number("n");
    for (const auto index : indices) values.push_back(n * static_cast<double>(index));
    return values;
}

std::vector<double> zeros(const LaunchData&, const std::string&, std::span<const std::uint64_t> indices) {
    return std::vector<double>(indices.size());
}

const References known{
    {"multiples", {multiples, 1e-6}}, {"few", {multiples, 1e-6, 20}}, {"zeros", {zeros, 1e-6}}};

class Verifying : public testing::Test {
protected:
    static Launch launchOf(std::uint64_t count, const std::string& function = "multiples") {
        Launch launch;
        launch.name = "made";
        launch.file = "made.toml";
        launch.arguments["n"] = ScalarArgument{{}, true, std::int64_t{3}};
        BufferArgument out;
        out.type = {ScalarType::Float, 1};
        out.count = count;
        out.access = BufferAccess::Write;
        launch.arguments["out"] = out;
        launch.reference = OutputReference{function, nullptr, {}};
        return launch;
    }

    static std::vector<float> rightOutput(std::uint64_t count) {
        std::vector<float> values;
        values.reserve(count);
        for (std::uint64_t i = 0; i < count; ++i) values.push_back(3 * static_cast<float>(i));
        return values;
    }

    static bool passes(const Launch& launch, const std::vector<float>& output) {
        const auto verification = verify(launch, {{"out", bytesOf(output)}}, known);
        return verification.ok() && verification->passed();
    }

    static std::string codeOf(const Result<Verification>& failed) {
        return failed ? "verified" : failed.diagnostics().front().code;
    }
};

TEST_F(Verifying, theRightOutputPasses) {
    const auto verification = verify(launchOf(100), {{"out", bytesOf(rightOutput(100))}}, known);
    ASSERT_TRUE(verification.ok());
    EXPECT_TRUE(verification->passed());
    EXPECT_EQ(verification->reference, "host function multiples");
    ASSERT_EQ(verification->buffers.size(), 1U);
    EXPECT_EQ(verification->buffers[0].scalars, 100U);
    EXPECT_EQ(verification->buffers[0].compared, 100U);
    EXPECT_EQ(verification->buffers[0].relativeError, 0);
    EXPECT_TRUE(wrongOutputs(launchOf(100), *verification).empty());
}

TEST_F(Verifying, anySingleWrongScalarOfASmallBufferFails) {
    for (const std::size_t wrong : {0, 1, 50, 99}) {
        auto output = rightOutput(100);
        output[wrong] += 1;
        const auto verification = verify(launchOf(100), {{"out", bytesOf(output)}}, known);
        ASSERT_TRUE(verification.ok());
        EXPECT_FALSE(verification->passed());
        EXPECT_EQ(verification->buffers[0].worstIndex, wrong);
        EXPECT_EQ(verification->buffers[0].worstActual, 3.0 * static_cast<double>(wrong) + 1);
        EXPECT_EQ(verification->buffers[0].worstExpected, 3.0 * static_cast<double>(wrong));
        const Diagnostics faults = wrongOutputs(launchOf(100), *verification);
        ASSERT_EQ(faults.size(), 1U);
        EXPECT_EQ(faults[0].code, "measure.wrong-output");
        EXPECT_EQ(faults[0].place.file, "made.toml");
    }
}

TEST_F(Verifying, aReferenceSaysHowManyScalarsItIsAskedFor) {
    const auto comparedOf = [](std::uint64_t count) {
        const auto verification = verify(launchOf(count, "few"), {{"out", bytesOf(rightOutput(count))}}, known);
        return verification.ok() && verification->passed() ? verification->buffers[0].compared : 0;
    };
    EXPECT_EQ(comparedOf(80), 80U);
    EXPECT_GE(comparedOf(10'000), 20U);
    EXPECT_LE(comparedOf(10'000), 22U); // the first and the last as well
}

TEST_F(Verifying, whatIsNoNumberFails) {
    for (const float bad : {std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity()}) {
        auto output = rightOutput(10);
        output[4] = bad;
        EXPECT_FALSE(passes(launchOf(10), output));
    }
}

TEST_F(Verifying, errorsWithinTheToleranceAreRounding) {
    auto output = rightOutput(1000);
    for (auto& value : output) value *= 1 + 1e-7F;
    EXPECT_TRUE(passes(launchOf(1000), output));
    for (auto& value : output) value *= 1 + 1e-5F;
    EXPECT_FALSE(passes(launchOf(1000), output));
    Launch tolerant = launchOf(1000);
    tolerant.reference->tolerance = 1e-3; // the launch's own goes before the function's
    EXPECT_TRUE(passes(tolerant, output));
}

TEST_F(Verifying, oneScalarFarOffFailsThoughTheMeanIsSmall) {
    Launch launch = launchOf(16000);
    launch.reference->tolerance = 1e-3;
    auto output = rightOutput(16000);
    output[7] += 500; // of a root mean square of about 27,700: 1.8 % of it, in the mean 1.4e-4
    EXPECT_FALSE(passes(launch, output));
}

TEST_F(Verifying, aReferenceOfZerosTakesNothingElse) {
    EXPECT_TRUE(passes(launchOf(8, "zeros"), std::vector<float>(8)));
    std::vector<float> almost(8);
    almost[3] = 1e-30F;
    EXPECT_FALSE(passes(launchOf(8, "zeros"), almost));
}

TEST_F(Verifying, largeBuffersAreSampledFromEndToEnd) {
    constexpr std::uint64_t count = 1 << 20;
    const auto verification = verify(launchOf(count), {{"out", bytesOf(rightOutput(count))}}, known);
    ASSERT_TRUE(verification.ok());
    EXPECT_TRUE(verification->passed());
    EXPECT_LT(verification->buffers[0].compared, count / 100);
    EXPECT_GT(verification->buffers[0].compared, 4000U);
    // A kernel that leaves out every n-th element, its last part or its ends is found out.
    for (const std::uint64_t stride : {2, 16, 64, 100}) {
        auto output = rightOutput(count);
        for (std::uint64_t i = stride; i < count; i += stride) output[i] = 0;
        EXPECT_FALSE(passes(launchOf(count), output)) << "every " << stride << "th is missing";
    }
    auto output = rightOutput(count);
    output[count - 1] = 0;
    EXPECT_FALSE(passes(launchOf(count), output)) << "the last one is missing";
}

TEST_F(Verifying, unknownFunctionsAreNamedWithWhatIsClose) {
    const auto failed = verify(launchOf(4, "multipels"), {{"out", bytesOf(rightOutput(4))}}, known);
    EXPECT_EQ(codeOf(failed), "measure.unknown-reference");
    EXPECT_NE(failed.diagnostics().front().hint.find("\"multiples\""), std::string::npos);
}

TEST_F(Verifying, aReferenceThatLacksAnArgumentDoesNotFit) {
    Launch launch = launchOf(4);
    launch.arguments.erase("n");
    EXPECT_EQ(codeOf(verify(launch, {{"out", bytesOf(rightOutput(4))}}, known)), "measure.reference-failed");
}

TEST_F(Verifying, aReferenceThatKnowsNoneOfTheOutputsFails) {
    Launch launch = launchOf(4);
    launch.arguments["other"] = launch.arguments["out"];
    launch.arguments.erase("out");
    EXPECT_EQ(codeOf(verify(launch, {{"other", bytesOf(rightOutput(4))}}, known)), "measure.reference-failed");
}

TEST_F(Verifying, whatTheKernelOnlyReadsIsNotCompared) {
    Launch launch = launchOf(4);
    BufferArgument in = std::get<BufferArgument>(launch.arguments["out"]);
    in.access = BufferAccess::Read;
    launch.arguments["in"] = in;
    const auto verification = verify(launch, {{"out", bytesOf(rightOutput(4))}}, known);
    ASSERT_TRUE(verification.ok());
    EXPECT_EQ(verification->buffers.size(), 1U);
}

TEST_F(Verifying, withoutAReferenceThereIsNothingToVerify) {
    Launch launch = launchOf(4);
    launch.reference.reset();
    const auto verification = verify(launch, {}, known);
    ASSERT_TRUE(verification.ok());
    EXPECT_FALSE(verification->requested());
    EXPECT_TRUE(verification->buffers.empty());
}

TEST_F(Verifying, anotherLaunchIsAReferenceWithItsBuffersOfTheSameName) {
    Launch launch = launchOf(6, "");
    Launch naive = launchOf(6, "");
    naive.name = "naive";
    naive.reference.reset();
    launch.reference->launch = std::make_shared<const Launch>(naive);
    auto output = rightOutput(6);
    const BufferContents other{{"out", bytesOf(output)}};
    auto verification = verify(launch, {{"out", bytesOf(output)}}, {}, &other);
    ASSERT_TRUE(verification.ok());
    EXPECT_TRUE(verification->passed());
    EXPECT_EQ(verification->reference, "launch naive");
    output[5] = 0;
    verification = verify(launch, {{"out", bytesOf(output)}}, {}, &other);
    ASSERT_TRUE(verification.ok());
    EXPECT_FALSE(verification->passed());
    const BufferContents none;
    EXPECT_EQ(codeOf(verify(launch, {{"out", bytesOf(output)}}, {}, &none)), "measure.reference-failed");
}

TEST(ScalarAt, readsEveryTypeWithItsSign) {
    EXPECT_EQ(scalarAt(bytesOf(std::vector<std::int8_t>{1, -2}), {ScalarType::Char, 1}, 1), -2);
    EXPECT_EQ(scalarAt(bytesOf(std::vector<std::uint8_t>{1, 254}), {ScalarType::UChar, 1}, 1), 254);
    EXPECT_EQ(scalarAt(bytesOf(std::vector<std::int16_t>{1, -3}), {ScalarType::Short, 1}, 1), -3);
    EXPECT_EQ(scalarAt(bytesOf(std::vector<std::uint16_t>{1, 65000}), {ScalarType::UShort, 1}, 1), 65000);
    EXPECT_EQ(scalarAt(bytesOf(std::vector<std::int32_t>{1, -4}), {ScalarType::Int, 1}, 1), -4);
    EXPECT_EQ(scalarAt(bytesOf(std::vector<std::uint32_t>{1, 4000000000U}), {ScalarType::UInt, 1}, 1), 4e9);
    EXPECT_EQ(scalarAt(bytesOf(std::vector<std::int64_t>{1, -5}), {ScalarType::Long, 1}, 1), -5);
    EXPECT_EQ(scalarAt(bytesOf(std::vector<std::uint64_t>{1, 1ULL << 63}), {ScalarType::ULong, 1}, 1), 0x1p63);
    EXPECT_EQ(scalarAt(bytesOf(std::vector<float>{1, 0.5F}), {ScalarType::Float, 1}, 1), 0.5);
    EXPECT_EQ(scalarAt(bytesOf(std::vector<double>{1, 0.1}), {ScalarType::Double, 1}, 1), 0.1);
    // IEEE 754: 0x3C00 is 1, 0xC000 is -2, 0x3555 the nearest to a third.
    const auto halves = bytesOf(std::vector<std::uint16_t>{0x3C00, 0xC000, 0x3555});
    EXPECT_EQ(scalarAt(halves, {ScalarType::Half, 1}, 0), 1);
    EXPECT_EQ(scalarAt(halves, {ScalarType::Half, 1}, 1), -2);
    EXPECT_NEAR(scalarAt(halves, {ScalarType::Half, 1}, 2), 1.0 / 3, 1e-4);
}

TEST(ScalarAt, vectorsOfThreeTakeTheRoomOfFour) {
    const auto bytes = bytesOf(std::vector<float>{0, 1, 2, -1, 3, 4, 5, -1});
    for (std::uint64_t i = 0; i < 6; ++i)
        EXPECT_EQ(scalarAt(bytes, {ScalarType::Float, 3}, i), static_cast<double>(i));
}

} // namespace
} // namespace warpstring::records
