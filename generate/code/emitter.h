// SPDX-License-Identifier: GPL-3.0-or-later
// One walk over a form that writes its kernels: what is read becomes views, what is written statements.
#pragma once

#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "generate/code/generated.h"
#include "generate/code/statements.h"
#include "generate/code/view.h"

namespace warpstring::generate {

/// Thrown and caught within generate/code.
struct CodeFault {
    CodeFault(std::string code, std::string message, std::string hint = {}) {
        diagnostic.code = std::move(code);
        diagnostic.message = std::move(message);
        diagnostic.hint = std::move(hint);
    }
    explicit CodeFault(Diagnostic told) : diagnostic(std::move(told)) {}

    Diagnostic diagnostic;
};

/// What variables stand for: a chain, so that views keep it cheaply.
struct CodeScope {
    const Variable* variable = nullptr;
    View view;
    std::shared_ptr<const CodeScope> outer;
};
using CodeScopePointer = std::shared_ptr<const CodeScope>;

class Emitter {
public:
    Emitter(const Program& program, const CodeOptions& options);
    [[nodiscard]] Generated run(); // throws CodeFault

private:
    struct OpenKernel;
    struct Access {
        Place place;
        bool isStore = false;
        std::size_t statement = 0; // of those that accumulate() makes
    };

    // Reading: emitter_reading.cpp.
    View read(const Expr& expr, const CodeScopePointer& scope);
    View readScalar(const Expr& expr, const CodeScopePointer& scope);
    View readOperator(const Node& node, const CodeScopePointer& scope);
    std::string functionCalled(const Expr& call);
    std::string bufferOf(const View& array, const Expr& call);
    View readAt(const Expr& expr, const CodeScopePointer& scope);
    View readPad(const Expr& expr, const View& input, const CodeScopePointer& scope);
    View readAsVector(const View& input, const Type& type);
    View readAsScalar(const View& input, const Type& type);
    View readMapped(const Expr& expr, const CodeScopePointer& scope);
    Nat indexOf(const View& view, const Nat& length);
    View applied(const Function& function, const std::vector<View>& arguments, const CodeScopePointer& scope);
    View bound(const Expr& body, const VariablePointer& parameter, const View& view);
    View named(const View& value, const std::string& name);

    // Writing: emitter_writing.cpp.
    void write(const Expr& expr, const Target& target, const CodeScopePointer& scope);
    void writeMap(const Expr& expr, const View& input, const Target& target, const CodeScopePointer& scope);
    CodeScopePointer inside(const Function& function, const std::vector<View>& arguments,
                            const CodeScopePointer& scope);
    StoragePointer begun(const Type& type, const View& start);
    View reduced(const Expr& expr, const View& input, const CodeScopePointer& scope, const Target* into);
    void accumulate(const Function& function, const View& accumulator, const Target& target, const View& input,
                    const CodeScopePointer& scope);
    void writeScan(const Expr& expr, const View& input, const Target& target, const CodeScopePointer& scope);
    View iterated(const Expr& expr, const CodeScopePointer& scope);
    std::optional<View> iteratedInPlace(const Expr& expr, const View& input, const CodeScopePointer& scope);
    StoragePointer wholeLocal(const View& array);
    void copy(const View& view, const Target& target);
    void guardedBy(const std::vector<std::string>& guards, const std::function<void()>& body);
    bool isInItem() const;
    View materialised(const Expr& expr, const CodeScopePointer& scope, Space space,
                      const Node* place = nullptr);
    View letValue(const Expr& let, const CodeScopePointer& scope);
    static bool isOverwrittenSafely(const std::vector<Access>& accesses, const MemoryPointer& memory);
    std::optional<StoragePointer> ownStorage(const Expr& start, const View& view, const Target* into) const;
    Target asVectorTarget(const Target& result, const Type& input);
    Target asScalarTarget(const Target& result, const Type& input);

    // Memory: emitter_memory.cpp.
    StoragePointer allocated(const Type& type, Space space, const std::string& name,
                             std::vector<Dimension> dimensions = {}, const Nat& behindRows = 0);
    View viewOf(const StoragePointer& storage, const Type& type, std::vector<Nat> indices = {});
    Target targetOf(const StoragePointer& storage, const Type& type, std::vector<Nat> indices = {});
    Place placeOf(const Storage& storage, const std::vector<Nat>& indices);
    View load(const Place& place);
    void noteStore(const Place& place);
    void checkStore(const Memory& memory) const;
    std::vector<Dimension> warpDimensions() const;
    std::vector<Nat> warpIndices() const;
    std::string unusedName(const std::string& wanted);

    // Loops: emitter_loops.cpp.
    using Body = std::function<void(const Nat&)>;
    void loop(const Node& node, const Nat& length, const Body& body);
    void loopOver(const std::string& counter, const Nat& trips, bool unroll, const Body& body);
    void parallel(Level level, int dimension, const Nat& length, const Body& body);
    void shared(Level level, int dimension, const Nat& length, const Body& body);
    void byWarps(const Nat& warp, const Nat& length, const Body& body);
    void byLanesOfSome(const Nat& length, const Body& body);
    void inBlock(Statement block, const std::function<void()>& body);
    void needKernel() const;
    void line(std::string text);
    void barrierBefore(std::size_t statement);
    void barrierHere();
    bool loopEndNeedsBarrier() const;
    bool isByFirst() const;
    void noteAccess(const MemoryPointer& memory, bool isWritten);
    std::int64_t localSize(int dimension);
    Nat localId(int dimension);

    void openKernel(const Expr& expr);
    void closeKernel();
    [[noreturn]] static void fail(const Expr& expr, const std::string& code, const std::string& message,
                                  const std::string& hint = {});

    const Program& program_;
    CodeOptions options_;
    Generated generated_;
    std::vector<MemoryPointer> globals_;  // by the index of their buffers
    std::set<MemoryPointer> readBetween_; // while no kernel was open: by whichever mentions them
    std::vector<GeneratedScalar> scalars_;
    std::set<std::pair<std::string, int>> vectorCalls_; // functions, and of what vectors they are called
    std::unique_ptr<OpenKernel> kernel_;
    Statements* current_ = nullptr;
    std::set<std::string> names_;
    Level innermost_ = Level::Abstract;
    struct Running {
        Level level = Level::Abstract;
        int dimension = 0;
        Nat id;
        Nat length; // calls
    };
    std::vector<Nat> rounds_;      // of loops that a group's work-items run together, from the outermost
    std::string wantedName_;       // of what is put somewhere next
    std::vector<Running> running_; // levels whose work-items share what is written, from the outermost
    bool isFirstWarp_ = false;     // no other takes part in what runs
    std::string warpGuard_;        // which warps of a group take part, where not all do
    std::vector<Access>* accesses_ = nullptr;  // where noted what is read and written
    const Statements* accumulating_ = nullptr; // what accumulate() adds to
};

/// A kernel in the making.
struct Emitter::OpenKernel {
    Statements body;
    std::array<std::int64_t, 3> local = {1, 1, 1};
    std::array<std::int64_t, 3> global = {1, 1, 1};
    std::set<std::pair<std::string, int>> ids; // the names that stand for IDs, with their dimension
    std::map<MemoryPointer, GeneratedKernel::Argument> used;
    std::vector<MemoryPointer> locals;
    std::set<std::string> names;
    bool usesLanes = false;
    std::int64_t localStores = 0; // to local memory, so far
    // Local memory since the last barrier.
    std::set<MemoryPointer> written;
    std::set<MemoryPointer> read;
    std::set<MemoryPointer> byOthers; // of them by more than the group's first work-item
};

/// The most that the maps over local work-items of a kernel can use of a dimension, 0 for none; `expr` opens
/// it.
[[nodiscard]] std::int64_t wantedLocalSize(const Expr& expr, int dimension);
/// "lid", "lid1".
[[nodiscard]] std::string localIdName(int dimension);
/// Whether any of a kernel's maps runs over work-items in a dimension.
[[nodiscard]] bool usesDimension(const Expr& expr, int dimension);

} // namespace warpstring::generate
