// SPDX-License-Identifier: GPL-3.0-or-later
// JSON as plain values (RFC 8259). Measurement records and resolved launches must be read and written on bare
// GPU servers, which have no JSON library; everything that never runs there uses nlohmann-json.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "core/result.h"

namespace warpstring {

/// A value. Objects keep the order of their members. Reading never throws: a value of another kind, or a member
/// that is missing, reads as the default, so that records of older and newer versions stay readable.
class Json {
public:
    using Array = std::vector<Json>;
    using Member = std::pair<std::string, Json>;
    using Object = std::vector<Member>;

    Json() = default;
    Json(bool value) : content_(value) {}
    Json(int value) : content_(std::int64_t{value}) {}
    Json(std::int64_t value) : content_(value) {}
    Json(std::uint64_t value) : content_(static_cast<std::int64_t>(value)) {}
    Json(double value) : content_(value) {}
    Json(std::string value) : content_(std::move(value)) {}
    Json(std::string_view value) : content_(std::string(value)) {}
    Json(const char* value) : content_(std::string(value)) {}
    Json(Array value) : content_(std::move(value)) {}
    Json(Object value) : content_(std::move(value)) {}

    template <class Range, class Make>
    [[nodiscard]] static Json arrayOf(const Range& range, Make make) {
        Array items;
        for (const auto& item : range) items.emplace_back(make(item));
        return items;
    }
    template <class Range>
    [[nodiscard]] static Json arrayOf(const Range& range) {
        return arrayOf(range, [](const auto& item) { return Json(item); });
    }

    [[nodiscard]] bool isNull() const { return std::holds_alternative<std::nullptr_t>(content_); }
    [[nodiscard]] bool isObject() const { return std::holds_alternative<Object>(content_); }
    [[nodiscard]] bool isNumber() const;
    [[nodiscard]] bool boolean(bool otherwise = false) const;
    [[nodiscard]] std::int64_t integer(std::int64_t otherwise = 0) const;
    [[nodiscard]] std::uint64_t
    size(std::uint64_t otherwise = 0) const; ///< a negative number reads as otherwise
    [[nodiscard]] double number(double otherwise = 0.0) const;
    [[nodiscard]] const std::string& text() const;
    [[nodiscard]] const Array& items() const;
    [[nodiscard]] const Object& members() const;
    /// A member of an object; null when there is none.
    [[nodiscard]] const Json& operator[](std::string_view key) const;
    void set(std::string key, Json value);
    /// Calls `visitor` with what the value holds.
    template <class Visitor>
    decltype(auto) visit(Visitor&& visitor) const {
        return std::visit(std::forward<Visitor>(visitor), content_);
    }

    /// On one line. Numbers read back as the same value; those that are not finite become null.
    [[nodiscard]] std::string compact() const;
    /// Objects over several lines with two blanks of indentation, arrays of plain values on one.
    [[nodiscard]] std::string pretty() const;

    friend bool operator==(const Json&, const Json&) = default;

private:
    std::variant<std::nullptr_t, bool, std::int64_t, double, std::string, Array, Object> content_ = nullptr;
};

/// Strict: one value and nothing after it, at most 100 levels deep. `json.syntax` says what is wrong where;
/// `file` is for the message.
[[nodiscard]] Result<Json> parseJson(std::string_view text, const std::string& file = "");

} // namespace warpstring
