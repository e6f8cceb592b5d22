// SPDX-License-Identifier: GPL-3.0-or-later
#include "generate/form/type.h"

#include <algorithm>
#include <utility>

namespace warpstring::generate {

Type Type::of(ValueType value) {
    Type type;
    type.value_ = value;
    return type;
}

Type Type::tuple(std::vector<Type> parts) {
    Type type;
    type.kind_ = Kind::Tuple;
    type.parts_ = std::move(parts);
    return type;
}

Type Type::array(Type element, Nat length) {
    Type type;
    type.kind_ = Kind::Array;
    type.parts_.push_back(std::move(element));
    type.length_ = std::move(length);
    return type;
}

const Type& Type::innermost() const {
    const Type* type = this;
    while (type->isArray()) type = &type->element();
    return *type;
}

std::vector<Nat> Type::lengths() const {
    std::vector<Nat> lengths;
    for (const Type* type = this; type->isArray(); type = &type->element()) lengths.push_back(type->length());
    return lengths;
}

Nat Type::scalars() const {
    if (isValue()) return value_.width;
    if (isArray()) return length_ * element().scalars();
    Nat sum;
    for (const Type& part : parts_) sum = sum + part.scalars();
    return sum;
}

bool Type::hasArray() const { return isArray() || (isTuple() && std::ranges::any_of(parts_, &Type::hasArray)); }

bool operator==(const Type& a, const Type& b) {
    if (a.kind_ != b.kind_) return false;
    switch (a.kind_) {
    case Type::Kind::Value: return a.value_ == b.value_;
    case Type::Kind::Tuple: return a.parts_ == b.parts_;
    case Type::Kind::Array: return a.length_ == b.length_ && a.parts_ == b.parts_;
    }
    return false;
}

std::string toText(const Type& type) {
    if (type.isValue()) return name(type.value());
    if (type.isTuple()) {
        std::string text = "(";
        for (const Type& part : type.parts()) text += (text.size() > 1 ? ", " : "") + toText(part);
        return text + ")";
    }
    std::string text = toText(type.innermost());
    for (const Nat& length : type.lengths()) text += "[" + length.code() + "]";
    return text;
}

} // namespace warpstring::generate
