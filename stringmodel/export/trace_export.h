// SPDX-License-Identifier: GPL-3.0-or-later
// The run of one multiprocessor to look at: a trace for Perfetto and chrome://tracing, and a picture.
#pragma once

#include <string>

#include "core/launch.h"
#include "stringmodel/simulation.h"

namespace warpstring::simulation_export {

/// What the spans of a timeline are drawn with. The simulation must hold one, made with
/// TimelineOptions::mostSpans.
struct TraceSubject {
    const Simulation& simulation;
    const Pdg& pdg;
    const Launch& launch;
    const HardwareSpec& spec;
    int multiprocessor = 0; ///< its number, for names
};

/// Chrome's trace events, schema "warpstring.trace/1" (docs/json.md): the multiprocessor as a process, a thread
/// for each place of a work-group and for each warp, an event for each operation with what it waited for nested
/// within. A microsecond of the trace is a cycle.
[[nodiscard]] std::string toChromeTrace(const TraceSubject& subject);

struct PictureOptions {
    int mostWarps = 48;      ///< rows
    double from = 0, to = 0; ///< cycles; `to` 0: as far as there are operations
};

/// An SVG document of 1280 x 800 at most: a row a warp, grouped by scheduler, time from left to right.
[[nodiscard]] std::string toTimelineSvg(const TraceSubject& subject, const PictureOptions& options = {});

} // namespace warpstring::simulation_export
