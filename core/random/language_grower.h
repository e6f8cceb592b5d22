// SPDX-License-Identifier: GPL-3.0-or-later
// Writes a kernel's text. Used by language_kernel.cpp alone.
//
// What OpenCL C leaves undefined does not occur: signed sums are computed unsigned, divisors lie between 1 and
// 8, shifts are by 0 to 7, indices are masked by lengths that are powers of two, floats become integers
// saturated. Every loop counts, or burns fuel. Barriers stand where all work-items of a group come by. A
// work-item writes its own elements of a buffer; what work-items share is changed by atomics or between
// barriers.
#pragma once

#include <functional>
#include <set>
#include <string>
#include <vector>

#include "core/random/draws.h"
#include "core/random/language_flow.h"
#include "core/random/language_kernel.h"

namespace warpstring::random_kernels {

class LanguageGrower {
public:
    LanguageGrower(std::uint64_t seed, std::uint64_t index) : draws_(seed ^ 0x6c616e6775616765U, index) {}

    [[nodiscard]] LanguageKernel kernel(const std::string& name);

private:
    using Body = std::function<void()>;

    /// A name that expressions may use; `isWritten` for those that statements may change.
    struct Named {
        std::string text;
        ValueType type;
        bool isWritten = false;
    };
    /// A global or local array, of a length that is a power of two, which all work-items only read.
    struct Table {
        std::string name;
        ValueType type;
        int length = 1;
    };
    struct Function {
        std::string name;
        ValueType result;
        std::vector<ValueType> parameters;
    };

    // language_kernel.cpp: what stands around statements
    void declareTypes();
    void declareFunction();
    void declareKernel(const std::string& name);
    void openKernel();
    void addBuffer(const std::string& name, ValueType type, std::uint64_t count, bool isOutput);
    [[nodiscard]] NDRange someRange();

    // language_expressions.cpp
    ValueType someType();
    ValueType someScalar();
    ValueType someInteger(); ///< scalar
    std::string value(ValueType type, int nodes);
    std::string leaf(ValueType type);
    std::string literal(ValueType type);
    std::string integerOperation(ValueType type, int nodes);
    std::string integerCall(ValueType type, int nodes);
    std::string floatingOperation(ValueType type, int nodes);
    std::string reshaped(ValueType type, int nodes); ///< from other types
    std::string condition(int nodes);
    std::string index(int length, int nodes);

    // language_statements.cpp
    void statements(int count);
    void statement();
    void declare();
    void assign();
    void branch();
    void countedLoop();
    void fuelledLoop();
    void selection();
    void irreducible();
    void mark();
    void known();
    void array();
    void pointer();
    void record();
    void overlay();
    void builtinWithPointer();
    void atomic();
    void exchange();
    void copyOfGroup();
    void store();
    void block(const std::string& head, const Body& body, const std::string& tail = "}");
    void line(const std::string& text);
    std::string fresh(const std::string& stem) { return stem + std::to_string(names_++); }
    void note(const char* feature) { made_.features.insert(feature); }

    Draws draws_;
    LanguageKernel made_;
    std::string text_;
    int lines_ = 0, indent_ = 0, names_ = 0;
    int left_ = 0;    ///< statements that may still be written
    int loops_ = 0;   ///< around
    int unknown_ = 0; ///< conditions and loops around that are not known
    bool isUniform_ = true, isInKernel_ = false;
    std::vector<KnownFlow> around_;
    std::vector<std::string> counters_; ///< of the known loops around
    std::vector<Named> scope_;
    std::vector<Table> tables_;
    std::vector<Function> functions_;
    std::vector<ValueType> outputs_;
};

} // namespace warpstring::random_kernels
