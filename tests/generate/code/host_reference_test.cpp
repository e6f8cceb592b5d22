// SPDX-License-Identifier: GPL-3.0-or-later
// References in C: compiled, run, and compared with what the reference kernel leaves on an OpenCL device.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <unistd.h>

#include <chrono>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "core/process/child_process.h"
#include "core/records/resolved_launch.h"
#include "generate/code/host_reference.h"
#include "generate/code/launch_files.h"
#include "generate/patterns/read_pattern.h"
#include "tests/tuning/transform/runner_answer.h"

namespace {

using namespace warpstring;
using namespace warpstring::generate;

Program sample(const std::string& name, const GivenSizes& sizes) {
    const std::string file = std::string(WARPSTRING_SOURCE_DIR) + "/samples/patterns/" + name + ".pattern";
    std::ifstream in(file);
    const auto read = readPattern(std::string{std::istreambuf_iterator<char>(in), {}}, file, sizes);
    EXPECT_TRUE(read.ok()) << (read.ok() ? "" : read.diagnostics().front().message);
    return read.ok() ? *read : Program{};
}

/// What buffers hold once the launch has run, on PoCL where it is there: by a process of its own, for drivers
/// bring their own LLVM.
Result<records::BufferContents> ranOnDevice(const records::ResolvedLaunch& launch) {
    process::ChildProcess child;
    const auto fault = [](const std::string& message) {
        return Diagnostic{"test.runner", Severity::Error, {}, message, ""};
    };
    if (child.start({WARPSTRING_RUNNER, {}, {}}) != 0) return fault("the runner cannot be started");
    child.send(process::framed(toJson(launch).compact()));
    for (int seconds = 0; seconds < 60; seconds += 5) {
        const auto state = child.exchange(std::chrono::seconds(5));
        if (auto answer = process::takeMessage(child.received()))
            return transform::readAnswer(std::move(*answer));
        if (state == process::ChildProcess::State::Ended) return fault("there is no device");
    }
    return fault("it takes more than a minute");
}

/// A program around the reference: buffers from files, results into them.
std::string mainOf(const Program& program, const Launch& launch, const Generated& reference,
                   const std::filesystem::path& folder) {
    std::string text = "#include <stdio.h>\n" + *hostDeclaration(program) +
                       ";\nstatic void move(const char* file, const char* how, void* data, size_t bytes) {\n"
                       "    FILE* stream = fopen(file, how);\n"
                       "    size_t done = *how == 'r' ? fread(data, 1, bytes, stream) : fwrite(data, 1, bytes, "
                       "stream);\n    if (done != bytes || fclose(stream) != 0) perror(file);\n}\n";
    std::string reads, arguments, writes;
    for (const bool areResults : {false, true}) {
        for (const auto& argument : reference.kernels.front().arguments) {
            const GeneratedBuffer& buffer = reference.buffers[argument.buffer];
            if ((buffer.role == GeneratedBuffer::Role::Result) != areResults) continue;
            text +=
                "static " + name(buffer.type) + " " + buffer.name + "[" + std::to_string(buffer.count) + "];\n";
            const std::string rest = ", " + buffer.name + ", sizeof " + buffer.name + ");\n";
            (areResults ? writes : reads) += "    move(\"" + (folder / buffer.name).string() + "\", \"" +
                                             (areResults ? "wb" : "rb") + "\"" + rest;
            arguments += (arguments.empty() ? "" : ", ") + buffer.name;
        }
        if (areResults) continue;
        for (const GeneratedScalar& scalar : reference.kernels.front().scalars)
            arguments += ", " + std::string(launch.arguments.contains(scalar.name) ? "0.5f" : "0");
    }
    return text + "int main(void) {\n" + reads + "    " + reference.kernels.front().name + "(" + arguments +
           ");\n" + writes + "    return 0;\n}\n";
}

void expectSame(const std::string& pattern, const GivenSizes& sizes) {
    const Program program = sample(pattern, sizes);
    const auto reference = referenceOf(program);
    ASSERT_TRUE(reference.ok());
    records::ResolvedLaunch launch;
    launch.launch = launchOf(program, *reference, 0);
    launch.sourceText = reference->source;
    const auto output = ranOnDevice(launch);
    ASSERT_TRUE(output.ok()) << output.diagnostics().front().message;

    const auto text = hostReference(program, pattern);
    ASSERT_TRUE(text.ok()) << text.diagnostics().front().message;
    const auto folder = std::filesystem::temp_directory_path() /
                        ("warpstring-host-" + pattern + "-" + std::to_string(::getpid()));
    std::filesystem::create_directories(folder);
    std::ofstream(folder / "reference.c") << *text;
    std::ofstream(folder / "main.c") << mainOf(program, launch.launch, *reference, folder);
    for (const GeneratedBuffer& buffer : reference->buffers) {
        if (buffer.role != GeneratedBuffer::Role::Input) continue;
        const auto& bytes = output->at(buffer.name);
        std::ofstream(folder / buffer.name, std::ios::binary)
            .write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
    }
    const std::string binary = (folder / "reference").string();
    const std::string build = "cc -std=c99 -O1 -Wall -Wextra -pedantic -Werror -Wno-unused-function -o " +
                              binary + " " + (folder / "reference.c").string() + " " +
                              (folder / "main.c").string() + " -lm";
    ASSERT_EQ(std::system(build.c_str()), 0) << *text;
    ASSERT_EQ(std::system(binary.c_str()), 0);
    for (const GeneratedBuffer& buffer : reference->buffers) {
        if (buffer.role != GeneratedBuffer::Role::Result) continue;
        std::ifstream in(folder / buffer.name, std::ios::binary);
        const std::string content{std::istreambuf_iterator<char>(in), {}};
        const auto& expected = output->at(buffer.name);
        ASSERT_EQ(content.size(), expected.size());
        std::vector<std::byte> bytes(content.size());
        std::memcpy(bytes.data(), content.data(), content.size());
        double squares = 0, all = 0;
        const ValueType scalar{buffer.type.scalar, 1};
        for (std::int64_t i = 0; i < buffer.count * buffer.type.width; ++i) {
            const double own = records::scalarAt(bytes, scalar, static_cast<std::uint64_t>(i));
            const double other = records::scalarAt(expected, scalar, static_cast<std::uint64_t>(i));
            squares += (own - other) * (own - other);
            all += other * other;
        }
        EXPECT_GT(all, 0);
        EXPECT_LT(std::sqrt(squares / all), 1e-6) << *text;
    }
    std::filesystem::remove_all(folder);
}

TEST(HostReference, sumsAreTheDevices) { expectSame("dot", {{"n", 5000}}); }

TEST(HostReference, productsAreTheDevices) { expectSame("gemm", {{"m", 24}, {"n", 20}, {"k", 36}}); }

TEST(HostReference, neighboursAreTheDevices) { expectSame("gaussian", {{"width", 40}, {"height", 30}}); }

TEST(HostReference, rowsOfSeveralReductionsAreTheDevices) {
    expectSame("softmax", {{"rows", 12}, {"columns", 64}});
}

TEST(HostReference, prefixSumsAreTheDevices) { expectSame("prefix_sum", {{"n", 1000}}); }

TEST(HostReference, sumsOfFloatsAreInDoublePrecision) {
    const auto text = hostReference(sample("dot", {{"n", 5000}}), "a product");
    ASSERT_TRUE(text.ok());
    EXPECT_THAT(*text, testing::HasSubstr("double acc"));
    EXPECT_THAT(*text, testing::StartsWith("// a product\n"));
}

TEST(HostReference, vectorsAreTheDevices) {
    expectSame("nbody", {{"bodies", 64}});
    expectSame("black_scholes", {{"options", 256}});
    expectSame("fdtd_magnetic", {{"width", 24}, {"height", 20}});
    // So many that near ones, whose forces cancel out nowhere, outweigh the others.
    expectSame("molecular_dynamics", {{"particles", 512}, {"neighbours", 64}});
}

std::string referenceInC(const std::string& pattern) {
    const auto read = readPattern(pattern, "test.pattern");
    EXPECT_TRUE(read.ok()) << (read.ok() ? "" : read.diagnostics().front().message);
    if (!read.ok()) return {};
    const auto text = hostReference(*read, "");
    return text.ok() ? *text : text.diagnostics().front().code + ": " + text.diagnostics().front().message;
}

TEST(HostReference, operatorsOfVectorsAreFunctions) {
    const std::string text =
        referenceInC("float4 f(float4 a, float s) {\n"
                     "    float4 b = -a * s + 1.0f; // a line\n"
                     "    if (s > .0e+1f) b += fma(a, a, b) / (a - (float4)(s, 1, 2, a.w));\n"
                     "    return s < 1.0f ? b : s;\n}\n"
                     "g(x: float4[8], s: float) = x |> map(a => f(a, s))");
    using testing::HasSubstr;
    EXPECT_THAT(text, HasSubstr("typedef struct { float x, y, z, w; } float4;\n"));
    EXPECT_THAT(text,
                HasSubstr("static float4 float4_add(float4 a, float4 b) { return (float4){a.x + b.x, a.y + "
                          "b.y, a.z + b.z, a.w + b.w}; }\n"));
    EXPECT_THAT(text, HasSubstr("    float4 b = float4_add(float4_mul(float4_neg(a), float4_all(s)), "
                                "float4_all(1.0f)); // a line\n"));
    EXPECT_THAT(text, HasSubstr("    if (s > .0e+1f) b = float4_add(b, float4_div(float4_fma(a, a, b), "
                                "(float4_sub(a, (float4){s, 1, 2, a.w}))));\n"));
    EXPECT_THAT(text, HasSubstr("    return s < 1.0f ? b : float4_all(s);\n"));
}

TEST(HostReference, whatCLacksIsNamed) {
    const std::string parts =
        referenceInC("float2 f(float4 x) { return x.xy; }\ng(x: float4[8]) = x |> map(f)");
    EXPECT_THAT(parts, testing::StartsWith("generate.host-reference: "));
    EXPECT_THAT(parts, testing::HasSubstr(".xy"));
    EXPECT_THAT(referenceInC("float4 f(float4 x) { return normalize(x); }\ng(x: float4[8]) = x |> map(f)"),
                testing::HasSubstr("normalize()"));
    const auto function = readPattern("float f(float x) { return smoothstep(0.0f, 1.0f, x); }\n"
                                      "g(x: float[8]) = x |> map(f)",
                                      "test.pattern");
    ASSERT_TRUE(function.ok());
    const auto lacking = hostReference(*function, "");
    ASSERT_FALSE(lacking.ok());
    EXPECT_THAT(lacking.diagnostics().front().message, testing::HasSubstr("smoothstep()"));
}

} // namespace
