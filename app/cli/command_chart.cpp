// SPDX-License-Identifier: GPL-3.0-or-later
// Charts are drawn by a program of its own, warpstring-chart: this one links no Qt.
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <unistd.h>

#include "app/cli/commands.h"
#include "app/common/exit_code.h"
#include "app/common/print_diagnostics.h"
#include "core/process/program_run.h"

namespace warpstring::cli {

namespace {

/// $WARPSTRING_CHART, beside this program, where the build put it, or on the PATH.
std::filesystem::path findChartProgram() {
    constexpr auto name = "warpstring-chart";
    if (const char* given = std::getenv("WARPSTRING_CHART"); given != nullptr && *given != 0)
        return process::isProgram(given) ? given : "";
    std::error_code ignored;
    const auto self = std::filesystem::read_symlink("/proc/self/exe", ignored);
    for (const std::filesystem::path& candidate :
         {self.parent_path() / name, std::filesystem::path(WARPSTRING_CHART_PROGRAM)})
        if (process::isProgram(candidate)) return candidate;
    return process::findProgram(name).value_or(std::filesystem::path());
}

int failWithHint(const std::string& code, const std::string& message, const std::string& hint) {
    return cli::fail({{code, Severity::Error, {}, message, hint}});
}

/// Becomes that program: its exit code and what signals do to it are this program's.
int runChart(std::vector<std::string> arguments) {
    const auto program = findChartProgram();
    if (program.empty())
        return failWithHint(
            "chart.not-installed", "the program that draws charts, warpstring-chart, is not installed",
            "it comes with the desktop program: install that, or configure with WARPSTRING_GUI=ON; "
            "WARPSTRING_CHART may name it");
    arguments.insert(arguments.begin(), program.string());
    std::vector<char*> words;
    words.reserve(arguments.size() + 1);
    for (std::string& argument : arguments) words.push_back(argument.data());
    words.push_back(nullptr);
    ::execv(program.c_str(), words.data());
    return failWithHint("chart.start", program.string() + " cannot be started: " + std::strerror(errno),
                        "is it a program for this machine?");
}

} // namespace

void addChart(CLI::App& program, int& exit) {
    auto* command = program.add_subcommand(
        "chart", "charts of simulated beside measured as SVG, PNG or PDF, and an HTML report");
    command->set_help_flag();
    command->prefix_command();
    command->callback([command, &exit] { exit = runChart(command->remaining()); });
}

} // namespace warpstring::cli
