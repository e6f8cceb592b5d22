// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/random/language_kernel.h"

#include "core/random/language_grower.h"

namespace warpstring::random_kernels {

NDRange LanguageGrower::someRange() {
    NDRange range;
    range.dimensions = 1;
    range.local = {static_cast<std::uint64_t>(draws_.of({32, 64, 64, 128, 20, 48, 100})), 1, 1};
    range.global = {range.local[0] * static_cast<std::uint64_t>(draws_.of({1, 2, 3, 8, 16, 16, 40})), 1, 1};
    return range;
}

void LanguageGrower::addBuffer(const std::string& name, ValueType type, std::uint64_t count, bool isOutput) {
    BufferArgument buffer;
    buffer.type = type;
    buffer.count = count;
    if (!isOutput) {
        buffer.init = BufferInit::Random;
        buffer.seed = draws_.word() % 1'000'000;
        buffer.range = {0, 100};
        buffer.access = BufferAccess::Read;
    }
    made_.resolved.launch.arguments[name] = buffer;
}

void LanguageGrower::declareTypes() {
    line("struct Inner { uchar small; long wide; };");
    line("struct Record { int number; float4 four; short few[4]; struct Inner inner; };");
    line("union Overlay { uint2 words; float number; ushort4 halves; uchar bytes[8]; };");
    line("enum Choice { First, Second = 7, Third };");
    line("typedef uint Word;");
    line("__constant int primes[8] = {2, 3, 5, 7, 11, 13, 17, 19};");
    line("__constant float4 corners[2] = {(float4)(0.5f, 1.0f, 2.0f, 4.0f), (float4)(3.0f)};");
    tables_.push_back({"primes", {ScalarType::Int, 1}, 8});
    tables_.push_back({"corners", {ScalarType::Float, 4}, 2});
    block("struct Record turned(struct Record r, const struct Record* other) {", [&] {
        line("r.number ^= other->number + Second;");
        line("r.four = r.four.wzyx + other->four;");
        line("r.few[r.number & 3] = other->few[other->inner.small & 3];");
        line("return r;");
    });
}

void LanguageGrower::declareFunction() {
    Function function;
    function.name = fresh("f");
    function.result = someType();
    std::string parameters;
    const std::size_t outside = scope_.size();
    const auto count = draws_.between(1, 3);
    for (std::int64_t p = 0; p < count; ++p) {
        function.parameters.push_back(someType());
        const std::string parameter = "p" + std::to_string(p);
        parameters += (p > 0 ? ", " : "") + warpstring::name(function.parameters.back()) + " " + parameter;
        scope_.push_back({parameter, function.parameters.back(), true});
    }
    loops_ = 1; // it may be called in loops
    left_ = 8;
    block(std::string(draws_.chance(30) ? "inline static " : "") + warpstring::name(function.result) + " " +
              function.name + "(" + parameters + ") {",
          [&] {
              statements(static_cast<int>(draws_.between(1, 5)));
              if (draws_.chance(35))
                  line("if (" + condition(4) + ") return " + value(function.result, 4) + ";");
              line("return " + value(function.result, 8) + ";");
          });
    loops_ = 0;
    scope_.resize(outside);
    functions_.push_back(function);
}

void LanguageGrower::declareKernel(const std::string& name) {
    Launch& launch = made_.resolved.launch;
    launch.name = name;
    launch.file = name + ".toml";
    launch.source = name + ".cl";
    launch.kernel = "language_kernel";
    launch.range = someRange();
    const std::uint64_t items = launch.range.global[0];
    std::string parameters = "__global const float* restrict floats, __global const int* ints, "
                             "__global const uint4* quads, __constant float* coefficients, "
                             "volatile __global uint* marks, volatile __global uint* counters, int number, "
                             "float factor";
    addBuffer("floats", {ScalarType::Float, 1}, 8192, false);
    addBuffer("ints", {ScalarType::Int, 1}, 1024, false);
    addBuffer("quads", {ScalarType::UInt, 4}, 512, false);
    addBuffer("coefficients", {ScalarType::Float, 1}, 64, false);
    addBuffer("marks", {ScalarType::UInt, 1}, items, true);
    addBuffer("counters", {ScalarType::UInt, 1}, 256, true);
    launch.arguments["number"] = ScalarArgument{{ScalarType::Int, 1}, true, draws_.between(0, 50)};
    launch.arguments["factor"] = ScalarArgument{{ScalarType::Float, 1}, true, 0.5};
    const auto outputs = draws_.between(1, 3);
    for (std::int64_t o = 0; o < outputs; ++o) {
        outputs_.push_back(someType());
        const std::string out = "out" + std::to_string(o);
        parameters += ", __global " + warpstring::name(outputs_.back()) + "* " + out;
        addBuffer(out, outputs_.back(), items * 4, true);
    }
    if (draws_.chance(30)) {
        note("required-size");
        line("__attribute__((reqd_work_group_size(" + std::to_string(launch.range.local[0]) + ", 1, 1)))");
    }
    line("__kernel void language_kernel(" + parameters + ") {");
    ++indent_;
}

void LanguageGrower::openKernel() {
    const auto size = std::to_string(made_.resolved.launch.range.groupSize());
    line("__local float shared[" + size + "];");
    line("__local uint bins[32];");
    line("const int lid = get_local_id(0), group = get_group_id(0), item = get_global_id(0);");
    line("if (lid < 32) bins[lid] = 0;");
    if (made_.resolved.launch.range.groupSize() < 32) line("if (lid < 12) bins[lid + 20] = 0;");
    line("barrier(CLK_LOCAL_MEM_FENCE);");
    isInKernel_ = true;
    scope_.push_back({"lid", {ScalarType::Int, 1}, false});
    scope_.push_back({"item", {ScalarType::Int, 1}, false});
    scope_.push_back({"number", {ScalarType::Int, 1}, false});
    scope_.push_back({"factor", {ScalarType::Float, 1}, false});
    tables_.push_back({"floats", {ScalarType::Float, 1}, 8192});
    tables_.push_back({"ints", {ScalarType::Int, 1}, 1024});
    tables_.push_back({"quads", {ScalarType::UInt, 4}, 512});
    tables_.push_back({"coefficients", {ScalarType::Float, 1}, 64});
}

LanguageKernel LanguageGrower::kernel(const std::string& name) {
    line("#pragma OPENCL EXTENSION cl_khr_fp64 : enable");
    declareTypes();
    const auto functions = draws_.between(0, 4);
    for (std::int64_t f = 0; f < functions; ++f) declareFunction();
    declareKernel(name);
    openKernel();
    left_ = static_cast<int>(draws_.of({6, 12, 20, 30, 45}));
    while (left_ > 0) statement();
    store();
    mark();
    --indent_;
    line("}");
    made_.resolved.sourceText = std::move(text_);
    return std::move(made_);
}

std::string languageNameOf(std::uint64_t seed, std::uint64_t index) {
    return "language-" + std::to_string(seed) + "-" + std::to_string(index);
}

LanguageKernel languageKernel(std::uint64_t seed, std::uint64_t index) {
    return LanguageGrower(seed, index).kernel(languageNameOf(seed, index));
}

} // namespace warpstring::random_kernels
