// SPDX-License-Identifier: GPL-3.0-or-later
// "shape 32x8": another size of the work-groups.
#include <algorithm>
#include <set>

#include "core/files/toml/toml_reader.h"
#include "tuning/transform/guard.h"
#include "tuning/transform/launch_sizes.h"
#include "tuning/transform/scene.h"

namespace warpstring::transform {

namespace {

std::vector<std::uint64_t> sizesIn(const std::string& shape) {
    std::vector<std::uint64_t> sizes;
    for (std::size_t begin = 0; begin < shape.size();) {
        const std::size_t end = std::min(shape.find('x', begin), shape.size());
        sizes.push_back(std::stoull(shape.substr(begin, end - begin)));
        begin = end + 1;
    }
    return sizes;
}

/// What a work-item does hangs on its global ID alone.
bool isFreeOfGroups(const KernelFacts& facts) {
    static const std::set<std::string> global{"get_global_id", "get_global_size", "get_global_offset"};
    return !facts.usesLocalMemory() && facts.barriers.empty() && facts.helperBarrier == nullptr &&
           !facts.usesSubGroups && !facts.usesLinearIds && facts.helperIndexCall == nullptr &&
           std::all_of(facts.indexCalls.begin(), facts.indexCalls.end(),
                       [](const IndexCall& index) { return global.contains(index.name); });
}

bool isPowerOfTwo(std::uint64_t number) { return (number & (number - 1)) == 0; }

class ShapeChange {
public:
    ShapeChange(const Scene& scene, std::vector<std::uint64_t> sizes, files::TomlValue document,
                SizeTexts written)
        : scene_(scene), sizes_(std::move(sizes)), document_(std::move(document)),
          written_(std::move(written)) {}

    Result<Change> make() {
        if (byNames()) return finish();
        if (!isFreeOfGroups(scene_.facts)) return tied("no macro of the launch file says the local size");
        return literally();
    }

private:
    Diagnostic tied(const std::string& why) const {
        return refusal(scene_, scene_.facts.kernel->getLocation(), "tied-to-group-size",
                       "the kernel asks for IDs within its group or has local memory, and " + why,
                       "let a macro be the size, in the kernel and in \"local\" of the launch file");
    }

    bool differs(std::size_t dimension) const {
        return std::any_of(scene_.launches.begin(), scene_.launches.end(), [&](const Launch& launch) {
            return launch.range.local[dimension] != sizes_[dimension];
        });
    }

    /// The table in which a name stands for a number of its own.
    std::string tableOf(const std::string& name) const {
        for (const char* table : {"macros", "constants"}) {
            const auto* entries = document_.find(table);
            const auto* value = entries ? entries->find(name) : nullptr;
            if (value && value->kind == files::TomlValue::Kind::Integer) return table;
        }
        return {};
    }

    /// Every size that differs is a name: the names are given other values, and the global size follows.
    bool byNames() {
        if (isSwept(scene_, "local")) return false;
        std::map<std::string, std::uint64_t> values;
        for (std::size_t d = 0; d < written_.size(); ++d) {
            const std::string table = tableOf(written_[d]);
            if (table.empty()) {
                if (differs(d)) return false;
                continue;
            }
            if (table == "constants" && !isFreeOfGroups(scene_.facts)) return false;
            const auto [known, isNew] = values.emplace(written_[d], sizes_[d]);
            if (!isNew && known->second != sizes_[d]) return false;
        }
        for (const auto& [name, value] : values) {
            change_.launch.push_back({{tableOf(name), name}, std::to_string(value)});
            if (isSwept(scene_, name)) change_.launch.push_back({{"sweep", name}, std::nullopt});
        }
        return !values.empty();
    }

    Result<Change> literally() {
        SizeTexts local;
        for (const auto size : sizes_) local.push_back(std::to_string(size));
        change_.launch.push_back({{"local"}, tomlOfSizes(local)});
        if (isSwept(scene_, "local")) change_.launch.push_back({{"sweep", "local"}, std::nullopt});
        std::vector<bool> isRounded(sizes_.size(), false);
        for (std::size_t d = 0; d < sizes_.size(); ++d) {
            for (const auto& launch : scene_.launches)
                isRounded[d] = isRounded[d] || launch.range.global[d] % sizes_[d] != 0;
            if (isRounded[d] && !isGuarded(scene_, static_cast<unsigned>(d)))
                return refusal(
                    scene_, "global-not-divisible",
                    "groups of " + std::to_string(sizes_[d]) + " do not divide the global size " +
                        std::to_string(scene_.launches.front().range.global[d]) +
                        ", and the kernel does not keep further work-items out",
                    "choose a size that divides it, or let the kernel return where the ID is too large");
        }
        if (std::find(isRounded.begin(), isRounded.end(), true) != isRounded.end()) {
            auto global = changedSizes(scene_, "global", [&](SizeTexts sizes) {
                for (std::size_t d = 0; d < sizes.size(); ++d)
                    if (isRounded[d])
                        sizes[d] = "ceil_div(" + sizes[d] + ", " + std::to_string(sizes_[d]) + ") * " +
                                   std::to_string(sizes_[d]);
                return sizes;
            });
            if (!global) return global.diagnostics();
            std::move(global->begin(), global->end(), std::back_inserter(change_.launch));
            change_.notes.emplace_back(
                "the global size is rounded up: the kernel keeps further work-items out");
        }
        return finish();
    }

    Result<Change> finish() {
        const bool isFree = isFreeOfGroups(scene_.facts);
        for (const auto& launch : scene_.launches)
            for (std::size_t d = 0; !isFree && d < sizes_.size(); ++d)
                if (isPowerOfTwo(launch.range.local[d]) && !isPowerOfTwo(sizes_[d]))
                    return tied("its size is a power of two, on which steps of the kernel may rest");
        if (!isFree && scene_.facts.usesSubGroups) return tied("it works in sub-groups");
        change_.reordersSums = !isFree;
        std::string text;
        for (const auto size : sizes_) text += (text.empty() ? "" : " x ") + std::to_string(size);
        change_.notes.push_back("work-groups of " + text +
                                (isFree ? "" : "; the kernel takes the size from the launch's macros"));
        return std::move(change_);
    }

    const Scene& scene_;
    std::vector<std::uint64_t> sizes_;
    files::TomlValue document_;
    SizeTexts written_;
    Change change_;
};

} // namespace

Result<Change> changeShape(const Scene& scene, const Rewrite& rewrite) {
    auto sizes = sizesIn(rewrite.value);
    const auto dimensions = static_cast<std::size_t>(scene.launches.front().range.dimensions);
    if (sizes.size() > dimensions)
        return refusal(scene, "dimensions",
                       "the launch has " + std::to_string(dimensions) + " dimensions, and " + rewrite.value +
                           " has " + std::to_string(sizes.size()),
                       "give one size for each dimension");
    sizes.resize(dimensions, 1);
    if (std::all_of(scene.launches.begin(), scene.launches.end(), [&](const Launch& launch) {
            return std::equal(sizes.begin(), sizes.end(), launch.range.local.begin());
        }))
        return refusal(scene, "nothing-to-do", "work-groups have this size", "give another one");
    auto document = files::parseToml(scene.text.launch, scene.text.launchPath, "launch");
    auto written = sizesOf(scene, "local");
    if (!document) return document.diagnostics();
    if (!written) return written.diagnostics();
    return ShapeChange(scene, std::move(sizes), std::move(*document), std::move(*written)).make();
}

} // namespace warpstring::transform
