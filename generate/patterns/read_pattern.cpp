// SPDX-License-Identifier: GPL-3.0-or-later
#include "generate/patterns/read_pattern.h"

#include <algorithm>
#include <memory>
#include <set>
#include <utility>

#include "generate/patterns/elaborator.h"
#include "generate/patterns/literals.h"
#include "generate/patterns/pattern_names.h"
#include "generate/patterns/syntax.h"
#include "generate/patterns/user_functions.h"

namespace warpstring::generate {

namespace {

Diagnostic readFault(const std::string& code, const SourceLocation& place, const std::string& message,
                     const std::string& hint = {}) {
    return {code, Severity::Error, place, message, hint};
}

ScopePointer outermost(std::size_t definitions) {
    return std::make_shared<const Scope>(Scope{{}, {}, nullptr, definitions});
}

bool namesAny(const Syntax& syntax) {
    return syntax.kind == Syntax::Kind::Name || std::ranges::any_of(syntax.children, namesAny);
}

/// One file on its way into a program.
class Reader {
public:
    Reader(std::string_view text, std::string file, const GivenSizes& given)
        : text_(text), file_(std::move(file)), given_(given) {}

    [[nodiscard]] Result<Program> read() {
        Result<PatternFile> parsed = parsePattern(text_, file_);
        if (!parsed) return parsed.diagnostics();
        Diagnostics faults = readSizes(*parsed);
        if (faults.empty()) faults = readFunctions(*parsed);
        if (faults.empty()) faults = readDefinitions(*parsed);
        if (!faults.empty()) return faults;
        return program();
    }

    [[nodiscard]] Result<std::vector<PatternSize>> sizes() {
        const Result<PatternFile> parsed = parsedSizes();
        if (!parsed) return parsed.diagnostics();
        std::vector<PatternSize> sizes;
        sizes.reserve(parsed->sizes.size());
        for (const SizeItem& item : parsed->sizes) sizes.push_back({item.name, names_.sizes[item.name]});
        return sizes;
    }

    [[nodiscard]] Result<GivenSizes> free() {
        const Result<PatternFile> parsed = parsedSizes();
        if (!parsed) return parsed.diagnostics();
        GivenSizes found;
        for (const SizeItem& item : parsed->sizes)
            if (!namesAny(item.value)) found[item.name] = names_.sizes.at(item.name);
        return found;
    }

private:
    /// With the values of its sizes in `names_`.
    [[nodiscard]] Result<PatternFile> parsedSizes() {
        Result<PatternFile> parsed = parsePattern(text_, file_);
        if (!parsed) return parsed;
        if (Diagnostics faults = readSizes(*parsed); !faults.empty()) return faults;
        return parsed;
    }

    /// Empty where the name is free.
    [[nodiscard]] Diagnostics takeName(const std::string& name, const SourceLocation& place) {
        if (patternNamed(name) || parseValueType(name) || !operatorNamed(name).empty() || name == "id" ||
            name == "constant" || name == "nearest" || name == "wrap" || name == "size" || namedNumber(name))
            return {readFault("pattern.syntax", place, "\"" + name + "\" has a meaning already",
                              "take another name")};
        if (!taken_.insert(name).second)
            return {readFault("pattern.syntax", place, "\"" + name + "\" is there a second time",
                              "take another name")};
        return {};
    }
    [[nodiscard]] Diagnostics readSizes(const PatternFile& parsed) {
        for (const auto& [name, value] : given_) {
            std::vector<std::string> known;
            known.reserve(parsed.sizes.size());
            for (const SizeItem& item : parsed.sizes) known.push_back(item.name);
            if (std::ranges::find(known, name) != known.end()) continue;
            const std::string closest = closestName(name, known);
            return {readFault("pattern.size", {file_, 0, 0}, "there is no size \"" + name + "\" to set",
                              closest.empty() ? "" : "do you mean \"" + closest + "\"?")};
        }
        for (const SizeItem& item : parsed.sizes) {
            if (Diagnostics faults = takeName(item.name, item.place); !faults.empty()) return faults;
            Elaborator elaborator(names_);
            const auto given = given_.find(item.name);
            const std::optional<std::int64_t> value =
                given != given_.end()
                    ? given->second
                    : elaborator.number({elaborator.evaluate(item.value, outermost(0)), item.value.place},
                                        "a size");
            if (!value) return {*elaborator.fault()};
            if (*value > largestSize || *value < -largestSize)
                return {readFault("pattern.size", item.place,
                                  "\"" + item.name + "\" lies beyond the largest size, " +
                                      std::to_string(largestSize))};
            names_.sizes[item.name] = *value;
        }
        return {};
    }
    [[nodiscard]] Diagnostics readFunctions(const PatternFile& parsed) {
        for (const CItem& item : parsed.codes) {
            if (!item.isFunction) {
                preamble_ += item.text;
                if (!preamble_.ends_with('\n')) preamble_ += '\n';
                continue;
            }
            const Result<UserFunction> function = userFunction(item, names_.functions);
            if (!function) return function.diagnostics();
            if (Diagnostics faults = takeName(function->name, item.place); !faults.empty()) return faults;
            names_.functions.push_back(*function);
        }
        return compileFaults(text_, file_, parsed.codes);
    }
    [[nodiscard]] Diagnostics readDefinitions(PatternFile& parsed) {
        if (parsed.definitions.empty())
            return {readFault("pattern.syntax", {file_, 0, 0}, "there is no definition",
                              "NAME(PARAMETER: TYPE, ...) = EXPRESSION is one")};
        for (const DefinitionItem& item : parsed.definitions)
            if (Diagnostics faults = takeName(item.name, item.place); !faults.empty()) return faults;
        names_.definitions = std::move(parsed.definitions);
        return {};
    }
    [[nodiscard]] Result<Program> program() const {
        const DefinitionItem& main = names_.definitions.back();
        Elaborator elaborator(names_);
        Program program;
        program.name = main.name;
        program.functions = names_.functions;
        program.preamble = preamble_;
        ScopePointer scope = outermost(names_.definitions.size() - 1);
        for (const DefinitionItem::Parameter& parameter : main.parameters) {
            if (parameter.type.empty())
                return readFault("pattern.type", parameter.place, "\"" + parameter.name + "\" needs a type",
                                 "the last definition is the program: " + parameter.name +
                                     ": float[n] is an array");
            const std::optional<Type> type = elaborator.type(parameter.type.front(), scope);
            if (!type) return *elaborator.fault();
            for (const VariablePointer& other : program.parameters)
                if (other->name == parameter.name)
                    return readFault("pattern.syntax", parameter.place,
                                     "\"" + parameter.name + "\" is there a second time", "take another name");
            program.parameters.push_back(std::make_shared<const Variable>(Variable{parameter.name, *type}));
            const Expr value = elaborator.use(program.parameters.back(), parameter.place);
            if (value.empty()) return *elaborator.fault();
            scope = std::make_shared<const Scope>(Scope{parameter.name, value, scope, scope->definitions});
        }
        program.body = elaborator.expression(main.body, scope);
        if (program.body.empty()) return *elaborator.fault();
        if (!program.body.type().hasArray())
            return readFault("pattern.type", main.body.place,
                             "a program gives an array, this is " + toText(program.body.type()),
                             "fill(1, value) is an array of one");
        return program;
    }

    std::string_view text_;
    std::string file_;
    const GivenSizes& given_;
    PatternNames names_;
    std::set<std::string> taken_;
    std::string preamble_;
};

} // namespace

Result<Program> readPattern(std::string_view text, const std::string& file, const GivenSizes& sizes) {
    return Reader(text, file, sizes).read();
}

Result<std::vector<PatternSize>> readSizes(std::string_view text, const std::string& file,
                                           const GivenSizes& sizes) {
    return Reader(text, file, sizes).sizes();
}

Result<GivenSizes> freeSizes(std::string_view text, const std::string& file, const GivenSizes& sizes) {
    return Reader(text, file, sizes).free();
}

} // namespace warpstring::generate
