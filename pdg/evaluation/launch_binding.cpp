// SPDX-License-Identifier: GPL-3.0-or-later
#include "pdg/evaluation/launch_binding.h"

#include <algorithm>

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
    case KernelArgument::Kind::Image: return "an image";
    case KernelArgument::Kind::Sampler: return "a sampler";
    case KernelArgument::Kind::Other: return "an argument of another kind";
    }
    return "an argument";
}

std::string exampleFor(const KernelArgument& argument) {
    switch (argument.kind) {
    case KernelArgument::Kind::Scalar: return argument.name + " = 1024";
    case KernelArgument::Kind::Shared: return argument.name + " = { local = 1024 }";
    case KernelArgument::Kind::Image: {
        constexpr std::array<const char*, 3> sizes{"1024", "1024, 1024", "256, 256, 64"};
        return argument.name + " = { image = [" +
               sizes[static_cast<std::size_t>(dimensions(argument.shape) - 1)] + "], format = \"UNORM_INT8\" }";
    }
    case KernelArgument::Kind::Sampler:
        return argument.name + " = { sampler = { addressing = \"clamp_to_edge\", filter = \"nearest\" } }";
    default: return argument.name + " = { buffer = \"" + name(argument.element) + "\", count = 1024 }";
    }
}

bool isFor(const Argument& argument, KernelArgument::Kind kind) {
    using Kind = KernelArgument::Kind;
    if (std::holds_alternative<ScalarArgument>(argument)) return kind == Kind::Scalar;
    if (std::holds_alternative<BufferArgument>(argument)) return kind == Kind::Buffer || kind == Kind::Constant;
    if (std::holds_alternative<ImageArgument>(argument)) return kind == Kind::Image;
    if (std::holds_alternative<SamplerArgument>(argument)) return kind == Kind::Sampler;
    return kind == Kind::Shared;
}

Diagnostics checkArguments(const Pdg& pdg, const Launch& launch) {
    Diagnostics faults;
    const SourceLocation place{launch.file.string(), 0, 0};
    std::vector<std::string> names = pdg.argumentNames();
    for (const auto& argument : pdg.arguments) {
        const auto given = launch.arguments.find(argument.name);
        if (given == launch.arguments.end()) {
            faults.push_back({"launch.missing-argument", Severity::Error, place,
                              "kernel '" + pdg.kernel + "' wants argument '" + argument.name + "' (" +
                                  argument.type + "), the launch has none",
                              "add to [args]: " + exampleFor(argument)});
            continue;
        }
        const bool matches = isFor(given->second, argument.kind);
        if (!matches)
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
    binding.scalars.resize(count);
    binding.imageSizes.resize(3 * count, 1);
    binding.bufferBytes.resize(count);
    binding.data.resize(count);
    binding.localArgumentBytes.resize(count);
    binding.localArgumentOffsets.resize(count);
    binding.sharedBytes = pdg.sharedBytes;
    for (std::size_t i = 0; i < count; ++i) {
        const Argument& given = launch.arguments.at(pdg.arguments[i].name);
        if (const auto* scalar = std::get_if<ScalarArgument>(&given)) binding.scalars[i] = *scalar;
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
            if (!pdg.arguments[i].readOnly) continue;
            auto data = records::BufferData::create(*buffer);
            if (!data) return data.diagnostics();
            binding.data[i] = std::move(*data);
        }
    }
    return binding;
}

} // namespace warpstring::evaluation
