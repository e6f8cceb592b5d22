// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/generate_options.h"

#include "generate/rules/rule.h"

namespace warpstring::cli {

void GenerateCommand::addTo(CLI::App& command) {
    command
        .add_option("file", file,
                    "a .pattern file, or a .c file with #pragma warpstring; docs/generate.md has both")
        ->required();
    command.add_option("-s,--spec", specs,
                       "hardware specs, by name or path; several lay their winners beside each other");
    command.add_option("--spec-dir", specFolder, "a folder of specs that is looked through first");
    command.add_option("-o,--output", output,
                       "the folder that gets the winner's kernels, launch files and reference");
    command.add_option("-D,--size", sizes, "NAME=VALUE: a size in the place of the file's");
    const CLI::Validator rule(
        [](std::string& name) {
            return generate::findRule(name) != nullptr
                       ? std::string()
                       : "there is no rule \"" + name + "\" (docs/generate.md has them)";
        },
        "");
    command.add_option("--allow", allow, "rules that may be taken; no others are")->check(rule);
    command.add_option("--forbid", forbid, "rules that may not be taken")->check(rule);
    command
        .add_option("--search", search,
                    "enumerate: all ways, stage by stage; mcts: Monte Carlo tree search over all stages; auto: "
                    "the first where it is within the budget, else the second")
        ->check(CLI::IsMember({"auto", "enumerate", "mcts"}))
        ->capture_default_str();
    command.add_flag("--wide", wide, "also numbers around and between those that are usually tried");
    command.add_option("--budget", budget, "ways that are simulated at most, for each device")
        ->capture_default_str();
    command.add_option("--seed", seed, "of the tree search")->capture_default_str();
    command.add_option("--state", state,
                       "a file that keeps what was found out, for the same search to go on from");
    command.add_option("--top", top, "ways that are listed")->capture_default_str();
    command.add_option("--write-top", writeTop, "how many of the fastest ways --output gets, a folder each")
        ->check(CLI::Range(1, 1000))
        ->capture_default_str();
    command.add_flag("--no-verify", noVerify, "do not run the winner beside the reference before it is shown");
    command.add_option("--measure", measure, "run so many of the fastest ways, simulated beside measured")
        ->check(CLI::Range(1, 1000));
    command.add_option(
        "-d,--device", device,
        "which OpenCL device runs them: an index of 'warpstring devices' or a part of a name; the "
        "first GPU, else the first device, without");
    command.add_option("-j,--jobs", jobs, "threads")->check(CLI::Range(1, 256))->capture_default_str();
    command
        .add_option("--lock-step", lockStep,
                    "work-items that the device runs in lock step: 32 leaves out barriers within a warp")
        ->check(CLI::IsMember({1, 32, 64}))
        ->capture_default_str();
    command.add_flag("--fast-math", fastMath,
                     "let the compiler take native functions, less exact, and reorder sums: "
                     "-cl-fast-relaxed-math in the launch files");
    command.add_flag("--explain", explain, "the derivation, rule by rule");
    command.add_option(
        "--tree", tree,
        "a picture, FILE.svg or FILE.dot: the winner's derivation, and the ways by their stages");
    command.add_flag("--json", json, "the answer as JSON, schema warpstring.generate/1");
    command.add_flag("-q,--quiet", quiet, "no progress on stderr");
}

} // namespace warpstring::cli
