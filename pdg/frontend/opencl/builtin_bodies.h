// SPDX-License-Identifier: GPL-3.0-or-later
// OpenCL C's builtins that are more than one operation on each component, given bodies in LLVM IR: what
// vendors' libraries make of them. Inlined like any function, their accesses, loops and barriers become those
// of the kernel.
#pragma once

#include <llvm/IR/Module.h>

namespace warpstring::frontend {

/// Gives a body to every declared function of the module that is one of these (OpenCL C 3.0,
/// sections 6.4.3, 6.15.3, 6.15.5, 6.15.7, 6.15.11 and 6.15.16):
///
///   vloadN, vstoreN             a vector aligned as one element
///   vload_half[N], vstore_half[N][_RND], vloada_halfN, vstorea_halfN[_RND]    16-bit elements, converted
///   async_work_group_copy, async_work_group_strided_copy     a loop over the work-items of the group
///   wait_group_events           a barrier
///   sub_group_reduce_OP, sub_group_scan_..._OP, non-uniform and clustered ones
///                               as many exchanges as the size has halves, each joined to what was before
///   work_group_reduce_OP, work_group_scan_..._OP, work_group_all, work_group_any, work_group_broadcast
///                               each sub-group's result, exchanged through local memory between two barriers
///   prefetch                    nothing
///   to_global, to_local, to_private     the pointer itself
///   convert_TYPE[_RND]          a cast
///   clamp, abs                  a maximum and a minimum of each component, its absolute value
///   and those of builtin_results.h and builtin_geometry.h
///
/// Scans are counted as reductions: their values are not those of the builtin.
void defineBuiltins(llvm::Module& module);

} // namespace warpstring::frontend
