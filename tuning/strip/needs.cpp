// SPDX-License-Identifier: GPL-3.0-or-later
#include "tuning/strip/needs.h"

#include <algorithm>
#include <utility>

#include "tuning/strip/memory_calls.h"

namespace warpstring::strip {

Needs::Needs(const Program& program, KeepsAccess keeps, bool keepsFlow)
    : program_(program), keepsAccess_(std::move(keeps)), keepsFlow_(keepsFlow) {
    for (const auto& write : program.writes) writesOf_[write.object].push_back(&write);
    for (const auto& access : program.accesses) accessesAt_[access.expression].push_back(&access);
    for (const auto& access : program.accesses) {
        if (!keepsAccess_(access)) continue;
        // Where it goes, not what is there.
        for (const auto* object : access.objects) named_.insert(object);
        needPlace(access);
        needControl(access.control);
    }
    if (keepsFlow) {
        for (const auto& control : program.controls)
            if (control.statement &&
                llvm::isa<clang::ForStmt, clang::WhileStmt, clang::DoStmt, clang::SwitchStmt>(
                    control.statement))
                needControl(&control);
        for (const auto& jump : program.jumps) keepJump(jump);
        for (const auto* index : program.privateIndices) needExpression(index);
        keepsBarriers_ = true;
    }
    keepsBarriers_ = keepsBarriers_ || exchanges();
    if (keepsBarriers_)
        for (const auto& barrier : program.barriers) {
            needExpression(barrier.call);
            needControl(barrier.control);
        }
}

void Needs::needPlace(const Access& access) {
    const auto* call = llvm::dyn_cast<clang::CallExpr>(access.expression);
    if (call == nullptr) {
        for (const auto* child : access.place->children()) needExpression(child);
        return;
    }
    // Where everything is computed, an atomic's operand may be any.
    const auto memory = memoryCallOf(*call);
    const bool needsValue = access.isWhole && !keepsFlow_;
    for (unsigned i = 0; i < call->getNumArgs(); ++i)
        if (needsValue || !memory || static_cast<int>(i) != memory->value) needExpression(call->getArg(i));
}

bool Needs::exchanges() const {
    return std::any_of(program_.accesses.begin(), program_.accesses.end(), [&](const Access& access) {
        const bool isKept = keepsAccess_(access);
        return std::any_of(access.objects.begin(), access.objects.end(), [&](Object object) {
            if (!isGlobal(object) && spaceOf(object) != clang::LangAS::opencl_local) return false;
            if (spaceOf(object) == clang::LangAS::opencl_local) return isKept || needs(object);
            return access.stores && needs(object);
        });
    });
}

void Needs::needExpression(const clang::Stmt* part) {
    if (part == nullptr || !seen_.insert(part).second) return;
    if (const auto* use = llvm::dyn_cast<clang::DeclRefExpr>(part)) {
        const auto* variable = llvm::dyn_cast<clang::VarDecl>(use->getDecl());
        if (variable == nullptr) return;
        named_.insert(variable);
        if (program_.isKernelPointer(variable)) return needMoves(variable);
        if (!variable->getType()->isArrayType()) needObject(variable);
        return;
    }
    if (const auto found = accessesAt_.find(part); found != accessesAt_.end()) {
        exact_.insert(part);
        for (const auto* access : found->second)
            for (const auto* object : access->objects) needObject(object);
    } else if (const auto* cast = llvm::dyn_cast<clang::ImplicitCastExpr>(part);
               cast && cast->getCastKind() == clang::CK_LValueToRValue) {
        for (const auto* object : program_.lvalueRoots(*cast->getSubExpr()))
            if (!program_.isKernelPointer(object)) needObject(object);
    }
    if (const auto* call = llvm::dyn_cast<clang::CallExpr>(part)) {
        const clang::FunctionDecl* definition = nullptr;
        if (const auto* callee = call->getDirectCallee(); callee && callee->hasBody(definition))
            needFunction(definition);
        else // what it reads through pointers
            for (const auto* argument : call->arguments())
                if (argument->getType()->isPointerType())
                    for (const auto* object : program_.pointerRoots(*argument))
                        if (!program_.isKernelPointer(object)) needObject(object);
    }
    for (const auto* child : part->children()) needExpression(child);
}

void Needs::needObject(Object object) {
    if (!objects_.insert(object).second) return;
    const auto found = writesOf_.find(object);
    if (found == writesOf_.end()) return;
    for (const auto* write : found->second) needWrite(*write);
}

/// Of the pointer itself, not of what it leads to.
void Needs::needMoves(Object pointer) {
    const auto found = writesOf_.find(pointer);
    if (found == writesOf_.end()) return;
    for (const auto* write : found->second) {
        const clang::Expr* target = nullptr;
        if (const auto* operation = llvm::dyn_cast<clang::BinaryOperator>(write->statement))
            target = operation->getLHS();
        if (const auto* operation = llvm::dyn_cast<clang::UnaryOperator>(write->statement))
            target = operation->getSubExpr();
        if (target && llvm::isa<clang::DeclRefExpr>(target->IgnoreParens())) needWrite(*write);
    }
}

void Needs::needWrite(const Write& write) {
    if (write.isBinding) return needExpression(write.value);
    if (write.value != nullptr) { // a declaration, which is done wherever its name is used
        needExpression(write.value);
        return needControl(write.control);
    }
    if (!writes_.insert(write.statement).second) return;
    needExpression(write.statement);
    needControl(write.control);
}

void Needs::needFunction(const clang::FunctionDecl* function) {
    if (!results_.insert(function).second) return;
    for (const auto& jump : program_.jumps) {
        const auto* value = llvm::dyn_cast<clang::ReturnStmt>(jump.statement);
        if (value == nullptr || jump.control->function != function) continue;
        needExpression(value->getRetValue());
        keepJump(jump);
    }
    // What it writes for the caller is found by what is written; what it calls goes with its body.
    for (const auto& control : program_.controls)
        if (control.function == function && control.statement == nullptr) needControl(&control);
}

void Needs::keepJump(const Jump& jump) {
    if (!jumps_.insert(jump.statement).second) return;
    needControl(jump.control);
}

void Needs::needStatement(const clang::Stmt& statement) {
    if (const auto* declarations = llvm::dyn_cast<clang::DeclStmt>(&statement)) {
        for (const auto* declaration : declarations->decls())
            if (const auto* variable = llvm::dyn_cast<clang::VarDecl>(declaration)) needObject(variable);
        return;
    }
    needExpression(&statement);
}

/// What a loop, a branch or a choice asks before it goes one way.
void Needs::needHead(const clang::Stmt& statement) {
    if (const auto* loop = llvm::dyn_cast<clang::ForStmt>(&statement)) {
        if (loop->getInit()) needStatement(*loop->getInit());
        needExpression(loop->getCond());
        return needExpression(loop->getInc());
    }
    if (const auto* loop = llvm::dyn_cast<clang::WhileStmt>(&statement)) return needExpression(loop->getCond());
    if (const auto* loop = llvm::dyn_cast<clang::DoStmt>(&statement)) return needExpression(loop->getCond());
    if (const auto* branch = llvm::dyn_cast<clang::IfStmt>(&statement))
        return needExpression(branch->getCond());
    if (const auto* choice = llvm::dyn_cast<clang::SwitchStmt>(&statement))
        return needExpression(choice->getCond());
    if (const auto* choice = llvm::dyn_cast<clang::ConditionalOperator>(&statement))
        return needExpression(choice->getCond());
    if (const auto* operation = llvm::dyn_cast<clang::BinaryOperator>(&statement))
        needExpression(operation->getLHS());
}

void Needs::needControl(const Control* control) {
    for (; control != nullptr; control = control->outer) {
        const auto* statement = control->statement;
        if (statement == nullptr) {
            if (!functions_.insert(control->function).second) return;
            for (const auto& jump : program_.jumps)
                if (jump.target == nullptr && jump.control->function == control->function) keepJump(jump);
            for (const auto& call : program_.calls) {
                if (call.callee != control->function) continue;
                calls_.insert(call.call);
                if (!keepsFlow_) // the call is written out
                    for (const auto* argument : call.call->arguments()) needExpression(argument);
                needControl(call.control);
            }
            return;
        }
        if (!controls_.insert(statement).second) return;
        needHead(*statement);
        for (const auto& jump : program_.jumps)
            if (jump.target == statement) keepJump(jump);
    }
}

} // namespace warpstring::strip
