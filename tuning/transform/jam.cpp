// SPDX-License-Identifier: GPL-3.0-or-later
// "jam y=4": a work-item does what four did, each statement for all of them before the next.
#include <clang/AST/ParentMapContext.h>
#include <clang/Basic/SourceManager.h>

#include <algorithm>

#include "tuning/transform/guard.h"
#include "tuning/transform/jam_plan.h"
#include "tuning/transform/jam_text.h"
#include "tuning/transform/launch_sizes.h"
#include "tuning/transform/loop_exits.h"
#include "tuning/transform/merge_faults.h"
#include "tuning/transform/scene.h"

namespace warpstring::transform {

namespace {

class Jamming {
public:
    Jamming(const Scene& scene, const MergedItems& items)
        : scene_(scene), facts_(scene.facts), items_(items), edits_(scene) {}

    Result<Change> make() {
        if (const auto fault = faultOfKernel()) return *fault;
        if (const auto fault = faultOfSharing()) return *fault;
        if (const auto fault = faultOfAddresses()) return *fault;
        auto global = newGlobalSize();
        if (!global) return global.diagnostics();
        const JamPlan plan(scene_, items_);
        if (const auto fault = faultOf(plan)) return *fault;
        JamText(scene_, items_, plan, edits_).write();
        auto source = edits_.finish();
        if (!source) return source.diagnostics();
        Change change;
        change.source = std::move(*source);
        change.launch = std::move(*global);
        change.reordersSums = !facts_.atomics.empty();
        change.notes = notesOf(plan);
        return change;
    }

private:
    Diagnostic refuse(clang::SourceLocation at, const std::string& what, const std::string& message,
                      const std::string& hint) const {
        return refusal(scene_, at, what, message, hint);
    }
    std::string axis() const { return std::string(1, static_cast<char>('x' + items_.dimension)); }
    std::string times() const { return std::to_string(items_.times); }

    std::string notDividing(const char* what) const {
        std::string text = times();
        text += " does not divide ";
        return text += what;
    }

    /// What no kernel may have whose work-items are merged.
    std::optional<Diagnostic> faultOfKernel() const {
        if (const auto fault = faultOfMerging(scene_, items_.dimension)) return fault;
        if (facts_.usesSubGroups)
            return refuse(facts_.kernel->getLocation(), "order-of-items",
                          "the kernel asks for sub-groups, which number work-items",
                          "compute them from the other IDs");
        for (const auto* call : facts_.calls)
            if (call->getDirectCallee()->getName() == "printf")
                return refuse(call->getBeginLoc(), "prints", "the kernel prints, and lines would change places",
                              "take the printf out");
        return std::nullopt;
    }

    /// What items do together, or to the same memory.
    std::optional<Diagnostic> faultOfSharing() const {
        if (facts_.helperBarrier)
            return refuse(facts_.helperBarrier->getBeginLoc(), "works-in-groups",
                          "a function that the kernel calls has a barrier", "move it to the kernel");
        for (const auto* barrier : facts_.barriers)
            if (!isPlainBarrier(*barrier))
                return refuse(barrier->getBeginLoc(), "works-in-groups",
                              "all work-items of a group take part in this",
                              "write it with local memory and barriers");
        for (const auto* parameter : facts_.kernel->parameters())
            if (leadsTo(*parameter, clang::LangAS::opencl_local))
                return refuse(parameter->getLocation(), "local-argument",
                              "local memory " + quoted(*parameter) +
                                  " comes as an argument, so that there cannot be one for each item",
                              "declare it in the kernel");
        return items_.isBlocked ? faultOfNeighbours() : std::nullopt;
    }

    /// Neighbours are of one group, or of two: what groups do does not stay what it was.
    std::optional<Diagnostic> faultOfNeighbours() const {
        const std::string hint = "leave out \",blocked\": items of different groups can be merged";
        if (!facts_.barriers.empty() || facts_.usesLocalMemory())
            return refuse(facts_.kernel->getLocation(), "works-in-groups",
                          "work-items of a group work together, with local memory or barriers", hint);
        for (const auto& index : facts_.indexCalls)
            if (index.dimension == items_.dimension &&
                (index.name == "get_local_id" || index.name == "get_group_id"))
                return refuse(index.call->getBeginLoc(), "works-in-groups",
                              "the kernel asks for " + index.name + " of that dimension", hint);
        return std::nullopt;
    }

    /// A pointer to a variable may be kept, so that nobody sees through which the variable changes.
    std::optional<Diagnostic> faultOfAddresses() const {
        for (const auto* use : facts_.uses) {
            const auto* variable = llvm::dyn_cast<clang::VarDecl>(use->getDecl());
            if (!variable || !variable->isLocalVarDecl() || useOf(scene_.context, *use) != Use::Escapes ||
                isHandedToCall(*use))
                continue;
            return refuse(use->getBeginLoc(), "address-taken",
                          "the address of " + quoted(*variable) + " is taken, which may need copies",
                          "index it instead");
        }
        return std::nullopt;
    }

    /// And to nothing else: the function does not give a pointer back.
    bool isHandedToCall(const clang::Expr& address) const {
        for (const auto* above = parentOf(scene_.context, address); above;
             above = parentOf(scene_.context, *above)) {
            if (llvm::isa<clang::UnaryExprOrTypeTraitExpr>(above)) return true;
            if (const auto* call = llvm::dyn_cast<clang::CallExpr>(above))
                return !call->getType()->isPointerType();
            if (!llvm::isa<clang::CastExpr>(above) && !llvm::isa<clang::UnaryOperator>(above) &&
                !llvm::isa<clang::ArraySubscriptExpr>(above) && !llvm::isa<clang::MemberExpr>(above) &&
                !llvm::isa<clang::BinaryOperator>(above))
                return false;
        }
        return false;
    }

    Result<std::vector<LaunchEdit>> newGlobalSize() {
        isRounded_ = std::any_of(scene_.launches.begin(), scene_.launches.end(),
                                 [&](const Launch& launch) { return isRounded(launch, items_); });
        if (isRounded_ && (!isGuarded(scene_, items_.dimension) || asksForSize(scene_, items_.dimension)))
            return refusal(
                scene_, "groups-not-divisible",
                notDividing(
                    "the work-groups of the dimension, and the kernel does not keep further work-items out"),
                "choose a number that divides them, or let the kernel return where the ID is too large");
        if (isRounded_ && isSwept(scene_, "local"))
            return refusal(scene_, "swept-size",
                           notDividing("all work-groups of the dimension, whose sizes are swept"),
                           "choose a number that divides them, or leave one size");
        return dividedGlobalSize(scene_, items_.dimension, items_.times, isRounded_);
    }

    std::optional<Diagnostic> faultOf(const JamPlan& plan) const {
        if (plan.copiedStatements().empty() && plan.variablesToCopy().empty())
            return refuse(facts_.kernel->getLocation(), "nothing-to-do",
                          std::string("nothing that the kernel does differs along ") + axis(),
                          "choose another dimension");
        for (const auto* variable : plan.variablesToCopy()) {
            const auto parents = scene_.context.getParents(*variable);
            const auto* statement = parents.empty() ? nullptr : parents[0].get<clang::DeclStmt>();
            if (statement &&
                std::none_of(statement->decl_begin(), statement->decl_end(),
                             [](const clang::Decl* declared) { return llvm::isa<clang::TypeDecl>(declared); }))
                continue;
            return refuse(variable->getLocation(), "type-inside",
                          std::string("a type is declared with ").append(quoted(*variable)),
                          "declare the type before the kernel");
        }
        for (const auto* statement : plan.copiedStatements()) {
            if (const auto* exit = exitsOf(*statement).away)
                return refuse(exit->getBeginLoc(), "return-inside",
                              "some of the merged work-items may return here, and others not",
                              "put a condition around what is skipped, or choose a number that divides what "
                              "the ID is compared with");
            for (const auto* barrier : facts_.barriers)
                if (isWithin(scene_.context, *barrier, *statement))
                    return refuse(barrier->getBeginLoc(), "barrier-inside",
                                  "it hangs on the merged work-item whether this barrier is met",
                                  "move it out of the condition or loop");
        }
        return std::nullopt;
    }

    std::vector<std::string> notesOf(const JamPlan& plan) const {
        std::vector<std::string> notes{"a work-item does the work of " + times() + " along " + axis() + ", " +
                                       (items_.isBlocked ? "neighbours" : "a work-group apart")};
        for (const auto* branch : plan.sharedConditions()) {
            const auto line = scene_.context.getSourceManager().getPresumedLineNumber(branch->getIfLoc());
            notes.push_back("the condition of line " + std::to_string(line) +
                            " comes out the same for all of them, with the sizes of this launch file");
        }
        if (isRounded_)
            notes.emplace_back("the last work-groups go beyond the data, which the kernel keeps out");
        return notes;
    }

    const Scene& scene_;
    const KernelFacts& facts_;
    MergedItems items_;
    bool isRounded_ = false;
    SourceEdits edits_;
};

} // namespace

Result<Change> jam(const Scene& scene, const Rewrite& rewrite) {
    MergedItems items;
    items.dimension = static_cast<unsigned>(rewrite.target.front() - 'x');
    items.times = std::stoll(rewrite.value);
    items.isBlocked = rewrite.value.ends_with(",blocked");
    return Jamming(scene, items).make();
}

} // namespace warpstring::transform
