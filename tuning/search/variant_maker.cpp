// SPDX-License-Identifier: GPL-3.0-or-later
#include "tuning/search/variant_maker.h"

#include "tuning/search/launch_writing.h"
#include "tuning/search/source_words.h"

namespace warpstring::search {

std::vector<std::string> rewritesOf(const SearchSpace& space, const Choice& choice) {
    std::vector<std::string> rewrites;
    for (std::size_t axis = space.names().size(); axis < choice.size(); ++axis)
        if (const std::string& word = space.axes()[axis].words[choice[axis]]; !word.empty())
            rewrites.push_back(word);
    return rewrites;
}

Result<VariantTexts> VariantTextCache::rewritten(const Choice& choice,
                                                 const std::vector<std::string>& rewrites) const {
    if (!rewriter_)
        return Diagnostic{"tune.no-rewrites",
                          Severity::Error,
                          {launch_.path.string(), 0, 0},
                          "the space names rewrites, and there is nothing here that rewrites sources",
                          "leave them out of the space"};
    const auto launch = withValues(launch_.text, launch_.path, space_, choice);
    if (!launch) return launch.diagnostics();
    auto texts = rewriter_(*launch, source_.text, rewrites);
    if (!texts) return texts.diagnostics();
    return read(std::move(*texts), {}, true);
}

Result<VariantTexts> VariantTextCache::read(RewrittenTexts texts, std::vector<files::NamedValues> names,
                                            bool isRewritten) const {
    auto variants = files::LaunchVariants::parse(texts.launch, launch_.path, std::move(names));
    if (!variants) return variants.diagnostics();
    auto words = wordsOf(texts.source);
    const bool told = isToldByWords(texts.source);
    return VariantTexts{std::move(texts.launch), std::move(texts.source), std::move(words), told, isRewritten,
                        std::move(*variants)};
}

VariantTextCache::Texts VariantTextCache::of(VariantId id) {
    const Choice choice = space_.choiceOf(id);
    const auto rewrites = rewritesOf(space_, choice);
    if (rewrites.empty()) return plain();
    std::shared_ptr<Slot> slot;
    {
        const std::lock_guard lock(mutex_);
        auto& known = known_[id];
        if (!known) known = std::make_shared<Slot>();
        slot = known;
    }
    std::call_once(slot->made, [&] {
        slot->texts = std::make_shared<const Result<VariantTexts>>(rewritten(choice, rewrites));
    });
    return slot->texts;
}

VariantTextCache::Texts VariantTextCache::plain() {
    const std::lock_guard lock(mutex_);
    if (!plain_)
        plain_ = std::make_shared<const Result<VariantTexts>>(
            read({launch_.text, source_.text}, space_.names(), false));
    return plain_;
}

VariantMaker::VariantMaker(VariantTextCache& cache) : cache_(cache), plain_(cache.plain()) {
    if (plain_->ok()) variants_.emplace((*plain_)->variants);
}

Result<Variant> VariantMaker::made(const VariantTextCache::Texts& texts, Result<Launch> launch) const {
    if (!launch) return launch.diagnostics();
    if (!cache_.addedOptions().empty()) launch->options += " " + cache_.addedOptions();
    std::string graphOptions =
        (*texts)->isToldByWords ? withoutUnusedMacros(launch->options, (*texts)->words) : launch->options;
    return Variant{std::move(*launch), std::move(graphOptions), texts};
}

Result<Variant> VariantMaker::make(VariantId id) {
    const auto texts = cache_.of(id);
    if (!*texts) return texts->diagnostics();
    if ((*texts)->isRewritten) return made(texts, files::LaunchVariants((*texts)->variants).start());
    const Choice choice = cache_.space().choiceOf(id);
    const auto names = static_cast<std::ptrdiff_t>(cache_.space().names().size());
    return made(texts, variants_->at({choice.begin(), choice.begin() + names}));
}

Result<Variant> VariantMaker::start() {
    if (!*plain_) return plain_->diagnostics();
    return made(plain_, variants_->start());
}

} // namespace warpstring::search
