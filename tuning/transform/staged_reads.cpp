// SPDX-License-Identifier: GPL-3.0-or-later
#include "tuning/transform/staged_reads.h"

#include <algorithm>
#include <cstdlib>
#include <limits>

#include "tuning/transform/dependence.h"
#include "tuning/transform/group_flow.h"
#include "tuning/transform/loop_exits.h"
#include "tuning/transform/loop_form.h"

namespace warpstring::transform {

namespace {

using Offsets = std::vector<const clang::Expr*>;

const clang::VarDecl* variableIn(const clang::Expr& expression) {
    const auto* use = llvm::dyn_cast<clang::DeclRefExpr>(expression.IgnoreParenImpCasts());
    return use ? llvm::dyn_cast<clang::VarDecl>(use->getDecl()) : nullptr;
}

/// How far behind the buffer's begin a pointer leads; none where it leads elsewhere or is not known.
std::optional<Offsets> offsetsOf(const Scene& scene, const clang::Expr& pointer,
                                 const clang::ParmVarDecl& buffer) {
    const auto& inner = *pointer.IgnoreParenImpCasts();
    const auto joined = [&](const clang::Expr& base, const clang::Expr& added) {
        auto offsets = offsetsOf(scene, base, buffer);
        if (offsets) offsets->push_back(&added);
        return offsets;
    };
    if (const auto* variable = variableIn(inner)) {
        if (variable == &buffer) return Offsets{};
        if (llvm::isa<clang::ParmVarDecl>(variable) || variable->getInit() == nullptr ||
            !variable->getType()->isPointerType() || isChanged(scene.context, scene.facts, *variable))
            return std::nullopt;
        return offsetsOf(scene, *variable->getInit(), buffer);
    }
    if (const auto* sum = llvm::dyn_cast<clang::BinaryOperator>(&inner);
        sum && sum->getOpcode() == clang::BO_Add) {
        const bool isLeft = sum->getLHS()->getType()->isPointerType();
        return isLeft ? joined(*sum->getLHS(), *sum->getRHS()) : joined(*sum->getRHS(), *sum->getLHS());
    }
    if (const auto* address = llvm::dyn_cast<clang::UnaryOperator>(&inner);
        address && address->getOpcode() == clang::UO_AddrOf)
        if (const auto* element =
                llvm::dyn_cast<clang::ArraySubscriptExpr>(address->getSubExpr()->IgnoreParens()))
            return joined(*element->getBase(), *element->getIdx());
    return std::nullopt;
}

class ReadFinder {
public:
    ReadFinder(const Scene& scene, const clang::ParmVarDecl& buffer, std::int64_t length,
               const std::array<Extent, 3>& extents)
        : scene_(scene), buffer_(buffer), length_(length), extents_(extents) {}

    Result<TiledReads> find() {
        if (const auto fault = collect()) return *fault;
        if (const auto fault = faultOfLoop()) return *fault;
        if (const auto fault = findTiles()) return *fault;
        if (!found_.tiles)
            if (const auto fault = faultOfTrips()) return *fault;
        for (auto& read : found_.reads)
            if (const auto fault = faultOfRead(read)) return *fault;
        return std::move(found_);
    }

private:
    Diagnostic refuse(clang::SourceLocation at, const std::string& what, const std::string& message,
                      const std::string& hint) const {
        return refusal(scene_, at, what, quoted(buffer_) + " cannot be staged: " + message, hint);
    }
    Diagnostic refuseLoop(const std::string& what, const std::string& message, const std::string& hint) const {
        return refuse(found_.loop.loop->getBeginLoc(), what,
                      "the loop of line " + std::to_string(lineNumberOf(scene_, *found_.loop.loop)) + " " +
                          message,
                      hint);
    }

    /// Every read of an element whose address hangs on the counter of a loop, and the innermost such loop.
    std::optional<Diagnostic> collect() {
        const clang::Expr* unknown = nullptr;
        for (const auto* use : scene_.facts.uses) {
            const auto* element = elementOf(*use);
            if (element == nullptr || useOf(scene_.context, *element) != Use::Read) continue;
            auto offsets = offsetsOf(scene_, *element->getBase(), buffer_);
            if (!offsets) continue;
            offsets->push_back(element->getIdx());
            Dependence parts;
            for (const auto* offset : *offsets) parts = joined(std::move(parts), dependenceOf(scene_, *offset));
            if (parts.unknown && !unknown && isInLoop(*element)) unknown = element;
            const auto* loop = parts.unknown ? nullptr : innermost(parts, *element);
            if (loop == nullptr) continue;
            if (found_.loop.loop && found_.loop.loop != loop)
                return refuse(element->getBeginLoc(), "several-loops", "it is read in more than one loop",
                              "stage it by hand, or join the loops");
            found_.loop.loop = loop;
            found_.reads.push_back({element, std::move(*offsets), axesOf(parts)});
        }
        if (!found_.reads.empty()) return std::nullopt;
        if (unknown)
            return refuse(unknown->getBeginLoc(), "address-form",
                          "its address hangs on more than IDs, sizes, arguments and counters of loops",
                          "compute it from these, in variables that keep their value");
        return refuse(buffer_.getLocation(), "nothing-to-stage",
                      "no loop reads elements of it that hang on the loop's counter",
                      "name a buffer that a loop walks along");
    }

    static Dependence joined(Dependence a, const Dependence& b) {
        a.dimensions.insert(b.dimensions.begin(), b.dimensions.end());
        a.counters.insert(b.counters.begin(), b.counters.end());
        if (a.unknown == nullptr) a.unknown = b.unknown;
        return a;
    }

    /// The element that is named by a pointer and one subscript.
    const clang::ArraySubscriptExpr* elementOf(const clang::DeclRefExpr& use) const {
        if (!use.getType()->isPointerType()) return nullptr;
        const clang::Stmt* above = parentOf(scene_.context, use);
        while (above && llvm::isa<clang::ImplicitCastExpr>(above)) above = parentOf(scene_.context, *above);
        const auto* element = llvm::dyn_cast_or_null<clang::ArraySubscriptExpr>(above);
        return element && element->getBase()->IgnoreParenImpCasts() == &use ? element : nullptr;
    }

    bool isInLoop(const clang::Stmt& statement) const {
        return std::any_of(scene_.facts.loops.begin(), scene_.facts.loops.end(),
                           [&](const clang::Stmt* loop) { return isWithin(scene_.context, statement, *loop); });
    }

    const clang::ForStmt* innermost(const Dependence& parts, const clang::Stmt& use) const {
        const clang::ForStmt* found = nullptr;
        for (const auto* counter : parts.counters) {
            const auto* loop = loopCountedBy(scene_, *counter, use);
            if (loop && (found == nullptr || isWithin(scene_.context, *loop, *found))) found = loop;
        }
        return found;
    }

    TileAxes axesOf(const Dependence& parts) const {
        TileAxes axes;
        for (unsigned d = 3; d-- > 0;)
            if (parts.dimensions.contains(d) && extents_[d].isWide()) axes.emplace_back(d);
        axes.emplace_back(std::nullopt);
        return axes;
    }

    std::optional<Diagnostic> faultOfLoop() {
        found_.loop = *countedLoop(scene_, *found_.loop.loop);
        const auto& loop = found_.loop;
        if (const auto* exit = exitsOf(*loop.loop->getBody()).any())
            return refuse(exit->getBeginLoc(), "loop-exit", "the loop's body is left here before its end",
                          "turn it into a condition around the rest");
        if (loop.step != 1 || scene_.context.getIntWidth(loop.counter->getType()) < 32)
            return refuseLoop("loop-form", "does not count by one in an integer of 32 bits or more",
                              "write it as for (int k = first; k < bound; ++k)");
        if (!loop.declaresCounter && isUsedOutside(*loop.counter))
            return refuseLoop("loop-form", "leaves its counter to what stands outside of it",
                              "declare the counter in the loop");
        for (const auto* barrier : scene_.facts.barriers)
            if (isWithin(scene_.context, *barrier, *loop.loop))
                return refuse(barrier->getBeginLoc(), "barrier-in-loop", "the loop has a barrier here",
                              "stage it by hand");
        if (scene_.facts.helperBarrier)
            return refuse(scene_.facts.helperBarrier->getBeginLoc(), "barrier-in-loop",
                          "a function that the kernel calls has a barrier", "move the barrier to the kernel");
        if (!dependenceOf(scene_, *loop.first).isUniform() || !dependenceOf(scene_, *loop.bound).isUniform())
            return refuseLoop(
                "varying-flow",
                "may go round differently often for work-items of a group, which must meet at barriers",
                "let the bounds hang on arguments, sizes and group IDs alone");
        if (const auto parting = partingBefore(scene_, *loop.loop))
            return refuse(
                parting->at, "varying-flow",
                "not all work-items of a group may come to the loop, and they must meet at its barriers: " +
                    parting->why,
                "choose a global size for which the condition is the same for all, or put it behind the loop");
        if (areTripsTold(scene_, *loop.loop))
            return refuseLoop("annotated-loop", "has trips that the launch file tells",
                              "remove the annotation, or stage it by hand");
        return std::nullopt;
    }

    bool isUsedOutside(const clang::VarDecl& counter) const {
        return std::any_of(
            scene_.facts.uses.begin(), scene_.facts.uses.end(), [&](const clang::DeclRefExpr* use) {
                return use->getDecl() == &counter && !isWithin(scene_.context, *use, *found_.loop.loop);
            });
    }

    /// A loop that goes from tile to tile already, with loads and a barrier before this one and one behind.
    std::optional<Diagnostic> findTiles() {
        const auto* first = variableIn(*found_.loop.first);
        const auto* around = first ? loopCountedBy(scene_, *first, *found_.loop.loop) : nullptr;
        const auto tiles = around ? countedLoop(scene_, *around) : std::nullopt;
        if (!tiles || tiles->step == 1) return std::nullopt;
        if (tiles->step != length_)
            return refuseLoop("other-tile", "goes through tiles of " + std::to_string(tiles->step) + " already",
                              "stage it by " + std::to_string(tiles->step));
        found_.barrier = barrierAbove(*around);
        if (found_.barrier == nullptr || !findEnd(*first))
            return refuseLoop("other-tile", "goes through tiles already, not in the form that staging gives it",
                              "stage it by hand");
        found_.tiles = tiles;
        return std::nullopt;
    }

    /// One that orders what is done to local memory.
    bool isBarrier(const clang::Stmt* statement) const {
        constexpr std::int64_t ofLocalMemory = 1; // CLK_LOCAL_MEM_FENCE
        return std::any_of(scene_.facts.barriers.begin(), scene_.facts.barriers.end(),
                           [&](const clang::CallExpr* call) {
                               if (call != statement || !isPlainBarrier(*call)) return false;
                               const auto flags = constantOf(scene_.context, *call->getArg(0));
                               return flags && (*flags & ofLocalMemory) != 0;
                           });
    }

    const clang::Stmt* barrierAbove(const clang::ForStmt& around) const {
        const auto* body = llvm::dyn_cast<clang::CompoundStmt>(around.getBody());
        if (body == nullptr || body->size() < 3) return nullptr;
        const auto* const* last = body->body_end();
        const auto* inner = *(last - 2);
        if (const auto* attributed = llvm::dyn_cast<clang::AttributedStmt>(inner))
            inner = attributed->getSubStmt();
        if (inner != found_.loop.loop || !isBarrier(*(last - 1)) || !isBarrier(*(last - 3))) return nullptr;
        const auto among =
            std::count_if(scene_.facts.barriers.begin(), scene_.facts.barriers.end(),
                          [&](const clang::CallExpr* call) { return isWithin(scene_.context, *call, around); });
        return among == 2 ? *(last - 3) : nullptr;
    }

    /// "k < k_tile + 16" or "k < min(k_tile + 16, end)".
    bool findEnd(const clang::VarDecl& tileCounter) {
        if (found_.loop.isBoundIncluded) return false;
        const auto* bound = found_.loop.bound->IgnoreParenImpCasts();
        if (const auto* call = llvm::dyn_cast<clang::CallExpr>(bound)) {
            const auto* callee = call->getDirectCallee();
            if (!callee || !callee->getIdentifier() || callee->getName() != "min" || callee->hasBody() ||
                call->getNumArgs() != 2)
                return false;
            found_.end = call->getArg(1);
            bound = call->getArg(0)->IgnoreParenImpCasts();
        }
        const auto* sum = llvm::dyn_cast<clang::BinaryOperator>(bound);
        return sum && sum->getOpcode() == clang::BO_Add && variableIn(*sum->getLHS()) == &tileCounter &&
               constantOf(scene_.context, *sum->getRHS()) == length_;
    }

    std::optional<Diagnostic> faultOfTrips() const {
        const auto& loop = found_.loop;
        const auto bits = scene_.context.getIntWidth(loop.counter->getType());
        const bool isSigned = loop.counter->getType()->isSignedIntegerType();
        const std::int64_t most = bits >= 64 ? std::numeric_limits<std::int64_t>::max()
                                             : (std::int64_t{1} << (bits - (isSigned ? 1 : 0))) - 1;
        for (const auto& launch : scene_.launches) {
            const auto bound = rangeOf(scene_, launch, *loop.bound);
            if (!bound || bound->high > most - length_ || bound->low < -most)
                return refuseLoop("bound-unknown",
                                  "has a bound that is not known to lie a tile below the largest number",
                                  "let it hang on arguments and sizes");
            const auto trips = tripsOf(scene_, launch, loop);
            if (trips && *trips < length_)
                return refuseLoop("few-trips", "goes round " + std::to_string(*trips) + " times only",
                                  "choose a smaller tile");
        }
        return std::nullopt;
    }

    std::optional<Diagnostic> faultOfRead(StagedRead& read) const {
        const auto at = read.element->getBeginLoc();
        if (!isWithin(scene_.context, *read.element, *found_.loop.loop->getBody()) ||
            !isAlwaysComputed(scene_, *read.element, *found_.loop.loop->getBody()))
            return refuse(
                at, "conditional-access",
                "this element is read under a condition, or in a loop that may have no iteration, and a "
                "tile would read it always",
                "read it before the condition");
        bool isShared = false, isWide = false;
        for (unsigned d = 0; d < 3; ++d) {
            isWide = isWide || extents_[d].isWide();
            isShared = isShared || (extents_[d].number > 1 && std::find(read.axes.begin(), read.axes.end(),
                                                                        std::optional(d)) == read.axes.end());
        }
        if (!isShared)
            return refuse(at, "no-reuse",
                          isWide ? "no two work-items of a group read the same element here"
                                 : "work-groups are of one work-item",
                          "give groups a dimension along which this element is the same");
        sortAxes(read);
        return std::nullopt;
    }

    /// By how far the address moves, the nearest last: neighbours in the tile are neighbours in memory.
    void sortAxes(StagedRead& read) const {
        const auto step = [&](const std::optional<unsigned>& axis) {
            std::int64_t sum = 0;
            for (const auto* offset : read.offsets) {
                const auto one = strideOf(scene_, *offset, axis, axis ? nullptr : found_.loop.counter);
                if (!one) return std::numeric_limits<std::int64_t>::max();
                sum += *one;
            }
            return std::abs(sum);
        };
        std::stable_sort(read.axes.begin(), read.axes.end(),
                         [&](const auto& a, const auto& b) { return step(a) > step(b); });
    }

    const Scene& scene_;
    const clang::ParmVarDecl& buffer_;
    std::int64_t length_;
    const std::array<Extent, 3>& extents_;
    TiledReads found_;
};

} // namespace

Result<TiledReads> readsToStage(const Scene& scene, const clang::ParmVarDecl& buffer, std::int64_t length,
                                const std::array<Extent, 3>& extents) {
    return ReadFinder(scene, buffer, length, extents).find();
}

} // namespace warpstring::transform
