// SPDX-License-Identifier: GPL-3.0-or-later
// Where values are read from and written to while code is made: patterns that move no data change indices
// alone, so they are functions from an index to what lies there (seeds/003, section 5.5.2: split, join, zip
// emit no code).
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "generate/form/type.h"

namespace warpstring::generate {

enum class Space { Global, Local, Private };

/// One array of OpenCL C, or a variable where it has one element in private memory.
struct Memory {
    std::string name;
    Space space = Space::Global;
    ValueType type;
    Nat size; // in elements
    bool isVariable = false;
    bool isWritten = false;
    bool takesTurns = false;            // rounds of a loop have a part each by turns
    std::size_t depth = 0;              // of levels that ran where it was made
    std::vector<std::string> workItems; // IDs of work-items that have an element each of their own
};
using MemoryPointer = std::shared_ptr<Memory>;

/// An array dimension in memory. In private memory the elements of a dimension that runs over the work-items of
/// a group lie each with its own work-item: there is no index for it.
struct Dimension {
    Nat length;
    std::string workItem; // the ID whose own element each work-item has; empty where all are there
    Nat behind;           // elements of room after the last one
};

/// The memories of a type: one for each value of a tuple.
struct Storage {
    MemoryPointer memory; // none for a tuple
    std::vector<std::shared_ptr<const Storage>> parts;
    std::vector<Dimension> dimensions; // from the outermost
};
using StoragePointer = std::shared_ptr<const Storage>;

/// An element of a memory.
struct Place {
    MemoryPointer memory;
    Nat index;

    friend bool operator==(const Place& a, const Place& b) {
        return a.memory == b.memory && a.index == b.index;
    }
};

/// A value to be read. What it has hangs on its type.
struct View {
    Type type;
    // A value's.
    std::string code;
    bool isSimple = false; // a name or a number: to be repeated without harm
    int precedence = 0; // of its outermost operator, as C has it: 0 for names, calls and what is in parentheses
    std::optional<Place> place;
    std::optional<Nat> nat; // where its value is an index
    // A tuple's.
    std::vector<View> parts;
    // An array's.
    std::function<View(const Nat&)> element;
    // Where it is the whole of what lies in a storage under these indices.
    StoragePointer storage;
    std::vector<Nat> indices;
};

/// A place to write to.
struct Target {
    Type type;
    std::function<void(const View&)> store; // a value's
    std::optional<Place> place;
    std::vector<Target> parts;
    std::function<Target(const Nat&)> element;
    StoragePointer storage;
    std::vector<Nat> indices;
    std::vector<std::string> guards; // what must hold for anything to be written
};

/// Views of views, by patterns.
namespace views {
[[nodiscard]] View split(const View& input, const Type& type);
[[nodiscard]] View join(const View& input, const Type& type);
[[nodiscard]] View transpose(const View& input, const Type& type);
[[nodiscard]] View zip(const std::vector<View>& inputs, const Type& type);
[[nodiscard]] View reorderStride(const View& input, const Type& type, const Nat& stride);
[[nodiscard]] View slide(const View& input, const Type& type, const Nat& step);
[[nodiscard]] View take(const View& input, const Type& type);
[[nodiscard]] View fill(const View& value, const Type& type);
[[nodiscard]] View iota(const Type& type);
[[nodiscard]] View index(const Nat& value);
/// `otherwise` where the condition does not hold, value by value.
[[nodiscard]] View guarded(const std::string& condition, const View& view, const View& otherwise);
} // namespace views

namespace targets {
/// What is within, under the guards of the whole.
[[nodiscard]] Target element(const Target& array, const Nat& index);
[[nodiscard]] Target part(const Target& tuple, std::size_t index);

// For the input of a pattern from that of its result.
[[nodiscard]] Target beforeSplit(const Target& result, const Type& input);
[[nodiscard]] Target beforeJoin(const Target& result, const Type& input);
[[nodiscard]] Target beforeTranspose(const Target& result, const Type& input);
[[nodiscard]] Target beforeReorderStride(const Target& result, const Type& input, const Nat& stride);
[[nodiscard]] Target beforeTake(const Target& result, const Type& input);
/// The k-th array of a zip.
[[nodiscard]] Target zipPart(const Target& result, const Type& input, std::size_t part);
} // namespace targets

/// A view of a number or a vector.
[[nodiscard]] View valueView(const Type& type, std::string code, int precedence = 0);
/// The view's text as an operand of an operator of this precedence.
[[nodiscard]] std::string operand(const View& view, int precedence, bool isRight);

/// "a[i]", or the variable's name.
[[nodiscard]] std::string code(const Place& place);
/// The condition of what cannot hold.
inline constexpr std::string_view never = "false";
/// What has to hold that 0 <= value < end, of that only what its range does not prove; empty for nothing,
/// `never` where its range disproves it.
[[nodiscard]] std::string insideCondition(const Nat& value, const Nat& end);

} // namespace warpstring::generate
