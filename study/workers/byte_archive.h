// SPDX-License-Identifier: GPL-3.0-or-later
// Values as bytes and back, between processes of one program on one machine.
#pragma once

#include <array>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace warpstring::workers {

template <class Value>
concept Plain = std::is_arithmetic_v<Value> || std::is_enum_v<Value>;

/// Appends values. What is no number, text or container is taken apart by a function `fields(archive, value)`.
class ByteWriter {
public:
    explicit ByteWriter(std::string& bytes) : bytes_(bytes) {}

    template <class... Values>
    void operator()(const Values&... values) {
        (one(values), ...);
    }

private:
    template <Plain Value>
    void one(const Value& value) {
        const std::size_t end = bytes_.size();
        bytes_.resize(end + sizeof value);
        std::memcpy(bytes_.data() + end, &value, sizeof value);
    }
    void one(const std::string& text) {
        one(std::uint64_t{text.size()});
        bytes_ += text;
    }
    template <class Value>
    void one(const std::vector<Value>& values) {
        one(std::uint64_t{values.size()});
        for (const Value& value : values) one(value);
    }
    template <class Value, std::size_t Count>
    void one(const std::array<Value, Count>& values) {
        for (const Value& value : values) one(value);
    }
    template <class Value>
    void one(const std::optional<Value>& value) {
        one(value.has_value());
        if (value) one(*value);
    }
    template <class Value>
    void one(const Value& value) {
        fields(*this, value);
    }

    std::string& bytes_;
};

/// Reads them back in the same order. Where bytes are missing, values stay as they are and isWhole() is false.
class ByteReader {
public:
    explicit ByteReader(std::string_view bytes) : bytes_(bytes) {}

    template <class... Values>
    void operator()(Values&... values) {
        (one(values), ...);
    }

    /// So far nothing was missing.
    [[nodiscard]] bool isWhole() const { return whole_; }
    [[nodiscard]] bool isAtEnd() const { return bytes_.empty(); }

private:
    std::string_view take(std::uint64_t count) {
        if (count > bytes_.size()) whole_ = false;
        if (!whole_) return {};
        const auto taken = bytes_.substr(0, count);
        bytes_.remove_prefix(count);
        return taken;
    }
    template <Plain Value>
    void one(Value& value) {
        take(sizeof value).copy(reinterpret_cast<char*>(&value), sizeof value);
    }
    void one(bool& value) {
        std::uint8_t byte = value ? 1 : 0;
        one(byte);
        value = byte != 0;
    }
    void one(std::string& text) {
        std::uint64_t size = 0;
        one(size);
        text = take(size);
    }
    template <class Value>
    void one(std::vector<Value>& values) {
        std::uint64_t size = 0;
        one(size);
        values.clear();
        for (std::uint64_t i = 0; i < size && whole_; ++i) one(values.emplace_back());
    }
    template <class Value, std::size_t Count>
    void one(std::array<Value, Count>& values) {
        for (Value& value : values) one(value);
    }
    template <class Value>
    void one(std::optional<Value>& value) {
        bool is = false;
        one(is);
        value.reset();
        if (is) one(value.emplace());
    }
    template <class Value>
    void one(Value& value) {
        fields(*this, value);
    }

    std::string_view bytes_;
    bool whole_ = true;
};

/// Value, const or not: `fields` serves both directions.
template <class Given, class Value>
concept Either = std::is_same_v<std::remove_const_t<Given>, Value>;

} // namespace warpstring::workers
