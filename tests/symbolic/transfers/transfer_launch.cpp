// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/symbolic/transfers/transfer_launch.h"

#include <algorithm>

#include "pdg/frontend/build_pdg.h"

namespace warpstring::test {

TransferLaunch::Truth TransferLaunch::truth(const std::string& buffer, bool isStored,
                                            const transfers::GroupBox& box) const {
    Truth result;
    const auto binding = evaluation::bindLaunch(pdg, launch);
    EXPECT_TRUE(binding.ok());
    const auto found = oracle::enumerate(pdg, *binding, 1'000'000, box.first, box.count);
    EXPECT_TRUE(found);
    if (!found) return result;
    std::vector<AccessId> own;
    bool isFirst = true;
    for (const MemoryAccess& access : pdg.accesses) {
        if (!access.objectIsArgument || pdg.arguments[access.object].name != buffer) continue;
        if ((access.kind == AccessKind::Store) != isStored) continue;
        own.push_back(access.id);
        for (const std::int64_t place : found->places[access.id]) {
            result.first = isFirst ? place : std::min(result.first, place);
            result.end = std::max(result.end, place + access.bytes);
            isFirst = false;
        }
    }
    result.bytes = found->bytes(pdg, own);
    return result;
}

transfers::GroupBox TransferLaunch::all() const {
    transfers::GroupBox box;
    for (int d = 0; d < 3; ++d) box.count[static_cast<std::size_t>(d)] = launch.range.groups(d);
    return box;
}

std::optional<TransferLaunch> transferLaunch(const std::string& body, std::int64_t n,
                                             std::array<std::uint64_t, 3> global,
                                             std::array<std::uint64_t, 3> local, std::uint64_t elements) {
    TransferLaunch result;
    auto built = frontend::buildPdg(
        {"k.cl", "kernel void k(int n, global float* a, global const float* b) {" + body + "}"}, "k", {});
    EXPECT_TRUE(built.ok()) << body;
    if (!built) return std::nullopt;
    result.pdg = std::move(*built);
    BufferArgument floats;
    floats.type = {ScalarType::Float};
    floats.count = elements;
    result.launch.kernel = "k";
    result.launch.name = "k";
    result.launch.range.dimensions = 3;
    result.launch.range.global = global;
    result.launch.range.local = local;
    result.launch.arguments = {
        {"n", ScalarArgument{{ScalarType::Int}, false, n}}, {"a", floats}, {"b", floats}};
    symbolic::CountOptions options;
    options.open.emplace();
    auto counts = countLaunch(result.pdg, result.launch, HardwareSpec{}, options);
    EXPECT_TRUE(counts.ok()) << (counts.ok() ? "" : toText(counts.diagnostics()[0]));
    if (!counts) return std::nullopt;
    result.counts = std::move(*counts);
    return result;
}

} // namespace warpstring::test
