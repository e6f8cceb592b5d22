// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/probe/probe_source.h"

#include <sstream>

namespace warpstring::probe {

namespace {

std::string declaration(const KernelParameter& parameter) {
    std::string text;
    // Drivers differ in the address space of images.
    if (isImage(parameter) || isSampler(parameter))
        return parameter.access + (parameter.access.empty() ? "" : " ") + parameter.type + " " + parameter.name;
    switch (parameter.space) {
    case AddressSpace::Global: text = "__global "; break;
    case AddressSpace::Constant: text = "__constant "; break;
    case AddressSpace::Local: text = "__local "; break;
    case AddressSpace::Private: return parameter.type + " " + parameter.name;
    }
    if (parameter.isConst && parameter.space != AddressSpace::Constant) text += "const ";
    if (parameter.isVolatile) text += "volatile ";
    text += parameter.type;
    if (parameter.isRestrict) text += " restrict";
    return text + " " + parameter.name;
}

/// Statements that keep the clock at the warp's start in warpstring_start. On NVIDIA one register stays taken
/// while the kernel runs, two where a warp may outlast 32 bits.
std::string readStart(const ProbeSetting& launch) {
    switch (launch.clock) {
    case ProbeClock::NvidiaAssembly:
        return launch.isLong
                   ? "    ulong warpstring_start;\n"
                     "    asm volatile(\"mov.u64 %0, %%clock64;\" : \"=l\"(warpstring_start) : : \"memory\");\n"
                   : "    uint warpstring_start;\n"
                     "    asm volatile(\"mov.u32 %0, %%clock;\" : \"=r\"(warpstring_start) : : \"memory\");\n";
    case ProbeClock::KernelClock: return "    ulong warpstring_start = clock_read_work_group();\n";
    case ProbeClock::Modelled: return "    uint warpstring_start = (uint)get_local_id(0);\n";
    case ProbeClock::CycleCounter: break;
    }
    return "    ulong warpstring_start = __builtin_readcyclecounter();\n";
}

/// Lets work-items that diverged in the kernel come together, as the warp ends with its last. Who belongs to
/// the warp is known from the sizes, so nothing has to be kept from the start.
std::string joinWarp(const ProbeSetting& launch) {
    if (launch.clock != ProbeClock::NvidiaAssembly) return "";
    const std::uint64_t rest = launch.range.groupSize() % static_cast<std::uint64_t>(launch.warpSize);
    if (rest == 0) return "    asm volatile(\"bar.warp.sync 0xffffffff;\" : : : \"memory\");\n";
    std::ostringstream text;
    text << "    uint warpstring_lanes = warpstring_item < " << launch.range.groupSize() - rest
         << "u ? 0xffffffffu : " << (std::uint64_t{1} << rest) - 1 << "u;\n"
         << "    asm volatile(\"bar.warp.sync %0;\" : : \"r\"(warpstring_lanes) : \"memory\");\n";
    return text.str();
}

/// Statements that read the clock at the warp's end into warpstring_end.
std::string readEnd(ProbeClock clock) {
    switch (clock) {
    case ProbeClock::NvidiaAssembly:
        return "    ulong warpstring_end;\n"
               "    asm volatile(\"mov.u64 %0, %%clock64;\" : \"=l\"(warpstring_end) : : \"memory\");\n";
    case ProbeClock::KernelClock: return "    ulong warpstring_end = clock_read_work_group();\n";
    case ProbeClock::Modelled: return "    ulong warpstring_end = get_local_id(1);\n";
    case ProbeClock::CycleCounter: break;
    }
    return "    ulong warpstring_end = __builtin_readcyclecounter();\n";
}

/// "a(0) + 4u * (a(1) + 8u * a(2))" over the dimensions that are larger than one.
std::string linear(const std::string& id, const std::array<std::uint64_t, 3>& sizes) {
    std::string text;
    for (int d = 2; d >= 0; --d) {
        const std::uint64_t size = sizes[static_cast<std::size_t>(d)];
        if (size == 1) continue;
        const std::string own = "(uint)" + id + "(" + std::to_string(d) + ")";
        text = text.empty() ? own : own + " + " + std::to_string(size) + "u * (" + text + ")";
    }
    return text.empty() ? "0u" : text;
}

} // namespace

std::string name(ProbeClock clock) {
    switch (clock) {
    case ProbeClock::NvidiaAssembly: return "%clock64 of the SM";
    case ProbeClock::KernelClock: return "cl_khr_kernel_clock of the work-group";
    case ProbeClock::Modelled: return "modelled";
    case ProbeClock::CycleCounter: break;
    }
    return "cycle counter of the CPU";
}

std::string probeSource(const std::string& source, const std::string& kernel,
                        const std::vector<KernelParameter>& parameters, const ProbeSetting& launch) {
    const NDRange& range = launch.range;
    const auto warpSize = static_cast<std::uint64_t>(launch.warpSize);
    const auto& required = launch.requiredGroup;
    std::ostringstream text;
    text << source << "\n\n#line 1 \"warpstring-probe\"\n";
    text << "__kernel ";
    if (required[0] != 0)
        text << "__attribute__((reqd_work_group_size(" << required[0] << ", " << required[1] << ", "
             << required[2] << "))) ";
    text << "void " << probeKernel << "(\n";
    for (const KernelParameter& parameter : parameters) text << "    " << declaration(parameter) << ",\n";
    text << "    __global ulong2* warpstring_stamps, uint warpstring_shift)\n{\n";
    // Which groups are stamped is settled while the first loads are under way: work-items of others have one
    // branch to pass at their end, where every cycle keeps the warp's place from the next.
    text << "    uint warpstring_group = "
         << linear("get_group_id", {range.groups(0), range.groups(1), range.groups(2)}) << ";\n"
         << "    bool warpstring_stamped = (warpstring_group & ((1u << warpstring_shift) - 1u)) == 0u;\n";
    text << readStart(launch);
    text << "    " << kernel << "(";
    for (std::size_t i = 0; i < parameters.size(); ++i) text << (i > 0 ? ", " : "") << parameters[i].name;
    text << ");\n";
    text << "    if (!warpstring_stamped) return;\n";
    text << "    uint warpstring_item = " << linear("get_local_id", range.local) << ";\n";
    text << joinWarp(launch) << readEnd(launch.clock);
    text << "    if (warpstring_item % " << warpSize << "u == 0u) {\n";
    if (launch.clock == ProbeClock::NvidiaAssembly)
        text << "        uint warpstring_sm;\n"
                "        asm volatile(\"mov.u32 %0, %%smid;\" : \"=r\"(warpstring_sm));\n";
    else if (launch.clock == ProbeClock::Modelled)
        text << "        uint warpstring_sm = (uint)get_local_id(2);\n";
    else
        text << "        uint warpstring_sm = " << unknownSm << "u;\n";
    const bool isShort =
        launch.clock == ProbeClock::Modelled || (launch.clock == ProbeClock::NvidiaAssembly && !launch.isLong);
    text << "        ulong warpstring_cycles = "
         << (isShort ? "(uint)warpstring_end - warpstring_start" : "warpstring_end - warpstring_start") << ";\n"
         << "        warpstring_stamps[(warpstring_group >> warpstring_shift) * "
         << range.warpsPerGroup(warpSize) << "u + warpstring_item / " << warpSize << "u] =\n"
         << "            (ulong2)(warpstring_end, (warpstring_cycles & " << (std::uint64_t{1} << smShift) - 1
         << "ul) | (ulong)warpstring_sm << " << smShift << ");\n"
         << "    }\n}\n";
    return text.str();
}

} // namespace warpstring::probe
