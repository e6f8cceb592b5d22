// SPDX-License-Identifier: GPL-3.0-or-later
#include "pdg/frontend/annotated/convert_expression.h"

#include <clang/AST/PrettyPrinter.h>
#include <clang/Basic/SourceManager.h>
#include <llvm/Support/raw_ostream.h>

#include <algorithm>
#include <utility>

namespace warpstring::frontend {

namespace {

std::optional<ScalarType> scalarType(const clang::BuiltinType& type) {
    switch (type.getKind()) {
    case clang::BuiltinType::Char_S:
    case clang::BuiltinType::SChar: return ScalarType::Char;
    case clang::BuiltinType::Char_U:
    case clang::BuiltinType::UChar: return ScalarType::UChar;
    case clang::BuiltinType::Short: return ScalarType::Short;
    case clang::BuiltinType::UShort: return ScalarType::UShort;
    case clang::BuiltinType::Int: return ScalarType::Int;
    case clang::BuiltinType::UInt: return ScalarType::UInt;
    case clang::BuiltinType::Long: return ScalarType::Long;
    case clang::BuiltinType::ULong: return ScalarType::ULong;
    case clang::BuiltinType::Float: return ScalarType::Float;
    case clang::BuiltinType::Double: return ScalarType::Double;
    default: return std::nullopt;
    }
}

CExpression zero(const SourceLocation& place) {
    CExpression made;
    made.kind = CExpression::Kind::Integer;
    made.place = place;
    return made;
}

/// The variable that an element is of; null where it is no variable's.
const clang::VarDecl* arrayOf(const clang::Expr* expr) {
    for (;;) {
        expr = expr->IgnoreParenImpCasts();
        if (const auto* subscript = llvm::dyn_cast<clang::ArraySubscriptExpr>(expr)) {
            expr = subscript->getBase();
        } else if (const auto* star = llvm::dyn_cast<clang::UnaryOperator>(expr);
                   star != nullptr && star->getOpcode() == clang::UO_Deref) {
            expr = star->getSubExpr();
        } else if (const auto* sum = llvm::dyn_cast<clang::BinaryOperator>(expr)) {
            expr = sum->getLHS()->getType()->isIntegerType() ? sum->getRHS() : sum->getLHS();
        } else {
            const auto* use = llvm::dyn_cast<clang::DeclRefExpr>(expr);
            return use != nullptr ? llvm::dyn_cast<clang::VarDecl>(use->getDecl()) : nullptr;
        }
    }
}

/// Prints elements of some arrays by a name.
class ElementPrinter : public clang::PrinterHelper {
public:
    explicit ElementPrinter(const std::set<std::string>& arrays) : arrays_(arrays) {}

    bool handledStmt(clang::Stmt* statement, llvm::raw_ostream& stream) override {
        const auto* star = llvm::dyn_cast<clang::UnaryOperator>(statement);
        const bool isElement = llvm::isa<clang::ArraySubscriptExpr>(statement) ||
                               (star != nullptr && star->getOpcode() == clang::UO_Deref);
        const clang::VarDecl* array = isElement ? arrayOf(llvm::cast<clang::Expr>(statement)) : nullptr;
        if (array == nullptr || !arrays_.contains(array->getNameAsString())) return false;
        stream << elementName(array->getNameAsString());
        return true;
    }

private:
    const std::set<std::string>& arrays_;
};

CExpression sum(CExpression a, CExpression b) {
    CExpression made;
    made.kind = CExpression::Kind::Binary;
    made.type = a.type;
    made.name = "+";
    made.place = a.place;
    made.operands = {std::move(a), std::move(b)};
    return made;
}

} // namespace

SourceLocation ExpressionConverter::place(clang::SourceLocation location) const {
    const clang::SourceManager& sources = context_.getSourceManager();
    const clang::PresumedLoc at = sources.getPresumedLoc(sources.getExpansionLoc(location));
    if (at.isInvalid()) return {};
    return {at.getFilename(), static_cast<int>(at.getLine()), static_cast<int>(at.getColumn())};
}

std::optional<ValueType> ExpressionConverter::valueType(clang::QualType type) const {
    const clang::QualType plain = type.getCanonicalType();
    if (plain->isEnumeralType()) return ValueType{ScalarType::Int, 1};
    const auto* builtin = llvm::dyn_cast<clang::BuiltinType>(plain.getTypePtr());
    const auto scalar = builtin != nullptr ? scalarType(*builtin) : std::nullopt;
    return scalar ? std::optional(ValueType{*scalar, 1}) : std::nullopt;
}

std::string ExpressionConverter::printed(const clang::Stmt* statement) const {
    std::string text;
    llvm::raw_string_ostream stream(text);
    statement->printPretty(stream, nullptr, clang::PrintingPolicy(context_.getLangOpts()), 0, "\n", &context_);
    return text;
}

std::string ExpressionConverter::printedElementwise(const clang::Stmt* statement,
                                                    const std::set<std::string>& arrays) const {
    std::string text;
    llvm::raw_string_ostream stream(text);
    ElementPrinter helper(arrays);
    statement->printPretty(stream, &helper, clang::PrintingPolicy(context_.getLangOpts()), 0, "\n", &context_);
    return text;
}

CExpression ExpressionConverter::of(CExpression::Kind kind, const clang::Expr* expr, std::string name,
                                    std::vector<CExpression> operands) const {
    CExpression made;
    made.kind = kind;
    made.name = std::move(name);
    made.operands = std::move(operands);
    made.place = place(expr->getExprLoc());
    const auto type = valueType(expr->getType());
    if (type) {
        made.type = *type;
        return made;
    }
    made.kind = CExpression::Kind::Other;
    if (made.name.empty()) made.name = "a value of " + expr->getType().getAsString();
    return made;
}

/// Numbers that the source computes of numbers.
std::optional<CExpression> ExpressionConverter::folded(const clang::Expr* expr) const {
    clang::Expr::EvalResult result;
    if (!valueType(expr->getType()) || !expr->EvaluateAsRValue(result, context_) || result.HasSideEffects)
        return std::nullopt;
    if (result.Val.isInt()) {
        CExpression made = of(CExpression::Kind::Integer, expr, {});
        made.integer = result.Val.getInt().getExtValue();
        return made;
    }
    if (!result.Val.isFloat()) return std::nullopt;
    CExpression made = of(CExpression::Kind::Floating, expr, {});
    made.number = result.Val.getFloat().convertToDouble();
    return made;
}

std::optional<std::int64_t> ExpressionConverter::constant(const clang::Expr* expr) const {
    const auto number = folded(expr);
    if (!number || number->kind != CExpression::Kind::Integer) return std::nullopt;
    return number->integer;
}

void ExpressionConverter::addLengths(clang::QualType type, CVariable& variable) {
    const SourceLocation at = variable.place;
    if (const clang::ArrayType* array = context_.getAsArrayType(type)) {
        if (const auto* fixed = llvm::dyn_cast<clang::ConstantArrayType>(array)) {
            CExpression length = zero(at);
            length.type = {ScalarType::Long, 1};
            length.integer = fixed->getSize().getSExtValue();
            variable.lengths.push_back(std::move(length));
        } else if (const auto* open = llvm::dyn_cast<clang::VariableArrayType>(array)) {
            if (open->getSizeExpr() != nullptr) {
                variable.lengths.push_back(converted(open->getSizeExpr()));
            } else {
                variable.isOther = true;
            }
        } else {
            variable.isOpen = true;
        }
        addLengths(array->getElementType(), variable);
        return;
    }
    variable.isConstant = variable.isConstant || type.isConstQualified();
    const auto element = valueType(type);
    if (element)
        variable.type = *element;
    else
        variable.isOther = true;
    if (type.isVolatileQualified()) variable.isOther = true;
}

int ExpressionConverter::variable(const clang::VarDecl* declaration) {
    declaration = declaration->getCanonicalDecl();
    if (const auto known = numbers_.find(declaration); known != numbers_.end()) return known->second;
    const int number = static_cast<int>(function_.variables.size());
    numbers_[declaration] = number;
    function_.variables.emplace_back();
    CVariable made;
    made.name = declaration->getNameAsString();
    made.place = place(declaration->getLocation());
    made.isParameter = llvm::isa<clang::ParmVarDecl>(declaration);
    made.isGlobal = declaration->hasGlobalStorage();
    const auto* parameter = llvm::dyn_cast<clang::ParmVarDecl>(declaration);
    const clang::QualType type = parameter != nullptr ? parameter->getOriginalType() : declaration->getType();
    made.isRestrict = declaration->getType().isRestrictQualified();
    if (context_.getAsArrayType(type) != nullptr) {
        made.isPointer = true;
        addLengths(type, made);
    } else if (type->isPointerType()) {
        made.isPointer = true;
        made.isOpen = true;
        made.isAlias = parameter == nullptr;
        addLengths(type->getPointeeType(), made);
        made.isOpen = true;
    } else {
        addLengths(type, made);
    }
    // int a[n][m] says its first length only to readers, but says it.
    if (made.isGlobal && made.isConstant) {
        llvm::raw_string_ostream stream(made.definition);
        declaration->print(stream, clang::PrintingPolicy(context_.getLangOpts()));
    }
    function_.variables[static_cast<std::size_t>(number)] = std::move(made);
    return number;
}

std::optional<ExpressionConverter::Element> ExpressionConverter::pointer(const clang::Expr* expr) {
    expr = expr->IgnoreParens();
    if (const auto* cast = llvm::dyn_cast<clang::ImplicitCastExpr>(expr)) {
        switch (cast->getCastKind()) {
        case clang::CK_NoOp: return pointer(cast->getSubExpr());
        case clang::CK_ArrayToPointerDecay: return element(cast->getSubExpr());
        case clang::CK_LValueToRValue: {
            const auto* use = llvm::dyn_cast<clang::DeclRefExpr>(cast->getSubExpr()->IgnoreParens());
            const auto* declared = use != nullptr ? llvm::dyn_cast<clang::VarDecl>(use->getDecl()) : nullptr;
            if (declared == nullptr) return std::nullopt;
            return Element{variable(declared), {}, {}};
        }
        default: return std::nullopt;
        }
    }
    const auto* sum = llvm::dyn_cast<clang::BinaryOperator>(expr);
    if (sum == nullptr || sum->getOpcode() != clang::BO_Add) return std::nullopt;
    const bool isFirst = sum->getLHS()->getType()->isPointerType();
    auto found = pointer(isFirst ? sum->getLHS() : sum->getRHS());
    if (!found) return std::nullopt;
    CExpression more = converted(isFirst ? sum->getRHS() : sum->getLHS());
    if (found->offset.empty())
        found->offset.push_back(std::move(more));
    else
        found->offset.front() = warpstring::frontend::sum(std::move(found->offset.front()), std::move(more));
    return found;
}

std::optional<ExpressionConverter::Element> ExpressionConverter::element(const clang::Expr* expr) {
    expr = expr->IgnoreParens();
    if (const auto* use = llvm::dyn_cast<clang::DeclRefExpr>(expr)) {
        const auto* declared = llvm::dyn_cast<clang::VarDecl>(use->getDecl());
        if (declared == nullptr) return std::nullopt;
        return Element{variable(declared), {}, {}};
    }
    std::optional<Element> found;
    std::optional<CExpression> index;
    if (const auto* subscript = llvm::dyn_cast<clang::ArraySubscriptExpr>(expr)) {
        found = pointer(subscript->getBase());
        index = converted(subscript->getIdx());
    } else if (const auto* star = llvm::dyn_cast<clang::UnaryOperator>(expr)) {
        if (star->getOpcode() == clang::UO_Deref) found = pointer(star->getSubExpr());
    }
    if (!found) return std::nullopt;
    CExpression own = zero(place(expr->getExprLoc()));
    if (index && !found->offset.empty())
        own = warpstring::frontend::sum(std::move(found->offset.front()), *std::move(index));
    else if (index)
        own = *std::move(index);
    else if (!found->offset.empty())
        own = std::move(found->offset.front());
    found->offset.clear();
    found->subscripts.push_back(std::move(own));
    return found;
}

CExpression ExpressionConverter::subscript(const clang::Expr* expr) {
    auto found = element(expr);
    if (!found) return of(CExpression::Kind::Other, expr, "a pointer");
    CExpression made = of(CExpression::Kind::Subscript, expr, {}, std::move(found->subscripts));
    made.variable = found->variable;
    return made;
}

CExpression ExpressionConverter::target(const clang::Expr* expr) {
    expr = expr->IgnoreParens();
    const auto* use = llvm::dyn_cast<clang::DeclRefExpr>(expr);
    const auto* declared = use != nullptr ? llvm::dyn_cast<clang::VarDecl>(use->getDecl()) : nullptr;
    if (declared == nullptr) return subscript(expr);
    CExpression made = of(CExpression::Kind::Variable, expr, declared->getNameAsString());
    made.variable = variable(declared);
    return made;
}

CExpression ExpressionConverter::call(const clang::CallExpr* expr) {
    const clang::FunctionDecl* callee = expr->getDirectCallee();
    if (callee == nullptr) return of(CExpression::Kind::Other, expr, "a call by a pointer");
    const std::string name = callee->getNameAsString();
    if (std::ranges::find(function_.calls, name) == function_.calls.end()) function_.calls.push_back(name);
    std::vector<CExpression> operands;
    for (const clang::Expr* argument : expr->arguments()) {
        if (const auto array = argument->getType()->isPointerType() ? pointer(argument) : std::nullopt) {
            CExpression made = zero(place(argument->getExprLoc()));
            made.kind = CExpression::Kind::Other;
            made.name = "a pointer";
            made.variable = array->variable;
            operands.push_back(std::move(made));
        } else {
            operands.push_back(converted(argument));
        }
    }
    CExpression made = of(CExpression::Kind::Call, expr, name, std::move(operands));
    made.kind = CExpression::Kind::Call; // of void as well
    return made;
}

CExpression ExpressionConverter::cast(const clang::CastExpr* expr) {
    switch (expr->getCastKind()) {
    case clang::CK_LValueToRValue:
    case clang::CK_NoOp: return converted(expr->getSubExpr());
    case clang::CK_IntegralCast:
    case clang::CK_FloatingCast:
    case clang::CK_IntegralToFloating:
    case clang::CK_FloatingToIntegral: {
        CExpression own = converted(expr->getSubExpr());
        const auto type = valueType(expr->getType());
        if (type && own.kind != CExpression::Kind::Other && own.type == *type) return own;
        return of(CExpression::Kind::Convert, expr, {}, {std::move(own)});
    }
    default: return of(CExpression::Kind::Other, expr, "a conversion", {converted(expr->getSubExpr())});
    }
}

CExpression ExpressionConverter::unary(const clang::UnaryOperator* expr) {
    switch (expr->getOpcode()) {
    case clang::UO_Plus: return converted(expr->getSubExpr());
    case clang::UO_Minus:
    case clang::UO_Not:
    case clang::UO_LNot:
        return of(CExpression::Kind::Unary, expr, clang::UnaryOperator::getOpcodeStr(expr->getOpcode()).str(),
                  {converted(expr->getSubExpr())});
    case clang::UO_Deref: return subscript(expr);
    case clang::UO_AddrOf: return of(CExpression::Kind::Other, expr, "an address that is taken");
    default:
        return of(CExpression::Kind::Other, expr, "an assignment within an expression",
                  {target(expr->getSubExpr())});
    }
}

CExpression ExpressionConverter::binary(const clang::BinaryOperator* expr) {
    if (expr->isAssignmentOp())
        return of(CExpression::Kind::Other, expr, "an assignment within an expression",
                  {target(expr->getLHS()), converted(expr->getRHS())});
    if (expr->isCommaOp() || expr->isPtrMemOp())
        return of(CExpression::Kind::Other, expr, "a comma",
                  {converted(expr->getLHS()), converted(expr->getRHS())});
    return of(CExpression::Kind::Binary, expr, expr->getOpcodeStr().str(),
              {converted(expr->getLHS()), converted(expr->getRHS())});
}

CExpression ExpressionConverter::converted(const clang::Expr* expr) {
    expr = expr->IgnoreParens();
    if (auto number = folded(expr)) return *std::move(number);
    if (const auto* own = llvm::dyn_cast<clang::CastExpr>(expr)) return cast(own);
    if (const auto* own = llvm::dyn_cast<clang::UnaryOperator>(expr)) return unary(own);
    if (const auto* own = llvm::dyn_cast<clang::BinaryOperator>(expr)) return binary(own);
    if (const auto* own = llvm::dyn_cast<clang::CallExpr>(expr)) return call(own);
    if (llvm::isa<clang::ArraySubscriptExpr>(expr)) return subscript(expr);
    if (const auto* own = llvm::dyn_cast<clang::ConditionalOperator>(expr))
        return of(CExpression::Kind::Conditional, expr, {},
                  {converted(own->getCond()), converted(own->getTrueExpr()), converted(own->getFalseExpr())});
    if (const auto* use = llvm::dyn_cast<clang::DeclRefExpr>(expr)) {
        if (const auto* declared = llvm::dyn_cast<clang::VarDecl>(use->getDecl())) {
            if (declared->getType().isConstQualified() && declared->hasInit()) {
                if (auto number = folded(declared->getInit())) return *std::move(number);
            }
            return target(expr);
        }
    }
    std::vector<CExpression> within;
    for (const clang::Stmt* child : expr->children()) {
        const auto* own = child != nullptr ? llvm::dyn_cast<clang::Expr>(child) : nullptr;
        if (own != nullptr) within.push_back(converted(own));
    }
    return of(CExpression::Kind::Other, expr, "an expression of this kind", std::move(within));
}

CExpression ExpressionConverter::computed(const clang::CompoundAssignOperator* assignment) {
    CExpression own = target(assignment->getLHS());
    const auto wide = valueType(assignment->getComputationLHSType());
    const auto result = valueType(assignment->getComputationResultType());
    CExpression value = of(CExpression::Kind::Other, assignment, "a conversion");
    if (!wide || !result) return value;
    const auto to = [&](ValueType type, CExpression from) {
        if (from.type == type) return from;
        CExpression made = from;
        made.kind = CExpression::Kind::Convert;
        made.type = type;
        made.operands = {std::move(from)};
        return made;
    };
    const ValueType target = own.type;
    value.kind = CExpression::Kind::Binary;
    value.name = clang::BinaryOperator::getOpcodeStr(
                     clang::BinaryOperator::getOpForCompoundAssignment(assignment->getOpcode()))
                     .str();
    value.type = *result;
    value.operands = {to(*wide, std::move(own)), converted(assignment->getRHS())};
    return to(target, std::move(value));
}

CExpression ExpressionConverter::stepped(const clang::UnaryOperator* step) {
    CExpression own = target(step->getSubExpr());
    CExpression one = own;
    one.operands.clear();
    one.variable = -1;
    one.kind = isFloating(own.type.scalar) ? CExpression::Kind::Floating : CExpression::Kind::Integer;
    one.integer = 1;
    one.number = 1;
    return of(CExpression::Kind::Binary, step, step->isIncrementOp() ? "+" : "-",
              {std::move(own), std::move(one)});
}

} // namespace warpstring::frontend
