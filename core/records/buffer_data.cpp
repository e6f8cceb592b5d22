// SPDX-License-Identifier: GPL-3.0-or-later
// The generator is part of the file format: a launch file names a seed, and measurements are kept for years.
// Changing any number below changes every recorded launch, so the tests pin the values.
//
// word(seed, i) = mix(mix(seed + G) + (i + 1) * G)
//   with G = 0x9e3779b97f4a7c15 and mix = the finaliser of splitmix64 (Steele, Lea, Flood: Fast splittable
//   pseudorandom number generators, OOPSLA 2014). It is the i-th output of a splitmix64 stream whose state was
//   itself mixed, so that neighbouring seeds do not give shifted copies of one stream.
// random, floating: u = (word >> 11) * 2^-53, then low + u * (high - low) in one fused multiply-add, rounded to
//   the type and kept below high. The fma is written out because contraction by the compiler would differ.
// random, integer: low + floor(word * (high - low + 1) / 2^64).
// permutation: a four-round Feistel network over the smallest even number of bits that covers the count, keyed
//   by word(seed, round); values beyond the count walk the cycle until they are back inside (fewer than four
//   steps on average).
// offsets: element i, for lengths from low to high, is floor(i * (low + high) / 2) plus, between the first and
// the
//   last element, floor(word * (floor((high - low) / 2) + 1) / 2^64). Two neighbours lie low to high apart, and
//   the last element tells the sum without the ones before it.
#include "core/records/buffer_data.h"

#include <bit>
#include <cassert>
#include <cmath>
#include <cstring>
#include <fstream>
#include <limits>

#include "core/records/half.h"
#include "core/records/parallel.h"

namespace warpstring::records {

static_assert(std::endian::native == std::endian::little, "buffers are handed to the device as they are");

namespace {

constexpr std::uint64_t golden = 0x9e3779b97f4a7c15;

std::uint64_t mix(std::uint64_t z) {
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return z ^ (z >> 31);
}

std::uint64_t word(std::uint64_t seed, std::uint64_t index) {
    return mix(mix(seed + golden) + (index + 1) * golden);
}

std::uint64_t multiplyHigh(std::uint64_t a, std::uint64_t b) {
    const std::uint64_t aLow = a & 0xffffffff, aHigh = a >> 32;
    const std::uint64_t bLow = b & 0xffffffff, bHigh = b >> 32;
    const std::uint64_t middle = aHigh * bLow + ((aLow * bLow) >> 32);
    const std::uint64_t carry = aLow * bHigh + (middle & 0xffffffff);
    return aHigh * bHigh + (middle >> 32) + (carry >> 32);
}

std::uint64_t permuted(std::uint64_t seed, std::uint64_t index, std::uint64_t count) {
    if (count <= 1) return 0;
    const int halfWidth = (static_cast<int>(std::bit_width(count - 1)) + 1) / 2;
    const std::uint64_t mask = (std::uint64_t{1} << halfWidth) - 1;
    std::uint64_t value = index;
    do {
        std::uint64_t left = value >> halfWidth, right = value & mask;
        for (std::uint64_t round = 0; round < 4; ++round) {
            const std::uint64_t swapped = left ^ (mix(right ^ word(seed, round)) & mask);
            left = right;
            right = swapped;
        }
        value = left << halfWidth | right;
    } while (value >= count);
    return value;
}

double rounded(ScalarType type, double value) {
    if (type == ScalarType::Half) return halfValue(halfBits(value));
    // Beyond float's range the conversion itself would be undefined; infinity is what a device would store.
    if (type == ScalarType::Float && std::fabs(value) >= 0x1.ffffffp127)
        return std::copysign(std::numeric_limits<double>::infinity(), value);
    if (type == ScalarType::Float) return static_cast<float>(value);
    return value;
}

/// The next value of the type towards minus infinity.
double below(ScalarType type, double value) {
    const double spacing = std::numeric_limits<double>::infinity();
    if (type == ScalarType::Float)
        return std::nextafter(static_cast<float>(value), -static_cast<float>(spacing));
    if (type == ScalarType::Double) return std::nextafter(value, -spacing);
    const std::uint16_t bits = halfBits(value);
    if ((bits & 0x7fff) == 0) return halfValue(0x8001);
    return halfValue(static_cast<std::uint16_t>((bits & 0x8000) != 0 ? bits + 1 : bits - 1));
}

double randomFloat(const BufferArgument& buffer, std::uint64_t index) {
    const auto [low, high] = buffer.range;
    const double unit = static_cast<double>(word(buffer.seed, index) >> 11) * 0x1p-53;
    double value = rounded(buffer.type.scalar, std::fma(unit, high - low, low));
    if (value >= high) value = below(buffer.type.scalar, rounded(buffer.type.scalar, high));
    return value < low ? rounded(buffer.type.scalar, low)
                       : value; // low == high, or no value of the type between
}

std::int64_t randomInteger(const BufferArgument& buffer, std::uint64_t index) {
    const auto low = static_cast<std::int64_t>(buffer.range[0]);
    const auto span = static_cast<std::uint64_t>(static_cast<std::int64_t>(buffer.range[1]) - low) + 1;
    return low + static_cast<std::int64_t>(multiplyHigh(word(buffer.seed, index), span));
}

std::uint64_t offset(const BufferArgument& buffer, std::uint64_t index) {
    const auto low = static_cast<std::uint64_t>(buffer.range[0]);
    const auto high = static_cast<std::uint64_t>(buffer.range[1]);
    const std::uint64_t sum = low + high;
    const std::uint64_t middle = index / 2 * sum + index % 2 * sum / 2;
    if (index == 0 || index + 1 == buffer.count) return middle;
    return middle + multiplyHigh(word(buffer.seed, index), (high - low) / 2 + 1);
}

/// What is left of the value in the type: two's complement of its width.
std::int64_t wrapped(ScalarType type, std::uint64_t value) {
    switch (type) {
    case ScalarType::Char: return static_cast<std::int8_t>(value);
    case ScalarType::UChar: return static_cast<std::uint8_t>(value);
    case ScalarType::Short: return static_cast<std::int16_t>(value);
    case ScalarType::UShort: return static_cast<std::uint16_t>(value);
    case ScalarType::Int: return static_cast<std::int32_t>(value);
    case ScalarType::UInt: return static_cast<std::uint32_t>(value);
    default: return static_cast<std::int64_t>(value);
    }
}

Diagnostic fault(const BufferArgument& buffer, const char* code, std::string message, std::string hint) {
    return {code, Severity::Error, {buffer.file.string(), 0, 0}, std::move(message), std::move(hint)};
}

Result<std::vector<std::byte>> readContents(const BufferArgument& buffer, std::uint64_t wanted) {
    std::error_code error;
    if (!std::filesystem::is_regular_file(buffer.file, error))
        return fault(buffer, "launch.file-not-found",
                     "the buffer's file " + buffer.file.string() + " does not exist or is no regular file",
                     "paths are relative to the launch file");
    const std::uintmax_t size = std::filesystem::file_size(buffer.file, error);
    if (error || size < wanted)
        return fault(buffer, "launch.file-too-short",
                     "the buffer needs " + std::to_string(wanted) + " bytes, its file has " +
                         (error ? std::string("none that can be read") : std::to_string(size)),
                     "the file holds raw little-endian elements of type " + name(buffer.type));
    std::vector<std::byte> contents(wanted);
    std::ifstream stream(buffer.file, std::ios::binary);
    stream.read(reinterpret_cast<char*>(contents.data()), static_cast<std::streamsize>(wanted));
    if (!stream)
        return fault(buffer, "launch.file-unreadable", "the buffer's file cannot be read",
                     "check its permissions");
    return contents;
}

constexpr std::uint64_t leastElementsPerThread = 100'000;

template <class T, class Get>
void fill(std::vector<std::byte>& bytes, std::uint64_t elements, ValueType type, Get get) {
    const auto stride = static_cast<std::uint64_t>(warpstring::bytes(type));
    const auto width = static_cast<std::uint64_t>(type.width);
    inParallel(elements, leastElementsPerThread, [&](std::uint64_t first, std::uint64_t end) {
        for (std::uint64_t element = first; element < end; ++element)
            for (std::uint64_t component = 0; component < width; ++component) {
                const T value = static_cast<T>(get(element * width + component));
                std::memcpy(bytes.data() + element * stride + component * sizeof(T), &value, sizeof(T));
            }
    });
}

template <class T>
T readScalar(const std::vector<std::byte>& contents, std::uint64_t index, ValueType type) {
    const auto width = static_cast<std::uint64_t>(type.width);
    const std::uint64_t offset =
        index / width * static_cast<std::uint64_t>(bytes(type)) + index % width * sizeof(T);
    T value;
    std::memcpy(&value, contents.data() + offset, sizeof(T));
    return value;
}

} // namespace

Result<BufferData> BufferData::create(const BufferArgument& buffer) {
    const auto elementBytes = static_cast<std::uint64_t>(warpstring::bytes(buffer.type));
    if (buffer.count > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max()) / elementBytes)
        return fault(buffer, "launch.too-large", "the buffer has 2^63 bytes or more", "lower its count");
    BufferData data;
    data.buffer_ = buffer;
    data.scalarCount_ = buffer.count * static_cast<std::uint64_t>(buffer.type.width);
    if (buffer.init == BufferInit::File) {
        auto contents = readContents(buffer, buffer.count * elementBytes);
        if (!contents) return contents.diagnostics();
        data.fileContents_ = std::make_shared<const std::vector<std::byte>>(std::move(contents).value());
    }
    return data;
}

std::int64_t BufferData::integerAt(std::uint64_t index) const {
    assert(index < scalarCount_ && !isFloating(buffer_.type.scalar));
    const ScalarType type = buffer_.type.scalar;
    switch (buffer_.init) {
    case BufferInit::Zero: return 0;
    case BufferInit::Constant:
        return wrapped(type, static_cast<std::uint64_t>(static_cast<std::int64_t>(buffer_.constant)));
    case BufferInit::Iota: return wrapped(type, index);
    case BufferInit::Random: return wrapped(type, static_cast<std::uint64_t>(randomInteger(buffer_, index)));
    case BufferInit::Permutation: return wrapped(type, permuted(buffer_.seed, index, scalarCount_));
    case BufferInit::Offsets: return wrapped(type, offset(buffer_, index));
    case BufferInit::File: break;
    }
    switch (warpstring::bytes(type)) {
    case 1: return wrapped(type, readScalar<std::uint8_t>(*fileContents_, index, buffer_.type));
    case 2: return wrapped(type, readScalar<std::uint16_t>(*fileContents_, index, buffer_.type));
    case 4: return wrapped(type, readScalar<std::uint32_t>(*fileContents_, index, buffer_.type));
    default: return wrapped(type, readScalar<std::uint64_t>(*fileContents_, index, buffer_.type));
    }
}

double BufferData::floatAt(std::uint64_t index) const {
    assert(index < scalarCount_ && isFloating(buffer_.type.scalar));
    const ScalarType type = buffer_.type.scalar;
    switch (buffer_.init) {
    case BufferInit::Zero: return 0;
    case BufferInit::Constant: return rounded(type, buffer_.constant);
    case BufferInit::Iota: return rounded(type, static_cast<double>(index));
    case BufferInit::Random: return randomFloat(buffer_, index);
    case BufferInit::Permutation:
        return rounded(type, static_cast<double>(permuted(buffer_.seed, index, scalarCount_)));
    case BufferInit::Offsets: return rounded(type, static_cast<double>(offset(buffer_, index)));
    case BufferInit::File: break;
    }
    switch (type) {
    case ScalarType::Half: return halfValue(readScalar<std::uint16_t>(*fileContents_, index, buffer_.type));
    case ScalarType::Float: return readScalar<float>(*fileContents_, index, buffer_.type);
    default: return readScalar<double>(*fileContents_, index, buffer_.type);
    }
}

std::vector<std::byte> BufferData::bytes() const {
    if (fileContents_) return *fileContents_;
    const ValueType type = buffer_.type;
    std::vector<std::byte> all(buffer_.count * static_cast<std::uint64_t>(warpstring::bytes(type)));
    if (buffer_.init == BufferInit::Zero) return all;
    const auto integer = [this](std::uint64_t i) { return integerAt(i); };
    const auto floating = [this](std::uint64_t i) { return floatAt(i); };
    switch (type.scalar) {
    case ScalarType::Half:
        fill<std::uint16_t>(all, buffer_.count, type, [this](std::uint64_t i) { return halfBits(floatAt(i)); });
        return all;
    case ScalarType::Float: fill<float>(all, buffer_.count, type, floating); return all;
    case ScalarType::Double: fill<double>(all, buffer_.count, type, floating); return all;
    default: break;
    }
    switch (warpstring::bytes(type.scalar)) {
    case 1: fill<std::uint8_t>(all, buffer_.count, type, integer); break;
    case 2: fill<std::uint16_t>(all, buffer_.count, type, integer); break;
    case 4: fill<std::uint32_t>(all, buffer_.count, type, integer); break;
    default: fill<std::uint64_t>(all, buffer_.count, type, integer); break;
    }
    return all;
}

} // namespace warpstring::records
