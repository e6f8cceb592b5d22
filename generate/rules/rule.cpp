// SPDX-License-Identifier: GPL-3.0-or-later
#include "generate/rules/rule.h"

#include <algorithm>

#include "generate/rules/catalogue.h"

namespace warpstring::generate {

const std::vector<Rule>& rules() {
    static const std::vector<Rule> all = [] {
        std::vector<Rule> joined;
        for (const std::vector<Rule>& some :
             {shapeRules(), reductionRules(), fusionRules(), loweringRules(), vectorRules(), paddingRules(),
              layoutRules(), scanRules(), stagingRules(), tileRules(), scalarRules()})
            joined.insert(joined.end(), some.begin(), some.end());
        return joined;
    }();
    return all;
}

const Rule* findRule(std::string_view name) {
    const auto found = std::ranges::find(rules(), name, &Rule::name);
    return found == rules().end() ? nullptr : &*found;
}

} // namespace warpstring::generate
