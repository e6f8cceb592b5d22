// SPDX-License-Identifier: GPL-3.0-or-later
// A value, or the diagnostics that say why there is none.
#pragma once

#include <cassert>
#include <utility>
#include <variant>

#include "core/diagnostic.h"

namespace warpstring {

template <class T>
class [[nodiscard]] Result {
public:
    Result(T value) : content_(std::move(value)) {}
    Result(Diagnostic failure) : content_(Diagnostics{std::move(failure)}) {}
    Result(Diagnostics failures) : content_(std::move(failures)) { assert(!diagnostics().empty()); }

    [[nodiscard]] bool ok() const { return std::holds_alternative<T>(content_); }
    explicit operator bool() const { return ok(); }

    [[nodiscard]] T& value() & { return std::get<T>(content_); }
    [[nodiscard]] const T& value() const& { return std::get<T>(content_); }
    [[nodiscard]] T&& value() && { return std::get<T>(std::move(content_)); }
    T* operator->() { return &value(); }
    const T* operator->() const { return &value(); }
    T& operator*() & { return value(); }
    const T& operator*() const& { return value(); }

    /// Never empty when there is no value.
    [[nodiscard]] const Diagnostics& diagnostics() const { return std::get<Diagnostics>(content_); }

private:
    std::variant<T, Diagnostics> content_;
};

} // namespace warpstring
