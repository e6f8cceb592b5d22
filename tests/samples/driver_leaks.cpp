// SPDX-License-Identifier: GPL-3.0-or-later
// LeakSanitizer calls these where it is built in. OpenCL drivers and the compilers inside them keep memory to
// the end of the process; leaks of Warpstring itself are still found.
extern "C" const char* __lsan_default_options();
extern "C" const char* __lsan_default_suppressions();

/// It stumbles, once in some hundred runs, over thread-local memory of PoCL's threads that are just ending.
extern "C" const char* __lsan_default_options() { return "use_tls=0:print_suppressions=0"; }

extern "C" const char* __lsan_default_suppressions() {
    return "leak:libpocl\n"
           "leak:libLLVM\n"
           "leak:libclang\n";
}
