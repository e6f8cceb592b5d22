// SPDX-License-Identifier: GPL-3.0-or-later
// Whether derivations keep what programs compute: derivation_check COUNT [SEED [STEPS]] derives random programs
// by random steps and evaluates each form. Prints the first that differ, and how many steps were taken by which
// rule.
#include <cstdio>
#include <iostream>
#include <map>
#include <string>
#include <vector>

#include "core/random/draws.h"
#include "generate/rules/derivation.h"
#include "generate/rules/random_program.h"

namespace {

using namespace warpstring;
using namespace warpstring::generate;

struct Tally {
    std::map<std::string, int> byRule;
    int steps = 0, differences = 0;
};

constexpr std::size_t mostPlaces = 150;

void derive(std::uint64_t seed, std::uint64_t index, int steps, Tally& tally) {
    Program program = randomProgram(seed, index);
    const std::vector<Value> inputs = randomInputs(program, seed, index);
    const Result<Value> expected = evaluate(program, inputs);
    random_kernels::Draws draws(seed + 2, index);
    std::vector<Step> taken;
    for (int step = 0; step < steps && positions(program.body).size() < mostPlaces; ++step) {
        const std::vector<Step> moves = applicable(program.body);
        if (moves.empty()) return;
        taken.push_back(draws.of(moves));
        const Result<Expr> next = after(program.body, taken.back());
        if (next) program.body = *next;
        const Result<Value> value = evaluate(program, inputs);
        ++tally.steps;
        ++tally.byRule[taken.back().rule];
        if (expected && next && value && *value == *expected) continue;
        if (++tally.differences <= 10)
            std::cout << "program " << index << " of seed " << seed << ": " << toJson(taken).compact() << "\n";
        return;
    }
}

} // namespace

int main(int argc, char** argv) {
    if (argc < 2) {
        std::cerr << "derivation_check COUNT [SEED [STEPS]]\n";
        return 2;
    }
    const std::uint64_t count = std::stoull(argv[1]);
    const std::uint64_t seed = argc > 2 ? std::stoull(argv[2]) : 1;
    const int steps = argc > 3 ? std::stoi(argv[3]) : 5;
    Tally tally;
    for (std::uint64_t index = 0; index < count; ++index) derive(seed, index, steps, tally);
    for (const auto& [rule, times] : tally.byRule) std::cout << rule << " " << times << "\n";
    std::cout << count << " programs, " << tally.steps << " steps, " << tally.differences << " differences\n";
    return tally.differences == 0 ? 0 : 1;
}
