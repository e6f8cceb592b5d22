// SPDX-License-Identifier: GPL-3.0-or-later
// Nothing but the start of its work-items: what a launch costs before any work. Poeppl 2014, section 5.2.

__kernel void empty(__global float* memory) { (void)get_global_id(0); }
