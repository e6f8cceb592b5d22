// SPDX-License-Identifier: GPL-3.0-or-later
#include "tuning/transform/value_range.h"

#include <algorithm>
#include <limits>

namespace warpstring::transform {

namespace {

using Range = std::optional<ValueRange>;

constexpr int mostSteps = 2000; ///< of an expression, variables followed

class RangeFinder {
public:
    RangeFinder(const Scene& scene, const Launch& launch) : scene_(scene), launch_(launch) {}

    Range of(const clang::Expr& written) {
        if (++steps_ > mostSteps) return std::nullopt;
        if (const auto value = constantOf(scene_.context, written)) return ValueRange{*value, *value};
        const Range range = without(written);
        return range && fits(*range, written.getType()) ? range : std::nullopt;
    }

private:
    Range without(const clang::Expr& written) {
        if (const auto* inner = llvm::dyn_cast<clang::ParenExpr>(&written)) return of(*inner->getSubExpr());
        if (const auto* cast = llvm::dyn_cast<clang::CastExpr>(&written)) {
            const auto type = cast->getSubExpr()->getType();
            return type->isIntegralOrEnumerationType() ? of(*cast->getSubExpr()) : std::nullopt;
        }
        if (const auto* use = llvm::dyn_cast<clang::DeclRefExpr>(&written)) return ofVariable(*use);
        if (const auto* operation = llvm::dyn_cast<clang::BinaryOperator>(&written))
            return ofOperation(*operation);
        if (const auto* call = llvm::dyn_cast<clang::CallExpr>(&written)) return ofCall(*call);
        if (const auto* choice = llvm::dyn_cast<clang::ConditionalOperator>(&written)) {
            const Range a = of(*choice->getTrueExpr()), b = of(*choice->getFalseExpr());
            if (!a || !b) return std::nullopt;
            return ValueRange{std::min(a->low, b->low), std::max(a->high, b->high)};
        }
        return std::nullopt;
    }

    bool fits(const ValueRange& range, clang::QualType type) const {
        if (!type->isIntegralOrEnumerationType()) return false;
        const auto bits = scene_.context.getIntWidth(type);
        const bool isSigned = type->isSignedIntegerOrEnumerationType();
        if (!isSigned && range.low < 0) return false;
        if (bits >= 64) return true;
        const std::int64_t high = (std::int64_t{1} << (bits - (isSigned ? 1 : 0))) - 1;
        return range.high <= high && range.low >= (isSigned ? -high - 1 : 0);
    }

    Range ofVariable(const clang::DeclRefExpr& use) {
        const auto* variable = llvm::dyn_cast<clang::VarDecl>(use.getDecl());
        if (variable == nullptr) return std::nullopt;
        if (isChanged(scene_.context, scene_.facts, *variable)) return ofCounter(use, *variable);
        if (llvm::isa<clang::ParmVarDecl>(variable)) {
            const auto argument = launch_.arguments.find(variable->getName().str());
            if (argument == launch_.arguments.end()) return std::nullopt;
            const auto* scalar = std::get_if<ScalarArgument>(&argument->second);
            const auto* value = scalar ? std::get_if<std::int64_t>(&scalar->value) : nullptr;
            return value ? Range(ValueRange{*value, *value}) : std::nullopt;
        }
        return variable->getInit() ? of(*variable->getInit()) : std::nullopt;
    }

    /// Of the counter of a loop, within its body.
    Range ofCounter(const clang::DeclRefExpr& use, const clang::VarDecl& variable) {
        for (const auto* statement : scene_.facts.loops) {
            const auto* loop = llvm::dyn_cast<clang::ForStmt>(statement);
            if (loop == nullptr || !isWithin(scene_.context, use, *loop->getBody())) continue;
            const auto counted = countedLoop(scene_, *loop);
            if (!counted || counted->counter != &variable) continue;
            const Range first = of(*counted->first), bound = of(*counted->bound);
            if (!first || !bound) return std::nullopt;
            return ValueRange{first->low,
                              std::max(first->low, bound->high - (counted->isBoundIncluded ? 0 : 1))};
        }
        return std::nullopt;
    }

    static Range extremes(std::initializer_list<std::int64_t> values) {
        const auto [low, high] = std::minmax_element(values.begin(), values.end());
        return ValueRange{*low, *high};
    }

    /// Within 31 bits, so that neither sums nor products of two of them overflow.
    static bool isSmall(const Range& range) {
        constexpr std::int64_t most = std::int64_t{1} << 31;
        return range && range->low >= -most && range->high <= most;
    }

    Range ofOperation(const clang::BinaryOperator& operation) {
        const Range a = of(*operation.getLHS()), b = of(*operation.getRHS());
        if (operation.getOpcode() == clang::BO_And && b && b->low >= 0) return ValueRange{0, b->high};
        if (operation.getOpcode() == clang::BO_And && a && a->low >= 0) return ValueRange{0, a->high};
        if (operation.getOpcode() == clang::BO_Rem && b && b->low > 0 &&
            (a ? a->low >= 0 : operation.getLHS()->getType()->isUnsignedIntegerType()))
            return ValueRange{0, a ? std::min(a->high, b->high - 1) : b->high - 1};
        if (!isSmall(a) || !isSmall(b)) return std::nullopt;
        switch (operation.getOpcode()) {
        case clang::BO_Add: return extremes({a->low + b->low, a->high + b->high});
        case clang::BO_Sub: return extremes({a->low - b->high, a->high - b->low});
        case clang::BO_Mul:
            return extremes({a->low * b->low, a->low * b->high, a->high * b->low, a->high * b->high});
        case clang::BO_Div:
            if (b->low <= 0) return std::nullopt;
            return extremes({a->low / b->low, a->low / b->high, a->high / b->low, a->high / b->high});
        case clang::BO_Shl:
            if (b->low != b->high || b->low < 0 || b->low > 31 || a->low < 0) return std::nullopt;
            return extremes({a->low << b->low, a->high << b->low});
        case clang::BO_Shr:
            if (b->low != b->high || b->low < 0 || b->low > 31 || a->low < 0) return std::nullopt;
            return ValueRange{a->low >> b->low, a->high >> b->low};
        default: return std::nullopt;
        }
    }

    Range ofCall(const clang::CallExpr& call) {
        const auto found = std::find_if(scene_.facts.indexCalls.begin(), scene_.facts.indexCalls.end(),
                                        [&](const IndexCall& index) { return index.call == &call; });
        if (found == scene_.facts.indexCalls.end()) return ofMinOrMax(call);
        if (!found->dimension || *found->dimension > 2) return std::nullopt;
        const auto d = *found->dimension;
        const auto global = static_cast<std::int64_t>(launch_.range.global[d]);
        const auto local = static_cast<std::int64_t>(launch_.range.local[d]);
        if (found->name == "get_global_id") return ValueRange{0, global - 1};
        if (found->name == "get_local_id") return ValueRange{0, local - 1};
        if (found->name == "get_group_id") return ValueRange{0, global / local - 1};
        if (found->name == "get_global_size") return ValueRange{global, global};
        if (found->name == "get_num_groups") return ValueRange{global / local, global / local};
        if (found->name == "get_global_offset") return ValueRange{0, 0};
        return ValueRange{local, local};
    }

    Range ofMinOrMax(const clang::CallExpr& call) {
        const auto* callee = call.getDirectCallee();
        if (callee == nullptr || callee->getIdentifier() == nullptr || call.getNumArgs() != 2 ||
            callee->hasBody())
            return std::nullopt;
        const bool isMin = callee->getName() == "min";
        if (!isMin && callee->getName() != "max") return std::nullopt;
        const Range a = of(*call.getArg(0)), b = of(*call.getArg(1));
        if (!a || !b) return std::nullopt;
        if (isMin) return ValueRange{std::min(a->low, b->low), std::min(a->high, b->high)};
        return ValueRange{std::max(a->low, b->low), std::max(a->high, b->high)};
    }

    const Scene& scene_;
    const Launch& launch_;
    int steps_ = 0;
};

const clang::VarDecl* variableOf(const clang::Expr* expression) {
    const auto* use =
        expression ? llvm::dyn_cast<clang::DeclRefExpr>(expression->IgnoreParenImpCasts()) : nullptr;
    return use ? llvm::dyn_cast<clang::VarDecl>(use->getDecl()) : nullptr;
}

/// What the increment adds to the counter; zero where it does something else.
std::int64_t stepOf(const Scene& scene, const clang::Expr* increment, const clang::VarDecl& counter) {
    if (increment == nullptr) return 0;
    increment = increment->IgnoreParens();
    if (const auto* unary = llvm::dyn_cast<clang::UnaryOperator>(increment))
        return unary->isIncrementOp() && variableOf(unary->getSubExpr()) == &counter ? 1 : 0;
    const auto* operation = llvm::dyn_cast<clang::BinaryOperator>(increment);
    if (operation == nullptr || variableOf(operation->getLHS()) != &counter) return 0;
    const clang::Expr* added = nullptr;
    if (operation->getOpcode() == clang::BO_AddAssign) {
        added = operation->getRHS();
    } else if (operation->getOpcode() == clang::BO_Assign) {
        const auto* sum = llvm::dyn_cast<clang::BinaryOperator>(operation->getRHS()->IgnoreParenImpCasts());
        if (sum == nullptr || sum->getOpcode() != clang::BO_Add) return 0;
        if (variableOf(sum->getLHS()) == &counter) added = sum->getRHS();
        if (variableOf(sum->getRHS()) == &counter) added = sum->getLHS();
    }
    return added ? constantOf(scene.context, *added).value_or(0) : 0;
}

/// What the counter begins with: of the declaration, or of an assignment.
bool findFirst(const clang::Stmt* init, CountedLoop& counted) {
    if (const auto* declaration = llvm::dyn_cast_or_null<clang::DeclStmt>(init)) {
        if (!declaration->isSingleDecl()) return false;
        counted.counter = llvm::dyn_cast<clang::VarDecl>(declaration->getSingleDecl());
        counted.first = counted.counter ? counted.counter->getInit() : nullptr;
        counted.declaresCounter = true;
    } else if (const auto* assignment = llvm::dyn_cast_or_null<clang::BinaryOperator>(init);
               assignment && assignment->getOpcode() == clang::BO_Assign) {
        counted.counter = variableOf(assignment->getLHS());
        counted.first = assignment->getRHS();
    }
    return counted.counter && counted.first && counted.counter->getType()->isIntegralOrEnumerationType();
}

} // namespace

Range rangeOf(const Scene& scene, const Launch& launch, const clang::Expr& expression) {
    return RangeFinder(scene, launch).of(expression);
}

std::optional<std::int64_t> valueOf(const Scene& scene, const Launch& launch, const clang::Expr& expression) {
    const Range range = rangeOf(scene, launch, expression);
    return range && range->low == range->high ? std::optional(range->low) : std::nullopt;
}

std::optional<CountedLoop> countedLoop(const Scene& scene, const clang::ForStmt& loop) {
    CountedLoop counted;
    counted.loop = &loop;
    if (!findFirst(loop.getInit(), counted)) return std::nullopt;
    const auto* condition = llvm::dyn_cast_or_null<clang::BinaryOperator>(loop.getCond());
    if (condition == nullptr) return std::nullopt;
    counted.condition = condition->getSourceRange();
    const bool isBehind = variableOf(condition->getRHS()) == counted.counter; // N > k
    const auto opcode = condition->getOpcode();
    if (!isBehind && variableOf(condition->getLHS()) != counted.counter) return std::nullopt;
    if (opcode != (isBehind ? clang::BO_GT : clang::BO_LT) &&
        opcode != (isBehind ? clang::BO_GE : clang::BO_LE))
        return std::nullopt;
    counted.isBoundIncluded = opcode == clang::BO_LE || opcode == clang::BO_GE;
    counted.bound = isBehind ? condition->getLHS() : condition->getRHS();
    if (!counted.bound->getType()->isIntegralOrEnumerationType()) return std::nullopt;
    counted.step = stepOf(scene, loop.getInc(), *counted.counter);
    if (counted.step <= 0 || isChangedIn(scene.context, scene.facts, *counted.counter, *loop.getBody()))
        return std::nullopt;
    return counted;
}

std::optional<std::int64_t> tripsOf(const Scene& scene, const Launch& launch, const CountedLoop& loop) {
    const auto first = valueOf(scene, launch, *loop.first), bound = valueOf(scene, launch, *loop.bound);
    if (!first || !bound) return std::nullopt;
    const std::int64_t end = *bound + (loop.isBoundIncluded ? 1 : 0);
    return end <= *first ? 0 : (end - *first + loop.step - 1) / loop.step;
}

} // namespace warpstring::transform
