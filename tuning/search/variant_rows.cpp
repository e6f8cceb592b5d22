// SPDX-License-Identifier: GPL-3.0-or-later
#include "tuning/search/variant_rows.h"

#include <algorithm>
#include <limits>
#include <map>
#include <utility>

#include "study/batch/content_hash.h"
#include "tuning/search/known_variant_json.h"
#include "tuning/search/variant_signature.h"

namespace warpstring::search {

namespace {

constexpr const char* tuneRowSchema = "warpstring.tune-row/1";
/// Variants that are compared with each other, whatever part they are computed in. They lie within one chunk of
/// a search, which by then knows the start, the first chunk and this one: its best closed form is no worse than
/// the one here, so that what it ranks is ranked here.
constexpr std::uint64_t blockSize = 64;
static_assert(searchChunk % blockSize == 0);
/// So many of the first chunk all are compared with: each task looks at them.
constexpr std::size_t sampleSize = 32;

Diagnostic notExhaustive(const SpaceCounts& counts, std::uint64_t evaluations) {
    const std::string valid = (counts.isWhole ? "" : "at least ") + std::to_string(counts.valid);
    return {
        "tune.not-exhaustive",
        Severity::Error,
        {},
        "the space has " + valid + " valid combinations, and " + std::to_string(evaluations) +
            " may be looked at: such a search goes from one to the next, and has no rows that could be shared "
            "out",
        counts.isWhole ? "--evaluations " + std::to_string(counts.valid) +
                             " looks at all of them; or search without --rows"
                       : "narrow the space under [tune], or search without --rows"};
}

} // namespace

struct VariantRowMaker::Row {
    VariantId id = 0;
    bool isWanted = true; ///< of others the closed form is
    std::string signature;
    std::vector<KnownVariant> known; ///< by device
};

bool startIsIn(const SearchSpace& space) {
    const auto start = space.start();
    return start && space.isValid(space.choiceOf(*start));
}

Result<batch::RowPlan> rowPlanOf(const SearchSpace& space, const std::vector<HardwareSpec>& specs,
                                 std::uint64_t evaluations, VariantRowInputs inputs) {
    const SpaceCounts counts = space.count();
    if (!counts.isWhole || counts.valid > evaluations) return notExhaustive(counts, evaluations);
    batch::RowPlan plan;
    plan.rowSchema = tuneRowSchema;
    plan.rowsAre = "variants";
    plan.allRows = counts.valid * specs.size();
    for (std::uint64_t first = 0; first < plan.allRows; first += blockSize * specs.size())
        plan.sources.push_back({{first, std::min(first + blockSize * specs.size(), plan.allRows)}});
    plan.settings = std::move(inputs.settings);
    for (const SpaceAxis& axis : space.axes()) {
        std::string words;
        for (const std::string& word : axis.words) words += (words.empty() ? "" : " ") + word;
        plan.settings.emplace_back("values of " + axis.name, std::move(words));
    }
    batch::ContentHashes hashes;
    for (const HardwareSpec& spec : specs) {
        const auto hash = hashes.of(spec.file);
        if (!hash) return hash.diagnostics();
        plan.specs.push_back({spec.name, *hash});
    }
    plan.inputs = std::move(inputs.files);
    return plan;
}

VariantRowMaker::VariantRowMaker(VariantTextCache& texts, batch::GraphCache& graphs,
                                 std::vector<HardwareSpec> specs, const EvaluationSettings& settings, int jobs,
                                 const std::atomic<bool>* cancel)
    : texts_(texts), specs_(std::move(specs)), settings_(settings), cancel_(cancel) {
    static_cast<void>(texts.space().forEachValid([&](const Choice& choice) {
        ids_.push_back(texts.space().idOf(choice));
        return true;
    }));
    for (int thread = 0; thread < std::max(1, jobs); ++thread)
        evaluators_.push_back(std::make_unique<VariantEvaluator>(texts, graphs, settings));
}

std::string VariantRowMaker::beginning(std::uint64_t index) const {
    return batch::jsonRowBeginning(tuneRowSchema, index, texts_.space().nameOf(ids_[index / specs_.size()]),
                                   specs_[index % specs_.size()].name);
}

std::uint64_t VariantRowMaker::unitEnd(std::uint64_t index) const {
    const std::uint64_t rows = blockSize * specs_.size();
    return std::min((index / rows + 1) * rows, static_cast<std::uint64_t>(ids_.size() * specs_.size()));
}

std::optional<std::vector<double>> VariantRowMaker::yardsticks(VariantEvaluator& evaluator) {
    const std::lock_guard lock(mutex_);
    if (yardsticks_) return yardsticks_;
    std::vector<std::optional<VariantId>> sample; // nothing: the start
    if (startIsIn(texts_.space())) sample.emplace_back();
    const std::size_t chunk = std::min(searchChunk, ids_.size()), count = std::min(sampleSize, chunk);
    for (std::size_t i = 0; i < count; ++i) sample.emplace_back(ids_[i * chunk / count]);
    std::vector<double> times(specs_.size(), std::numeric_limits<double>::infinity());
    const Cancellation cancellation(cancel_);
    for (std::size_t device = 0; device < specs_.size(); ++device)
        for (const auto id : sample) {
            const FirstLook look = evaluator.look(evaluator.make(id), specs_[device], &cancellation);
            if (cancellation.reason() != StopReason::None) return std::nullopt;
            if (!look.fault) times[device] = std::min(times[device], look.figures.closedFormUs);
        }
    yardsticks_ = std::move(times);
    return yardsticks_;
}

bool VariantRowMaker::makeOn(std::size_t device, double leastClosed, VariantEvaluator& evaluator,
                             std::vector<Row>& rows) const {
    const HardwareSpec& spec = specs_[device];
    const Cancellation cancellation(cancel_);
    const bool twoSteps = hasTimeline(spec, settings_.model);
    std::vector<FirstLook> looks(rows.size());
    std::vector<std::size_t> firsts(rows.size()); ///< the first one that is the same
    std::map<std::string, std::size_t> bySignature;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const auto variant = evaluator.make(rows[i].id);
        if (variant) rows[i].signature = signatureOf(*variant);
        firsts[i] = rows[i].signature.empty() ? i : bySignature.try_emplace(rows[i].signature, i).first->second;
        if (firsts[i] != i) continue;
        looks[i] = evaluator.look(variant, spec, &cancellation);
        if (cancellation.reason() != StopReason::None) return false;
        if (!looks[i].fault) leastClosed = std::min(leastClosed, looks[i].figures.closedFormUs);
    }
    std::vector<std::optional<KnownVariant>> known(rows.size());
    for (std::size_t i = 0; i < rows.size(); ++i) {
        if (!rows[i].isWanted) continue;
        const FirstLook& look = looks[firsts[i]];
        auto& of = known[firsts[i]];
        if (!of) {
            of = KnownVariant{look.figures, look.fault};
            if (!look.fault && twoSteps && look.figures.closedFormUs > dominanceFactor * leastClosed)
                of->figures.outcome = Outcome::Dominated;
            else if (!look.fault)
                of->figures = evaluator.rank(look, spec, &cancellation);
        }
        if (cancellation.reason() != StopReason::None) return false;
        rows[i].known.push_back(*of);
    }
    return true;
}

std::optional<batch::EncodedRows> VariantRowMaker::make(std::size_t thread, batch::RowRange wanted) {
    const std::uint64_t devices = specs_.size();
    const std::uint64_t begin = wanted.first / devices / blockSize * blockSize;
    const std::uint64_t end = std::min<std::uint64_t>(begin + blockSize, ids_.size());
    std::vector<Row> rows(end - begin);
    for (std::uint64_t i = begin; i < end; ++i)
        rows[i - begin] = {ids_[i], (i + 1) * devices > wanted.first && i * devices < wanted.end, "", {}};
    const auto least = yardsticks(*evaluators_[thread]);
    if (!least) return std::nullopt;
    for (std::size_t device = 0; device < devices; ++device)
        if (!makeOn(device, (*least)[device], *evaluators_[thread], rows)) return std::nullopt;
    batch::EncodedRows made;
    for (std::uint64_t index = wanted.first; index < wanted.end; ++index) {
        const Row& row = rows[index / devices - begin];
        const KnownVariant& known = row.known[index % devices];
        nlohmann::ordered_json json{{"variant", row.id}};
        if (!row.signature.empty()) json["signature"] = batch::ContentHashes::ofText(row.signature);
        addKnown(json, known);
        made.text += beginning(index);
        made.text += traits(known.figures.outcome).word;
        made.text += "\",";
        made.text += lineOf(json).substr(1);
        made.text += '\n';
        ++made.count;
    }
    return made;
}

Result<VariantRows> VariantRows::read(const std::filesystem::path& path, const batch::RowPlan& plan,
                                      std::size_t devices) {
    VariantRows all;
    all.devices_ = devices;
    all.rows_.reserve(plan.allRows);
    auto faults = batch::readRowLines(path, plan, [&](std::uint64_t index, std::string_view line) {
        const auto json = nlohmann::ordered_json::parse(line, nullptr, false);
        if (!json.is_object() || json.value("schema", nlohmann::ordered_json()) != tuneRowSchema ||
            json.value("index", nlohmann::ordered_json()) != index)
            return false;
        auto known = knownOf(json, json.value("status", ""));
        if (known) all.rows_.push_back({std::move(*known), json.value("signature", "")});
        return known.has_value();
    });
    if (!faults.empty()) return faults;
    return all;
}

const std::string& VariantRows::signatureOf(std::uint64_t place) const {
    return rows_[place * devices_].signature;
}

FirstLook VariantRows::lookAt(std::uint64_t place, std::size_t device) const {
    const KnownVariant& known = rows_[place * devices_ + device].known;
    FirstLook look;
    look.figures = known.figures;
    look.fault = known.fault;
    return look;
}

const VariantFigures& VariantRows::figuresAt(std::uint64_t place, std::size_t device) const {
    return rows_[place * devices_ + device].known.figures;
}

} // namespace warpstring::search
