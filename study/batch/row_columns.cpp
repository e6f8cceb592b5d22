// SPDX-License-Identifier: GPL-3.0-or-later
#include "study/batch/row_columns.h"

#include <cmath>

#include "study/batch/row_text.h"

namespace warpstring::batch {

namespace {

RowValue real(double value) {
    if (!std::isfinite(value)) return std::monostate();
    return value;
}

/// `Field` of the figures, where there are some.
template <auto Field>
RowValue figure(const BatchRow& row) {
    if (!row.figures) return std::monostate();
    const auto& value = (*row.figures).*Field;
    if constexpr (std::is_same_v<decltype(value), const double&>)
        return real(value);
    else if constexpr (std::is_same_v<decltype(value), const std::string&>)
        return value;
    else
        return static_cast<std::int64_t>(value);
}

template <auto Field>
RowValue bound(const BatchRow& row) {
    const SimulationBounds* bounds = row.figures ? row.figures->reportedBounds() : nullptr;
    if (bounds == nullptr) return std::monostate();
    return real(bounds->*Field);
}

template <auto Field>
RowValue part(const BatchRow& row) {
    if (!row.figures) return std::monostate();
    return real(row.figures->kernelParts.*Field);
}

RowValue modelOf(const BatchRow& row) {
    if (!row.figures) return std::monostate();
    return std::string(name(row.figures->model));
}

RowValue sweptJson(const BatchRow& row) {
    std::string json = "{";
    for (const auto& [name, text] : row.swept) {
        if (json.size() > 1) json += ',';
        appendJsonText(json, name);
        json += ':';
        appendJsonText(json, text);
    }
    return json + "}";
}

RowValue diagnosticsJson(const BatchRow& row) {
    std::string json = "[";
    for (const Diagnostic& found : row.diagnostics) {
        json += json.size() > 1 ? ",{\"code\":" : "{\"code\":";
        appendJsonText(json, found.code);
        json += ",\"severity\":";
        appendJsonText(json, name(found.severity));
        json += ",\"file\":";
        appendJsonText(json, found.place.file);
        json += ",\"line\":" + std::to_string(found.place.line);
        json += ",\"column\":" + std::to_string(found.place.column);
        json += ",\"message\":";
        appendJsonText(json, found.message);
        json += ",\"hint\":";
        appendJsonText(json, found.hint);
        json += '}';
    }
    return json + "]";
}

std::vector<RowColumn> makeColumns(bool withStrings) {
    using Type = RowColumn::Type;
    std::vector<RowColumn> columns{
        {"index", Type::Integer, [](const BatchRow& r) -> RowValue { return std::int64_t(r.index); }},
        {"launch", Type::Text, [](const BatchRow& r) -> RowValue { return r.launch; }},
        {"spec", Type::Text, [](const BatchRow& r) -> RowValue { return r.spec; }},
        {"status", Type::Text, [](const BatchRow& r) -> RowValue { return statusText(r.isError()); }},
        {"file", Type::Text, [](const BatchRow& r) -> RowValue { return r.file; }},
        {"kernel", Type::Text, [](const BatchRow& r) -> RowValue { return r.kernel; }},
        {"family", Type::Text, [](const BatchRow& r) -> RowValue { return r.family; }},
        {"swept", Type::Json, sweptJson},
        {"model", Type::Text, modelOf},
        {"warp_latency_cycles", Type::Real, figure<&RowFigures::warpLatencyCycles>},
        {"kernel_time_us", Type::Real, figure<&RowFigures::kernelTimeUs>},
        {"kernel_start_us", Type::Real, part<&KernelParts::startUs>},
        {"kernel_body_us", Type::Real, part<&KernelParts::bodyUs>},
        {"kernel_tail_us", Type::Real, part<&KernelParts::tailUs>},
        {"kernel_cycles", Type::Real, figure<&RowFigures::kernelCycles>},
        {"launch_overhead_us", Type::Real, figure<&RowFigures::launchOverheadUs>},
        {"bound_by", Type::Text, figure<&RowFigures::boundBy>},
        {"groups", Type::Integer, figure<&RowFigures::groups>},
        {"warps", Type::Integer, figure<&RowFigures::warps>},
        {"limiter", Type::Text, figure<&RowFigures::limiter>},
        {"registers", Type::Integer, figure<&RowFigures::registers>},
        {"latency_lower_cycles", Type::Real, bound<&SimulationBounds::lowerLatencyCycles>},
        {"latency_upper_cycles", Type::Real, bound<&SimulationBounds::upperLatencyCycles>},
        {"time_lower_us", Type::Real, bound<&SimulationBounds::lowerTimeUs>},
        {"time_upper_us", Type::Real, bound<&SimulationBounds::upperTimeUs>},
        {"assumptions", Type::Integer, figure<&RowFigures::assumptions>},
        {"diagnostics", Type::Json, diagnosticsJson}};
    if (withStrings) columns.push_back({"string", Type::Text, figure<&RowFigures::string>});
    return columns;
}

} // namespace

const std::vector<RowColumn>& rowColumns(bool withStrings) {
    static const auto without = makeColumns(false), with = makeColumns(true);
    return withStrings ? with : without;
}

const char* statusText(bool isError) { return isError ? "error" : "ok"; }

} // namespace warpstring::batch
