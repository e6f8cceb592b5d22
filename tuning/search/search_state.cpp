// SPDX-License-Identifier: GPL-3.0-or-later
#include "tuning/search/search_state.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "core/files/toml/toml_reader.h"

namespace warpstring::search {

namespace {

using Json = nlohmann::ordered_json;

constexpr const char* stateSchema = "warpstring.tune-state/1";

std::string dump(const Json& json) { return json.dump(-1, ' ', false, Json::error_handler_t::replace); }

Json toJson(std::size_t device, VariantId id, const KnownVariant& known) {
    Json json{{"device", device}, {"variant", id}, {"outcome", traits(known.figures.outcome).word}};
    if (known.figures.timeUs > 0) json["time_us"] = known.figures.timeUs;
    if (known.figures.closedFormUs > 0) json["closed_form_us"] = known.figures.closedFormUs;
    if (known.fault)
        json["fault"] = {{"code", known.fault->code},       {"file", known.fault->place.file},
                         {"line", known.fault->place.line}, {"column", known.fault->place.column},
                         {"message", known.fault->message}, {"hint", known.fault->hint}};
    return json;
}

std::optional<KnownVariant> knownOf(const Json& json) {
    const std::string word = json.value("outcome", "");
    const auto& all = outcomeTraits();
    const auto found =
        std::find_if(all.begin(), all.end(), [&](const OutcomeTraits& traits) { return traits.word == word; });
    if (found == all.end()) return std::nullopt;
    KnownVariant known;
    known.figures = {found->outcome, json.value("time_us", 0.0), json.value("closed_form_us", 0.0)};
    if (const auto fault = json.find("fault"); fault != json.end() && fault->is_object())
        known.fault = Diagnostic{fault->value("code", ""),
                                 Severity::Error,
                                 {fault->value("file", ""), fault->value("line", 0), fault->value("column", 0)},
                                 fault->value("message", ""),
                                 fault->value("hint", "")};
    return known;
}

std::string hashOf(std::string_view text) {
    std::uint64_t hash = 0xcbf29ce484222325u; // FNV-1a: it tells an edit
    for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3u;
    char hex[17];
    std::snprintf(hex, sizeof hex, "%016llx", static_cast<unsigned long long>(hash));
    return hex;
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
                if (auto known = knownOf(json))
                    state->known_[{json.value("device", std::size_t{0}), json.value("variant", VariantId{0})}] =
                        std::move(*known);
        }
    }
    state->out_.open(path, std::ios::binary | std::ios::trunc);
    if (kept.empty()) kept = dump({{"schema", stateSchema}, {"record", record}}) + "\n";
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
    out_ << dump(toJson(device, id, known)) << "\n";
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
    std::string all = hashOf(launchText) + hashOf(sourceText) + hashOf(spaceText) + hashOf(settings);
    for (const HardwareSpec& spec : specs) {
        const auto text = files::readTextFile(spec.file, "spec");
        all += hashOf(text ? *text : spec.name);
    }
    return hashOf(all);
}

} // namespace warpstring::search
