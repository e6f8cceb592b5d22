// SPDX-License-Identifier: GPL-3.0-or-later
// The launch and the source of a combination.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>

#include "core/files/launches/launch_variants.h"
#include "tuning/search/rewriter.h"
#include "tuning/search/search_space.h"
#include "tuning/search/space_reading.h"

namespace warpstring::search {

/// What the variants of one choice of rewrites share. Immutable.
struct VariantTexts {
    std::string launch, source;
    std::set<std::string> words; ///< of the source
    bool isToldByWords = false;  ///< which macros it uses
    bool isRewritten = false;
    files::LaunchVariants variants; ///< to be copied
};

/// Shared by the threads of a search.
class VariantTextCache {
public:
    /// `added` is appended to every launch's build options.
    VariantTextCache(NamedText launch, NamedText source, SearchSpace space, Rewriter rewriter,
                     std::string added = "")
        : launch_(std::move(launch)), source_(std::move(source)), space_(std::move(space)),
          rewriter_(std::move(rewriter)), added_(std::move(added)) {}

    using Texts = std::shared_ptr<const Result<VariantTexts>>;
    [[nodiscard]] Texts of(const std::vector<std::string>& rewrites);
    [[nodiscard]] const SearchSpace& space() const { return space_; }
    [[nodiscard]] const NamedText& launch() const { return launch_; }
    [[nodiscard]] const NamedText& source() const { return source_; }
    [[nodiscard]] const std::string& addedOptions() const { return added_; }

private:
    [[nodiscard]] Result<VariantTexts> make(const std::vector<std::string>& rewrites) const;

    NamedText launch_, source_;
    SearchSpace space_;
    Rewriter rewriter_;
    std::string added_;
    std::mutex mutex_;
    std::map<std::vector<std::string>, Texts> known_;
};

struct Variant {
    Launch launch;
    std::string graphOptions; ///< build options without macros that the source cannot use
    std::shared_ptr<const Result<VariantTexts>> texts; ///< holds them
};

/// For one thread.
class VariantMaker {
public:
    explicit VariantMaker(VariantTextCache& cache) : cache_(cache) {}

    /// Its launch, or all faults: sizes that do not divide, a rewrite that does not apply.
    [[nodiscard]] Result<Variant> make(VariantId id);
    /// Of the values that the launch file states.
    [[nodiscard]] Result<Variant> start();

private:
    struct Known {
        VariantTextCache::Texts texts;
        std::optional<files::LaunchVariants> variants;
    };
    [[nodiscard]] Known& of(const std::vector<std::string>& rewrites);
    [[nodiscard]] Result<Variant> made(const Known& known, Result<Launch> launch) const;

    VariantTextCache& cache_;
    std::map<std::vector<std::string>, Known> known_;
};

/// The rewrites of a combination, in the order of its axes.
[[nodiscard]] std::vector<std::string> rewritesOf(const SearchSpace& space, const Choice& choice);

} // namespace warpstring::search
