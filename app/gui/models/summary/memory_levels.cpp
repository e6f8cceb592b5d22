// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/models/summary/memory_levels.h"

#include <algorithm>

namespace warpstring::gui {

namespace {

bool isShared(const MemoryAccess& access) { return access.space == MemorySpace::Shared; }

class Levels {
public:
    explicit Levels(const Analysis& analysis)
        : analysis_(analysis), seconds_(analysis.simulation.kernelTimeUs() * 1e-6) {}

    MemoryUse use() {
        if (analysis_.simulation.timeline)
            byTimeline(analysis_.simulation.timeline->traffic);
        else
            byTransactions();
        return std::move(use_);
    }

private:
    using Of = std::pair<double, double>; ///< bytes read and written

    void add(const QString& name, double peak, const std::vector<Of>& byAccess) {
        MemoryLevel level;
        level.name = name;
        level.peak = peak;
        std::vector<StatementId> reaching;
        for (const MemoryAccess& access : analysis_.pdg->accesses) {
            const auto& [read, written] = byAccess[access.id];
            level.readBytes += read;
            level.writtenBytes += written;
            if (read + written > 0) reaching.push_back(access.statement);
        }
        level.rate = seconds_ > 0 ? level.bytes() / seconds_ : 0;
        level.focus = analysis_.elements.fromStatements(reaching);
        use_.levels.push_back(std::move(level));
    }

    void byTimeline(const std::vector<timeline::MemoryTraffic>& traffic) {
        const HardwareSpec& spec = analysis_.spec();
        const double sector = spec.globalMemory.minTransactionBytes;
        std::vector<Of> l1(traffic.size()), l2(traffic.size()), dram(traffic.size());
        std::vector<StatementId> requesting, sharing;
        double sectors = 0, misses = 0;
        for (const MemoryAccess& access : analysis_.pdg->accesses) {
            const timeline::MemoryTraffic& of = traffic[access.id];
            if (of.requests <= 0) continue;
            if (isShared(access)) {
                use_.sharedRequests += of.requests;
                use_.sharedWavefronts += of.wavefronts;
                sharing.push_back(access.statement);
                continue;
            }
            use_.requests += of.requests;
            requesting.push_back(access.statement);
            sectors += of.l1Sectors;
            misses += of.l1Misses;
            l1[access.id] = {of.l1Sectors * sector, 0};
            l2[access.id] = {of.l2ReadBytes, of.l2WriteBytes};
            dram[access.id] = {of.dramReadBytes, of.dramWriteBytes};
        }
        use_.requesting = analysis_.elements.fromStatements(requesting);
        use_.sharing = analysis_.elements.fromStatements(sharing);
        if (spec.caches.l1Bytes > 0) {
            const double perSecond = spec.execution.clockMhz * 1e6 * spec.execution.multiprocessors;
            add(QStringLiteral("L1"), spec.caches.l1BytesPerCycle * perSecond, l1);
            if (sectors > 0) use_.levels.back().hitRate = 1 - misses / sectors;
        }
        if (spec.caches.l2Bytes > 0) add(QStringLiteral("L2"), spec.caches.l2BandwidthGBs * 1e9, l2);
        const double read = use_.levels.empty() ? 0 : use_.levels.back().readBytes;
        const std::size_t last = use_.levels.size();
        add(QStringLiteral("DRAM"), spec.globalMemory.bandwidthGBs * 1e9, dram);
        if (last > 0 && read > 0 && use_.levels[last - 1].name == QStringLiteral("L2"))
            use_.levels[last - 1].hitRate = std::clamp(1 - use_.levels[last].readBytes / read, 0.0, 1.0);
    }

    /// What the string's tokens ask for: that is what the closed form counts.
    void byTransactions() {
        const double warps = analysis_.simulation.evaluation.warps;
        std::vector<Of> dram(analysis_.pdg->accesses.size());
        std::vector<StatementId> requesting, sharing;
        for (const FlatToken& flat : analysis_.tokens) {
            const token_string::Token& token = *flat.token;
            if (token.access == none || token.kind == token_string::TokenKind::Wait) continue;
            const MemoryAccess& access = analysis_.pdg->accesses[token.access];
            const double requests = flat.iterations() * token.weight * warps;
            if (requests <= 0) continue;
            (isShared(access) ? use_.sharedRequests : use_.requests) += requests;
            (isShared(access) ? sharing : requesting).push_back(access.statement);
            if (isShared(access)) continue;
            auto& [read, written] = dram[access.id];
            (access.kind == AccessKind::Load ? read : written) += requests * token.bytes;
        }
        use_.requesting = analysis_.elements.fromStatements(requesting);
        use_.sharing = analysis_.elements.fromStatements(sharing);
        add(QStringLiteral("DRAM"), analysis_.spec().globalMemory.bandwidthGBs * 1e9, dram);
    }

    const Analysis& analysis_;
    double seconds_;
    MemoryUse use_;
};

} // namespace

MemoryUse memoryUse(const Analysis& analysis) { return Levels(analysis).use(); }

} // namespace warpstring::gui
