// SPDX-License-Identifier: GPL-3.0-or-later
// "coarsen x=2": a work-group does what two did, one after the other.
#include <clang/AST/ParentMapContext.h>

#include <algorithm>
#include <set>

#include "core/files/toml/toml_string.h"
#include "tuning/transform/guard.h"
#include "tuning/transform/launch_sizes.h"
#include "tuning/transform/merge_faults.h"
#include "tuning/transform/scene.h"

namespace warpstring::transform {

namespace {

/// The first of these names, or one made of it, that neither the kernel nor the launch file has.
std::string freeName(const Scene& scene, std::string name, unsigned dimension) {
    const auto isTaken = [&] {
        return scene.text.source.find(name) != std::string::npos ||
               scene.text.launch.find(name) != std::string::npos;
    };
    if (isTaken()) name.append(1, '_').append(1, static_cast<char>('x' + dimension));
    while (isTaken()) name += '_';
    return name;
}

class Coarsening {
public:
    Coarsening(const Scene& scene, unsigned dimension, std::int64_t times, bool isStrided)
        : scene_(scene), facts_(scene.facts), dimension_(dimension), times_(times), isStrided_(isStrided),
          counter_(freeName(scene, "coarse", dimension)), count_(freeName(scene, "groups_to_do", dimension)),
          edits_(scene) {}

    Result<Change> make() {
        if (const auto fault = faultOfMerging(scene_, dimension_)) return *fault;
        auto global = newGlobalSize();
        if (!global) return global.diagnostics();
        if (isCounted_ && facts_.kernel->param_empty())
            return refuse(facts_.kernel->getLocation(), "groups-not-divisible",
                          times() + " does not divide the work-groups, and the kernel has no parameters",
                          "choose a number that divides them");
        if (const auto fault = replaceReturns()) return *fault;
        replaceIds();
        moveLocalVariables();
        putLoopAround();
        auto source = edits_.finish();
        if (!source) return source.diagnostics();
        Change change;
        change.source = std::move(*source);
        change.launch = std::move(*global);
        change.reordersSums = !facts_.atomics.empty();
        change.notes.push_back("a work-group does the work of " + times() + " in " +
                               (isStrided_ ? "strides of all groups" : "blocks") + ", a " + times() +
                               "th of them");
        if (isCounted_)
            change.notes.push_back("the kernel has one more argument, \"" + count_ +
                                   "\": how many work-groups there were, which " + times() +
                                   " does not divide");
        else if (isRounded_)
            change.notes.emplace_back("the last work-groups go beyond the data, which the kernel keeps out");
        if (needsBarrier())
            change.notes.emplace_back("a barrier stands between them, since local memory is used again");
        return change;
    }

private:
    Diagnostic refuse(clang::SourceLocation at, const std::string& what, const std::string& message,
                      const std::string& hint) const {
        return refusal(scene_, at, what, message, hint);
    }

    std::string times() const { return std::to_string(times_); }

    bool needsBarrier() const { return facts_.usesLocalMemory() || !facts_.barriers.empty(); }

    Result<std::vector<LaunchEdit>> newGlobalSize() {
        for (const auto& launch : scene_.launches)
            isRounded_ = isRounded_ || launch.range.groups(static_cast<int>(dimension_)) % times_ != 0;
        isCounted_ = isRounded_ && (!isGuarded(scene_, dimension_) || asksForSize(scene_, dimension_));
        // A loop around barriers has to have trips that a compiler knows: not all drivers do others right.
        if (isCounted_ && needsBarrier())
            return refusal(
                scene_, "groups-not-divisible",
                times() + " does not divide the work-groups of the dimension, the kernel has barriers, and it "
                          "does not keep further work-items out",
                "choose a number that divides them, or let the kernel return where the ID is too large");
        const auto local = sizesOf(scene_, "local"), written = sizesOf(scene_, "global");
        if (!local) return local.diagnostics();
        if (!written) return written.diagnostics();
        const bool isSizeSwept = isSwept(scene_, "local") || (isCounted_ && isSwept(scene_, "global"));
        if (isRounded_ && isSizeSwept)
            return refusal(scene_, "swept-size",
                           times() + " does not divide all work-groups of the dimension, whose sizes are swept",
                           "choose a number that divides them, or leave one size");
        const std::string size = inParentheses((*local)[dimension_]);
        auto edits = dividedGlobalSize(scene_, dimension_, times_, isRounded_);
        if (edits && isCounted_)
            edits->push_back(
                {{"args", count_}, files::quoteToml(inParentheses((*written)[dimension_]) + " / " + size)});
        return edits;
    }

    /// A return goes on with the next item.
    std::optional<Diagnostic> replaceReturns() {
        for (const auto* statement : facts_.returns) {
            for (const auto* loop : facts_.loops)
                if (isWithin(scene_.context, *statement, *loop))
                    return refuse(statement->getBeginLoc(), "return-in-loop",
                                  "the kernel returns from within a loop",
                                  "end the loop by its condition, or by break");
            if (needsBarrier())
                return refuse(statement->getBeginLoc(), "return-before-barrier",
                              "the kernel returns before the barrier that must stand between two groups",
                              "put a condition around what is skipped");
            if (isInSwitch(*statement))
                return refuse(statement->getBeginLoc(), "return-in-loop",
                              "the kernel returns from within a switch", "use conditions");
            edits_.replace(statement->getSourceRange(), "continue");
        }
        return std::nullopt;
    }

    /// "continue" in a switch is the loop's; it stands here for clarity of what is supported.
    bool isInSwitch(const clang::Stmt& statement) const {
        for (const auto* above = parentOf(scene_.context, statement); above;
             above = parentOf(scene_.context, *above))
            if (llvm::isa<clang::SwitchStmt>(above)) return true;
        return false;
    }

    /// The group that a work-group stands for.
    std::string groupText() const {
        const std::string d = std::to_string(dimension_);
        if (isStrided_) return "(get_group_id(" + d + ") + " + counter_ + " * get_num_groups(" + d + "))";
        return "(get_group_id(" + d + ") * " + times() + " + " + counter_ + ")";
    }

    void replaceIds() {
        const std::string d = std::to_string(dimension_), group = groupText();
        for (const auto& index : facts_.indexCalls) {
            if (index.dimension != dimension_) continue;
            std::string text;
            if (index.name == "get_global_id")
                text = std::string("(")
                           .append(group)
                           .append(" * get_local_size(")
                           .append(d)
                           .append(") + get_local_id(")
                           .append(d)
                           .append("))");
            else if (index.name == "get_group_id")
                text = group;
            else if (isCounted_ && index.name == "get_num_groups")
                text = "((size_t)" + count_ + ")";
            else if (isCounted_ && index.name == "get_global_size")
                text = "(" + count_ + " * get_local_size(" + d + "))";
            else if (index.name == "get_global_size" || index.name == "get_num_groups")
                text = "(" + index.name + "(" + d + ") * " + times() + ")";
            if (!text.empty()) edits_.replace(index.call->getSourceRange(), text);
        }
    }

    /// Local memory is declared at the kernel's head, which the loop's body is not.
    void moveLocalVariables() {
        std::set<const clang::Stmt*> statements;
        for (const auto* variable : facts_.localVariables()) {
            const auto parents = scene_.context.getParents(*variable);
            const auto* statement = parents.empty() ? nullptr : parents[0].get<clang::Stmt>();
            if (statement == nullptr || !statements.insert(statement).second) continue;
            const auto text = edits_.copyOf(statement->getSourceRange(), {});
            moved_ += "    " + text + "\n";
            edits_.remove(statement->getSourceRange());
        }
    }

    void putLoopAround() {
        const auto* body = llvm::cast<clang::CompoundStmt>(facts_.kernel->getBody());
        std::string head = "\n" + moved_ + "    for (int " + counter_ + " = 0; " + counter_ + " < " + times();
        if (isCounted_) {
            const auto* last = facts_.kernel->getParamDecl(facts_.kernel->getNumParams() - 1);
            edits_.insertBehind(last->getEndLoc(), ", const uint " + count_);
            head += " && " + groupText() + " < " + count_;
        }
        head += "; ++" + counter_ + ") {";
        edits_.insertBehind(body->getLBracLoc(), head);
        edits_.insertBefore(body->getRBracLoc(),
                            std::string(needsBarrier() ? "    barrier(CLK_LOCAL_MEM_FENCE);\n" : "") +
                                "    }\n");
    }

    const Scene& scene_;
    const KernelFacts& facts_;
    unsigned dimension_;
    std::int64_t times_;
    bool isStrided_;
    bool isRounded_ = false;
    bool isCounted_ = false; ///< the kernel is told how many groups there were
    std::string counter_, count_;
    std::string moved_;
    SourceEdits edits_;
};

} // namespace

Result<Change> coarsen(const Scene& scene, const Rewrite& rewrite) {
    const auto dimension = static_cast<unsigned>(rewrite.target.front() - 'x');
    return Coarsening(scene, dimension, std::stoll(rewrite.value), rewrite.value.ends_with(",strided")).make();
}

} // namespace warpstring::transform
