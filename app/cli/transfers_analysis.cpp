// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/transfers_analysis.h"

#include <algorithm>
#include <charconv>
#include <map>

#include "core/files/launches/launch_variants.h"
#include "core/text/duration_text.h"
#include "stringmodel/simulation.h"

namespace warpstring::cli {

using namespace transfers;

namespace {

/// Sizes of a search end here: indices are of 32 bits in most kernels.
constexpr std::int64_t mostSize = std::int64_t{1} << 31;

files::TomlValue numberOf(std::int64_t number) {
    files::TomlValue value;
    value.kind = files::TomlValue::Kind::Integer;
    value.integer = number;
    value.number = static_cast<double>(number);
    return value;
}

/// A value of a sweep as the launch's file would state it: "1024", "16x16", an expression.
files::TomlValue valueOf(const std::string& text) {
    std::int64_t number = 0;
    const char* end = text.data() + text.size();
    if (const auto [at, fault] = std::from_chars(text.data(), end, number); fault == std::errc() && at == end)
        return numberOf(number);
    files::TomlValue value;
    if (text.find('x') != std::string::npos && text.find_first_not_of("0123456789x") == std::string::npos) {
        value.kind = files::TomlValue::Kind::Array;
        std::size_t begin = 0;
        while (begin <= text.size()) {
            const std::size_t next = std::min(text.find('x', begin), text.size());
            value.items.push_back(valueOf(text.substr(begin, next - begin)));
            begin = next + 1;
        }
        return value;
    }
    value.kind = files::TomlValue::Kind::Text;
    value.text = text;
    return value;
}

/// Numbers that a formula of time may name.
std::map<std::string, double> numbersOf(const Launch& launch, const symbolic::LaunchCounts& counts) {
    std::map<std::string, double> numbers;
    for (const auto& [name, argument] : launch.arguments)
        if (const auto* scalar = std::get_if<ScalarArgument>(&argument))
            numbers[name] = std::visit([](auto value) { return static_cast<double>(value); }, scalar->value);
    for (const symbolic::LaunchSymbol& symbol : counts.symbols.symbols)
        numbers[symbol.name] = static_cast<double>(symbol.value);
    return numbers;
}

double operationsOf(const symbolic::LaunchCounts& counts) {
    double all = 0;
    for (const auto& operations : counts.operations)
        all += static_cast<double>(operations.count.value.value_or(0));
    return all;
}

class TransfersAnalysis {
public:
    TransfersAnalysis(const HardwareSpec& spec, const SimulationOptions& settings,
                      const TransfersOptions& options, HostTimes host)
        : spec_(spec), settings_(settings), options_(options), host_(std::move(host)) {}

    Result<LaunchReport> report(const Launch& launch, const Pdg& pdg,
                                const std::optional<files::LaunchDefinitions>& definitions) {
        const auto simulation = simulate(pdg, launch, spec_, settings_);
        if (!simulation) return simulation.diagnostics();
        if (hasErrors(simulation->diagnostics)) return simulation->diagnostics;
        symbolic::CountOptions count;
        count.evaluation = settings_.evaluation;
        count.evaluation.cancellation = settings_.cancellation;
        count.definitions = definitions;
        if (!definitions) count.open.emplace();
        auto counts = countLaunch(pdg, launch, spec_, count);
        if (!counts) return counts.diagnostics();
        counts_ = std::move(*counts);

        LaunchReport report;
        report.kernel = pdg.kernel;
        report.launch = launch.name;
        report.spec = spec_.name;
        report.memory = options_.memory;
        report.host = host_;
        report.memoryBytes = options_.memoryBytes > 0 ? options_.memoryBytes : spec_.globalMemory.sizeBytes;
        const double start = std::min(simulation->kernelStartUs, simulation->kernelTimeUs());
        const KernelTime kernel{start, simulation->kernelTimeUs() - start};
        const auto& global = launch.range.global;
        const double items =
            static_cast<double>(global[0]) * static_cast<double>(global[1]) * static_cast<double>(global[2]);
        auto moved = launchTransfers(bufferVolumes(pdg, launch, counts_, options_.directions), options_.by,
                                     host_, kernel, items);
        if (!moved) return moved.diagnostics();
        report.moved = std::move(*moved);
        if (Diagnostics faults = addTiles(report, launch, pdg, kernel); !faults.empty()) return faults;
        return report;
    }

    [[nodiscard]] const symbolic::LaunchCounts& counts() const { return counts_; }

private:
    Diagnostics addTiles(LaunchReport& report, const Launch& launch, const Pdg& pdg, const KernelTime& kernel) {
        const bool fits =
            report.memoryBytes <= 0 || static_cast<double>(report.moved.deviceBytes) <= report.memoryBytes;
        if (fits && options_.tiles <= 1) return {};
        TileRequest request{
            pdg, launch, counts_, options_.by, 0, 1, std::max<std::uint64_t>(2, options_.tiles)};
        request.memoryBytes = report.memoryBytes > 0 ? report.memoryBytes : 1e300;
        auto tiles = planTiles(request, host_, kernel);
        if (!tiles) return tiles.diagnostics();
        report.tiles = std::move(*tiles);
        request.sets = 2;
        request.leastTiles = report.tiles->tiles.size();
        if (auto pipeline = planTiles(request, host_, kernel)) report.pipeline = std::move(*pipeline);
        return {};
    }

    const HardwareSpec& spec_;
    const SimulationOptions& settings_;
    const TransfersOptions& options_;
    HostTimes host_;
    symbolic::LaunchCounts counts_; ///< of the last report
};

/// Times of the launch at other sizes of a name, beside the processor's.
class SizeSearch {
public:
    SizeSearch(const Launch& launch, const HardwareSpec& spec, const SimulationOptions& settings,
               const TransfersOptions& options, const LaunchOrigin& origin, const HostTimes& host,
               std::string size, double cpuUsPerOperation)
        : launch_(launch), spec_(spec), settings_(settings), options_(options), origin_(origin), host_(host),
          size_(std::move(size)), cpuUsPerOperation_(cpuUsPerOperation) {}

    Result<SizeTimes> at(std::int64_t size) {
        std::vector<files::NamedValues> names{{size_, {}, {numberOf(size)}}};
        for (const SweptValue& swept : launch_.swept)
            if (swept.name != size_) names.push_back({swept.name, {}, {valueOf(swept.text)}});
        const std::vector<std::size_t> first(names.size(), 0);
        auto variants = files::LaunchVariants::parse(origin_.text, origin_.path, std::move(names));
        if (!variants) return variants.diagnostics();
        auto launch = variants->at(first);
        if (!launch) return launch.diagnostics();
        if (!options_.options.empty()) launch->options += " " + options_.options;
        if (options_.registers) launch->registers = *options_.registers;
        const auto graph = graphs_.graphFor(*launch, spec_.device.addressBits, options_.sourceShape,
                                            settings_.cancellation, spec_.execution.warpSize);
        if (!*graph) return graph->diagnostics();
        TransfersAnalysis analysis(spec_, settings_, options_, host_);
        const auto report = analysis.report(*launch, **graph, std::nullopt);
        if (!report) return report.diagnostics();
        SizeTimes times{size, report->totalUs(), 0};
        if (!options_.cpu) {
            times.cpuUs = cpuUsPerOperation_ * operationsOf(analysis.counts());
            return times;
        }
        auto numbers = numbersOf(*launch, analysis.counts());
        numbers[size_] = static_cast<double>(size);
        const auto seconds = options_.cpu->evaluate(numbers);
        if (!seconds) return seconds.diagnostics();
        times.cpuUs = *seconds * 1e6;
        return times;
    }

private:
    const Launch& launch_;
    const HardwareSpec& spec_;
    const SimulationOptions& settings_;
    const TransfersOptions& options_;
    const LaunchOrigin& origin_;
    const HostTimes& host_;
    std::string size_;
    double cpuUsPerOperation_ = 0;
    batch::GraphCache graphs_;
};

/// The name that is varied, with the number that it must be a multiple of.
Result<symbolic::LaunchSymbol> chosenSize(const TransfersOptions& options,
                                          const symbolic::LaunchCounts& counts) {
    const auto& symbols = counts.symbols.symbols;
    std::string all;
    for (const auto& symbol : symbols) all += (all.empty() ? "" : ", ") + symbol.name;
    if (options.size.empty()) {
        if (symbols.size() == 1) return symbols.front();
        return Diagnostic{"transfers.which-size",
                          Severity::Error,
                          {},
                          symbols.empty() ? "the launch has no size to vary"
                                          : "the launch has several sizes: " + all,
                          "name one with --size"};
    }
    const auto found = std::find_if(symbols.begin(), symbols.end(),
                                    [&](const auto& symbol) { return symbol.name == options.size; });
    if (found != symbols.end()) return *found;
    symbolic::LaunchSymbol other; // a constant or a macro: any number may do
    other.name = options.size;
    return other;
}

Diagnostics addCpu(LaunchReport& report, const Launch& launch, const symbolic::LaunchCounts& counts,
                   const HardwareSpec& spec, const SimulationOptions& settings, const TransfersOptions& options,
                   const LaunchOrigin& origin) {
    CpuComparison cpu;
    if (options.cpu) {
        const auto seconds = options.cpu->evaluate(numbersOf(launch, counts));
        if (!seconds) return seconds.diagnostics();
        cpu.cpuUs = *seconds * 1e6;
        cpu.said = options.cpu->text() + " s";
    } else {
        cpu.cpuUs = *options.cpuUs;
        cpu.said =
            durationText(cpu.cpuUs) + ", at other sizes in proportion to the operations that are counted";
    }
    const double operations = operationsOf(counts);
    const auto size = chosenSize(options, counts);
    // Without a size to vary, the comparison holds for this one.
    if (!size && options.size.empty() && counts.symbols.symbols.empty()) {
        report.cpu = std::move(cpu);
        return {};
    }
    if (!size) return size.diagnostics();
    SizeSearch search(launch, spec, settings, options, origin, report.host, size->name,
                      operations > 0 ? cpu.cpuUs / operations : 0);
    auto found = findBreakEven(size->multiple, mostSize, [&](std::int64_t at) { return search.at(at); });
    if (!found) return found.diagnostics();
    cpu.size = size->name;
    cpu.breakEven = std::move(*found);
    report.cpu = std::move(cpu);
    return {};
}

} // namespace

Result<HostTimes> hostTimesOf(const TransfersOptions& options, const HardwareSpec& spec) {
    return options.preset.empty() ? hostTimes(spec, options.memory) : presetTimes(options.preset);
}

Result<LaunchReport> analyseTransfers(const Launch& launch, const Pdg& pdg, const HardwareSpec& spec,
                                      const SimulationOptions& settings, const TransfersOptions& options,
                                      const LaunchOrigin& origin) {
    const auto host = hostTimesOf(options, spec);
    if (!host) return host.diagnostics();
    const auto definitions = files::parseLaunchDefinitions(origin.text, origin.path, launch.swept);
    if (!definitions) return definitions.diagnostics();
    TransfersAnalysis analysis(spec, settings, options, *host);
    auto report = analysis.report(launch, pdg, *definitions);
    if (!report || !options.hasCpu()) return report;
    if (Diagnostics faults = addCpu(*report, launch, analysis.counts(), spec, settings, options, origin);
        !faults.empty())
        return faults;
    return report;
}

} // namespace warpstring::cli
