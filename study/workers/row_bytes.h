// SPDX-License-Identifier: GPL-3.0-or-later
// Rows as bytes and back. Each `fields` names all members, so the compiler asks for a new one.
#pragma once

#include "study/batch/batch_row.h"
#include "study/workers/byte_archive.h"

namespace warpstring::workers {

template <class Archive, Either<SourceLocation> Value>
void fields(Archive& archive, Value& value) {
    auto& [file, line, column] = value;
    archive(file, line, column);
}

template <class Archive, Either<Diagnostic> Value>
void fields(Archive& archive, Value& value) {
    auto& [code, severity, place, message, hint, origin] = value;
    archive(code, severity, place, message, hint, origin);
}

template <class Archive, Either<SweptValue> Value>
void fields(Archive& archive, Value& value) {
    auto& [name, text] = value;
    archive(name, text);
}

template <class Archive, Either<timeline::WarpSpread> Value>
void fields(Archive& archive, Value& value) {
    auto& [median, p90, longest] = value;
    archive(median, p90, longest);
}

template <class Archive, Either<KernelParts> Value>
void fields(Archive& archive, Value& value) {
    auto& [start, body, tail] = value;
    archive(start, body, tail);
}

template <class Archive, Either<batch::ClosedFormFigures> Value>
void fields(Archive& archive, Value& value) {
    auto& [warpLatency, kernelTime] = value;
    archive(warpLatency, kernelTime);
}

template <class Archive, Either<SimulationBounds> Value>
void fields(Archive& archive, Value& value) {
    auto& [lowerLatency, upperLatency, lowerTime, upperTime] = value;
    archive(lowerLatency, upperLatency, lowerTime, upperTime);
}

template <class Archive, Either<batch::CycleParts> Value>
void fields(Archive& archive, Value& value) {
    auto& [byStall, cycles] = value;
    archive(byStall, cycles);
}

template <class Archive, Either<batch::RowFigures> Value>
void fields(Archive& archive, Value& value) {
    auto& [model, warpLatency, warpSpread, kernelTime, kernelParts, kernelCycles, launchOverhead, boundBy,
           groups, warps, limiter, registers, bounds, closedForm, parts, assumptions, string] = value;
    archive(model, warpLatency, warpSpread, kernelTime, kernelParts, kernelCycles, launchOverhead, boundBy,
            groups, warps, limiter, registers, bounds, closedForm, parts, assumptions, string);
}

template <class Archive, Either<batch::BatchRow> Value>
void fields(Archive& archive, Value& value) {
    auto& [index, launch, spec, file, kernel, family, swept, figures, diagnostics] = value;
    archive(index, launch, spec, file, kernel, family, swept, figures, diagnostics);
}

} // namespace warpstring::workers
