// SPDX-License-Identifier: GPL-3.0-or-later
// The program dependence graph of a kernel (Ferrante, Ottenstein, Warren 1987): region, predicate and statement
// nodes, control dependence as a tree of regions, data dependence as edges between statements. A plain value:
// it can be kept, printed, drawn, compared and tested without Clang.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/diagnostic.h"
#include "core/image.h"
#include "core/operation_class.h"
#include "core/struct_layout.h"
#include "core/value_type.h"
#include "pdg/expr.h"
#include "pdg/id.h"

namespace warpstring {

/// A place in the source with the chain of calls through which it was inlined, innermost first.
struct CodePlace {
    SourceLocation at;
    std::vector<SourceLocation> inlinedAt;
};

enum class MemorySpace {
    Global,
    Constant,
    Shared,  ///< OpenCL's local memory
    Private, ///< a private array that stayed in memory
    Image,   ///< texels, through texture units; in the layout of pdg/image_layout.h
    Unknown  ///< a pointer that may lead to several spaces
};

enum class AccessKind { Load, Store, Atomic };

/// One access of a warp to memory, per execution.
struct MemoryAccess {
    AccessId id;
    StatementId statement = none;
    MemorySpace space = MemorySpace::Global;
    AccessKind kind = AccessKind::Load;
    std::uint32_t object = none; ///< argument index (Global, Constant, Shared argument) or index of `arrays`
    bool objectIsArgument = true;
    ExprId offset; ///< bytes from the object's start; invalid when the object is not known
    int bytes = 4; ///< per work-item
    /// Image: texels that the instruction's filter mixes, 1 where there is none. 0: a further one of those of
    /// the access before it, no instruction of its own.
    int texels = 1;
    bool atIntegers = false; ///< Image: the coordinates are whole numbers
    bool increments = false; ///< an atomic operation that adds one to 32 bits, whose result nobody uses
    bool compares = false;   ///< an atomic operation that compares and exchanges
};

enum class StatementKind {
    Compute,
    Memory,
    Barrier,
    Register ///< no instruction: access to a private array that lives in registers
};

/// A value that the variables of a loop bring from an earlier iteration.
struct HandedOn {
    StatementId statement = none; ///< that made it
    int iterations = 1;           ///< ago
    friend bool operator==(const HandedOn&, const HandedOn&) = default;
};

/// What a machine must have for a statement to be a part of another one.
enum class Fusion {
    ThreeInputs, ///< additions and logic of three values
    ByteDot,     ///< four products of bytes and their sum
    MinMaxOfSum  ///< the least or greatest of a sum and another value
};

struct Statement {
    StatementId id;
    StatementKind kind = StatementKind::Compute;
    OperationClass operation = OperationClass::Move; ///< Compute
    int count = 1; ///< operations: the width of a vector type; 0: a part of the memory statement before it
    int longConstants =
        0; ///< Compute: constants of 64 bits that no instruction holds, first used here in its block
    bool carried = false;     ///< uses its own value of the loop's iteration before
    bool synthesised = false; ///< address arithmetic that stands in no source line of its own
    AccessId access = none;   ///< Memory
    /// The sum that advances the address of this access by a distance that is no constant, once an iteration,
    /// and that sum itself: both use what it made in the iteration before.
    StatementId advancedBy = none;
    StatementId fusedInto = none; ///< the one that takes this in on machines with such instructions
    Fusion fusion = Fusion::ThreeInputs;
    CodePlace place;
    RegionId region = none;
    std::vector<StatementId> data;   ///< statements whose values this one uses
    std::vector<HandedOn> handedOn;  ///< of `data`, those whose values of earlier iterations alone it uses
    std::vector<StatementId> memory; ///< statements that it must follow because of memory or a barrier
    std::string text;                ///< for people: "load a[...]", "float_mad"
    float scalarShare = 0; ///< of its instructions, those that a scalar unit does once for a warp; told by the
                           ///< device's compiler, not by the front end
};

/// The registers of 32 bits that a statement touches, by their names: numbers below Pdg::registerNames. A value
/// of 64 bits has two, a vector one for each component; what is the same for a warp, a predicate or part of
/// another instruction has none.
struct RegisterUse {
    std::vector<std::uint32_t> makes, reads;
    int temporaries = 0; ///< beside these while it is executed
};

/// What a loop hands on in a register from one iteration to the next.
struct CarriedRegister {
    std::uint32_t name = 0;
    std::uint32_t entry = none,
                  next = none; ///< what it holds at first, and after an iteration; none: no register
};

struct Predicate {
    PredicateId id;
    ExprId condition; ///< one bit
    CodePlace place;
    RegionId region = none;
    std::vector<StatementId> data;
    RegionId whenTrue = none, whenFalse = none; ///< `none` where nothing depends on that side alone
    bool closesLoop = false;                    ///< decides on another iteration rather than on a region
    /// Costs nothing: control of a loop that counts as unrolled, or which object an access leads to.
    bool free = false;
};

struct ControlParent {
    PredicateId predicate = none;
    bool side = true;
    friend bool operator==(const ControlParent&, const ControlParent&) = default;
};

enum class InductionKind { Linear, Geometric, Other };

/// A value that a loop carries from one iteration to the next.
struct InductionVariable {
    std::string name; ///< the source variable's, where debug information tells
    InductionKind kind = InductionKind::Other;
    ExprId value; ///< closed form over the loop's Counter, or the Recurrence itself
};

struct Loop {
    LoopId id;
    RegionId region = none; ///< the loop's body
    LoopId parent = none;
    ExprId continues;                           ///< one bit, per iteration: another one follows
    std::optional<std::uint64_t> constantTrips; ///< where the compiler knows it without a launch
    int unrollFactor = 0;       ///< asked for by the source: 1 forbids unrolling, 0 says nothing
    bool countsPlainly = false; ///< it ends by a counter of 32 bits, in constant steps, that stays so narrow
    bool unrolled = false;      ///< source-shape mode: vendors unroll it, so its control costs nothing
    CodePlace place;
    std::vector<InductionVariable> inductions;
    std::vector<CarriedRegister> carried;
    int addressRegisters = 0; ///< that addresses which it advances take, and the bases of those computed in it
};

/// A statement, a predicate or a region. Which of them it is made of tells its kind, for which alone the id is
/// asked.
struct NodeRef {
    enum class Kind : std::uint8_t { Statement, Predicate, Region } kind = Kind::Statement;
    std::uint32_t index = 0;

    NodeRef() = default;
    NodeRef(StatementId id) : index(id.index()) {}
    NodeRef(PredicateId id) : kind(Kind::Predicate), index(id.index()) {}
    NodeRef(RegionId id) : kind(Kind::Region), index(id.index()) {}
    [[nodiscard]] StatementId statement() const { return StatementId(index); }
    [[nodiscard]] PredicateId predicate() const { return PredicateId(index); }
    [[nodiscard]] RegionId region() const { return RegionId(index); }
    friend bool operator==(const NodeRef&, const NodeRef&) = default;
};

/// Nodes with one set of control conditions. Regions form a tree; a region with several control parents
/// hangs below the nearest region that holds all of them, and its guard joins their conditions.
struct Region {
    enum class Kind { Entry, Branch, LoopBody } kind = Kind::Entry;
    RegionId id;
    RegionId parent = none;
    LoopId loop = none; ///< LoopBody: which
    ExprId guard;       ///< one bit, relative to an execution of the parent; true for Entry and LoopBody
    std::vector<ControlParent> controlParents;
    std::vector<NodeRef> children; ///< in program order
    CodePlace place;
};

/// The region that holds all others.
inline constexpr RegionId entryRegion;

/// Values that a compiler which runs out of registers stores to memory and loads again: so many registers, once
/// in each execution of the region.
struct SpillLevel {
    RegionId region;
    int registers = 0;
    bool isIdle = false; ///< nothing within the region's loops touches them: stored before those, loaded behind
};

struct KernelArgument {
    enum class Kind { Scalar, Buffer, Constant, Shared, Struct, Image, Sampler, Other } kind = Kind::Scalar;
    std::string name;
    std::string type;      ///< as in the source: "float*", "uint"
    ValueType element;     ///< of the scalar, of a texel, of what the pointer leads to; int if not arithmetic
    int bytes = 4;         ///< of the argument as passed
    bool readOnly = false; ///< no store of the kernel can reach it
    bool noAlias = false;  ///< restrict: nothing else leads to its memory
    StructLayout layout{}; ///< of a struct, or of the one that the pointer leads to
    ImageShape shape = ImageShape::Plane; ///< Image
    std::string access = {};              ///< Image: "read_only", ...
};

/// A number that the kernel reads from a struct passed by value. ExprOp::Parameter's index means, from the
/// number of arguments on, one of these.
struct ArgumentField {
    std::uint32_t argument = 0;
    std::uint64_t offset = 0; ///< bytes from the struct's start
    ScalarType type = ScalarType::Int;
    std::string name; ///< "p.n", "p.v[2]"
};

/// A __local variable or a private array of the kernel.
struct MemoryArray {
    std::string name;
    MemorySpace space = MemorySpace::Shared;
    std::uint64_t bytes = 0;
    std::uint64_t offset = 0; ///< Shared: from the start of the group's local memory
    int align = 4;
};

/// Work of unknown extent that no statement counts, in each execution of the region: nothing bounds the time of
/// a launch that gets there from above.
struct Uncounted {
    std::string code; ///< of the note that tells of it: "frontend.printf"
    RegionId region;
    friend bool operator==(const Uncounted&, const Uncounted&) = default;
};

/// What a load hands out: a scalar, or one of a vector's elements.
struct LoadedValue {
    AccessId access = none; ///< `none` for a register
    int byteOffset = 0;     ///< from the access's first byte
    bool isFloat = false;
};

/// ExprOp::Parameter's index of an image's sizes, three for each argument, starts here: beyond those of all
/// other parameters.
inline constexpr std::uint32_t firstImageSize = 1U << 24;
[[nodiscard]] constexpr std::uint32_t imageSizeParameter(std::uint32_t argument, unsigned dimension) {
    return firstImageSize + 3 * argument + dimension;
}

struct Pdg {
    std::string kernel;
    std::string sourceName;
    std::string source;       ///< the text, for reports and labels
    bool sourceShape = false; ///< loops kept as written
    int addressBits = 32;
    ExprPool exprs;
    std::vector<Region> regions; ///< the first is the entry
    std::vector<Predicate> predicates;
    std::vector<Statement> statements;
    std::vector<MemoryAccess> accesses;
    std::vector<LoadedValue> loads; ///< what ExprOp::Load's index means
    std::vector<Loop> loops;
    std::vector<KernelArgument> arguments;
    std::vector<ArgumentField> fields;
    std::vector<MemoryArray> arrays;
    std::uint64_t sharedBytes = 0;  ///< of the kernel's own __local variables
    std::uint64_t privateBytes = 0; ///< of private arrays that stayed in memory, per work-item
    int registers = 0;      ///< estimated by liveness, 32-bit, per work-item: those that it cannot do without
    int freeRegisters = 0;  ///< the same where registers are no matter
    int arrayRegisters = 0; ///< of `registers`, those of private arrays
    std::uint32_t registerNames = 0;       ///< 0: `registerUses` is empty, nothing is known but `registers`
    std::vector<RegisterUse> registerUses; ///< by StatementId
    std::vector<SpillLevel> spillLevels;   ///< of the values that are alive where most are, first to go first
    std::vector<int> requiredGroupSize;    ///< reqd_work_group_size, or empty
    std::vector<std::string> costedFunctions; ///< called ones without a body, whose cost was given
    std::vector<Uncounted> uncounted;
    Diagnostics notes; ///< warnings of the compiler and limits met

    /// By the index of ExprOp::Parameter: arguments, then fields.
    [[nodiscard]] std::vector<std::string> parameterNames() const;
    [[nodiscard]] ScalarType parameterType(std::uint32_t index) const;
};

} // namespace warpstring
