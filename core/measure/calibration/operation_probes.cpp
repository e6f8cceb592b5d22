// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measure/calibration/operation_probes.h"

#include <cctype>
#include <cstdint>
#include <cstring>
#include <sstream>

namespace warpstring::measure {

namespace {

/// Why no two steps fold: sums and products of two variables that take turns (Fibonacci's way) have each value
/// used twice; floating point is not associative; a quotient of a quotient is no other quotient.
const std::vector<OperationProbe> probes{
    {"integer_add", "uint", "X = X + Y;", "Y = Y + X;"},
    {"integer_multiply", "uint", "X = X * Y;", "Y = Y * X;"},
    {"integer_mad", "uint", "X = X * Y + A;", "Y = Y * X + B;"},
    {"integer_multiply_24", "uint", "X = mul24(X, Y);", "Y = mul24(Y, X);"},
    {"integer_mad_24", "uint", "X = mad24(X, Y, A);", "Y = mad24(Y, X, B);"},
    {"integer_multiply_high", "uint", "X = mul_hi(X, Y);", "Y = mul_hi(Y, X);"},
    {"integer_divide", "int", "X = A / X;", "X = A / X;", true},
    {"integer_remainder", "int", "X = A % X + B;", "X = A % X + B;", true, "integer_add", 1},
    {"integer_compare", "uint", "X = X < Y ? A : B;", "Y = Y < X ? B : A;", false, "select", 1},
    {"integer_min_max", "uint", "X = max(X, Y) ^ A;", "Y = min(Y, X) ^ B;", false, "logic", 1},
    {"shift", "uint", "X = X << S;", "X = X >> R;"},
    {"logic", "uint", "X = (X & Y) ^ A;", "Y = (Y & X) ^ B;"},
    {"bit_count", "uint", "X = popcount(X);", "X = popcount(X);"},
    {"convert", "uint", "X = as_uint((float)X);", "X = as_uint((float)X);"},
    // Not in turn with the above: there and back again is what compilers fold.
    {"convert.to_integer", "uint", "X = (uint)as_float(X);", "X = (uint)as_float(X);"},
    {"long_add", "ulong", "X = X + Y;", "Y = Y + X;"},
    {"long_multiply", "ulong", "X = X * Y;", "Y = Y * X;", true},
    {"long_multiply_high", "ulong", "X = mul_hi(X, Y);", "Y = mul_hi(Y, X);", true},
    {"long_divide", "long", "X = A / X;", "X = A / X;", true},
    {"long_remainder", "long", "X = A % X + B;", "X = A % X + B;", true, "long_add", 1},
    {"long_compare", "ulong", "X = X < Y ? A : B;", "Y = Y < X ? B : A;", false, "select", 2},
    {"long_min_max", "ulong", "X = max(X, Y) ^ A;", "Y = min(Y, X) ^ B;", false, "long_logic", 1},
    {"long_shift", "ulong", "X = X << S;", "X = X >> R;"},
    {"long_logic", "ulong", "X = (X & Y) ^ A;", "Y = (Y & X) ^ B;"},
    {"float_add", "float", "X = X + A;", "X = X + A;"},
    {"float_multiply", "float", "X = X * A;", "X = X * A;"},
    {"float_mad", "float", "X = mad(X, A, B);", "X = mad(X, A, B);"},
    {"float_divide", "float", "X = A / X;", "X = A / X;", true},
    {"float_compare", "float", "X = X < Y ? A : B;", "Y = Y < X ? B : A;", false, "select", 1},
    {"float_min_max", "float", "X = fmax(Y, -X);", "Y = fmax(X, -Y);"},
    {"reciprocal", "float", "X = native_recip(X);", "X = native_recip(X);"},
    {"reciprocal_square_root", "float", "X = rsqrt(X);", "X = rsqrt(X);", true},
    {"square_root", "float", "X = sqrt(X);", "X = sqrt(X);", true},
    {"reciprocal_square_root.native", "float", "X = native_rsqrt(X);", "X = native_rsqrt(X);"},
    {"square_root.native", "float", "X = native_sqrt(X);", "X = native_sqrt(X);"},
    {"native_divide", "float", "X = native_divide(A, X);", "X = native_divide(A, X);"},
    {"native_sine_cosine", "float", "X = native_cos(X);", "X = native_cos(X);"},
    {"native_exponential", "float", "X = native_exp(-X);", "X = native_exp(-X);"},
    {"native_logarithm", "float", "X = native_log(fabs(X));", "X = native_log(fabs(X));"},
    {"native_power", "float", "X = native_powr(X, A);", "X = native_powr(X, A);"},
    {"sine_cosine", "float", "X = cos(X);", "X = cos(X);", true},
    {"exponential", "float", "X = exp(-X);", "X = exp(-X);", true},
    {"logarithm", "float", "X = log(fabs(X));", "X = log(fabs(X));", true},
    {"power", "float", "X = pow(X, A);", "X = pow(X, A);", true},
    {"other_math", "float", "X = atan(X) + A;", "X = atan(X) + A;", true, "float_add", 1},
    {"double_add", "double", "X = X + A;", "X = X + A;"},
    {"double_multiply", "double", "X = X * A;", "X = X * A;"},
    {"double_mad", "double", "X = fma(X, A, B);", "X = fma(X, A, B);"},
    {"double_divide", "double", "X = A / X;", "X = A / X;", true},
    {"double_compare", "double", "X = X < Y ? A : B;", "Y = Y < X ? B : A;", false, "select", 2},
    {"double_min_max", "double", "X = fmax(Y, -X);", "Y = fmax(X, -Y);", true},
    {"double_square_root", "double", "X = sqrt(X);", "X = sqrt(X);", true},
    {"double_math", "double", "X = exp(-X);", "X = exp(-X);", true},
};

bool isWord(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

bool uses(const OperationProbe& probe, char variable) {
    for (const std::string_view text : {probe.even, probe.odd})
        for (std::size_t i = 0; i < text.size(); ++i)
            if (text[i] == variable && (i == 0 || !isWord(text[i - 1])) &&
                (i + 1 == text.size() || !isWord(text[i + 1])))
                return true;
    return false;
}

/// A statement with the variables of chain `chain`; constants bear the prefix alone.
std::string stepText(std::string_view text, const std::string& prefix, int chain) {
    std::string out;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        const bool stands = (i == 0 || !isWord(text[i - 1])) && (i + 1 == text.size() || !isWord(text[i + 1]));
        if (stands && (c == 'X' || c == 'Y'))
            out += prefix + static_cast<char>(std::tolower(c)) + std::to_string(chain);
        else if (stands && (c == 'A' || c == 'B' || c == 'S' || c == 'R'))
            out += prefix + static_cast<char>(std::tolower(c));
        else
            out += c;
    }
    return out;
}

bool isInteger(const OperationProbe& probe) { return probe.type != "float" && probe.type != "double"; }

void declare(std::ostringstream& text, const OperationProbe& probe, const std::string& prefix,
             const std::string& buffer, int chains) {
    const std::string type(probe.type);
    text << "    const " << type << " " << prefix << "a = " << buffer << "[place + 2u], " << prefix
         << "b = " << buffer << "[place + 3u];\n";
    if (isInteger(probe))
        text << "    const uint " << prefix << "s = ((uint)" << prefix << "a & 7u) + 1u, " << prefix
             << "r = ((uint)" << prefix << "a >> 3 & 7u) + 1u;\n";
    for (int k = 0; k < chains; ++k) {
        const std::string offset = isInteger(probe) ? std::to_string(2 * k) : std::to_string(k) + " * 0.0625f";
        text << "    " << type << " " << prefix << "x" << k << " = " << buffer << "[place] + (" << type << ")("
             << offset << ");\n";
        if (uses(probe, 'Y'))
            text << "    " << type << " " << prefix << "y" << k << " = " << buffer << "[place + 1u] + (" << type
                 << ")(" << offset << ");\n";
    }
}

std::string sum(const OperationProbe& probe, const std::string& prefix, int chains) {
    std::string text;
    for (int k = 0; k < chains; ++k) {
        text += (k > 0 ? " + " : "") + prefix + "x" + std::to_string(k);
        if (uses(probe, 'Y')) text += " + " + prefix + "y" + std::to_string(k);
    }
    return text;
}

constexpr const char* beginning = "    const uint item = (uint)get_global_id(0), place = (item & 1023u) * 4u;\n"
                                  "    ulong start, end;\n";
constexpr const char* loop = "    READ_CLOCK(start);\n"
                             "#pragma unroll 1\n"
                             "    for (uint i = 0u; i < iterations; ++i) {\n";
constexpr const char* ending = "    }\n"
                               "    READ_CLOCK(end);\n"
                               "    if (item == 0u) stamps[0] = end - start;\n";

template <class T, class Make>
std::vector<unsigned char> bytesOf(Make make) {
    std::vector<unsigned char> bytes(4096 * sizeof(T));
    for (std::size_t i = 0; i < 4096; ++i) {
        const T value = make(i / 4, i % 4);
        std::memcpy(bytes.data() + i * sizeof(T), &value, sizeof(T));
    }
    return bytes;
}

} // namespace

const std::vector<OperationProbe>& operationProbes() { return probes; }

const OperationProbe* findOperationProbe(std::string_view name) {
    for (const OperationProbe& probe : probes)
        if (probe.name == name) return &probe;
    return nullptr;
}

std::string calibrationPrelude(CalibrationClock clock, bool hasDouble) {
    std::string text = hasDouble ? "#pragma OPENCL EXTENSION cl_khr_fp64 : enable\n" : "";
    if (clock == CalibrationClock::NvidiaAssembly)
        return text +
               "#define READ_CLOCK(v) asm volatile(\"mov.u64 %0, %%clock64;\" : \"=l\"(v) : : \"memory\")\n";
    return text + "#define READ_CLOCK(v) v = 0ul\n";
}

std::string operationKernel(const OperationProbe& probe, const std::string& kernelName,
                            const ChainShape& shape) {
    std::ostringstream text;
    text << "__kernel void " << kernelName << "(__global const " << probe.type << "* in, __global "
         << probe.type << "* out,\n    __global ulong* stamps, uint iterations)\n{\n"
         << beginning;
    declare(text, probe, "", "in", shape.chains);
    text << loop;
    for (int step = 0; step < shape.steps; ++step) {
        text << "        ";
        for (int k = 0; k < shape.chains; ++k)
            text << stepText(step % 2 == 0 ? probe.even : probe.odd, "", k) << " ";
        text << "\n";
    }
    text << ending << "    out[item] = " << sum(probe, "", shape.chains) << ";\n}\n";
    return text.str();
}

std::string mixtureKernel(const OperationProbe& first, const OperationProbe& second, int every,
                          const std::string& kernelName, const ChainShape& shape) {
    std::ostringstream text;
    text << "__kernel void " << kernelName << "(__global const " << first.type << "* in, __global "
         << first.type << "* out,\n    __global ulong* stamps, uint iterations, __global const " << second.type
         << "* in2, __global " << second.type << "* out2)\n{\n"
         << beginning;
    declare(text, first, "p", "in", shape.chains);
    declare(text, second, "q", "in2", shape.chains);
    text << loop;
    for (int step = 0; step < shape.steps; ++step) {
        text << "        ";
        for (int k = 0; k < shape.chains; ++k) {
            text << stepText(step % 2 == 0 ? first.even : first.odd, "p", k) << " ";
            if ((step + 1) % every == 0)
                text << stepText(step / every % 2 == 0 ? second.even : second.odd, "q", k) << " ";
        }
        text << "\n";
    }
    text << ending << "    out[item] = " << sum(first, "p", shape.chains)
         << ";\n    out2[item] = " << sum(second, "q", shape.chains) << ";\n}\n";
    return text.str();
}

std::vector<unsigned char> operationInputs(std::string_view type) {
    // X and Y odd and small, A large: quotients are never 0, and products never become it.
    const auto whole = [](std::size_t item, std::size_t which, std::uint64_t large) -> std::uint64_t {
        switch (which) {
        case 0: return 3 + 2 * (item % 64);
        case 1: return 5 + 2 * (item % 32);
        case 2: return large - 2 * (item % 1000);
        default: return 1;
        }
    };
    const auto real = [](std::size_t item, std::size_t which) -> double {
        switch (which) {
        case 0: return 1.0 + static_cast<double>(item % 64) / 128;
        case 1: return 1.25 + static_cast<double>(item % 32) / 128;
        case 2: return 1.0 + 1e-6 * static_cast<double>(1 + item % 16);
        default: return 1e-7 * static_cast<double>(1 + item % 16);
        }
    };
    if (type == "double") return bytesOf<double>(real);
    if (type == "float")
        return bytesOf<float>(
            [&](std::size_t item, std::size_t which) { return static_cast<float>(real(item, which)); });
    if (type == "ulong" || type == "long")
        return bytesOf<std::uint64_t>(
            [&](std::size_t item, std::size_t which) { return whole(item, which, 4000000000000000011U); });
    return bytesOf<std::uint32_t>([&](std::size_t item, std::size_t which) {
        return static_cast<std::uint32_t>(whole(item, which, 2000000011U));
    });
}

} // namespace warpstring::measure
