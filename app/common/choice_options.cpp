// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/common/choice_options.h"

namespace warpstring::cli {

namespace {

/// Reads each value of an option, in the order of the command line.
template <class Read>
void addEach(CLI::App& command, const std::string& names, const std::string& form, const std::string& help,
             const Read& read) {
    command
        .add_option_function<std::vector<std::string>>(
            names,
            [read](const std::vector<std::string>& values) {
                for (const auto& value : values)
                    if (const Diagnostics faults = read(value); !faults.empty())
                        throw CLI::ValidationError(faults.front().message + "\n  hint: " + faults.front().hint);
            },
            help)
        ->type_name(form)
        ->allow_extra_args(false)
        ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll)
        ->group("Launch");
}

} // namespace

void ChoiceOptions::addTo(CLI::App& command) {
    const auto choice = choice_;
    command.add_option("--kernel", choice->kernel, "the kernel, where the source holds several")
        ->type_name("NAME")
        ->group("Launch");
    addEach(command, "--global", "SIZES", "work-items: 1024x1024, or \"n,n\" with names of arguments",
            [choice](const auto& text) { return drafting::readSizes("global", text, choice->global); });
    addEach(command, "--local", "SIZES", "work-items of a work-group: 16x16",
            [choice](const auto& text) { return drafting::readSizes("local", text, choice->local); });
    addEach(command, "--arg", "NAME=VALUE", "a scalar argument: n=4096, pitch=n+1",
            [choice](const auto& text) { return drafting::readScalar(text, *choice); });
    addEach(command, "--buffer", "NAME=TYPE:COUNT[:DATA]",
            "a buffer: a=float:n*n:random, a=struct(24):n; DATA is zero, random(0,9), constant(1), iota, "
            "permutation, "
            "offsets(2,8) or file(a.bin)",
            [choice](const auto& text) { return drafting::readBuffer(text, *choice); });
    addEach(command, "--image", "NAME=SIZES[:TYPE[:ORDER]]",
            "an image: in=1024x768:FLOAT:R; without a format, UNORM_INT8 and RGBA",
            [choice](const auto& text) { return drafting::readImage(text, *choice); });
    addEach(command, "--sampler", "NAME=WORDS",
            "a sampler: how=linear:repeat:normalized; without words, nearest and clamp_to_edge",
            [choice](const auto& text) { return drafting::readSampler(text, *choice); });
    addEach(command, "--struct", "NAME=MEMBER:VALUE,...", "a struct by value: p=n:4096,alpha:1.5",
            [choice](const auto& text) { return drafting::readStruct(text, *choice); });
    addEach(command, "--local-memory", "NAME=BYTES", "a __local argument",
            [choice](const auto& text) { return drafting::readLocalMemory(text, *choice); });
    addEach(command, "-D,--define", "NAME=VALUE", "a macro of the kernel's source",
            [choice](const auto& text) { return drafting::readMacro(text, *choice); });
    addEach(command, "-I,--include", "DIR", "a folder in which the source's includes are looked up",
            [choice](const auto& text) {
                choice->includes.push_back(text);
                return Diagnostics{};
            });
}

} // namespace warpstring::cli
