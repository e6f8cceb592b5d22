// SPDX-License-Identifier: GPL-3.0-or-later
#include "study/batch/resolved_launches.h"

#include <map>
#include <tuple>

#include "core/files/launches/launch_file.h"
#include "core/records/struct_bytes.h"
#include "pdg/frontend/build_pdg.h"
#include "study/batch/launch_folders.h"

namespace warpstring::batch {

using records::ResolvedLaunch;

namespace {

/// Types of parameters by name, kept for launches of one sweep that share kernel and options.
class ParameterTypes {
public:
    /// Fails where a struct of the launch is not the kernel's.
    Diagnostics addTo(ResolvedLaunch& resolved) {
        if (resolved.reference) {
            ResolvedLaunch reference = *resolved.reference;
            if (auto faults = addTo(reference); !faults.empty()) return faults;
            resolved.reference = std::make_shared<const ResolvedLaunch>(std::move(reference));
        }
        const Launch& launch = resolved.launch;
        for (const auto& [parameter, argument] : launch.arguments) {
            const auto* scalar = std::get_if<ScalarArgument>(&argument);
            const auto* structure = std::get_if<StructArgument>(&argument);
            if (std::holds_alternative<BufferArgument>(argument) ||
                std::holds_alternative<LocalArgument>(argument) || (scalar != nullptr && scalar->typeGiven))
                continue;
            const auto& known = typesOf(resolved);
            const auto found = known.find(parameter);
            if (found == known.end()) continue;
            if (const auto type = typeOf(found->second); !type.empty())
                resolved.parameterTypes[parameter] = type;
            if (structure == nullptr || found->second.kind != KernelArgument::Kind::Struct) continue;
            auto bytes =
                records::structBytes(*structure, found->second.layout, parameter, {launch.file.string(), 0, 0});
            if (!bytes) return bytes.diagnostics();
            if (structure->bytes.empty()) resolved.structBytes[parameter] = std::move(*bytes);
        }
        return {};
    }

private:
    /// Of what is passed as one thing; empty for all else.
    static std::string typeOf(const KernelArgument& argument) {
        switch (argument.kind) {
        case KernelArgument::Kind::Scalar: return name(argument.element);
        case KernelArgument::Kind::Image: return std::string(name(argument.shape));
        case KernelArgument::Kind::Sampler: return "sampler_t";
        default: return "";
        }
    }

    using Types = std::map<std::string, KernelArgument>;

    const Types& typesOf(const ResolvedLaunch& resolved) {
        const Launch& launch = resolved.launch;
        const auto [slot, isNew] = types_.try_emplace({resolved.sourceText, launch.options, launch.kernel});
        if (!isNew) return slot->second;
        const auto arguments = frontend::listArguments({launch.source.string(), resolved.sourceText},
                                                       launch.kernel, {launch.options, 64, false});
        if (!arguments) return slot->second;
        for (const KernelArgument& argument : *arguments) slot->second[argument.name] = argument;
        return slot->second;
    }

    std::map<std::tuple<std::string, std::string, std::string>, Types> types_;
};

void addOptions(Launch& launch, const std::string& options) {
    if (!options.empty()) launch.options += (launch.options.empty() ? "" : " ") + options;
}

void addOptions(std::vector<SequenceStep>& steps, const std::string& options) {
    for (SequenceStep& step : steps) {
        if (!step.isGroup()) addOptions(step.launch, options);
        addOptions(step.steps, options);
    }
}

} // namespace

Result<std::vector<ResolvedLaunch>> resolveLaunches(const std::vector<std::filesystem::path>& paths,
                                                    const std::string& options) {
    const auto files = openLaunches(paths);
    if (!files) return files.diagnostics();
    return resolveLaunches(*files, options);
}

Result<std::vector<ResolvedLaunch>> resolveLaunches(const std::vector<files::LaunchSweep>& files,
                                                    const std::string& options) {
    std::vector<ResolvedLaunch> resolved;
    ParameterTypes types;
    for (const files::LaunchSweep& sweep : files) {
        const std::string* text = sweep.givenText();
        auto file =
            text != nullptr ? files::parseLaunchFile(*text, sweep.path()) : files::readLaunchFile(sweep.path());
        if (!file) return file.diagnostics();
        for (Launch& launch : file->launches) {
            addOptions(launch, options);
            auto one = records::resolve(launch);
            if (!one) return one.diagnostics();
            if (auto faults = types.addTo(*one); !faults.empty()) return faults;
            resolved.push_back(std::move(*one));
        }
    }
    return resolved;
}

Result<records::ResolvedSequence> resolveSequence(Sequence sequence, const std::string& options) {
    addOptions(sequence.steps, options);
    if (sequence.reference) addOptions(sequence.reference->launch, options);
    auto resolved = records::resolve(sequence);
    if (!resolved) return resolved;
    ParameterTypes types;
    for (ResolvedLaunch& launch : resolved->launches)
        if (auto faults = types.addTo(launch); !faults.empty()) return faults;
    if (!resolved->reference) return resolved;
    ResolvedLaunch reference = *resolved->reference;
    if (auto faults = types.addTo(reference); !faults.empty()) return faults;
    resolved->reference = std::make_shared<const ResolvedLaunch>(std::move(reference));
    return resolved;
}

} // namespace warpstring::batch
