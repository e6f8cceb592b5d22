// SPDX-License-Identifier: GPL-3.0-or-later
#include "stringmodel/string/exposed_latency.h"

#include "stringmodel/string/instruction_parallelism.h"

namespace warpstring::token_string {

namespace {

template <class Factor>
void setExposure(std::vector<StringItem>& items, const Factor& factorOf) {
    for (auto& item : items) {
        if (auto* repeat = std::get_if<Repeat>(&item.content)) {
            setExposure(repeat->body, factorOf);
            continue;
        }
        auto& token = std::get<Token>(item.content);
        if (token.kind != TokenKind::Compute) continue;
        token.exposure = factorOf(token.region);
        token.cycles = token.plainCycles * token.exposure * token.weight;
    }
}

} // namespace

ExposedLatency::ExposedLatency(const Pdg& pdg, const evaluation::Evaluation& evaluation,
                               const HardwareSpec& spec)
    : evaluation_(evaluation), spec_(spec), parallelism_(instructionParallelism(pdg)) {}

double ExposedLatency::among(double groups, RegionId region) const {
    return averageExposure(spec_, evaluation_.regions[region].activeWarps, groups, parallelism_[region]);
}

double ExposedLatency::alone(RegionId region) const { return exposure(spec_, 1, parallelism_[region]); }

void applyExposure(TokenString& string, const ExposedLatency& exposed, double groups) {
    setExposure(string.items, [&](RegionId region) { return exposed.among(groups, region); });
}

void applyExposureAlone(TokenString& string, const ExposedLatency& exposed) {
    setExposure(string.items, [&](RegionId region) { return exposed.alone(region); });
}

} // namespace warpstring::token_string
