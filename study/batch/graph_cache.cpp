// SPDX-License-Identifier: GPL-3.0-or-later
#include "study/batch/graph_cache.h"

namespace warpstring::batch {

namespace {

Result<Pdg> build(const Result<frontend::KernelSource>& source, const Launch& launch, int addressBits,
                  bool sourceShape, const Cancellation* cancellation, int subGroupSize) {
    if (!source) return source.diagnostics();
    return buildPdg(*source, launch.kernel,
                    {launch.options, addressBits, sourceShape, cancellation, frontend::functionCosts(launch),
                     subGroupSize, imagesOf(launch)});
}

bool wasStopped(const Cancellation* cancellation) {
    return cancellation != nullptr && cancellation->reason() != StopReason::None;
}

} // namespace

std::string GraphCache::keyOf(const Launch& launch, int addressBits, bool sourceShape, int subGroupSize) {
    std::string key;
    for (const std::string* part : {&launch.source.native(), &launch.kernel, &launch.options}) {
        key += *part;
        key += '\0';
    }
    for (const auto& [parameter, format] : imagesOf(launch).formats)
        key += parameter + '=' + name(format) + '\0';
    for (const auto& [parameter, sampler] : imagesOf(launch).samplers) {
        key += parameter + '=' + (sampler.normalized ? 'n' : 'u');
        key.append(name(sampler.addressing)).append(name(sampler.filter)) += '\0';
    }
    key += static_cast<char>(addressBits);
    key += sourceShape ? 's' : 'o';
    if (subGroupSize != 32) key += std::to_string(subGroupSize);
    for (const auto& [function, operations] : frontend::functionCosts(launch)) {
        key += '\0' + function;
        for (const auto& part : operations)
            key += ' ' + std::string(name(part.operation)) + ' ' + std::to_string(part.count);
    }
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

void GraphCache::forget(const std::string& key, const std::shared_ptr<Slot>& slot) {
    const std::lock_guard lock(mutex_);
    const auto found = entries_.find(key);
    if (found == entries_.end() || found->second.slot != slot) return;
    uses_.erase(found->second.use);
    entries_.erase(found);
}

GraphCache::Graph GraphCache::graphFor(const Launch& launch, int addressBits, bool sourceShape,
                                       const Cancellation* cancellation, int subGroupSize) {
    const std::string key = keyOf(launch, addressBits, sourceShape, subGroupSize);
    const auto slot = slotFor(key);
    std::call_once(slot->built, [&] {
        slot->graph = build(frontend::readKernelSource(launch.source.string()), launch, addressBits,
                            sourceShape, cancellation, subGroupSize);
        if (wasStopped(cancellation)) forget(key, slot);
    });
    return {slot, &slot->graph};
}

GraphCache::Graph GraphCache::graphFor(const Launch& launch, const std::string& text, int addressBits,
                                       bool sourceShape, const Cancellation* cancellation, int subGroupSize) {
    // One character longer than the key of the same launch's file, even where the text is empty.
    const std::string key = keyOf(launch, addressBits, sourceShape, subGroupSize) + '\0' + text;
    const auto slot = slotFor(key);
    std::call_once(slot->built, [&] {
        slot->graph = build(frontend::KernelSource{launch.source.string(), text}, launch, addressBits,
                            sourceShape, cancellation, subGroupSize);
        if (wasStopped(cancellation)) forget(key, slot);
    });
    return {slot, &slot->graph};
}

std::size_t GraphCache::parsed() const {
    const std::lock_guard lock(mutex_);
    return parsed_;
}

} // namespace warpstring::batch
