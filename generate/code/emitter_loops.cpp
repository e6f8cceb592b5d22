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

/// All patterns of a kernel that `expr` opens: what it takes its elements from has kernels of its own, but for
/// maps that nobody runs.
void eachOfKernel(const Expr& expr, const std::function<void(const Node&)>& visit, bool isWithin = false) {
    visit(*expr);
    for (const Function& function : expr->functions) eachOfKernel(function.expr(), visit, true);
    for (const Expr& input : expr->inputs) {
        if (isWithin || input->op != Op::Map || input->level == Level::Abstract)
            eachOfKernel(input, visit, isWithin);
    }
}

bool isLocalMap(const Node& node, int dimension) {
    return node.op == Op::Map && node.level == Level::Local && node.dimension == dimension;
}

/// Whether OpenCL's hierarchy has room for a level within those that run.
bool fitsWithin(Level level, int dimension, const std::vector<std::pair<Level, int>>& running) {
    const auto any = [&](std::initializer_list<Level> levels) {
        return std::ranges::any_of(
            running, [&](const auto& each) { return std::ranges::find(levels, each.first) != levels.end(); });
    };
    if (std::ranges::find(running, std::pair(level, dimension)) != running.end()) return false;
    switch (level) {
    case Level::Workgroup: return !any({Level::Global, Level::Local, Level::Warp, Level::Lane});
    case Level::Global: return !any({Level::Workgroup, Level::Local, Level::Warp, Level::Lane});
    case Level::Local: return !any({Level::Global, Level::Warp, Level::Lane});
    case Level::Warp: return !any({Level::Global, Level::Local, Level::Lane});
    case Level::Lane: return any({Level::Warp}) && !any({Level::Local});
    default: return true;
    }
}

} // namespace

std::int64_t wantedLocalSize(const Expr& expr, int dimension) {
    std::int64_t wanted = 0;
    bool isLong = false;
    std::int64_t kept = 0; // by work-items, each its own: neither more nor fewer can be
    eachOfKernel(expr, [&](const Node& node) {
        if (node.op == Op::ToPrivate && isLocalMap(*node.inputs.front(), dimension))
            kept = std::max(kept, node.type.length().range().high);
        if (!isLocalMap(node, dimension)) return;
        const std::int64_t length = node.type.length().range().high;
        if (length <= 1) return; // by one, whoever is there
        if (length <= usualLocalSize)
            wanted = std::max(wanted, length);
        else
            isLong = true;
    });
    if (kept > 0) return kept;
    return wanted == 0 && isLong ? usualLocalSize : wanted;
}

bool usesDimension(const Expr& expr, int dimension) {
    bool uses = false;
    eachOfKernel(expr, [&](const Node& node) {
        const bool isWarp = node.level == Level::Warp || node.level == Level::Lane;
        const bool isOfDimension = node.level == Level::Global && node.dimension == dimension;
        uses = uses || isLocalMap(node, dimension) ||
               (node.op == Op::Map && (isOfDimension || (isWarp && dimension == 0)));
    });
    return uses;
}

std::int64_t Emitter::localSize(int dimension) { return kernel_->local[static_cast<std::size_t>(dimension)]; }

std::string localIdName(int dimension) { return idName(Level::Local, dimension); }

Nat Emitter::localId(int dimension) {
    const std::string name = localIdName(dimension);
    kernel_->ids.insert({name, dimension});
    return Nat::variable(name, {0, localSize(dimension) - 1});
}

void Emitter::needKernel() const {
    if (!kernel_)
        throw CodeFault("generate.not-lowered",
                        "something is computed between kernels, and nothing says by whom",
                        "a map or a reduction with a level around it makes a kernel");
}

void Emitter::line(std::string text) {
    needKernel();
    current_->push_back({Statement::Kind::Line, std::move(text), {}, {}});
}

void Emitter::inBlock(Statement block, const std::function<void()>& body) {
    needKernel();
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

/// What comes next reads what others wrote.
void Emitter::barrierHere() {
    barrierBefore(current_->size());
    kernel_->written.clear();
    kernel_->read.clear();
    kernel_->byOthers.clear();
}

/// Whether the group's first work-item alone runs what is here: it needs no barrier to see what it wrote
/// itself.
bool Emitter::isByFirst() const {
    const bool isOneDimension = kernel_->local[1] == 1 && kernel_->local[2] == 1;
    const auto isOne = [&](Level level) {
        return std::ranges::any_of(running_, [&](const Running& each) {
            return each.level == level && each.dimension == 0 && each.length.is(1);
        });
    };
    return isOneDimension && (isOne(Level::Local) || (isOne(Level::Warp) && isOne(Level::Lane)));
}

void Emitter::noteAccess(const MemoryPointer& memory, bool isWritten) {
    (isWritten ? kernel_->written : kernel_->read).insert(memory);
    if (!isByFirst()) kernel_->byOthers.insert(memory);
}

/// What one round wrote the next reads, or the other way round.
bool Emitter::loopEndNeedsBarrier() const {
    // Of two places by turns, the one that is written next was last read before the barrier of this round.
    const bool waits = std::ranges::any_of(
        *current_, [](const Statement& statement) { return statement.kind == Statement::Kind::Barrier; });
    const auto isLocal = [&](const MemoryPointer& memory) {
        return memory->space == Space::Local && !(memory->takesTurns && waits);
    };
    return std::ranges::any_of(kernel_->written, isLocal) || std::ranges::any_of(kernel_->read, isLocal);
}

void Emitter::loopOver(const std::string& wanted, const Nat& trips, bool unroll, const Body& body) {
    if (trips.is(1)) {
        body(0);
        return;
    }
    const std::string counter = unusedName(wanted);
    // Work-items run it together.
    const bool isShared =
        innermost_ == Level::Workgroup || (innermost_ == Level::Warp && options_.lockStep < lanes);
    needKernel();
    const std::int64_t stores = kernel_->localStores;
    const std::size_t start = current_->size();
    inBlock({Statement::Kind::Block,
             "for (int " + counter + " = 0; " + counter + " < " + trips.code() + "; ++" + counter + ")",
             unroll ? "#pragma unroll" : "",
             {}},
            [&] {
                const Nat round = Nat::variable(counter, {0, trips.range().high - 1});
                if (innermost_ == Level::Workgroup) rounds_.push_back(round);
                body(round);
                if (innermost_ == Level::Workgroup) rounds_.pop_back();
                if (isShared && kernel_->localStores > stores && loopEndNeedsBarrier()) barrierHere();
            });
    // What each round begins by waiting for was written before the loop, or the last round ends so.
    if (current_->size() == start) return;
    Statements& rounds = current_->back().body;
    if (isShared && !rounds.empty() && rounds.front().kind == Statement::Kind::Barrier) {
        Statement barrier = std::move(rounds.front());
        rounds.erase(rounds.begin());
        current_->insert(current_->end() - 1, std::move(barrier));
    }
}

void Emitter::parallel(Level level, int dimension, const Nat& length, const Body& body) {
    std::vector<std::pair<Level, int>> running;
    running.reserve(running_.size());
    for (const Running& each : running_) running.emplace_back(each.level, each.dimension);
    if (!fitsWithin(level, dimension, running))
        throw CodeFault("generate.nesting", "a map by " + std::string(warpstring::generate::name(level)) +
                                                " work-items stands within one that has no room for it");
    const Level outer = std::exchange(innermost_, level);
    running_.push_back({level, dimension, {}, length});
    shared(level, dimension, length, body);
    running_.pop_back();
    innermost_ = outer;
}

/// Fewer calls than warps. Where work-items meet at barriers within, all warps have to: there is no block then,
/// and lanes and copies ask for it.
void Emitter::byWarps(const Nat& warp, const Nat& length, const Body& body) {
    const bool isFirst = length.is(1);
    const Nat id = isFirst ? Nat(0) : warp;
    const std::string guard =
        isFirst ? localId(0).code() + " < " + std::to_string(lanes) : warp.code() + " < " + length.code();
    const bool outerFirst = std::exchange(isFirstWarp_, isFirst);
    const OpenKernel before = *kernel_;
    const std::size_t start = current_->size();
    inBlock({Statement::Kind::Block, "if (" + guard + ")", {}, {}}, [&] { body(id); });
    if (!hasBarrier({current_->begin() + static_cast<std::ptrdiff_t>(start), current_->end()})) {
        isFirstWarp_ = outerFirst;
        return;
    }
    current_->resize(start);
    Statements statements = std::move(kernel_->body);
    *kernel_ = before;
    kernel_->body = std::move(statements);
    const std::string outer = std::exchange(warpGuard_, guard);
    body(id);
    warpGuard_ = outer;
    isFirstWarp_ = outerFirst;
}

/// Lanes of the warps that take part.
void Emitter::byLanesOfSome(const Nat& length, const Body& body) {
    const std::string guard = std::exchange(warpGuard_, {});
    inBlock({Statement::Kind::Block, "if (" + guard + ")", {}, {}},
            [&] { shared(Level::Lane, 0, length, body); });
    warpGuard_ = guard;
}

void Emitter::shared(Level level, int dimension, const Nat& length, const Body& body) {
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
    case Level::Warp: workers = (kernel_->local[0] + lanes - 1) / lanes; break;
    case Level::Lane: workers = std::min(lanes, kernel_->local[0]); break;
    default: break;
    }
    if (level == Level::Warp) {
        id = localId(0) / lanes;
    } else if (level == Level::Lane) {
        id = isFirstWarp_ ? Nat::variable(localId(0).code(), {0, lanes - 1}) : localId(0) % lanes;
    } else if (level == Level::Local) {
        id = localId(dimension);
    } else {
        const std::string name = idName(level, dimension);
        kernel_->ids.insert({name, dimension});
        id = Nat::variable(name, {0, workers - 1});
    }
    if (level == Level::Warp && calls && *calls < workers) return byWarps(id, length, body);
    if (level == Level::Lane && !warpGuard_.empty()) return byLanesOfSome(length, body);
    const auto run = [&](const Nat& index) {
        running_.back().id = index;
        body(index);
    };
    if (!calls && length.range().high > workers) {
        const std::string counter = unusedName("i");
        inBlock({Statement::Kind::Block,
                 "for (int " + counter + " = " + id.code() + "; " + counter + " < " + length.code() + "; " +
                     counter + " += " + std::to_string(workers) + ")",
                 {},
                 {}},
                [&] { run(Nat::variable(counter, {0, length.range().high - 1})); });
    } else if (!calls || *calls < workers) {
        // Of a variable length as well: its range says that one round does.
        inBlock({Statement::Kind::Block, "if (" + id.code() + " < " + length.code() + ")", {}, {}}, [&] {
            const NatRange range{0, length.range().high - 1};
            run(level == Level::Warp || level == Level::Lane ? id : Nat::variable(id.code(), range));
        });
    } else if (*calls == workers) {
        run(id);
    } else {
        const bool isExact = *calls % workers == 0;
        const Nat rounds = (*calls + workers - 1) / workers;
        const std::string counter = level == Level::Workgroup ? "round" : "r";
        loopOver(counter, rounds, level == Level::Local && *calls / workers <= 8, [&](const Nat& round) {
            const Nat index = round * workers + id;
            if (isExact) return run(index);
            const std::size_t start = current_->size();
            inBlock({Statement::Kind::Block, "if (" + index.code() + " < " + length.code() + ")", {}, {}},
                    [&] { run(index); });
            if (level == Level::Warp &&
                hasBarrier({current_->begin() + static_cast<std::ptrdiff_t>(start), current_->end()}))
                throw CodeFault("generate.nesting",
                                "not all warps would meet at the barriers of the last round",
                                "a number of calls that the number of warps divides");
        });
    }
}

void Emitter::loop(const Node& node, const Nat& length, const Body& body) {
    if (node.level == Level::Sequential || node.level == Level::Abstract) {
        const bool isInItem = innermost_ != Level::Workgroup && innermost_ != Level::Warp;
        loopOver(isInItem ? "k" : "step", length, node.unroll, body);
        return;
    }
    // Lanes that run in lock step wait for none of their warp, but warps do for each other.
    const bool isLockStep = options_.lockStep >= lanes;
    const bool isWarp = node.level == Level::Warp && isLockStep;
    const bool isGroupwise = node.level == Level::Local || node.level == Level::Lane || isWarp;
    const bool syncs = node.level != Level::Lane || !isLockStep;
    if (!isGroupwise) {
        parallel(node.level, node.dimension, length, body);
        return;
    }
    if (node.level == Level::Lane) kernel_->usesLanes = true;
    const bool isOutermost = innermost_ != Level::Local && innermost_ != Level::Lane;
    const std::size_t start = current_->size();
    std::set<MemoryPointer> written;
    std::set<MemoryPointer> read;
    std::set<MemoryPointer> byOthers;
    std::swap(written, kernel_->written);
    std::swap(read, kernel_->read);
    std::swap(byOthers, kernel_->byOthers);
    parallel(node.level, node.dimension, length, body);
    // What this one reads was written by others since the last barrier, or what it writes was read or written.
    const auto meets = [&](const std::set<MemoryPointer>& a, const std::set<MemoryPointer>& b) {
        return std::ranges::any_of(a, [&](const MemoryPointer& memory) {
            return b.contains(memory) && (byOthers.contains(memory) || kernel_->byOthers.contains(memory));
        });
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
        kernel_->byOthers.merge(byOthers);
    }
}

} // namespace warpstring::generate
