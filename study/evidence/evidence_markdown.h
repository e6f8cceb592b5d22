// SPDX-License-Identifier: GPL-3.0-or-later
// What specs have been held against, as tables and sentences of documents.
#pragma once

#include <string>
#include <vector>

#include "core/hardware_spec.h"
#include "study/evidence/evidence.h"

namespace warpstring::evidence {

/// "records of 336 launches, 2 published tables" or "nothing".
[[nodiscard]] std::string heldAgainst(const EvidenceList& ofOneSpec);
/// "MAPE 7.0 %, bias +4.6 %, tau 0.90"; empty without figures.
[[nodiscard]] std::string figuresText(const Evidence& evidence);

/// A row a spec: what it was held against, and how many of its values come from where.
[[nodiscard]] std::string specTable(const std::vector<HardwareSpec>& specs, const EvidenceList& list);
/// A row for all that any spec was held against.
[[nodiscard]] std::string evidenceTable(const EvidenceList& list);
/// One line: how many of the specs have been held against what.
[[nodiscard]] std::string evidenceSentence(const std::vector<HardwareSpec>& specs, const EvidenceList& list);

} // namespace warpstring::evidence
