// SPDX-License-Identifier: GPL-3.0-or-later
// Who runs a map's calls: IDs, loops where there are more calls than work-items, guards where there are fewer,
// barriers.
#include <algorithm>
#include <utility>

#include "generate/code/emitter.h"

namespace warpstring::generate {
namespace {

constexpr std::int64_t usualLocalSize = 256;
constexpr std::int64_t lanes = 32;

std::string idName(Level level, int dimension) {
    const std::string suffix = dimension == 0 ? "" : std::to_string(dimension);
    return (level == Level::Workgroup ? "group" : level == Level::Global ? "item" : "lid") + suffix;
}

} // namespace

std::int64_t wantedLocalSize(const Expr& expr, int dimension) {
    std::int64_t wanted = 0;
    if (expr->op == Op::Map && expr->level == Level::Local && expr->dimension == dimension) {
        const std::int64_t length = expr.type().length().range().high;
        if (length <= usualLocalSize) wanted = length;
    }
    for (const Expr& input : expr->inputs) wanted = std::max(wanted, wantedLocalSize(input, dimension));
    for (const Function& function : expr->functions)
        wanted = std::max(wanted, wantedLocalSize(function.expr(), dimension));
    return wanted;
}

std::int64_t Emitter::localSize(int dimension) { return kernel_->local[static_cast<std::size_t>(dimension)]; }

Nat Emitter::localId(int dimension) {
    const std::string name = idName(Level::Local, dimension);
    kernel_->ids.insert({name, dimension});
    return Nat::variable(name, {0, localSize(dimension) - 1});
}

void Emitter::line(std::string text) { current_->push_back({Statement::Kind::Line, std::move(text), {}, {}}); }

void Emitter::inBlock(Statement block, const std::function<void()>& body) {
    Statements* outer = current_;
    Statements inner;
    current_ = &inner;
    body();
    current_ = outer;
    block.body = std::move(inner);
    if (!block.body.empty()) current_->push_back(std::move(block));
}

void Emitter::barrierBefore(std::size_t statement) {
    const auto isGlobal = [](const MemoryPointer& memory) { return memory->space == Space::Global; };
    const std::string fences = std::ranges::any_of(kernel_->written, isGlobal)
                                   ? "CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE"
                                   : "CLK_LOCAL_MEM_FENCE";
    current_->insert(current_->begin() + static_cast<std::ptrdiff_t>(statement),
                     {Statement::Kind::Barrier, fences, {}, {}});
}

/// What one round wrote the next reads, or the other way round.
bool Emitter::loopEndNeedsBarrier() const {
    const auto isLocal = [](const MemoryPointer& memory) { return memory->space == Space::Local; };
    return std::ranges::any_of(kernel_->written, isLocal) || std::ranges::any_of(kernel_->read, isLocal);
}

void Emitter::loopOver(const std::string& wanted, const Nat& trips, bool unroll, const Body& body) {
    if (trips.is(1)) {
        body(0);
        return;
    }
    const std::string counter = unusedName(wanted);
    const bool isShared = innermost_ == Level::Workgroup; // the group's work-items run it together
    inBlock({Statement::Kind::Block,
             "for (int " + counter + " = 0; " + counter + " < " + trips.code() + "; ++" + counter + ")",
             unroll ? "#pragma unroll" : "",
             {}},
            [&] {
                body(Nat::variable(counter, {0, trips.range().high - 1}));
                if (isShared && loopEndNeedsBarrier()) {
                    barrierBefore(current_->size());
                    kernel_->written.clear();
                    kernel_->read.clear();
                }
            });
}

void Emitter::parallel(Level level, int dimension, const Nat& length, const Body& body) {
    const auto d = static_cast<std::size_t>(dimension);
    const std::optional<std::int64_t> calls = length.constant();
    std::int64_t workers = 0;
    Nat id;
    switch (level) {
    case Level::Workgroup:
        workers = options_.groups[d] > 0 && calls ? std::min(options_.groups[d], *calls) : calls.value_or(1);
        kernel_->global[d] = std::max(kernel_->global[d], workers * kernel_->local[d]);
        workers = kernel_->global[d] / kernel_->local[d];
        break;
    case Level::Global: {
        const std::int64_t local = kernel_->local[d];
        const std::int64_t groups = (calls.value_or(1) + local - 1) / local;
        workers = (options_.groups[d] > 0 ? std::min(options_.groups[d], groups) : groups) * local;
        kernel_->global[d] = std::max(kernel_->global[d], workers);
        workers = kernel_->global[d];
        break;
    }
    case Level::Local: workers = kernel_->local[d]; break;
    case Level::Warp: workers = std::max<std::int64_t>(1, kernel_->local[0] / lanes); break;
    case Level::Lane: workers = std::min(lanes, kernel_->local[0]); break;
    default: break;
    }
    if (level == Level::Warp) {
        id = localId(0) / lanes;
    } else if (level == Level::Lane) {
        id = localId(0) % lanes;
    } else if (level == Level::Local) {
        id = localId(dimension);
    } else {
        const std::string name = idName(level, dimension);
        kernel_->ids.insert({name, dimension});
        id = Nat::variable(name, {0, workers - 1});
    }
    const Level outer = std::exchange(innermost_, level);
    if (level == Level::Warp && calls && *calls < workers) {
        // No block: what lanes do has barriers, which all work-items have to meet. Lanes ask for it.
        const std::string outerGuard = std::exchange(warpGuard_, id.code() + " < " + length.code());
        body(id);
        warpGuard_ = outerGuard;
        innermost_ = outer;
        return;
    }
    if (level == Level::Lane && !warpGuard_.empty()) {
        const std::string guard = std::exchange(warpGuard_, {});
        inBlock({Statement::Kind::Block, "if (" + guard + ")", {}, {}}, [&] {
            innermost_ = outer;
            parallel(level, dimension, length, body);
        });
        warpGuard_ = guard;
        innermost_ = outer;
        return;
    }
    if (!calls || *calls < workers) {
        // Of a variable length as well: its range says that one round does.
        inBlock({Statement::Kind::Block, "if (" + id.code() + " < " + length.code() + ")", {}, {}}, [&] {
            const NatRange range{0, length.range().high - 1};
            body(level == Level::Warp || level == Level::Lane ? id : Nat::variable(id.code(), range));
        });
    } else if (*calls == workers) {
        body(id);
    } else {
        const bool isExact = *calls % workers == 0;
        const Nat rounds = (*calls + workers - 1) / workers;
        const std::string counter = level == Level::Workgroup ? "round" : "r";
        loopOver(counter, rounds, level == Level::Local && *calls / workers <= 8, [&](const Nat& round) {
            const Nat index = round * workers + id;
            if (isExact) {
                body(index);
            } else {
                inBlock({Statement::Kind::Block, "if (" + index.code() + " < " + length.code() + ")", {}, {}},
                        [&] { body(index); });
            }
        });
    }
    innermost_ = outer;
}

void Emitter::loop(const Node& node, const Nat& length, const Body& body) {
    if (node.level == Level::Sequential || node.level == Level::Abstract) {
        const bool isInItem = innermost_ != Level::Workgroup && innermost_ != Level::Warp;
        loopOver(isInItem ? "k" : "step", length, node.unroll, body);
        return;
    }
    const bool isGroupwise = node.level == Level::Local || node.level == Level::Lane;
    const bool syncs = node.level == Level::Local || options_.lockStep < lanes;
    if (!isGroupwise) {
        parallel(node.level, node.dimension, length, body);
        return;
    }
    if (node.level == Level::Lane) kernel_->usesLanes = true;
    const bool isOutermost = innermost_ != Level::Local && innermost_ != Level::Lane;
    const std::size_t start = current_->size();
    std::set<MemoryPointer> written;
    std::set<MemoryPointer> read;
    std::swap(written, kernel_->written);
    std::swap(read, kernel_->read);
    parallel(node.level, node.dimension, length, body);
    // What this one reads was written by others since the last barrier, or what it writes was read or written.
    const auto meets = [](const std::set<MemoryPointer>& a, const std::set<MemoryPointer>& b) {
        return std::ranges::any_of(a, [&](const MemoryPointer& memory) { return b.contains(memory); });
    };
    const bool clashes =
        meets(kernel_->read, written) || meets(kernel_->written, read) || meets(kernel_->written, written);
    if (clashes && syncs && isOutermost) {
        std::swap(written, kernel_->written);
        barrierBefore(start);
        std::swap(written, kernel_->written);
    } else {
        kernel_->written.merge(written);
        kernel_->read.merge(read);
    }
}

} // namespace warpstring::generate
