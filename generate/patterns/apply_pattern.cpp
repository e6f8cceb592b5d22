// SPDX-License-Identifier: GPL-3.0-or-later
// Patterns with their arguments, the data last: nodes of the form.
#include <algorithm>
#include <utility>

#include "generate/patterns/elaborator.h"
#include "generate/patterns/neighbourhoods.h"
#include "generate/patterns/pattern_names.h"

namespace warpstring::generate {

namespace {

bool isCallable(const Argument& argument) {
    return std::holds_alternative<std::shared_ptr<const Callable>>(argument.meaning);
}

/// One application in the making.
class Application {
public:
    Application(Elaborator& elaborator, const Callable& pattern, const SourceLocation& place)
        : elaborator_(elaborator), arguments_(pattern.arguments), place_(place), name_(pattern.name) {}

    [[nodiscard]] Expr plain(const PatternName& pattern) {
        node_.op = pattern.op;
        node_.level = pattern.run.level;
        node_.dimension = pattern.run.dimension;
        node_.unroll = pattern.run.unroll;
        if (pattern.form == PatternName::Form::ByTurns) node_.count = 2;
        return fill() ? elaborator_.made(std::move(node_), place_) : Expr();
    }

private:
    bool fill() {
        switch (node_.op) {
        case Op::Map: return data(1) && function(0, {"x"});
        case Op::Reduce:
        case Op::Scan: return data(2) && start(1) && function(0, {"acc", "x"}, &node_.inputs[1].type());
        case Op::PartRed:
            return data(3) && start(1) && number(2, node_.number, "the length of the parts") &&
                   function(0, {"acc", "x"}, &node_.inputs[1].type());
        case Op::Zip:
            for (std::size_t i = 0; i < arguments_.size(); ++i)
                if (!data(i)) return false;
            return true;
        case Op::Split: return data(1) && number(0, node_.number, "the length of the parts");
        case Op::Iterate: return iterate();
        case Op::Gather:
            return data(arguments_.size() - 1) &&
                   (arguments_.size() == 2 || number(0, node_.number, "the length of the result")) &&
                   function(arguments_.size() - 2, {"i"});
        case Op::Slide:
            return data(2) && number(0, node_.number, "the size of a window") &&
                   number(1, node_.step, "the step between windows");
        case Op::Pad: return pad();
        case Op::Take: return data(1) && number(0, node_.number, "a length");
        case Op::Iota: return number(0, node_.number, "a length");
        case Op::Fill: return data(1) && number(0, node_.number, "a length");
        case Op::At: return data(1) && data(0);
        case Op::ReorderStride: return data(1) && stride();
        case Op::ToLocal:
            if (arguments_.size() == 1) return data(0);
            return data(1) && number(0, node_.number, "what lies behind each row", 0);
        case Op::AsVector: return data(1) && number(0, node_.number, "the components of a vector", 0);
        default: return data(0);
        }
    }
    bool data(std::size_t index) {
        node_.inputs.push_back(elaborator_.expression(arguments_[index]));
        return !node_.inputs.back().empty();
    }
    bool number(std::size_t index, Nat& into, const std::string& what, std::int64_t least = 1) {
        const std::optional<std::int64_t> value = elaborator_.number(arguments_[index], what);
        if (!value) return false;
        if (*value < least) {
            elaborator_.refuse("pattern.size", arguments_[index].place,
                               what + " is " + std::to_string(least) + " or more, this is " +
                                   std::to_string(*value));
            return false;
        }
        into = *value;
        return true;
    }
    /// The identity, as what is reduced.
    bool start(std::size_t index) {
        if (!needsArray()) return false;
        const Expr start =
            elaborator_.adapted(elaborator_.expression(arguments_[index]), node_.inputs[0].type().element());
        node_.inputs.push_back(start);
        return !start.empty();
    }
    bool needsArray() {
        if (node_.inputs[0].type().isArray()) return true;
        elaborator_.refuse("pattern.type", place_,
                           name_ + " needs an array, this is " + toText(node_.inputs[0].type()));
        return false;
    }
    bool function(std::size_t index, const std::vector<std::string>& names, const Type* result = nullptr) {
        if (!needsArray()) return false;
        const std::optional<std::vector<Type>> types = parameterTypes(node_, 0);
        if (!types) return false;
        std::optional<Function> made = elaborator_.function(arguments_[index], *types, names, result);
        if (!made) return false;
        node_.functions = {std::move(*made)};
        return true;
    }
    bool iterate() {
        Nat count;
        if (!data(2) || !number(0, count, "how often", 0)) return false;
        node_.count = *count.constant();
        return function(1, {"xs"});
    }
    bool pad() {
        if (!data(3) || !number(0, node_.number, "what lies before", 0) ||
            !number(1, node_.step, "what lies behind", 0) || !needsArray())
            return false;
        const auto* boundary = std::get_if<BoundaryOf>(&arguments_[2].meaning);
        if (boundary == nullptr) {
            refuseBoundary(elaborator_, arguments_[2]);
            return false;
        }
        node_.boundary = boundary->boundary;
        if (node_.boundary != Boundary::Constant) return true;
        node_.inputs.push_back(elaborator_.adapted(boundary->value, node_.inputs[0].type().element()));
        return !node_.inputs.back().empty();
    }
    bool stride() {
        const auto* parts = std::get_if<LengthOver>(&arguments_[0].meaning);
        if (parts == nullptr) return number(0, node_.number, "a stride");
        node_.number = parts->parts;
        node_.ofLength = true;
        return true;
    }

    Elaborator& elaborator_;
    const std::vector<Argument>& arguments_;
    SourceLocation place_;
    std::string name_;
    Node node_;
};

} // namespace

std::optional<std::size_t> argumentCount(const Callable& pattern) {
    const PatternName known = *patternNamed(pattern.name);
    const std::vector<Argument>& given = pattern.arguments;
    if (known.form == PatternName::Form::Stencil) {
        if (given.size() < 2) return std::nullopt;
        return std::holds_alternative<BoundaryOf>(given[1].meaning) ? 4 : 5;
    }
    if (known.form == PatternName::Form::AllPairs) {
        if (given.size() < 2) return std::nullopt;
        return isCallable(given[1]) ? 5 : 3;
    }
    if (known.form == PatternName::Form::Padded || known.form == PatternName::Form::ByTurns) return 2;
    switch (known.op) {
    case Op::Zip: return std::max<std::size_t>(given.size(), 1);
    case Op::Gather:
        if (given.empty()) return std::nullopt;
        return isCallable(given[0]) ? 2 : 3;
    case Op::PartRed:
    case Op::Pad: return 4;
    case Op::Reduce:
    case Op::Scan:
    case Op::Iterate:
    case Op::Slide: return 3;
    case Op::Map:
    case Op::Split:
    case Op::Take:
    case Op::Fill:
    case Op::At:
    case Op::ReorderStride:
    case Op::AsVector: return 2;
    default: return 1;
    }
}

Expr applyPattern(Elaborator& elaborator, const Callable& pattern, const SourceLocation& place) {
    const PatternName known = *patternNamed(pattern.name);
    switch (known.form) {
    case PatternName::Form::Stencil: return applyStencil(elaborator, pattern.arguments, place);
    case PatternName::Form::AllPairs: return applyAllPairs(elaborator, pattern.arguments, place);
    case PatternName::Form::Padded:
    case PatternName::Form::ByTurns:
    case PatternName::Form::Plain: break;
    }
    return Application(elaborator, pattern, place).plain(known);
}

} // namespace warpstring::generate
