// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/random/language_grower.h"

namespace warpstring::random_kernels {

namespace {

ValueType unsignedOf(ValueType type) {
    switch (type.scalar) {
    case ScalarType::Char: return {ScalarType::UChar, type.width};
    case ScalarType::Short: return {ScalarType::UShort, type.width};
    case ScalarType::Int: return {ScalarType::UInt, type.width};
    case ScalarType::Long: return {ScalarType::ULong, type.width};
    default: return type;
    }
}

ValueType signedOfSize(ValueType type) {
    switch (bytes(type.scalar)) {
    case 1: return {ScalarType::Char, type.width};
    case 2: return {ScalarType::Short, type.width};
    case 4: return {ScalarType::Int, type.width};
    default: return {ScalarType::Long, type.width};
    }
}

std::string cast(ValueType type, const std::string& value) { return "(" + name(type) + ")(" + value + ")"; }
/// What components are taken of. Clang 19 crashes or hangs over some components of literals of vectors.
std::string part(ValueType type, const std::string& value) {
    return value.starts_with("(" + name(type) + ")(") ? "as_" + name(type) + "(" + value + ")"
                                                      : "(" + value + ")";
}
std::string call(const std::string& function, const std::string& arguments) {
    return function + "(" + arguments + ")";
}

} // namespace

ValueType LanguageGrower::someInteger() {
    return {draws_.of(std::vector<ScalarType>{
                ScalarType::Char, ScalarType::UChar, ScalarType::Short, ScalarType::UShort, ScalarType::Int,
                ScalarType::Int, ScalarType::UInt, ScalarType::UInt, ScalarType::Long, ScalarType::ULong}),
            1};
}

ValueType LanguageGrower::someScalar() {
    if (draws_.chance(60)) return someInteger();
    return {draws_.chance(85) ? ScalarType::Float : ScalarType::Double, 1};
}

ValueType LanguageGrower::someType() {
    ValueType type = someScalar();
    type.width =
        std::vector<int>{1, 2, 3, 4, 8, 16}[static_cast<std::size_t>(draws_.weighted({56, 12, 6, 15, 7, 4}))];
    if (type.width > 1) note("vector");
    return type;
}

std::string LanguageGrower::literal(ValueType type) {
    std::string text;
    if (isFloating(type.scalar)) {
        text = std::to_string(draws_.between(0, 40)) + "." + std::to_string(draws_.between(0, 9)) +
               (type.scalar == ScalarType::Float ? "f" : "");
    } else {
        text = draws_.chance(70) ? std::to_string(draws_.between(0, 100))
                                 : std::to_string(draws_.word() % 2'000'000'000U);
    }
    return cast(type, text);
}

std::string LanguageGrower::index(int length, int nodes) {
    return "(int)(" + value(someInteger(), nodes) + ") & " + std::to_string(length - 1);
}

std::string LanguageGrower::leaf(ValueType type) {
    std::vector<std::string> found;
    for (const Named& each : scope_) {
        if (each.type == type) found.push_back(each.text);
        if (type.width == 1 && each.type.scalar == type.scalar && each.type.width > 1)
            found.push_back(each.text + ".s" + "0123456789abcdef"[draws_.between(0, each.type.width - 1)]);
    }
    if (!found.empty() && draws_.chance(75)) return draws_.of(found);
    for (const Table& table : tables_) {
        if (!draws_.chance(40)) continue;
        if (table.type == type) return table.name + "[" + index(table.length, 1) + "]";
        if (table.type.width == 1 && table.type.scalar == type.scalar && type.width > 1 && table.length >= 16) {
            note("vload");
            return call("vload" + std::to_string(type.width), index(table.length / 16, 1) + ", " + table.name);
        }
    }
    if (isInKernel_ && type.width == 1 && !isFloating(type.scalar) && draws_.chance(30))
        return cast(type, draws_.of(std::vector<std::string>{
                              "get_local_id(0)", "get_global_id(0)", "get_group_id(0)", "get_local_size(0)",
                              "get_num_groups(0)", "get_global_size(1)", "get_work_dim()", "lid", "item"}));
    return literal(type);
}

std::string LanguageGrower::condition(int nodes) {
    const ValueType type = someScalar();
    const char* compared = draws_.of(std::vector<const char*>{"<", "<=", ">", ">=", "==", "!="});
    switch (draws_.weighted({60, 12, 10, 10, 8})) {
    case 0: return value(type, nodes / 2) + " " + compared + " " + value(type, nodes / 2);
    case 1: return "(" + condition(nodes / 2) + " && " + condition(nodes / 2) + ")";
    case 2: return "(" + condition(nodes / 2) + " || !(" + condition(nodes / 2) + "))";
    case 3: {
        note("any-all");
        const ValueType four{ScalarType::Float, 4};
        return call(draws_.chance(50) ? "any" : "all", value(four, nodes / 2) + " < " + value(four, nodes / 2));
    }
    default: return call(draws_.chance(50) ? "isnan" : "isfinite", value({ScalarType::Float, 1}, nodes - 1));
    }
}

std::string LanguageGrower::value(ValueType type, int nodes) {
    if (nodes <= 1) return leaf(type);
    if (draws_.chance(30)) return reshaped(type, nodes);
    if (!functions_.empty() && draws_.chance(12)) {
        const Function& function = draws_.of(functions_);
        if (function.result == type) {
            note("call");
            std::string arguments;
            for (const ValueType& each : function.parameters)
                arguments += (arguments.empty() ? "" : ", ") + value(each, nodes / 3);
            return call(function.name, arguments);
        }
    }
    return isFloating(type.scalar) ? floatingOperation(type, nodes) : integerOperation(type, nodes);
}

std::string LanguageGrower::integerOperation(ValueType type, int nodes) {
    const int half = nodes / 2;
    if (draws_.chance(35)) return integerCall(type, nodes);
    const std::string few = "((" + value(type, half) + " & " + cast(type, "7") + ") + " + cast(type, "1") + ")";
    // Small types would be promoted to int, in which products overflow.
    ValueType wide = unsignedOf(type);
    if (type.width == 1 && bytes(type) < 4) wide = {ScalarType::UInt, 1};
    const auto converted = [&](const std::string& value) {
        return type.width == 1 ? cast(wide, value) : call("as_" + name(wide), value);
    };
    const auto back = [&](const std::string& value) {
        return type.width == 1 ? cast(type, value) : call("as_" + name(type), value);
    };
    switch (draws_.weighted({40, 20, 14, 12, 8, 6})) {
    case 0: {
        const char* operation = draws_.of(std::vector<const char*>{" + ", " - ", " * "});
        return back(converted(value(type, half)) + operation + converted(value(type, half)));
    }
    case 1: {
        const char* operation = draws_.of(std::vector<const char*>{" & ", " | ", " ^ "});
        return cast(type, value(type, half) + operation + value(type, half));
    }
    case 2: {
        const std::string by = "(" + value(type, half) + " & " + cast(type, "7") + ")";
        if (draws_.chance(50)) return cast(type, value(type, half) + " >> " + by);
        return back(converted(value(type, half)) + " << " + converted(by));
    }
    case 3: return cast(type, value(type, half) + (draws_.chance(50) ? " / " : " % ") + few);
    case 4: return cast(type, "~" + value(type, nodes - 1));
    default:
        if (type.width == 1) return cast(type, "!" + value(type, nodes - 1));
        if (!isSigned(type.scalar)) return cast(type, value(type, nodes - 1) + " ^ " + value(type, 1));
        note("vector-compare");
        return "(" + value(type, half) + (draws_.chance(50) ? " < " : " == ") + value(type, half) + ")";
    }
}

std::string LanguageGrower::integerCall(ValueType type, int nodes) {
    const int part = nodes / 3;
    const auto one = [&] { return value(type, part); };
    switch (draws_.weighted({30, 10, 8, 8, 8, 6, 6, 6})) {
    case 0: {
        const char* function = draws_.of(
            std::vector<const char*>{"min", "max", "hadd", "rhadd", "add_sat", "sub_sat", "mul_hi", "rotate"});
        return call(function, one() + ", " + one());
    }
    case 1: return call(draws_.chance(50) ? "clz" : "popcount", one());
    case 2: return call(draws_.chance(50) ? "mad_hi" : "mad_sat", one() + ", " + one() + ", " + one());
    case 3: {
        return cast(type, call("as_" + name(type), draws_.chance(50) ? call("abs", one())
                                                                     : call("abs_diff", one() + ", " + one())));
    }
    case 4: {
        if (type.scalar != ScalarType::Int && type.scalar != ScalarType::UInt) return leaf(type);
        const auto small = [&] { return "(" + one() + " & " + cast(type, "65535") + ")"; };
        if (draws_.chance(50)) return call("mul24", small() + ", " + small());
        return call("mad24", small() + ", " + small() + ", " + one());
    }
    case 5: return call("bitselect", one() + ", " + one() + ", " + one());
    case 6: {
        if (type.width == 1) return cast(type, condition(part) + " ? " + one() + " : " + one());
        note("select");
        return call("select", one() + ", " + one() + ", " +
                                  value(draws_.chance(50) ? unsignedOf(type) : signedOfSize(type), part));
    }
    default: {
        if (type.width != 1) return call("clamp", one() + ", " + cast(type, "3") + ", " + cast(type, "90"));
        return cast(type, call("max", "(ulong)" + call("sizeof", name(someType())) + ", " +
                                          cast({ScalarType::ULong, 1}, one())));
    }
    }
}

std::string LanguageGrower::floatingOperation(ValueType type, int nodes) {
    const int half = nodes / 2, part = nodes / 3;
    const bool isFloat = type.scalar == ScalarType::Float;
    if (!isFloat) note("double");
    const auto one = [&] { return value(type, part); };
    switch (draws_.weighted({40, 22, 14, 8, 8, isFloat ? 8 : 0, 6})) {
    case 0: {
        const char* operation = draws_.of(std::vector<const char*>{" + ", " - ", " * ", " / "});
        return "(" + value(type, half) + operation + value(type, half) + ")";
    }
    case 1: {
        const char* function = draws_.of(
            std::vector<const char*>{"fabs", "floor", "ceil", "trunc", "rint", "round", "sqrt",  "rsqrt",
                                     "sin",  "cos",   "exp",  "exp2",  "log",  "log2",  "cbrt",  "tanh",
                                     "atan", "sign",  "asin", "sinpi", "erf",  "expm1", "log1p", "degrees"});
        return call(function, value(type, nodes - 1));
    }
    case 2: {
        const char* function =
            draws_.of(std::vector<const char*>{"fmin", "fmax", "pow", "powr", "atan2", "hypot", "fmod",
                                               "remainder", "copysign", "fdim", "step", "maxmag", "nextafter"});
        return call(function, value(type, half) + ", " + value(type, half));
    }
    case 3:
        return call(draws_.of(std::vector<const char*>{"mad", "fma", "mix", "clamp", "smoothstep"}),
                    one() + ", " + one() + ", " + one());
    case 4: {
        if (type.width == 1) {
            note("geometric");
            const ValueType four{type.scalar, static_cast<int>(draws_.of({2, 3, 4}))};
            if (draws_.chance(50)) return cast(type, call("dot", value(four, part) + ", " + value(four, part)));
            return cast(type, call(draws_.chance(50) ? "length" : "fast_length",
                                   value({ScalarType::Float, four.width}, part)));
        }
        if (type.width <= 4) return call("normalize", value(type, nodes - 1));
        return call("fabs", value(type, nodes - 1));
    }
    case 5:
        note("native");
        return call(draws_.of(std::vector<const char*>{"native_sin", "native_exp", "native_recip", "half_sqrt",
                                                       "native_log2", "half_cos", "native_rsqrt"}),
                    value(type, nodes - 1));
    default: {
        if (type.width == 1)
            return "(" + condition(half) + " ? " + value(type, half) + " : " + value(type, half) + ")";
        note("select");
        return call("select", one() + ", " + one() + ", " + value(signedOfSize(type), part));
    }
    }
}

std::string LanguageGrower::reshaped(ValueType type, int nodes) {
    switch (draws_.weighted({30, 20, 30, 12})) {
    case 0: { // from another scalar type
        ValueType from = someScalar();
        from.width = type.width;
        note("convert");
        std::string function = "convert_" + name(type);
        const bool saturates = !isFloating(type.scalar) && (isFloating(from.scalar) || draws_.chance(40));
        if (saturates) function += "_sat";
        if (draws_.chance(25)) function += draws_.of(std::vector<const char*>{"_rte", "_rtz", "_rtp", "_rtn"});
        return call(function, value(from, nodes - 1));
    }
    case 1: { // the same bits
        if (type.width == 3) return leaf(type);
        std::vector<ValueType> same;
        for (const ScalarType scalar : {ScalarType::Char, ScalarType::UShort, ScalarType::Int, ScalarType::UInt,
                                        ScalarType::Float, ScalarType::ULong, ScalarType::Double})
            for (const int width : {1, 2, 4, 8, 16})
                if (bytes(ValueType{scalar, width}) == bytes(type)) same.push_back({scalar, width});
        note("as-type");
        return call("as_" + name(type), value(draws_.of(same), nodes - 1));
    }
    case 2: {
        if (type.width == 1) { // a component of a temporary
            const ValueType vector{type.scalar, static_cast<int>(draws_.of({2, 4, 8}))};
            return part(vector, value(vector, nodes - 1)) + ".s" +
                   std::to_string(draws_.between(0, vector.width - 1));
        }
        note("swizzle");
        if (type.width != 3 && type.width < 16 && draws_.chance(35)) {
            const ValueType twice{type.scalar, type.width * 2};
            return part(twice, value(twice, nodes - 1)) +
                   draws_.of(std::vector<const char*>{".lo", ".hi", ".even", ".odd"});
        }
        const ValueType from{type.scalar, static_cast<int>(draws_.of({2, 3, 4, 8, 16}))};
        std::string components = ".s";
        for (int c = 0; c < type.width; ++c)
            components += "0123456789abcdef"[draws_.between(0, from.width - 1)];
        return part(from, value(from, nodes - 1)) + components;
    }
    default: {
        if (type.width == 1) return cast(type, value(someInteger(), nodes - 1));
        note("vector-literal");
        if (type.width % 2 == 0 && draws_.chance(40)) {
            const ValueType part{type.scalar, type.width / 2};
            return "(" + name(type) + ")(" + value(part, nodes / 2) + ", " + value(part, nodes / 2) + ")";
        }
        std::string parts;
        for (int c = 0; c < type.width; ++c)
            parts += (c > 0 ? ", " : "") + value({type.scalar, 1}, nodes / type.width);
        return "(" + name(type) + ")(" + parts + ")";
    }
    }
}

} // namespace warpstring::random_kernels
