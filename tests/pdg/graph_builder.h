// SPDX-License-Identifier: GPL-3.0-or-later
// Graphs made by hand in a few lines, so that what works on them is tested without a compiler.
#pragma once

#include <string>
#include <vector>

#include "pdg/evaluation/launch_binding.h"
#include "pdg/pdg.h"

namespace warpstring::oracle {

/// Adds nodes in program order. Source lines count up with them: the first statement stands on line 1.
class GraphBuilder {
public:
    /// A kernel of one region.
    explicit GraphBuilder(std::string kernel = "made");

    /// Expressions; of 32 bits where nothing else is said, comparisons of one.
    ExprId number(std::int64_t value, int bits = 32) { return pdg_.exprs.constant(value, bits); }
    ExprId lid(unsigned dimension = 0) { return pdg_.exprs.leaf(ExprOp::LocalId, dimension, 32); }
    ExprId group(unsigned dimension = 0) { return pdg_.exprs.leaf(ExprOp::GroupId, dimension, 32); }
    ExprId localSize(unsigned dimension = 0) { return pdg_.exprs.leaf(ExprOp::LocalSize, dimension, 32); }
    ExprId counter(LoopId loop, int bits = 32) { return pdg_.exprs.counter(loop, bits); }
    ExprId parameter(std::uint32_t argument, int bits = 32) {
        return pdg_.exprs.leaf(ExprOp::Parameter, argument, bits);
    }
    ExprId binary(ExprOp op, ExprId a, ExprId b);
    ExprId add(ExprId a, ExprId b) { return binary(ExprOp::Add, a, b); }
    ExprId times(ExprId a, std::int64_t factor) { return binary(ExprOp::Mul, a, number(factor, bitsOf(a))); }
    ExprId less(ExprId a, ExprId b) { return binary(ExprOp::SLess, a, b); }
    /// get_global_id(dimension).
    ExprId globalId(unsigned dimension = 0);
    /// What the load of an access reads.
    ExprId loaded(AccessId load, int bits = 32);
    [[nodiscard]] int bitsOf(ExprId id) const { return pdg_.exprs[id].bits; }

    std::uint32_t scalar(const std::string& name, ValueType type = {});
    std::uint32_t buffer(const std::string& name, ValueType type = {}, bool readOnly = false);
    std::uint32_t localArgument(const std::string& name);
    /// A variable of the kernel: an index of Pdg::arrays.
    std::uint32_t array(const std::string& name, MemorySpace space, std::uint64_t bytes);

    /// A predicate in `parent` and the region behind its true side, or the other one.
    RegionId branch(RegionId parent, ExprId condition, bool side = true);
    /// A loop whose body runs at least once; `goOn` says when another iteration follows.
    LoopId loop(RegionId parent);
    void goOn(LoopId loop, ExprId condition);
    [[nodiscard]] RegionId body(LoopId loop) const { return pdg_.loops[loop].region; }

    StatementId compute(RegionId region, OperationClass operation, std::vector<StatementId> data = {});
    StatementId barrier(RegionId region);
    /// Of an argument's memory.
    AccessId access(RegionId region, AccessKind kind, std::uint32_t argument, ExprId offset, int bytes = 4);
    /// Of a variable of the kernel.
    AccessId accessArray(RegionId region, AccessKind kind, std::uint32_t array, ExprId offset, int bytes = 4);

    [[nodiscard]] Pdg& pdg() { return pdg_; }
    /// The graph, complete: dependences of its recurrences and loops are settled.
    [[nodiscard]] Pdg finish();

private:
    [[nodiscard]] CodePlace nextPlace();
    StatementId append(Statement statement);
    AccessId append(RegionId region, MemoryAccess access, const std::string& object);

    Pdg pdg_;
    int line_ = 0;
};

/// One-dimensional: groups of `local` work-items.
[[nodiscard]] NDRange rangeOf(std::uint64_t groups, std::uint64_t local);
[[nodiscard]] NDRange rangeOf(std::array<std::uint64_t, 3> groups, std::array<std::uint64_t, 3> local);
/// All arguments of the graph get values: scalars 1, buffers of 4096 zeros, 1024 bytes of local memory.
[[nodiscard]] Launch launchOf(const Pdg& pdg, const NDRange& range);
/// That launch, bound.
[[nodiscard]] evaluation::LaunchBinding bindingOf(const Pdg& pdg, const NDRange& range);

} // namespace warpstring::oracle
