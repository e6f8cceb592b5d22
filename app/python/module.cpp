// SPDX-License-Identifier: GPL-3.0-or-later
// warpstring._core.
#include <pybind11/pybind11.h>

#include "app/common/program_paths.h"
#include "app/python/bindings.h"
#include "app/python/computing.h"
#include "app/python/refused.h"

PYBIND11_MODULE(_core, module) {
    using namespace warpstring::python;
    module.doc() = "What warpstring is made of; import warpstring instead.";
    module.attr("version") = WARPSTRING_VERSION;
    module.def(
        "samples_folder", [] { return warpstring::cli::samplesFolder().string(); },
        "Where the samples are that come with Warpstring.");
    Interruptible::findMainThread();
    bindRefusals();
    bindSpecs(module);
    bindSimulations(module);
    bindAnalyses(module);
    bindSearches(module);
    bindStudies(module);
}
