// SPDX-License-Identifier: GPL-3.0-or-later
#include "tuning/strip/program.h"

#include <algorithm>

#include "tuning/strip/memory_calls.h"

namespace warpstring::strip {

namespace {

using clang::LangAS;

bool isImage(clang::QualType type) { return type->isImageType(); }

void include(Objects& objects, const Objects& others) { objects.insert(others.begin(), others.end()); }

/// Finds the functions that are called, those called first first.
void addFunction(const clang::FunctionDecl& function, std::vector<const clang::FunctionDecl*>& functions);

void addCallees(const clang::Stmt* part, std::vector<const clang::FunctionDecl*>& functions) {
    if (part == nullptr) return;
    if (const auto* call = llvm::dyn_cast<clang::CallExpr>(part)) {
        const clang::FunctionDecl* definition = nullptr;
        if (const auto* callee = call->getDirectCallee(); callee && callee->hasBody(definition))
            addFunction(*definition, functions);
    }
    for (const auto* child : part->children()) addCallees(child, functions);
}

void addFunction(const clang::FunctionDecl& function, std::vector<const clang::FunctionDecl*>& functions) {
    if (std::find(functions.begin(), functions.end(), &function) != functions.end()) return;
    addCallees(function.getBody(), functions);
    functions.push_back(&function);
}

/// The memory that an lvalue stands in.
LangAS spaceOfLvalue(const clang::Expr& lvalue) {
    const auto* part = lvalue.IgnoreParens();
    if (const auto* member = llvm::dyn_cast<clang::MemberExpr>(part); member && !member->isArrow())
        return spaceOfLvalue(*member->getBase());
    if (const auto* component = llvm::dyn_cast<clang::ExtVectorElementExpr>(part);
        component && !component->isArrow())
        return spaceOfLvalue(*component->getBase());
    if (const auto* element = llvm::dyn_cast<clang::ArraySubscriptExpr>(part);
        element && element->getBase()->getType()->isVectorType())
        return spaceOfLvalue(*element->getBase());
    if (const auto* element = llvm::dyn_cast<clang::ArraySubscriptExpr>(part))
        return element->getBase()->getType()->getPointeeType().getAddressSpace();
    if (const auto* member = llvm::dyn_cast<clang::MemberExpr>(part))
        return member->getBase()->getType()->getPointeeType().getAddressSpace();
    if (const auto* component = llvm::dyn_cast<clang::ExtVectorElementExpr>(part))
        return component->getBase()->getType()->getPointeeType().getAddressSpace();
    if (const auto* unary = llvm::dyn_cast<clang::UnaryOperator>(part);
        unary && unary->getOpcode() == clang::UO_Deref)
        return unary->getSubExpr()->getType()->getPointeeType().getAddressSpace();
    return part->getType().getAddressSpace();
}

bool isMemory(LangAS space) {
    return space == LangAS::opencl_global || space == LangAS::opencl_local || space == LangAS::opencl_constant;
}

class ProgramCollector {
public:
    explicit ProgramCollector(CollectedProgram& out) : out_(out), program_(out.program) {}

    void collect(const clang::FunctionDecl& function) {
        function_ = &function;
        walk(function.getBody(), controlOf(nullptr, nullptr));
    }
    /// What pointers lead to, until nothing is added.
    void resolvePointers() {
        for (const auto* function : program_.functions) bindPointers(function->getBody());
        for (bool isChanged = true; isChanged;) {
            isChanged = false;
            for (const auto& [pointer, value] : bindings_) {
                auto& targets = program_.pointsTo[pointer];
                const std::size_t before = targets.size();
                include(targets, program_.pointerRoots(*value));
                isChanged = isChanged || targets.size() != before;
            }
        }
    }

private:
    void fault(const clang::Stmt& at, const std::string& what) {
        if (!out_.fault) out_.fault = {at.getBeginLoc(), what};
    }
    const Control* controlOf(const Control* outer, const clang::Stmt* statement) {
        program_.controls.push_back({outer, statement, function_});
        return &program_.controls.back();
    }

    void bind(Object variable, const clang::Expr* value) {
        if (value != nullptr && (value->getType()->isPointerType() || isImage(value->getType())))
            bindings_.emplace_back(variable, value);
    }
    void bindPointers(const clang::Stmt* part) {
        if (part == nullptr) return;
        if (const auto* declarations = llvm::dyn_cast<clang::DeclStmt>(part))
            for (const auto* declaration : declarations->decls())
                if (const auto* variable = llvm::dyn_cast<clang::VarDecl>(declaration))
                    bind(variable, variable->getInit());
        if (const auto* operation = llvm::dyn_cast<clang::BinaryOperator>(part);
            operation && operation->isAssignmentOp())
            for (const auto* object : program_.lvalueRoots(*operation->getLHS()))
                bind(object, operation->getRHS());
        if (const auto* call = llvm::dyn_cast<clang::CallExpr>(part)) {
            const clang::FunctionDecl* definition = nullptr;
            if (const auto* callee = call->getDirectCallee(); callee && callee->hasBody(definition))
                for (unsigned i = 0; i < definition->getNumParams() && i < call->getNumArgs(); ++i)
                    bind(definition->getParamDecl(i), call->getArg(i));
        }
        for (const auto* child : part->children()) bindPointers(child);
    }

    void walkChildren(const clang::Stmt& part, const Control* control) {
        for (const auto* child : part.children()) walk(child, control);
    }

    void walkLoop(const clang::Stmt& loop, const clang::Stmt* body, const Control* inside) {
        const auto* breaks = breaks_;
        const auto* continues = continues_;
        breaks_ = continues_ = &loop;
        walk(body, inside);
        breaks_ = breaks;
        continues_ = continues;
    }

    void walk(const clang::Stmt* part, const Control* control) {
        if (part == nullptr) return;
        if (const auto* loop = llvm::dyn_cast<clang::ForStmt>(part)) {
            const auto* inside = controlOf(control, loop);
            walk(loop->getInit(), control);
            walk(loop->getCond(), inside);
            walkLoop(*loop, loop->getBody(), inside);
            return walk(loop->getInc(), inside);
        }
        if (const auto* loop = llvm::dyn_cast<clang::WhileStmt>(part)) {
            const auto* inside = controlOf(control, loop);
            walk(loop->getCond(), inside);
            return walkLoop(*loop, loop->getBody(), inside);
        }
        if (const auto* loop = llvm::dyn_cast<clang::DoStmt>(part)) {
            const auto* inside = controlOf(control, loop);
            walkLoop(*loop, loop->getBody(), inside);
            return walk(loop->getCond(), inside);
        }
        if (const auto* branch = llvm::dyn_cast<clang::IfStmt>(part)) {
            const auto* inside = controlOf(control, branch);
            walk(branch->getCond(), control);
            walk(branch->getThen(), inside);
            return walk(branch->getElse(), inside);
        }
        if (const auto* choice = llvm::dyn_cast<clang::SwitchStmt>(part)) {
            walk(choice->getCond(), control);
            const auto* breaks = breaks_;
            breaks_ = choice;
            walk(choice->getBody(), controlOf(control, choice));
            breaks_ = breaks;
            return;
        }
        if (const auto* choice = llvm::dyn_cast<clang::ConditionalOperator>(part)) {
            const auto* inside = controlOf(control, choice);
            walk(choice->getCond(), control);
            walk(choice->getTrueExpr(), inside);
            return walk(choice->getFalseExpr(), inside);
        }
        if (const auto* operation = llvm::dyn_cast<clang::BinaryOperator>(part);
            operation && operation->isLogicalOp() && operation->getType()->isScalarType()) {
            walk(operation->getLHS(), control);
            return walk(operation->getRHS(), controlOf(control, operation));
        }
        if (llvm::isa<clang::BreakStmt>(part)) return addJump(*part, breaks_, control);
        if (llvm::isa<clang::ContinueStmt>(part)) return addJump(*part, continues_, control);
        if (llvm::isa<clang::ReturnStmt>(part)) addJump(*part, nullptr, control);
        if (llvm::isa<clang::LabelStmt, clang::GotoStmt, clang::AsmStmt>(part)) return fault(*part, "jumps");
        if (llvm::isa<clang::AtomicExpr>(part)) return fault(*part, "atomics");
        if (const auto* declarations = llvm::dyn_cast<clang::DeclStmt>(part)) declare(*declarations, control);
        if (const auto* operation = llvm::dyn_cast<clang::BinaryOperator>(part);
            operation && operation->isAssignmentOp())
            write(*operation, *operation->getLHS(), operation->isCompoundAssignmentOp(), control);
        if (const auto* operation = llvm::dyn_cast<clang::UnaryOperator>(part);
            operation && operation->isIncrementDecrementOp())
            write(*operation, *operation->getSubExpr(), true, control);
        if (const auto* cast = llvm::dyn_cast<clang::ImplicitCastExpr>(part);
            cast && cast->getCastKind() == clang::CK_LValueToRValue &&
            isMemory(spaceOfLvalue(*cast->getSubExpr())))
            program_.accesses.push_back({cast, cast->getSubExpr(), true, false, false,
                                         program_.lvalueRoots(*cast->getSubExpr()), control});
        if (const auto* element = llvm::dyn_cast<clang::ArraySubscriptExpr>(part);
            element && !isMemory(spaceOfLvalue(*element)))
            program_.privateIndices.push_back(element->getIdx());
        if (const auto* call = llvm::dyn_cast<clang::CallExpr>(part)) addCall(*call, control);
        walkChildren(*part, control);
    }

    void addJump(const clang::Stmt& statement, const clang::Stmt* target, const Control* control) {
        program_.jumps.push_back({&statement, target, control});
    }

    void declare(const clang::DeclStmt& statement, const Control* control) {
        for (const auto* declaration : statement.decls())
            if (const auto* variable = llvm::dyn_cast<clang::VarDecl>(declaration);
                variable && variable->hasInit())
                program_.writes.push_back({&statement, variable, variable->getInit(), false, control});
    }

    void write(const clang::Expr& statement, const clang::Expr& target, bool isChange, const Control* control) {
        const Objects roots = program_.lvalueRoots(target);
        for (const auto* object : roots)
            program_.writes.push_back({&statement, object, nullptr, false, control});
        if (isMemory(spaceOfLvalue(target)))
            program_.accesses.push_back({&statement, &target, isChange, true, false, roots, control});
    }

    void addCall(const clang::CallExpr& call, const Control* control) {
        const clang::FunctionDecl* definition = nullptr;
        if (const auto* callee = call.getDirectCallee(); callee && callee->hasBody(definition)) {
            program_.calls.push_back({&call, definition, control});
            for (unsigned i = 0; i < definition->getNumParams() && i < call.getNumArgs(); ++i)
                program_.writes.push_back({&call, definition->getParamDecl(i), call.getArg(i), true, control});
            return;
        }
        const llvm::StringRef name = calleeName(call);
        if (isMeeting(name)) return program_.barriers.push_back({&call, nullptr, control});
        const auto memory = memoryCallOf(call);
        if (memory) {
            addMemoryCall(call, *memory, control);
            return;
        }
        // fract(x, &whole), sincos and their like write where a pointer leads.
        for (const auto* argument : call.arguments())
            if (argument->getType()->isPointerType())
                for (const auto* object : program_.pointerRoots(*argument))
                    program_.writes.push_back({&call, object, nullptr, false, control});
    }

    void addMemoryCall(const clang::CallExpr& call, const MemoryCall& memory, const Control* control) {
        const auto rootsOf = [&](const clang::Expr* place) {
            return isImage(place->getType()) ? program_.lvalueRoots(*place->IgnoreImpCasts())
                                             : program_.pointerRoots(*place);
        };
        if (memory.loaded)
            program_.accesses.push_back({&call, memory.loaded, true, memory.stored == memory.loaded,
                                         memory.isWhole, rootsOf(memory.loaded), control});
        if (memory.stored && memory.stored != memory.loaded)
            program_.accesses.push_back(
                {&call, memory.stored, false, true, memory.isWhole, rootsOf(memory.stored), control});
        if (memory.stored)
            for (const auto* object : rootsOf(memory.stored))
                program_.writes.push_back({&call, object, nullptr, false, control});
    }

    CollectedProgram& out_;
    Program& program_;
    const clang::FunctionDecl* function_ = nullptr;
    const clang::Stmt *breaks_ = nullptr, *continues_ = nullptr;
    std::vector<std::pair<Object, const clang::Expr*>> bindings_;
};

} // namespace

llvm::StringRef calleeName(const clang::CallExpr& call) {
    const auto* callee = call.getDirectCallee();
    return callee && callee->getIdentifier() ? callee->getName() : "";
}

LangAS spaceOf(Object object) {
    if (isImage(object->getType())) return LangAS::opencl_global;
    return object->getType()->isPointerType() ? object->getType()->getPointeeType().getAddressSpace()
                                              : object->getType().getAddressSpace();
}

bool isGlobal(Object object) { return spaceOf(object) == LangAS::opencl_global; }

bool Program::isKernelPointer(Object object) const {
    const auto* parameter = llvm::dyn_cast<clang::ParmVarDecl>(object);
    return parameter && parameter->getDeclContext() == kernel &&
           (object->getType()->isPointerType() || isImage(object->getType()));
}

Objects Program::lvalueRoots(const clang::Expr& lvalue) const {
    const auto* part = lvalue.IgnoreParens();
    if (const auto* cast = llvm::dyn_cast<clang::CastExpr>(part)) return lvalueRoots(*cast->getSubExpr());
    if (const auto* use = llvm::dyn_cast<clang::DeclRefExpr>(part)) {
        const auto* variable = llvm::dyn_cast<clang::VarDecl>(use->getDecl());
        if (variable == nullptr) return {};
        // An image that a helper is given is the kernel's.
        const auto found = pointsTo.find(variable);
        return isImage(variable->getType()) && found != pointsTo.end() ? found->second : Objects{variable};
    }
    if (const auto* member = llvm::dyn_cast<clang::MemberExpr>(part))
        return member->isArrow() ? pointerRoots(*member->getBase()) : lvalueRoots(*member->getBase());
    if (const auto* component = llvm::dyn_cast<clang::ExtVectorElementExpr>(part))
        return component->isArrow() ? pointerRoots(*component->getBase()) : lvalueRoots(*component->getBase());
    if (const auto* element = llvm::dyn_cast<clang::ArraySubscriptExpr>(part))
        return element->getBase()->getType()->isVectorType() ? lvalueRoots(*element->getBase())
                                                             : pointerRoots(*element->getBase());
    if (const auto* unary = llvm::dyn_cast<clang::UnaryOperator>(part);
        unary && unary->getOpcode() == clang::UO_Deref)
        return pointerRoots(*unary->getSubExpr());
    return {};
}

Objects Program::pointerRoots(const clang::Expr& pointer) const {
    const auto* part = pointer.IgnoreParens();
    if (const auto* cast = llvm::dyn_cast<clang::CastExpr>(part)) {
        if (cast->getCastKind() == clang::CK_ArrayToPointerDecay) return lvalueRoots(*cast->getSubExpr());
        return pointerRoots(*cast->getSubExpr());
    }
    if (const auto* use = llvm::dyn_cast<clang::DeclRefExpr>(part)) {
        const auto* variable = llvm::dyn_cast<clang::VarDecl>(use->getDecl());
        if (variable == nullptr) return {};
        Objects roots;
        if (isKernelPointer(variable) || variable->getType()->isArrayType()) roots.insert(variable);
        if (const auto found = pointsTo.find(variable); found != pointsTo.end()) include(roots, found->second);
        return roots;
    }
    if (const auto* unary = llvm::dyn_cast<clang::UnaryOperator>(part)) {
        if (unary->getOpcode() == clang::UO_AddrOf) return lvalueRoots(*unary->getSubExpr());
        if (unary->isIncrementDecrementOp()) return pointerRoots(*unary->getSubExpr());
    }
    if (const auto* operation = llvm::dyn_cast<clang::BinaryOperator>(part)) {
        if (operation->isAssignmentOp()) return pointerRoots(*operation->getLHS());
        if (operation->isAdditiveOp())
            return pointerRoots(operation->getLHS()->getType()->isPointerType() ? *operation->getLHS()
                                                                                : *operation->getRHS());
        return pointerRoots(*operation->getRHS());
    }
    if (const auto* choice = llvm::dyn_cast<clang::ConditionalOperator>(part)) {
        Objects roots = pointerRoots(*choice->getTrueExpr());
        include(roots, pointerRoots(*choice->getFalseExpr()));
        return roots;
    }
    if (const auto* call = llvm::dyn_cast<clang::CallExpr>(part)) {
        Objects roots;
        for (const auto* argument : call->arguments())
            if (argument->getType()->isPointerType()) include(roots, pointerRoots(*argument));
        return roots;
    }
    // An element of an array of pointers, or a member.
    Objects roots;
    for (const auto* holder : lvalueRoots(*part))
        if (const auto found = pointsTo.find(holder); found != pointsTo.end()) include(roots, found->second);
    return roots;
}

CollectedProgram collectProgram(const clang::FunctionDecl& kernel) {
    CollectedProgram out;
    out.program.kernel = &kernel;
    addFunction(kernel, out.program.functions);
    ProgramCollector collector(out);
    collector.resolvePointers();
    for (const auto* function : out.program.functions) collector.collect(*function);
    return out;
}

} // namespace warpstring::strip
