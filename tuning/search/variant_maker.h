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

/// What variants share: all that are not rewritten one, and a rewritten one with none. Immutable.
struct VariantTexts {
    std::string launch, source;
    std::set<std::string> words;    ///< of the source
    bool isToldByWords = false;     ///< which macros it uses
    bool isRewritten = false;       ///< then `launch` has the values of the variant
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
    /// Rewrites are shown to be right for the values of a launch: those are written into its text first.
    [[nodiscard]] Texts of(VariantId id);
    /// Of those that are not rewritten.
    [[nodiscard]] Texts plain();
    [[nodiscard]] const SearchSpace& space() const { return space_; }
    [[nodiscard]] const NamedText& launch() const { return launch_; }
    [[nodiscard]] const NamedText& source() const { return source_; }
    [[nodiscard]] const std::string& addedOptions() const { return added_; }

private:
    struct Slot {
        std::once_flag made;
        Texts texts;
    };
    [[nodiscard]] Result<VariantTexts> rewritten(const Choice& choice,
                                                 const std::vector<std::string>& rewrites) const;
    [[nodiscard]] Result<VariantTexts> read(RewrittenTexts texts, std::vector<files::NamedValues> names,
                                            bool isRewritten) const;

    NamedText launch_, source_;
    SearchSpace space_;
    Rewriter rewriter_;
    std::string added_;
    std::mutex mutex_;
    std::map<VariantId, std::shared_ptr<Slot>> known_; ///< rewritten ones
    Texts plain_;
};

struct Variant {
    Launch launch;
    std::string graphOptions; ///< build options without macros that the source cannot use
    std::shared_ptr<const Result<VariantTexts>> texts; ///< holds them
};

/// For one thread.
class VariantMaker {
public:
    explicit VariantMaker(VariantTextCache& cache);

    /// Its launch, or all faults: sizes that do not divide, a rewrite that does not apply.
    [[nodiscard]] Result<Variant> make(VariantId id);
    /// Of the values that the launch file states.
    [[nodiscard]] Result<Variant> start();

private:
    [[nodiscard]] Result<Variant> made(const VariantTextCache::Texts& texts, Result<Launch> launch) const;

    VariantTextCache& cache_;
    VariantTextCache::Texts plain_;
    std::optional<files::LaunchVariants> variants_; ///< of the plain texts
};

/// The rewrites of a combination, in the order of its axes.
[[nodiscard]] std::vector<std::string> rewritesOf(const SearchSpace& space, const Choice& choice);

} // namespace warpstring::search
