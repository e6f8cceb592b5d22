// SPDX-License-Identifier: GPL-3.0-or-later
#include "pdg/frontend/annotated/convert.h"

#include <clang/AST/Decl.h>
#include <clang/AST/Stmt.h>
#include <clang/Basic/SourceManager.h>

#include <algorithm>
#include <set>
#include <utility>

#include "pdg/frontend/annotated/convert_expression.h"

namespace warpstring::frontend {

namespace {

/// Spaces, comments and lines of the preprocessor alone.
bool isBlank(llvm::StringRef text) {
    while (!(text = text.ltrim()).empty()) {
        if (text.starts_with("/*")) {
            const std::size_t end = text.find("*/", 2);
            if (end == llvm::StringRef::npos) return false;
            text = text.drop_front(end + 2);
        } else if (text.starts_with("//") || text.starts_with("#")) {
            text = text.drop_until([](char sign) { return sign == '\n'; });
        } else {
            return false;
        }
    }
    return true;
}

class FunctionConverter {
public:
    FunctionConverter(clang::ASTContext& context, FoundPragmas& pragmas)
        : context_(context), pragmas_(pragmas), expressions_(context, function_) {}

    [[nodiscard]] CFunction converted(const clang::FunctionDecl* declaration) {
        function_.name = declaration->getNameAsString();
        function_.place = expressions_.place(declaration->getLocation());
        const clang::QualType result = declaration->getReturnType();
        function_.hasResult = !result->isVoidType();
        if (const auto type = expressions_.valueType(result))
            function_.result = *type;
        else
            function_.isOther = function_.hasResult;
        std::string parameters;
        for (const clang::ParmVarDecl* parameter : declaration->parameters()) {
            static_cast<void>(expressions_.variable(parameter));
            std::string text = parameter->getNameAsString();
            parameter->getType().getAsStringInternal(text, clang::PrintingPolicy(context_.getLangOpts()));
            parameters += (parameters.empty() ? "" : ", ") + text;
        }
        function_.parameters = declaration->parameters().size();
        std::string resultText = function_.name + "(" + (parameters.empty() ? "void" : parameters) + ")";
        function_.text =
            result.getUnqualifiedType().getAsString(clang::PrintingPolicy(context_.getLangOpts())) + " " +
            resultText + " " + expressions_.printed(declaration->getBody());
        function_.body = statement(declaration->getBody());
        return std::move(function_);
    }

private:
    using Kind = CStatement::Kind;

    [[nodiscard]] CStatement of(Kind kind, const clang::Stmt* statement, std::string name = {}) const {
        CStatement made;
        made.kind = kind;
        made.name = std::move(name);
        made.place = expressions_.place(statement->getBeginLoc());
        return made;
    }

    [[nodiscard]] CStatement statement(const clang::Stmt* from) {
        if (const auto* block = llvm::dyn_cast<clang::CompoundStmt>(from)) {
            CStatement made = of(Kind::Block, from);
            for (const clang::Stmt* child : block->body()) made.children.push_back(statement(child));
            return made;
        }
        if (llvm::isa<clang::NullStmt>(from)) return of(Kind::Block, from);
        if (const auto* declared = llvm::dyn_cast<clang::DeclStmt>(from)) return declaration(declared);
        if (const auto* expr = llvm::dyn_cast<clang::Expr>(from)) return evaluated(expr);
        if (const auto* branch = llvm::dyn_cast<clang::IfStmt>(from)) {
            CStatement made = of(Kind::If, from);
            made.expressions = {expressions_.converted(branch->getCond())};
            made.children.push_back(statement(branch->getThen()));
            if (branch->getElse() != nullptr) made.children.push_back(statement(branch->getElse()));
            return made;
        }
        if (const auto* loop = llvm::dyn_cast<clang::ForStmt>(from)) return forLoop(loop);
        if (const auto* loop = llvm::dyn_cast<clang::WhileStmt>(from)) {
            CStatement made = of(Kind::While, from, "while");
            made.expressions = {expressions_.converted(loop->getCond())};
            made.children = {statement(loop->getBody())};
            return annotated(std::move(made), from);
        }
        if (const auto* loop = llvm::dyn_cast<clang::DoStmt>(from)) {
            CStatement made = of(Kind::While, from, "do");
            made.expressions = {expressions_.converted(loop->getCond())};
            made.children = {statement(loop->getBody())};
            return annotated(std::move(made), from);
        }
        if (const auto* end = llvm::dyn_cast<clang::ReturnStmt>(from)) {
            CStatement made = of(Kind::Return, from);
            if (end->getRetValue() != nullptr) made.expressions = {expressions_.converted(end->getRetValue())};
            return made;
        }
        if (llvm::isa<clang::BreakStmt>(from)) return of(Kind::Other, from, "break");
        if (llvm::isa<clang::ContinueStmt>(from)) return of(Kind::Other, from, "continue");
        if (llvm::isa<clang::GotoStmt, clang::LabelStmt, clang::IndirectGotoStmt>(from))
            return of(Kind::Other, from, "goto");
        if (const auto* choice = llvm::dyn_cast<clang::SwitchStmt>(from)) {
            CStatement made = of(Kind::Other, from, "switch");
            made.expressions = {expressions_.converted(choice->getCond())};
            made.children = {statement(choice->getBody())};
            return made;
        }
        if (const auto* label = llvm::dyn_cast<clang::SwitchCase>(from)) return statement(label->getSubStmt());
        return of(Kind::Other, from, from->getStmtClassName());
    }

    [[nodiscard]] CStatement declaration(const clang::DeclStmt* from) {
        CStatement block = of(Kind::Block, from);
        for (const clang::Decl* declared : from->decls()) {
            const auto* variable = llvm::dyn_cast<clang::VarDecl>(declared);
            if (variable == nullptr) continue; // a type
            CStatement made = of(Kind::Declare, from);
            made.variable = expressions_.variable(variable);
            if (variable->hasInit()) made.expressions = {expressions_.converted(variable->getInit())};
            block.children.push_back(std::move(made));
        }
        return block.children.size() == 1 ? std::move(block.children.front()) : std::move(block);
    }

    [[nodiscard]] CStatement evaluated(const clang::Expr* from) {
        const clang::Expr* expr = from->IgnoreParens();
        CStatement made = of(Kind::Assign, from);
        if (const auto* assignment = llvm::dyn_cast<clang::BinaryOperator>(expr);
            assignment != nullptr && assignment->isAssignmentOp()) {
            made.expressions = {expressions_.target(assignment->getLHS())};
            const auto* compound = llvm::dyn_cast<clang::CompoundAssignOperator>(assignment);
            made.expressions.push_back(compound != nullptr ? expressions_.computed(compound)
                                                           : expressions_.converted(assignment->getRHS()));
            return made;
        }
        if (const auto* step = llvm::dyn_cast<clang::UnaryOperator>(expr);
            step != nullptr && step->isIncrementDecrementOp()) {
            made.expressions = {expressions_.target(step->getSubExpr()), expressions_.stepped(step)};
            return made;
        }
        made.kind = Kind::Evaluate;
        made.expressions = {expressions_.converted(expr)};
        return made;
    }

    /// By how much one turn changes the variable; 0 where it is not known.
    [[nodiscard]] std::int64_t stepOf(const clang::Expr* increment, int variable) {
        if (increment == nullptr) return 0;
        const clang::Expr* expr = increment->IgnoreParens();
        const auto isOwn = [&](const clang::Expr* of) {
            const CExpression target = expressions_.target(of->IgnoreParenImpCasts());
            return target.kind == CExpression::Kind::Variable && target.variable == variable;
        };
        if (const auto* step = llvm::dyn_cast<clang::UnaryOperator>(expr);
            step != nullptr && step->isIncrementDecrementOp() && isOwn(step->getSubExpr()))
            return step->isIncrementOp() ? 1 : -1;
        const auto* assignment = llvm::dyn_cast<clang::BinaryOperator>(expr);
        if (assignment == nullptr || !assignment->isAssignmentOp() || !isOwn(assignment->getLHS())) return 0;
        const clang::Expr* value = assignment->getRHS()->IgnoreParens();
        if (assignment->getOpcode() == clang::BO_AddAssign) return expressions_.constant(value).value_or(0);
        if (assignment->getOpcode() == clang::BO_SubAssign) return -expressions_.constant(value).value_or(0);
        const auto* sum = llvm::dyn_cast<clang::BinaryOperator>(value->IgnoreParenImpCasts());
        if (assignment->getOpcode() != clang::BO_Assign || sum == nullptr) return 0;
        if (sum->getOpcode() == clang::BO_Add && isOwn(sum->getLHS()))
            return expressions_.constant(sum->getRHS()).value_or(0);
        if (sum->getOpcode() == clang::BO_Add && isOwn(sum->getRHS()))
            return expressions_.constant(sum->getLHS()).value_or(0);
        if (sum->getOpcode() == clang::BO_Sub && isOwn(sum->getLHS()))
            return -expressions_.constant(sum->getRHS()).value_or(0);
        return 0;
    }

    [[nodiscard]] CStatement forLoop(const clang::ForStmt* from) {
        CStatement made = of(Kind::For, from);
        CStatement start = from->getInit() != nullptr ? statement(from->getInit()) : of(Kind::Block, from);
        const CExpression condition =
            from->getCond() != nullptr ? expressions_.converted(from->getCond()) : CExpression{};
        if (start.kind == Kind::Declare && start.expressions.size() == 1) {
            made.variable = start.variable;
            made.expressions = {start.expressions.front()};
        } else if (start.kind == Kind::Assign && start.expressions[0].kind == CExpression::Kind::Variable) {
            made.variable = start.expressions[0].variable;
            made.expressions = {start.expressions[1]};
        }
        made.step = made.variable >= 0 ? stepOf(from->getInc(), made.variable) : 0;
        const bool isCompared =
            condition.kind == CExpression::Kind::Binary &&
            std::ranges::any_of(std::initializer_list<const char*>{"<", "<=", ">", ">=", "!="},
                                [&](const char* name) { return condition.name == name; });
        const auto isOwn = [&](const CExpression& operand) {
            const CExpression& plain =
                operand.kind == CExpression::Kind::Convert ? operand.operands.front() : operand;
            return plain.kind == CExpression::Kind::Variable && plain.variable == made.variable;
        };
        if (isCompared && isOwn(condition.operands[0])) {
            made.comparison = condition.name;
            made.expressions.push_back(condition.operands[1]);
        } else if (isCompared && isOwn(condition.operands[1])) {
            made.comparison = condition.name == "<"    ? ">"
                              : condition.name == "<=" ? ">="
                              : condition.name == ">"  ? "<"
                              : condition.name == ">=" ? "<="
                                                       : "!=";
            made.expressions.push_back(condition.operands[0]);
        } else {
            made.step = 0;
        }
        if (made.step == 0) {
            made.kind = Kind::While;
            made.name = "for";
            made.expressions = {condition};
            made.children.push_back(std::move(start));
        }
        CStatement own = annotated(std::move(made), from);
        own.children.push_back(statement(from->getBody()));
        if (own.kind == Kind::While && from->getInc() != nullptr)
            own.children.push_back(statement(from->getInc()));
        if (own.annotation.isParallel || own.annotation.isSimd || !own.annotation.reductions.empty())
            own.text = expressions_.printedElementwise(from->getBody(), writtenIn(own));
        return own;
    }

    /// Arrays that the function is given, by name.
    [[nodiscard]] std::set<std::string> writtenIn(const CStatement& within) const {
        std::set<std::string> names;
        if (within.kind == Kind::Assign && within.expressions[0].kind == CExpression::Kind::Subscript) {
            const CVariable& array =
                function_.variables[static_cast<std::size_t>(within.expressions[0].variable)];
            if (array.isParameter) names.insert(array.name);
        }
        for (const CStatement& child : within.children) names.merge(writtenIn(child));
        return names;
    }

    /// With the pragmas that stand before the loop and nothing between.
    [[nodiscard]] CStatement annotated(CStatement loop, const clang::Stmt* from) {
        const clang::SourceManager& sources = context_.getSourceManager();
        const clang::SourceLocation at = sources.getExpansionLoc(from->getBeginLoc());
        if (!sources.isInMainFile(at)) return loop;
        const unsigned offset = sources.getFileOffset(at);
        const llvm::StringRef text = sources.getBufferData(sources.getMainFileID());
        for (FoundPragma& pragma : pragmas_.loops) {
            if (pragma.isTaken || pragma.end > offset || !isBlank(text.slice(pragma.end, offset))) continue;
            pragma.isTaken = true;
            function_.isAnnotated = true;
            LoopAnnotation& own = loop.annotation;
            own.isParallel = own.isParallel || pragma.annotation.isParallel;
            own.isSimd = own.isSimd || pragma.annotation.isSimd;
            own.place = pragma.annotation.place;
            own.reductions.insert(own.reductions.end(), pragma.annotation.reductions.begin(),
                                  pragma.annotation.reductions.end());
        }
        return loop;
    }

    clang::ASTContext& context_;
    FoundPragmas& pragmas_;
    CFunction function_;
    ExpressionConverter expressions_;
};

} // namespace

std::vector<CFunction> convertedFunctions(clang::ASTContext& context, FoundPragmas& pragmas) {
    std::vector<CFunction> functions;
    for (const clang::Decl* declared : context.getTranslationUnitDecl()->decls()) {
        const auto* function = llvm::dyn_cast<clang::FunctionDecl>(declared);
        if (function != nullptr && function->doesThisDeclarationHaveABody())
            functions.push_back(FunctionConverter(context, pragmas).converted(function));
    }
    for (const FoundPragma& pragma : pragmas.loops) {
        if (!pragma.isTaken)
            pragmas.faults.push_back({"nest.pragma", Severity::Error, pragma.annotation.place,
                                      "no loop follows this pragma",
                                      "it stands right before the for that it speaks of"});
    }
    return functions;
}

} // namespace warpstring::frontend
