// SPDX-License-Identifier: GPL-3.0-or-later
#include "study/batch/graph_cache.h"

namespace warpstring {

namespace {

Result<Pdg> build(const Launch& launch, int addressBits, bool sourceShape) {
    auto source = readKernelSource(launch.source.string());
    if (!source) return source.diagnostics();
    BuildOptions options;
    options.options = launch.options;
    options.addressBits = addressBits;
    options.sourceShape = sourceShape;
    return buildPdg(*source, launch.kernel, options);
}

} // namespace

std::string GraphCache::keyOf(const Launch& launch, int addressBits, bool sourceShape) {
    std::string key;
    for (const std::string* part : {&launch.source.native(), &launch.kernel, &launch.options}) {
        key += *part;
        key += '\0';
    }
    key += static_cast<char>(addressBits);
    key += sourceShape ? 's' : 'o';
    return key;
}

std::shared_ptr<GraphCache::Slot> GraphCache::slotFor(const std::string& key) {
    const std::lock_guard lock(mutex_);
    if (const auto found = entries_.find(key); found != entries_.end()) {
        uses_.splice(uses_.begin(), uses_, found->second.use);
        return found->second.slot;
    }
    if (entries_.size() >= mostGraphs_ && !uses_.empty()) {
        entries_.erase(uses_.back());
        uses_.pop_back();
    }
    uses_.push_front(key);
    ++parsed_;
    return entries_.emplace(key, Entry{std::make_shared<Slot>(), uses_.begin()}).first->second.slot;
}

GraphCache::Graph GraphCache::graphFor(const Launch& launch, int addressBits, bool sourceShape) {
    const auto slot = slotFor(keyOf(launch, addressBits, sourceShape));
    std::call_once(slot->built, [&] { slot->graph = build(launch, addressBits, sourceShape); });
    return {slot, &slot->graph};
}

std::size_t GraphCache::parsed() const {
    const std::lock_guard lock(mutex_);
    return parsed_;
}

} // namespace warpstring
