// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/pdg/graph_builder.h"

#include <stdexcept>

namespace warpstring::oracle {

namespace {

bool isComparison(ExprOp op) {
    return isIntegerComparison(op) || op == ExprOp::FEqual || op == ExprOp::FNotEqual || op == ExprOp::FLess ||
           op == ExprOp::FLessEqual;
}

} // namespace

GraphBuilder::GraphBuilder(std::string kernel) {
    pdg_.kernel = std::move(kernel);
    pdg_.sourceName = pdg_.kernel + ".cl";
    Region entry;
    entry.guard = pdg_.exprs.truth();
    pdg_.regions.push_back(std::move(entry));
}

CodePlace GraphBuilder::nextPlace() { return {{pdg_.sourceName, ++line_, 1}, {}}; }

ExprId GraphBuilder::binary(ExprOp op, ExprId a, ExprId b) {
    return pdg_.exprs.binary(op, isComparison(op) ? 1 : bitsOf(a), a, b);
}

ExprId GraphBuilder::globalId(unsigned dimension) {
    return add(binary(ExprOp::Mul, group(dimension), localSize(dimension)), lid(dimension));
}

ExprId GraphBuilder::loaded(AccessId load, int bits) {
    for (std::uint32_t number = 0; number < pdg_.loads.size(); ++number)
        if (pdg_.loads[number].access == load) return pdg_.exprs.leaf(ExprOp::Load, number, bits);
    throw std::logic_error("this access is no load");
}

std::uint32_t GraphBuilder::scalar(const std::string& name, ValueType type) {
    pdg_.arguments.push_back(
        {KernelArgument::Kind::Scalar, name, warpstring::name(type), type, bytes(type), false, false});
    return static_cast<std::uint32_t>(pdg_.arguments.size() - 1);
}

std::uint32_t GraphBuilder::buffer(const std::string& name, ValueType type, bool readOnly) {
    pdg_.arguments.push_back(
        {KernelArgument::Kind::Buffer, name, warpstring::name(type) + "*", type, 8, readOnly, false});
    return static_cast<std::uint32_t>(pdg_.arguments.size() - 1);
}

std::uint32_t GraphBuilder::localArgument(const std::string& name) {
    pdg_.arguments.push_back({KernelArgument::Kind::Shared, name, "int*", {}, 8, false, false});
    return static_cast<std::uint32_t>(pdg_.arguments.size() - 1);
}

std::uint32_t GraphBuilder::array(const std::string& name, MemorySpace space, std::uint64_t bytes) {
    auto& total = space == MemorySpace::Shared ? pdg_.sharedBytes : pdg_.privateBytes;
    pdg_.arrays.push_back({name, space, bytes, space == MemorySpace::Shared ? total : 0, 4});
    total += bytes;
    return static_cast<std::uint32_t>(pdg_.arrays.size() - 1);
}

RegionId GraphBuilder::branch(RegionId parent, ExprId condition, bool side) {
    Predicate predicate;
    predicate.id = static_cast<PredicateId>(pdg_.predicates.size());
    predicate.condition = condition;
    predicate.place = nextPlace();
    predicate.region = parent;
    Region region;
    region.kind = Region::Kind::Branch;
    region.id = static_cast<RegionId>(pdg_.regions.size());
    region.parent = parent;
    region.guard = side ? condition : pdg_.exprs.negation(condition);
    region.controlParents.push_back({predicate.id, side});
    region.place = predicate.place;
    (side ? predicate.whenTrue : predicate.whenFalse) = region.id;
    auto& children = pdg_.regions[parent].children;
    children.push_back(predicate.id);
    children.push_back(region.id);
    pdg_.predicates.push_back(std::move(predicate));
    pdg_.regions.push_back(std::move(region));
    return pdg_.regions.back().id;
}

LoopId GraphBuilder::loop(RegionId parent) {
    Loop loop;
    loop.id = static_cast<LoopId>(pdg_.loops.size());
    loop.region = static_cast<RegionId>(pdg_.regions.size());
    for (RegionId around = parent; around != none && loop.parent == none; around = pdg_.regions[around].parent)
        loop.parent = pdg_.regions[around].loop;
    loop.continues = pdg_.exprs.falsehood();
    loop.place = nextPlace();
    Region region;
    region.kind = Region::Kind::LoopBody;
    region.id = loop.region;
    region.parent = parent;
    region.loop = loop.id;
    region.guard = pdg_.exprs.truth();
    region.place = loop.place;
    pdg_.regions[parent].children.push_back(region.id);
    pdg_.regions.push_back(std::move(region));
    pdg_.loops.push_back(std::move(loop));
    return pdg_.loops.back().id;
}

void GraphBuilder::goOn(LoopId loop, ExprId condition) {
    pdg_.loops[loop].continues = condition;
    Predicate predicate;
    predicate.id = static_cast<PredicateId>(pdg_.predicates.size());
    predicate.condition = condition;
    predicate.place = pdg_.loops[loop].place;
    predicate.region = pdg_.loops[loop].region;
    predicate.closesLoop = true;
    pdg_.regions[predicate.region].children.push_back(predicate.id);
    pdg_.predicates.push_back(std::move(predicate));
}

StatementId GraphBuilder::append(Statement statement) {
    statement.id = static_cast<StatementId>(pdg_.statements.size());
    statement.place = nextPlace();
    pdg_.regions[statement.region].children.push_back(statement.id);
    pdg_.statements.push_back(std::move(statement));
    return pdg_.statements.back().id;
}

StatementId GraphBuilder::compute(RegionId region, OperationClass operation, std::vector<StatementId> data) {
    Statement statement;
    statement.operation = operation;
    statement.region = region;
    statement.data = std::move(data);
    statement.text = std::string(name(operation));
    return append(std::move(statement));
}

StatementId GraphBuilder::barrier(RegionId region) {
    Statement statement;
    statement.kind = StatementKind::Barrier;
    statement.region = region;
    statement.text = "barrier";
    return append(std::move(statement));
}

AccessId GraphBuilder::append(RegionId region, MemoryAccess access, const std::string& object) {
    access.id = static_cast<AccessId>(pdg_.accesses.size());
    access.statement = static_cast<StatementId>(pdg_.statements.size());
    Statement statement;
    statement.kind = StatementKind::Memory;
    statement.region = region;
    statement.access = access.id;
    statement.text = (access.kind == AccessKind::Load    ? "load "
                      : access.kind == AccessKind::Store ? "store "
                                                         : "atomic ") +
                     object;
    append(std::move(statement));
    if (access.kind == AccessKind::Load) pdg_.loads.push_back({access.id});
    pdg_.accesses.push_back(access);
    return access.id;
}

AccessId GraphBuilder::access(RegionId region, AccessKind kind, std::uint32_t argument, ExprId offset,
                              int bytes) {
    MemoryAccess access;
    access.space = pdg_.arguments[argument].kind == KernelArgument::Kind::Shared ? MemorySpace::Shared
                                                                                 : MemorySpace::Global;
    access.kind = kind;
    access.object = argument;
    access.offset = offset;
    access.bytes = bytes;
    return append(region, access, pdg_.arguments[argument].name);
}

AccessId GraphBuilder::accessArray(RegionId region, AccessKind kind, std::uint32_t array, ExprId offset,
                                   int bytes) {
    MemoryAccess access;
    access.space = pdg_.arrays[array].space;
    access.kind = kind;
    access.object = array;
    access.objectIsArgument = false;
    access.offset = offset;
    access.bytes = bytes;
    return append(region, access, pdg_.arrays[array].name);
}

Pdg GraphBuilder::finish() {
    std::vector<ExprId> conditions;
    conditions.reserve(pdg_.loops.size());
    for (const auto& loop : pdg_.loops) conditions.push_back(loop.continues);
    pdg_.exprs.settleDependences(conditions);
    return std::move(pdg_);
}

NDRange rangeOf(std::uint64_t groups, std::uint64_t local) { return rangeOf({groups, 1, 1}, {local, 1, 1}); }

NDRange rangeOf(std::array<std::uint64_t, 3> groups, std::array<std::uint64_t, 3> local) {
    NDRange range;
    for (std::size_t d = 0; d < 3; ++d) {
        range.local[d] = local[d];
        range.global[d] = groups[d] * local[d];
        if (range.global[d] > 1) range.dimensions = static_cast<int>(d) + 1;
    }
    return range;
}

Launch launchOf(const Pdg& pdg, const NDRange& range) {
    Launch launch;
    launch.name = launch.kernel = pdg.kernel;
    launch.range = range;
    for (const auto& argument : pdg.arguments) {
        if (argument.kind == KernelArgument::Kind::Scalar) {
            ScalarArgument scalar{argument.element, true, {}};
            if (isFloating(argument.element.scalar))
                scalar.value = 1.0;
            else
                scalar.value = std::int64_t{1};
            launch.arguments.emplace(argument.name, scalar);
        } else if (argument.kind == KernelArgument::Kind::Shared) {
            launch.arguments.emplace(argument.name, LocalArgument{1024});
        } else {
            BufferArgument buffer;
            buffer.type = argument.element;
            buffer.count = 4096;
            launch.arguments.emplace(argument.name, buffer);
        }
    }
    return launch;
}

evaluation::LaunchBinding bindingOf(const Pdg& pdg, const NDRange& range) {
    auto bound = evaluation::bindLaunch(pdg, launchOf(pdg, range));
    if (!bound) throw std::logic_error(bound.diagnostics().front().message);
    return *std::move(bound);
}

} // namespace warpstring::oracle
