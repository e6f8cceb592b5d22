// SPDX-License-Identifier: GPL-3.0-or-later
// LeakSanitizer calls this where it is built in. OpenCL drivers and the compilers inside them keep memory to
// the end of the process; leaks of Warpstring itself are still found.
extern "C" const char* __lsan_default_suppressions();

extern "C" const char* __lsan_default_suppressions() {
    return "leak:libpocl\n"
           "leak:libLLVM\n"
           "leak:libclang\n";
}
