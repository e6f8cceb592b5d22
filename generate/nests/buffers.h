// SPDX-License-Identifier: GPL-3.0-or-later
// The arrays of a nest: how long they are, and how flat ones are indexed.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "generate/nests/affine.h"

namespace warpstring::generate {

/// A pointer or an array that the function is given.
struct NestBuffer {
    std::string name;
    ValueType type;
    std::vector<std::int64_t> lengths; // as C has them, the outermost first; that one 0 where it is open
    bool isRestrict = false;
    bool isConstant = false;
    bool isRead = false;
    bool isWritten = false;
    SourceLocation place;
    /// Of the form's array: `lengths`, or of a flat one its rows and columns. Known once all accesses are.
    std::vector<std::int64_t> shape;
    VariablePointer parameter;
};

/// One subscript of all of a buffer's elements in a row.
struct ElementAccess {
    std::size_t buffer = 0;
    std::optional<Affine> element; // nullopt where it is not affine
    std::vector<NestLoop> loops;
    bool isStore = false;
    bool isConditional = false;
    SourceLocation place;
};

/// Elements of a row of the dimension, of each.
[[nodiscard]] std::vector<std::int64_t> stridesOf(const std::vector<std::int64_t>& lengths);

/// `element` as subscripts of an array of that shape; nullopt where a subscript may go beyond its dimension, of
/// which the outermost one is not asked.
[[nodiscard]] std::optional<std::vector<Affine>>
subscriptsOf(const Affine& element, const std::vector<std::int64_t>& shape, const std::vector<NestLoop>& loops);

/// Gives every buffer its shape and its parameter. Throws NestFault: nest.bounds, nest.size (no length, or more
/// than an int counts).
void settleShapes(std::vector<NestBuffer>& buffers, const std::vector<ElementAccess>& accesses);

} // namespace warpstring::generate
