// SPDX-License-Identifier: GPL-3.0-or-later
// The grammar: decisions, scopes and statements. Used by growth.cpp alone.
//
// Every kernel is valid by construction. Ints carry their ranges, so indices stay in bounds and nothing
// overflows; uints wrap. Floats are kept small. What decides on control flow is exact on every device: IDs,
// counters and data as loaded. Loops have limits. Barriers stand where all work-items of a group come by. A
// work-item writes elements of its own, a group adds to counters of its own.
#pragma once

#include <array>
#include <functional>
#include <optional>

#include "core/random/draws.h"
#include "core/random/kernel_tree.h"
#include "core/random/values.h"

namespace warpstring::random_kernels {

/// Work-groups in each dimension.
using Groups = std::array<std::uint64_t, 3>;

class Grower {
public:
    Grower(std::uint64_t seed, std::uint64_t index)
        : draws_(seed, index), inputSeed_(draws_.word() % 1'000'000) {}

    /// Without `groups`, the tree is for few groups: its costs tell how many there should be.
    [[nodiscard]] KernelTree tree(const std::optional<Groups>& groups);

private:
    /// A variable that statements change.
    struct Accumulator {
        int slot = 0;
        ValueType type;
        double low = 0, high = 0;
        bool exact = true;
    };

    using Body = std::function<void()>; ///< emits statements

    // growth.cpp
    void chooseShape(const std::optional<Groups>& groups);
    void declareIds();
    void storeResults();
    void dropUnused();

    // grower_expressions.cpp
    ExprPtr grow(ValueType type, int nodes);
    ExprPtr leaf(ValueType type);
    ExprPtr growInt(int nodes);
    ExprPtr growUint(int nodes);
    ExprPtr growFloating(ValueType type, int nodes);
    ExprPtr simpleTree(int& nodes); ///< the thesis' grammar; `nodes` are those left
    ExprPtr simpleIndex(int nodes);
    ExprPtr identifier(); ///< an int
    ExprPtr combined(Operation operation, ExprPtr a, ExprPtr b);
    ExprPtr call(ValueType type, int nodes);
    ExprPtr bounded(ExprPtr value, double most); ///< scaled by a power of two until it is
    ExprPtr asFloating(ValueType type, ExprPtr value);
    ExprPtr condition(bool onData);

    // grower_accesses.cpp
    int inputOf(ValueType type);
    ExprPtr load(int memory, ExprPtr index, double traffic);
    ExprPtr loaded(ValueType type);
    ExprPtr countedIndex(double& traffic); ///< by the innermost loop's counter
    [[nodiscard]] std::uint64_t mostElements(ValueType type) const;
    int addMemory(Memory memory);
    int addScalar(const std::string& stem, ValueType type, double value);

    // grower_statements.cpp
    void motif();
    void straight();
    void loops();
    void branch();
    void privateArray();
    void counters();
    void emit(Statement statement) { block_->push_back(std::move(statement)); }
    void emitStore(int memory, ExprPtr index, ExprPtr value, StatementKind kind = StatementKind::Store);
    void emitBarrier();
    void emitIf(ExprPtr test, std::vector<Statement> body, std::vector<Statement> otherwise = {});
    /// A loop with a counter, of one of the kinds that the grammar has; `trips` is the most it may have.
    void emitLoop(int most, bool isUniform, const Body& body);
    /// The same up to a limit; `trips` is the most there can be.
    void emitLoopTo(ExprPtr limit, double trips, const Body& body);
    std::vector<Statement> blockOf(const Body& body);
    void loopBody(Accumulator& accumulator, int depth);
    Accumulator declare(ValueType type);
    void update(Accumulator& accumulator);
    void assign(Accumulator& accumulator, ExprPtr value);
    void finish(const Accumulator& accumulator);
    [[nodiscard]] ExprPtr valueOf(const Accumulator& accumulator) const;
    int addVariable(const std::string& stem, ValueType type);
    ValueType accumulatorType();

    // grower_local.cpp
    void exchange();
    void staged();
    void reduction();
    void histogram();
    int addLocal(ValueType type, std::uint64_t count);
    ExprPtr neighbour(std::uint64_t count);

    void note(const std::string& feature) { kernel_.features.insert(feature); }

    Draws draws_;
    std::uint64_t inputSeed_;
    KernelTree kernel_;
    std::vector<Statement>* block_ = nullptr;
    std::vector<ExprPtr> names_;    ///< variables that expressions may use
    std::vector<ExprPtr> counters_; ///< of the loops around, the innermost last
    std::vector<ExprPtr> results_;  ///< what the motifs came to
    double trips_ = 1;              ///< of all the loops around, at most
    bool isSimple_ = false, isGroupResult_ = false;
    std::array<ExprPtr, 3> global_, local_;
    ExprPtr item_, itemOfGroup_, group_; ///< linear
    std::uint64_t items_ = 1, groupItems_ = 1, localBytes_ = 0;
};

} // namespace warpstring::random_kernels
