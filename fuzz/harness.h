// SPDX-License-Identifier: GPL-3.0-or-later
// What the fuzzers do with a text, shared with the test that runs a fixed number of seeded mutations. Each
// aborts when a promise is broken; sanitizers see the rest.
#pragma once

#include <string_view>

namespace warpstring::fuzz {

void readLaunchText(std::string_view text);     ///< as a launch file
void readAnnotationText(std::string_view text); ///< as what follows a sound launch: annotations, figures
void readSpecText(std::string_view text);       ///< as a hardware spec
void simulateKernelText(std::string_view text); ///< as OpenCL C: its kernel `k`, or else the first one
void compileWithOptions(std::string_view text); ///< as clBuildProgram's options, for a small kernel
void readJsonText(std::string_view text);       ///< by core/text/json.h, beside another reader of JSON
void readRecordText(std::string_view text);     ///< as a measurement record
void openRecordStore(std::string_view text);    ///< as a file of records that another one is added to
void readPatternText(std::string_view text);    ///< as a pattern file; what is read is printed and read again
void readNestText(std::string_view text);       ///< as a C function with loops that may run in parallel
void readProjectText(std::string_view text);    ///< as a project of the desktop program

/// Ends the process with the broken promise on stderr.
[[noreturn]] void fail(std::string_view promise, std::string_view detail);

} // namespace warpstring::fuzz
