// SPDX-License-Identifier: GPL-3.0-or-later
#include "tuning/transform/dependence.h"

#include <algorithm>

#include "tuning/transform/value_range.h"

namespace warpstring::transform {

namespace {

constexpr int mostNodes = 2000; ///< of an expression, variables followed

/// The same result for the same arguments, which are looked at one by one.
bool isArithmeticFunction(const clang::CallExpr& call) {
    const auto* callee = call.getDirectCallee();
    if (callee == nullptr || callee->getIdentifier() == nullptr || callee->hasBody()) return false;
    const auto name = callee->getName();
    return name == "min" || name == "max" || name == "clamp" || name == "mul24" || name == "mad24" ||
           name == "abs";
}

bool isFreeOfEffects(const clang::Expr& expression) {
    if (const auto* operation = llvm::dyn_cast<clang::BinaryOperator>(&expression))
        return !operation->isAssignmentOp() && operation->getOpcode() != clang::BO_Comma;
    if (const auto* operation = llvm::dyn_cast<clang::UnaryOperator>(&expression))
        return operation->isArithmeticOp() && !operation->isIncrementDecrementOp();
    return llvm::isa<clang::ParenExpr, clang::CastExpr, clang::ConditionalOperator>(expression);
}

class DependenceFinder {
public:
    explicit DependenceFinder(const Scene& scene) : scene_(scene) {}

    Dependence found;

    void look(const clang::Expr& expression) {
        if (found.unknown) return;
        if (++nodes_ > mostNodes) return doNotKnow(expression);
        if (constantOf(scene_.context, expression) || llvm::isa<clang::FloatingLiteral>(expression)) return;
        if (const auto* use = llvm::dyn_cast<clang::DeclRefExpr>(&expression)) return lookAtVariable(*use);
        if (const auto* call = llvm::dyn_cast<clang::CallExpr>(&expression)) return lookAtCall(*call);
        if (!isFreeOfEffects(expression) || !expression.getType()->isArithmeticType())
            return doNotKnow(expression);
        lookAtParts(expression);
    }

private:
    void doNotKnow(const clang::Expr& expression) { found.unknown = &expression; }

    void lookAtParts(const clang::Expr& expression) {
        for (const auto* part : expression.children())
            if (const auto* inner = llvm::dyn_cast_or_null<clang::Expr>(part)) look(*inner);
    }

    void lookAtVariable(const clang::DeclRefExpr& use) {
        const auto* variable = llvm::dyn_cast<clang::VarDecl>(use.getDecl());
        if (variable == nullptr || !variable->getType()->isArithmeticType() ||
            variable->getType().isVolatileQualified())
            return doNotKnow(use);
        if (const auto* loop = loopCountedBy(scene_, *variable, use)) {
            found.counters.insert(variable);
            look(*countedLoop(scene_, *loop)->first);
            return;
        }
        const bool isArgument = llvm::isa<clang::ParmVarDecl>(variable);
        if (isChanged(scene_.context, scene_.facts, *variable) || (!isArgument && !variable->getInit()))
            return doNotKnow(use);
        if (!isArgument) look(*variable->getInit());
    }

    void lookAtCall(const clang::CallExpr& call) {
        const auto* index = indexCallOf(scene_, call);
        if (index == nullptr && isArithmeticFunction(call)) {
            for (const auto* argument : call.arguments()) look(*argument);
        } else if (index == nullptr || !index->dimension || *index->dimension > 2) {
            doNotKnow(call);
        } else if (index->name == "get_local_id" || index->name == "get_global_id") {
            found.dimensions.insert(*index->dimension);
        }
    }

    const Scene& scene_;
    int nodes_ = 0;
};

class StrideFinder {
public:
    using Stride = std::optional<std::int64_t>;

    StrideFinder(const Scene& scene, std::optional<unsigned> dimension, const clang::VarDecl* counter)
        : scene_(scene), dimension_(dimension), counter_(counter) {}

    Stride of(const clang::Expr& written) const {
        const auto& expression = *written.IgnoreParenCasts();
        if (!dependsOnIt(expression)) return 0;
        if (const auto* use = llvm::dyn_cast<clang::DeclRefExpr>(&expression)) {
            const auto* variable = llvm::dyn_cast<clang::VarDecl>(use->getDecl());
            if (variable == counter_) return 1;
            return variable && variable->getInit() ? of(*variable->getInit()) : std::nullopt;
        }
        if (indexCallOf(scene_, expression)) return 1;
        const auto* operation = llvm::dyn_cast<clang::BinaryOperator>(&expression);
        return operation ? ofOperation(*operation) : std::nullopt;
    }

private:
    bool dependsOnIt(const clang::Expr& expression) const {
        const auto parts = dependenceOf(scene_, expression);
        return parts.unknown != nullptr ||
               (dimension_ ? parts.dimensions.contains(*dimension_) : parts.counters.contains(counter_));
    }

    Stride ofOperation(const clang::BinaryOperator& operation) const {
        const Stride left = of(*operation.getLHS()), right = of(*operation.getRHS());
        if (!left || !right) return std::nullopt;
        switch (operation.getOpcode()) {
        case clang::BO_Add: return *left + *right;
        case clang::BO_Sub: return *left - *right;
        case clang::BO_Mul:
            if (*right == 0) return product(*left, *operation.getRHS());
            return *left == 0 ? product(*right, *operation.getLHS()) : std::nullopt;
        default: return std::nullopt;
        }
    }

    Stride product(std::int64_t stride, const clang::Expr& factor) const {
        const auto value = valueOf(scene_, scene_.launches.front(), factor);
        return value ? Stride(stride * *value) : std::nullopt;
    }

    const Scene& scene_;
    std::optional<unsigned> dimension_;
    const clang::VarDecl* counter_;
};

} // namespace

Dependence dependenceOf(const Scene& scene, const clang::Expr& expression) {
    DependenceFinder finder(scene);
    finder.look(expression);
    return std::move(finder.found);
}

const clang::ForStmt* loopCountedBy(const Scene& scene, const clang::VarDecl& counter, const clang::Stmt& use) {
    for (const auto* statement : scene.facts.loops) {
        const auto* loop = llvm::dyn_cast<clang::ForStmt>(statement);
        if (loop == nullptr || !isWithin(scene.context, use, *loop->getBody())) continue;
        const auto counted = countedLoop(scene, *loop);
        if (counted && counted->counter == &counter) return loop;
    }
    return nullptr;
}

const IndexCall* indexCallOf(const Scene& scene, const clang::Expr& expression) {
    const auto& calls = scene.facts.indexCalls;
    const auto found = std::find_if(calls.begin(), calls.end(),
                                    [&](const IndexCall& index) { return index.call == &expression; });
    return found == calls.end() ? nullptr : &*found;
}

std::optional<std::int64_t> strideOf(const Scene& scene, const clang::Expr& expression,
                                     std::optional<unsigned> dimension, const clang::VarDecl* counter) {
    return StrideFinder(scene, dimension, counter).of(expression);
}

} // namespace warpstring::transform
