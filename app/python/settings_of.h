// SPDX-License-Identifier: GPL-3.0-or-later
// What Python says of launches and simulations, as the libraries take it. warpstring's own Python has looked at
// the types.
#pragma once

#include <pybind11/pybind11.h>

#include "app/python/held_simulation.h"

namespace warpstring::python {

/// {"kernel": "", "global": ["1024"], "local": [], "arguments": [("n", "4")], "macros": [], "includes": []},
/// any of them left out; values as TOML.
[[nodiscard]] drafting::LaunchChoice choiceOf(const pybind11::dict& choice);

/// (model, registers or None, source_shape, threshold). Raises what parseRegisterRequest() refuses.
[[nodiscard]] Settings settingsOf(const pybind11::tuple& settings);

} // namespace warpstring::python
