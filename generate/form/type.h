// SPDX-License-Identifier: GPL-3.0-or-later
// The types of pattern expressions: OpenCL C's arithmetic types, tuples, and arrays with their length.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/value_type.h"
#include "generate/form/nat.h"

namespace warpstring::generate {

/// [alpha]_n of seeds/003, section 5.3.1, is an array of alpha with length n. Values are shared and never
/// change.
class Type {
public:
    enum class Kind { Value, Tuple, Array };

    Type() = default; // an int
    [[nodiscard]] static Type of(ValueType value);
    [[nodiscard]] static Type tuple(std::vector<Type> parts);
    [[nodiscard]] static Type array(Type element, Nat length);

    [[nodiscard]] Kind kind() const { return kind_; }
    [[nodiscard]] bool isValue() const { return kind_ == Kind::Value; }
    [[nodiscard]] bool isTuple() const { return kind_ == Kind::Tuple; }
    [[nodiscard]] bool isArray() const { return kind_ == Kind::Array; }
    [[nodiscard]] ValueType value() const { return value_; }
    [[nodiscard]] const std::vector<Type>& parts() const { return parts_; }
    [[nodiscard]] const Type& element() const { return parts_.front(); }
    [[nodiscard]] const Nat& length() const { return length_; }

    /// What lies under all arrays.
    [[nodiscard]] const Type& innermost() const;
    /// Lengths from the outermost.
    [[nodiscard]] std::vector<Nat> lengths() const;
    /// The scalars in it, each component of a vector being one; tuples count their parts.
    [[nodiscard]] Nat scalars() const;
    [[nodiscard]] bool hasArray() const;

    friend bool operator==(const Type& a, const Type& b);

private:
    Kind kind_ = Kind::Value;
    ValueType value_;
    std::vector<Type> parts_; // of an array its element
    Nat length_;
};

/// "float[1024][16]" is 1,024 arrays of 16 floats; "(float, int)[8]" eight pairs.
[[nodiscard]] std::string toText(const Type& type);

} // namespace warpstring::generate
