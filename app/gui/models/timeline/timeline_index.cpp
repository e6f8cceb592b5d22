// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/models/timeline/timeline_index.h"

#include <algorithm>

#include "stringmodel/operation_kind.h"
#include "stringmodel/string/token_kinds.h"

namespace warpstring::gui {

using timeline::Stall;

TimelineIndex::TimelineIndex(SharedAnalysis analysis)
    : analysis_(std::move(analysis)),
      rows_(timelineRows(timeline(), std::max(1, analysis_->simulation.occupancy.warpsPerGroup),
                         std::max(1, analysis_->spec().execution.schedulers))) {
    for (const TimelineRow& row : rows_)
        if (!row.pieces.all().empty()) end_ = std::max(end_, row.pieces.all().back().end);
}

std::optional<TimelineHit> TimelineIndex::at(std::size_t row, double cycle) const {
    if (row >= rows_.size()) return std::nullopt;
    const WarpPiece* piece = rows_[row].pieces.at(cycle);
    if (!piece) return std::nullopt;
    return TimelineHit{row, piece->entry, piece->state};
}

const WarpStay& TimelineIndex::stay(const TimelineHit& hit) const {
    const auto& stays = rows_[hit.row].stays;
    return *std::partition_point(stays.begin(), stays.end() - 1,
                                 [&](const WarpStay& stay) { return stay.endEntry <= hit.entry; });
}

std::optional<std::uint32_t> TimelineIndex::latestInput(const TimelineHit& hit) const {
    const auto& entries = rows_[hit.row].entries;
    const auto& operations = timeline().program.operations;
    std::vector<std::uint32_t> wanted = operation(hit).uses;
    std::optional<std::uint32_t> latest;
    for (std::uint32_t i = hit.entry; i > stay(hit).firstEntry && !wanted.empty(); --i) {
        const std::int32_t made = operations[entries[i - 1].operation].result;
        if (made < 0) continue;
        const auto found = std::find(wanted.begin(), wanted.end(), static_cast<std::uint32_t>(made));
        if (found == wanted.end()) continue;
        wanted.erase(found);
        if (!latest || entries[i - 1].done > entries[*latest].done) latest = i - 1;
    }
    return latest;
}

namespace {

QString placeText(const machine::MachineOperation& operation, const Pdg& pdg) {
    const timeline::OperationPlace place = timeline::placeOf(operation, pdg);
    QString text = QString::fromStdString(place.text);
    if (place.line > 0) text += QStringLiteral(", line %1").arg(place.line);
    return text;
}

} // namespace

QString TimelineIndex::text(const TimelineHit& hit, TimeUnit unit) const {
    const timeline::HistoryEntry& span = entry(hit);
    const machine::MachineOperation& done = operation(hit);
    const Pdg& pdg = *analysis_->pdg;
    const auto time = [&](double cycles) { return timeText(cycles, clockMhz(), unit); };
    QString text = QString::fromStdString(std::string(traits(kindOf(done)).name)) + QStringLiteral("  ") +
                   placeText(done, pdg) +
                   QStringLiteral("\ngroup %1, warp %2 of it, on scheduler %3\n")
                       .arg(stay(hit).group)
                       .arg(stay(hit).inGroup)
                       .arg(rows_[hit.row].scheduler);
    const double waited = span.issue - span.begin;
    if (span.stall != Stall::None && waited > 0) {
        text += QStringLiteral("waits %1 for %2").arg(time(waited), stallText(span.stall));
        const bool forValue =
            span.stall == Stall::Global || span.stall == Stall::Shared || span.stall == Stall::Operand;
        const auto input = forValue ? latestInput(hit) : std::nullopt;
        if (input)
            text += QStringLiteral(" (%1)").arg(
                placeText(timeline().program.operations[rows_[hit.row].entries[*input].operation], pdg));
        text += QStringLiteral(", ");
    }
    text += QStringLiteral("issues at %1 for %2").arg(time(span.issue), time(span.issued - span.issue));
    if (done.kind == machine::MachineKind::Barrier)
        text += QStringLiteral(", waits %1 for other warps of the group").arg(time(span.end - span.issued));
    else if (span.done > span.issued)
        text += QStringLiteral(", is done at %1, %2 later").arg(time(span.done), time(span.done - span.issue));
    return text;
}

Focus TimelineIndex::focusOf(const TimelineHit& hit) const {
    const machine::MachineOperation& done = operation(hit);
    if (done.statement != none) return analysis_->elements.fromStatement(done.statement);
    if (done.predicate != none) return analysis_->elements.fromNode(done.predicate);
    return {};
}

TimelineMarks TimelineIndex::marks(const Focus& focus) const {
    TimelineMarks marks;
    const auto& operations = timeline().program.operations;
    std::vector<bool> marked(operations.size());
    bool any = false;
    for (std::size_t i = 0; i < operations.size(); ++i) {
        marked[i] = operations[i].statement != none
                        ? focus.hasStatement(operations[i].statement)
                        : operations[i].predicate != none && focus.hasPredicate(operations[i].predicate);
        any = any || marked[i];
    }
    if (!any) return marks;
    marks.resize(rows_.size());
    for (std::size_t row = 0; row < rows_.size(); ++row)
        for (const WarpPiece& piece : rows_[row].pieces.all()) {
            if (!marked[rows_[row].entries[piece.entry].operation]) continue;
            const bool waitsBefore = !piece.state.issues() && piece.state.stall() != Stall::Barrier;
            if (waitsBefore) continue;
            auto& list = marks[row];
            if (!list.empty() && list.back().second >= piece.begin)
                list.back().second = piece.end;
            else
                list.emplace_back(piece.begin, piece.end);
        }
    return marks;
}

QString stallText(Stall stall) {
    switch (stall) {
    case Stall::None: return QStringLiteral("nothing: it issues");
    case Stall::Global: return QStringLiteral("a value from global memory");
    case Stall::Shared: return QStringLiteral("a value from shared memory");
    case Stall::Operand: return QStringLiteral("a value of a computation");
    case Stall::Scheduler: return QStringLiteral("the scheduler: other warps issue");
    case Stall::Pipe: return QStringLiteral("a busy execution unit");
    case Stall::Memory: return QStringLiteral("the busy data path");
    case Stall::Barrier: return QStringLiteral("other warps of the group");
    case Stall::Start: return QStringLiteral("its own start");
    }
    return {};
}

} // namespace warpstring::gui
