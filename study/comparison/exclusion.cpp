// SPDX-License-Identifier: GPL-3.0-or-later
#include "study/comparison/exclusion.h"

#include <array>

namespace warpstring::comparison {

namespace {

const char* textOf(Exclusion exclusion) {
    static_assert(mostSpread == 0.3, "the texts below say so");
    switch (exclusion) {
    case Exclusion::None: return "";
    case Exclusion::NotMeasured: return "not measured";
    case Exclusion::OtherDevice: return "measured on other devices alone";
    case Exclusion::WrongOutputs: return "the outputs were wrong";
    case Exclusion::WideSpread: return "run-to-run spread above 30 %";
    case Exclusion::NotSimulated: return "not simulated";
    case Exclusion::WideBounds: return "bounds wider than 30 %";
    case Exclusion::NoTime: return "simulated as taking no time";
    case Exclusion::NotAskedFor: return "not asked for";
    case Exclusion::NotMeasurable: return "not measurable";
    case Exclusion::ProbeChangedTime: return "the probe changed the kernel's time by more than 5 %";
    }
    return "";
}

} // namespace

const std::string& reasonText(Exclusion exclusion) {
    constexpr std::size_t count = static_cast<std::size_t>(Exclusion::ProbeChangedTime) + 1;
    static const auto texts = [] { // tables sort a hundred thousand of them by reference
        std::array<std::string, count> made;
        for (std::size_t i = 0; i < count; ++i) made[i] = textOf(static_cast<Exclusion>(i));
        return made;
    }();
    return texts.at(static_cast<std::size_t>(exclusion));
}

} // namespace warpstring::comparison
