// SPDX-License-Identifier: GPL-3.0-or-later
#include "tuning/search/search.h"

#include <algorithm>
#include <limits>
#include <mutex>
#include <set>
#include <unordered_map>

#include "tuning/search/annealing.h"
#include "tuning/search/parallel_tasks.h"
#include "tuning/search/variant_rows.h"
#include "tuning/search/variant_signature.h"

namespace warpstring::search {

namespace {

constexpr std::uint64_t chains = 4; ///< of annealing, a device

void note(Exclusions& exclusions, const SearchSpace& space, VariantId id, const KnownVariant& known) {
    if (!known.fault) return;
    Exclusion& exclusion = exclusions[{known.figures.outcome, known.fault->code}];
    if (exclusion.count++ > 0) return;
    exclusion.variant = space.nameOf(id);
    exclusion.first = *known.fault;
}

/// Progress of all threads.
class Progress {
public:
    Progress(const SearchOptions& options, std::uint64_t total) : options_(options), total_(total) {}

    void add(std::uint64_t done) {
        if (!options_.onProgress) return;
        const std::lock_guard lock(mutex_);
        done_ += done;
        options_.onProgress(std::min(done_, total_), total_);
    }

private:
    const SearchOptions& options_;
    std::uint64_t total_;
    std::mutex mutex_;
    std::uint64_t done_ = 0;
};

class Searching {
public:
    Searching(VariantTextCache& texts, batch::GraphCache& graphs, const std::vector<HardwareSpec>& specs,
              const SearchOptions& options, const VariantRows* rows)
        : texts_(texts), options_(options), rows_(rows) {
        for (const HardwareSpec& spec : specs) {
            result_.devices.emplace_back();
            result_.devices.back().spec = spec;
        }
        for (unsigned thread = 0; thread < std::max(1U, options.threads); ++thread)
            evaluators_.push_back(std::make_unique<VariantEvaluator>(texts, graphs, options.settings));
    }

    SearchResult run() {
        result_.counts = texts_.space().count();
        result_.isExhaustive = result_.counts.isWhole && result_.counts.valid <= options_.evaluations;
        if (rows_ != nullptr) result_.isExhaustive = true;
        rankStart();
        if (result_.isExhaustive)
            goThroughAll();
        else
            annealAll();
        for (DeviceSearch& device : result_.devices)
            std::sort(device.variants.begin(), device.variants.end(),
                      [](const FoundVariant& a, const FoundVariant& b) { return a.id < b.id; });
        return std::move(result_);
    }

private:
    struct Task {
        VariantId id = 0;
        std::uint64_t place = 0; ///< among the valid ones
        std::optional<Result<Variant>> variant;
        std::string signature; ///< empty: of no other one
        std::optional<KnownVariant> known;
        FirstLook look;
        bool isAlias = false;
    };

    [[nodiscard]] bool isStopped() const { return options_.cancel != nullptr && *options_.cancel; }

    void rankStart() {
        for (DeviceSearch& device : result_.devices) {
            const Cancellation cancellation(options_.cancel);
            VariantEvaluator& evaluator = *evaluators_.front();
            const FirstLook look = evaluator.look(evaluator.make(std::nullopt), device.spec, &cancellation);
            device.startFault = look.fault;
            device.start = look.fault ? look.figures : evaluator.rank(look, device.spec, &cancellation);
        }
    }

    void goThroughAll() {
        Progress progress(options_, result_.counts.valid * result_.devices.size());
        std::vector<Task> chunk;
        leastClosed_.assign(result_.devices.size(), std::numeric_limits<double>::infinity());
        if (startIsIn(texts_.space()))
            for (std::size_t at = 0; at < result_.devices.size(); ++at)
                if (!result_.devices[at].startFault) leastClosed_[at] = result_.devices[at].start.closedFormUs;
        firsts_.resize(result_.devices.size());
        std::uint64_t place = 0;
        static_cast<void>(texts_.space().forEachValid([&](const Choice& choice) {
            chunk.emplace_back();
            chunk.back().id = texts_.space().idOf(choice);
            chunk.back().place = place++;
            if (chunk.size() == searchChunk) {
                runChunk(chunk, progress);
                chunk.clear();
            }
            return !isStopped();
        }));
        if (!isStopped()) runChunk(chunk, progress);
        result_.isComplete = !isStopped();
    }

    void runChunk(std::vector<Task>& chunk, Progress& progress) {
        forEachTask(chunk.size(), options_.threads, [&](unsigned thread, std::size_t i) {
            Task& task = chunk[i];
            if (rows_ != nullptr) {
                task.signature = rows_->signatureOf(task.place);
                return;
            }
            task.variant = evaluators_[thread]->make(task.id);
            const Result<Variant>& variant = *task.variant;
            if (variant) task.signature = signatureOf(*variant);
        });
        for (std::size_t device = 0; device < result_.devices.size() && !isStopped(); ++device)
            runChunkOn(device, chunk, progress);
    }

    void runChunkOn(std::size_t at, std::vector<Task>& chunk, Progress& progress) {
        DeviceSearch& device = result_.devices[at];
        const Cancellation cancellation(options_.cancel);
        const bool twoSteps = hasTimeline(device.spec, options_.settings.model);
        std::set<std::string> begun;
        for (Task& task : chunk) {
            task.known.reset();
            if (options_.state != nullptr) task.known = options_.state->find(at, task.id);
            task.isAlias = !task.signature.empty() && !task.known &&
                           (firsts_[at].contains(task.signature) || !begun.insert(task.signature).second);
        }
        forEachTask(chunk.size(), options_.threads, [&](unsigned thread, std::size_t i) {
            Task& task = chunk[i];
            task.look = {};
            if (task.known || task.isAlias || cancellation.isStopped()) return;
            if (rows_ != nullptr)
                task.look = rows_->lookAt(task.place, at);
            else
                task.look = evaluators_[thread]->look(*task.variant, device.spec, &cancellation);
            if (task.look.fault && cancellation.reason() == StopReason::None)
                task.known = KnownVariant{task.look.figures, task.look.fault};
        });
        for (const Task& task : chunk) {
            const double closed =
                task.known ? task.known->figures.closedFormUs : task.look.figures.closedFormUs;
            if (closed > 0) leastClosed_[at] = std::min(leastClosed_[at], closed);
        }
        std::atomic<std::uint64_t> simulations = 0;
        forEachTask(chunk.size(), options_.threads, [&](unsigned thread, std::size_t i) {
            Task& task = chunk[i];
            const bool isLookedAt = rows_ != nullptr ? !task.isAlias : task.look.simulation.has_value();
            if (task.known || !isLookedAt || cancellation.isStopped()) return;
            VariantFigures figures = task.look.figures;
            if (twoSteps && figures.closedFormUs > options_.dominance * leastClosed_[at]) {
                figures = {Outcome::Dominated, figures.closedFormUs, figures.closedFormUs};
            } else if (rows_ != nullptr) {
                figures = rows_->figuresAt(task.place, at);
                ++simulations;
            } else {
                figures = evaluators_[thread]->rank(task.look, device.spec, &cancellation);
                ++simulations;
            }
            task.look.simulation.reset();
            if (cancellation.reason() == StopReason::None) task.known = KnownVariant{figures, std::nullopt};
        });
        device.simulations += simulations;
        keep(at, chunk);
        progress.add(chunk.size());
    }

    void keep(std::size_t at, std::vector<Task>& chunk) {
        DeviceSearch& device = result_.devices[at];
        for (Task& task : chunk) {
            if (task.isAlias)
                if (const auto first = firsts_[at].find(task.signature); first != firsts_[at].end())
                    task.known = first->second;
            if (!task.known) continue;
            if (!task.signature.empty()) firsts_[at].emplace(task.signature, *task.known);
            device.variants.push_back({task.id, task.known->figures});
            note(device.exclusions, texts_.space(), task.id, *task.known);
            if (options_.state != nullptr) options_.state->add(at, task.id, *task.known);
        }
    }

    void annealAll() {
        const std::uint64_t each = std::max<std::uint64_t>(1, options_.evaluations / chains);
        Progress progress(options_, each * chains * result_.devices.size());
        for (std::size_t device = 0; device < result_.devices.size(); ++device)
            annealOn(device, each, progress);
        result_.isComplete = !isStopped();
    }

    void annealOn(std::size_t at, std::uint64_t evaluations, Progress& progress) {
        DeviceSearch& device = result_.devices[at];
        std::vector<std::map<VariantId, KnownVariant>> found(chains);
        std::atomic<std::uint64_t> simulations = 0;
        forEachTask(chains, options_.threads, [&](unsigned thread, std::size_t chain) {
            double leastClosed = std::numeric_limits<double>::infinity();
            const VariantTime timeOf = [&](VariantId id) -> std::optional<double> {
                const Cancellation cancellation(options_.cancel);
                if (cancellation.isStopped()) return std::nullopt;
                const auto known =
                    evaluate(*evaluators_[thread], at, id, leastClosed, cancellation, simulations);
                progress.add(1);
                if (cancellation.reason() != StopReason::None) return std::nullopt;
                found[chain].emplace(id, known);
                return known.fault ? std::nullopt : std::optional(known.figures.timeUs);
            };
            AnnealingOptions how;
            how.evaluations = evaluations;
            how.seed = options_.seed + 1000 * chain;
            if (chain == 0) how.start = texts_.space().start();
            static_cast<void>(anneal(texts_.space(), how, timeOf));
        });
        device.simulations = simulations;
        std::map<VariantId, KnownVariant> all;
        for (auto& chain : found) // where chains differ on what is dominated, what was ranked counts
            for (auto& [id, known] : chain)
                if (const auto [entry, isNew] = all.emplace(id, known);
                    !isNew && known.figures.outcome == Outcome::Ranked)
                    entry->second = known;
        for (const auto& [id, known] : all) {
            device.variants.push_back({id, known.figures});
            note(device.exclusions, texts_.space(), id, known);
        }
    }

    KnownVariant evaluate(VariantEvaluator& evaluator, std::size_t at, VariantId id, double& leastClosed,
                          const Cancellation& cancellation, std::atomic<std::uint64_t>& simulations) {
        const DeviceSearch& device = result_.devices[at];
        const bool twoSteps = hasTimeline(device.spec, options_.settings.model);
        const auto isDominated = [&](double closedFormUs) {
            leastClosed = std::min(leastClosed, closedFormUs);
            return twoSteps && closedFormUs > options_.dominance * leastClosed;
        };
        if (options_.state != nullptr) {
            // What is dominated is so beside what this chain has seen, whoever else has looked at it.
            auto kept = options_.state->find(at, id);
            if (kept && kept->fault) return *kept;
            if (kept && isDominated(kept->figures.closedFormUs))
                return {{Outcome::Dominated, kept->figures.closedFormUs, kept->figures.closedFormUs},
                        std::nullopt};
            if (kept && kept->figures.outcome == Outcome::Ranked) return *kept;
        }
        const FirstLook look = evaluator.look(evaluator.make(id), device.spec, &cancellation);
        KnownVariant known{look.figures, look.fault};
        if (!look.fault) {
            if (isDominated(look.figures.closedFormUs)) {
                known.figures.outcome = Outcome::Dominated;
            } else {
                known.figures = evaluator.rank(look, device.spec, &cancellation);
                ++simulations;
            }
        }
        if (options_.state != nullptr && cancellation.reason() == StopReason::None)
            options_.state->add(at, id, known);
        return known;
    }

    VariantTextCache& texts_;
    const SearchOptions& options_;
    const VariantRows* rows_; ///< of all variants; null: they are evaluated
    SearchResult result_;
    std::vector<std::unique_ptr<VariantEvaluator>> evaluators_;         ///< a thread
    std::vector<double> leastClosed_;                                   ///< a device
    std::vector<std::unordered_map<std::string, KnownVariant>> firsts_; ///< a device, by signature
};

} // namespace

std::uint64_t evaluationsOf(double budgetSeconds) {
    return static_cast<std::uint64_t>(std::max(1.0, budgetSeconds / evaluationSeconds));
}

std::vector<FoundVariant> DeviceSearch::ranking() const {
    std::vector<FoundVariant> ranked;
    for (const FoundVariant& variant : variants)
        if (variant.figures.outcome == Outcome::Ranked) ranked.push_back(variant);
    std::sort(ranked.begin(), ranked.end(), [](const FoundVariant& a, const FoundVariant& b) {
        return std::pair(a.figures.timeUs, a.id) < std::pair(b.figures.timeUs, b.id);
    });
    return ranked;
}

std::uint64_t DeviceSearch::count(Outcome outcome) const {
    return static_cast<std::uint64_t>(
        std::count_if(variants.begin(), variants.end(),
                      [&](const FoundVariant& variant) { return variant.figures.outcome == outcome; }));
}

SearchResult search(VariantTextCache& texts, batch::GraphCache& graphs, const std::vector<HardwareSpec>& specs,
                    const SearchOptions& options) {
    return Searching(texts, graphs, specs, options, nullptr).run();
}

SearchResult searchRows(const VariantRows& rows, VariantTextCache& texts, batch::GraphCache& graphs,
                        const std::vector<HardwareSpec>& specs, const SearchOptions& options) {
    return Searching(texts, graphs, specs, options, &rows).run();
}

} // namespace warpstring::search
