// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/models/session/launch_draft.h"

#include <algorithm>
#include <array>

#include "core/files/launches/launch_file.h"
#include "core/files/launches/launch_sweep.h"
#include "core/value_type.h"
#include "pdg/frontend/build_pdg.h"

namespace warpstring::gui {

namespace {

/// In how many dimensions the kernel asks for its IDs, going by its text: a guess like the rest.
int dimensionsOf(const std::string& text) {
    for (const int dimension : {2, 1})
        for (const char* function : {"get_global_id(", "get_group_id(", "get_local_id("})
            if (text.find(function + std::to_string(dimension) + ")") != std::string::npos)
                return dimension + 1;
    return 1;
}

std::string list(const std::vector<std::string>& values) {
    std::string text = "[";
    for (const std::string& value : values) text += (text.size() > 1 ? ", " : "") + value;
    return text + "]";
}

/// The names of the draft's two sizes: expressions name constants and arguments alike.
struct SizeNames {
    std::string side, items;
};

std::string freeName(const std::vector<KernelArgument>& arguments, std::string name) {
    const auto taken = [&] {
        return std::any_of(arguments.begin(), arguments.end(),
                           [&](const KernelArgument& argument) { return argument.name == name; });
    };
    while (taken()) name += "_";
    return name;
}

std::string argumentLine(const KernelArgument& argument, const SizeNames& sizes) {
    switch (argument.kind) {
    case KernelArgument::Kind::Scalar: {
        const bool whole = !isFloating(argument.element.scalar);
        return argument.name + (whole ? " = \"" + sizes.side + "\"" : " = 1.0");
    }
    case KernelArgument::Kind::Shared: return argument.name + " = { local = 4096 }";
    case KernelArgument::Kind::Image: {
        constexpr std::array<const char*, 3> imageSizes{"4096", "1024, 1024", "128, 128, 64"};
        return argument.name + " = { image = [" +
               imageSizes[static_cast<std::size_t>(dimensions(argument.shape) - 1)] +
               "], order = \"RGBA\", format = \"UNORM_INT8\", access = \"" +
               (argument.readOnly                 ? "read"
                : argument.access == "write_only" ? "write"
                                                  : "read-write") +
               "\" }";
    }
    case KernelArgument::Kind::Sampler:
        return argument.name +
               " = { sampler = { normalized = false, addressing = \"clamp_to_edge\", filter = \"nearest\" } }";
    default: break;
    }
    return argument.name + " = { buffer = \"" + name(argument.element) + "\", count = \"" + sizes.items +
           "\", init = \"random\", seed = 1, access = \"" + (argument.readOnly ? "read" : "read-write") +
           "\" }";
}

} // namespace

Result<std::string> draftLaunch(const std::filesystem::path& source, const std::string& text) {
    const frontend::KernelSource kernelSource{source.string(), text};
    const auto kernels = listKernels(kernelSource, {});
    if (!kernels) return kernels.diagnostics();
    if (kernels->empty())
        return Diagnostic{"frontend.no-kernel",
                          Severity::Error,
                          {source.string(), 1, 0},
                          "the source holds no kernel",
                          "a kernel is a function marked __kernel"};
    const auto pdg = buildPdg(kernelSource, kernels->front(), {});
    if (!pdg) return pdg.diagnostics();

    const int dimensions = pdg->requiredGroupSize.empty() ? dimensionsOf(text) : 3;
    std::vector<std::string> local{"256"};
    if (dimensions == 2) local = {"16", "16"};
    if (dimensions == 3) local = {"8", "8", "4"};
    if (!pdg->requiredGroupSize.empty()) {
        local.clear();
        for (const int size : pdg->requiredGroupSize) local.push_back(std::to_string(size));
    }
    const std::string side = dimensions == 1 ? "1048576" : dimensions == 2 ? "1024" : "128";
    const SizeNames sizes{freeName(pdg->arguments, dimensions == 1 ? "size" : "side"),
                          freeName(pdg->arguments, "items")};
    std::string product = sizes.side;
    for (int d = 1; d < dimensions; ++d) product += " * " + sizes.side;
    std::string draft =
        "# Drafted: every size and value is a guess. Correct what is wrong, then save.\n"
        "schema = \"warpstring.launch/1\"\n"
        "kernel = \"" +
        pdg->kernel + "\"\nsource = \"" + source.filename().string() + "\"\n" + "global = " +
        list(std::vector<std::string>(static_cast<std::size_t>(dimensions), "\"" + sizes.side + "\"")) +
        "\nlocal = " + list(local) + "\n\n[constants]\n" + sizes.side + " = " + side + "\n" + sizes.items +
        " = \"" + product + "\"\n";
    if (!pdg->arguments.empty()) draft += "\n[args]\n";
    for (const KernelArgument& argument : pdg->arguments) draft += argumentLine(argument, sizes) + "\n";
    return draft;
}

std::vector<std::filesystem::path> launchFilesOf(const std::filesystem::path& source) {
    std::vector<std::filesystem::path> single, swept;
    std::error_code ignored;
    const auto wanted = std::filesystem::weakly_canonical(source, ignored);
    for (const auto& entry : std::filesystem::directory_iterator(source.parent_path(), ignored)) {
        if (entry.path().extension() != ".toml") continue;
        auto sweep = files::LaunchSweep::open(entry.path());
        if (!sweep) continue;
        const auto launch = sweep->at(0);
        if (!launch || std::filesystem::weakly_canonical(launch->source, ignored) != wanted) continue;
        (sweep->count() == 1 ? single : swept).push_back(entry.path());
    }
    std::sort(single.begin(), single.end());
    std::sort(swept.begin(), swept.end());
    single.insert(single.end(), swept.begin(), swept.end());
    return single;
}

Diagnostic draftedNote(const std::filesystem::path& launch) {
    return {"launch.drafted",
            Severity::Warning,
            {launch.string(), 1, 0},
            "no launch file uses this source: sizes and arguments are guessed",
            "correct the launch beside the source, then save it"};
}

} // namespace warpstring::gui
