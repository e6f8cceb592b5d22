// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/models/diff/diff_measures.h"

#include <algorithm>
#include <cmath>
#include <functional>

#include "app/gui/models/comparison/comparison_table.h"
#include "app/gui/models/qt_text.h"
#include "app/gui/models/string/cost_change.h"
#include "app/gui/models/summary/cycle_shares.h"
#include "app/gui/models/summary/memory_levels.h"
#include "core/text/duration_text.h"

namespace warpstring::gui {

namespace {

using Figure = std::optional<double>;
using FigureText = std::function<QString(double)>;

const auto noFigure = QStringLiteral("\u2013");

QString microseconds(double us) { return toQString(durationText(us)); }
QString bytesText(double bytes) { return prefixedText(bytes, QStringLiteral("B")); }

/// Transactions of all warps with global memory.
double transactionsOf(const Analysis& analysis) {
    double sum = 0;
    for (const FlatToken& flat : analysis.tokens) {
        const token_string::Token& token = *flat.token;
        if (token.kind == token_string::TokenKind::Load || token.kind == token_string::TokenKind::Store)
            sum += flat.iterations() * token.weight * token.transactions;
    }
    return sum * analysis.simulation.evaluation.warps;
}

const MemoryLevel* levelOf(const MemoryUse& use, const QString& name) {
    const auto found = std::find_if(use.levels.begin(), use.levels.end(),
                                    [&](const MemoryLevel& level) { return level.name == name; });
    return found != use.levels.end() ? &*found : nullptr;
}

class Measures {
public:
    Measures(const Analysis& left, const Analysis& right, TimeUnit unit)
        : left_(left), right_(right), unit_(unit) {}

    std::vector<DiffMeasure> take() {
        times();
        occupancy();
        memory();
        cycles();
        return std::move(measures_);
    }

private:
    void add(const QString& name, const Figure& left, const Figure& right, const FigureText& text,
             BetterFigure better = BetterFigure::Less) {
        if (left.value_or(0) == 0 && right.value_or(0) == 0) return;
        DiffMeasure measure;
        measure.name = name;
        measure.left = left ? text(*left) : noFigure;
        measure.right = right ? text(*right) : noFigure;
        if (left && right) measure.change = FigureChange{*left, *right}.fraction();
        measure.better = better;
        measures_.push_back(std::move(measure));
    }

    void addWords(const QString& name, const std::string& left, const std::string& right) {
        if (left.empty() && right.empty()) return;
        measures_.push_back({name, toQString(left), toQString(right), {}, BetterFigure::Neither, false});
    }

    void addCycles(const QString& name, double left, double right) {
        const double clocks[2] = {left_.spec().execution.clockMhz, right_.spec().execution.clockMhz};
        add(name, inUnit(left, clocks[0], unit_), inUnit(right, clocks[1], unit_), numberText);
        if (measures_.empty() || measures_.back().name != name) return; // neither side has any
        measures_.back().left = timeText(left, clocks[0], unit_);
        measures_.back().right = timeText(right, clocks[1], unit_);
    }

    void times() {
        const Simulation &left = left_.simulation, &right = right_.simulation;
        const KernelParts parts[2] = {left.kernelParts(), right.kernelParts()};
        add(QStringLiteral("kernel time"), left.kernelTimeUs(), right.kernelTimeUs(), microseconds);
        add(QStringLiteral("  start"), parts[0].startUs, parts[1].startUs, microseconds);
        add(QStringLiteral("  body"), parts[0].bodyUs, parts[1].bodyUs, microseconds);
        add(QStringLiteral("  tail"), parts[0].tailUs, parts[1].tailUs, microseconds);
        addCycles(QStringLiteral("warp latency"), left.warpLatencyCycles(), right.warpLatencyCycles());
        addWords(QStringLiteral("bound by"), left.boundBy(), right.boundBy());
    }

    void occupancy() {
        const machine::Occupancy &left = left_.simulation.occupancy, &right = right_.simulation.occupancy;
        add(QStringLiteral("occupancy"), left.fraction, right.fraction, percentText, BetterFigure::More);
        addWords(QStringLiteral("  limited by"), left.limiter, right.limiter);
        add(QStringLiteral("  resident warps"), left.warps, right.warps, numberText, BetterFigure::More);
        add(QStringLiteral("registers of a work-item"), left_.simulation.registers, right_.simulation.registers,
            numberText);
        add(QStringLiteral("  spilled"), left.spilledRegisters, right.spilledRegisters, numberText);
        add(QStringLiteral("local memory of a group"), left.sharedBytesPerGroup, right.sharedBytesPerGroup,
            bytesText);
    }

    void memory() {
        const MemoryUse left = memoryUse(left_), right = memoryUse(right_);
        add(QStringLiteral("requests to memory"), left.requests, right.requests, numberText);
        add(QStringLiteral("  transactions"), transactionsOf(left_), transactionsOf(right_), numberText);
        add(QStringLiteral("requests to local memory"), left.sharedRequests, right.sharedRequests, numberText);
        // The closed form counts no wavefronts.
        const auto wavefronts = [](const Analysis& analysis, const MemoryUse& use) {
            return analysis.simulation.timeline ? Figure(use.sharedWavefronts) : std::nullopt;
        };
        add(QStringLiteral("  wavefronts"), wavefronts(left_, left), wavefronts(right_, right), numberText);
        for (const QString& name : {QStringLiteral("L1"), QStringLiteral("L2"), QStringLiteral("DRAM")}) {
            const MemoryLevel *of = levelOf(left, name), *beside = levelOf(right, name);
            const auto bytes = [](const MemoryLevel* level) {
                return level != nullptr ? Figure(level->bytes()) : std::nullopt;
            };
            const auto hits = [](const MemoryLevel* level) {
                return level != nullptr ? level->hitRate : Figure();
            };
            add(name + QStringLiteral(" bytes"), bytes(of), bytes(beside), bytesText);
            add(QStringLiteral("  ") + name + QStringLiteral(" hits"), hits(of), hits(beside), percentText,
                BetterFigure::More);
        }
    }

    /// In the order of the left side, then what the right one has alone.
    void cycles() {
        const auto left = cycleShares(left_), right = cycleShares(right_);
        const auto of = [](const std::vector<CycleShare>& shares, const QString& name) {
            const auto found = std::find_if(shares.begin(), shares.end(),
                                            [&](const CycleShare& share) { return share.name == name; });
            return found != shares.end() ? *found : CycleShare{};
        };
        QStringList names;
        for (const auto* shares : {&left, &right})
            for (const CycleShare& share : *shares)
                if (!names.contains(share.name)) names += share.name;
        std::size_t hottest = 0;
        double most = 0;
        for (const QString& name : names) {
            const CycleShare from = of(left, name), to = of(right, name);
            addCycles(QStringLiteral("cycles: ") + name, from.cycles, to.cycles);
            DiffMeasure& measure = measures_.back();
            measure.left += QStringLiteral(", ") + percentText(from.fraction);
            measure.right += QStringLiteral(", ") + percentText(to.fraction);
            const double difference = std::fabs(inUnit(from.cycles, left_.spec().execution.clockMhz, unit_) -
                                                inUnit(to.cycles, right_.spec().execution.clockMhz, unit_));
            if (isUnchanged(measure.change) || difference <= most) continue;
            most = difference;
            hottest = measures_.size() - 1;
        }
        if (most > 0) measures_[hottest].hottest = true;
    }

    const Analysis &left_, &right_;
    TimeUnit unit_;
    std::vector<DiffMeasure> measures_;
};

} // namespace

std::vector<DiffMeasure> diffMeasures(const Analysis& left, const Analysis& right, TimeUnit unit) {
    return Measures(left, right, unit).take();
}

void DiffMeasureTable::setMeasures(std::vector<DiffMeasure> measures) {
    beginResetModel();
    measures_ = std::move(measures);
    endResetModel();
}

bool DiffMeasureTable::differs() const {
    return std::any_of(measures_.begin(), measures_.end(), [](const DiffMeasure& measure) {
        return measure.change ? !isUnchanged(measure.change) : measure.left != measure.right;
    });
}

int DiffMeasureTable::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(measures_.size());
}

int DiffMeasureTable::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant DiffMeasureTable::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
    const DiffMeasure& measure = measures_[static_cast<std::size_t>(index.row())];
    if (role == Qt::TextAlignmentRole && index.column() != Name)
        return QVariant(Qt::AlignRight | Qt::AlignVCenter);
    if (role == Qt::ToolTipRole && measure.hottest)
        return QStringLiteral("\u25c6 the largest difference of a warp's cycles");
    if (role == ComparisonTable::ToneRole && index.column() == Change) {
        if (!measure.change || isUnchanged(measure.change) || measure.better == BetterFigure::Neither)
            return int(Tone::Muted);
        return int((*measure.change < 0) == (measure.better == BetterFigure::Less) ? Tone::Good : Tone::Bad);
    }
    if (role != Qt::DisplayRole) return {};
    switch (index.column()) {
    case Name: return measure.hottest ? measure.name + QStringLiteral(" \u25c6") : measure.name;
    case Left: return measure.left;
    case Right: return measure.right;
    case Change:
        if (measure.better == BetterFigure::Neither)
            return measure.left == measure.right ? QStringLiteral("unchanged") : QStringLiteral("other");
        return changeText(measure.change);
    default: return {};
    }
}

QVariant DiffMeasureTable::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole) return {};
    switch (section) {
    case Name: return QStringLiteral("measure");
    case Left: return QStringLiteral("left");
    case Right: return QStringLiteral("right");
    case Change: return QStringLiteral("change");
    default: return {};
    }
}

} // namespace warpstring::gui
