// SPDX-License-Identifier: GPL-3.0-or-later
#include "generate/nests/read_nest.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <regex>
#include <utility>

#include "generate/form/build.h"
#include "generate/nests/assemble.h"
#include "generate/nests/execution.h"
#include "generate/nests/independence.h"
#include "generate/nests/lift.h"
#include "generate/nests/nest_fault.h"
#include "pdg/frontend/annotated/read_c.h"

namespace warpstring::generate {

namespace {

using frontend::CExpression;
using frontend::CFile;
using frontend::CFunction;
using frontend::CVariable;
using Sizes = std::map<std::string, std::int64_t>;

const CFunction& annotatedFunction(const CFile& file, const std::string& name) {
    const CFunction* found = nullptr;
    for (const CFunction& function : file.functions) {
        if (!function.isAnnotated) continue;
        if (found != nullptr)
            refuseNest("nest.several", function.place,
                       "\"" + found->name + "\" and \"" + function.name + "\" have parallel loops both",
                       "a file has one nest");
        found = &function;
    }
    if (found == nullptr)
        refuseNest("nest.no-loop", {name, 0, 0}, "no loop of the file is parallel",
                   "#pragma warpstring parallel before a for");
    return *found;
}

bool isSizeParameter(const CVariable& variable) {
    return variable.isParameter && !variable.isPointer && !variable.isOther &&
           !isFloating(variable.type.scalar);
}

KnownSizes knownSizes(const CFile& file, const CFunction& function, const Sizes& given) {
    KnownSizes known;
    const auto set = [&](const std::string& name, std::int64_t value) {
        for (std::size_t i = 0; i < function.parameters; ++i) {
            if (function.variables[i].name != name || !isSizeParameter(function.variables[i])) continue;
            known[static_cast<int>(i)] = value;
            return true;
        }
        return false;
    };
    for (const frontend::SizeAnnotation& size : file.sizes) {
        if (!set(size.name, size.value))
            refuseNest("nest.pragma", size.place,
                       "\"" + function.name + "\" has no whole number \"" + size.name + "\" to give a size",
                       "a macro gets another value by -D");
    }
    for (const auto& [name, value] : given) static_cast<void>(set(name, value));
    return known;
}

std::optional<std::int64_t> lengthOf(const CExpression& expr, const KnownSizes& sizes) {
    if (expr.kind == CExpression::Kind::Integer) return expr.integer;
    if (expr.kind == CExpression::Kind::Convert) return lengthOf(expr.operands[0], sizes);
    if (expr.kind == CExpression::Kind::Variable) {
        const auto known = sizes.find(expr.variable);
        return known == sizes.end() ? std::nullopt : std::optional(known->second);
    }
    if (expr.kind != CExpression::Kind::Binary) return std::nullopt;
    const auto a = lengthOf(expr.operands[0], sizes);
    const auto b = lengthOf(expr.operands[1], sizes);
    constexpr std::int64_t most = std::numeric_limits<std::int32_t>::max();
    if (!a || !b || std::abs(*a) > most || std::abs(*b) > most) return std::nullopt;
    if (expr.name == "+") return *a + *b;
    if (expr.name == "-") return *a - *b;
    if (expr.name == "*") return *a * *b;
    if (expr.name == "/" && *b != 0) return *a / *b;
    return std::nullopt;
}

NestBuffer bufferOf(const CVariable& variable, const KnownSizes& sizes) {
    NestBuffer buffer;
    buffer.name = variable.name;
    buffer.type = variable.type;
    buffer.isRestrict = variable.isRestrict;
    buffer.isConstant = variable.isConstant;
    buffer.place = variable.place;
    if (variable.isOther)
        refuseNest("nest.type", variable.place,
                   "the elements of \"" + variable.name + "\" are of no arithmetic type of OpenCL C",
                   "structures become an array for each part");
    if (variable.isOpen) buffer.lengths.push_back(0);
    double elements = 1;
    for (const CExpression& length : variable.lengths) {
        const auto known = lengthOf(length, sizes);
        if (!known)
            refuseNest("nest.size", length.place, "a length of \"" + variable.name + "\" is not known",
                       "-D NAME=VALUE gives a parameter of int its value, or #pragma warpstring size NAME = "
                       "VALUE");
        if (*known < 1)
            refuseNest("nest.size", length.place, "a length of \"" + variable.name + "\" is not positive");
        elements *= static_cast<double>(*known);
        buffer.lengths.push_back(*known);
    }
    if (elements > std::numeric_limits<std::int32_t>::max())
        refuseNest("nest.size", variable.place,
                   "\"" + variable.name + "\" has more elements than an int counts",
                   "give its sizes smaller values: -D NAME=VALUE");
    return buffer;
}

/// Clang's word on the functions as OpenCL C.
void refuseFaulty(const std::vector<UserFunction>& functions, const std::string& preamble) {
    std::string text = preamble;
    for (const UserFunction& function : functions) text += function.text + "\n";
    text += "kernel void warpstring_nest(void) {}\n";
    const auto kernels = frontend::listKernels({"functions of the nest", text}, {});
    if (kernels) return;
    for (const Diagnostic& found : kernels.diagnostics()) {
        if (found.severity != Severity::Error) continue;
        refuseNest("nest.function", functions.empty() ? SourceLocation() : functions.back().place,
                   "a function that the nest calls is none of OpenCL C: " + found.message);
    }
}

Nest nestOf(const CFile& file, const std::string& name, const Sizes& given) {
    const CFunction& function = annotatedFunction(file, name);
    const KnownSizes sizes = knownSizes(file, function, given);
    std::vector<NestBuffer> buffers;
    std::map<int, std::size_t> numbers;
    for (std::size_t i = 0; i < function.parameters; ++i) {
        const CVariable& variable = function.variables[i];
        if (!variable.isPointer) continue;
        numbers[static_cast<int>(i)] = buffers.size();
        buffers.push_back(bufferOf(variable, sizes));
    }
    CalledFunctions called(file);
    // Once to see what is accessed, and again with the shapes that this tells.
    const NestMeaning probed = Execution(function, sizes, buffers, numbers, called).run();
    for (const ElementAccess& access : probed.accesses)
        (access.isStore ? buffers[access.buffer].isWritten : buffers[access.buffer].isRead) = true;
    Nest nest;
    nest.assumptions = checkIndependence(buffers, probed.accesses);
    nest.assumptions.insert(nest.assumptions.end(), probed.assumptions.begin(), probed.assumptions.end());
    settleShapes(buffers, probed.accesses);
    const NestMeaning meaning = Execution(function, sizes, buffers, numbers, called).run();

    nest.program.name = function.name;
    nest.program.functions = called.functions();
    nest.program.preamble = called.preamble();
    refuseFaulty(nest.program.functions, nest.program.preamble);
    std::vector<std::string> taken = {function.name};
    for (const NestBuffer& buffer : buffers) {
        if (!buffer.isRead) continue;
        nest.program.parameters.push_back(buffer.parameter);
        taken.push_back(buffer.name);
    }
    for (const VariablePointer& scalar : meaning.scalars) {
        nest.program.parameters.push_back(scalar);
        taken.push_back(scalar->name);
    }
    AssembledNest whole = assembled(meaning, buffers, std::move(taken), function.place);
    nest.program.body = lifted(whole.body);
    nest.results = std::move(whole.results);
    nest.warnings = file.warnings;
    return nest;
}

/// Sizes that are no parameters of the nest's function are macros.
Sizes macrosOf(const CFile& file, std::string_view text, const std::string& name, const Sizes& sizes) {
    const CFunction& function = annotatedFunction(file, name);
    Sizes macros;
    for (const auto& [own, value] : sizes) {
        std::vector<std::string> known;
        for (std::size_t i = 0; i < function.parameters; ++i)
            if (isSizeParameter(function.variables[i])) known.push_back(function.variables[i].name);
        if (std::ranges::find(known, own) != known.end()) continue;
        const bool isName = std::regex_match(own, std::regex("[A-Za-z_][A-Za-z0-9_]*"));
        if (!isName || !std::regex_search(std::string(text), std::regex("\\b" + own + "\\b"))) {
            const std::string closest = closestName(own, known);
            refuseNest("nest.size", {name, 0, 0}, "there is no size \"" + own + "\" to set",
                       closest.empty() ? "parameters of int and macros are sizes"
                                       : "do you mean \"" + closest + "\"?");
        }
        macros[own] = value;
    }
    return macros;
}

} // namespace

Result<Nest> readNest(std::string_view text, const std::string& file, const Sizes& sizes) {
    try {
        const frontend::KernelSource source{file, std::string(text)};
        Result<CFile> parsed = frontend::readAnnotatedC(source);
        if (!parsed) return parsed.diagnostics();
        const Sizes macros = macrosOf(*parsed, text, file, sizes);
        if (!macros.empty()) {
            parsed = frontend::readAnnotatedC(source, macros);
            if (!parsed) return parsed.diagnostics();
        }
        return nestOf(*parsed, file, sizes);
    } catch (const NestFault& fault) {
        return fault.diagnostic;
    }
}

} // namespace warpstring::generate
