// SPDX-License-Identifier: GPL-3.0-or-later
#include "study/drafting/buffer_guesses.h"

#include <algorithm>
#include <set>

#include "study/drafting/size_guesses.h"

namespace warpstring::drafting {

namespace {

constexpr std::int64_t shortestRow = 8, longestRow = 24;

bool isComparison(ExprOp op) {
    return (op >= ExprOp::Equal && op <= ExprOp::SLessEqual) ||
           (op >= ExprOp::FEqual && op <= ExprOp::FLessEqual);
}

/// Arguments from whose memory an expression takes values; those that are only compared are none of them, but
/// where the expression is a condition.
std::set<std::uint32_t> sourcesOf(const Pdg& pdg, ExprId id, bool isCondition = false) {
    std::set<std::uint32_t> sources;
    std::vector<ExprId> pending{id};
    std::set<std::uint32_t> seen;
    while (!pending.empty()) {
        const ExprId next = pending.back();
        pending.pop_back();
        if (!next || !seen.insert(next.index).second) continue;
        const Expr& expr = pdg.exprs[next];
        if (expr.op == ExprOp::Load && pdg.loads[expr.index].access != none) {
            const auto& access = pdg.accesses[pdg.loads[expr.index].access];
            if (access.objectIsArgument && access.object != none) sources.insert(access.object);
        }
        if (isComparison(expr.op) && !isCondition) continue;
        if (expr.op != ExprOp::Select || isCondition) pending.push_back(expr.a);
        pending.push_back(expr.b);
        pending.push_back(expr.c);
    }
    return sources;
}

/// Of what `count` counts.
std::int64_t bytesOfElement(const KernelArgument& argument) {
    if (argument.kind == KernelArgument::Kind::Shared) return 1;
    return argument.layout.bytes > 0 ? static_cast<std::int64_t>(argument.layout.bytes)
                                     : bytes(argument.element);
}

bool leadsToMemory(const KernelArgument& argument) {
    using Kind = KernelArgument::Kind;
    return argument.kind == Kind::Buffer || argument.kind == Kind::Constant || argument.kind == Kind::Shared;
}

/// Of numbers up to `largest` as far as the type goes.
std::string indicesToml(ScalarType type, std::int64_t largest) {
    largest = std::min(largest, largestOf(type));
    return ", init = \"random\", seed = 1, range = [0, " + std::to_string(largest) + "]";
}

class BufferGuesser {
public:
    BufferGuesser(const Pdg& pdg, const NDRange& range, const evaluation::Evaluation& evaluation)
        : pdg_(pdg), evaluation_(evaluation), items_(range.global[0] * range.global[1] * range.global[2]),
          reach_(pdg.arguments.size()), untold_(pdg.arguments.size()), reads_(pdg.arguments.size()),
          writes_(pdg.arguments.size()), largestIndexed_(pdg.arguments.size()),
          isOffsets_(pdg.arguments.size()) {}

    std::vector<std::optional<BufferGuess>> run() {
        for (const auto& access : pdg_.accesses) noteReach(access);
        for (const auto& loop : pdg_.loops) noteRows(loop);
        // Twice: what is indexed by rows is as long as the rows together.
        std::vector<std::optional<BufferGuess>> guesses(pdg_.arguments.size());
        for (const bool isOfOffsets : {true, false})
            for (std::uint32_t i = 0; i < pdg_.arguments.size(); ++i)
                if (leadsToMemory(pdg_.arguments[i]) && isOffsets_[i] == isOfOffsets)
                    guesses[i] = guess(i, guesses);
        for (const auto& access : pdg_.accesses) noteIndexed(access, guesses);
        for (std::uint32_t i = 0; i < pdg_.arguments.size(); ++i)
            if (guesses[i] && pdg_.arguments[i].kind != KernelArgument::Kind::Shared) fill(i, *guesses[i]);
        return guesses;
    }

private:
    void noteReach(const MemoryAccess& access) {
        if (!access.objectIsArgument || access.object == none) return;
        const std::uint32_t argument = access.object;
        reads_[argument] = reads_[argument] || access.kind != AccessKind::Store;
        writes_[argument] = writes_[argument] || access.kind != AccessKind::Load;
        const auto& found = evaluation_.accesses[access.id];
        const bool isOfData = isLedByData(pdg_, access);
        if (isOfData || found.certainty == evaluation::Certainty::Bounded) untold_[argument] = true;
        if (!isOfData && found.reach)
            reach_[argument] = std::max(
                reach_[argument], static_cast<std::uint64_t>(std::max<std::int64_t>(0, found.reach->most)));
    }

    /// A loop from one element of a whole buffer to another: rows of a list of lists.
    void noteRows(const Loop& loop) {
        for (const auto source : sourcesOf(pdg_, loop.continues, true)) {
            const auto& argument = pdg_.arguments[source];
            const int size = bytes(argument.element.scalar);
            if (argument.readOnly && argument.layout.bytes == 0 && !isFloating(argument.element.scalar) &&
                argument.element.width == 1 && size >= 4 && !untold_[source])
                isOffsets_[source] = true;
        }
    }

    BufferGuess guess(std::uint32_t index, const std::vector<std::optional<BufferGuess>>& guesses) const {
        const auto& argument = pdg_.arguments[index];
        const auto element = static_cast<std::uint64_t>(bytesOfElement(argument));
        BufferGuess made;
        made.count = std::max<std::uint64_t>(1, (reach_[index] + element - 1) / element);
        made.reason = reach_[index] > 0 ? "as far as the kernel reaches" : "the kernel reaches none of it";
        if (!untold_[index]) return made;
        std::uint64_t wanted = argument.kind == KernelArgument::Kind::Shared ? 4096 : items_;
        made.reason = argument.kind == KernelArgument::Kind::Shared
                          ? "data decides what is reached"
                          : "data decides what is reached: an element for each work-item";
        for (const auto& access : pdg_.accesses) {
            if (!access.objectIsArgument || access.object != index || !access.offset) continue;
            for (const auto source : sourcesOf(pdg_, access.offset))
                if (isOffsets_[source] && guesses[source]) {
                    wanted = (guesses[source]->count - 1) * (shortestRow + longestRow) / 2;
                    made.reason = "all rows of " + pdg_.arguments[source].name;
                }
        }
        made.count = std::max(made.count, std::max<std::uint64_t>(1, wanted));
        return made;
    }

    /// What takes its index from a buffer says how large the numbers in it may be.
    void noteIndexed(const MemoryAccess& access, const std::vector<std::optional<BufferGuess>>& guesses) {
        if (!access.offset || access.object == none || access.bytes <= 0) return;
        const std::uint64_t size =
            !access.objectIsArgument ? pdg_.arrays[access.object].bytes
            : !guesses[access.object]
                ? 0
                : guesses[access.object]->count *
                      static_cast<std::uint64_t>(bytesOfElement(pdg_.arguments[access.object]));
        const std::uint64_t places = size / static_cast<std::uint64_t>(access.bytes);
        if (places == 0) return;
        for (const auto source : sourcesOf(pdg_, access.offset)) {
            auto& largest = largestIndexed_[source];
            largest = largest == 0 ? places - 1 : std::min(largest, places - 1);
        }
    }

    void fill(std::uint32_t index, BufferGuess& guess) const {
        const auto& argument = pdg_.arguments[index];
        guess.access = !writes_[index] ? "read" : !reads_[index] ? "write" : "read-write";
        if (!reads_[index]) return;
        if (argument.layout.bytes > 0) { // random bytes would be no numbers that anyone has
            guess.reason += "; all of its members are zero";
            return;
        }
        const bool isWhole = !isFloating(argument.element.scalar);
        if (isOffsets_[index]) {
            guess.contents = ", init = \"offsets\", seed = 1, range = [" + std::to_string(shortestRow) + ", " +
                             std::to_string(longestRow) + "]";
            guess.reason += "; rows of " + std::to_string(shortestRow) + " to " + std::to_string(longestRow);
        } else if (isWhole && largestIndexed_[index] > 0) {
            guess.largest = static_cast<std::int64_t>(largestIndexed_[index]);
            guess.contents = indicesToml(argument.element.scalar, guess.largest);
            guess.reason += "; its numbers are indices";
        } else {
            guess.contents = ", init = \"random\", seed = 1";
        }
    }

    const Pdg& pdg_;
    const evaluation::Evaluation& evaluation_;
    std::uint64_t items_;
    std::vector<std::uint64_t> reach_; ///< bytes
    std::vector<bool> untold_, reads_, writes_;
    std::vector<std::uint64_t> largestIndexed_;
    std::vector<bool> isOffsets_;
};

} // namespace

std::vector<std::optional<BufferGuess>> guessBuffers(const Pdg& pdg, const NDRange& range,
                                                     const evaluation::Evaluation& evaluation) {
    return BufferGuesser(pdg, range, evaluation).run();
}

bool isLedByData(const Pdg& pdg, const MemoryAccess& access) {
    return !access.offset || (pdg.exprs.dependence(access.offset) & dataDependence) != 0;
}

bool mendGuesses(const Pdg& pdg, const evaluation::Evaluation& evaluation,
                 std::vector<std::optional<BufferGuess>>& guesses) {
    bool isMended = false;
    for (const auto& access : pdg.accesses) {
        const auto& reach = evaluation.accesses[access.id].reach;
        if (!reach || !access.objectIsArgument || access.object == none || !guesses[access.object]) continue;
        const std::int64_t element = bytesOfElement(pdg.arguments[access.object]);
        BufferGuess& guess = *guesses[access.object];
        const std::int64_t size = static_cast<std::int64_t>(guess.count) * element;
        if (reach->most <= size) continue;
        isMended = true;
        bool isByIndices = false;
        for (const auto source : sourcesOf(pdg, access.offset)) {
            if (!guesses[source] || guesses[source]->largest == 0) continue;
            BufferGuess& indices = *guesses[source];
            const double share = static_cast<double>(size) / static_cast<double>(reach->most);
            indices.largest = std::max<std::int64_t>(
                1, static_cast<std::int64_t>(static_cast<double>(indices.largest) * share) - 1);
            indices.contents = indicesToml(pdg.arguments[source].element.scalar, indices.largest);
            isByIndices = true;
        }
        if (isByIndices) continue;
        guess.count = static_cast<std::uint64_t>((reach->most + element - 1) / element);
        guess.reason = "as far as the kernel reaches";
        // Other work-groups than those that were drawn may be led further.
        if (!evaluation.drawn.empty() && isLedByData(pdg, access)) guess.count *= 2;
    }
    return isMended;
}

bool isTooLarge(const Pdg& pdg, const evaluation::Evaluation& evaluation) {
    constexpr std::int64_t mostBytes = std::int64_t{1} << 33;
    return std::any_of(pdg.accesses.begin(), pdg.accesses.end(), [&](const MemoryAccess& access) {
        const auto& reach = evaluation.accesses[access.id].reach;
        return reach && (reach->most > mostBytes || reach->least < -mostBytes / 4);
    });
}

} // namespace warpstring::drafting
