// SPDX-License-Identifier: GPL-3.0-or-later
// One walk over an annotated function that finds what its iterations compute, as expressions of the loops'
// counters and of the arrays' elements as they were before.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "generate/nests/buffers.h"
#include "generate/nests/called_functions.h"
#include "pdg/frontend/annotated/syntax.h"

namespace warpstring::generate {

/// A name for a value that is used more than once.
struct NestValue {
    VariablePointer name;
    Expr value;
    bool isBefore = false; // computed before the index space begins
};

/// An element that iterations of these loops write.
struct NestStore {
    std::size_t buffer = 0;
    Affine element;
    Expr value;
    std::vector<NestLoop> loops; // those of the index space first
    SourceLocation place;
};

/// What a function computes.
struct NestMeaning {
    std::vector<NestStore> stores;
    std::optional<Expr> returned;
    std::vector<NestValue> values; // in their order, each of those before
    std::vector<ElementAccess> accesses;
    std::vector<VariablePointer> scalars; // parameters that are passed by value
    Diagnostics assumptions;
};

/// By the function's variables: parameters that have a number when code is made.
using KnownSizes = std::map<int, std::int64_t>;

/// Throws NestFault.
class Execution {
public:
    /// Buffers without a shape are taken as flat and endless: their accesses tell what shape they have.
    Execution(const frontend::CFunction& function, const KnownSizes& sizes,
              const std::vector<NestBuffer>& buffers, const std::map<int, std::size_t>& bufferOf,
              CalledFunctions& called);

    [[nodiscard]] NestMeaning run();

private:
    using State = std::map<int, Expr>; // of scalars: empty where the last turn alone gives it

    // Statements: execution.cpp.
    void run(const frontend::CStatement& statement);
    void assign(const frontend::CStatement& statement);
    void branch(const frontend::CStatement& statement);
    void setScalar(int variable, const Expr& value);

    // Loops: loops.cpp.
    struct Turns {
        VariablePointer counter;
        std::int64_t from = 0;
        std::int64_t step = 1;
        std::int64_t trips = 0;
    };
    void loop(const frontend::CStatement& statement);
    void runPoint(const frontend::CStatement& statement, const Turns& turns);
    void indexLoop(const frontend::CStatement& statement, const Turns& turns);
    void foldLoop(const frontend::CStatement& statement, const Turns& turns);
    [[nodiscard]] Turns turnsOf(const frontend::CStatement& statement);
    void runTurn(const frontend::CStatement& statement, const Turns& turns);
    void setCounter(const frontend::CStatement& statement, const Turns& turns);
    /// What a turn leaves to the next one.
    struct Carried {
        int variable = -1;             // of a scalar
        std::optional<NestStore> cell; // of an element
        std::string name;
        SourceLocation place;
        std::string operation; // that a pragma names
        VariablePointer state;
        Expr start; // empty: none
        Expr next;
    };
    [[nodiscard]] std::vector<Carried> carriedBy(const frontend::CStatement& statement, const Turns& turns);
    [[nodiscard]] Expr folded(const Carried& carried, const Turns& turns, std::size_t firstValue,
                              bool isAssociative);
    [[nodiscard]] Expr foldedTogether(const std::vector<Carried>& carried, const Turns& turns,
                                      std::size_t firstValue) const;
    [[nodiscard]] bool hangsOn(const Expr& expr, const Variable* variable) const;
    [[nodiscard]] Expr resolved(Expr expr) const;

    // Bodies as functions in OpenCL C: body_function.cpp.
    struct BodyUse;
    [[nodiscard]] bool runAsFunction(const frontend::CStatement& statement, const Turns& turns);
    void look(const frontend::CStatement& statement, int loops, BodyUse& use);
    void look(const frontend::CExpression& expr, BodyUse& use);
    [[nodiscard]] std::string pointerText(std::size_t buffer) const;

    // Values: values.cpp.
    [[nodiscard]] Expr value(const frontend::CExpression& expr);
    [[nodiscard]] Expr condition(const frontend::CExpression& expr);
    [[nodiscard]] Expr binary(const frontend::CExpression& expr);
    [[nodiscard]] Expr call(const frontend::CExpression& expr);
    [[nodiscard]] Expr made(const Expr& expr, const frontend::CExpression& from) const;
    [[nodiscard]] Expr guarded(const frontend::CExpression& expr);
    [[nodiscard]] std::int64_t known(const frontend::CExpression& expr, const char* what);

    // Memory: memory.cpp.
    struct Element {
        std::size_t buffer = 0;
        std::optional<Affine> affine;
        Expr flat;
        std::vector<Expr> subscripts;
    };
    [[nodiscard]] Element element(const frontend::CExpression& subscript);
    [[nodiscard]] Expr load(const Element& element, const SourceLocation& place);
    void store(const frontend::CExpression& target, const Expr& value);
    [[nodiscard]] Expr original(const Element& element);
    void note(const Element& element, bool isStore, const SourceLocation& place);
    [[nodiscard]] const NestBuffer& bufferOf(const Element& element) const { return buffers_[element.buffer]; }

    const frontend::CFunction& function_;
    const KnownSizes& sizes_;
    const std::vector<NestBuffer>& buffers_;
    const std::map<int, std::size_t>& bufferOf_;
    CalledFunctions& called_;

    NestMeaning meaning_;
    State scalars_;
    std::vector<NestStore> cells_; // the newest last
    std::vector<NestLoop> loops_;
    std::size_t indexLoops_ = 0; // of loops_, those of the index space
    int conditions_ = 0;
    bool isDone_ = false;
    std::map<int, VariablePointer> parameters_;
};

/// `expr` with those of `values` from `first` on that it uses: put in where it uses one once, else computed
/// before it.
[[nodiscard]] Expr withValues(Expr expr, const std::vector<NestValue>& values, std::size_t first);

/// Scalars that a statement gives a value and does not declare.
[[nodiscard]] std::map<int, SourceLocation> assignedIn(const frontend::CStatement& statement);

} // namespace warpstring::generate
