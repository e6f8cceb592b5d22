// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/python/refused.h"

namespace warpstring::python {

namespace py = pybind11;

py::list toPython(const Diagnostics& diagnostics) {
    const py::object make = py::module_::import("warpstring._errors").attr("Diagnostic");
    py::list all;
    for (const Diagnostic& each : diagnostics)
        all.append(make(each.code, std::string(name(each.severity)), each.place.file, each.place.line,
                        each.place.column, each.message, each.hint));
    return all;
}

void bindRefusals() {
    py::register_exception_translator([](std::exception_ptr thrown) {
        try {
            if (thrown) std::rethrow_exception(std::move(thrown));
        } catch (const Refused& refused) {
            const py::object type = py::module_::import("warpstring._errors").attr("WarpstringError");
            const py::object raised = type(toPython(refused.diagnostics));
            PyErr_SetObject(type.ptr(), raised.ptr());
        }
    });
}

} // namespace warpstring::python
