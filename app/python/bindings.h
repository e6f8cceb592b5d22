// SPDX-License-Identifier: GPL-3.0-or-later
// The parts of warpstring._core. Figures travel as JSON text, which warpstring's own Python makes objects of.
#pragma once

#include <pybind11/pybind11.h>

namespace warpstring::python {

void bindSpecs(pybind11::module_& module);
void bindSimulations(pybind11::module_& module);
void bindAnalyses(pybind11::module_& module);
void bindSearches(pybind11::module_& module);
void bindStudies(pybind11::module_& module);

} // namespace warpstring::python
