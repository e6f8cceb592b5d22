// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measure/worker/probe_source.h"

#include <sstream>

namespace warpstring {

namespace {

std::string declaration(const KernelParameter& parameter) {
    std::string text;
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

/// Statements that read the clock into `variable`. `atEnd`: after all work-items of the warp have come here.
std::string readClock(ProbeClock clock, const std::string& variable, bool atEnd) {
    switch (clock) {
    case ProbeClock::NvidiaAssembly:
        // Work-items that diverged in the kernel may come back one by one: the warp ends with its last.
        return (atEnd
                    ? std::string(
                          "    asm volatile(\"bar.warp.sync %0;\" : : \"r\"(warpstring_mask) : \"memory\");\n")
                    : std::string("    uint warpstring_mask;\n"
                                  "    asm volatile(\"activemask.b32 %0;\" : \"=r\"(warpstring_mask));\n")) +
               "    asm volatile(\"mov.u64 %0, %%clock64;\" : \"=l\"(" + variable + ") : : \"memory\");\n";
    case ProbeClock::KernelClock: return "    " + variable + " = clock_read_work_group();\n";
    case ProbeClock::CycleCounter: break;
    }
    return "    " + variable + " = __builtin_readcyclecounter();\n";
}

} // namespace

std::string name(ProbeClock clock) {
    switch (clock) {
    case ProbeClock::NvidiaAssembly: return "%clock64 of the SM";
    case ProbeClock::KernelClock: return "cl_khr_kernel_clock of the work-group";
    case ProbeClock::CycleCounter: break;
    }
    return "cycle counter of the CPU";
}

std::string probeSource(const std::string& source, const std::string& kernel,
                        const std::vector<KernelParameter>& parameters, ProbeClock clock, int warpSize,
                        const std::array<std::uint64_t, 3>& requiredGroup) {
    std::ostringstream text;
    text << source << "\n\n#line 1 \"warpstring-probe\"\n";
    text << "__kernel ";
    if (requiredGroup[0] != 0)
        text << "__attribute__((reqd_work_group_size(" << requiredGroup[0] << ", " << requiredGroup[1] << ", "
             << requiredGroup[2] << "))) ";
    text << "void " << probeKernel << "(\n";
    for (const KernelParameter& parameter : parameters) text << "    " << declaration(parameter) << ",\n";
    text << "    __global ulong* warpstring_stamps, uint warpstring_shift)\n{\n";
    text << "    ulong warpstring_start, warpstring_end;\n";
    text << readClock(clock, "warpstring_start", false);
    text << "    " << kernel << "(";
    for (std::size_t i = 0; i < parameters.size(); ++i) text << (i > 0 ? ", " : "") << parameters[i].name;
    text << ");\n";
    text << readClock(clock, "warpstring_end", true);
    // 32 bits and shifts: what the probe adds to a short kernel should not show.
    text << "    uint warpstring_group = (uint)get_group_id(0) + (uint)get_num_groups(0) * "
            "((uint)get_group_id(1)\n"
            "        + (uint)get_num_groups(1) * (uint)get_group_id(2));\n"
            "    uint warpstring_item = (uint)get_local_id(0) + (uint)get_local_size(0) * "
            "((uint)get_local_id(1)\n"
            "        + (uint)get_local_size(1) * (uint)get_local_id(2));\n";
    text << "    if (warpstring_item % " << warpSize
         << "u == 0u && (warpstring_group & ((1u << warpstring_shift) - 1u)) == 0u) {\n"
            "        uint warpstring_items =\n"
            "            (uint)get_local_size(0) * (uint)get_local_size(1) * (uint)get_local_size(2);\n"
            "        uint warpstring_warps = (warpstring_items + "
         << warpSize - 1 << "u) / " << warpSize << "u;\n"
         << "        ulong warpstring_sm = ~0ul;\n";
    if (clock == ProbeClock::NvidiaAssembly)
        text << "        uint warpstring_smid;\n"
                "        asm volatile(\"mov.u32 %0, %%smid;\" : \"=r\"(warpstring_smid));\n"
                "        warpstring_sm = warpstring_smid;\n";
    text << "        __global ulong* warpstring_place = warpstring_stamps + " << stampWords
         << "ul * ((warpstring_group >> warpstring_shift) * warpstring_warps + warpstring_item / " << warpSize
         << "u);\n"
            "        warpstring_place[0] = warpstring_start;\n"
            "        warpstring_place[1] = warpstring_end;\n"
            "        warpstring_place[2] = warpstring_sm;\n"
            "    }\n}\n";
    return text.str();
}

} // namespace warpstring
