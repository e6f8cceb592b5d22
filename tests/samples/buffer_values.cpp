// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/samples/buffer_values.h"

#include <cstring>

#include <gtest/gtest.h>

#include "core/buffer_data.h"

namespace warpstring::samples {

namespace {

template <class T>
std::vector<double> decodedAs(const std::vector<std::byte>& bytes) {
    std::vector<double> values(bytes.size() / sizeof(T));
    for (std::size_t i = 0; i < values.size(); ++i) {
        T value;
        std::memcpy(&value, bytes.data() + i * sizeof(T), sizeof(T));
        values[i] = static_cast<double>(value);
    }
    return values;
}

} // namespace

Values initialValues(const Launch& launch) {
    Values values;
    for (const auto& [parameter, argument] : launch.arguments) {
        const auto* buffer = std::get_if<BufferArgument>(&argument);
        if (!buffer) continue;
        const auto data = BufferData::create(*buffer);
        if (!data) {
            ADD_FAILURE() << toText(data.diagnostics().front());
            continue;
        }
        std::vector<double>& contents = values[parameter];
        contents.resize(data->scalarCount());
        const bool floating = isFloating(buffer->type.scalar);
        for (std::uint64_t i = 0; i < contents.size(); ++i)
            contents[i] = floating ? data->floatAt(i) : static_cast<double>(data->integerAt(i));
    }
    return values;
}

std::vector<double> decoded(const std::vector<std::byte>& bytes, ValueType type) {
    if (type.width != 3 && type.scalar == ScalarType::Float) return decodedAs<float>(bytes);
    if (type.width != 3 && type.scalar == ScalarType::Int) return decodedAs<std::int32_t>(bytes);
    if (type.width != 3 && type.scalar == ScalarType::UInt) return decodedAs<std::uint32_t>(bytes);
    ADD_FAILURE() << "no sample had a buffer of " << name(type) << " until now: decode it here";
    return {};
}

std::int64_t integerArgument(const Launch& launch, const std::string& name) {
    return std::get<std::int64_t>(std::get<ScalarArgument>(launch.arguments.at(name)).value);
}

} // namespace warpstring::samples
