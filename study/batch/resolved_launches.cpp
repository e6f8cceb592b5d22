// SPDX-License-Identifier: GPL-3.0-or-later
#include "study/batch/resolved_launches.h"

#include <map>
#include <tuple>

#include "core/files/launches/launch_file.h"
#include "pdg/frontend/build_pdg.h"
#include "study/batch/launch_folders.h"

namespace warpstring::batch {

using records::ResolvedLaunch;

namespace {

/// Types of parameters by name, kept for launches of one sweep that share kernel and options.
class ParameterTypes {
public:
    void addTo(ResolvedLaunch& resolved) {
        if (resolved.reference) {
            ResolvedLaunch reference = *resolved.reference;
            addTo(reference);
            resolved.reference = std::make_shared<const ResolvedLaunch>(std::move(reference));
        }
        const Launch& launch = resolved.launch;
        std::vector<std::string> untyped;
        for (const auto& [parameter, argument] : launch.arguments)
            if (const auto* scalar = std::get_if<ScalarArgument>(&argument); scalar && !scalar->typeGiven)
                untyped.push_back(parameter);
        if (untyped.empty()) return;
        const auto& known = typesOf(resolved);
        for (const auto& parameter : untyped)
            if (const auto type = known.find(parameter); type != known.end())
                resolved.parameterTypes.insert(*type);
    }

private:
    using Types = std::map<std::string, ValueType>;

    const Types& typesOf(const ResolvedLaunch& resolved) {
        const Launch& launch = resolved.launch;
        const auto [slot, isNew] = types_.try_emplace({resolved.sourceText, launch.options, launch.kernel});
        if (!isNew) return slot->second;
        const auto arguments = frontend::listArguments({launch.source.string(), resolved.sourceText},
                                                       launch.kernel, {launch.options, 64, false});
        if (!arguments) return slot->second;
        for (const KernelArgument& argument : *arguments)
            if (argument.kind == KernelArgument::Kind::Scalar) slot->second[argument.name] = argument.element;
        return slot->second;
    }

    std::map<std::tuple<std::string, std::string, std::string>, Types> types_;
};

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
            if (!options.empty()) launch.options += (launch.options.empty() ? "" : " ") + options;
            auto one = records::resolve(launch);
            if (!one) return one.diagnostics();
            types.addTo(*one);
            resolved.push_back(std::move(*one));
        }
    }
    return resolved;
}

} // namespace warpstring::batch
