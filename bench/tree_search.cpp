// SPDX-License-Identifier: GPL-3.0-or-later
// How near Monte Carlo tree search comes to the enumeration: tree_search SPEC SEEDS STATE-FOLDER
// FILE.pattern... goes through all ways of each pattern with numbers at their widest, then searches with parts
// of that budget and several seeds. Prints the tree's best time over the enumeration's. States are kept: the
// second run is quick.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <limits>
#include <vector>

#include "core/files/specs/hardware_spec_file.h"
#include "generate/patterns/read_pattern.h"
#include "generate/search/search.h"

namespace {

using namespace warpstring;
using namespace warpstring::generate;

/// The enumeration's winner with and without ways left out by the closed form.
int compareDominance(const HardwareSpec& spec, const Program& program) {
    batch::GraphCache graphs;
    GenerateOptions options;
    options.method = Method::Enumeration;
    options.threads = 2;
    const auto quick = generate::search(program, spec, graphs, options);
    options.dominance = std::numeric_limits<double>::infinity();
    const auto whole = generate::search(program, spec, graphs, options);
    if (!quick || !whole) return 1;
    std::printf("%-20s %4zu left out, %10.2f us, with all %10.2f us\n", program.name.c_str(), quick->dominated,
                quick->candidates.front().timeUs, whole->candidates.front().timeUs);
    std::fflush(stdout);
    return 0;
}

int study(const HardwareSpec& spec, int seeds, const std::filesystem::path& states, const std::string& file) {
    std::ifstream in(file);
    const std::string text{std::istreambuf_iterator<char>(in), {}};
    const auto program = readPattern(text, file);
    if (!program) return 1;
    if (seeds == 0) return compareDominance(spec, *program);
    auto state = search::SearchState::open(states / (program->name + ".jsonl"),
                                           search::searchRecord(text, "", "", {spec}, ""));
    if (!state) return 1;
    batch::GraphCache graphs;
    GenerateOptions options;
    options.extent = Extent::Wide;
    options.method = Method::Enumeration;
    options.budget = 1U << 20;
    options.threads = 2;
    options.details = 1;
    options.state = state->get();
    const auto all = generate::search(*program, spec, graphs, options);
    static_cast<void>((*state)->flush());
    if (!all) return 1;
    const double least = all->candidates.front().timeUs;
    std::printf("%-20s %6zu ways, %6zu with a time, %5zu dominated; %10.2f us ", program->name.c_str(),
                all->simulated, all->candidates.size(), all->dominated, least);
    options.method = Method::Tree;
    for (const std::size_t part : {50, 20, 10, 4}) {
        double sum = 0, worst = 0;
        options.budget = std::max<std::size_t>(1, all->simulated / part);
        for (int seed = 1; seed <= seeds; ++seed) {
            options.seed = static_cast<std::uint64_t>(seed);
            const auto found = generate::search(*program, spec, graphs, options);
            const double ratio = found ? found->candidates.front().timeUs / least : 100;
            sum += std::log(ratio);
            worst = std::max(worst, ratio);
        }
        std::printf("  1/%zu: %.3f %.3f", part, std::exp(sum / seeds), worst);
    }
    std::printf("\n");
    std::fflush(stdout);
    return 0;
}

} // namespace

int main(int argc, char** argv) {
    if (argc < 5) return 2;
    const auto spec = files::readHardwareSpec(argv[1]);
    if (!spec) return 2;
    int worst = 0;
    for (int i = 4; i < argc; ++i) worst = std::max(worst, study(*spec, std::atoi(argv[2]), argv[3], argv[i]));
    return worst;
}
