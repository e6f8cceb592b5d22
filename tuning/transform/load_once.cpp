// SPDX-License-Identifier: GPL-3.0-or-later
// "load-once": equal loads of global memory become one.
#include <clang/AST/ParentMapContext.h>
#include <clang/AST/RecursiveASTVisitor.h>

#include <algorithm>
#include <map>

#include "tuning/transform/memory_effects.h"
#include "tuning/transform/scene.h"

namespace warpstring::transform {

namespace {

/// Elements that are read from buffers in global or constant memory.
class LoadFinder : public clang::RecursiveASTVisitor<LoadFinder> {
public:
    explicit LoadFinder(clang::ASTContext& context) : context_(context) {}

    std::vector<const clang::ArraySubscriptExpr*> found;

    bool VisitArraySubscriptExpr(clang::ArraySubscriptExpr* element) {
        const auto space = element->getType().getAddressSpace();
        const bool isOfBuffer =
            space == clang::LangAS::opencl_global || space == clang::LangAS::opencl_constant;
        const auto type = element->getType();
        if (isOfBuffer && (type->isArithmeticType() || type->isExtVectorType()) &&
            useOf(context_, *element) == Use::Read)
            found.push_back(element);
        return true;
    }

private:
    clang::ASTContext& context_;
};

/// What an expression hangs on, and whether it does nothing but tell a value.
class ValueParts : public clang::RecursiveASTVisitor<ValueParts> {
public:
    explicit ValueParts(const Scene& scene) : scene_(scene) {}

    std::set<const clang::VarDecl*> variables, roots;
    bool isPure = true, isVolatile = false;

    bool VisitExpr(clang::Expr* expression) {
        isVolatile = isVolatile || expression->getType().isVolatileQualified();
        return true;
    }
    bool VisitDeclRefExpr(clang::DeclRefExpr* use) {
        if (const auto* variable = llvm::dyn_cast<clang::VarDecl>(use->getDecl())) variables.insert(variable);
        return true;
    }
    bool VisitArraySubscriptExpr(clang::ArraySubscriptExpr* element) {
        roots.insert(rootOf(scene_, *element));
        return true;
    }
    bool VisitMemberExpr(clang::MemberExpr* member) { return isPure = isPure && !member->isArrow(); }
    bool VisitUnaryOperator(clang::UnaryOperator* operation) {
        return isPure =
                   isPure && !operation->isIncrementDecrementOp() && operation->getOpcode() != clang::UO_Deref;
    }
    bool VisitBinaryOperator(clang::BinaryOperator* operation) {
        return isPure = isPure && !operation->isAssignmentOp();
    }
    bool VisitCallExpr(clang::CallExpr* call) {
        const auto& calls = scene_.facts.indexCalls;
        return isPure = isPure && std::any_of(calls.begin(), calls.end(),
                                              [&](const IndexCall& index) { return index.call == call; });
    }

private:
    const Scene& scene_;
};

using Loads = std::vector<const clang::ArraySubscriptExpr*>;

class LoadingOnce {
public:
    explicit LoadingOnce(const Scene& scene) : scene_(scene), facts_(scene.facts), edits_(scene) {}

    Result<Change> make() {
        if (facts_.hasJumps)
            return refusal(scene_, facts_.kernel->getLocation(), "jumps", "the kernel has labels",
                           "use loops and conditions");
        for (const auto* use : facts_.uses)
            if (const auto* variable = llvm::dyn_cast<clang::VarDecl>(use->getDecl());
                variable && useOf(scene_.context, *use) == Use::Escapes)
                escaped_.insert(variable);
        visit(*facts_.kernel->getBody());
        if (loaded_.empty()) {
            if (volatile_)
                return refusal(scene_, volatile_->getBeginLoc(), "volatile",
                               "this memory is volatile: each load of it may find something else",
                               "leave out volatile where nothing else writes it");
            return refusal(scene_, facts_.kernel->getLocation(), "nothing-to-do",
                           "no element of a buffer is loaded twice with nothing between that may change it",
                           "unroll or jam first");
        }
        for (const auto& [offset, text] : after_) edits_.replaceAt(offset, 0, text);
        for (const auto& [offset, text] : before_) edits_.replaceAt(offset, 0, text);
        auto source = edits_.finish();
        if (!source) return source.diagnostics();
        Change change;
        change.source = std::move(*source);
        change.notes = notes();
        return change;
    }

private:
    /// Blocks from the outermost in, so that a load is taken where it comes first.
    void visit(const clang::Stmt& statement) {
        const auto* block = llvm::dyn_cast<clang::CompoundStmt>(&statement);
        if (block && std::none_of(block->body_begin(), block->body_end(),
                                  [](const auto* part) { return llvm::isa<clang::SwitchCase>(part); }))
            visitBlock(*block, {block->body_begin(), block->body_end()});
        for (const auto& body : bodiesOf(statement))
            if (!llvm::isa<clang::CompoundStmt>(body.statement) &&
                !llvm::isa<clang::AttributedStmt>(body.statement)) {
                bare_ = body;
                visitBlock(*body.statement, {body.statement});
                bare_.reset();
            }
        for (const auto* part : statement.children())
            if (part) visit(*part);
    }

    void visitBlock(const clang::Stmt& block, const std::vector<const clang::Stmt*>& statements) {
        block_ = &block;
        for (std::size_t i = 0; i < statements.size(); ++i)
            for (const auto* load : loadsOf(*statements[i]))
                if (isAlways(*load, *statements[i])) tryFrom(*load, statements, i);
    }

    Loads loadsOf(const clang::Stmt& part) const {
        LoadFinder finder(scene_.context);
        finder.TraverseStmt(const_cast<clang::Stmt*>(&part));
        return finder.found;
    }

    /// Whether a statement loads it first of all, whatever its conditions.
    bool isAlways(const clang::Expr& load, const clang::Stmt& statement) const {
        const auto* branch = llvm::dyn_cast<clang::IfStmt>(&statement);
        if (branch && !isWithin(scene_.context, load, *branch->getCond())) return false;
        if (!branch && !llvm::isa<clang::Expr>(statement) && !llvm::isa<clang::DeclStmt>(statement) &&
            !llvm::isa<clang::ReturnStmt>(statement))
            return false;
        const clang::Stmt* below = &load;
        auto node = clang::DynTypedNode::create(load);
        while (below != &statement) {
            const auto parents = scene_.context.getParents(node);
            if (parents.empty()) return false;
            node = parents[0];
            const auto* above = node.get<clang::Stmt>();
            if (above == nullptr) continue;
            if (const auto* choice = llvm::dyn_cast<clang::ConditionalOperator>(above);
                choice && choice->getCond() != below)
                return false;
            if (const auto* both = llvm::dyn_cast<clang::BinaryOperator>(above);
                both && both->isLogicalOp() && both->getLHS() != below)
                return false;
            below = above;
        }
        return true;
    }

    /// The loads from statement `at` on that find the same value as the first.
    void tryFrom(const clang::ArraySubscriptExpr& first, const std::vector<const clang::Stmt*>& statements,
                 std::size_t at) {
        ValueParts parts(scene_);
        parts.TraverseStmt(const_cast<clang::ArraySubscriptExpr*>(&first));
        if (isTaken(first) || !parts.isPure || !isKept(parts, *statements[at])) return;
        const auto key = keyOf(first);
        Loads equal;
        for (std::size_t i = at; i < statements.size(); ++i) {
            const bool changes = isChangedBy(*statements[i], parts);
            // An assignment that is a statement has loaded all that it needs before it stores.
            if (changes && !endsWithStore(*statements[i], parts)) break;
            for (const auto* load : loadsOf(*statements[i]))
                if (keyOf(*load) == key && !isTaken(*load)) equal.push_back(load);
            if (changes) break;
        }
        if (equal.size() < 2 || !std::all_of(equal.begin(), equal.end(), [&](const auto* load) {
                return SourceEdits(scene_).span(load->getSourceRange()).has_value();
            }))
            return;
        if (parts.isVolatile)
            volatile_ = &first;
        else
            loadOnce(equal, *statements[at]);
    }

    /// No variable of it changes unseen, or is declared by the statement itself.
    bool isKept(const ValueParts& parts, const clang::Stmt& statement) const {
        return std::none_of(
            parts.variables.begin(), parts.variables.end(), [&](const clang::VarDecl* variable) {
                const auto parents = scene_.context.getParents(*variable);
                const auto* declaration = parents.empty() ? nullptr : parents[0].get<clang::Stmt>();
                return escaped_.contains(variable) || declaration == &statement;
            });
    }

    bool isChangedBy(const clang::Stmt& statement, const ValueParts& parts) const {
        return effectsOf(scene_, statement).mayChange(parts.roots) ||
               std::any_of(parts.variables.begin(), parts.variables.end(), [&](const clang::VarDecl* variable) {
                   return isChangedIn(scene_.context, facts_, *variable, statement);
               });
    }

    bool endsWithStore(const clang::Stmt& statement, const ValueParts& parts) const {
        const auto* store = llvm::dyn_cast<clang::BinaryOperator>(&statement);
        return store && store->isAssignmentOp() && !isChangedBy(*store->getRHS(), parts) &&
               !isChangedBy(*store->getLHS(), parts);
    }

    llvm::FoldingSetNodeID keyOf(const clang::Expr& load) const {
        llvm::FoldingSetNodeID key;
        load.Profile(key, scene_.context, /*Canonical=*/true);
        return key;
    }

    bool isTaken(const clang::Expr& load) const {
        return std::any_of(taken_.begin(), taken_.end(), [&](const clang::Expr* other) {
            return isWithin(scene_.context, load, *other) || isWithin(scene_.context, *other, load);
        });
    }

    void loadOnce(const Loads& equal, const clang::Stmt& statement) {
        const auto& first = *equal.front();
        const std::string value = edits_.copyOf(first.getSourceRange(), {});
        const auto* declared = variableOf(statement, first);
        const std::string name = declared ? declared->getName().str() : newName(first);
        for (const auto* load : equal) {
            taken_.push_back(load);
            if (load != &first || !declared) edits_.replace(load->getSourceRange(), name);
        }
        loaded_.push_back(value + " is loaded once for " + std::to_string(equal.size()) + " uses, as " + name);
        uses_ += equal.size();
        if (declared) return;
        const auto place = edits_.span({statement.getBeginLoc(), statement.getBeginLoc()});
        if (!place) return;
        std::string& before = before_[place->first]; // several may stand before one statement
        const bool isOnItsLine = beginsLine(scene_, place->first);
        if (bare_ && before.empty()) before = putBracesAround(isOnItsLine);
        before.append("const ").append(typeOf(first)).append(" ").append(name);
        before.append(" = ").append(value).append(";");
        if (isOnItsLine)
            before.append(1, '\n').append(indentOf(scene_, place->first));
        else
            before += ' ';
    }

    /// Around the only statement of a loop or a condition. Returns what is to stand before the first
    /// declaration.
    std::string putBracesAround(bool isOnItsLine) {
        const auto place = edits_.statementSpan(*bare_->statement);
        const auto head = edits_.span({bare_->head, bare_->head});
        if (!place || !head) return {};
        const std::string& source = scene_.text.source;
        std::size_t end = place->first + place->second;
        if (source[end - 1] != '}') end = source.find(';', end) + 1;
        if (isOnItsLine) {
            edits_.replaceAt(head->first + head->second, 0, " {");
            end = std::min(source.find('\n', end), source.size()); // behind a remark
        }
        std::string close = isOnItsLine ? indentOf(scene_, head->first) : std::string();
        close.insert(0, 1, isOnItsLine ? '\n' : ' ').append(1, '}');
        after_[static_cast<unsigned>(end)].insert(0, close); // inner ones come later, and close first
        return isOnItsLine ? "" : "{ ";
    }

    std::string typeOf(const clang::Expr& load) const {
        return load.getType().getUnqualifiedType().getAsString(scene_.context.getPrintingPolicy());
    }

    /// "float x = a[i];" is a name already, where nobody changes x and no other variable is called so.
    const clang::VarDecl* variableOf(const clang::Stmt& statement, const clang::Expr& load) const {
        const auto* declaration = llvm::dyn_cast<clang::DeclStmt>(&statement);
        const auto* variable = declaration && declaration->isSingleDecl()
                                   ? llvm::dyn_cast<clang::VarDecl>(declaration->getSingleDecl())
                                   : nullptr;
        if (!variable || !variable->hasInit() || variable->getInit()->IgnoreParenImpCasts() != &load ||
            isChanged(scene_.context, facts_, *variable) ||
            !scene_.context.hasSameUnqualifiedType(variable->getType(), load.getType().getUnqualifiedType()))
            return nullptr;
        const auto namesakes =
            std::count_if(facts_.variables.begin(), facts_.variables.end(),
                          [&](const clang::VarDecl* other) { return other->getName() == variable->getName(); });
        return namesakes == 1 ? variable : nullptr;
    }

    std::string newName(const clang::ArraySubscriptExpr& load) {
        const auto* root = rootOf(scene_, load);
        const std::string stem = root ? root->getName().str() : "element";
        std::string name = stem + "_value";
        for (int number = 2; isNameTaken(name); ++number) name = stem + "_value_" + std::to_string(number);
        names_.emplace_back(name, block_);
        return name;
    }

    /// By the source, or by a declaration of this block, one around it or one in it.
    bool isNameTaken(const std::string& name) const {
        return hasName(scene_.text.source, name) || hasName(scene_.text.launch, name) ||
               std::any_of(names_.begin(), names_.end(), [&](const auto& given) {
                   return given.first == name && (isWithin(scene_.context, *block_, *given.second) ||
                                                  isWithin(scene_.context, *given.second, *block_));
               });
    }

    /// Each of a few; of many how many they are.
    std::vector<std::string> notes() const {
        constexpr std::size_t few = 4;
        if (loaded_.size() <= few) return loaded_;
        return {std::to_string(loaded_.size()) + " elements are loaded once for " + std::to_string(uses_) +
                " uses"};
    }

    const Scene& scene_;
    const KernelFacts& facts_;
    SourceEdits edits_;
    std::set<const clang::VarDecl*> escaped_; ///< whose address is taken
    std::vector<const clang::Expr*> taken_;
    std::optional<Body> bare_;                                      ///< that is visited, if it has no braces
    const clang::Stmt* block_ = nullptr;                            ///< that is visited
    std::vector<std::pair<std::string, const clang::Stmt*>> names_; ///< given, and where
    std::vector<std::string> loaded_;
    std::size_t uses_ = 0;
    std::map<unsigned, std::string> after_;  ///< closing braces
    std::map<unsigned, std::string> before_; ///< declarations, by where they are put in
    const clang::Expr* volatile_ = nullptr;
};

} // namespace

Result<Change> loadOnce(const Scene& scene, const Rewrite& /*rewrite*/) { return LoadingOnce(scene).make(); }

} // namespace warpstring::transform
