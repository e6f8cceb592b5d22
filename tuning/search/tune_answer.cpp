// SPDX-License-Identifier: GPL-3.0-or-later
#include "tuning/search/tune_answer.h"

#include <algorithm>
#include <map>

namespace warpstring::search {

namespace {

class Answering {
public:
    Answering(VariantTextCache& texts, batch::GraphCache& graphs, const EvaluationSettings& settings,
              const AnswerOptions& options)
        : space_(texts.space()), evaluator_(texts, graphs, settings), options_(options) {}

    DeviceAnswer of(const DeviceSearch& device, double ratioError) {
        DeviceAnswer answer;
        answer.spec = device.spec.name;
        answer.startFault = device.startFault;
        if (!device.startFault) answer.startUs = device.start.timeUs;
        answer.ratioError = ratioError;
        const auto ranking = device.ranking();
        if (ranking.empty()) return answer;
        const double best = ranking.front().figures.timeUs;
        const auto isTied = [&](double timeUs) { return timeUs <= best * (1 + ratioError); };
        answer.tied = static_cast<std::size_t>(
            std::count_if(ranking.begin(), ranking.end(),
                          [&](const FoundVariant& found) { return isTied(found.figures.timeUs); }));
        const auto start = space_.start();
        for (const FoundVariant& found : ranking) {
            if (answer.top.size() == options_.top) break;
            TopVariant top = detailed(found, device.spec);
            if (answer.startUs) top.speedup = *answer.startUs / top.timeUs;
            top.isTied = isTied(top.timeUs);
            top.isStart = start == found.id;
            answer.top.push_back(std::move(top));
        }
        if (options_.withWhy && !device.startFault && !answer.top.front().isStart) why(answer, device.spec);
        return answer;
    }

private:
    TopVariant detailed(const FoundVariant& found, const HardwareSpec& spec) {
        TopVariant top;
        top.id = found.id;
        top.name = space_.nameOf(found.id);
        top.timeUs = found.figures.timeUs;
        top.closedFormUs = found.figures.closedFormUs;
        const auto variant = evaluator_.make(found.id);
        if (!variant) return top;
        const auto simulation = evaluator_.simulateWhole(*variant, spec, options_.cancellation);
        if (!simulation) return top;
        top.boundBy = simulation->boundBy();
        top.limiter = simulation->occupancy.limiter;
        top.groups = simulation->occupancy.groups;
        top.warps = simulation->occupancy.warps;
        top.registers = simulation->registers;
        top.model = simulation->model();
        return top;
    }

    std::optional<advice::Advice> advised(std::optional<VariantId> id, const HardwareSpec& spec,
                                          double ratioError) {
        const auto variant = evaluator_.make(id);
        if (!variant) return std::nullopt;
        const auto graph = evaluator_.graphOf(*variant, spec, options_.cancellation);
        if (!*graph) return std::nullopt;
        advice::AdviceOptions how;
        how.ratioError = ratioError;
        how.threads = options_.threads;
        how.simulation = evaluator_.options(options_.cancellation);
        const auto simulation = simulate(**graph, variant->launch, spec, how.simulation);
        if (!simulation) return std::nullopt;
        auto advice = advice::advise({**graph, variant->launch, spec, *simulation}, how);
        if (!advice.isComplete) return std::nullopt;
        return advice;
    }

    void why(DeviceAnswer& answer, const HardwareSpec& spec) {
        const auto start = advised(std::nullopt, spec, answer.ratioError);
        const auto winner = advised(answer.top.front().id, spec, answer.ratioError);
        if (!start || !winner) return;
        answer.isWhyAsked = true;
        for (const auto& finding : start->findings) {
            if (!start->matters(finding.gain)) continue;
            const auto& others = winner->findings;
            const bool isLeft = std::any_of(others.begin(), others.end(), [&](const advice::Finding& other) {
                return other.kind == finding.kind && winner->matters(other.gain);
            });
            if (!isLeft) answer.why.push_back({titleOf(finding), finding.gain});
        }
    }

    const SearchSpace& space_;
    VariantEvaluator evaluator_;
    const AnswerOptions& options_;
};

} // namespace

bool DeviceAnswer::isGain() const {
    return startUs && !top.empty() && *startUs > top.front().timeUs * (1 + ratioError);
}

std::vector<DeviceAnswer> answersOf(const SearchResult& result, VariantTextCache& texts,
                                    batch::GraphCache& graphs, const EvaluationSettings& settings,
                                    const AnswerOptions& options) {
    Answering answering(texts, graphs, settings, options);
    std::vector<DeviceAnswer> answers;
    answers.reserve(result.devices.size());
    for (std::size_t device = 0; device < result.devices.size(); ++device)
        answers.push_back(answering.of(
            result.devices[device], device < options.ratioErrors.size() ? options.ratioErrors[device] : 0.05));
    return answers;
}

std::vector<VariantId> undominated(const SearchResult& result) {
    std::map<VariantId, std::vector<double>> times;
    for (const DeviceSearch& device : result.devices)
        for (const FoundVariant& found : device.variants)
            if (found.figures.outcome == Outcome::Ranked) times[found.id].push_back(found.figures.timeUs);
    std::erase_if(times, [&](const auto& entry) { return entry.second.size() != result.devices.size(); });
    const auto beats = [](const std::vector<double>& one, const std::vector<double>& other) {
        bool isBetter = false;
        for (std::size_t i = 0; i < one.size(); ++i) {
            if (one[i] > other[i]) return false;
            isBetter = isBetter || one[i] < other[i];
        }
        return isBetter;
    };
    // By the first device's time: what beats another one comes before it, so that few need to be asked.
    std::vector<std::pair<std::vector<double>, VariantId>> sorted;
    sorted.reserve(times.size());
    for (auto& [id, of] : times) sorted.emplace_back(std::move(of), id);
    std::sort(sorted.begin(), sorted.end());
    std::vector<std::pair<std::vector<double>, VariantId>> front;
    for (auto& candidate : sorted)
        if (std::none_of(front.begin(), front.end(),
                         [&](const auto& of) { return beats(of.first, candidate.first); }))
            front.push_back(candidate);
    std::vector<VariantId> ids;
    ids.reserve(front.size());
    for (const auto& [of, id] : front) ids.push_back(id);
    std::sort(ids.begin(), ids.end());
    return ids;
}

} // namespace warpstring::search
