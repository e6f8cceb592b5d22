// SPDX-License-Identifier: GPL-3.0-or-later
#include "generate/code/host_reference.h"

#include <algorithm>
#include <cctype>
#include <map>
#include <set>
#include <vector>

#include "generate/code/c99_vectors.h"

namespace warpstring::generate {
namespace {

/// OpenCL C's words that C lacks, each with what makes it C.
const std::map<std::string, std::string>& definitions() {
    static const std::map<std::string, std::string> all = {
        {"uchar", "typedef unsigned char uchar;"},
        {"ushort", "typedef unsigned short ushort;"},
        {"uint", "typedef unsigned int uint;"},
        {"ulong", "typedef unsigned long ulong;"},
        {"constant", "#define constant static const"},
        {"private", "#define private"},
        {"M_PI_F", "#define M_PI_F 3.14159265358979f"},
        {"min", "#define min(a, b) ((b) < (a) ? (b) : (a))"},
        {"max", "#define max(a, b) ((a) < (b) ? (b) : (a))"},
        {"clamp", "#define clamp(x, low, high) ((x) < (low) ? (low) : (high) < (x) ? (high) : (x))"},
        {"mad", "#define mad(a, b, c) ((a) * (b) + (c))"},
        {"rsqrt", "#define rsqrt(x) (1 / sqrt(x))"},
        {"native_exp", "#define native_exp(x) exp(x)"},
        {"native_log", "#define native_log(x) log(x)"},
        {"native_sin", "#define native_sin(x) sin(x)"},
        {"native_cos", "#define native_cos(x) cos(x)"},
        {"native_sqrt", "#define native_sqrt(x) sqrt(x)"},
        {"native_rsqrt", "#define native_rsqrt(x) (1 / sqrt(x))"},
        {"native_recip", "#define native_recip(x) (1 / (x))"},
        {"native_divide", "#define native_divide(a, b) ((a) / (b))"},
    };
    return all;
}

/// What C99 calls as OpenCL C does; <tgmath.h> takes floats and doubles.
const std::set<std::string>& shared() {
    static const std::set<std::string> all = {
        "fabs",   "sqrt",   "exp",    "exp2",  "log",      "log2",    "log10",   "sin",  "cos",
        "tan",    "asin",   "acos",   "atan",  "atan2",    "sinh",    "cosh",    "tanh", "floor",
        "ceil",   "round",  "trunc",  "rint",  "pow",      "fma",     "fmin",    "fmax", "fmod",
        "hypot",  "cbrt",   "fdim",   "ldexp", "abs",      "isnan",   "if",      "for",  "while",
        "switch", "return", "sizeof", "isinf", "isfinite", "signbit", "copysign"};
    return all;
}

bool isWordCharacter(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

struct Word {
    std::string text;
    bool isCalled = false; ///< a parenthesis follows
};

std::vector<Word> wordsOf(const std::string& text) {
    std::vector<Word> words;
    for (std::size_t at = 0; at < text.size();) {
        if (text.compare(at, 2, "//") == 0) {
            at = std::min(text.size(), text.find('\n', at));
            continue;
        }
        if (text.compare(at, 2, "/*") == 0) {
            const std::size_t end = text.find("*/", at + 2);
            at = end == std::string::npos ? text.size() : end + 2;
            continue;
        }
        if (!isWordCharacter(text[at])) {
            ++at;
            continue;
        }
        std::size_t end = at;
        while (end < text.size() && isWordCharacter(text[end])) ++end;
        if (std::isdigit(static_cast<unsigned char>(text[at])) == 0)
            words.push_back({text.substr(at, end - at), end < text.size() && text[end] == '('});
        at = end;
    }
    return words;
}

bool isVectorType(const std::string& word) {
    const std::size_t end = word.find_last_not_of("0123456789");
    if (end == std::string::npos || end + 1 == word.size()) return false;
    static const std::set<std::string> scalars = {"char", "uchar", "short", "ushort", "int",   "uint",
                                                  "long", "ulong", "half",  "float",  "double"};
    return scalars.contains(word.substr(0, end + 1));
}

Diagnostic notInC(const std::string& what) {
    Diagnostic fault;
    fault.code = "generate.host-reference";
    fault.message = "there is no reference in C: C has no " + what;
    fault.hint = "the reference in OpenCL C is there";
    return fault;
}

/// The program by loops of one work-item.
Result<Generated> serialOf(const Program& program) {
    CodeOptions options;
    options.isReference = true;
    options.isSerial = true;
    return generateCode(program, options);
}

std::string declaration(const Generated& serial) {
    const GeneratedKernel& kernel = serial.kernels.front();
    std::string parameters;
    const auto add = [&](const std::string& parameter) {
        parameters += (parameters.empty() ? "" : ", ") + parameter;
    };
    const auto addBuffers = [&](bool areResults) {
        for (const GeneratedKernel::Argument& argument : kernel.arguments) {
            const GeneratedBuffer& buffer = serial.buffers[argument.buffer];
            if ((buffer.role == GeneratedBuffer::Role::Result) != areResults) continue;
            add((argument.isWritten ? "" : "const ") + name(buffer.type) + "* restrict " + buffer.name);
        }
    };
    addBuffers(false);
    for (const GeneratedScalar& scalar : kernel.scalars) add(name(scalar.type) + " " + scalar.name);
    addBuffers(true);
    return "void " + kernel.name + "(" + parameters + ")";
}

bool hasVectors(const std::string& text) {
    return std::ranges::any_of(wordsOf(text), [](const Word& word) { return isVectorType(word.text); });
}

/// Buffers and scalars of the kernel.
std::map<std::string, ValueType> parametersOf(const Generated& serial) {
    std::map<std::string, ValueType> names;
    for (const GeneratedBuffer& buffer : serial.buffers) names[buffer.name] = buffer.type;
    for (const GeneratedScalar& scalar : serial.kernels.front().scalars) names[scalar.name] = scalar.type;
    return names;
}

/// The lines that the text needs before it; `own` is what it has of itself. Errors: generate.host-reference.
Result<std::string> prelude(const Program& program, const std::string& text, std::set<std::string> own) {
    for (const UserFunction& function : program.functions) own.insert(function.name);
    const std::vector<Word> words = wordsOf(text);
    for (std::size_t i = 0; i + 1 < words.size(); ++i) { // macros and structs of the person's
        const bool names = words[i].text == "define" || words[i].text == "struct";
        if (names && !parseValueType(words[i + 1].text)) own.insert(words[i + 1].text);
    }
    std::string lines = "#include <float.h>\n#include <limits.h>\n#include <stdlib.h>\n#include <tgmath.h>\n";
    std::set<std::string> defined;
    for (const Word& word : words) {
        if (own.contains(word.text)) continue;
        if (isVectorType(word.text) || word.text == "half") return notInC(word.text);
        if (const auto known = definitions().find(word.text); known != definitions().end()) {
            if (defined.insert(word.text).second) lines += "\n" + known->second;
        } else if (word.isCalled && !shared().contains(word.text)) {
            return notInC(word.text + "()");
        }
    }
    return lines + (defined.empty() ? "" : "\n");
}

} // namespace

Result<std::string> hostDeclaration(const Program& program) {
    const Result<Generated> serial = serialOf(program);
    if (!serial) return serial.diagnostics();
    std::map<std::string, ValueType> vectors;
    for (const auto& [parameter, type] : parametersOf(*serial))
        if (type.width > 1) vectors[name(type)] = type;
    std::string structs;
    for (const auto& [name, vector] : vectors) structs += vectorStruct(vector);
    return structs + declaration(*serial);
}

Result<std::string> hostReference(const Program& program, const std::string& description) {
    const Result<Generated> serial = serialOf(program);
    if (!serial) return serial.diagnostics();
    const std::string& kernel = serial->kernels.front().text;
    std::string body = kernel.substr(kernel.find(") {\n") + 2);
    C99Vectors vectors(program.functions);
    std::string functions = program.preamble;
    bool isVectorial = hasVectors(declaration(*serial) + body);
    if (hasVectors(functions)) return notInC("vectors in macros, structs and constants");
    for (const UserFunction& function : program.functions) {
        isVectorial = isVectorial || hasVectors(function.text);
        const Result<std::string> own =
            hasVectors(function.text) ? vectors.rewritten(function.text) : function.text;
        if (!own) return own.diagnostics();
        functions += "static " + *own + "\n";
    }
    if (isVectorial) {
        Result<std::string> own = vectors.rewritten(body, parametersOf(*serial));
        if (!own) return own.diagnostics();
        body = *std::move(own);
    }
    functions = vectors.definitions() + functions;
    const Result<std::string> before = prelude(program, functions + body, vectors.names());
    if (!before) return before.diagnostics();
    return "// " + description +
           "\n// By loops alone, one element after the other: what the kernels are compared with, as C99.\n\n" +
           *before + "\n" + functions + (functions.empty() ? "" : "\n") + declaration(*serial) + " " + body;
}

} // namespace warpstring::generate
