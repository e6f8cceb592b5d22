// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/models/spec/spec_trust.h"

#include "app/gui/models/qt_text.h"
#include "study/evidence/evidence_markdown.h"
#include "study/evidence/value_counts.h"

namespace warpstring::gui {

namespace {

/// The figures that say most: of launches that nothing is tuned on, else of the first thing that has any.
const evidence::Evidence* mostTelling(const evidence::EvidenceList& own) {
    const evidence::Evidence* best = nullptr;
    for (const evidence::Evidence& each : own) {
        if (figuresText(each).empty()) continue;
        const bool isUntuned = each.kind == evidence::EvidenceKind::Records && !each.tunedOn;
        if (best == nullptr || isUntuned) best = &each;
    }
    return best;
}

} // namespace

QString specTrustText(const SpecEdit& edit, const evidence::EvidenceList& list) {
    if (!edit.isOpen()) return {};
    const auto own = evidenceOf(list, edit.reference().path().stem().string());
    QString text = QStringLiteral("Held against %1").arg(toQString(heldAgainst(own)));
    if (const evidence::Evidence* telling = mostTelling(own))
        text += QStringLiteral(" (%1: %2)").arg(toQString(telling->of), toQString(figuresText(*telling)));
    text += QStringLiteral(".");
    if (const auto spec = edit.currentSpec()) {
        const auto counts = evidence::valueCounts(*spec);
        text += QStringLiteral(" Values: %1 measured, %2 by data sheets, %3 collected, %4 estimated.")
                    .arg(counts.measured())
                    .arg(counts.of(ProvenanceKind::Datasheet))
                    .arg(counts.of(ProvenanceKind::Collected))
                    .arg(counts.of(ProvenanceKind::Estimated));
    }
    if (const auto changed = edit.differences().size(); changed > 0)
        text += changed == 1 ? QStringLiteral(" 1 value differs from what was held.")
                             : QStringLiteral(" %1 values differ from what was held.").arg(changed);
    return text;
}

} // namespace warpstring::gui
