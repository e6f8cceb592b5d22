// SPDX-License-Identifier: GPL-3.0-or-later
// A kernel's source is enough: launches are drafted, guesses told, init writes them.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/app/program.h"

namespace warpstring::test {

namespace {

using Json = nlohmann::json;

constexpr const char* saxpy =
    "__kernel void saxpy(int n, float a, __global const float* x, __global float* y) {\n"
    "    int i = get_global_id(0);\n"
    "    if (i < n) y[i] += a * x[i];\n}\n";

class BareKernels : public testing::Test {
protected:
    /// The launch file that init makes of a source and options.
    std::string drafted(const std::string& source, std::vector<std::string> options = {}) const {
        workspace.write("k.cl", source);
        options.insert(options.begin(), {"init", "k.cl", "-o", "-", "-s", "nvidia-h200"});
        const auto outcome = workspace.run(options);
        EXPECT_EQ(outcome.exit, 0) << outcome.err;
        return outcome.out;
    }
    /// What the draft's launch says when it is simulated: its accesses stay within the guessed buffers.
    void expectAnswered(const std::string& source, std::vector<std::string> options = {}) const {
        workspace.write("k.cl", source);
        options.insert(options.begin(), {"simulate", "k.cl", "-s", "nvidia-h200"});
        const auto outcome = workspace.run(options);
        EXPECT_EQ(outcome.exit, 0) << outcome.err;
        EXPECT_TRUE(outcome.prints(" on nvidia-h200\nbound by ")) << outcome.out;
    }
    static bool has(const std::string& text, const std::string& piece) {
        return text.find(piece) != std::string::npos;
    }
    Workspace workspace;
};

TEST_F(BareKernels, AreAnsweredWithTheirGuesses) {
    workspace.write("k.cl", saxpy);
    const auto outcome = workspace.run({"simulate", "k.cl", "-s", "nvidia-h200"});
    ASSERT_EQ(outcome.exit, 0) << outcome.err;
    EXPECT_TRUE(outcome.out.starts_with("saxpy: ")) << outcome.out;
    EXPECT_TRUE(outcome.prints("\nguessed, for no launch file says it\n"));
    for (const char* option :
         {"(--global)", "(--local)", "(--arg n=...)", "(--arg a=...)", "(--buffer x=float:...)"})
        EXPECT_TRUE(outcome.prints(option)) << option;
    const auto said =
        workspace.run({"simulate", "k.cl", "--global", "1024", "--local", "64", "--arg", "n=1000", "--arg",
                       "a=2.5", "--buffer", "x=float:n:random(0,1)", "--buffer", "y=float:n"});
    ASSERT_EQ(said.exit, 0) << said.err;
    EXPECT_FALSE(said.prints("guessed"));
    EXPECT_TRUE(said.prints("1024 work-items in groups of 64"));
}

TEST_F(BareKernels, SizesFollowWhatIsComparedWithIds) {
    const auto text = drafted(saxpy, {"--arg", "n=1000"});
    EXPECT_TRUE(has(text, "global = [\"ceil_div(n, 256) * 256\"]")) << text;
    EXPECT_TRUE(has(text, "count = \"n\"")) << text;
    const auto constant =
        drafted("__kernel void k(__global float* a) { int i = get_global_id(0); if (i < 5000) a[i] = 1; }\n");
    EXPECT_TRUE(has(constant, "global = [5120]")) << constant;
    EXPECT_TRUE(has(constant, "count = 5000")) << constant;
}

TEST_F(BareKernels, AreReadAsALaterVersionWhereTheFirstDoesNotDo) {
    constexpr const char* sums = "kernel void sums(global int* a) {\n"
                                 "    int all = work_group_reduce_add(a[get_global_id(0)]);\n"
                                 "    a[get_global_id(0)] = all;\n}\n";
    const auto text = drafted(sums);
    EXPECT_TRUE(has(text, "options = \"-cl-std=CL3.0\"  # guessed: it does not compile as OpenCL C 1.2"))
        << text;
    const auto told = workspace.run({"simulate", "k.cl", "-s", "nvidia-h200"});
    ASSERT_EQ(told.exit, 0) << told.err;
    EXPECT_TRUE(
        told.prints("options = \"-cl-std=CL3.0\", it does not compile as OpenCL C 1.2 (-O -cl-std=...)"))
        << told.out;
    // What is said is not guessed, and stays in force.
    EXPECT_EQ(workspace.run({"simulate", "k.cl", "-s", "nvidia-h200", "-O", "-cl-std=CL1.2"}).exit, 3);
    const auto said = workspace.run({"simulate", "k.cl", "-s", "nvidia-h200", "-O", "-cl-std=CL2.0"});
    ASSERT_EQ(said.exit, 0) << said.err;
    EXPECT_FALSE(said.prints("does not compile as"));
    // Its names are no macros, though others may be missing.
    const auto filled =
        drafted("kernel void k(global atomic_int* a) {\n"
                "    atomic_fetch_add_explicit(a, STEP, memory_order_relaxed, memory_scope_device);\n}\n");
    EXPECT_TRUE(has(filled, "STEP = 16")) << filled;
    EXPECT_FALSE(has(filled, "memory_order_relaxed")) << filled;
}

TEST_F(BareKernels, StayWithinWhatIsFixed) {
    const std::string head = "kernel void k(global float* a, int n) {\n    int i = get_global_id(0);\n";
    expectAnswered(head + "    a[i] = a[n - 1 - i];\n}\n");
    EXPECT_TRUE(has(drafted(head + "    a[255 - i] = i;\n}\n"), "global = [256]"));
    EXPECT_TRUE(has(drafted("global float t[4096];\n" + head + "    t[i] = a[i];\n}\n"), "global = [4096]"));
    EXPECT_TRUE(has(drafted("kernel void k(write_only image1d_t o) {\n"
                            "    write_imagef(o, (int)get_global_id(0), (float4)(1));\n}\n"),
                    "global = [16384]"));
    EXPECT_TRUE(has(drafted("kernel void k(global int* a, local int* t) {\n    uint l = get_local_id(0);\n"
                            "    t[l] = a[get_global_id(0)];\n    barrier(CLK_LOCAL_MEM_FENCE);\n"
                            "    a[get_global_id(0)] = t[63 - l];\n}\n"),
                    "local = [64]"));
    // Too dear for the corners of the grid to be evaluated.
    expectAnswered(
        "kernel void k(global uint* a) {\n    uint v = get_global_id(0) + 1, n = 0;\n"
        "    while (v != 1) { v = v & 1 ? 3 * v + 1 : v / 2; n++; }\n    a[get_global_id(0)] = n;\n}\n");
    // Data that is compared holds no indices.
    expectAnswered(
        "kernel void k(global const float* a, global const float* b, global float* c) {\n"
        "    int i = 8 * get_global_id(0), j = i;\n"
        "    for (int s = 0; s < 8; ++s) c[8 * get_global_id(0) + s] = a[i] < b[j] ? a[i++] : b[j++];\n}\n");
}

TEST_F(BareKernels, GroupsFillLocalArrays) {
    const auto text = drafted("__kernel void k(__global float* a, int n) {\n    __local float t[8][33];\n"
                              "    int x = get_local_id(0), y = get_local_id(1);\n"
                              "    t[y][x] = a[get_global_id(1) * n + get_global_id(0)];\n"
                              "    barrier(CLK_LOCAL_MEM_FENCE);\n"
                              "    a[get_global_id(1) * n + get_global_id(0)] = t[7 - y][x];\n}\n");
    EXPECT_TRUE(has(text, "local = [32, 8]")) << text;
    const auto required =
        drafted("__kernel __attribute__((reqd_work_group_size(48, 1, 1))) void k(__global float* a) {\n"
                "    a[get_global_id(0)] = 1;\n}\n");
    EXPECT_TRUE(has(required, "local = [48]")) << required;
}

TEST_F(BareKernels, BuffersAreAsLongAsTheyAreReached) {
    expectAnswered("__kernel void k(__global const float* in, __global float* out, int w, int h, int r) {\n"
                   "    int x = get_global_id(0), y = get_global_id(1);\n    if (x >= w || y >= h) return;\n"
                   "    float s = 0;\n"
                   "    for (int i = -r; i <= r; ++i) s += in[y * w + clamp(x + i, 0, w - 1)];\n"
                   "    out[y * w + x] = s;\n}\n");
    expectAnswered("__kernel void k(int rows, __global const int* begin, __global const int* column,\n"
                   "                __global const float* x, __global float* y) {\n"
                   "    int r = get_global_id(0);\n    if (r >= rows) return;\n    float s = 0;\n"
                   "    for (int k = begin[r]; k < begin[r + 1]; ++k) s += x[column[k]];\n    y[r] = s;\n}\n");
    expectAnswered(
        "__kernel void k(__global const float* in, __global float* out, __local float* s, uint n) {\n"
        "    uint l = get_local_id(0);\n    float v = 0;\n"
        "    for (uint i = get_global_id(0); i < n; i += get_global_size(0)) v += in[i];\n"
        "    s[l] = v;\n    barrier(CLK_LOCAL_MEM_FENCE);\n    if (l == 0) out[get_group_id(0)] = s[0];\n}\n");
}

TEST_F(BareKernels, StructsHaveTheMembersThatAnythingHangsOn) {
    const std::string source =
        "typedef struct { int n; float scale; float v[2]; } P;\ntypedef struct { float x, y; int id; } Body;\n"
        "__kernel void k(P p, __global const Body* b, __global float* out) {\n"
        "    int i = get_global_id(0);\n    if (i < p.n) out[i] = b[i].x * p.scale + p.v[1];\n}\n";
    expectAnswered(source);
    const auto text = drafted(source);
    EXPECT_TRUE(has(text, "global = [4194304]")) << text;
    EXPECT_TRUE(has(text, "p = { struct = { n = 4194304, scale = 1.0, \"v[0]\" = 1.0, \"v[1]\" = 1.0 } }"))
        << text;
    EXPECT_TRUE(has(text, "b = { buffer = \"struct\", bytes = 12, count = 4194304, access = \"read\" }"))
        << text;
    const auto said = drafted(source, {"--struct", "p=n:1000,v[1]:2.5", "--buffer", "b=struct(12):1000"});
    EXPECT_TRUE(has(said, "global = [1024]")) << "covers the member: " << said;
    EXPECT_TRUE(has(said, "p = { struct = { n = 1000, \"v[1]\" = 2.5 } }\n")) << said;
    EXPECT_TRUE(has(said, "b = { buffer = \"struct\", bytes = 12, count = 1000 }\n")) << said;
}

TEST_F(BareKernels, ImagesHaveATexelForEachWorkItem) {
    const std::string blur =
        "__kernel void k(read_only image2d_t in, write_only image2d_t out, sampler_t s, int w, int h) {\n"
        "    int x = get_global_id(0), y = get_global_id(1);\n    if (x >= w || y >= h) return;\n"
        "    float4 sum = 0;\n    for (int d = -2; d <= 2; ++d) sum += read_imagef(in, s, (int2)(x + d, y));\n"
        "    write_imagef(out, (int2)(x, y), sum / 5);\n}\n";
    expectAnswered(blur);
    const auto text = drafted(blur, {"--arg", "w=1920", "--arg", "h=1080"});
    EXPECT_TRUE(has(text, "in = { image = [1920, 1080], order = \"RGBA\", format = \"UNORM_INT8\", "
                          "access = \"read\" }"))
        << text;
    EXPECT_TRUE(
        has(text, "s = { sampler = { addressing = \"clamp_to_edge\", filter = \"nearest\" } }  # guessed"))
        << text;
    const std::string flat =
        "__constant sampler_t s = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP | CLK_FILTER_NEAREST;\n"
        "__kernel void k(read_only image2d_t in, __global uint* out) {\n    int i = get_global_id(0);\n"
        "    int w = get_image_width(in);\n    if (i >= w * get_image_height(in)) return;\n"
        "    out[i] = read_imageui(in, s, (int2)(i % w, i / w)).x;\n}\n";
    expectAnswered(flat);
    EXPECT_TRUE(
        has(drafted(flat), "in = { image = [2048, 2048], order = \"RGBA\", format = \"UNSIGNED_INT8\""));
    const auto said = drafted(flat, {"--image", "in=640x480:UNSIGNED_INT16:R"});
    EXPECT_TRUE(has(said, "global = [307200]")) << "covers the image: " << said;
    EXPECT_TRUE(has(said, "in = { image = [640, 480], order = \"R\", format = \"UNSIGNED_INT16\" }\n")) << said;
    EXPECT_TRUE(has(drafted(blur, {"--sampler", "s=linear:repeat:normalized"}),
                    "s = { sampler = { normalized = true, addressing = \"repeat\", filter = \"linear\" } }\n"));
}

TEST_F(BareKernels, SeveralKernelsAreListed) {
    workspace.write("k.cl", "__kernel void one(__global int* a) { a[get_global_id(0)] = 1; }\n"
                            "__kernel void two(__global int* a) { a[get_global_id(0)] = 2; }\n");
    const auto outcome = workspace.run({"simulate", "k.cl"});
    EXPECT_EQ(outcome.exit, 3);
    EXPECT_TRUE(outcome.says("one, two [frontend.several-kernels]\n  hint: choose one: --kernel one"))
        << outcome.err;
    EXPECT_EQ(workspace.run({"simulate", "k.cl", "--kernel", "two"}).exit, 0);
    EXPECT_EQ(workspace.run({"init", "k.cl", "--all"}).exit, 0);
    for (const char* file : {"k-one.toml", "k-two.toml"})
        EXPECT_EQ(workspace.run({"simulate", file}).exit, 0) << file;
}

TEST_F(BareKernels, MissingMacrosAreOneError) {
    workspace.write("k.cl", "__kernel void k(__global real* a) { for (int i = 0; i < N; ++i) "
                            "a[get_global_id(0) * N + i] *= F; }\n");
    const auto outcome = workspace.run({"simulate", "k.cl"});
    EXPECT_EQ(outcome.exit, 3);
    EXPECT_EQ(outcome.errors(), 1U) << outcome.err;
    EXPECT_TRUE(outcome.says("nothing defines real, N and F, which the source uses [frontend.missing-macros]"))
        << outcome.err;
    EXPECT_EQ(workspace.run({"init", "k.cl"}).exit, 0);
    EXPECT_TRUE(has(contents(workspace.folder() / "k.toml"), "[macros]\nreal = \"float\"  # guessed"));
    EXPECT_EQ(workspace.run({"simulate", "k.toml"}).exit, 0);
    workspace.write("k.cl", "#include \"gone.h\"\n__kernel void k(__global int* a) { a[0] = 1; }\n");
    EXPECT_TRUE(workspace.run({"simulate", "k.cl"})
                    .says("[frontend.missing-headers]\n  hint: name the folder: -I FOLDER"));
}

TEST_F(BareKernels, InitWritesTheLaunchThatWasSimulated) {
    workspace.write("k.cl", saxpy);
    ASSERT_EQ(workspace.run({"init", "k.cl"}).exit, 0);
    EXPECT_TRUE(workspace.run({"init", "k.cl"}).says("[output.exists]"));
    const auto bare = Json::parse(workspace.run({"simulate", "k.cl", "--json"}).out, nullptr, false);
    const auto file = Json::parse(workspace.run({"simulate", "k.toml", "--json"}).out, nullptr, false);
    EXPECT_EQ(bare[0]["kernel"], file[0]["kernel"]);
    EXPECT_EQ(bare[0]["string"], file[0]["string"]);
}

TEST_F(BareKernels, OptionsGoBeforeWhatALaunchFileSays) {
    workspace.writeLaunch(
        "__kernel void k(__global float* a, int n) { if (get_global_id(0) < n) a[get_global_id(0)] = n; }\n",
        "n = 1024\na = { buffer = \"float\", count = \"n\" }\n", "[sweep]\nn = [64, 128]\n");
    EXPECT_EQ(Json::parse(workspace.run({"simulate", "k.toml", "--json"}).out, nullptr, false).size(), 2U);
    const auto one = workspace.run({"simulate", "k.toml", "--arg", "n=512", "--global", "512"});
    EXPECT_EQ(one.exit, 0) << one.err;
    EXPECT_TRUE(one.prints("512 work-items")) << one.out;
    EXPECT_EQ(count(one.out, "bound by"), 1U) << "the sweep's values are no more";
}

TEST_F(BareKernels, GoThroughABatch) {
    workspace.write("k.cl", saxpy);
    const auto outcome =
        workspace.run({"batch", "k.cl", "-s", "nvidia-h200", "--arg", "n=100000", "-o", "rows.jsonl", "-q"});
    ASSERT_EQ(outcome.exit, 0) << outcome.err;
    EXPECT_TRUE(outcome.says("[launch.guessed]"));
    const auto row = Json::parse(contents(workspace.folder() / "rows.jsonl"), nullptr, false);
    EXPECT_EQ(row["kernel"], "saxpy");
    EXPECT_GT(row["kernel_time_us"].get<double>(), 0);
}

TEST_F(BareKernels, BuildOptionsReachTheDraft) {
    workspace.write("k.cl", "__kernel void k(__global float* a) { a[get_global_id(0) * N] = 1; }\n");
    EXPECT_EQ(workspace.run({"simulate", "k.cl"}).exit, 3);
    EXPECT_EQ(workspace.run({"simulate", "k.cl", "-O", "-DN=4"}).exit, 0);
    EXPECT_EQ(workspace.run({"batch", "k.cl", "-O", "-DN=4", "-q"}).exit, 0);
}

TEST_F(BareKernels, BadOptionsAreWrongUsage) {
    workspace.write("k.cl", saxpy);
    for (const std::vector<std::string>& options : {std::vector<std::string>{"--global", "1x"},
                                                    {"--arg", "n"},
                                                    {"--buffer", "x=floot:3"},
                                                    {"--buffer", "x=float"},
                                                    {"--local-memory", "s"},
                                                    {"--image", "in=3x"},
                                                    {"--image", "in=3x3:RGB"},
                                                    {"--sampler", "s=bilinear"},
                                                    {"--struct", "p=n"},
                                                    {"--buffer", "x=struct():3"},
                                                    {"-D", "2=3"}}) {
        std::vector<std::string> words{"simulate", "k.cl"};
        words.insert(words.end(), options.begin(), options.end());
        EXPECT_EQ(workspace.run(words).exit, 2) << options[0] << " " << options[1];
    }
    EXPECT_EQ(workspace.run({"simulate", "k.cl", "--arg", "m=3"}).exit, 3) << "no such parameter";
}

TEST_F(BareKernels, TheDeviceIsThatOfTheEnvironmentOrTheConfigFile) {
    workspace.write("k.cl", saxpy);
    EXPECT_TRUE(workspace.run({"simulate", "k.cl"}).prints(" on geforce-8800-gtx (WARPSTRING_SPEC names it)"));
    EXPECT_FALSE(workspace.run({"simulate", "k.cl", "-s", "nvidia-a100"}).prints("WARPSTRING_SPEC"));
}

} // namespace

} // namespace warpstring::test
