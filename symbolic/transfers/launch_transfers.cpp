// SPDX-License-Identifier: GPL-3.0-or-later
#include "symbolic/transfers/launch_transfers.h"

#include <algorithm>
#include <utility>

namespace warpstring::transfers {

namespace {

Diagnostic overflow() {
    return {"transfers.overflow",
            Severity::Error,
            {},
            "the bytes of all buffers together do not fit 64 bits",
            "reduce the sizes of the launch"};
}

} // namespace

std::string_view name(Binding binding) {
    constexpr std::string_view names[] = {"transfers to the device", "the kernel", "transfers from the device",
                                          "the host around them"};
    return names[static_cast<std::size_t>(binding)];
}

Binding StageTimes::boundBy() const {
    const double times[] = {inUs, kernelUs, outUs, hostUs};
    return static_cast<Binding>(std::max_element(std::begin(times), std::end(times)) - std::begin(times));
}

double LaunchTransfers::transferUs(TransferBy other, const HostTimes& host) const {
    double us = 0;
    for (const MovedBuffer& buffer : buffers)
        us += host.in.us(static_cast<double>(buffer.volumes.in.bytes(other))) +
              host.out.us(static_cast<double>(buffer.volumes.out.bytes(other)));
    return us;
}

double kernelUs(const KernelTime& kernel, const HostTimes& host, double workItems) {
    return host.base ? kernel.bodyUs + host.base->us + host.base->nsPerItem * workItems * 1e-3 : kernel.us();
}

Result<LaunchTransfers> launchTransfers(std::vector<BufferVolumes> volumes, TransferBy by,
                                        const HostTimes& host, const KernelTime& kernel, double workItems) {
    LaunchTransfers result;
    result.by = by;
    result.buffers.reserve(volumes.size());
    for (BufferVolumes& one : volumes) {
        MovedBuffer moved;
        moved.inBytes = one.in.bytes(by);
        moved.outBytes = one.out.bytes(by);
        moved.inUs = host.in.us(static_cast<double>(moved.inBytes));
        moved.outUs = host.out.us(static_cast<double>(moved.outBytes));
        result.times.inUs += moved.inUs;
        result.times.outUs += moved.outUs;
        const std::pair<std::int64_t&, std::int64_t> sums[] = {{result.inBytes, moved.inBytes},
                                                               {result.outBytes, moved.outBytes},
                                                               {result.deviceBytes, one.onDevice.bytes(by)}};
        for (const auto& [sum, bytes] : sums)
            if (__builtin_add_overflow(sum, bytes, &sum)) return overflow();
        moved.volumes = std::move(one);
        result.buffers.push_back(std::move(moved));
    }
    result.times.kernelUs = kernelUs(kernel, host, workItems);
    result.times.hostUs = host.aroundUs;
    return result;
}

} // namespace warpstring::transfers
