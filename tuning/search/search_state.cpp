// SPDX-License-Identifier: GPL-3.0-or-later
#include "tuning/search/search_state.h"

#include <nlohmann/json.hpp>

#include "core/files/toml/toml_reader.h"
#include "study/batch/content_hash.h"
#include "tuning/search/known_variant_json.h"

namespace warpstring::search {

namespace {

using Json = nlohmann::ordered_json;

constexpr const char* stateSchema = "warpstring.tune-state/1";

Json toJson(std::size_t device, VariantId id, const KnownVariant& known) {
    Json json{{"device", device}, {"variant", id}, {"outcome", traits(known.figures.outcome).word}};
    addKnown(json, known);
    return json;
}

} // namespace

Result<std::unique_ptr<SearchState>> SearchState::open(const std::filesystem::path& path,
                                                       const std::string& record) {
    std::unique_ptr<SearchState> state(new SearchState());
    state->path_ = path;
    std::string kept;
    std::error_code ignored;
    if (std::filesystem::exists(path, ignored)) {
        std::ifstream in(path, std::ios::binary);
        std::string line;
        bool isFirst = true;
        while (std::getline(in, line)) {
            if (in.eof()) break; // without its line break it was cut short
            const Json json = Json::parse(line, nullptr, false);
            if (isFirst && (!json.is_object() || json.value("schema", "") != stateSchema ||
                            json.value("record", "") != record))
                return Diagnostic{
                    "tune.other-state",
                    Severity::Error,
                    {path.string(), 1, 0},
                    path.string() + " is not of this search: its kernel, space, devices or settings are others",
                    "name another file, or remove this one to begin anew"};
            kept += line + "\n";
            if (!std::exchange(isFirst, false) && json.is_object())
                if (auto known = knownOf(json, json.value("outcome", "")))
                    state->known_[{json.value("device", std::size_t{0}), json.value("variant", VariantId{0})}] =
                        std::move(*known);
        }
    }
    state->out_.open(path, std::ios::binary | std::ios::trunc);
    if (kept.empty()) kept = lineOf({{"schema", stateSchema}, {"record", record}}) + "\n";
    if (!(state->out_ << kept).flush()) return unwritable("state of the search", path.string());
    return state;
}

std::optional<KnownVariant> SearchState::find(std::size_t device, VariantId id) const {
    const std::lock_guard lock(mutex_);
    const auto found = known_.find({device, id});
    return found == known_.end() ? std::nullopt : std::optional(found->second);
}

void SearchState::add(std::size_t device, VariantId id, const KnownVariant& known) {
    const std::lock_guard lock(mutex_);
    if (!known_.emplace(std::pair(device, id), known).second) return;
    out_ << lineOf(toJson(device, id, known)) << "\n";
}

Diagnostics SearchState::flush() {
    const std::lock_guard lock(mutex_);
    if (out_.flush()) return {};
    return {unwritable("state of the search", path_.string())};
}

std::size_t SearchState::size() const {
    const std::lock_guard lock(mutex_);
    return known_.size();
}

std::string searchRecord(const std::string& launchText, const std::string& sourceText,
                         const std::string& spaceText, const std::vector<HardwareSpec>& specs,
                         const std::string& settings) {
    std::string all = batch::ContentHashes::ofText(launchText) + batch::ContentHashes::ofText(sourceText) +
                      batch::ContentHashes::ofText(spaceText) + batch::ContentHashes::ofText(settings);
    for (const HardwareSpec& spec : specs) {
        const auto text = files::readTextFile(spec.file, "spec");
        all += batch::ContentHashes::ofText(text ? *text : spec.name);
    }
    return batch::ContentHashes::ofText(all);
}

} // namespace warpstring::search
