// SPDX-License-Identifier: GPL-3.0-or-later
#include "generate/check/generated_check.h"

#include "generate/check/device_run.h"
#include "generate/check/random_way.h"
#include "generate/rules/random_program.h"

namespace warpstring::generate {
namespace {

std::string told(std::uint64_t seed, std::uint64_t index, const RandomWay& way, const std::string& what) {
    std::string text = "program " + std::to_string(index) + " of seed " + std::to_string(seed) + ": " + what;
    text += "\n" + toJson(way.derivation.steps).compact() + "\n" + way.generated.source;
    for (const GeneratedKernel& kernel : way.generated.kernels) {
        text += "// " + kernel.name + ":";
        for (std::size_t d = 0; d < 3; ++d)
            text += " " + std::to_string(kernel.global[d]) + "/" + std::to_string(kernel.local[d]);
        text += "\n";
    }
    return text;
}

} // namespace

CheckTally checkGenerated(const CheckOptions& options) {
    CheckTally tally;
    for (; tally.programs < options.programs && tally.equal + tally.wrong < options.kernels; ++tally.programs) {
        const std::uint64_t index = options.first + tally.programs;
        if (options.onProgram) options.onProgram(index);
        const Program program = randomProgram(options.seed, index);
        const std::vector<Value> inputs = randomInputs(program, options.seed, index);
        const Result<Value> expected = evaluate(program, inputs);
        const Result<RandomWay> way = randomWay(program, options.seed, index);
        if (!expected || !way) {
            ++tally.refused[(expected ? way.diagnostics() : expected.diagnostics()).front().code];
            continue;
        }
        for (const Step& step : way->derivation.steps) ++tally.rules[step.rule];
        const Result<Value> value = runOnDevice(way->form, way->generated, inputs, options.device);
        if (value && *value == *expected) {
            ++tally.equal;
            continue;
        }
        ++tally.wrong;
        if (options.onFault)
            options.onFault(told(options.seed, index, *way,
                                 value ? toText(*value) + " instead of " + toText(*expected)
                                       : toText(value.diagnostics().front())));
    }
    return tally;
}

} // namespace warpstring::generate
