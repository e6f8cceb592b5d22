// SPDX-License-Identifier: GPL-3.0-or-later
#include <sstream>
#include <stdexcept>

#include "samples/references/references.h"

namespace warpstring::samples {

namespace {

/// One of the basic operations, for float in double precision and for uint with its wrap-around.
template <class T>
T applied(const std::string& operation, T value, T operand) {
    if (operation == "BASE") return value;
    if (operation == "ADD") return value + operand;
    if (operation == "SUB") return value - operand;
    if (operation == "MUL") return value * operand;
    if (operation == "DIV") return value / operand;
    throw std::out_of_range("no operation \"" + operation + "\"");
}

std::uint32_t unsignedAt(const LaunchData::Buffer& buffer, std::uint64_t index) {
    return static_cast<std::uint32_t>(buffer[index]);
}

} // namespace

std::string macroText(const LaunchData& launch, const std::string& name) {
    std::istringstream options(launch.launch().options);
    const std::string start = "-D" + name + "=";
    for (std::string word; options >> word;)
        if (word.starts_with(start)) return word.substr(start.size());
    throw std::out_of_range("the launch has no macro \"" + name + "\"");
}

/// Nothing is computed, so all remains as it was.
std::vector<double> emptyReference(const LaunchData& launch, const std::string& buffer, Indices indices) {
    if (buffer != "memory") return {};
    const auto memory = launch.buffer("memory");
    std::vector<double> values;
    for (const std::uint64_t index : indices) values.push_back(memory[index]);
    return values;
}

std::vector<double> workGroupReference(const LaunchData& launch, const std::string& buffer, Indices indices) {
    if (buffer != "out") return {};
    const auto in = launch.buffer("in");
    const double divisor = launch.number("divisor");
    std::vector<double> values;
    for (const std::uint64_t index : indices) values.push_back(in[index] / divisor);
    return values;
}

std::vector<double> basicOpReference(const LaunchData& launch, const std::string& buffer, Indices indices) {
    if (buffer != "out") return {};
    const auto in = launch.buffer("in");
    const std::string operation = macroText(launch, "OP");
    const bool isInteger = macroText(launch, "TYPE") == "uint";
    const double operand = launch.number("operand");
    std::vector<double> values;
    for (const std::uint64_t index : indices)
        values.push_back(isInteger
                             ? applied(operation, unsignedAt(in, index), static_cast<std::uint32_t>(operand))
                             : applied(operation, in[index], operand));
    return values;
}

/// value OP operand, N times; for DIV operand / value.
std::vector<double> multipleOpsFloatReference(const LaunchData& launch, const std::string& buffer,
                                              Indices indices) {
    if (buffer != "out") return {};
    const auto in = launch.buffer("in");
    const std::string operation = macroText(launch, "OP");
    const double operand = launch.number("operand");
    const std::int64_t count = launch.integer("N");
    std::vector<double> values;
    for (const std::uint64_t index : indices) {
        double value = in[index];
        for (std::int64_t i = 0; i < count; ++i)
            value = operation == "DIV" ? operand / value : applied(operation, value, operand);
        values.push_back(value);
    }
    return values;
}

/// Two values that take turns, x_i = x_(i-2) OP x_(i-1) from the seed and the operand; for DIV a chain as of
/// floats. The output is the exclusive or of the last two.
std::vector<double> multipleOpsIntReference(const LaunchData& launch, const std::string& buffer,
                                            Indices indices) {
    if (buffer != "out") return {};
    const auto in = launch.buffer("in");
    const std::string operation = macroText(launch, "OP");
    const auto operand = static_cast<std::uint32_t>(launch.number("operand"));
    const std::int64_t count = launch.integer("N");
    std::vector<double> values;
    for (const std::uint64_t index : indices) {
        std::uint32_t before = unsignedAt(in, index) | 1U;
        std::uint32_t last = operand;
        for (std::int64_t i = 0; i < count; ++i) {
            if (operation == "DIV") {
                before = operand / before;
                continue;
            }
            const std::uint32_t next = applied(operation, before, last);
            before = last;
            last = next;
        }
        values.push_back(before ^ last);
    }
    return values;
}

} // namespace warpstring::samples
