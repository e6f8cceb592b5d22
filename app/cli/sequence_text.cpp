// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/sequence_text.h"

#include <algorithm>
#include <sstream>

#include "app/cli/model_text.h"
#include "app/common/terminal.h"
#include "core/text/duration_text.h"
#include "core/text/text_format.h"
#include "study/comparison/comparison_numbers.h"

namespace warpstring::cli {

namespace {

std::string countText(std::uint64_t count, const std::string& what) {
    return std::to_string(count) + " " + what + (count == 1 ? "" : "s");
}

/// Wide enough for what stands in a column.
template <class Row, class Text>
int columnsFor(const std::vector<Row>& rows, const std::string& heading, Text text) {
    int columns = displayWidth(heading);
    for (const Row& row : rows) columns = std::max(columns, displayWidth(text(row)));
    return columns;
}

} // namespace

std::string sequenceText(const sequences::SequenceSimulation& simulation, const std::string& specReason,
                         bool colour) {
    using sequences::SimulatedStep;
    std::ostringstream out;
    out << paint(simulation.name, Colour::Bold, colour) << ": "
        << paint(durationText(simulation.timeUs()), Colour::Cyan, colour) << " on "
        << paint(simulation.spec, Colour::Bold, colour);
    if (!specReason.empty()) out << " (" << specReason << ")";
    out << ", " << countText(simulation.steps.size(), "kernel");
    if (simulation.runs() != simulation.steps.size()) out << " in " << countText(simulation.runs(), "run");
    out << "\nlaunch overheads apart: " << simulation.runs() << " x "
        << durationText(simulation.launchOverheadUs) << " = " << durationText(simulation.launchOverheadsUs())
        << "\n";
    if (!simulation.description.empty()) out << paint(simulation.description, Colour::Dim, colour) << "\n";

    const auto nameOf = [](const SimulatedStep& step) { return step.number + " " + step.launch; };
    const auto runsOf = [](const SimulatedStep& step) { return std::to_string(step.runs); };
    const int names = columnsFor(simulation.steps, "step", nameOf);
    const int runs = columnsFor(simulation.steps, "runs", runsOf);
    constexpr int times = 9;
    out << paint(padded("step", names) + "  " + padded("runs", runs, true) + "  " +
                     padded("a run", times, true) + "  " + padded("all", times, true) + "   share  bound by",
                 Colour::Bold, colour)
        << "\n";
    for (const SimulatedStep& step : simulation.steps)
        out << padded(nameOf(step), names) << "  " << padded(runsOf(step), runs, true) << "  "
            << padded(durationText(step.runUs), times, true) << "  "
            << padded(durationText(step.allUs()), times, true) << "  "
            << formatted("%5.1f %%", 100 * step.allUs() / simulation.timeUs()) << "  "
            << paint(step.boundBy, Colour::Yellow, colour)
            << (step.model == token_string::CostModel::Timeline ? "" : " (closed form)") << "\n";
    return out.str();
}

std::string sequenceText(const sequences::ComparedSequence& compared, bool colour) {
    using comparison::figureText;
    using sequences::ComparedStep;
    std::ostringstream out;
    out << paint(compared.name, Colour::Bold, colour) << ": " << compared.spec << " against " << compared.device
        << ", caches " << name(compared.cache) << (compared.ownDevice ? "" : ", another device") << "\n";
    if (compared.exclusion != comparison::Exclusion::None)
        out << paint("not to be judged by: " + reasonText(compared.exclusion), Colour::Red, colour) << "\n";
    const auto nameOf = [](const ComparedStep& step) { return step.number + " " + step.launch; };
    const auto runsOf = [](const ComparedStep& step) { return std::to_string(step.runs); };
    const int names = columnsFor(compared.steps, "all kernels", nameOf);
    const int runs = columnsFor(compared.steps, "runs", runsOf);
    const auto isClosedForm = [](const ComparedStep& step) {
        return step.model == token_string::CostModel::ClosedForm;
    };
    const bool areAllClosedForm =
        !compared.steps.empty() && std::all_of(compared.steps.begin(), compared.steps.end(), isClosedForm);
    if (areAllClosedForm) out << byClosedForm << "\n";
    const auto row = [&](const std::string& step, const std::string& count, const sequences::ComparedTime& time,
                         bool isNamed = false) {
        out << padded(step, names) << "  " << padded(count, runs, true)
            << padded(figureText(time.measuredUs), 12, true) << padded(figureText(time.simulatedUs), 12, true)
            << padded(comparison::signedErrorText(time.error()), 10, true) << (isNamed ? "  (closed form)" : "")
            << "\n";
    };
    out << paint(padded("step", names) + "  " + padded("runs", runs, true) + padded("measured us", 12, true) +
                     padded("simulated", 12, true) + padded("error", 10, true),
                 Colour::Bold, colour)
        << "\n";
    for (const ComparedStep& step : compared.steps)
        row(nameOf(step), runsOf(step), step.time, isClosedForm(step) && !areAllClosedForm);
    row("all kernels", "", compared.whole);
    if (compared.spanUs && compared.whole.measuredUs)
        out << "from the first start to the last end " << durationText(*compared.spanUs)
            << " measured: " << durationText(*compared.spanUs - *compared.whole.measuredUs)
            << " beside the kernels\n";
    return out.str();
}

} // namespace warpstring::cli
