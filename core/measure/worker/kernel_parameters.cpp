// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measure/worker/kernel_parameters.h"

#include <algorithm>

namespace warpstring::measure {

using probe::AddressSpace;
using probe::KernelParameter;

namespace {

std::string_view name(AddressSpace space) {
    switch (space) {
    case AddressSpace::Local: return "__local";
    case AddressSpace::Global: return "__global";
    case AddressSpace::Constant: return "__constant";
    case AddressSpace::Private: break;
    }
    return "by-value";
}

/// The arithmetic type that a driver's spelling names: "unsigned int" is uint, "float2*" is float2.
std::optional<ValueType> valueType(std::string spelling) {
    while (!spelling.empty() && (spelling.back() == '*' || spelling.back() == ' ')) spelling.pop_back();
    if (spelling == "unsigned") return ValueType{ScalarType::UInt, 1};
    if (spelling.starts_with("unsigned ")) spelling = "u" + spelling.substr(9);
    return parseValueType(spelling);
}

class ArgumentOrder {
public:
    ArgumentOrder(const Launch& launch, const std::vector<KernelParameter>& parameters,
                  const std::map<std::string, std::vector<std::uint8_t>>& structBytes)
        : launch_(launch), parameters_(parameters), structBytes_(structBytes) {}

    Result<std::vector<Argument>> run() {
        std::vector<Argument> ordered;
        for (const KernelParameter& parameter : parameters_) {
            const auto found = launch_.arguments.find(parameter.name);
            if (found == launch_.arguments.end())
                report("parameter \"" + parameter.name + "\" (" + parameter.type + ") of kernel \"" +
                           launch_.kernel + "\" gets no argument",
                       "add \"" + parameter.name + "\" to [args]");
            else
                ordered.push_back(matched(parameter, found->second));
        }
        reportSuperfluous();
        if (!faults_.empty()) return faults_;
        return ordered;
    }

private:
    Argument matched(const KernelParameter& parameter, Argument argument) {
        const auto* image = std::get_if<ImageArgument>(&argument);
        const bool isSampled = std::holds_alternative<SamplerArgument>(argument);
        if (image != nullptr || isSampled || isImage(parameter) || isSampler(parameter)) {
            if ((image != nullptr) != isImage(parameter) || isSampled != isSampler(parameter))
                reportKind(parameter, image != nullptr ? "an image" : isSampled ? "a sampler" : "none");
            else if (image != nullptr)
                checkSizes(parameter, *image);
            return argument;
        }
        const bool isGlobal =
            parameter.space == AddressSpace::Global || parameter.space == AddressSpace::Constant;
        if (auto* scalar = std::get_if<ScalarArgument>(&argument)) {
            if (parameter.space == AddressSpace::Private)
                settleType(parameter, *scalar);
            else
                reportKind(parameter, "a scalar");
        } else if (auto* structure = std::get_if<StructArgument>(&argument)) {
            if (parameter.space == AddressSpace::Private && !valueType(parameter.type))
                settleBytes(parameter, *structure);
            else
                reportKind(parameter, "a struct");
        } else if (const auto* buffer = std::get_if<BufferArgument>(&argument)) {
            if (isGlobal)
                checkElements(parameter, *buffer);
            else
                reportKind(parameter, "a buffer");
        } else if (parameter.space != AddressSpace::Local) {
            reportKind(parameter, "local memory");
        }
        return argument;
    }

    void checkSizes(const KernelParameter& parameter, const ImageArgument& image) {
        const auto shape = parseImageShape(parameter.type);
        if (!shape)
            report("parameter \"" + parameter.name + "\" is a " + parameter.type +
                       ", which cannot be made here",
                   "images of several samples and depth images are not supported");
        else if (dimensions(*shape) != image.dimensions)
            report("parameter \"" + parameter.name + "\" is a " + parameter.type + " of " +
                       std::to_string(dimensions(*shape)) + " sizes, its image has " +
                       std::to_string(image.dimensions),
                   "give its width, its height and its depth or layers, as far as it has them");
    }

    void settleType(const KernelParameter& parameter, ScalarArgument& scalar) {
        const auto declared = valueType(parameter.type);
        if (scalar.typeGiven) {
            if (declared && *declared != scalar.type)
                report("parameter \"" + parameter.name + "\" is a " + parameter.type + ", its argument a " +
                           warpstring::name(scalar.type),
                       "leave the type out to take the parameter's");
        } else if (declared) {
            scalar.type = *declared;
            scalar.typeGiven = true;
        } else {
            report("parameter \"" + parameter.name + "\" has type \"" + parameter.type +
                       "\", which is no arithmetic type",
                   "give the argument's type in the launch file");
        }
    }

    void settleBytes(const KernelParameter& parameter, StructArgument& structure) {
        if (!structure.bytes.empty()) return;
        if (const auto laidOut = structBytes_.find(parameter.name); laidOut != structBytes_.end())
            structure.bytes = laidOut->second;
        else
            report("where the members of \"" + parameter.name + "\" (" + parameter.type + ") lie is not known",
                   "make the plan with 'warpstring measure --plan', or give its bytes in the launch file");
    }

    /// A buffer of other elements than the kernel's would be too short or too long without anyone noticing.
    void checkElements(const KernelParameter& parameter, const BufferArgument& buffer) {
        const auto declared = valueType(parameter.type);
        if (declared && *declared != buffer.type)
            report("parameter \"" + parameter.name + "\" points to " + warpstring::name(*declared) +
                       ", its buffer holds " + warpstring::name(buffer.type),
                   "declare the buffer as \"" + warpstring::name(*declared) + "\"");
        else if (buffer.count == 0)
            report("the buffer for parameter \"" + parameter.name + "\" has no elements", "give it a count");
    }

    void reportSuperfluous() {
        std::vector<std::string> names;
        names.reserve(parameters_.size());
        for (const KernelParameter& parameter : parameters_) names.push_back(parameter.name);
        for (const auto& [argumentName, argument] : launch_.arguments) {
            if (std::find(names.begin(), names.end(), argumentName) != names.end()) continue;
            const std::string closest = closestName(argumentName, names);
            report("kernel \"" + launch_.kernel + "\" has no parameter \"" + argumentName + "\"",
                   closest.empty() ? "remove it from [args]" : "did you mean \"" + closest + "\"?");
        }
    }

    void reportKind(const KernelParameter& parameter, const std::string& given) {
        report("parameter \"" + parameter.name + "\" is a " + std::string(name(parameter.space)) + " " +
                   parameter.type + ", its argument " + given,
               "scalars and structs go to parameters by value, buffers to __global and __constant pointers, "
               "{ local = BYTES } to __local pointers, images and samplers to parameters of those types");
    }

    void report(std::string message, std::string hint) {
        faults_.push_back({"measure.argument-mismatch",
                           Severity::Error,
                           {launch_.file.string(), 0, 0},
                           std::move(message),
                           std::move(hint)});
    }

    const Launch& launch_;
    const std::vector<KernelParameter>& parameters_;
    const std::map<std::string, std::vector<std::uint8_t>>& structBytes_;
    Diagnostics faults_;
};

} // namespace

void spellOut(const std::map<std::string, std::string>& types, std::vector<KernelParameter>& parameters) {
    for (KernelParameter& parameter : parameters)
        if (const auto type = types.find(parameter.name); type != types.end()) parameter.type = type->second;
}

Result<std::vector<Argument>>
orderArguments(const Launch& launch, const std::vector<KernelParameter>& parameters,
               const std::map<std::string, std::vector<std::uint8_t>>& structBytes) {
    return ArgumentOrder(launch, parameters, structBytes).run();
}

} // namespace warpstring::measure
