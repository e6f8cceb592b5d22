// SPDX-License-Identifier: GPL-3.0-or-later
// How a way was derived, as a tree: a step a row, and below it what the expression is then, line by line.
#pragma once

#include <QAbstractItemModel>
#include <string>
#include <vector>

#include "generate/rules/derivation.h"

namespace warpstring::gui {

struct DerivationLine {
    std::string text;
    bool isNew = false; ///< the step made it
};

struct DerivationStep {
    std::string rule;                  ///< "split-join(n = 128)"; of the first row "as it is written"
    std::string place;                 ///< "0.1", "the root"; empty of the first row
    std::string says;                  ///< what the rule says, in one sentence
    std::string source;                ///< what it is known by
    std::string becomes;               ///< the site after the step, on one line
    std::vector<DerivationLine> lines; ///< the whole expression
};

/// The program as it is written, then a row for each step. Errors: those of replay().
[[nodiscard]] Result<std::vector<DerivationStep>> derivationOf(const generate::Derivation& derivation);

class DerivationModel : public QAbstractItemModel {
    Q_OBJECT

public:
    enum Column { Rule, Place, Becomes, Columns };
    enum Role {
        LineRole = Qt::UserRole, ///< bool: a line of an expression, which fills all columns
        NewRole,                 ///< bool: the step made the line
        NumberRole               ///< of the step, from 1; 0: as it is written
    };

    using QAbstractItemModel::QAbstractItemModel;

    void setSteps(std::vector<DerivationStep> steps);
    [[nodiscard]] const std::vector<DerivationStep>& steps() const { return steps_; }

    [[nodiscard]] QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
    [[nodiscard]] QModelIndex parent(const QModelIndex& child) const override;
    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation,
                                      int role = Qt::DisplayRole) const override;

private:
    std::vector<DerivationStep> steps_;
};

} // namespace warpstring::gui
