// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/models/generate/derivation_model.h"

#include <algorithm>
#include <sstream>
#include <utility>

#include "app/gui/models/qt_text.h"
#include "generate/patterns/notation.h"

namespace warpstring::gui {

namespace {

constexpr std::size_t expressionWidth = 92; ///< characters of a line
constexpr quintptr stepId = 0;              ///< of rows of steps; lines have their step's row and one more

std::vector<DerivationLine> expressionLines(const generate::Expr& expr,
                                            const std::vector<DerivationLine>& before) {
    std::vector<DerivationLine> lines;
    std::istringstream text(generate::toNotationLines(expr, expressionWidth));
    for (std::string line; std::getline(text, line);) {
        const bool isKnown =
            before.empty() || std::ranges::find(before, line, &DerivationLine::text) != before.end();
        lines.push_back({line, !isKnown});
    }
    return lines;
}

} // namespace

Result<std::vector<DerivationStep>> derivationOf(const generate::Derivation& derivation) {
    const auto bodies = generate::replay(derivation);
    if (!bodies) return bodies.diagnostics();
    std::vector<DerivationStep> steps;
    steps.reserve(bodies->size());
    DerivationStep first;
    first.rule = "as it is written";
    first.becomes = generate::toNotation(bodies->front());
    first.lines = expressionLines(bodies->front(), {});
    steps.push_back(std::move(first));
    for (std::size_t i = 0; i < derivation.steps.size(); ++i) {
        const generate::Step& taken = derivation.steps[i];
        DerivationStep step;
        const std::string text = generate::toText(taken);
        const std::size_t at = text.rfind(" at ");
        step.rule = text.substr(0, at);
        if (at != std::string::npos) step.place = text.substr(at + 4);
        if (const generate::Rule* rule = generate::findRule(taken.rule)) {
            step.says = rule->says;
            step.source = rule->source;
        }
        if (const generate::Expr site = generate::siteAt((*bodies)[i + 1], taken.path); !site.empty())
            step.becomes = generate::toNotation(site);
        step.lines = expressionLines((*bodies)[i + 1], steps.back().lines);
        steps.push_back(std::move(step));
    }
    return steps;
}

void DerivationModel::setSteps(std::vector<DerivationStep> steps) {
    beginResetModel();
    steps_ = std::move(steps);
    endResetModel();
}

QModelIndex DerivationModel::index(int row, int column, const QModelIndex& parent) const {
    if (!hasIndex(row, column, parent)) return {};
    return createIndex(row, column, parent.isValid() ? static_cast<quintptr>(parent.row()) + 1 : stepId);
}

QModelIndex DerivationModel::parent(const QModelIndex& child) const {
    if (!child.isValid() || child.internalId() == stepId) return {};
    return createIndex(static_cast<int>(child.internalId() - 1), 0, stepId);
}

int DerivationModel::rowCount(const QModelIndex& parent) const {
    if (!parent.isValid()) return static_cast<int>(steps_.size());
    if (parent.internalId() != stepId || parent.column() > 0) return 0;
    return static_cast<int>(steps_[static_cast<std::size_t>(parent.row())].lines.size());
}

int DerivationModel::columnCount(const QModelIndex&) const { return Columns; }

QVariant DerivationModel::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
    const bool isLine = index.internalId() != stepId;
    const auto at =
        static_cast<std::size_t>(isLine ? index.internalId() - 1 : static_cast<quintptr>(index.row()));
    const DerivationStep& step = steps_[at];
    if (isLine) {
        const DerivationLine& line = step.lines[static_cast<std::size_t>(index.row())];
        switch (role) {
        case Qt::DisplayRole: return index.column() == Rule ? toQString(line.text) : QString();
        case LineRole: return true;
        case NewRole: return line.isNew;
        default: return {};
        }
    }
    switch (role) {
    case Qt::DisplayRole:
        if (index.column() == Rule) return toQString(step.rule);
        return toQString(index.column() == Place ? step.place : step.becomes);
    case Qt::ToolTipRole:
        if (index.column() == Becomes || step.says.empty()) return toQString(step.becomes);
        return QStringLiteral("%1\n%2").arg(toQString(step.says), toQString(step.source));
    case LineRole: return false;
    case NumberRole: return static_cast<int>(at);
    default: return {};
    }
}

QVariant DerivationModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole) return {};
    static const char* const titles[Columns] = {"step", "at", "what stands there then"};
    return section >= 0 && section < Columns ? QVariant(QString::fromLatin1(titles[section])) : QVariant();
}

} // namespace warpstring::gui
