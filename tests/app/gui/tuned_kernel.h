// SPDX-License-Identifier: GPL-3.0-or-later
// A kernel whose stride decides what a warp fetches, in a launch that lists strides and sizes to try.
#pragma once

#include <string>

namespace warpstring::gui::test {

inline const std::string strideKernel = "__kernel void stride(__global const float* a, __global float* b) {\n"
                                        "    const int i = get_global_id(0);\n"
                                        "    b[i] = a[i * STRIDE];\n"
                                        "}\n";

/// `more` is [tune], or nothing.
inline std::string strideLaunch(const std::string& more) {
    return "schema = \"warpstring.launch/1\"\nkernel = \"stride\"\nsource = \"stride.cl\"\n"
           "global = [1048576]\nlocal = [64] # as found\n\n[macros]\nSTRIDE = 8\nUNUSED = 1\n\n[args]\n"
           "a = { buffer = \"float\", count = 16777216, access = \"read\" }\n"
           "b = { buffer = \"float\", count = 1048576, access = \"write\" }\n" +
           more;
}

inline const std::string strideTune = "\n[tune]\nSTRIDE = [1, 4, 8, 16]\nlocal = [[64], [256], [4096]]\n"
                                      "constraints = [\"STRIDE < 16 || local_0 < 256\"]\n";

} // namespace warpstring::gui::test
