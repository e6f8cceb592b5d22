// SPDX-License-Identifier: GPL-3.0-or-later
#include "symbolic/formula/formula.h"

#include <algorithm>

namespace warpstring::symbolic {

namespace {

/// A condition of one fails wherever one of the other holds.
bool excludeEachOther(const FormulaPiece& a, const FormulaPiece& b) {
    return std::any_of(a.where.begin(), a.where.end(), [&](const Condition& x) {
        return std::any_of(b.where.begin(), b.where.end(), [&](const Condition& y) {
            const auto together = (x.left + y.left).constant();
            return together && together->sign() < 0;
        });
    });
}

} // namespace

std::optional<bool> Condition::holds(const NameValues& values) const {
    const auto value = left.evaluate(values);
    if (!value) return std::nullopt;
    return isEquality ? *value == Rational(0) : value->sign() >= 0;
}

std::string Condition::text() const {
    Polynomial above, below; // above >= below
    for (const auto& [monomial, coefficient] : left.terms())
        if (coefficient.sign() > 0)
            above += Polynomial::monomial(monomial, coefficient);
        else
            below += Polynomial::monomial(monomial, Rational(-1) * coefficient);
    // A constant stands on the right.
    if (above.constant() && !below.constant())
        return below.text() + (isEquality ? " = " : " <= ") + above.text();
    return above.text() + (isEquality ? " = " : " >= ") + below.text();
}

Formula::Formula(Polynomial everywhere) {
    if (!everywhere.isZero()) pieces_.push_back({{}, std::move(everywhere)});
}

Formula::Formula(std::vector<FormulaPiece> pieces) : pieces_(std::move(pieces)) {
    std::erase_if(pieces_, [](const FormulaPiece& piece) { return piece.value.isZero(); });
}

std::optional<Polynomial> Formula::everywhere() const {
    if (pieces_.empty()) return Polynomial();
    if (pieces_.size() == 1 && pieces_[0].where.empty()) return pieces_[0].value;
    return std::nullopt;
}

std::optional<std::int64_t> Formula::evaluate(const NameValues& values) const {
    Rational sum = 0;
    for (const FormulaPiece& piece : pieces_) {
        bool isHere = true;
        for (const Condition& condition : piece.where) {
            const auto holds = condition.holds(values);
            if (!holds) return std::nullopt;
            isHere = isHere && *holds;
        }
        if (!isHere) continue;
        const auto value = piece.value.evaluate(values);
        if (!value) return std::nullopt;
        sum = sum + *value;
    }
    return sum.integer();
}

Formula Formula::replaced(const std::string& name, const Polynomial& by) const {
    std::vector<FormulaPiece> pieces = pieces_;
    for (FormulaPiece& piece : pieces) {
        piece.value = piece.value.replaced(name, by);
        for (Condition& condition : piece.where) condition.left = condition.left.replaced(name, by);
    }
    return Formula(std::move(pieces));
}

Formula Formula::scaled(const Polynomial& by) const {
    std::vector<FormulaPiece> pieces = pieces_;
    for (FormulaPiece& piece : pieces) piece.value = piece.value * by;
    return Formula(std::move(pieces));
}

std::string Formula::text() const {
    if (pieces_.empty()) return "0";
    bool isExclusive = true;
    for (std::size_t i = 0; i < pieces_.size(); ++i)
        for (std::size_t j = i + 1; j < pieces_.size(); ++j)
            isExclusive = isExclusive && excludeEachOther(pieces_[i], pieces_[j]);
    std::string text;
    for (const FormulaPiece& piece : pieces_) {
        if (!text.empty()) text += isExclusive ? "; " : " + ";
        std::string own = piece.value.text();
        for (std::size_t i = 0; i < piece.where.size(); ++i) {
            own += i == 0 ? " where " : " and ";
            own += piece.where[i].text();
        }
        text += isExclusive || piece.where.empty() ? own : "(" + own + ")";
    }
    return text;
}

} // namespace warpstring::symbolic
