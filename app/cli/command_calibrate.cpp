// SPDX-License-Identifier: GPL-3.0-or-later
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iostream>
#include <memory>
#include <sstream>

#include "app/cli/commands.h"
#include "app/cli/text_output.h"
#include "app/common/exit_code.h"
#include "app/common/print_diagnostics.h"
#include "calibration/calibration.h"
#include "core/measure/client/worker_process.h"
#include "core/records/record_store.h"

namespace warpstring::cli {

namespace {

struct CalibrateCommandOptions {
    std::string probes, device, base, name, output = "calibrated.toml", keep;
    std::vector<std::string> records;
    double seconds = 280;
    bool quick = false, quiet = false;
};

/// Runs `warpstring-measure --calibrate`, a process of its own as for every driver. Its exit code; -1 when it
/// did not end by itself.
int runMeasuring(const std::filesystem::path& program, const CalibrateCommandOptions& options,
                 const std::string& probes) {
    std::vector<std::string> words{program.string(), "--calibrate",   "-o",
                                   probes,           "--max-seconds", std::to_string(options.seconds)};
    if (!options.device.empty()) words.insert(words.end(), {"--device", options.device});
    if (options.quick) words.emplace_back("--quick");
    std::vector<char*> arguments;
    arguments.reserve(words.size() + 1);
    for (std::string& word : words) arguments.push_back(word.data());
    arguments.push_back(nullptr);
    const pid_t child = ::fork();
    if (child < 0) return -1;
    if (child == 0) {
        // A driver that hangs does not look at the time itself.
        ::alarm(static_cast<unsigned>(options.seconds + 120));
        ::execv(arguments[0], arguments.data());
        ::_exit(127);
    }
    int status = 0;
    while (::waitpid(child, &status, 0) < 0)
        if (errno != EINTR) return -1;
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

Result<std::string> textOf(const std::string& path) {
    std::ifstream in(path, std::ios::binary);
    std::ostringstream text;
    if (!in || std::filesystem::is_directory(path) || !(text << in.rdbuf()) || text.view().empty())
        return Diagnostic{"calibration.base-unreadable",
                          Severity::Error,
                          {path, 0, 0},
                          "the base spec cannot be read",
                          "give a hardware spec file, such as those of hwspecs/"};
    return text.str();
}

Result<std::vector<records::Measurement>> recordsAt(const std::vector<std::string>& paths) {
    std::vector<records::Measurement> all;
    for (const std::string& path : paths) {
        auto found = records::readRecords(path);
        if (!found) return found.diagnostics();
        std::move(found->begin(), found->end(), std::back_inserter(all));
    }
    return all;
}

int runCalibrate(const CalibrateCommandOptions& options) {
    std::string base;
    if (!options.base.empty()) {
        const auto text = textOf(options.base);
        if (!text) return fail(text.diagnostics());
        base = *text;
    }
    const auto measured = recordsAt(options.records);
    if (!measured) return fail(measured.diagnostics());
    std::string probes = options.probes;
    std::filesystem::path scratch;
    // Records alone tell the host's times of the base's device: there is nothing to measure here.
    const bool wantsProbes = options.records.empty() || !options.device.empty() || !probes.empty();
    if (wantsProbes && probes.empty()) {
        const auto program = measure::findWorker();
        if (!program) return fail(program.diagnostics());
        scratch = std::filesystem::temp_directory_path() /
                  ("warpstring-probes-" + std::to_string(::getpid()) + ".jsonl");
        probes = options.keep.empty() ? scratch.string() : options.keep;
        const int code = runMeasuring(*program, options, probes);
        if (code == exitBadInput || code == exitUsage) return code; // it has told
        if (code != exitOk)
            printDiagnostics({{"calibration.incomplete",
                               Severity::Warning,
                               {probes, 0, 0},
                               "the measuring did not end well; what it wrote until then is used",
                               "run it again, or with another --device"}});
    }
    const auto set = wantsProbes ? records::readProbes(probes) : Result(records::ProbeSet());
    std::error_code ignored;
    if (!scratch.empty()) std::filesystem::remove(scratch, ignored);
    if (!set) return fail(set.diagnostics());
    const auto calibrated = calibration::calibrateSpec(*set, base, options.base, options.name, *measured);
    if (!calibrated) return fail(calibrated.diagnostics());
    printDiagnostics(calibrated->warnings);
    if (const auto failed = writeText("spec", options.output, calibrated->text); failed != exitOk)
        return failed;
    if (!options.quiet) std::cout << reportText(*calibrated, *set);
    return exitOk;
}

} // namespace

void addCalibrate(CLI::App& program, int& exit) {
    auto options = std::make_shared<CalibrateCommandOptions>();
    auto* command = program.add_subcommand("calibrate", "a hardware spec from micro-benchmarks");
    auto* probes =
        command->add_option("probes", options->probes,
                            "what 'warpstring-measure --calibrate' wrote; without, a local device is measured");
    auto* device =
        command->add_option("-d,--device", options->device,
                            "measure this one: an index of 'warpstring devices' or a part of a name");
    command->add_option("-b,--base", options->base, "a spec file whose other values, order and comments stay");
    command->add_option("-n,--name", options->name, "name of the spec");
    command->add_option("-o,--output", options->output, "the spec file to write")->capture_default_str();
    command->add_option("--probes-output", options->keep, "keep what is measured in this file");
    command->add_option("--max-seconds", options->seconds, "of the measuring; what does not fit is skipped")
        ->capture_default_str()
        ->check(CLI::Range(1.0, 86400.0));
    command->add_flag("--quick", options->quick, "few micro-benchmarks in small sizes: to see that it works");
    command->add_flag("-q,--quiet", options->quiet, "no report");
    command->add_option(
        "-r,--records", options->records,
        "measurement records (a file or folder): their transfers tell the host's times; without "
        "probes, they alone, of the base's device");
    device->excludes(probes);
    command->callback([options, &exit] { exit = runCalibrate(*options); });
}

} // namespace warpstring::cli
