// SPDX-License-Identifier: GPL-3.0-or-later
#include "stringmodel/string/string_builder.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "stringmodel/machine/instruction_cost.h"

namespace warpstring::token_string {

double pick(const evaluation::Bounded& figure, BoundSide side) {
    return side == BoundSide::Lower ? figure.lower : side == BoundSide::Upper ? figure.upper : figure.value;
}

namespace {

class Builder {
public:
    Builder(const Pdg& pdg, const evaluation::Evaluation& evaluation, const HardwareSpec& spec, BoundSide side,
            Diagnostics& faults)
        : pdg_(pdg), evaluation_(evaluation), spec_(spec), side_(side), faults_(faults) {}

    TokenString run() {
        numberMemory(entryRegion);
        TokenString string;
        emitRegion(entryRegion, executions(entryRegion), string.items);
        closeBlock();
        return string;
    }

private:
    [[nodiscard]] double executions(RegionId region) const {
        return pick(evaluation_.regions[region].executions, side_);
    }
    [[nodiscard]] bool isGlobal(const MemoryAccess& access) const {
        return access.space == MemorySpace::Global || access.space == MemorySpace::Private ||
               access.space == MemorySpace::Image || access.space == MemorySpace::Unknown;
    }

    /// A texel that a filter mixes has the token of the first.
    [[nodiscard]] bool isFurtherTexel(const Statement& statement) const {
        return statement.kind == StatementKind::Memory && pdg_.accesses[statement.access].texels == 0;
    }

    /// M and M-bar share one numbering, in the order of the string.
    void numberMemory(RegionId region) {
        for (const auto& child : pdg_.regions[region].children) {
            if (child.kind == NodeRef::Kind::Region && !evaluation_.regions[child.region()].isDead())
                numberMemory(child.region());
            if (child.kind != NodeRef::Kind::Statement) continue;
            const auto& statement = pdg_.statements[child.statement()];
            if (statement.kind == StatementKind::Memory && isGlobal(pdg_.accesses[statement.access]))
                numbers_[statement.id] = isFurtherTexel(statement) ? memoryTokens_ : ++memoryTokens_;
        }
    }

    /// `around`: executions of the innermost repeat, which weights are relative to.
    void emitRegion(RegionId id, double around, std::vector<StringItem>& items) {
        for (const auto& child : pdg_.regions[id].children) {
            switch (child.kind) {
            case NodeRef::Kind::Statement:
                emitStatement(pdg_.statements[child.statement()], around, items);
                break;
            case NodeRef::Kind::Predicate:
                emitPredicate(pdg_.predicates[child.predicate()], around, items);
                break;
            case NodeRef::Kind::Region:
                if (evaluation_.regions[child.region()].isDead()) break;
                if (pdg_.regions[child.region()].kind == Region::Kind::LoopBody)
                    emitLoop(child.region(), id, around, items);
                else
                    emitBranch(child.region(), around, items);
                break;
            }
        }
    }

    void emitBranch(RegionId id, double around, std::vector<StringItem>& items) {
        const auto waitedBefore = waited_;
        emitRegion(id, around, items);
        // A wait that not every warp made says nothing about what follows.
        if (executions(id) < executions(pdg_.regions[id].parent) * (1 - 1e-12)) waited_ = waitedBefore;
    }

    void emitLoop(RegionId id, RegionId parent, double around, std::vector<StringItem>& items) {
        closeBlock();
        Repeat repeat;
        repeat.loop = pdg_.regions[id].loop;
        repeat.place = pdg_.regions[id].place;
        const double entries = executions(parent);
        repeat.count = entries > 0 ? executions(id) / entries : 0;
        repeat.weight = around > 0 ? entries / around : 0;
        waited_.clear();
        emitRegion(id, executions(id), repeat.body);
        closeBlock();
        items.push_back({std::move(repeat)});
    }

    /// Loads whose values a statement needs, through registers that cost nothing.
    void pendingLoads(const std::vector<StatementId>& data, std::set<StatementId>& seen,
                      std::vector<StatementId>& loads) const {
        for (const auto id : data) {
            if (!seen.insert(id).second) continue;
            const auto& producer = pdg_.statements[id];
            if (producer.kind == StatementKind::Register)
                pendingLoads(producer.data, seen, loads);
            else if (producer.kind == StatementKind::Memory && numbers_.contains(id) &&
                     pdg_.accesses[producer.access].kind != AccessKind::Store &&
                     !evaluation_.regions[producer.region].isDead())
                loads.push_back(id);
        }
    }

    void emitWaits(const std::vector<StatementId>& data, RegionId region, const CodePlace& place, double around,
                   std::vector<StringItem>& items) {
        std::set<StatementId> seen;
        std::vector<StatementId> loads;
        pendingLoads(data, seen, loads);
        std::stable_sort(loads.begin(), loads.end(),
                         [&](auto a, auto b) { return numbers_.at(a) < numbers_.at(b); });
        for (const auto load : loads) {
            const int number = numbers_.at(load);
            if (!waited_.insert(number).second) continue;
            closeBlock();
            items.push_back(
                {waitToken(pdg_.statements[load], number, region, weightOf(region, around), place)});
        }
    }

    [[nodiscard]] double weightOf(RegionId region, double around) const {
        return around > 0 ? executions(region) / around : 0;
    }

    void emitStatement(const Statement& statement, double around, std::vector<StringItem>& items) {
        if (statement.kind == StatementKind::Register) return;
        if (isFurtherTexel(statement)) {
            std::get<Token>(items.back().content).statements.push_back(statement.id);
            return;
        }
        emitWaits(statement.data, statement.region, statement.place, around, items);
        if (const auto computation = machine::computationOf(statement, pdg_)) {
            addCompute(*computation, statement.region, statement.place, around, items);
            current(items).statements.push_back(statement.id);
            return;
        }
        closeBlock();
        Token token;
        token.region = statement.region;
        token.weight = weightOf(statement.region, around);
        token.place = statement.place;
        token.count = 1;
        token.statements = {statement.id};
        if (statement.kind == StatementKind::Barrier) {
            token.kind = TokenKind::Barrier;
            token.plainCycles = spec_.execution.barrierCycles;
            token.cycles = token.plainCycles * token.weight;
        } else {
            describeAccess(statement, token, around);
        }
        items.push_back({std::move(token)});
    }

    void describeAccess(const Statement& statement, Token& token, double around) {
        const auto& access = pdg_.accesses[statement.access];
        const auto& cost = evaluation_.accesses[access.id];
        const bool store = access.kind == AccessKind::Store;
        const double own = executions(statement.region);
        token.access = access.id;
        if (access.space == MemorySpace::Shared) {
            token.kind = store ? TokenKind::SharedStore : TokenKind::SharedLoad;
            token.conflictWays = cost.worstWays;
            const double cycles = pick(cost.sharedCycles, side_);
            token.plainCycles = own > 0 ? cycles / own : 0;
            token.cycles = around > 0 ? cycles / around : 0;
        } else {
            token.kind = store ? TokenKind::Store : TokenKind::Load;
            token.memory = numbers_.at(statement.id);
            waited_.erase(token.memory);
            token.plainCycles = spec_.globalMemory.issueCycles;
            token.cycles = token.plainCycles * token.weight;
            token.transactions = own > 0 ? pick(cost.transactions, side_) / own : 0;
            token.bytes = own > 0 ? pick(cost.bytes, side_) / own : 0;
        }
    }

    void emitPredicate(const Predicate& predicate, double around, std::vector<StringItem>& items) {
        if (predicate.free) return;
        emitWaits(predicate.data, predicate.region, predicate.place, around, items);
        addCompute({OperationClass::Branch, 1}, predicate.region, predicate.place, around, items);
        current(items).predicates.push_back(predicate.id);
    }

    /// Consecutive computations of equally often executed regions make one token.
    void addCompute(const machine::Computation& computation, RegionId region, const CodePlace& place,
                    double around, std::vector<StringItem>& items) {
        const bool joins = open_ && openItems_ == &items &&
                           std::fabs(executions(openRegion_) - executions(region)) <= 1e-9 * executions(region);
        if (!joins) {
            closeBlock();
            Token token;
            token.kind = TokenKind::Compute;
            token.region = region;
            token.place = place;
            token.weight = weightOf(region, around);
            items.push_back({std::move(token)});
            open_ = true;
            openItems_ = &items;
            openIndex_ = items.size() - 1;
            openRegion_ = region;
        }
        Token& token = current(items);
        const InstructionCost cost = machine::costOf(computation.operation, spec_);
        if (spec_.findCost(computation.operation) == nullptr) reportMissing(computation.operation, place);
        token.count += cost.instructions * computation.count;
        token.plainCycles += cost.cycles * computation.count;
        token.cycles = token.plainCycles * token.weight;
    }

    [[nodiscard]] Token& current(std::vector<StringItem>& items) const {
        return std::get<Token>(items[openIndex_].content);
    }

    void closeBlock() { open_ = false; }

    void reportMissing(OperationClass operation, const CodePlace& place) {
        if (missing_.insert(operation).second)
            faults_.push_back(
                {"spec.no-cost", Severity::Error, place.at,
                 spec_.name + " has no cost for operations of class " + std::string(name(operation)),
                 "the device may not have them; else add instructions." + std::string(name(operation)) +
                     " to the spec"});
    }

    const Pdg& pdg_;
    const evaluation::Evaluation& evaluation_;
    const HardwareSpec& spec_;
    BoundSide side_;
    Diagnostics& faults_;
    std::map<StatementId, int> numbers_;
    int memoryTokens_ = 0;
    std::set<int> waited_;
    std::set<OperationClass> missing_;
    bool open_ = false;
    std::vector<StringItem>* openItems_ = nullptr;
    std::size_t openIndex_ = 0;
    RegionId openRegion_;
};

} // namespace

Token waitToken(const Statement& load, int k, RegionId region, double weight, const CodePlace& place) {
    Token token;
    token.kind = TokenKind::Wait;
    token.memory = k;
    token.region = region;
    token.weight = weight;
    token.place = place;
    token.access = load.access;
    const int line = load.place.at.line;
    token.waitsFor = load.text + (line > 0 ? " of line " + std::to_string(line) : "");
    return token;
}

TokenString buildString(const Pdg& pdg, const evaluation::Evaluation& evaluation, const HardwareSpec& spec,
                        BoundSide side, Diagnostics& faults) {
    return Builder(pdg, evaluation, spec, side, faults).run();
}

} // namespace warpstring::token_string
