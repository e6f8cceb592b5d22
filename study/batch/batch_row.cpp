// SPDX-License-Identifier: GPL-3.0-or-later
#include "study/batch/batch_row.h"

#include "stringmodel/string/notation.h"
#include "study/batch/probed_launch.h"

namespace warpstring::batch {

namespace {

RowFigures figuresOf(const Simulation& simulation, bool withString) {
    RowFigures figures;
    figures.model = simulation.model();
    figures.warpLatencyCycles = simulation.warpLatencyCycles();
    if (simulation.timeline) figures.warpSpread = simulation.timeline->warps;
    figures.kernelTimeUs = simulation.kernelTimeUs();
    figures.kernelParts = simulation.kernelParts();
    figures.kernelCycles = simulation.kernelCycles();
    figures.launchOverheadUs = simulation.time.launchOverheadUs;
    figures.boundBy = simulation.boundBy();
    figures.groups = simulation.occupancy.groups;
    figures.warps = simulation.occupancy.warps;
    figures.limiter = simulation.occupancy.limiter;
    figures.registers = simulation.registers;
    figures.bounds = simulation.bounds;
    if (simulation.timeline) figures.closedForm = {simulation.correctedWalk.cycles, simulation.time.timeUs};
    figures.parts = cycleParts(simulation);
    figures.assumptions = simulation.assumptions.size();
    if (withString) figures.string = toText(simulation.string);
    return figures;
}

} // namespace

const Result<Launch>& RowSimulator::launchAt(const BatchPlan::Place& place) {
    if (!file_ || fileIndex_ != place.file) {
        file_ = plan_.files()[place.file];
        fileIndex_ = place.file;
        launch_.reset();
    }
    if (!launch_ || launchIndex_ != place.launch) {
        launch_ = file_->at(place.launch);
        launchIndex_ = place.launch;
        const std::string& more = plan_.settings().options;
        if (launch_->ok() && !more.empty()) (*launch_)->options += " " + more;
        if (launch_->ok() && plan_.settings().registers) (*launch_)->registers = *plan_.settings().registers;
    }
    return *launch_;
}

const Result<Pdg>& RowSimulator::graphFor(const Launch& launch, const HardwareSpec& spec,
                                          const Cancellation* cancellation) {
    const bool sourceShape = plan_.settings().sourceShape;
    const int addressBits = spec.device.addressBits, subGroup = spec.execution.warpSize;
    std::string key = GraphCache::keyOf(launch, addressBits, sourceShape, subGroup);
    if (!graph_ || key != graphKey_) {
        const std::string* edited = plan_.editedSource(launch.source);
        graph_ = edited != nullptr
                     ? graphs_.graphFor(launch, *edited, addressBits, sourceShape, cancellation, subGroup)
                     : graphs_.graphFor(launch, addressBits, sourceShape, cancellation, subGroup);
        graphKey_ = cancellation != nullptr && cancellation->reason() != StopReason::None ? "" : std::move(key);
    }
    return *graph_;
}

SimulationOptions RowSimulator::options(const Cancellation* cancellation) {
    SimulationOptions options;
    options.cancellation = cancellation;
    options.evaluation.threshold = plan_.settings().threshold;
    options.model = plan_.settings().model;
    options.assembler = graphs_.assemblies().assembler(cancellation);
    return options;
}

std::optional<RowFigures> RowSimulator::probed(std::uint64_t index, int warpSize, double stampedFraction,
                                               const Cancellation* cancellation) {
    const auto place = plan_.placeOf(index);
    const HardwareSpec& spec = plan_.specs()[place.spec];
    const auto& launch = launchAt(place);
    if (!launch) return std::nullopt;
    const auto& plain = graphFor(*launch, spec, cancellation);
    if (!plain) return std::nullopt;
    const auto around = probedLaunch(*launch, *plain, warpSize, stampedFraction);
    if (!around) return std::nullopt;
    // Sizes stand in the probe's text: no other launch has this graph.
    GraphCache ownGraph(1);
    const auto graph = ownGraph.graphFor(around->launch, around->text, spec.device.addressBits,
                                         plan_.settings().sourceShape, cancellation, spec.execution.warpSize);
    if (!*graph) return std::nullopt;
    SimulationOptions ofStamped = options(cancellation);
    ofStamped.timeline.latencyStride = around->stride;
    const auto simulation = simulate(**graph, around->launch, spec, ofStamped);
    if (!simulation || hasErrors(simulation->diagnostics)) return std::nullopt;
    return figuresOf(*simulation, false);
}

BatchRow RowSimulator::emptyRow(std::uint64_t index) {
    const auto place = plan_.placeOf(index);
    const auto& launch = launchAt(place);
    BatchRow row;
    row.index = plan_.indexOf(index);
    row.spec = plan_.specs()[place.spec].name;
    row.file = file_->path().string();
    if (!launch) {
        row.launch = file_->nameOf(place.launch);
        row.diagnostics = launch.diagnostics();
        return row;
    }
    row.launch = launch->name;
    row.kernel = launch->kernel;
    row.family = launch->family;
    row.swept = launch->swept;
    return row;
}

BatchRow RowSimulator::row(std::uint64_t index, const Cancellation* cancellation) {
    BatchRow row = emptyRow(index);
    const auto place = plan_.placeOf(index);
    const HardwareSpec& spec = plan_.specs()[place.spec];
    const auto& launch = launchAt(place);
    if (!launch) return row;
    const auto& graph = graphFor(*launch, spec, cancellation);
    if (!graph) {
        row.diagnostics = graph.diagnostics();
        return row;
    }
    auto simulation = simulate(*graph, *launch, spec, options(cancellation));
    if (!simulation) {
        row.diagnostics = simulation.diagnostics();
        return row;
    }
    row.figures = figuresOf(*simulation, plan_.settings().withStrings);
    row.diagnostics = std::move(simulation->diagnostics);
    return row;
}

} // namespace warpstring::batch
