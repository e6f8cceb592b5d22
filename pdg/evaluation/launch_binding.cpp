// SPDX-License-Identifier: GPL-3.0-or-later
#include "pdg/evaluation/launch_binding.h"

#include <algorithm>

#include "core/records/struct_bytes.h"
#include "pdg/evaluation/active_set.h"
#include "pdg/image_layout.h"

namespace warpstring::evaluation {

namespace {

std::string kindName(KernelArgument::Kind kind) {
    switch (kind) {
    case KernelArgument::Kind::Scalar: return "a scalar";
    case KernelArgument::Kind::Buffer: return "a global buffer";
    case KernelArgument::Kind::Constant: return "a constant buffer";
    case KernelArgument::Kind::Shared: return "local memory";
    case KernelArgument::Kind::Struct: return "a struct";
    case KernelArgument::Kind::Image: return "an image";
    case KernelArgument::Kind::Sampler: return "a sampler";
    case KernelArgument::Kind::Other: return "an argument of another kind";
    }
    return "an argument";
}

/// "{ n = 0, inner.v = 0 }": the first members, as TOML takes them.
std::string exampleOfMembers(const StructLayout& layout) {
    constexpr std::size_t mostShown = 4;
    std::string members;
    std::size_t shown = 0;
    for (const auto& member : layout.members) {
        if (member.path.find('[') != std::string::npos) continue;
        if (shown++ == mostShown) break;
        members += (members.empty() ? " " : ", ") + member.path + " = 0";
    }
    return "{" + members + " }";
}

std::string exampleFor(const KernelArgument& argument) {
    switch (argument.kind) {
    case KernelArgument::Kind::Scalar: return argument.name + " = 1024";
    case KernelArgument::Kind::Shared: return argument.name + " = { local = 1024 }";
    case KernelArgument::Kind::Struct:
        return argument.name + " = { struct = " + exampleOfMembers(argument.layout) + " }";
    case KernelArgument::Kind::Image: {
        constexpr std::array<const char*, 3> sizes{"1024", "1024, 1024", "256, 256, 64"};
        return argument.name + " = { image = [" +
               sizes[static_cast<std::size_t>(dimensions(argument.shape) - 1)] + "], format = \"UNORM_INT8\" }";
    }
    case KernelArgument::Kind::Sampler:
        return argument.name + " = { sampler = { addressing = \"clamp_to_edge\", filter = \"nearest\" } }";
    default: break;
    }
    if (argument.layout.bytes > 0)
        return argument.name + " = { buffer = \"struct\", bytes = " + std::to_string(argument.layout.bytes) +
               ", count = 1024 }";
    return argument.name + " = { buffer = \"" + name(argument.element) + "\", count = 1024 }";
}

bool isOfKind(const Argument& given, KernelArgument::Kind kind) {
    using Kind = KernelArgument::Kind;
    if (std::holds_alternative<ScalarArgument>(given)) return kind == Kind::Scalar;
    if (std::holds_alternative<BufferArgument>(given)) return kind == Kind::Buffer || kind == Kind::Constant;
    if (std::holds_alternative<StructArgument>(given)) return kind == Kind::Struct;
    if (std::holds_alternative<ImageArgument>(given)) return kind == Kind::Image;
    if (std::holds_alternative<SamplerArgument>(given)) return kind == Kind::Sampler;
    return kind == Kind::Shared;
}

Diagnostics checkArguments(const Pdg& pdg, const Launch& launch) {
    Diagnostics faults;
    const SourceLocation place{launch.file.string(), 0, 0};
    std::vector<std::string> names;
    names.reserve(pdg.arguments.size());
    for (const auto& argument : pdg.arguments) names.push_back(argument.name);
    for (const auto& argument : pdg.arguments) {
        const auto given = launch.arguments.find(argument.name);
        if (given == launch.arguments.end()) {
            faults.push_back({"launch.missing-argument", Severity::Error, place,
                              "kernel '" + pdg.kernel + "' wants argument '" + argument.name + "' (" +
                                  argument.type + "), the launch has none",
                              "add to [args]: " + exampleFor(argument)});
            continue;
        }
        if (!isOfKind(given->second, argument.kind))
            faults.push_back({"launch.argument-kind", Severity::Error, place,
                              "argument '" + argument.name + "' of kernel '" + pdg.kernel + "' is " +
                                  kindName(argument.kind) + " (" + argument.type + ")",
                              "write in [args]: " + exampleFor(argument)});
        else if (const auto* image = std::get_if<ImageArgument>(&given->second);
                 image != nullptr && image->dimensions != dimensions(argument.shape))
            faults.push_back({"launch.image-sizes", Severity::Error, place,
                              "argument '" + argument.name + "' of kernel '" + pdg.kernel + "' is an " +
                                  std::string(name(argument.shape)) + " of " +
                                  std::to_string(dimensions(argument.shape)) + " sizes, the launch gives " +
                                  std::to_string(image->dimensions),
                              "write in [args]: " + exampleFor(argument)});
    }
    for (const auto& [given, value] : launch.arguments) {
        if (std::find(names.begin(), names.end(), given) != names.end()) continue;
        const auto close = closestName(given, names);
        faults.push_back({"launch.unknown-argument", Severity::Error, place,
                          "kernel '" + pdg.kernel + "' has " + std::to_string(names.size()) +
                              " arguments, none called '" + given + "'",
                          close.empty() ? "remove it from [args]" : "did you mean '" + close + "'?"});
    }
    return faults;
}

Diagnostics checkRange(const Pdg& pdg, const Launch& launch) {
    const SourceLocation place{launch.file.string(), 0, 0};
    Diagnostics faults = validate(launch.range, place);
    if (!faults.empty()) return faults;
    if (launch.range.groupSize() > static_cast<std::uint64_t>(maxGroupSize))
        faults.push_back({"launch.group-too-large", Severity::Error, place,
                          "a work-group of " + std::to_string(launch.range.groupSize()) +
                              " work-items is beyond the " + std::to_string(maxGroupSize) +
                              " that can be simulated",
                          "choose a smaller local size"});
    if (!pdg.requiredGroupSize.empty())
        for (std::size_t d = 0; d < 3 && d < pdg.requiredGroupSize.size(); ++d)
            if (launch.range.local[d] != static_cast<std::uint64_t>(pdg.requiredGroupSize[d])) {
                faults.push_back({"launch.required-group-size", Severity::Error, place,
                                  "the kernel requires another work-group size (reqd_work_group_size)",
                                  "set local = [" + std::to_string(pdg.requiredGroupSize[0]) + ", " +
                                      std::to_string(pdg.requiredGroupSize[1]) + ", " +
                                      std::to_string(pdg.requiredGroupSize[2]) + "]"});
                break;
            }
    return faults;
}

/// Whether the buffer's scalars are those that the kernel reads; of structs, their bytes.
bool holdsElements(const BufferArgument& buffer, const KernelArgument& argument) {
    const ScalarType held = buffer.type.scalar, read = argument.element.scalar;
    if (argument.layout.bytes > 0) return buffer.type == ValueType{ScalarType::UChar, 1};
    return bytes(held) == bytes(read) && isFloating(held) == isFloating(read);
}

/// The numbers that the kernel reads from a struct.
Result<std::uint64_t> bindStruct(const Pdg& pdg, const Launch& launch, std::size_t index,
                                 LaunchBinding& binding) {
    const auto& argument = pdg.arguments[index];
    const auto contents = records::structBytes(std::get<StructArgument>(launch.arguments.at(argument.name)),
                                               argument.layout, argument.name, {launch.file.string(), 0, 0});
    if (!contents) return contents.diagnostics();
    for (std::size_t f = 0; f < pdg.fields.size(); ++f) {
        const ArgumentField& field = pdg.fields[f];
        if (field.argument == index &&
            field.offset + static_cast<std::uint64_t>(bytes(field.type)) <= contents->size())
            binding.scalars[pdg.arguments.size() + f] = records::scalarAt(*contents, field.offset, field.type);
    }
    return contents->size();
}

} // namespace

Result<LaunchBinding> bindLaunch(const Pdg& pdg, const Launch& launch) {
    Diagnostics faults = checkRange(pdg, launch);
    for (auto& fault : checkArguments(pdg, launch)) faults.push_back(std::move(fault));
    if (!faults.empty()) return faults;

    LaunchBinding binding;
    binding.range = launch.range;
    binding.groupSize = static_cast<int>(launch.range.groupSize());
    const auto lx = launch.range.local[0], ly = launch.range.local[1];
    for (int d = 0; d < 3; ++d) {
        auto& ids = binding.localIds[static_cast<std::size_t>(d)];
        if (launch.range.local[static_cast<std::size_t>(d)] == 1) {
            ids = {0};
            continue;
        }
        for (std::uint64_t item = 0; item < launch.range.groupSize(); ++item)
            ids.push_back(static_cast<std::int64_t>(d == 0   ? item % lx
                                                    : d == 1 ? item / lx % ly
                                                             : item / (lx * ly)));
    }
    const std::size_t count = pdg.arguments.size();
    binding.scalars.resize(count + pdg.fields.size());
    binding.imageSizes.resize(3 * count, 1);
    binding.bufferBytes.resize(count);
    binding.data.resize(count);
    binding.localArgumentBytes.resize(count);
    binding.localArgumentOffsets.resize(count);
    binding.sharedBytes = pdg.sharedBytes;
    for (std::size_t i = 0; i < count; ++i) {
        const Argument& given = launch.arguments.at(pdg.arguments[i].name);
        if (const auto* scalar = std::get_if<ScalarArgument>(&given)) binding.scalars[i] = *scalar;
        if (std::holds_alternative<StructArgument>(given)) {
            const auto size = bindStruct(pdg, launch, i, binding);
            if (!size) return size.diagnostics();
            binding.bufferBytes[i] = *size;
        }
        if (const auto* local = std::get_if<LocalArgument>(&given)) {
            // Arguments follow the kernel's own variables, aligned as the widest vector type wants it.
            binding.sharedBytes = (binding.sharedBytes + 15) / 16 * 16;
            binding.localArgumentOffsets[i] = binding.sharedBytes;
            binding.localArgumentBytes[i] = local->bytes;
            binding.sharedBytes += local->bytes;
        }
        if (const auto* image = std::get_if<ImageArgument>(&given)) {
            binding.bufferBytes[i] = imageBytes(pdg.arguments[i].shape,
                                                static_cast<std::uint64_t>(bytes(image->format)), image->sizes);
            for (std::size_t d = 0; d < 3; ++d)
                binding.imageSizes[3 * i + d] = static_cast<std::int64_t>(image->sizes[d]);
        }
        if (const auto* buffer = std::get_if<BufferArgument>(&given)) {
            binding.bufferBytes[i] = buffer->count * static_cast<std::uint64_t>(bytes(buffer->type));
            if (pdg.addressBits == 32 && binding.bufferBytes[i] >> 32 != 0)
                return Diagnostic{"launch.buffer-too-large",
                                  Severity::Error,
                                  {launch.file.string(), 0, 0},
                                  "buffer '" + pdg.arguments[i].name + "' of " +
                                      std::to_string(binding.bufferBytes[i]) +
                                      " bytes is beyond the 32-bit addresses of the device",
                                  "choose a smaller size, or a spec with device.address_bits = 64"};
            if (!pdg.arguments[i].readOnly || !holdsElements(*buffer, pdg.arguments[i])) continue;
            auto data = records::BufferData::create(*buffer);
            if (!data) return data.diagnostics();
            binding.data[i] = std::move(*data);
        }
    }
    return binding;
}

} // namespace warpstring::evaluation
