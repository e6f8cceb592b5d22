// SPDX-License-Identifier: GPL-3.0-or-later
#include "symbolic/transfers/buffer_volumes.h"

#include <algorithm>
#include <charconv>

#include "symbolic/counts/index_space.h"
#include "symbolic/regions/union_bytes.h"

namespace warpstring::transfers {

using regions::AffineRegion;
using symbolic::AccessCounts;
using symbolic::Direction;

namespace {

/// Values of a variable of a region in a box of groups: "gid.x" and "group.x" are bounded by it, "gid.x/16"
/// too; what else there is made of them may be anything. Nullopt: all of them.
std::optional<std::pair<std::int64_t, std::int64_t>> rangeIn(const std::string& along, const GroupBox& box,
                                                             const NDRange& range) {
    for (std::size_t d = 0; d < 3; ++d) {
        auto low = static_cast<std::int64_t>(box.first[d]);
        auto high = static_cast<std::int64_t>(box.first[d] + box.count[d]) - 1;
        const std::string group = symbolic::groupName(d), global = symbolic::globalName(d);
        const bool isGlobal = along.starts_with(global);
        if (!isGlobal && !along.starts_with(group)) continue;
        if (isGlobal) {
            const auto size = static_cast<std::int64_t>(range.local[d]);
            low *= size;
            high = high * size + size - 1;
        }
        const std::string rest = along.substr((isGlobal ? global : group).size());
        if (rest.empty()) return std::pair{low, high};
        std::int64_t divisor = 0;
        const auto [end, fault] = std::from_chars(rest.data() + 1, rest.data() + rest.size(), divisor);
        if (rest[0] != '/' || fault != std::errc() || end != rest.data() + rest.size() || divisor <= 0) break;
        return std::pair{low / divisor, high / divisor};
    }
    return std::nullopt;
}

/// The part of a region that a box of groups touches; nullopt where there is none.
std::optional<AffineRegion> clipped(const symbolic::LaunchRegion& region, const GroupBox& box,
                                    const NDRange& range) {
    AffineRegion part{region.origin, region.region.bytes, {}, 1};
    for (const symbolic::RegionAxis& axis : region.axes) {
        std::int64_t low = axis.low, high = axis.high;
        if (const auto inside = rangeIn(axis.along, box, range)) {
            low = std::max(low, inside->first);
            high = std::min(high, inside->second);
        }
        if (high < low) return std::nullopt;
        // Within what the whole region reaches, which fits 64 bits.
        part.base += axis.stride * low;
        part.dimensions.push_back({axis.stride, high - low + 1});
    }
    return regions::normalised(part);
}

/// Regions of one buffer that are loaded or stored.
struct Touched {
    std::vector<AffineRegion> regions;
    bool isAffine = true; ///< the regions are all
    bool isExact = true;  ///< every byte of them is touched
    bool isAny = false;
    std::vector<const AccessCounts*> accesses;
};

class BufferReader {
public:
    BufferReader(const Pdg& pdg, const Launch& launch, const symbolic::LaunchCounts& counts,
                 const std::optional<GroupBox>& box)
        : pdg_(pdg), launch_(launch), counts_(counts), box_(box) {}

    [[nodiscard]] BufferVolumes read(const symbolic::BufferCounts& buffer) const {
        BufferVolumes result;
        result.name = buffer.name;
        result.bytes = buffer.bytes;
        result.direction = buffer.direction;
        const Touched loads = touched(buffer, false), stores = touched(buffer, true);
        Touched both = joined(loads, stores);
        result.onDevice = volumeOf(both, buffer.bytes);
        if (both.isAny && both.isAffine) result.touched = regions::intervalAround(both.regions);
        if (both.isAny && !both.isAffine) result.note = "addresses are not affine: the whole travels";
        result.in = volumeOf(loads, buffer.bytes);
        result.out = volumeOf(stores, buffer.bytes);
        // Gaps in what a tile writes are the results of other tiles.
        if (stores.isAny && (box_ || !isDeclaredWrite(buffer.name)))
            sendWhatIsNotWritten(result, buffer, loads, stores, both);
        return result;
    }

private:
    [[nodiscard]] bool isDeclaredWrite(const std::string& parameter) const {
        const auto found = launch_.arguments.find(parameter);
        const auto* elements = found != launch_.arguments.end() ? elementsOf(found->second) : nullptr;
        return elements != nullptr && elements->access == BufferAccess::Write;
    }

    [[nodiscard]] Touched touched(const symbolic::BufferCounts& buffer, bool isStored) const {
        Touched result;
        for (const AccessCounts& counts : counts_.accesses) {
            const MemoryAccess& access = pdg_.accesses[counts.access];
            if (!access.objectIsArgument || access.object != buffer.argument) continue;
            if (access.space != MemorySpace::Global && access.space != MemorySpace::Constant) continue;
            if (counts.executions.value == 0) continue;
            if (isStored ? access.kind == AccessKind::Load : access.kind == AccessKind::Store) continue;
            result.isAny = true;
            result.isAffine = result.isAffine && counts.isAffine;
            result.accesses.push_back(&counts);
            for (const symbolic::LaunchRegion& region : counts.boxes) {
                result.isExact = result.isExact && region.isExact;
                if (!box_)
                    result.regions.push_back(region.region);
                else if (auto part = clipped(region, *box_, launch_.range))
                    result.regions.push_back(std::move(*part));
            }
        }
        return result;
    }

    [[nodiscard]] static Touched joined(const Touched& loads, const Touched& stores) {
        Touched both = loads;
        both.regions.insert(both.regions.end(), stores.regions.begin(), stores.regions.end());
        both.isAffine = loads.isAffine && stores.isAffine;
        both.isExact = loads.isExact && stores.isExact;
        both.isAny = loads.isAny || stores.isAny;
        return both;
    }

    [[nodiscard]] static Volume volumeOf(const Touched& touched, std::int64_t whole) {
        Volume volume;
        if (!touched.isAny) return {0, 0, 0};
        if (touched.isAffine) {
            if (const auto around = regions::intervalAround(touched.regions))
                volume.interval = std::clamp<std::int64_t>(around->end - around->begin, 0, whole);
            if (const auto bytes = regions::unionBytes(touched.regions))
                volume.packed = std::min(bytes->packedBytes, volume.interval.value_or(whole));
        }
        // A tile may touch nothing of a buffer.
        volume.whole = touched.isAffine && touched.regions.empty() ? 0 : whole;
        return volume;
    }

    /// Different bytes that are stored to, where they are known.
    [[nodiscard]] std::optional<std::int64_t> writtenBytes(const symbolic::BufferCounts& buffer,
                                                           const Touched& stores) const {
        if (stores.isAffine && stores.isExact)
            if (const auto bytes = regions::unionBytes(stores.regions); bytes && bytes->isExact)
                return bytes->bytes;
        if (box_) return std::nullopt;
        if (buffer.direction == Direction::Out && buffer.isFootprintExact) return buffer.footprint.value;
        if (stores.accesses.size() == 1 && stores.accesses[0]->isFootprintExact)
            return stores.accesses[0]->footprint.value;
        return std::nullopt;
    }

    void sendWhatIsNotWritten(BufferVolumes& result, const symbolic::BufferCounts& buffer, const Touched& loads,
                              const Touched& stores, const Touched& both) const {
        const auto written = writtenBytes(buffer, stores);
        const Volume all = volumeOf(both, buffer.bytes);
        const bool wasSent = loads.isAny;
        const auto hasGaps = [&](std::int64_t bytes) { return !written || *written < bytes; };
        if (hasGaps(result.out.whole)) result.in.whole = all.whole;
        if (!result.out.interval || hasGaps(*result.out.interval)) result.in.interval = all.interval;
        if (!result.out.packed || hasGaps(*result.out.packed)) result.in.packed = all.packed;
        if (!wasSent && result.in.whole > 0)
            result.note += (result.note.empty() ? "" : "; ") +
                           std::string("not all of it is known to be written: it travels in, too, as a whole");
    }

    const Pdg& pdg_;
    const Launch& launch_;
    const symbolic::LaunchCounts& counts_;
    const std::optional<GroupBox>& box_;
};

/// As the launch file says, all of it.
BufferVolumes declared(const std::string& name, std::int64_t bytes, BufferAccess access) {
    BufferVolumes result;
    result.name = name;
    result.bytes = bytes;
    result.onDevice.whole = bytes;
    if (access != BufferAccess::Write) result.in.whole = bytes;
    if (access != BufferAccess::Read) result.out.whole = bytes;
    result.direction = access == BufferAccess::Read    ? Direction::In
                       : access == BufferAccess::Write ? Direction::Out
                                                       : Direction::InOut;
    return result;
}

} // namespace

std::string_view name(TransferBy by) {
    constexpr std::string_view names[] = {"whole", "interval", "packed"};
    return names[static_cast<std::size_t>(by)];
}

std::int64_t Volume::bytes(TransferBy by) const {
    if (by == TransferBy::Packed && packed) return *packed;
    if (by != TransferBy::Whole && interval) return *interval;
    return whole;
}

std::vector<BufferVolumes> bufferVolumes(const Pdg& pdg, const Launch& launch,
                                         const symbolic::LaunchCounts& counts, DirectionsBy directions,
                                         const std::optional<GroupBox>& box) {
    std::vector<BufferVolumes> all;
    const BufferReader reader(pdg, launch, counts, box);
    for (const symbolic::BufferCounts& buffer : counts.buffers) {
        const auto found = launch.arguments.find(buffer.name);
        const auto* elements = found != launch.arguments.end() ? elementsOf(found->second) : nullptr;
        if (directions == DirectionsBy::Launch && elements != nullptr)
            all.push_back(declared(buffer.name, buffer.bytes, elements->access));
        else
            all.push_back(reader.read(buffer));
    }
    for (const auto& [parameter, argument] : launch.arguments) {
        const auto* image = std::get_if<ImageArgument>(&argument);
        if (image == nullptr) continue;
        const auto bytes =
            static_cast<std::int64_t>(image->texels.count) * warpstring::bytes(image->texels.type);
        all.push_back(declared(parameter, bytes, image->texels.access));
        all.back().note = "an image: as the launch file says, the whole; laying it out anew is not counted";
    }
    return all;
}

} // namespace warpstring::transfers
