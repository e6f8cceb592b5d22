// SPDX-License-Identifier: GPL-3.0-or-later
// Structs of C99 for vectors, and functions on them.
#include <array>
#include <string_view>

#include "generate/code/c99_vectors.h"

namespace warpstring::generate {
namespace {

std::vector<std::string> components(ValueType vector) {
    static constexpr std::string_view few = "xyzw";
    static constexpr std::string_view many = "0123456789abcdef";
    std::vector<std::string> all;
    all.reserve(static_cast<std::size_t>(vector.width));
    for (std::size_t i = 0; i < static_cast<std::size_t>(vector.width); ++i)
        all.push_back(vector.width <= 4 ? std::string(1, few[i]) : std::string("s") + many[i]);
    return all;
}

struct Infix {
    std::string_view name;
    std::string_view sign;
};

constexpr auto infixes = std::to_array<Infix>({{"add", " + "},
                                               {"sub", " - "},
                                               {"mul", " * "},
                                               {"div", " / "},
                                               {"mod", " % "},
                                               {"and", " & "},
                                               {"or", " | "},
                                               {"xor", " ^ "},
                                               {"shl", " << "},
                                               {"shr", " >> "}});

std::string parameter(std::size_t i) { return std::string(1, static_cast<char>('a' + i)); }

} // namespace

std::string vectorStruct(ValueType vector) {
    const ValueType scalar{vector.scalar, 1};
    std::string text = "typedef struct { " + name(scalar) + " ";
    bool isFirst = true;
    for (const std::string& component : components(vector)) {
        text += (isFirst ? "" : ", ") + component;
        isFirst = false;
    }
    return text + (vector.width == 3 ? ", unused" : "") + "; } " + name(vector) + ";\n";
}

std::string VectorFunction::called() const { return warpstring::name(vector) + "_" + name; }

std::string VectorFunction::text() const {
    const std::string type = warpstring::name(vector);
    const std::string scalar = warpstring::name(ValueType{vector.scalar, 1});
    std::string text = "static " + (name == "dot" ? scalar : type) + " " + called() + "(";
    for (std::size_t i = 0; i < operands; ++i)
        text.append(i > 0 ? ", " : "").append(name == "all" ? scalar : type).append(" ").append(parameter(i));
    text += name == "dot" ? ") { return " : ") { return (" + type + "){";
    bool isFirst = true;
    for (const std::string& component : components(vector)) {
        if (!isFirst) text += name == "dot" ? " + " : ", ";
        isFirst = false;
        if (name == "all") {
            text += "a";
        } else if (name == "neg") {
            text += "-a." + component;
        } else if (name == "dot") {
            text.append("a.").append(component).append(" * b.").append(component);
        } else {
            std::string_view sign;
            for (const Infix& infix : infixes)
                if (infix.name == name) sign = infix.sign;
            if (sign.empty()) text += name + "(";
            for (std::size_t i = 0; i < operands; ++i)
                text.append(i == 0         ? ""
                            : sign.empty() ? ", "
                                           : sign)
                    .append(parameter(i))
                    .append(".")
                    .append(component);
            if (sign.empty()) text += ")";
        }
    }
    if (name == "dot") return text + "; }\n";
    return text + (vector.width == 3 ? ", 0" : "") + "}; }\n";
}

std::string C99Vectors::definitions() const {
    std::string text;
    for (const auto& [name, vector] : vectors_) text += vectorStruct(vector);
    for (const VectorFunction& function : called_) text += function.text();
    return text;
}

std::set<std::string> C99Vectors::names() const {
    std::set<std::string> all;
    for (const auto& [name, vector] : vectors_) all.insert(name);
    for (const VectorFunction& function : called_) all.insert(function.called());
    return all;
}

} // namespace warpstring::generate
