// SPDX-License-Identifier: GPL-3.0-or-later
#include "generate/check/device_run.h"

#include <cstring>
#include <filesystem>
#include <fstream>
#include <string>
#include <system_error>
#include <utility>

#include <unistd.h>

#include "core/measure/worker/sequence_output.h"
#include "generate/code/launch_files.h"

namespace warpstring::generate {
namespace {

using Bytes = std::vector<std::byte>;

/// Where inputs lie while kernels run.
class InputFolder {
public:
    InputFolder() {
        std::error_code error;
        std::string pattern =
            (std::filesystem::temp_directory_path(error) / "warpstring-check-XXXXXX").string();
        if (!error && mkdtemp(pattern.data()) != nullptr) path_ = pattern;
    }
    InputFolder(const InputFolder&) = delete;
    InputFolder& operator=(const InputFolder&) = delete;
    ~InputFolder() {
        std::error_code ignored;
        if (!path_.empty()) std::filesystem::remove_all(path_, ignored);
    }

    [[nodiscard]] const std::filesystem::path& path() const { return path_; }

private:
    std::filesystem::path path_;
};

/// The values of a type that is no tuple, one buffer each: as the code generator lays tuples of arrays out.
std::vector<ValueType> leavesOf(const Type& type) {
    if (type.isValue()) return {type.value()};
    if (type.isArray()) return leavesOf(type.element());
    std::vector<ValueType> leaves;
    for (const Type& part : type.parts()) {
        const std::vector<ValueType> own = leavesOf(part);
        leaves.insert(leaves.end(), own.begin(), own.end());
    }
    return leaves;
}

template <class Number>
void append(Bytes& bytes, double value) {
    const auto number = static_cast<Number>(value);
    const std::size_t at = bytes.size();
    bytes.resize(at + sizeof number);
    std::memcpy(bytes.data() + at, &number, sizeof number);
}

void appendScalar(Bytes& bytes, ScalarType type, double value) {
    if (type == ScalarType::Double)
        append<double>(bytes, value);
    else if (type == ScalarType::Float)
        append<float>(bytes, value);
    else
        append<std::int32_t>(bytes, value);
}

/// Adds what a value holds to the buffers of its type, from `leaf` on, which is moved behind them.
void spread(const Type& type, const Value& value, std::vector<Bytes>& buffers, std::size_t& leaf) {
    if (type.isValue()) {
        Bytes& bytes = buffers[leaf++];
        if (!value.hasParts()) return appendScalar(bytes, type.value().scalar, value.number());
        for (const Value& component : value.parts())
            appendScalar(bytes, type.value().scalar, component.number());
        return;
    }
    const std::size_t start = leaf;
    for (std::size_t i = 0; i < value.parts().size(); ++i) {
        if (type.isArray()) leaf = start;
        spread(type.isArray() ? type.element() : type.parts()[i], value.parts()[i], buffers, leaf);
    }
}

/// Buffers that are read from their starts.
struct Reading {
    std::vector<ValueType> types;
    std::vector<Bytes> bytes;
    std::vector<std::size_t> at;

    double scalar(std::size_t leaf) {
        const auto next = [&]<class Number>(Number number) {
            std::memcpy(&number, bytes[leaf].data() + at[leaf], sizeof number);
            at[leaf] += sizeof number;
            return static_cast<double>(number);
        };
        switch (types[leaf].scalar) {
        case ScalarType::Double: return next(double{});
        case ScalarType::Float: return next(float{});
        default: return next(std::int32_t{});
        }
    }

    Value value(const Type& type, std::size_t& leaf) {
        std::vector<Value> parts;
        if (type.isValue()) {
            const std::size_t own = leaf++;
            if (type.value().width == 1) return scalar(own);
            for (int i = 0; i < type.value().width; ++i) parts.emplace_back(scalar(own));
        } else if (type.isTuple()) {
            for (const Type& part : type.parts()) parts.push_back(value(part, leaf));
        } else {
            const std::size_t start = leaf;
            for (std::int64_t i = 0; i < type.length().constant().value_or(0); ++i) {
                leaf = start;
                parts.push_back(value(type.element(), leaf));
            }
        }
        return Value(std::move(parts));
    }
};

Diagnostic deviceFault(std::string code, std::string message) {
    Diagnostic fault;
    fault.code = std::move(code);
    fault.message = std::move(message);
    return fault;
}

Diagnostic inputFault(std::string message) { return deviceFault("check.input", std::move(message)); }

/// The file of each input buffer by the buffer's index.
Result<std::vector<std::filesystem::path>> filesOf(const Program& program, const std::vector<Value>& inputs,
                                                   const std::filesystem::path& folder) {
    std::vector<std::filesystem::path> files;
    for (std::size_t i = 0; i < program.parameters.size(); ++i) {
        const Type& type = program.parameters[i]->type;
        if (!type.isArray()) return inputFault("parameter " + program.parameters[i]->name + " is no array");
        std::vector<Bytes> buffers(leavesOf(type).size());
        std::size_t leaf = 0;
        spread(type, inputs[i], buffers, leaf);
        for (const Bytes& bytes : buffers) {
            files.push_back(folder / ("input" + std::to_string(files.size())));
            std::ofstream file(files.back(), std::ios::binary);
            file.write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
            if (!file.flush()) return inputFault("cannot write " + files.back().string());
        }
    }
    return files;
}

records::ResolvedSequence sequenceOf(const Program& program, const Generated& generated,
                                     const std::vector<std::filesystem::path>& files) {
    records::ResolvedSequence resolved;
    for (std::size_t i = 0; i < generated.kernels.size(); ++i) {
        SequenceStep step;
        step.launch = launchOf(program, generated, i);
        for (const GeneratedKernel::Argument& argument : generated.kernels[i].arguments) {
            const GeneratedBuffer& buffer = generated.buffers[argument.buffer];
            auto& handed = std::get<BufferArgument>(step.launch.arguments[buffer.name]);
            if (buffer.role == GeneratedBuffer::Role::Input) {
                handed.init = BufferInit::File;
                handed.file = files[argument.buffer];
            }
            step.buffers[buffer.name] = buffer.name;
        }
        resolved.launches.push_back({step.launch, generated.source, nullptr});
        resolved.sequence.steps.push_back(std::move(step));
    }
    return resolved;
}

} // namespace

Result<Value> runOnDevice(const Program& program, const Generated& generated, const std::vector<Value>& inputs,
                          std::size_t device) {
    const InputFolder folder;
    if (folder.path().empty()) return inputFault("there is no place for temporary files");
    const Result<std::vector<std::filesystem::path>> files = filesOf(program, inputs, folder.path());
    if (!files) return files.diagnostics();
    const records::ResolvedSequence sequence = sequenceOf(program, generated, *files);
    const Result<measure::LaunchOutput> output = measure::runSequence(sequence, device);
    if (!output) return output.diagnostics();
    if (!output->buildLog.empty()) return deviceFault("check.warning", output->buildLog);
    Reading reading;
    for (const GeneratedBuffer& buffer : generated.buffers) {
        if (buffer.role != GeneratedBuffer::Role::Result) continue;
        reading.types.push_back(buffer.type);
        reading.bytes.push_back(output->buffers.at(buffer.name));
        reading.at.push_back(0);
    }
    std::size_t leaf = 0;
    return reading.value(program.body.type(), leaf);
}

} // namespace warpstring::generate
