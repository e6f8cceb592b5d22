// SPDX-License-Identifier: GPL-3.0-or-later
// Diagnostics on their way to Python, where they are an exception: warpstring.WarpstringError.
#pragma once

#include <pybind11/pybind11.h>

#include <exception>

#include "core/result.h"

namespace warpstring::python {

struct Refused : std::exception {
    explicit Refused(Diagnostics all) : diagnostics(std::move(all)) {}
    Diagnostics diagnostics;
};

template <class T>
[[nodiscard]] T valueOf(Result<T> result) {
    if (!result) throw Refused(result.diagnostics());
    return std::move(result).value();
}

/// As a list of warpstring.Diagnostic.
[[nodiscard]] pybind11::list toPython(const Diagnostics& diagnostics);

/// From then on what is refused is raised.
void bindRefusals();

} // namespace warpstring::python
