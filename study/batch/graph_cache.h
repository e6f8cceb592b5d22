// SPDX-License-Identifier: GPL-3.0-or-later
// Graphs by kernel, source and options: the launches of a sweep share them, the states of an edited text too.
#pragma once

#include <list>
#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>

#include "core/launch.h"
#include "pdg/frontend/build_pdg.h"
#include "study/batch/assembly_cache.h"

namespace warpstring::batch {

/// Parses each kernel once for every set of build options, even when several threads ask at the same time.
class GraphCache {
public:
    /// A graph, or why there is none. It outlives the cache.
    using Graph = std::shared_ptr<const Result<Pdg>>;

    /// Beyond `mostGraphs` those that were not asked for the longest are forgotten, so that neither a sweep
    /// over macros nor an afternoon of typing fills the memory.
    explicit GraphCache(std::size_t mostGraphs = 1024) : mostGraphs_(mostGraphs) {}

    /// What graphFor() of a launch goes by: equal keys have the same graph.
    [[nodiscard]] static std::string keyOf(const Launch& launch, int addressBits, bool sourceShape,
                                           int subGroupSize = 32);

    /// Safe to call from several threads; waits where another one is parsing the same kernel.
    /// A graph whose making was stopped is not kept.
    [[nodiscard]] Graph graphFor(const Launch& launch, int addressBits, bool sourceShape,
                                 const Cancellation* cancellation = nullptr, int subGroupSize = 32);
    /// The same of an edited text: `launch.source` is not read, it names the text and anchors its includes.
    [[nodiscard]] Graph graphFor(const Launch& launch, const std::string& text, int addressBits,
                                 bool sourceShape, const Cancellation* cancellation = nullptr,
                                 int subGroupSize = 32);

    /// What an assembler made of the kernels of these graphs.
    [[nodiscard]] AssemblyCache& assemblies() { return assemblies_; }

    /// Kernels parsed so far, failures included.
    [[nodiscard]] std::size_t parsed() const;

private:
    struct Slot {
        std::once_flag built;
        Result<Pdg> graph{Pdg{}};
    };
    struct Entry {
        std::shared_ptr<Slot> slot;
        std::list<std::string>::iterator use;
    };

    std::shared_ptr<Slot> slotFor(const std::string& key);
    void forget(const std::string& key, const std::shared_ptr<Slot>& slot);

    std::size_t mostGraphs_;
    mutable std::mutex mutex_;
    std::unordered_map<std::string, Entry> entries_;
    std::list<std::string> uses_; ///< keys, the latest first
    std::size_t parsed_ = 0;
    AssemblyCache assemblies_;
};

} // namespace warpstring::batch
