// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/models/memory/memory_map.h"

#include <algorithm>

#include "app/gui/models/unit_text.h"

namespace warpstring::gui {

namespace {

std::string number(std::int64_t value) { return numberText(static_cast<double>(value)).toStdString(); }

std::string times(std::int64_t count, const char* one) {
    return number(count) + " " + one + (count == 1 ? "" : "s");
}

/// Bytes of what an access reaches: a buffer, or an array in local memory.
std::int64_t bytesOf(const Analysis& analysis, const MemoryAccess& access) {
    const auto& launch = analysis.simulation.evaluation.launch;
    if (!access.objectIsArgument) return static_cast<std::int64_t>(analysis.pdg->arrays[access.object].bytes);
    const auto& bytes = access.space == MemorySpace::Shared ? launch.localArgumentBytes : launch.bufferBytes;
    return static_cast<std::int64_t>(bytes[access.object]);
}

bool isDrawn(const MemoryAccess& access) {
    return access.object != none &&
           (access.space == MemorySpace::Global || access.space == MemorySpace::Constant ||
            access.space == MemorySpace::Shared);
}

symbolic::Direction directionOf(const MemoryMap& map, const MappedBuffer& buffer) {
    bool isRead = false, isWritten = false;
    for (const AccessTrack& track : buffer.tracks) {
        const AccessKind kind = map.pdg().accesses[map.counts->accesses[track.access].access].kind;
        isRead = isRead || kind != AccessKind::Store;
        isWritten = isWritten || kind != AccessKind::Load;
    }
    return isRead && isWritten ? symbolic::Direction::InOut
           : isRead            ? symbolic::Direction::In
                               : symbolic::Direction::Out;
}

BufferPlane planeOf(const MemoryMap& map, const MappedBuffer& buffer, std::int64_t bytes) {
    const NDRange& range = map.analysis->launch().range;
    int element = 0;
    std::vector<PlaneStride> strides;
    for (const AccessTrack& track : buffer.tracks) {
        const auto& counts = map.counts->accesses[track.access];
        const int own = map.pdg().accesses[counts.access].bytes;
        element = element == 0 ? own : std::min(element, own);
        for (const auto& stride : counts.strides) {
            if (!stride.value) { // from place to place within rows, for all that is known
                strides.push_back({stride.along, own, 1});
                continue;
            }
            const bool isLocal = stride.along.starts_with("lid.");
            const auto dimension = static_cast<std::size_t>(stride.along.back() - 'x');
            strides.push_back(
                {stride.along, *stride.value, isLocal ? static_cast<std::int64_t>(range.local[dimension]) : 1});
        }
    }
    return bufferPlane(bytes, element, std::move(strides));
}

} // namespace

Result<SharedCounts> countsOf(const Analysis& analysis, const Cancellation* cancellation) {
    symbolic::CountOptions options;
    options.evaluation = simulationOptions(analysis.request).evaluation;
    options.evaluation.cancellation = cancellation;
    const Launch& launch = analysis.launch();
    if (const auto definitions =
            files::parseLaunchDefinitions(analysis.request.launchText, launch.file, launch.swept))
        options.definitions = *definitions;
    auto counts = countLaunch(*analysis.pdg, launch, analysis.spec(), options);
    if (!counts) return counts.diagnostics();
    return std::make_shared<const symbolic::LaunchCounts>(std::move(*counts));
}

MemoryChoice within(const MemoryMap& map, MemoryChoice choice) {
    for (std::size_t d = 0; d < 3; ++d)
        choice.group[d] = std::clamp<std::int64_t>(choice.group[d], 0, map.groups[d] - 1);
    choice.warp = std::clamp(choice.warp, 0, map.warps - 1);
    return choice;
}

SharedMemoryMap memoryMap(SharedAnalysis analysis, SharedCounts counts, const MemoryChoice& choice) {
    auto map = std::make_shared<MemoryMap>();
    map->analysis = std::move(analysis);
    map->counts = std::move(counts);
    const NDRange& range = map->analysis->launch().range;
    for (int d = 0; d < 3; ++d)
        map->groups[static_cast<std::size_t>(d)] = static_cast<std::int64_t>(range.groups(d));
    map->warps = static_cast<int>(
        range.warpsPerGroup(static_cast<std::uint64_t>(map->analysis->spec().execution.warpSize)));
    map->choice = within(*map, choice);
    std::array<symbolic::RegionScope, 3> scopes;
    scopes[1].group = scopes[2].group = map->choice.group;
    scopes[2].warp = map->choice.warp;

    for (std::size_t i = 0; i < map->counts->accesses.size(); ++i) {
        const MemoryAccess& access = map->pdg().accesses[map->counts->accesses[i].access];
        if (!isDrawn(access)) continue;
        const std::string& name = map->counts->accesses[i].object;
        auto found = std::find_if(map->buffers.begin(), map->buffers.end(),
                                  [&](const MappedBuffer& buffer) { return buffer.name == name; });
        if (found == map->buffers.end()) {
            found = map->buffers.emplace(map->buffers.end());
            found->name = name;
            found->isLocal = access.space == MemorySpace::Shared;
            found->plane.bytes = bytesOf(*map->analysis, access);
        }
        AccessTrack track{i, 0, {}};
        for (std::size_t scope = 0; scope < scopes.size(); ++scope)
            track.touched[scope] =
                touchedRegions(map->pdg(), map->analysis->simulation.evaluation, access.id, scopes[scope]);
        found->tracks.push_back(std::move(track));
    }
    for (MappedBuffer& buffer : map->buffers) {
        buffer.direction = directionOf(*map, buffer);
        buffer.plane = planeOf(*map, buffer, buffer.plane.bytes);
        const auto& counted = map->counts->buffers;
        const auto own = std::find_if(counted.begin(), counted.end(),
                                      [&](const auto& each) { return each.name == buffer.name; });
        if (own != counted.end() && !buffer.isLocal)
            buffer.counts = static_cast<std::size_t>(own - counted.begin());
    }
    std::stable_partition(map->buffers.begin(), map->buffers.end(),
                          [](const MappedBuffer& buffer) { return !buffer.isLocal; });
    std::size_t colour = 0;
    for (MappedBuffer& buffer : map->buffers)
        for (AccessTrack& track : buffer.tracks) track.colour = colour++;
    return map;
}

std::optional<PlaneRect> extentOf(const MappedBuffer& buffer, MemoryScope scope) {
    std::optional<PlaneRect> all;
    for (const AccessTrack& track : buffer.tracks)
        for (const auto& region : track.of(scope).regions)
            for (const PlaneRect& rect : rectsOf(region, buffer.plane, wholeOf(buffer.plane)))
                all = all ? around(*all, rect) : rect;
    return all;
}

std::string trackName(const MemoryMap& map, const AccessTrack& track) {
    constexpr std::array kinds{"load", "store", "atomic"};
    const AccessKind kind = map.pdg().accesses[map.counts->accesses[track.access].access].kind;
    return "line " + std::to_string(map.statementOf(track.access).place.at.line) + " " +
           kinds[static_cast<std::size_t>(kind)];
}

std::string bufferText(const MemoryMap& map, const MappedBuffer& buffer) {
    std::string text(buffer.isLocal ? "local memory of a work-group" : name(buffer.direction));
    text += ", " + times(buffer.plane.bytes, "byte");
    if (buffer.plane.hasRows())
        text += ", " + number(buffer.plane.rows()) + " rows of " + times(buffer.plane.rowBytes, "byte");
    if (!buffer.counts) return text;
    const symbolic::BufferCounts& counts = map.counts->buffers[*buffer.counts];
    if (counts.footprint.value)
        text += std::string("; touched ") + (counts.isFootprintExact ? "" : "at most ") +
                times(*counts.footprint.value, "byte");
    if (counts.reuse && *counts.reuse >= 1.05)
        text += ", each " + numberText(*counts.reuse).toStdString() + " times";
    return text;
}

std::string placeText(const MemoryMap& map, const MappedBuffer& buffer, const AccessTrack& track,
                      std::int64_t byte) {
    const BufferPlane& plane = buffer.plane;
    const std::int64_t element = byte / plane.elementBytes;
    std::string text = "byte " + number(byte) + " of " + buffer.name + ", element " + number(element);
    if (plane.hasRows())
        text += " (row " + number(byte / plane.rowBytes) + ", column " +
                number(byte % plane.rowBytes / plane.elementBytes) + ")";
    text += ": " + trackName(map, track);
    const auto touches = [&](MemoryScope scope) {
        const auto& regions = track.of(scope).regions;
        return std::any_of(regions.begin(), regions.end(),
                           [&](const regions::AffineRegion& region) { return contains(region, byte); });
    };
    const auto& [group, warp] = map.choice;
    const std::string groupName = "work-group (" + std::to_string(group[0]) + ", " + std::to_string(group[1]) +
                                  ", " + std::to_string(group[2]) + ")";
    if (touches(MemoryScope::Warp)) return text + " of warp " + std::to_string(warp) + " of " + groupName;
    if (touches(MemoryScope::Group)) return text + " of " + groupName;
    if (touches(MemoryScope::Launch)) return text + " of other work-groups";
    return text + (track.of(MemoryScope::Launch).reason.empty() ? " never touches it"
                                                                : ": " + track.of(MemoryScope::Launch).reason);
}

} // namespace warpstring::gui
