// SPDX-License-Identifier: GPL-3.0-or-later
#include "generate/nests/independence.h"

#include <algorithm>
#include <string>
#include <utility>

#include "generate/nests/nest_fault.h"

namespace warpstring::generate {

namespace {

std::string iterationText(const std::map<const Variable*, std::int64_t>& values, const ElementAccess& access) {
    std::string text;
    for (const NestLoop& loop : access.loops) {
        const auto own = values.find(loop.counter.get());
        if (own == values.end()) continue;
        text += (text.empty() ? "" : ", ") + loop.counter->name + " = " + std::to_string(own->second);
    }
    return "(" + text + ")";
}

/// Counters that iterations may not differ in where they meet: of the index space, and of loops that spread a
/// store over elements.
std::vector<const Variable*> apartCounters(const ElementAccess& store, const ElementAccess& other) {
    std::vector<const Variable*> counters;
    for (const NestLoop& loop : store.loops) {
        const bool isSpread = store.element->factor(loop.counter.get()) != 0 ||
                              (other.isStore && other.element->factor(loop.counter.get()) != 0);
        if (loop.isParallel || isSpread) counters.push_back(loop.counter.get());
    }
    return counters;
}

Diagnostic assumed(const SourceLocation& place, std::string message) {
    return {.code = "nest.assumed",
            .severity = Severity::Note,
            .place = place,
            .message = std::move(message),
            .hint = {}};
}

void checkPair(const NestBuffer& buffer, const ElementAccess& store, const ElementAccess& other,
               Diagnostics& assumptions) {
    if (!other.element) {
        assumptions.push_back(assumed(other.place, "no iteration reads an element of \"" + buffer.name +
                                                       "\" here that another one writes"));
        return;
    }
    Meeting meeting;
    const Decision decision = meets({*store.element, store.loops}, {*other.element, other.loops},
                                    apartCounters(store, other), meeting);
    if (decision == Decision::Never) return;
    if (decision == Decision::Undecided) {
        assumptions.push_back(
            assumed(other.place, "no two iterations meet in an element of \"" + buffer.name + "\" here"));
        return;
    }
    std::string first = iterationText(meeting.first, store);
    std::string second = iterationText(meeting.second, other);
    if (other.isStore && second < first) std::swap(first, second);
    const std::string iterations = "iterations " + first + " and " + second;
    const std::string element = "element " + std::to_string(meeting.element) + " of \"" + buffer.name + "\"";
    if (other.isStore)
        refuseNest("nest.race", other.place, iterations + " both write " + element,
                   "each iteration of a parallel loop writes elements of its own");
    refuseNest("nest.carried", other.place,
               "of " + iterations + " the first writes and the second reads " + element,
               "iterations of a parallel loop cannot hang on each other: read from another array, or leave the "
               "pragma out");
}

} // namespace

Diagnostics checkIndependence(const std::vector<NestBuffer>& buffers,
                              const std::vector<ElementAccess>& accesses) {
    Diagnostics assumptions;
    for (std::size_t i = 0; i < accesses.size(); ++i) {
        const ElementAccess& store = accesses[i];
        if (!store.isStore) continue;
        for (std::size_t k = 0; k < accesses.size(); ++k) {
            const ElementAccess& other = accesses[k];
            if (other.buffer != store.buffer || (other.isStore && k < i)) continue;
            checkPair(buffers[store.buffer], store, other, assumptions);
        }
    }
    for (std::size_t a = 0; a < buffers.size(); ++a) {
        for (std::size_t b = 0; b < buffers.size(); ++b) {
            if (a == b || !buffers[a].isWritten || buffers[a].isRestrict || buffers[b].isRestrict) continue;
            if (buffers[b].isWritten && b < a) continue;
            assumptions.push_back(assumed(buffers[a].place, "\"" + buffers[a].name + "\" and \"" +
                                                                buffers[b].name +
                                                                "\" do not overlap (restrict says so)"));
        }
    }
    std::vector<Diagnostic> once;
    for (Diagnostic& own : assumptions)
        if (std::ranges::find(once, own) == once.end()) once.push_back(std::move(own));
    return once;
}

} // namespace warpstring::generate
