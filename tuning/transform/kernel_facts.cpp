// SPDX-License-Identifier: GPL-3.0-or-later
#include "tuning/transform/kernel_facts.h"

#include <clang/AST/ParentMapContext.h>
#include <clang/AST/RecursiveASTVisitor.h>

#include <algorithm>

namespace warpstring::transform {

namespace {

bool isOneOf(llvm::StringRef name, std::initializer_list<const char*> names) {
    return std::any_of(names.begin(), names.end(), [&](const char* known) { return name == known; });
}

bool isIndexFunction(llvm::StringRef name) {
    return isOneOf(name, {"get_global_id", "get_local_id", "get_group_id", "get_global_size", "get_local_size",
                          "get_num_groups", "get_enqueued_local_size", "get_global_offset"});
}

bool isAtomic(llvm::StringRef name) { return name.starts_with("atomic_") || name.starts_with("atom_"); }

/// Barriers, and what acts as one: all work-items of a group take part.
bool isBarrier(llvm::StringRef name) {
    return isOneOf(name, {"barrier", "work_group_barrier", "wait_group_events"}) ||
           name.starts_with("async_work_group") || name.starts_with("work_group_");
}

/// Collects of one function's body; what it calls is looked into by factsOf.
class Collector : public clang::RecursiveASTVisitor<Collector> {
public:
    KernelFacts facts;

    bool VisitCallExpr(clang::CallExpr* call) {
        const auto* callee = call->getDirectCallee();
        if (callee == nullptr || callee->getIdentifier() == nullptr) return true;
        facts.calls.push_back(call);
        const llvm::StringRef name = callee->getName();
        if (isIndexFunction(name)) addIndexCall(*call, name);
        if (isBarrier(name)) facts.barriers.push_back(call);
        if (isAtomic(name)) facts.atomics.push_back(call);
        facts.usesSubGroups = facts.usesSubGroups || name.contains("sub_group");
        facts.usesLinearIds = facts.usesLinearIds || name.ends_with("linear_id");
        return true;
    }
    bool VisitVarDecl(clang::VarDecl* variable) {
        if (!llvm::isa<clang::ParmVarDecl>(variable)) facts.variables.push_back(variable);
        return true;
    }
    bool VisitDeclRefExpr(clang::DeclRefExpr* use) {
        if (llvm::isa<clang::VarDecl>(use->getDecl())) facts.uses.push_back(use);
        return true;
    }
    bool VisitForStmt(clang::ForStmt* loop) { return add(facts.loops, loop); }
    bool VisitWhileStmt(clang::WhileStmt* loop) { return add(facts.loops, loop); }
    bool VisitDoStmt(clang::DoStmt* loop) { return add(facts.loops, loop); }
    bool VisitReturnStmt(clang::ReturnStmt* statement) { return add(facts.returns, statement); }
    bool VisitLabelStmt(clang::LabelStmt* /*label*/) { return facts.hasJumps = true; }
    bool VisitGotoStmt(clang::GotoStmt* /*jump*/) { return facts.hasJumps = true; }
    bool VisitAtomicExpr(clang::AtomicExpr* /*atomic*/) { return true; }

private:
    template <class List, class Node>
    static bool add(List& list, Node* node) {
        list.push_back(node);
        return true;
    }

    void addIndexCall(const clang::CallExpr& call, llvm::StringRef name) {
        IndexCall found{&call, name.str(), std::nullopt};
        if (call.getNumArgs() == 1)
            if (const auto* literal =
                    llvm::dyn_cast<clang::IntegerLiteral>(call.getArg(0)->IgnoreParenImpCasts()))
                found.dimension = static_cast<unsigned>(literal->getValue().getZExtValue());
        facts.indexCalls.push_back(found);
    }
};

KernelFacts collected(const clang::FunctionDecl& function) {
    Collector collector;
    if (function.hasBody()) collector.TraverseStmt(function.getBody());
    return std::move(collector.facts);
}

void lookIntoHelpers(const KernelFacts& caller, KernelFacts& facts) {
    for (const auto* call : caller.calls) {
        const clang::FunctionDecl* helper = nullptr;
        if (!call->getDirectCallee()->hasBody(helper) || !facts.helpers.insert(helper).second) continue;
        const KernelFacts own = collected(*helper);
        facts.usesSubGroups = facts.usesSubGroups || own.usesSubGroups;
        facts.usesLinearIds = facts.usesLinearIds || own.usesLinearIds;
        if (!own.indexCalls.empty()) facts.helperIndexCall = own.indexCalls.front().call;
        if (!own.barriers.empty()) facts.helperBarrier = own.barriers.front();
        if (!own.atomics.empty()) facts.helperAtomic = own.atomics.front();
        lookIntoHelpers(own, facts);
    }
}

} // namespace

KernelFacts factsOf(const clang::FunctionDecl& kernel) {
    KernelFacts facts = collected(kernel);
    facts.kernel = &kernel;
    const KernelFacts own = facts;
    lookIntoHelpers(own, facts);
    return facts;
}

bool isInLocalMemory(const clang::VarDecl& variable) {
    return variable.getType().getAddressSpace() == clang::LangAS::opencl_local;
}

std::vector<const clang::VarDecl*> KernelFacts::localVariables() const {
    std::vector<const clang::VarDecl*> found;
    for (const auto* variable : variables)
        if (isInLocalMemory(*variable)) found.push_back(variable);
    return found;
}

bool KernelFacts::usesLocalMemory() const {
    if (!localVariables().empty()) return true;
    return std::any_of(kernel->param_begin(), kernel->param_end(), [](const clang::ParmVarDecl* parameter) {
        return leadsTo(*parameter, clang::LangAS::opencl_local);
    });
}

bool leadsTo(const clang::ParmVarDecl& parameter, clang::LangAS space) {
    const auto type = parameter.getType();
    return type->isPointerType() && type->getPointeeType().getAddressSpace() == space;
}

bool isPlainBarrier(const clang::CallExpr& call) {
    return isOneOf(call.getDirectCallee()->getName(), {"barrier", "work_group_barrier"});
}

const clang::Stmt* parentOf(clang::ASTContext& context, const clang::Stmt& node) {
    const clang::Stmt* current = &node;
    do {
        const auto parents = context.getParents(*current);
        current = parents.empty() ? nullptr : parents[0].get<clang::Stmt>();
    } while (current != nullptr && llvm::isa<clang::ParenExpr>(current));
    return current;
}

bool isWithin(clang::ASTContext& context, const clang::Stmt& node, const clang::Stmt& around) {
    // Through declarations too: an initialiser's parent is the variable, not the statement.
    auto current = clang::DynTypedNode::create(node);
    while (true) {
        if (const auto* statement = current.get<clang::Stmt>(); statement == &around) return true;
        const auto parents = context.getParents(current);
        if (parents.empty()) return false;
        current = parents[0];
    }
}

Use useOf(clang::ASTContext& context, const clang::Expr& lvalue) {
    const clang::Stmt* parent = parentOf(context, lvalue);
    if (parent == nullptr) return Use::Escapes;
    if (const auto* cast = llvm::dyn_cast<clang::ImplicitCastExpr>(parent)) {
        if (cast->getCastKind() == clang::CK_LValueToRValue) return Use::Read;
        if (cast->getCastKind() == clang::CK_ArrayToPointerDecay)
            if (const auto* above = parentOf(context, *cast))
                if (const auto* element = llvm::dyn_cast<clang::ArraySubscriptExpr>(above))
                    return useOf(context, *element);
        return Use::Escapes;
    }
    if (const auto* member = llvm::dyn_cast<clang::MemberExpr>(parent); member && !member->isArrow())
        return useOf(context, *member);
    if (const auto* component = llvm::dyn_cast<clang::ExtVectorElementExpr>(parent))
        return useOf(context, *component);
    if (const auto* element = llvm::dyn_cast<clang::ArraySubscriptExpr>(parent))
        return useOf(context, *element); // of a vector
    if (const auto* operation = llvm::dyn_cast<clang::BinaryOperator>(parent);
        operation && operation->isAssignmentOp() &&
        operation->getLHS()->IgnoreParens() == lvalue.IgnoreParens())
        return operation->isCompoundAssignmentOp() ? Use::Both : Use::Written;
    if (const auto* operation = llvm::dyn_cast<clang::UnaryOperator>(parent);
        operation && operation->isIncrementDecrementOp())
        return Use::Both;
    return Use::Escapes;
}

bool isChangedIn(clang::ASTContext& context, const KernelFacts& facts, const clang::ValueDecl& variable,
                 const clang::Stmt& part) {
    return std::any_of(facts.uses.begin(), facts.uses.end(), [&](const clang::DeclRefExpr* use) {
        return use->getDecl() == &variable && useOf(context, *use) != Use::Read &&
               isWithin(context, *use, part);
    });
}

bool isChanged(clang::ASTContext& context, const KernelFacts& facts, const clang::ValueDecl& variable) {
    return isChangedIn(context, facts, variable, *facts.kernel->getBody());
}

std::vector<Body> bodiesOf(const clang::Stmt& statement) {
    if (const auto* loop = llvm::dyn_cast<clang::ForStmt>(&statement))
        return {{loop->getBody(), loop->getRParenLoc()}};
    if (const auto* loop = llvm::dyn_cast<clang::WhileStmt>(&statement))
        return {{loop->getBody(), loop->getRParenLoc()}};
    if (const auto* loop = llvm::dyn_cast<clang::DoStmt>(&statement))
        return {{loop->getBody(), loop->getDoLoc()}};
    const auto* branch = llvm::dyn_cast<clang::IfStmt>(&statement);
    if (branch == nullptr) return {};
    std::vector<Body> bodies{{branch->getThen(), branch->getRParenLoc()}};
    if (branch->getElse()) bodies.push_back({branch->getElse(), branch->getElseLoc()});
    return bodies;
}

bool isValueUsed(clang::ASTContext& context, const clang::CallExpr& call) {
    const auto* above = parentOf(context, call);
    if (above == nullptr) return true; // of a variable's first value
    const auto bodies = bodiesOf(*above);
    return !llvm::isa<clang::CompoundStmt>(above) &&
           std::none_of(bodies.begin(), bodies.end(),
                        [&](const Body& body) { return body.statement == &call; });
}

std::optional<std::int64_t> constantOf(clang::ASTContext& context, const clang::Expr& expression) {
    if (expression.isValueDependent() || !expression.getType()->isIntegralOrEnumerationType())
        return std::nullopt;
    clang::Expr::EvalResult result;
    if (!expression.EvaluateAsInt(result, context)) return std::nullopt;
    return result.Val.getInt().getExtValue();
}

} // namespace warpstring::transform
