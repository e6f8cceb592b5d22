// SPDX-License-Identifier: GPL-3.0-or-later
#include "generate/nests/called_functions.h"

#include <algorithm>
#include <array>
#include <optional>
#include <regex>
#include <string_view>
#include <utility>

#include "generate/nests/nest_fault.h"

namespace warpstring::generate {

namespace {

using frontend::CExpression;
using frontend::CFunction;
using frontend::CStatement;
using frontend::CVariable;

constexpr auto libraryFunctions = std::to_array<std::string_view>(
    {"sqrt", "cbrt",  "fabs",   "exp",  "exp2",  "expm1", "log",  "log2", "log10", "sin",      "cos",   "tan",
     "asin", "acos",  "atan",   "sinh", "cosh",  "tanh",  "erf",  "erfc", "ceil",  "floor",    "trunc", "round",
     "rint", "log1p", "tgamma", "pow",  "hypot", "atan2", "fmin", "fmax", "fmod",  "copysign", "fma"});

int operandsOf(std::string_view name) {
    if (name == "fma") return 3;
    static constexpr std::array<std::string_view, 7> two{"pow",  "hypot", "atan2",   "fmin",
                                                         "fmax", "fmod",  "copysign"};
    return std::ranges::find(two, name) == two.end() ? 1 : 2;
}

struct LibraryFunction {
    std::string_view name; // as OpenCL C has it
    ScalarType type = ScalarType::Double;
};

std::optional<LibraryFunction> libraryFunction(std::string_view name) {
    for (const std::string_view known : libraryFunctions) {
        if (name == known) return LibraryFunction{known, ScalarType::Double};
        if (name.size() == known.size() + 1 && name.back() == 'f' && name.starts_with(known))
            return LibraryFunction{known, ScalarType::Float};
    }
    return std::nullopt;
}

/// `float sqrtf(float a) { return sqrt(a); }`; OpenCL C has those of double by their names.
UserFunction wrapped(const std::string& name, const LibraryFunction& function) {
    UserFunction made;
    made.name = name;
    made.result = {function.type, 1};
    const std::string type = warpstring::name(made.result);
    made.text = type + " " + name + "(";
    std::string arguments;
    static constexpr std::string_view letters = "abc";
    for (int i = 0; i < operandsOf(function.name); ++i) {
        const char letter = letters[static_cast<std::size_t>(i)];
        made.parameters.push_back(made.result);
        made.text.append(i > 0 ? ", " : "").append(type).append(" ").append(1, letter);
        arguments.append(i > 0 ? ", " : "").append(1, letter);
    }
    made.text += ") { return " + std::string(function.name) + "(" + arguments + "); }";
    return made;
}

[[noreturn]] void refuseEffect(const CFunction& function, const SourceLocation& place,
                               const std::string& what) {
    refuseNest("nest.side-effect", place, "\"" + function.name + "\" " + what,
               "functions that a nest calls compute a value of their arguments, nothing else");
}

void refuseWithin(const CFunction& function, const CExpression& expr) {
    if (expr.kind == CExpression::Kind::Other && expr.name == "a call by a pointer")
        refuseEffect(function, expr.place, "calls what a pointer points to");
    if (expr.variable >= 0) {
        const CVariable& variable = function.variables[static_cast<std::size_t>(expr.variable)];
        if (variable.isGlobal)
            refuseEffect(function, expr.place, "uses \"" + variable.name + "\", which is global");
    }
    for (const CExpression& operand : expr.operands) refuseWithin(function, operand);
}

void refuseEffects(const CFunction& function, const CStatement& statement) {
    if (statement.kind == CStatement::Kind::Evaluate)
        refuseEffect(function, statement.place, "calls a function whose value nobody takes");
    for (const CExpression& expr : statement.expressions) refuseWithin(function, expr);
    for (const CStatement& child : statement.children) refuseEffects(function, child);
}

} // namespace

std::string operatorOfC(const std::string& name) {
    if (name == "abs") return name;
    const auto known = libraryFunction(name);
    if (!known) return {};
    if (known->name == "fmin") return "min";
    if (known->name == "fmax") return "max";
    return operandCount(known->name) > 0 ? std::string(known->name) : std::string();
}

const CFunction* CalledFunctions::defined(const std::string& name) const {
    const auto found = std::ranges::find(file_.functions, name, &CFunction::name);
    return found == file_.functions.end() ? nullptr : &*found;
}

UserFunction CalledFunctions::call(const std::string& name, const SourceLocation& place) {
    const auto known = std::ranges::find(functions_, name, &UserFunction::name);
    if (known != functions_.end()) return *known;
    if (std::ranges::find(path_, name) != path_.end()) {
        std::string way;
        for (const std::string& step : path_) way.append(step).append(" -> ");
        refuseNest("nest.recursion", place, "\"" + name + "\" calls itself: " + way + name,
                   "OpenCL C has no recursion: write it as a loop");
    }
    const CFunction* function = defined(name);
    const auto library = function == nullptr ? libraryFunction(name) : std::nullopt;
    if (library) {
        functions_.push_back(wrapped(name, *library));
        return functions_.back();
    }
    if (function == nullptr)
        refuseNest("nest.side-effect", place,
                   "\"" + name + "\" has no body here, and what it does is not known",
                   "put its definition into the file");
    if (function->isAnnotated)
        refuseNest("nest.several", place, "\"" + name + "\" has parallel loops of its own",
                   "one function has the whole nest");
    if (!function->hasResult) refuseEffect(*function, place, "gives no value");
    if (function->isOther)
        refuseNest("nest.type", place, "what \"" + name + "\" gives is of no arithmetic type of OpenCL C");
    UserFunction made;
    made.name = name;
    made.result = function->result;
    made.text = function->text;
    made.place = function->place;
    for (std::size_t i = 0; i < function->parameters; ++i) {
        const CVariable& parameter = function->variables[i];
        if (parameter.isPointer)
            refuseNest("nest.pointer-argument", place,
                       "\"" + name + "\" takes a pointer, \"" + parameter.name + "\"",
                       "hand elements to it, or write what it does into the nest");
        if (parameter.isOther)
            refuseNest("nest.type", parameter.place,
                       "\"" + parameter.name + "\" is of no arithmetic type of OpenCL C");
        made.parameters.push_back(parameter.type);
    }
    refuseEffects(*function, function->body);
    path_.push_back(name);
    for (const std::string& callee : function->calls)
        if (callee != "abs") static_cast<void>(call(callee, function->place));
    path_.pop_back();
    functions_.push_back(std::move(made));
    return functions_.back();
}

void CalledFunctions::add(UserFunction function) {
    std::erase_if(functions_, [&](const UserFunction& own) { return own.name == function.name; });
    functions_.push_back(std::move(function));
}

std::string CalledFunctions::unusedName(std::string name) const {
    while (defined(name) != nullptr) name += '_';
    return name;
}

std::string CalledFunctions::preamble() const {
    static constexpr auto types =
        std::to_array<std::pair<std::string_view, std::string_view>>({{"int8_t", "char"},
                                                                      {"uint8_t", "uchar"},
                                                                      {"int16_t", "short"},
                                                                      {"uint16_t", "ushort"},
                                                                      {"int32_t", "int"},
                                                                      {"uint32_t", "uint"},
                                                                      {"int64_t", "long"},
                                                                      {"uint64_t", "ulong"},
                                                                      {"_Bool", "bool"}});
    std::string text;
    for (const auto& [own, known] : types) {
        const std::regex word("\\b" + std::string(own) + "\\b");
        const bool isUsed = std::ranges::any_of(
            functions_, [&](const UserFunction& function) { return std::regex_search(function.text, word); });
        if (isUsed) text.append("typedef ").append(known).append(" ").append(own).append(";\n");
    }
    return text;
}

} // namespace warpstring::generate
