// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <bit>
#include <sstream>

#include "calibration/calibration.h"
#include "calibration/spec_text.h"
#include "core/text/text_format.h"

namespace warpstring::calibration {

namespace {

/// What a class lowers to on most GPUs; scaled to what is measured.
struct Lowering {
    OperationClass operation;
    const char* pipes;
};

using Op = OperationClass;

constexpr Lowering lowerings[] = {
    {Op::Move, "alu = 1"},
    {Op::Select, "alu = 1"},
    {Op::Convert, "special = 1"},
    {Op::Branch, "control = 1"},
    {Op::VoteOrShuffle, "memory = 1"},
    {Op::IntegerAdd, "alu = 1"},
    {Op::IntegerMultiply, "integer_multiply = 1"},
    {Op::IntegerMultiply24, "integer_multiply = 1"},
    {Op::IntegerMad, "integer_multiply = 1"},
    {Op::IntegerMad24, "integer_multiply = 1"},
    {Op::IntegerMultiplyHigh, "integer_multiply = 1"},
    {Op::IntegerDivide, "integer_multiply = 4, alu = 10, special = 3"},
    {Op::IntegerRemainder, "integer_multiply = 5, alu = 9, special = 3"},
    {Op::IntegerCompare, "alu = 1"},
    {Op::IntegerMinMax, "alu = 1"},
    {Op::Shift, "alu = 1"},
    {Op::Logic, "alu = 1"},
    {Op::BitCount, "special = 1"},
    {Op::LongAdd, "alu = 2"},
    {Op::LongMultiply, "integer_multiply = 4"},
    {Op::LongMultiplyHigh, "integer_multiply = 6, alu = 4"},
    {Op::LongDivide, "integer_multiply = 30, alu = 40, special = 4"},
    {Op::LongRemainder, "integer_multiply = 32, alu = 42, special = 4"},
    {Op::LongCompare, "alu = 2"},
    {Op::LongMinMax, "alu = 4"},
    {Op::LongShift, "alu = 2"},
    {Op::LongLogic, "alu = 2"},
    {Op::IndexedAddress, "integer_multiply = 1"},
    {Op::FloatAdd, "fma = 1"},
    {Op::FloatMultiply, "fma = 1"},
    {Op::FloatMad, "fma = 1"},
    {Op::FloatDivide, "special = 1, fma = 6, alu = 2"},
    {Op::FloatCompare, "alu = 1"},
    {Op::FloatMinMax, "alu = 1"},
    {Op::Reciprocal, "special = 1"},
    {Op::ReciprocalSquareRoot, "special = 1, fma = 2, alu = 1"},
    {Op::SquareRoot, "special = 1, fma = 5, alu = 2"},
    {Op::NativeDivide, "special = 1, fma = 1"},
    {Op::NativeSineCosine, "special = 1, fma = 1"},
    {Op::NativeExponential, "special = 1, fma = 1"},
    {Op::NativeLogarithm, "special = 1, fma = 1"},
    {Op::NativePower, "special = 2, fma = 1"},
    {Op::SpecialFunction, "special = 1"},
    {Op::SineCosine, "special = 1, fma = 12, alu = 6"},
    {Op::Exponential, "special = 1, fma = 4, alu = 1"},
    {Op::Logarithm, "fma = 12, alu = 6"},
    {Op::Power, "special = 2, fma = 26, alu = 12"},
    {Op::OtherMath, "special = 1, fma = 20, alu = 10"},
};

constexpr Lowering doubleLowerings[] = {
    {Op::DoubleAdd, "double = 1"},
    {Op::DoubleMultiply, "double = 1"},
    {Op::DoubleMad, "double = 1"},
    {Op::DoubleDivide, "double = 9, special = 1, alu = 3"},
    {Op::DoubleCompare, "double = 1"},
    {Op::DoubleMinMax, "double = 1, alu = 2"},
    {Op::DoubleSquareRoot, "double = 10, special = 1, alu = 3"},
    {Op::DoubleMath, "double = 20, alu = 6"},
};

class Writer {
public:
    void table(const std::string& name) { text_ << "\n[" << name << "]\n"; }
    void told(const std::string& key, const std::string& value, const std::string& unit = "") {
        line(key, value, unit, "kind = \"datasheet\", source = \"DRIVER\"");
    }
    void estimate(const std::string& key, const std::string& value, const std::string& unit,
                  const std::string& note) {
        line(key, value, unit, "kind = \"estimated\", note = " + tomlString(note));
    }
    std::ostringstream& stream() { return text_; }

private:
    void line(const std::string& key, const std::string& value, const std::string& unit,
              const std::string& origin) {
        text_ << key << " = { value = " << value << (unit.empty() ? "" : ", unit = \"" + unit + "\"") << ", "
              << origin << " }\n";
    }
    std::ostringstream text_;
};

std::string whole(std::uint64_t value) { return std::to_string(value); }

} // namespace

std::string defaultSpecText(const records::ProbeSet& set, const std::string& specName) {
    const records::DeviceFacts& device = set.device;
    const std::uint64_t warp =
        device.type == records::DeviceType::Cpu
            ? 1
            : std::clamp<std::uint64_t>(std::bit_floor(std::max<std::uint64_t>(1, set.warpMultiple)), 1, 128);
    const std::uint64_t groupSize = std::clamp<std::uint64_t>(device.mostGroupSize, 1, 65536);
    const std::uint64_t items = std::min<std::uint64_t>(65536, std::max<std::uint64_t>(groupSize, 2048));
    const std::uint64_t warps = std::clamp<std::uint64_t>((items + warp - 1) / warp, 1, 1024);
    const std::uint64_t resident = std::min(items, warps * warp), group = std::min(groupSize, resident);
    const std::uint64_t shared = std::min<std::uint64_t>(device.localMemoryBytes, 1U << 24U);
    // A CPU keeps the registers of the work-items that wait in memory: they limit nothing.
    const std::uint64_t registers = device.type == records::DeviceType::Cpu
                                        ? 256 * resident
                                        : std::max<std::uint64_t>(65536, 32 * resident);
    const bool cpu = device.type == records::DeviceType::Cpu;
    const std::string usual = "as on most GPUs; not measured", unknown = "not measured here",
                      inTurn = "a CPU's thread runs groups, and the work-items of each, one after another",
                      usualCpu = "as on most CPUs; not measured";

    Writer out;
    out.stream() << "# SPDX-License-Identifier: GPL-3.0-or-later\n# Made by `warpstring calibrate`.\n"
                 << "schema = \"warpstring.hardware-spec/1\"\nname = " << tomlString(specName)
                 << "\ndescription = " << tomlString(device.name) << "\n";
    out.table("sources");
    out.stream() << "DRIVER = "
                 << tomlString("OpenCL device information of " + device.name + ", " + device.version +
                               ", driver " + device.driver)
                 << "\n";
    out.table("device");
    out.told("vendor", tomlString(device.vendor.empty() ? "unknown" : device.vendor));
    out.told("architecture", tomlString(device.name.empty() ? "unknown" : device.name));
    if (!device.name.empty()) out.told("opencl_name", tomlString(device.name));
    out.told("address_bits", device.addressBits == 64 ? "64" : "32", "bits");
    out.table("execution");
    out.told("multiprocessors", whole(std::clamp<std::uint64_t>(device.computeUnits, 1, 4096)));
    out.told("clock_mhz",
             whole(std::clamp<std::uint64_t>(device.clockMhz == 0 ? 1000 : device.clockMhz, 1, 100000)), "MHz");
    out.estimate("warp_size", whole(warp), "lanes",
                 cpu ? inTurn : "the preferred multiple of group sizes that the driver tells");
    out.estimate("issue_cycles", "1", "cycles", unknown);
    out.estimate("pipeline_latency", "4", "cycles", unknown);
    out.estimate("barrier_cycles", "2", "cycles", unknown);
    out.table("occupancy");
    out.estimate("warps", whole(warps), "", "for the work-items");
    out.estimate("work_items", whole(resident), "", usual);
    out.estimate("groups", cpu ? "1" : "32", "", cpu ? inTurn : usual);
    out.estimate("group_size", whole(group), "", "the driver's, as far as work_items allow");
    out.estimate("group_sizes",
                 "[" + whole(group) + ", " + whole(group) + ", " + whole(std::min<std::uint64_t>(group, 64)) +
                     "]",
                 "", "by group_size");
    out.estimate("registers", whole(registers), "", cpu ? inTurn : usual);
    out.estimate("registers_per_work_item", "255", "", usual);
    out.estimate("register_unit", "256", "", usual);
    out.estimate("register_scope", "\"warp\"", "", usual);
    out.estimate("warp_granule", "1", "", usual);
    out.estimate("shared_bytes", whole(shared), "bytes", "what one work-group may have");
    out.told("shared_bytes_per_group", whole(shared), "bytes");
    out.estimate("shared_unit", "128", "bytes", usual);
    out.estimate("shared_reserved", "0", "bytes", usual);
    out.estimate("shared_holds_arguments", "false", "", usual);
    out.table("shared_memory");
    out.estimate("banks", "32", "", usual);
    out.estimate("bank_bytes", "4", "bytes", usual);
    out.estimate("lanes_per_access", whole(warp), "lanes", "a whole warp");
    out.estimate("cycles_per_access", "1", "cycles", unknown);
    out.estimate("broadcast", "true", "", usual);
    out.table("global_memory");
    out.estimate("bandwidth_gb_s", "100", "GB/s", unknown);
    out.estimate("latency", "400", "cycles", unknown);
    out.estimate("issue_cycles", "1", "cycles", unknown);
    out.estimate("coalescing", "\"sector-warp\"", "", usual);
    out.estimate("lanes_per_request", whole(warp), "lanes", "a whole warp");
    const std::string line = formatted("%.0f", usualCpuLineBytes);
    out.estimate("min_transaction_bytes", cpu ? line : "32", "bytes", cpu ? usualCpu : usual);
    out.estimate("max_transaction_bytes", cpu ? line : "128", "bytes", cpu ? usualCpu : usual);
    if (device.cacheBytes > 0 || cpu) {
        out.table("caches");
        if (cpu) out.estimate("l1_line_bytes", line, "bytes", usualCpu);
        if (device.cacheBytes > 0) out.told("l2_bytes", whole(device.cacheBytes), "bytes");
    }
    out.table("pipes");
    for (const char* pipe : {"fma", "alu", "integer_multiply", "special", "memory", "control"})
        out.estimate(pipe, cpu ? "4" : whole(warp), "lanes/cycle",
                     unknown + (cpu ? ": a CPU starts about four instructions a cycle" : ": a warp a cycle"));
    if (set.hasDouble) out.estimate("double", whole(warp), "lanes/cycle", unknown + ": a warp a cycle");
    out.table("host");
    out.estimate("launch_overhead_us", "5", "us", unknown);
    out.table("instructions");
    const auto add = [&](const Lowering& lowering) {
        out.stream() << name(lowering.operation) << " = { pipes = { " << lowering.pipes
                     << " }, kind = \"estimated\", note = \"a usual lowering; not measured\" }\n";
    };
    for (const Lowering& lowering : lowerings) add(lowering);
    if (set.hasDouble)
        for (const Lowering& lowering : doubleLowerings) add(lowering);
    return out.stream().str();
}

} // namespace warpstring::calibration
