// SPDX-License-Identifier: GPL-3.0-or-later
// The process that talks to the driver. It reads requests, one line of JSON each, and answers each with a line:
//   {"request": "devices"}                                  -> {"devices": [...]} or {"diagnostics": [...]}
//   {"request": "measure", "device", "settings", "launch"}  -> {"record": {...}}
//   {"request": "measure-sequence", "device", "settings", "sequence"}  -> {"record": {...}}
// Before the probe runs, "measure" gives the record so far on a line of its own, with "partial": true.
#pragma once

#include "core/records/reference.h"

namespace warpstring::measure {

/// Serves requests from standard input until it ends. Answers go to what was standard output at the start; what
/// drivers print there goes to standard error instead. Returns the process's exit code.
int runWorker(const records::References& references);

} // namespace warpstring::measure
