// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/common/simulation_choice.h"

#include <algorithm>
#include <map>

#include "core/files/specs/hardware_spec_file.h"

namespace warpstring::cli {

std::vector<std::string> namedSpecs(const std::vector<std::string>& names,
                                    const std::vector<std::filesystem::path>& folders) {
    std::vector<std::string> all;
    const auto add = [&](const std::string& name) {
        if (std::find(all.begin(), all.end(), name) == all.end()) all.push_back(name);
    };
    for (const auto& name : names) {
        if (name != "all") {
            add(name);
            continue;
        }
        for (const auto& path : files::listHardwareSpecs(folders)) add(path.stem().string());
    }
    return all;
}

void addModel(CLI::App& command, ModelChoice& model) {
    static const std::map<std::string, ModelChoice> names{{"by-spec", ModelChoice::BySpec},
                                                          {"closed-form", ModelChoice::ClosedForm},
                                                          {"timeline", ModelChoice::Timeline}};
    command
        .add_option(
            "--model", model,
            "the model whose time is reported: closed-form (the paper's walk, fast), timeline, or by-spec: "
            "timeline where the spec has pipes")
        ->transform(CLI::CheckedTransformer(names).description(""))
        ->option_text("NAME");
}

void addRegisters(CLI::App& command, std::optional<RegisterRequest>& registers) {
    command
        .add_option_function<std::string>(
            "--registers",
            [&registers](const std::string& text) {
                if (auto request = parseRegisterRequest(text)) registers = *request;
            },
            "registers of a work-item: a number, device (what LLVM says where the spec names its target, "
            "else as estimated), estimate (from the graph alone), or ptxas: what NVIDIA's assembler on "
            "this machine says; the launch file's without")
        ->check([](const std::string& text) -> std::string {
            const auto request = parseRegisterRequest(text);
            if (request) return "";
            const Diagnostic& fault = request.diagnostics().front();
            return fault.message + " [" + fault.code + "]: " + fault.hint;
        })
        ->option_text("N|device|estimate|ptxas");
}

} // namespace warpstring::cli
