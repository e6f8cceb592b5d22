// SPDX-License-Identifier: GPL-3.0-or-later
#include "generate/search/search.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "generate/code/launch_files.h"
#include "generate/search/lowering.h"
#include "generate/search/ranking.h"
#include "generate/search/stage_decisions.h"
#include "stringmodel/simulation.h"
#include "tuning/search/parallel_tasks.h"

namespace warpstring::generate {
namespace {

constexpr std::size_t chunkSize = 256; ///< candidates that are looked at together in an enumeration
/// Descents whose costs are told together, whatever the number of threads.
constexpr std::size_t descentsTogether = 4;

/// Where a stage's choices lead: the prefix with the stage lowered, and the whole that is simulated for it.
struct Begun {
    std::optional<Candidate> prefix, whole;
};

std::vector<Begun> begunChoices(const Candidate& prefix, const Path& open, const GenerateOptions& options,
                                std::size_t most) {
    struct Open {
        const Way* way;
        Numbers numbers;
    };
    const std::vector<Way> ways = waysAt(prefix.form.body, open, options.allowed);
    std::vector<Open> all;
    for (const Way& way : ways) {
        for (Numbers& numbers : numbersOf(way, options.extent)) all.push_back({&way, std::move(numbers)});
    }
    std::vector<Begun> begun(all.size());
    search::forEachTask(all.size(), options.threads, [&](unsigned, std::size_t i) {
        if (options.interrupted != nullptr && *options.interrupted) return;
        const std::optional<Choice> choice = all[i].way->choice(all[i].numbers);
        if (!choice) return;
        begun[i].prefix = lowered(prefix, *choice);
        if (begun[i].prefix) begun[i].whole = closed(*begun[i].prefix, options.allowed);
    });
    std::erase_if(begun, [](const Begun& each) { return !each.whole; });
    if (begun.size() > most) begun.resize(most);
    return begun;
}

void enumerate(Candidate prefix, const GenerateOptions& options, Ranking& ranking) {
    for (int stage = 0; stage < mostStages; ++stage) {
        const std::optional<Path> open = openStage(prefix.form.body);
        if (!open || ranking.isStopped() || ranking.looked() >= options.budget) return;
        std::vector<Begun> begun = begunChoices(prefix, *open, options, options.budget - ranking.looked());
        std::optional<std::size_t> best;
        double least = 0;
        for (std::size_t first = 0; first < begun.size() && !ranking.isStopped(); first += chunkSize) {
            const std::size_t end = std::min(begun.size(), first + chunkSize);
            std::vector<Candidate> batch;
            batch.reserve(end - first);
            for (std::size_t i = first; i < end; ++i) batch.push_back(*std::move(begun[i].whole));
            const std::vector<std::optional<double>> times = ranking.rank(std::move(batch));
            for (std::size_t i = 0; i < times.size(); ++i) {
                if (!times[i] || (best && *times[i] >= least)) continue;
                best = first + i;
                least = *times[i];
            }
        }
        if (!best) return;
        prefix = *std::move(begun[*best].prefix);
    }
}

void searchTree(const Candidate& begun, const GenerateOptions& options, Ranking& ranking) {
    Tree tree(stageDecisions(begun, options.allowed, options.extent), options.seed);
    while (ranking.looked() < options.budget && !ranking.isStopped()) {
        const std::size_t together = std::min(descentsTogether, options.budget - ranking.looked());
        std::vector<const Decision*> leaves;
        std::vector<Candidate> batch;
        while (leaves.size() < together) {
            const Decision* leaf = tree.descend();
            if (leaf == nullptr) break;
            leaves.push_back(leaf);
            batch.push_back(candidateOf(*leaf));
        }
        if (leaves.empty()) return;
        const std::vector<std::optional<double>> times = ranking.rank(std::move(batch));
        for (std::size_t i = 0; i < leaves.size(); ++i) tree.tell(leaves[i], times[i]);
    }
}

} // namespace

std::string_view name(Method method) {
    switch (method) {
    case Method::Auto: return "auto";
    case Method::Enumeration: return "enumerate";
    case Method::Tree: return "mcts";
    }
    return "";
}

namespace {

CodeOptions codeOf(const GenerateOptions& options) {
    CodeOptions code;
    code.lockStep = options.lockStep;
    code.isFastMath = options.isFastMath;
    return code;
}

} // namespace

std::size_t enumerationSize(const Program& program, const GenerateOptions& options) {
    std::size_t size = 0;
    Candidate candidate = unlowered(program, codeOf(options), options.allowed);
    for (int stage = 0; stage < mostStages; ++stage) {
        const std::optional<Path> open = openStage(candidate.form.body);
        if (!open) return std::max<std::size_t>(size, 1);
        std::optional<Choice> plainest;
        for (const Way& way : waysAt(candidate.form.body, *open, options.allowed)) {
            const auto fits = std::ranges::find_if(
                way.listed, [&](const Numbers& numbers) { return way.choice(numbers).has_value(); });
            if (fits == way.listed.end()) continue;
            size += numbersOf(way, options.extent).size();
            if (!plainest) plainest = way.choice(*fits);
        }
        std::optional<Candidate> next = plainest ? lowered(candidate, *plainest) : std::nullopt;
        if (!next) return size;
        candidate = *std::move(next);
    }
    return size;
}

Result<Candidate> simulated(const Candidate& candidate, const HardwareSpec& spec, batch::GraphCache& graphs,
                            const Cancellation* cancellation) {
    Candidate result = candidate;
    Result<Generated> generated = generateCode(candidate.form, candidate.code);
    if (!generated) return generated.diagnostics();
    result.generated = *std::move(generated);
    result.kernelsUs.clear();
    result.boundBy.clear();
    for (std::size_t i = 0; i < result.generated.kernels.size(); ++i) {
        const Launch launch = launchOf(result.form, result.generated, i);
        const auto graph = graphs.graphFor(launch, result.generated.source, spec.device.addressBits, false,
                                           cancellation, spec.execution.warpSize);
        if (!*graph) return graph->diagnostics();
        SimulationOptions options;
        options.cancellation = cancellation;
        const auto simulation = simulate(**graph, launch, spec, options);
        if (!simulation) return simulation.diagnostics();
        result.kernelsUs.push_back(simulation->kernelTimeUs());
        result.boundBy.push_back(simulation->boundBy());
    }
    result.timeUs = std::accumulate(result.kernelsUs.begin(), result.kernelsUs.end(), 0.0);
    return result;
}

Result<GenerateResult> search(const Program& program, const HardwareSpec& spec, batch::GraphCache& graphs,
                              const GenerateOptions& options) {
    Ranking ranking(spec, graphs, options);
    const Candidate begun = unlowered(program, codeOf(options), options.allowed);
    Method method = options.method;
    if (!openStage(program.body)) { // every stage is lowered by who wrote it
        method = Method::Enumeration;
        static_cast<void>(ranking.rank({begun}));
    } else {
        if (method == Method::Auto)
            method = enumerationSize(program, options) > options.budget ? Method::Tree : Method::Enumeration;
        if (method == Method::Tree)
            searchTree(begun, options, ranking);
        else
            enumerate(begun, options, ranking);
    }
    Result<GenerateResult> result = ranking.result(program);
    if (result) result->method = method;
    return result;
}

} // namespace warpstring::generate
