// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/models/diff/diff_lines.h"

#include <QStringList>
#include <algorithm>
#include <cmath>

#include "app/gui/models/qt_text.h"
#include "app/gui/models/string/cost_change.h"
#include "app/gui/models/string/line_match.h"
#include "stringmodel/line_costs.h"

namespace warpstring::gui {

namespace {

/// One side's text and costs.
class DiffText {
public:
    DiffText(const Analysis& analysis, TimeUnit unit)
        : lines_(toQString(analysis.request.sourceText).split(QLatin1Char('\n'))),
          costs_(lineCosts(analysis.simulation, *analysis.pdg)), clockMhz_(analysis.spec().execution.clockMhz),
          unit_(unit) {}

    [[nodiscard]] int lines() const { return static_cast<int>(lines_.size()); }
    [[nodiscard]] QString text(int line) const {
        QString text = lines_.value(line - 1);
        return text.replace(QLatin1Char('\t'), QStringLiteral("    "));
    }
    [[nodiscard]] double cost(int line) const {
        const auto found = costs_.lines.find(line);
        return found != costs_.lines.end() ? inUnit(found->second.cycles, clockMhz_, unit_) : 0;
    }

private:
    QStringList lines_;
    LineCosts costs_;
    double clockMhz_;
    TimeUnit unit_;
};

} // namespace

bool DiffLines::differ() const {
    return hottest || std::any_of(rows.begin(), rows.end(),
                                  [](const DiffLine& row) { return row.match != LineMatch::Same; });
}

DiffLines diffLines(const Analysis& left, const Analysis& right, TimeUnit unit) {
    const DiffText from(left, unit), to(right, unit);
    const auto before = linesBefore(left.request.sourceText, right.request.sourceText);
    DiffLines lines;
    int next = 1; // line of the left side that has no row yet
    const auto leftAlone = [&](int end) {
        for (; next < end; ++next)
            lines.rows.push_back({next, 0, LineMatch::LeftAlone, from.text(next), {}, from.cost(next), 0});
    };
    for (int line = 1; line <= to.lines(); ++line) {
        const int matched = before[static_cast<std::size_t>(line)];
        if (matched == 0) {
            lines.rows.push_back({0, line, LineMatch::RightAlone, {}, to.text(line), 0, to.cost(line)});
            continue;
        }
        leftAlone(matched);
        next = matched + 1;
        const QString texts[2] = {from.text(matched), to.text(line)};
        lines.rows.push_back({matched, line, texts[0] == texts[1] ? LineMatch::Same : LineMatch::Edited,
                              texts[0], texts[1], from.cost(matched), to.cost(line)});
    }
    leftAlone(from.lines() + 1);
    for (std::size_t row = 0; row < lines.rows.size(); ++row) {
        const DiffLine& line = lines.rows[row];
        const double difference = std::fabs(line.difference());
        if (difference <= lines.most || isUnchanged(FigureChange{line.leftCost, line.rightCost}.fraction()))
            continue;
        lines.most = difference;
        lines.hottest = row;
    }
    return lines;
}

void DiffLineTable::setLines(DiffLines lines) {
    beginResetModel();
    lines_ = std::move(lines);
    endResetModel();
}

int DiffLineTable::rowOf(DiffSide side, int line) const {
    const auto found = std::find_if(lines_.rows.begin(), lines_.rows.end(),
                                    [&](const DiffLine& row) { return row.line(side) == line; });
    return found != lines_.rows.end() ? static_cast<int>(found - lines_.rows.begin()) : -1;
}

int DiffLineTable::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(lines_.rows.size());
}

int DiffLineTable::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : ColumnCount; }

QVariant DiffLineTable::textOf(const DiffLine& line, int column, bool isHottest) const {
    const auto number = [](int of) { return of > 0 ? QVariant(of) : QVariant(); };
    const auto cost = [](double of) { return of > 0 ? QVariant(numberText(of)) : QVariant(); };
    switch (column) {
    case LeftLine: return number(line.left);
    case LeftCost: return cost(line.leftCost);
    case LeftText: return line.leftText;
    case RightLine: return number(line.right);
    case RightCost: return cost(line.rightCost);
    case RightText: return line.rightText;
    default: break;
    }
    QString mark = isHottest ? QStringLiteral("\u25c6") : QString();
    switch (line.match) {
    case LineMatch::Same: break;
    case LineMatch::Edited: mark += QLatin1Char('~'); break;
    case LineMatch::LeftAlone: mark += QStringLiteral("\u2212"); break;
    case LineMatch::RightAlone: mark += QLatin1Char('+'); break;
    }
    return mark;
}

QVariant DiffLineTable::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
    const auto row = static_cast<std::size_t>(index.row());
    const DiffLine& line = lines_.rows[row];
    const int column = index.column();
    const DiffSide side = sideOf(column);
    switch (role) {
    case Qt::DisplayRole: return textOf(line, column, lines_.hottest == row);
    case Qt::TextAlignmentRole:
        if (column == LeftText || column == RightText) return QVariant(Qt::AlignLeft | Qt::AlignVCenter);
        return QVariant((column == Mark ? Qt::AlignHCenter : Qt::AlignRight) | Qt::AlignVCenter);
    case Qt::ToolTipRole: {
        // Columns of two sources are narrow.
        QString text = side == DiffSide::Left ? line.leftText : line.rightText;
        const FigureChange change{line.leftCost, line.rightCost};
        if (line.leftCost == 0 && line.rightCost == 0) return text.trimmed();
        text = text.trimmed() +
               QStringLiteral("\n%1 \u2192 %2").arg(numberText(change.then), numberText(change.now));
        if (const QString fraction = changeText(change); !fraction.isEmpty())
            text += QStringLiteral(", ") + fraction;
        if (lines_.hottest == row) text += QStringLiteral("\n\u25c6 the line whose cost differs most");
        return text;
    }
    case MatchRole: return static_cast<int>(line.match);
    case MissingRole: return column != Mark && line.line(side) == 0;
    case TintRole: {
        if (column == Mark || lines_.most <= 0) return 0.0;
        const double costlier = side == DiffSide::Left ? -line.difference() : line.difference();
        return std::max(0.0, costlier) / lines_.most;
    }
    default: return {};
    }
}

QVariant DiffLineTable::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole) return {};
    switch (section) {
    case LeftLine:
    case RightLine: return QStringLiteral("line");
    case LeftCost:
    case RightCost: return QStringLiteral("cost");
    case LeftText: return QStringLiteral("left");
    case RightText: return QStringLiteral("right");
    default: return {};
    }
}

} // namespace warpstring::gui
