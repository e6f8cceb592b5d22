// SPDX-License-Identifier: GPL-3.0-or-later
#include "tuning/search/variant_maker.h"

#include "tuning/search/source_words.h"

namespace warpstring::search {

std::vector<std::string> rewritesOf(const SearchSpace& space, const Choice& choice) {
    std::vector<std::string> rewrites;
    for (std::size_t axis = space.names().size(); axis < choice.size(); ++axis)
        if (const std::string& word = space.axes()[axis].words[choice[axis]]; !word.empty())
            rewrites.push_back(word);
    return rewrites;
}

Result<VariantTexts> VariantTextCache::make(const std::vector<std::string>& rewrites) const {
    RewrittenTexts texts{launch_.text, source_.text};
    if (!rewrites.empty()) {
        if (!rewriter_)
            return Diagnostic{"tune.no-rewrites",
                              Severity::Error,
                              {launch_.path.string(), 0, 0},
                              "the space names rewrites, and there is nothing here that rewrites sources",
                              "leave them out of the space"};
        auto rewritten = rewriter_(texts.launch, texts.source, rewrites);
        if (!rewritten) return rewritten.diagnostics();
        texts = std::move(*rewritten);
    }
    auto variants = files::LaunchVariants::parse(texts.launch, launch_.path, space_.names());
    if (!variants) return variants.diagnostics();
    auto words = wordsOf(texts.source);
    const bool told = isToldByWords(texts.source);
    return VariantTexts{std::move(texts.launch), std::move(texts.source), std::move(words), told,
                        !rewrites.empty(),       std::move(*variants)};
}

VariantTextCache::Texts VariantTextCache::of(const std::vector<std::string>& rewrites) {
    const std::lock_guard lock(mutex_);
    auto& known = known_[rewrites];
    if (!known) known = std::make_shared<const Result<VariantTexts>>(make(rewrites));
    return known;
}

VariantMaker::Known& VariantMaker::of(const std::vector<std::string>& rewrites) {
    Known& known = known_[rewrites];
    if (!known.texts) {
        known.texts = cache_.of(rewrites);
        if (known.texts->ok()) known.variants.emplace((*known.texts)->variants);
    }
    return known;
}

Result<Variant> VariantMaker::made(const Known& known, Result<Launch> launch) const {
    if (!launch) return launch.diagnostics();
    if (!cache_.addedOptions().empty()) launch->options += " " + cache_.addedOptions();
    const VariantTexts& texts = **known.texts;
    std::string graphOptions =
        texts.isToldByWords ? withoutUnusedMacros(launch->options, texts.words) : launch->options;
    return Variant{std::move(*launch), std::move(graphOptions), known.texts};
}

Result<Variant> VariantMaker::make(VariantId id) {
    const Choice choice = cache_.space().choiceOf(id);
    Known& known = of(rewritesOf(cache_.space(), choice));
    if (!*known.texts) return known.texts->diagnostics();
    return made(known,
                known.variants->at({choice.begin(), choice.begin() + static_cast<std::ptrdiff_t>(
                                                                         cache_.space().names().size())}));
}

Result<Variant> VariantMaker::start() {
    Known& known = of({});
    if (!*known.texts) return known.texts->diagnostics();
    return made(known, known.variants->start());
}

} // namespace warpstring::search
