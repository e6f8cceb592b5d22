// SPDX-License-Identifier: GPL-3.0-or-later
#include "study/fit/measurement_kernels.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>

namespace warpstring::fit {

namespace {

using Words = std::vector<std::string>;

/// Where the launch file states an argument of a generator.
enum class Place { Macro, Constant, Scalar };

struct Argument {
    std::string name;
    Words values;
    Place place = Place::Scalar;
};

/// TYPE in its texts is the type of elements.
struct Generator {
    std::string name;
    Words tags; ///< the name and others
    Words types;
    std::vector<Argument> arguments;
    std::string source;
    std::string global; ///< local is 256
    std::string buffers;
};

const std::string outputOfGroups =
    "out = { buffer = \"TYPE\", count = \"groups * 256\", access = \"write\" }\n";

/// As in SHOC's MaxFlops: no statement depends on one of the last four, and all values are used.
Generator flops(const std::string& name, const std::string& operation) {
    return {"flops_" + name,
            {"flops_" + name, "flops", name},
            {"float", "double"},
            {{"groups", {"1056", "2112"}, Place::Constant}, {"m", {"256", "512", "1024"}}},
            "__kernel void flops_" + name +
                "(__global TYPE* out, int m, TYPE a) {\n"
                "    TYPE v[32];\n#pragma unroll\n"
                "    for (int i = 0; i < 32; ++i) v[i] = a * (TYPE)(get_local_id(0) + i);\n"
                "    for (int i = 0; i < m; ++i) {\n#pragma unroll\n"
                "        for (int j = 0; j < 32; ++j) v[j] = " +
                operation +
                ";\n    }\n    TYPE sum = 0;\n#pragma unroll\n    for (int i = 0; i < 32; ++i) sum += v[i];\n"
                "    out[get_global_id(0)] = sum;\n}\n",
            "groups * 256",
            outputOfGroups + "a = 0.999\n"};
}

const std::vector<Generator>& generators() {
    static const std::vector<Generator> all{
        {"empty",
         {"empty", "launch"},
         {"float"},
         {{"groups", {"16", "1024", "16384", "131072"}, Place::Constant}},
         "__kernel void empty(__global TYPE* out) {}\n",
         "groups * 256",
         "out = { buffer = \"TYPE\", count = 1 }\n"},
        flops("add", "v[j] + v[(j + 7) % 32]"),
        flops("mul", "v[j] * v[(j + 7) % 32]"),
        flops("madd", "v[j] * a + v[(j + 7) % 32]"),
        {"global_pattern",
         {"global_pattern", "global", "memory"},
         {"float", "double", "float4"},
         {{"ARRAYS", {"1", "2", "3"}, Place::Macro},
          {"n", {"4194304", "16777216"}, Place::Constant},
          {"stride", {"1", "2"}}},
         "__kernel void global_pattern(__global const TYPE* in0, __global const TYPE* in1,\n"
         "                             __global const TYPE* in2, __global TYPE* out, int stride) {\n"
         "    const int i = get_global_id(0) * stride;\n    TYPE sum = in0[i];\n"
         "#if ARRAYS > 1\n    sum += in1[i];\n#endif\n#if ARRAYS > 2\n    sum += in2[i];\n#endif\n"
         "    out[i] = sum;\n}\n",
         "n",
         "in0 = { buffer = \"TYPE\", count = \"n * stride\", access = \"read\" }\n"
         "in1 = { buffer = \"TYPE\", count = \"n * stride\", access = \"read\" }\n"
         "in2 = { buffer = \"TYPE\", count = \"n * stride\", access = \"read\" }\n"
         "out = { buffer = \"TYPE\", count = \"n * stride\", access = \"write\" }\n"},
        // No compiler knows that "i & turn" takes turns: else nothing is loaded that was just stored, and what
        // is stored again is stored once.
        {"local_move",
         {"local_move", "local"},
         {"float", "double"},
         {{"groups", {"1056", "2112"}, Place::Constant}, {"m", {"512", "1024", "2048"}}},
         "__kernel void local_move(__global TYPE* out, int m, int turn) {\n    __local TYPE tile[1024];\n"
         "    const int l = get_local_id(0);\n    tile[l] = tile[l + 256] = l;\n    "
         "barrier(CLK_LOCAL_MEM_FENCE);\n"
         "    for (int i = 0; i < m; ++i) tile[l + 512 + (i & turn) * 256] = tile[l + (i & turn) * 256];\n"
         "    out[get_global_id(0)] = tile[l + 512];\n}\n",
         "groups * 256",
         outputOfGroups + "turn = 1\n"},
        {"local_madd",
         {"local_madd", "local", "madd"},
         {"float", "double"},
         {{"groups", {"1056"}, Place::Constant},
          {"m", {"512"}},
          {"LOCAL", {"2", "4", "8", "16"}, Place::Macro},
          {"MADDS", {"2", "4", "8", "16"}, Place::Macro}},
         "__kernel void local_madd(__global TYPE* out, int m, int turn, TYPE a) {\n"
         "    __local TYPE tile[(LOCAL + 1) * 256];\n    const int l = get_local_id(0);\n#pragma unroll\n"
         "    for (int j = 0; j <= LOCAL; ++j) tile[l + j * 256] = l;\n    barrier(CLK_LOCAL_MEM_FENCE);\n"
         "    TYPE v[MADDS];\n#pragma unroll\n"
         "    for (int j = 0; j < MADDS; ++j) v[j] = a * (TYPE)(l + j);\n"
         "    for (int i = 0; i < m; ++i) {\n        __local TYPE* row = tile + l + (i & turn) * 256;\n"
         "#pragma unroll\n"
         "        for (int j = 0; j < MADDS; ++j) v[j] = v[j] * a + row[j % LOCAL * 256];\n#pragma unroll\n"
         "        for (int j = MADDS; j < LOCAL; ++j) row[j * 256] = v[j % MADDS];\n    }\n"
         "    TYPE sum = tile[l];\n#pragma unroll\n    for (int j = 0; j < MADDS; ++j) sum += v[j];\n"
         "    out[get_global_id(0)] = sum;\n}\n",
         "groups * 256",
         outputOfGroups + "turn = 1\na = 0.999\n"},
        {"barriers",
         {"barriers", "barrier", "sync"},
         {"float"},
         {{"groups", {"1056", "2112"}, Place::Constant}, {"m", {"256", "512", "1024"}}},
         "__kernel void barriers(__global TYPE* out, int m) {\n"
         "    for (int i = 0; i < m; ++i) barrier(CLK_LOCAL_MEM_FENCE);\n    out[get_global_id(0)] = m;\n}\n",
         "groups * 256",
         outputOfGroups},
        {"hiding",
         {"hiding", "memory", "local"},
         {"float"},
         {{"n", {"16777216"}, Place::Constant}, {"m", {"1", "2", "4", "8", "16", "32", "64"}}},
         "__kernel void hiding(__global const TYPE* in, __global TYPE* out, int m, int turn) {\n"
         "    __local TYPE tile[1024];\n    const int l = get_local_id(0);\n"
         "    tile[l] = tile[l + 256] = tile[l + 512] = in[get_global_id(0)];\n"
         "    for (int i = 0; i < m; ++i) tile[l + 512 + (i & turn) * 256] = tile[l + (i & turn) * 256];\n"
         "    out[get_global_id(0)] = tile[l + 512];\n}\n",
         "n",
         "in = { buffer = \"TYPE\", count = \"n\", access = \"read\" }\n"
         "out = { buffer = \"TYPE\", count = \"n\", access = \"write\" }\nturn = 1\n"}};
    return all;
}

bool has(const Words& words, const std::string& word) {
    return std::find(words.begin(), words.end(), word) != words.end();
}

Words split(const std::string& text, char between) {
    Words parts{""};
    for (const char c : text)
        if (c == between)
            parts.emplace_back();
        else
            parts.back() += c;
    return parts;
}

std::string listed(const Words& words) {
    std::string text;
    for (const auto& word : words) text += (text.empty() ? "" : ",") + word;
    return text;
}

std::string withType(std::string text, const std::string& type) {
    for (std::size_t at = text.find("TYPE"); at != std::string::npos; at = text.find("TYPE", at + type.size()))
        text.replace(at, 4, type);
    return text;
}

Diagnostic fault(const std::string& code, const std::string& message, const std::string& hint) {
    return {"fit." + code, Severity::Error, {}, message, hint};
}

/// What tags of two parts leave: values by argument.
using Chosen = std::map<std::string, Words>;

Words chosenOf(const Chosen& chosen, const std::string& name, const Words& all) {
    const auto found = chosen.find(name);
    return found == chosen.end() ? all : found->second;
}

MeasurementKernel made(const Generator& generator, const std::string& type, const Chosen& chosen) {
    MeasurementKernel kernel{generator.name + (generator.types.size() > 1 ? "_" + type : ""), "", ""};
    kernel.source = "// " + generator.name + ": " + listed(generator.tags) + "\n" +
                    (type == "double" ? "#pragma OPENCL EXTENSION cl_khr_fp64 : enable\n" : "") +
                    withType(generator.source, type);
    std::map<Place, std::string> tables;
    std::string sweep;
    for (const auto& argument : generator.arguments) {
        const Words values = chosenOf(chosen, argument.name, argument.values);
        tables[argument.place] += argument.name + " = " + values.front() + "\n";
        if (values.size() > 1) {
            std::string list;
            for (const auto& value : values) list += (list.empty() ? "" : ", ") + value;
            sweep += argument.name + " = [" + list + "]\n";
        }
    }
    kernel.launch =
        "schema = \"warpstring.launch/1\"\ndescription = \"a measurement kernel: " + listed(generator.tags) +
        "\"\nkernel = \"" + generator.name + "\"\nsource = \"" + kernel.name + ".cl\"\nglobal = [\"" +
        generator.global + "\"]\nlocal = [256]\n";
    if (!tables[Place::Macro].empty()) kernel.launch += "\n[macros]\n" + tables[Place::Macro];
    if (!tables[Place::Constant].empty()) kernel.launch += "\n[constants]\n" + tables[Place::Constant];
    kernel.launch += "\n[args]\n" + withType(generator.buffers, type) + tables[Place::Scalar];
    if (!sweep.empty()) kernel.launch += "\n[sweep]\n" + sweep;
    return kernel;
}

const Argument* argumentOf(const Generator& generator, const std::string& name) {
    const auto found = std::find_if(generator.arguments.begin(), generator.arguments.end(),
                                    [&](const Argument& argument) { return argument.name == name; });
    return found == generator.arguments.end() ? nullptr : &*found;
}

/// A value that is none of a generator's own is as good where it is a whole number.
bool mayBe(const std::string& value) {
    return !value.empty() && value.size() < 10 &&
           std::all_of(
               value.begin(), value.end(), [](unsigned char c) { return c >= '0' && c <= '9'; }) &&
           value != "0";
}

std::optional<Diagnostic> faultOf(const std::string& name, const Words& values) {
    bool isKnown = false;
    for (const auto& generator : generators())
        isKnown = isKnown || name == "dtype" || argumentOf(generator, name);
    if (!isKnown)
        return fault("unknown-argument", "no measurement kernel has an argument \"" + name + "\"",
                     "there are dtype, groups, n, m, stride, ARRAYS, LOCAL, MADDS");
    for (const auto& value : values) {
        const bool isType =
            std::any_of(generators().begin(), generators().end(),
                        [&](const Generator& generator) { return has(generator.types, value); });
        if (name == "dtype" ? isType : mayBe(value)) continue;
        std::string message = "\"";
        message.append(value).append("\" is no value of \"").append(name).append("\"");
        return fault("no-such-value", message,
                     name == "dtype" ? "there are float, double, float4" : "whole numbers above 0");
    }
    return std::nullopt;
}

} // namespace

Result<std::vector<MeasurementKernel>> measurementKernels(const std::vector<std::string>& tags) {
    Words wanted;
    Chosen chosen;
    for (const auto& tag : tags) {
        const auto colon = tag.find(':');
        if (colon == std::string::npos) {
            wanted.push_back(tag);
            continue;
        }
        const std::string name = tag.substr(0, colon);
        chosen[name] = split(tag.substr(colon + 1), ',');
        if (auto wrong = faultOf(name, chosen[name])) return *wrong;
    }
    std::set<std::string> known;
    for (const auto& generator : generators()) known.insert(generator.tags.begin(), generator.tags.end());
    for (const auto& tag : wanted)
        if (!known.contains(tag)) {
            const std::string close = closestName(tag, Words(known.begin(), known.end()));
            return fault("unknown-tag", "no measurement kernel has the tag \"" + tag + "\"",
                         close.empty() ? "there are " + listed(Words(known.begin(), known.end()))
                                       : "did you mean \"" + close + "\"?");
        }
    std::vector<MeasurementKernel> kernels;
    for (const auto& generator : generators()) {
        if (!std::all_of(wanted.begin(), wanted.end(),
                         [&](const auto& tag) { return has(generator.tags, tag); }))
            continue;
        for (const auto& type : generator.types)
            if (has(chosenOf(chosen, "dtype", generator.types), type))
                kernels.push_back(made(generator, type, chosen));
    }
    if (kernels.empty())
        return fault("no-kernels", "no measurement kernel has all of these tags", "ask for fewer tags");
    return kernels;
}

std::string measurementKernelList() {
    std::string text;
    for (const auto& generator : generators()) {
        text += generator.name + ": " + listed(generator.tags) + "; dtype:" + listed(generator.types);
        for (const auto& argument : generator.arguments)
            text += " " + argument.name + ":" + listed(argument.values);
        text += "\n";
    }
    return text;
}

} // namespace warpstring::fit
