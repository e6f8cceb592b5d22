// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/records/verification.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstring>
#include <numeric>
#include <sstream>
#include <stdexcept>

#include "core/records/half.h"
#include "core/records/parallel.h"

namespace warpstring::records {

namespace {

/// Buffers up to so many times what is sampled of larger ones are compared as a whole. A reference may take
/// O(n) for a scalar.
constexpr std::uint64_t wholeFactor = 4;
/// What threads share out: no fewer at once where a scalar costs little.
constexpr std::uint64_t mostIndicesPerThread = 64;
constexpr std::uint64_t leastParts = 16;
/// For a second launch as the reference: both may contract and reorder in their own ways.
constexpr double launchTolerance = 1e-5;

template <class T>
double read(const std::byte* place) {
    T value;
    std::memcpy(&value, place, sizeof value);
    return static_cast<double>(value);
}

/// The first, the last, and one of every stretch between, at a place that varies from stretch to stretch so
/// that no stride of the kernel can hide from it.
std::vector<std::uint64_t> comparedIndices(std::uint64_t count, std::uint64_t sampledScalars) {
    std::vector<std::uint64_t> indices;
    if (count <= wholeFactor * sampledScalars) {
        indices.resize(count);
        std::iota(indices.begin(), indices.end(), std::uint64_t{0});
        return indices;
    }
    const std::uint64_t stretch = count / sampledScalars;
    indices.push_back(0);
    for (std::uint64_t i = 0; i < sampledScalars; ++i) {
        std::uint64_t hash = (i + 1) * 0x9e3779b97f4a7c15U;
        hash ^= hash >> 31U;
        const std::uint64_t index = i * stretch + hash % stretch;
        if (index > indices.back()) indices.push_back(index);
    }
    if (indices.back() != count - 1) indices.push_back(count - 1);
    return indices;
}

/// Empty when the reference knows nothing of the buffer.
std::vector<double> compute(const Reference& reference, const LaunchData& data, const std::string& buffer,
                            const std::vector<std::uint64_t>& indices) {
    std::vector<double> expected(indices.size());
    std::atomic<bool> complete{true};
    const std::uint64_t grain = std::min(mostIndicesPerThread, reference.comparedScalars / leastParts);
    inParallel(indices.size(), grain, [&](std::uint64_t first, std::uint64_t end) {
        const auto part = reference.compute(data, buffer, std::span(indices).subspan(first, end - first));
        if (part.size() == end - first)
            std::copy(part.begin(), part.end(), expected.begin() + static_cast<std::ptrdiff_t>(first));
        else
            complete = false;
    });
    if (!complete) expected.clear();
    return expected;
}

/// Written so that a NaN anywhere fails.
void compare(VerifiedBuffer& result, const std::vector<std::uint64_t>& indices,
             const std::vector<double>& expected, const std::vector<std::byte>& actual, ValueType type) {
    double squaredError = 0.0;
    double squaredReference = 0.0;
    double worst = -1.0;
    for (std::size_t i = 0; i < indices.size(); ++i) {
        const double value = scalarAt(actual, type, indices[i]);
        const double error = std::abs(value - expected[i]);
        squaredError += error * error;
        squaredReference += expected[i] * expected[i];
        if (!(error <= worst)) {
            worst = error;
            result.worstIndex = indices[i];
            result.worstActual = value;
            result.worstExpected = expected[i];
        }
    }
    result.compared = indices.size();
    const auto count = static_cast<double>(indices.size());
    const double scale = std::sqrt(squaredReference / count);
    const double rms = std::sqrt(squaredError / count);
    // A reference of zeros leaves no scale: then nothing but zeros will do.
    result.relativeError = rms == 0 ? 0 : rms / scale;
    // The worst scalar may err more than the root mean square: normally distributed errors of a million scalars
    // reach 5 standard deviations.
    result.passed = result.relativeError <= result.tolerance && worst <= 10.0 * result.tolerance * scale;
}

Diagnostic failure(const Launch& launch, std::string code, std::string message, std::string hint) {
    return {
        std::move(code), Severity::Error, {launch.file.string(), 0, 0}, std::move(message), std::move(hint)};
}

} // namespace

double scalarAt(const std::vector<std::byte>& bytes, ValueType type, std::uint64_t index) {
    const auto width = static_cast<std::uint64_t>(type.width);
    const std::uint64_t slot = width == 3 ? index / 3 * 4 + index % 3 : index;
    const std::byte* place = bytes.data() + slot * static_cast<std::uint64_t>(warpstring::bytes(type.scalar));
    switch (type.scalar) {
    case ScalarType::Char: return read<std::int8_t>(place);
    case ScalarType::UChar: return read<std::uint8_t>(place);
    case ScalarType::Short: return read<std::int16_t>(place);
    case ScalarType::UShort: return read<std::uint16_t>(place);
    case ScalarType::Int: return read<std::int32_t>(place);
    case ScalarType::UInt: return read<std::uint32_t>(place);
    case ScalarType::Long: return read<std::int64_t>(place);
    case ScalarType::ULong: return read<std::uint64_t>(place);
    case ScalarType::Half: return halfValue(static_cast<std::uint16_t>(read<std::uint16_t>(place)));
    case ScalarType::Float: return read<float>(place);
    case ScalarType::Double: break;
    }
    return read<double>(place);
}

bool Verification::passed() const {
    return std::all_of(buffers.begin(), buffers.end(), [](const auto& buffer) { return buffer.passed; });
}

Result<Verification> verify(const Launch& launch, const BufferContents& outputs, const References& known,
                            const BufferContents* other) {
    Verification verification;
    if (!launch.reference) return verification;
    const OutputReference& wanted = *launch.reference;
    Reference reference;
    std::optional<LaunchData> data;
    if (other == nullptr) {
        const auto found = known.find(wanted.function);
        if (found == known.end()) {
            std::vector<std::string> names;
            for (const auto& [name, function] : known) names.push_back(name);
            const std::string close = closestName(wanted.function, names);
            return failure(launch, "measure.unknown-reference",
                           "there is no reference function \"" + wanted.function + "\"",
                           close.empty() ? "name a function of samples/references, or another launch"
                                         : "did you mean \"" + close + "\"?");
        }
        reference = found->second;
        auto created = LaunchData::create(launch);
        if (!created) return created.diagnostics();
        data = std::move(*created);
        verification.reference = "host function " + wanted.function;
    } else {
        reference.tolerance = launchTolerance;
        verification.reference = "launch " + wanted.launch->name;
    }

    for (const auto& [parameter, argument] : launch.arguments) {
        const BufferArgument* buffer = elementsOf(argument);
        if (buffer == nullptr || buffer->access == BufferAccess::Read) continue;
        VerifiedBuffer result;
        result.buffer = parameter;
        result.tolerance = wanted.tolerance.value_or(reference.tolerance);
        result.scalars = buffer->count * static_cast<std::uint64_t>(buffer->type.width);
        const auto indices = comparedIndices(result.scalars, reference.comparedScalars);
        std::vector<double> expected;
        if (other == nullptr) {
            try {
                expected = compute(reference, *data, parameter, indices);
            } catch (const std::out_of_range& error) {
                return failure(launch, "measure.reference-failed",
                               "the reference \"" + wanted.function + "\" does not fit: " + error.what(),
                               "the launch must have the arguments of the kernels that it is for");
            }
        } else if (const auto found = other->find(parameter); found != other->end()) {
            const BufferArgument* otherBuffer = elementsOf(wanted.launch->arguments.at(parameter));
            if (otherBuffer != nullptr && otherBuffer->type == buffer->type &&
                otherBuffer->count >= buffer->count)
                for (const std::uint64_t index : indices)
                    expected.push_back(scalarAt(found->second, otherBuffer->type, index));
        }
        // Buffers of which the reference knows nothing, such as scratch memory, are not compared.
        if (expected.size() != indices.size()) continue;
        compare(result, indices, expected, outputs.at(parameter), buffer->type);
        verification.buffers.push_back(std::move(result));
    }
    if (verification.buffers.empty())
        return failure(launch, "measure.reference-failed",
                       "the reference (" + verification.reference + ") gives none of the kernel's outputs",
                       "buffers are matched by their parameters' names and types");
    return verification;
}

Diagnostics wrongOutputs(const Launch& launch, const Verification& verification) {
    Diagnostics faults;
    for (const VerifiedBuffer& buffer : verification.buffers) {
        if (buffer.passed) continue;
        std::ostringstream message;
        message << "buffer \"" << buffer.buffer << "\" is wrong: element " << buffer.worstIndex << " is "
                << buffer.worstActual << ", not " << buffer.worstExpected << "; relative error "
                << buffer.relativeError << " against a tolerance of " << buffer.tolerance << " ("
                << verification.reference << ", " << buffer.compared << " of " << buffer.scalars
                << " scalars compared)";
        faults.push_back(failure(launch, "measure.wrong-output", message.str(),
                                 "the timing of a kernel that computes something else says nothing"));
    }
    return faults;
}

} // namespace warpstring::records
