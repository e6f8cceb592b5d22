// SPDX-License-Identifier: GPL-3.0-or-later
#include "symbolic/transfers/host_times.h"

#include <algorithm>

namespace warpstring::transfers {

namespace {

/// Poeppl 2014, equations 5.2, 5.3 and 5.5, for a GeForce GT 650M: microseconds a byte and per transfer.
HostTimes poeppl650M() {
    HostTimes times;
    times.name = "gt650m-000";
    times.in = {516.413, 1e-3 / 0.00357997};
    times.out = {173.626, 1e-3 / 0.00053337};
    times.base = {5.72652, 0.18988566};
    times.notes = {
        "rates are per byte as the text says; per float, four times as much, they would fit the bus better",
        "host to device at 0.28 GB/s contradicts 4.3 GB/s that others measured on this GPU"};
    return times;
}

std::string joined(const std::vector<std::string>& parts) {
    std::string text;
    for (const std::string& part : parts) {
        if (!text.empty()) text += ", ";
        text += part;
    }
    return text;
}

} // namespace

std::string_view name(HostMemory memory) { return memory == HostMemory::Pinned ? "pinned" : "pageable"; }

Result<HostTimes> hostTimes(const HardwareSpec& spec, HostMemory memory) {
    const HardwareSpec::Host& host = spec.host;
    const bool pinned = memory == HostMemory::Pinned;
    const double in = pinned ? host.pinnedInGBs : host.pageableInGBs;
    const double out = pinned ? host.pinnedOutGBs : host.pageableOutGBs;
    const std::string prefix = pinned ? "host.pinned_" : "host.pageable_";
    std::vector<std::string> missing;
    if (in <= 0) missing.push_back(prefix + "in_gb_s");
    if (out <= 0) missing.push_back(prefix + "out_gb_s");
    if (!missing.empty())
        return Diagnostic{
            "transfers.no-rates",
            Severity::Error,
            {},
            "the spec " + spec.name + " does not tell how fast transfers are: " + joined(missing),
            "learn them from records of the device, with `warpstring calibrate --records`; or name "
            "another spec, or --preset"};
    HostTimes times;
    times.name = spec.name;
    times.in = {pinned ? host.pinnedInUs : host.pageableInUs, in};
    times.out = {pinned ? host.pinnedOutUs : host.pageableOutUs, out};
    times.aroundUs = host.roundTripUs > 0 ? host.roundTripUs : host.launchOverheadUs;
    times.launchUs = host.launchOverheadUs;
    if (times.in.fixedUs <= 0 || times.out.fixedUs <= 0)
        times.notes.emplace_back("the spec tells no fixed time of a transfer: none is counted");
    if (host.roundTripUs <= 0)
        times.notes.emplace_back(
            "the spec does not tell host.round_trip_us: the overhead of a launch stands in");
    return times;
}

std::vector<std::string> presetNames() { return {poeppl650M().name}; }

Result<HostTimes> presetTimes(const std::string& name) {
    if (HostTimes known = poeppl650M(); known.name == name) return known;
    return Diagnostic{"transfers.unknown-preset",
                      Severity::Error,
                      {},
                      "there is no preset \"" + name + "\"",
                      "there is " + joined(presetNames())};
}

} // namespace warpstring::transfers
