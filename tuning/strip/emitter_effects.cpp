// SPDX-License-Identifier: GPL-3.0-or-later
// What stays of a statement that goes, and what stands in place of an access that goes.
#include <algorithm>

#include "tuning/strip/emitter.h"
#include "tuning/strip/type_text.h"

namespace warpstring::strip {

namespace {

std::string blanksOf(unsigned depth) { return std::string(4UL * depth, ' '); }

std::string joined(const std::vector<std::string>& parts, const std::string& between) {
    std::string text;
    for (const auto& part : parts) text += (text.empty() ? "" : between) + part;
    return text;
}

/// An element without its components and members.
const clang::Expr& wholeElement(const clang::Expr& place) {
    const auto* part = place.IgnoreParens();
    if (const auto* member = llvm::dyn_cast<clang::MemberExpr>(part); member && !member->isArrow())
        return wholeElement(*member->getBase());
    if (const auto* component = llvm::dyn_cast<clang::ExtVectorElementExpr>(part);
        component && !component->isArrow())
        return wholeElement(*component->getBase());
    if (const auto* element = llvm::dyn_cast<clang::ArraySubscriptExpr>(part);
        element && element->getBase()->getType()->isVectorType())
        return wholeElement(*element->getBase());
    return *part;
}

bool isPlainArgument(const Program& program, const clang::Expr& pointer) {
    const auto* use = llvm::dyn_cast<clang::DeclRefExpr>(pointer.IgnoreParenImpCasts());
    const auto* variable = use ? llvm::dyn_cast<clang::VarDecl>(use->getDecl()) : nullptr;
    return variable && program.isKernelPointer(variable);
}

} // namespace

std::string Emitter::added(clang::QualType type, const std::string& value, unsigned depth) {
    std::string text;
    for (const auto& sum : accumulators_.added(type, value, isInKernel()))
        text += blanksOf(depth) + sum + ";\n";
    hasAdded_ = true;
    return text;
}

std::string Emitter::guarded(const std::string& condition, const std::string& body, unsigned depth) {
    if (body.empty()) return {};
    return blanksOf(depth) + "if (" + condition + ") {\n" + body + blanksOf(depth) + "}\n";
}

/// Of what is done under a condition within an expression; nothing where the expression is of another kind.
std::optional<std::string> Emitter::chosenEffects(const clang::Stmt& part, Walk walk, unsigned depth) {
    const std::string in = blanksOf(depth);
    if (const auto* chosen = llvm::dyn_cast<clang::ConditionalOperator>(&part)) {
        std::string first = (this->*walk)(chosen->getCond(), depth);
        const std::string yes = (this->*walk)(chosen->getTrueExpr(), depth + 1);
        const std::string no = (this->*walk)(chosen->getFalseExpr(), depth + 1);
        if (yes.empty() && no.empty()) return first;
        const std::string condition = print(*chosen->getCond());
        if (yes.empty()) return first + guarded("!(" + condition + ")", no, depth);
        std::string text = guarded(condition, yes, depth);
        if (!no.empty()) text = text.substr(0, text.size() - 1) + " else {\n" + no + in + "}\n";
        return first + text;
    }
    if (const auto* operation = llvm::dyn_cast<clang::BinaryOperator>(&part);
        operation && operation->isLogicalOp() && operation->getType()->isScalarType()) {
        std::string first = (this->*walk)(operation->getLHS(), depth);
        const std::string second = (this->*walk)(operation->getRHS(), depth + 1);
        if (second.empty()) return first;
        const std::string condition = print(*operation->getLHS());
        return first + guarded(operation->getOpcode() == clang::BO_LAnd ? condition : "!(" + condition + ")",
                               second, depth);
    }
    return std::nullopt;
}

bool Emitter::hasIdleLoads(const clang::Stmt* part) const {
    if (part == nullptr || keeping_.idle.empty()) return false;
    if (keeping_.idle.contains(part)) return true;
    return std::any_of(part->child_begin(), part->child_end(),
                       [&](const clang::Stmt* child) { return hasIdleLoads(child); });
}

/// An assignment or a call that stays, and sums of what would be loaded in vain: what a variable gets of it
/// lives with the variable.
std::string Emitter::keptStatement(const clang::Stmt& part, unsigned depth) {
    std::string text = blanksOf(depth) + print(part) + ";\n";
    if (!hasIdleLoads(&part)) return text;
    if (const auto* operation = llvm::dyn_cast<clang::BinaryOperator>(&part);
        operation && operation->isAssignmentOp())
        if (const auto* variable = llvm::dyn_cast<clang::DeclRefExpr>(operation->getLHS()->IgnoreParens()))
            return text + added(variable->getType(), print(*variable), depth);
    return idleLoads(&part, depth) + text;
}

/// Sums of what would be loaded in vain, before the expression of which this is a part or the whole.
std::string Emitter::idleLoads(const clang::Stmt* whole, unsigned depth) {
    const auto* expression = llvm::dyn_cast_or_null<clang::Expr>(whole);
    if (expression == nullptr || !hasIdleLoads(whole)) return {};
    const auto* changed = expression->IgnoreParens();
    std::vector<const clang::Expr*> parts = {changed};
    if (const auto* operation = llvm::dyn_cast<clang::BinaryOperator>(changed);
        operation && operation->isAssignmentOp())
        parts = {operation->getLHS(), operation->getRHS()};
    // What it loads a second time must be what it loaded the first.
    for (const auto* part : parts)
        if (part->HasSideEffects(context_, false)) return {};
    std::string text;
    for (const auto* part : parts) text += idleLoadsIn(part, depth);
    return text;
}

std::string Emitter::idleLoadsIn(const clang::Stmt* part, unsigned depth) {
    if (part == nullptr) return {};
    if (keeping_.idle.contains(part)) {
        const auto& load = *llvm::cast<clang::Expr>(part);
        return added(load.getType(), print(load), depth);
    }
    if (auto text = chosenEffects(*part, &Emitter::idleLoadsIn, depth)) return *text;
    std::string text;
    for (const auto* child : part->children()) text += idleLoadsIn(child, depth);
    return text;
}

std::string Emitter::effects(const clang::Stmt* part, unsigned depth) {
    if (part == nullptr) return {};
    const std::string in = blanksOf(depth);
    if (needs_.keeps(part)) return keptStatement(*part, depth);
    if (const auto* expression = llvm::dyn_cast<clang::Expr>(part);
        expression && keeping_.accesses.contains(part))
        return accessEffects(*expression, depth);
    if (auto text = chosenEffects(*part, &Emitter::effects, depth)) return *text;
    if (const auto* call = llvm::dyn_cast<clang::CallExpr>(part)) {
        if (needs_.keepsCall(call)) return keptStatement(*call, depth);
        if (isMeeting(calleeName(*call))) return needs_.keepsBarriers() ? in + print(*call) + ";\n" : "";
    }
    std::string text;
    for (const auto* child : part->children()) text += effects(child, depth);
    return text;
}

std::string Emitter::accessEffects(const clang::Expr& access, unsigned depth) {
    const std::string in = blanksOf(depth);
    if (const auto* operation = llvm::dyn_cast<clang::BinaryOperator>(&access)) {
        std::string text = effects(operation->getRHS(), depth);
        if (operation->isCompoundAssignmentOp())
            text += added(operation->getLHS()->getType(), print(*operation->getLHS()), depth);
        return text + storeEffects(*operation->getLHS(), depth);
    }
    if (const auto* operation = llvm::dyn_cast<clang::UnaryOperator>(&access))
        return added(operation->getType(), print(*operation->getSubExpr()), depth) +
               storeEffects(*operation->getSubExpr(), depth);
    const auto* call = llvm::dyn_cast<clang::CallExpr>(&access);
    if (call == nullptr) return added(access.getType(), print(access), depth);
    const auto memory = memoryCallOf(*call);
    if (!memory || memory->isWhole) return in + print(*call) + ";\n";
    if (memory->value < 0) return added(call->getType(), print(*call), depth);
    std::string text, arguments;
    for (unsigned i = 0; i < call->getNumArgs(); ++i) {
        const auto* argument = call->getArg(i);
        const bool isValue = static_cast<int>(i) == memory->value;
        if (isValue) text += effects(argument, depth);
        arguments += (arguments.empty() ? "" : ", ") +
                     (isValue ? accumulators_.valueOf(argument->getType(), isInKernel()) : print(*argument));
    }
    return text + in + calleeName(*call).str() + "(" + arguments + ");\n";
}

std::string Emitter::storeEffects(const clang::Expr& target, unsigned depth) {
    if (const auto* record = target.getType()->getAsRecordDecl()) {
        std::string text;
        for (const auto* field : record->fields())
            if (field->getType()->isArithmeticType() || field->getType()->isExtVectorType())
                text += blanksOf(depth) + print(target) + "." + field->getName().str() + " = " +
                        accumulators_.valueOf(field->getType(), isInKernel()) + ";\n";
            else
                fault_ = "a member of type " + field->getType().getAsString() + " is stored";
        return text;
    }
    return blanksOf(depth) + print(target) + " = " + accumulators_.valueOf(target.getType(), isInKernel()) +
           ";\n";
}

bool Emitter::isRemoved(const clang::Stmt& expression) const {
    if (!keeping_.onChip) return false;
    const auto found = accessesAt_.find(&expression);
    if (found == accessesAt_.end() || needs_.keeps(&expression) ||
        needs_.isExact(llvm::cast<clang::Expr>(&expression)))
        return false;
    return std::all_of(found->second.begin(), found->second.end(),
                       [&](const Access* access) { return !keeping_.accesses.contains(access->expression); });
}

std::string Emitter::sunk(clang::QualType type, const std::string& value) {
    hasAdded_ = true;
    return joined(accumulators_.added(type, value, isInKernel()), ", ");
}

std::string Emitter::replacement(const clang::Expr& access) {
    if (const auto* operation = llvm::dyn_cast<clang::BinaryOperator>(&access)) {
        const auto* target = operation->getLHS();
        const auto type = target->getType();
        std::string value = print(*operation->getRHS());
        if (operation->isCompoundAssignmentOp()) {
            const auto plain = clang::BinaryOperator::getOpForCompoundAssignment(operation->getOpcode());
            value = unknown(access, type) + " " + clang::BinaryOperator::getOpcodeStr(plain).str() + " (" +
                    value + ")";
        }
        return sunk(type, type->isRecordType() ? "(" + value + ")" : value);
    }
    if (const auto* operation = llvm::dyn_cast<clang::UnaryOperator>(&access))
        return sunk(operation->getType(), unknown(access, operation->getType()));
    const auto* call = llvm::dyn_cast<clang::CallExpr>(&access);
    const auto memory = call ? memoryCallOf(*call) : std::nullopt;
    if (!memory || memory->value < 0) return unknown(access, access.getType());
    const auto* value = call->getArg(static_cast<unsigned>(memory->value));
    const std::string kept = sunk(value->getType(), print(*value));
    return call->getType()->isVoidType() ? kept : "(" + kept + ", " + unknown(access, access.getType()) + ")";
}

std::string Emitter::unknown(const clang::Expr& access, clang::QualType type) {
    usesUnknown_ = true;
    const Access& first = *accessesAt_.at(&access).front();
    unsigned salt = 64;
    for (const auto* parameter : program_.kernel->parameters()) {
        if (first.objects.contains(parameter)) break;
        salt += 64;
    }
    std::string index;
    const auto* call = llvm::dyn_cast<clang::CallExpr>(&access);
    const auto memory = call ? memoryCallOf(*call) : std::nullopt;
    if (memory && memory->index >= 0) {
        const auto* where = call->getArg(static_cast<unsigned>(memory->index));
        const std::string text = print(*where);
        if (where->getType()->isExtVectorType())
            index = "(uint)(int)((" + text + ").x + 37 * (" + text + ").y)";
        else if (first.place->getType()->isPointerType() && !isPlainArgument(program_, *first.place))
            index = "(uint)((size_t)(" + print(*first.place) + ") + (" + text + "))";
        else
            index = "(uint)(" + text + ")";
    } else if (memory) {
        index = "(uint)(size_t)(" + print(*first.place) + ")";
    } else {
        const clang::Expr& place = wholeElement(*first.place);
        const auto* element = llvm::dyn_cast<clang::ArraySubscriptExpr>(&place);
        index = element && isPlainArgument(program_, *element->getBase())
                    ? "(uint)(" + print(*element->getIdx()) + ")"
                    : "(uint)(size_t)&" + print(place);
    }
    const auto* record = type->getAsRecordDecl();
    if (record == nullptr) return unknownValue(context_, type, salt, index);
    std::string members;
    for (const auto* field : record->fields()) {
        if (!field->getType()->isArithmeticType() && !field->getType()->isExtVectorType())
            fault_ = "a member of type " + field->getType().getAsString() + " is loaded";
        else
            members += (members.empty() ? "" : ", ") + unknownValue(context_, field->getType(), salt, index);
        salt += components(field->getType());
    }
    return "(" + type.getUnqualifiedType().getAsString(clang::PrintingPolicy(context_.getLangOpts())) + "){" +
           members + "}";
}

} // namespace warpstring::strip
