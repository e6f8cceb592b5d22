// SPDX-License-Identifier: GPL-3.0-or-later
#include "generate/code/launch_files.h"

#include <sstream>

#include "generate/code/tune_space.h"

namespace warpstring::generate {
namespace {

std::string listText(const std::vector<std::string>& values) {
    std::string text;
    for (const std::string& value : values) text += (text.empty() ? "" : ", ") + value;
    return "[" + text + "]";
}

std::string sizesText(const std::array<std::int64_t, 3>& sizes, int dimensions) {
    std::vector<std::string> values;
    values.reserve(3);
    for (int d = 0; d < dimensions; ++d) values.push_back(std::to_string(sizes[static_cast<std::size_t>(d)]));
    return listText(values);
}

/// [tune]: what is there leaves the results as they are.
std::string tuneText(const GeneratedKernel& kernel, const TuneSpace& space) {
    if (space.empty()) return "";
    const auto number = [](std::int64_t value) { return std::to_string(value); };
    std::vector<std::string> shapes;
    shapes.reserve(space.local.size());
    for (const std::vector<std::int64_t>& local : space.local) {
        std::vector<std::string> sides;
        sides.reserve(local.size());
        for (const std::int64_t side : local) sides.push_back(number(side));
        shapes.push_back(listText(sides));
    }
    std::string text = "\n[tune]\nlocal = " + listText(shapes) + "\n";
    if (space.items.empty()) return text;
    std::vector<std::string> items;
    items.reserve(space.items.size());
    for (const std::int64_t each : space.items) items.push_back(number(each));
    return text + "ITEMS = " + listText(items) + "\nconstraints = [\"" + number(kernel.global[0]) +
           " % (ITEMS * local_0) == 0\"]\n";
}

int dimensionsOf(const GeneratedKernel& kernel) {
    for (int d = 2; d > 0; --d) {
        if (kernel.global[static_cast<std::size_t>(d)] > 1) return d + 1;
    }
    return 1;
}

/// Seeds by the inputs' order, so that a launch and its reference read the same.
std::string bufferText(const Generated& generated, const GeneratedKernel::Argument& argument) {
    const GeneratedBuffer& buffer = generated.buffers[argument.buffer];
    std::ostringstream text;
    text << buffer.name << " = { buffer = \"" << name(buffer.type) << "\", count = " << buffer.count;
    if (buffer.role == GeneratedBuffer::Role::Input) {
        text << ", init = \"random\", seed = " << argument.buffer + 1;
        if (isFloating(buffer.type.scalar)) text << ", range = [0.0, 1.0]";
    } else if (argument.isRead && !argument.isWritten) {
        text << ", init = \"random\", seed = " << argument.buffer + 1;
    }
    text << ", access = \"" << (argument.isWritten ? argument.isRead ? "read-write" : "write" : "read")
         << "\" }";
    return text.str();
}

std::string globalText(const GeneratedKernel& kernel, int dimensions, const TuneSpace& space) {
    if (space.items.empty()) return sizesText(kernel.global, dimensions);
    std::vector<std::string> values = {"\"" + std::to_string(kernel.global[0]) + " / ITEMS\""};
    for (std::size_t d = 1; d < static_cast<std::size_t>(dimensions); ++d)
        values.push_back(std::to_string(kernel.global[d]));
    return listText(values);
}

std::string optionsText(const Generated& generated) {
    return generated.compilerOptions.empty() ? "" : "\noptions = \"" + generated.compilerOptions + "\"";
}

struct LaunchTexts {
    std::string source, description;
    std::string reference; ///< its launch file; empty: none
};

std::string launchText(const Generated& generated, const GeneratedKernel& kernel, const LaunchTexts& texts,
                       const TuneSpace& space) {
    const int dimensions = dimensionsOf(kernel);
    std::string text = "schema = \"warpstring.launch/1\"\ndescription = \"" + texts.description +
                       "\"\nkernel = \"" + kernel.name + "\"\nsource = \"" + texts.source + "\"" +
                       optionsText(generated) + "\nglobal = " + globalText(kernel, dimensions, space) +
                       "\nlocal = " + sizesText(kernel.local, dimensions) + "\n";
    if (!space.items.empty()) text += "\n[macros]\nITEMS = 1\n";
    text += "\n[args]\n";
    for (const GeneratedKernel::Argument& argument : kernel.arguments)
        text += bufferText(generated, argument) + "\n";
    for (const GeneratedScalar& scalar : kernel.scalars)
        text += scalar.name + " = " + (isFloating(scalar.type.scalar) ? "0.5" : "1") + "\n";
    text += tuneText(kernel, space);
    if (!texts.reference.empty()) text += "\n[reference]\nlaunch = \"" + texts.reference + "\"\n";
    return text;
}

} // namespace

Launch launchOf(const Program& program, const Generated& generated, std::size_t index) {
    const GeneratedKernel& kernel = generated.kernels[index];
    Launch launch;
    launch.name = kernel.name;
    launch.kernel = kernel.name;
    launch.source = program.name + ".cl";
    launch.options = generated.compilerOptions;
    launch.range.dimensions = dimensionsOf(kernel);
    for (std::size_t d = 0; d < 3; ++d) {
        launch.range.global[d] = static_cast<std::uint64_t>(kernel.global[d]);
        launch.range.local[d] = static_cast<std::uint64_t>(kernel.local[d]);
    }
    for (const GeneratedKernel::Argument& argument : kernel.arguments) {
        const GeneratedBuffer& buffer = generated.buffers[argument.buffer];
        BufferArgument handed;
        handed.type = buffer.type;
        handed.count = static_cast<std::uint64_t>(buffer.count);
        const bool holdsData =
            buffer.role == GeneratedBuffer::Role::Input || (argument.isRead && !argument.isWritten);
        handed.init = holdsData ? BufferInit::Random : BufferInit::Zero;
        handed.seed = argument.buffer + 1;
        handed.range =
            isFloating(buffer.type.scalar) ? std::array<double, 2>{0, 1} : std::array<double, 2>{0, 127};
        handed.access = argument.isWritten ? argument.isRead ? BufferAccess::ReadWrite : BufferAccess::Write
                                           : BufferAccess::Read;
        launch.arguments[buffer.name] = handed;
    }
    for (const GeneratedScalar& scalar : kernel.scalars) {
        ScalarArgument handed;
        handed.type = scalar.type;
        if (isFloating(scalar.type.scalar))
            handed.value = 0.5;
        else
            handed.value = std::int64_t{1};
        launch.arguments[scalar.name] = handed;
    }
    return launch;
}

Result<Generated> referenceOf(const Program& program) {
    CodeOptions options;
    options.isReference = true;
    Result<Generated> parallel = generateCode(program, options);
    if (!parallel || parallel->kernels.size() == 1) return parallel;
    options.isSerial = true;
    return generateCode(program, options);
}

GeneratedFiles filesOf(const Program& program, const Generated& generated, const Generated& reference,
                       const FileTexts& texts) {
    GeneratedFiles files;
    const std::string source = program.name + ".cl";
    const std::string referenceName = program.name + "-reference";
    std::string heading = "// " + texts.description + "\n";
    std::istringstream lines(texts.heading);
    for (std::string line; std::getline(lines, line);) heading += "// " + line + "\n";
    files[source] = heading + "\n" + withItems(generated).source;
    files[referenceName + ".cl"] = "// " + texts.description +
                                   "\n// By loops alone: what the generated kernels are compared with.\n\n" +
                                   reference.source;
    files[referenceName + ".toml"] =
        launchText(reference, reference.kernels.front(),
                   {referenceName + ".cl", texts.description + ", by loops alone", {}}, {});
    if (!texts.host.empty()) files["reference.c"] = texts.host;
    if (generated.kernels.size() == 1) {
        files[program.name + ".toml"] = launchText(generated, generated.kernels.front(),
                                                   {source, texts.description, referenceName + ".toml"},
                                                   tuneSpaceOf(generated.kernels.front()));
        return files;
    }
    std::string sequence = "schema = \"warpstring.sequence/1\"\ndescription = \"" + texts.description + "\"\n";
    for (std::size_t i = 0; i < generated.kernels.size(); ++i) {
        const GeneratedKernel& kernel = generated.kernels[i];
        const std::string file = program.name + "-" + std::to_string(i + 1) + ".toml";
        std::string description = texts.description;
        description.append(", kernel ").append(std::to_string(i + 1));
        files[file] = launchText(generated, kernel, {source, description, {}}, tuneSpaceOf(kernel));
        sequence += "\n[[step]]\nlaunch = \"" + file + "\"\n[step.buffers]\n";
        for (const GeneratedKernel::Argument& argument : kernel.arguments) {
            const std::string& name = generated.buffers[argument.buffer].name;
            sequence.append(name).append(" = \"").append(name).append("\"\n");
        }
    }
    sequence += "\n[reference]\nlaunch = \"" + referenceName + ".toml\"\n[reference.buffers]\n";
    for (const GeneratedBuffer& buffer : generated.buffers) {
        if (buffer.role == GeneratedBuffer::Role::Result)
            sequence += buffer.name + " = \"" + buffer.name + "\"\n";
    }
    files[program.name + ".sequence.toml"] = sequence;
    return files;
}

} // namespace warpstring::generate
