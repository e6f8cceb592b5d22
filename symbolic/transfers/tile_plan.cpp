// SPDX-License-Identifier: GPL-3.0-or-later
#include "symbolic/transfers/tile_plan.h"

#include <algorithm>
#include <map>

#include "core/text/text_format.h"

namespace warpstring::transfers {

using symbolic::Direction;

namespace {

class TilePlanner {
public:
    TilePlanner(const TileRequest& request, const HostTimes& host, const KernelTime& kernel)
        : request_(request), host_(host), kernel_(kernel),
          by_(request.by == TransferBy::Whole ? TransferBy::Interval : request.by) {
        for (int d = 0; d < 3; ++d) groups_[static_cast<std::size_t>(d)] = request.launch.range.groups(d);
    }

    Result<TilePlan> plan() {
        std::optional<TilePlan> best;
        bool isDivisible = false;
        for (const Halved& halved : {Halved{true, true, true}, Halved{true, false, false},
                                     Halved{false, true, false}, Halved{false, false, true}}) {
            std::array<std::uint64_t, 3> parts{1, 1, 1};
            while (parts[0] * parts[1] * parts[2] <= mostTiles) {
                if (parts[0] * parts[1] * parts[2] >= request_.leastTiles) {
                    TilePlan found = inTiles(parts);
                    least_ = least_ ? std::min(*least_, found.mostDeviceBytes) : found.mostDeviceBytes;
                    if (static_cast<double>(found.mostDeviceBytes) * static_cast<double>(request_.sets) <=
                        request_.memoryBytes) {
                        if (!best || timeOf(found) < timeOf(*best)) best = std::move(found);
                        break;
                    }
                }
                if (!halve(parts, halved)) break;
                isDivisible = true;
            }
        }
        if (best) return std::move(*best);
        return isDivisible && least_ ? tooMany() : notTileable();
    }

private:
    using Halved = std::array<bool, 3>; ///< by dimension

    static double timeOf(const TilePlan& plan) {
        return plan.pipelinedUs > 0 ? plan.pipelinedUs : plan.sequential.totalUs();
    }

    /// Those dimensions that have groups left to be told apart; false where none has.
    bool halve(std::array<std::uint64_t, 3>& parts, const Halved& halved) const {
        bool isHalved = false;
        for (std::size_t d = 0; d < 3; ++d)
            if (halved[d] && parts[d] < groups_[d]) {
                parts[d] = std::min(parts[d] * 2, groups_[d]);
                isHalved = true;
            }
        return isHalved;
    }

    [[nodiscard]] Tile tileOf(const GroupBox& box) {
        Tile tile;
        tile.box = box;
        for (const BufferVolumes& one :
             bufferVolumes(request_.pdg, request_.launch, request_.counts, DirectionsBy::Graph, box)) {
            const std::int64_t in = one.in.bytes(by_), out = one.out.bytes(by_);
            tile.inBytes += in;
            tile.outBytes += out;
            tile.deviceBytes += one.onDevice.bytes(by_);
            tile.times.inUs += host_.in.us(static_cast<double>(in));
            tile.times.outUs += host_.out.us(static_cast<double>(out));
            sent_[one.name] += in;
            touched_[one.name] += writtenPart(one);
        }
        const double all =
            static_cast<double>(groups_[0]) * static_cast<double>(groups_[1]) * static_cast<double>(groups_[2]);
        const double own = static_cast<double>(box.count[0]) * static_cast<double>(box.count[1]) *
                           static_cast<double>(box.count[2]);
        const double items = own * static_cast<double>(request_.launch.range.groupSize());
        tile.times.kernelUs = kernelUs({kernel_.startUs, kernel_.bodyUs * own / all}, host_, items);
        return tile;
    }

    /// Bytes of a buffer that must be a tile's own if it is to run beside others: what it fetches, gaps among
    /// it, and what it reads of a buffer that is written.
    [[nodiscard]] double writtenPart(const BufferVolumes& one) const {
        return static_cast<double>((one.direction == Direction::InOut ? one.onDevice : one.out).bytes(by_));
    }

    [[nodiscard]] TilePlan inTiles(const std::array<std::uint64_t, 3>& parts) {
        TilePlan plan;
        plan.tilesOf = parts;
        sent_.clear();
        touched_.clear();
        const auto begin = [&](std::size_t d, std::uint64_t part) {
            return groups_[d] / parts[d] * part + std::min(part, groups_[d] % parts[d]);
        };
        for (std::uint64_t z = 0; z < parts[2]; ++z)
            for (std::uint64_t y = 0; y < parts[1]; ++y)
                for (std::uint64_t x = 0; x < parts[0]; ++x) {
                    const std::array<std::uint64_t, 3> at{x, y, z};
                    GroupBox box;
                    for (std::size_t d = 0; d < 3; ++d) {
                        box.first[d] = begin(d, at[d]);
                        box.count[d] = begin(d, at[d] + 1) - box.first[d];
                    }
                    plan.tiles.push_back(tileOf(box));
                }
        std::vector<StageTimes> stages;
        stages.reserve(plan.tiles.size());
        for (const Tile& tile : plan.tiles) {
            plan.mostDeviceBytes = std::max(plan.mostDeviceBytes, tile.deviceBytes);
            plan.inBytes += tile.inBytes;
            plan.outBytes += tile.outBytes;
            plan.sequential.inUs += tile.times.inUs;
            plan.sequential.kernelUs += tile.times.kernelUs;
            plan.sequential.outUs += tile.times.outUs;
            stages.push_back(tile.times);
        }
        plan.sequential.hostUs = host_.aroundUs;
        compareWithWhole(plan);
        if (request_.sets > 1 && plan.dependence.empty())
            plan.pipelinedUs = pipelinedUs(stages, request_.sets) + host_.aroundUs;
        return plan;
    }

    void compareWithWhole(TilePlan& plan) const {
        for (const BufferVolumes& one : bufferVolumes(request_.pdg, request_.launch, request_.counts)) {
            if (const auto sent = sent_.find(one.name); sent != sent_.end())
                plan.againBytes += std::max<std::int64_t>(0, sent->second - one.in.bytes(by_));
            const bool isWritten = one.direction == Direction::Out || one.direction == Direction::InOut;
            const auto touched = touched_.find(one.name);
            if (isWritten && touched != touched_.end() && touched->second > writtenPart(one))
                plan.dependence = one.name;
        }
    }

    [[nodiscard]] Diagnostic tooMany() const {
        return {"transfers.too-many-tiles",
                Severity::Error,
                {request_.launch.file.string(), 0, 0},
                formatted("%llu tiles do not make the launch fit: one still takes %.3g GB of %.3g GB",
                          static_cast<unsigned long long>(mostTiles),
                          static_cast<double>(least_.value_or(0)) * static_cast<double>(request_.sets) * 1e-9,
                          request_.memoryBytes * 1e-9),
                "what every work-group reads cannot be divided so: change the kernel to take its operands in "
                "parts"};
    }

    [[nodiscard]] Diagnostic notTileable() const {
        return {"transfers.not-tileable",
                Severity::Error,
                {request_.launch.file.string(), 0, 0},
                formatted("the launch does not divide into the tiles that it needs: it has %.0f work-groups",
                          static_cast<double>(groups_[0]) * static_cast<double>(groups_[1]) *
                              static_cast<double>(groups_[2])),
                "launch it with more work-groups"};
    }

    const TileRequest& request_;
    const HostTimes& host_;
    const KernelTime& kernel_;
    TransferBy by_;
    std::array<std::uint64_t, 3> groups_{1, 1, 1};
    std::map<std::string, std::int64_t> sent_; ///< by buffer, of all tiles
    std::map<std::string, double> touched_;
    std::optional<std::int64_t> least_; ///< of the largest tile, of all that were tried
};

} // namespace

double pipelinedUs(const std::vector<StageTimes>& tiles, std::uint64_t sets) {
    double in = 0, kernel = 0, out = 0;
    std::vector<double> back; // by tile
    back.reserve(tiles.size());
    for (std::size_t k = 0; k < tiles.size(); ++k) {
        const double freed = k >= sets ? back[k - sets] : 0;
        in = std::max(in, freed) + tiles[k].inUs;
        kernel = std::max(kernel, in) + tiles[k].kernelUs;
        out = std::max(out, kernel) + tiles[k].outUs;
        back.push_back(out);
    }
    return out;
}

Result<TilePlan> planTiles(const TileRequest& request, const HostTimes& host, const KernelTime& kernel) {
    return TilePlanner(request, host, kernel).plan();
}

} // namespace warpstring::transfers
