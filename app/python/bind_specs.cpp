// SPDX-License-Identifier: GPL-3.0-or-later
// Hardware specs for Python: found, read, edited value by value.
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include "app/common/default_spec.h"
#include "app/common/program_paths.h"
#include "app/python/bindings.h"
#include "app/python/held_spec.h"
#include "app/python/refused.h"
#include "core/files/specs/hardware_spec_file.h"
#include "core/files/toml/toml_reader.h"

namespace warpstring::python {

namespace {

namespace py = pybind11;

SpecPointer made(files::SpecDocument document) {
    auto spec = valueOf(document.validate());
    return std::make_shared<HeldSpec>(HeldSpec{std::move(document), std::move(spec)});
}

SpecPointer loaded(const std::string& name, const std::string& folder) {
    const auto folders = cli::specFolders(folder);
    const auto choice = valueOf(cli::specChoice(name, folders));
    const auto path = valueOf(files::findHardwareSpec(choice.name, folders));
    return made(files::SpecDocument::parse(valueOf(files::readTextFile(path, "spec")), path));
}

py::list listed(const std::string& folder) {
    py::list all;
    for (const auto& path : files::listHardwareSpecs(cli::specFolders(folder))) {
        const auto spec = valueOf(files::readHardwareSpec(path));
        all.append(py::make_tuple(spec.name, spec.description, path.string()));
    }
    return all;
}

py::dict entryOf(const files::SpecEntry& entry) {
    py::dict row;
    row["key"] = entry.key.path;
    row["value"] = entry.value;
    row["unit"] = entry.key.unit;
    row["kind"] = entry.provenance.kind;
    row["source"] = entry.provenance.source;
    row["note"] = entry.provenance.note;
    return row;
}

py::list entriesOf(const HeldSpec& held) {
    py::list all;
    for (const auto& entry : held.document.entries())
        if (entry.present) all.append(entryOf(entry));
    return all;
}

SpecPointer edited(const HeldSpec& held, const std::vector<std::pair<std::string, std::string>>& values) {
    files::SpecDocument document = held.document;
    for (const auto& [path, value] : values) {
        if (document.entry(path).key.path.empty())
            throw Refused({{"spec.unknown-key",
                            Severity::Error,
                            {held.document.path().string(), 0, 0},
                            "a hardware spec has no \"" + path + "\"",
                            "Spec.values names those that there are"}});
        if (auto faults = document.set(path, value); !faults.empty()) throw Refused(std::move(faults));
    }
    return made(std::move(document));
}

} // namespace

void bindSpecs(py::module_& module) {
    py::class_<HeldSpec, SpecPointer>(module, "Spec")
        .def_property_readonly("name", [](const HeldSpec& held) { return held.spec.name; })
        .def_property_readonly("description", [](const HeldSpec& held) { return held.spec.description; })
        .def_property_readonly("file", [](const HeldSpec& held) { return held.document.path().string(); })
        .def_property_readonly("text", [](const HeldSpec& held) { return held.document.text(); })
        .def("entries", &entriesOf)
        .def("edited", &edited, py::arg("values"));
    module.def("load_spec", &loaded, py::arg("name"), py::arg("folder"));
    module.def("list_specs", &listed, py::arg("folder"));
    module.def(
        "parse_spec",
        [](std::string text, const std::string& path) {
            return made(files::SpecDocument::parse(std::move(text), path));
        },
        py::arg("text"), py::arg("path"));
}

} // namespace warpstring::python
