#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What an OpenCL kernel cannot ask for, by PTX on a GPU server with NVIDIA's driver alone.

  bench/device/ptx/probes.py predicates | lines | places

predicates  instructions whose predicate is true and false for all lanes: cycles of four or eight of them, one warp to 32
lines       cycles of a load that finds its words in L1, by how these lie
places      groups of 1 to 32 warps, 1 to 32 side by side: from the last instruction of a group to the first of the one
            that takes its place
Written to standard output; docs/data/ptx-probes-h100.txt is what an H100 said.
"""

import ctypes
import statistics
import sys

HEAD = """.version 8.0
.target sm_90
.address_size 64
"""


class Device:
    """The first GPU, and two buffers: one that kernels write to, one of zeros."""

    def __init__(self):
        self.driver = ctypes.CDLL("libcuda.so.1")
        device, context = ctypes.c_int(), ctypes.c_void_p()
        self.check(self.driver.cuInit(0))
        self.check(self.driver.cuDeviceGet(ctypes.byref(device), 0))
        self.check(self.driver.cuCtxCreate_v2(ctypes.byref(context), 0, device))
        self.out, self.zeros = self.buffer(64 << 20), self.buffer(1 << 30)

    def check(self, result):
        if result:
            text = ctypes.c_char_p()
            self.driver.cuGetErrorString(result, ctypes.byref(text))
            raise SystemExit(f"probes: {(text.value or b'unknown error').decode()} ({result})")

    def buffer(self, size):
        address = ctypes.c_uint64()
        self.check(self.driver.cuMemAlloc_v2(ctypes.byref(address), ctypes.c_size_t(size)))
        self.check(self.driver.cuMemsetD32_v2(address, 0, ctypes.c_size_t(size // 4)))
        return address

    def build(self, text):
        module, kernel = ctypes.c_void_p(), ctypes.c_void_p()
        self.check(self.driver.cuModuleLoadData(ctypes.byref(module), (HEAD + text).encode()))
        self.check(self.driver.cuModuleGetFunction(ctypes.byref(kernel), module, b"probe"))
        self.check(self.driver.cuFuncSetAttribute(kernel, 8, 200 * 1024))  # most dynamic shared memory
        return kernel

    def run(self, kernel, groups, warps, words, arguments=(), shared=0):
        """`words` words of what the third run has written; arguments follow both buffers'."""
        values = [self.out, self.zeros, *arguments]
        pointers = (ctypes.c_void_p * len(values))(*[ctypes.cast(ctypes.byref(v), ctypes.c_void_p) for v in values])
        for _ in range(3):
            self.check(
                self.driver.cuLaunchKernel(kernel, groups, 1, 1, warps * 32, 1, 1, shared, None, pointers, None)
            )
            self.check(self.driver.cuCtxSynchronize())
        result = (ctypes.c_uint32 * words)()
        self.check(self.driver.cuMemcpyDtoH_v2(result, self.out, ctypes.c_size_t(words * 4)))
        return result


def timed(before, body, after, rounds):
    """A kernel that writes, for each work-item, the cycles of so many rounds and something of the registers."""
    return f"""
.visible .entry probe(.param .u64 out, .param .u64 zeros, .param .u64 third)
{{
 .reg .u64 %rd<20>; .reg .u32 %r<40>; .reg .pred %p<6>; .reg .f32 %f<80>; .shared .align 16 .b8 sm[4096];
 ld.param.u64 %rd0, [out]; ld.param.u64 %rd1, [zeros]; ld.param.u64 %rd8, [third];
 mov.u32 %r1, %tid.x; and.b32 %r9, %r1, 31;
{before}
 mov.u32 %r20, 0; bar.sync 0; mov.u32 %r2, %clock;
L1:
{body}
 add.u32 %r20, %r20, 1; setp.lt.u32 %p3, %r20, {rounds}; @%p3 bra L1;
{after}
 mov.u32 %r3, %clock; sub.u32 %r4, %r3, %r2;
 add.f32 %f2, %f2, %f3; add.f32 %f4, %f4, %f5; add.f32 %f2, %f2, %f4; cvt.rzi.u32.f32 %r5, %f2;
 mul.wide.u32 %rd6, %r1, 8; add.u64 %rd7, %rd0, %rd6; st.global.v2.u32 [%rd7], {{%r4, %r5}};
 ret;
}}
"""


def repeat(line, count):
    return "".join(line.format(to=20 + i, at=128 * i, sum=2 + i % 4) for i in range(count))


ADDS = repeat(" add.f32 %f{sum}, %f{sum}, %f{to};\n", 8)


def predicates(device):
    before = """
 cvt.u32.u64 %r7, %rd8; setp.ge.u32 %p1, %r1, %r7;
 mul.wide.u32 %rd2, %r9, 4; add.u64 %rd3, %rd1, %rd2; mov.u32 %r10, sm; shl.b32 %r11, %r9, 2; add.u32 %r10, %r10, %r11;
 cvt.rn.f32.u32 %f0, %r1; mov.f32 %f1, 0f3F800001; mov.f32 %f2, %f0; mov.f32 %f3, %f0; mov.f32 %f4, %f0; mov.f32 %f5, %f0;
 st.shared.f32 [%r10], %f0;"""
    bodies = {
        "loads of shared memory, each used": " @%p1 ld.volatile.shared.f32 %f2, [%r10];\n add.f32 %f3, %f3, %f2;\n" * 4,
        "8 loads of shared memory": repeat(" @%p1 ld.volatile.shared.f32 %f{to}, [%r10+{at}];\n", 8) + ADDS,
        "loads of global memory, each used": " @%p1 ld.volatile.global.f32 %f2, [%rd3];\n add.f32 %f3, %f3, %f2;\n" * 4,
        "8 stores to shared memory": repeat(" @%p1 st.volatile.shared.f32 [%r10+{at}], %f0;\n", 8),
        "8 stores to global memory": repeat(" @%p1 st.volatile.global.f32 [%rd3+{at}], %f0;\n", 8),
        "4 exponentials in a row": " @%p1 ex2.approx.f32 %f2, %f2;\n" * 4,
        "8 multiply-adds in a row": " @%p1 fma.rn.f32 %f2, %f2, %f1, %f1;\n" * 8,
    }
    for name, body in bodies.items():
        kernel = device.build(timed(before, body, "", 64))
        for warps in (1, 4, 16, 32):
            cycles = [
                max(device.run(kernel, 1, warps, warps * 64, [ctypes.c_uint64(never)])[0::2]) / 64
                for never in (0, 1 << 30)
            ]
            print(f"{name:34} warps {warps:2}: on {cycles[0]:6.1f}, off {cycles[1]:6.1f} cycles")


def lines(device):
    def rows(per_row, stride):
        shift = {32: 5, 16: 4, 8: 3}[per_row]
        return f"""
 shr.u32 %r10, %r9, {shift}; and.b32 %r11, %r9, {per_row - 1}; mul.lo.u32 %r10, %r10, {stride};
 add.u32 %r10, %r10, %r11; mul.wide.u32 %rd2, %r10, 4; add.u64 %rd3, %rd1, %rd2;"""

    def loads(distance):
        return "".join(f" ld.global.ca.f32 %f{20 + i}, [%rd3+{distance * i}];\n" for i in range(8)) + ADDS

    wide = "".join(
        f" ld.global.ca.v4.f32 {{%f{20 + 4 * i}, %f{21 + 4 * i}, %f{22 + 4 * i}, %f{23 + 4 * i}}}, [%rd3+{512 * i}];\n"
        for i in range(4)
    ) + "".join(f" add.f32 %f{2 + i % 4}, %f{2 + i % 4}, %f{20 + i};\n" for i in range(16))
    shapes = {
        "32 words of a line": (rows(32, 32), loads(128), 8),
        "32 words of two lines": (rows(32, 32) + " add.u64 %rd3, %rd3, 4;", loads(256), 8),
        "one word": (" add.u64 %rd3, %rd1, 0;", loads(128), 8),
        "two half lines, the same banks": (rows(16, 64), loads(512), 8),
        "two half lines, other banks": (rows(16, 80), loads(640), 8),
        "four quarters of lines, other banks": (rows(8, 72), loads(1152), 8),
        "32 vectors of 16 bytes": (" mul.wide.u32 %rd2, %r9, 16; add.u64 %rd3, %rd1, %rd2;", wide, 4),
    }
    for name, (before, body, count) in shapes.items():
        start = before + "".join(f" mov.f32 %f{i}, 0f00000000;" for i in range(6))
        kernel = device.build(timed(start, body + " add.u64 %rd3, %rd3, %rd8;", " bar.sync 0;", 256))
        for warps in (1, 4, 8, 16, 32):
            cycles = max(device.run(kernel, 1, warps, warps * 64, [ctypes.c_uint64(0)])[0::2]) / 256 / count / warps
            print(f"{name:36} warps {warps:2}: {cycles:.2f} cycles a load")


STAMPS = """
.visible .entry probe(.param .u64 out, .param .u64 zeros, .param .u32 stores)
{
 .reg .u64 %rd<20>; .reg .u32 %r<40>; .reg .pred %p<6>;
 mov.u32 %r0, %clock;
 mov.u32 %r1, %tid.x; shr.u32 %r2, %r1, 5; mov.u32 %r3, %ctaid.x; mov.u32 %r4, %smid; mov.u32 %r5, %ntid.x;
 shr.u32 %r6, %r5, 5; ld.param.u64 %rd0, [out]; ld.param.u64 %rd1, [zeros]; ld.param.u32 %r8, [stores];
 mad.lo.u32 %r9, %r3, %r5, %r1; mul.wide.u32 %rd2, %r9, 4; add.u64 %rd3, %rd1, %rd2;
 setp.eq.u32 %p2, %r8, 0;
 @%p2 bra L1;
 st.global.u32 [%rd3+65536], %r8; st.global.u32 [%rd3+134283264], %r8; st.global.u32 [%rd3+268500992], %r8;
L1:
 mov.u32 %r16, %clock;
 and.b32 %r17, %r1, 31; setp.ne.u32 %p3, %r17, 0;
 @%p3 bra L2;
 mad.lo.u32 %r18, %r3, %r6, %r2; mul.wide.u32 %rd6, %r18, 16; add.u64 %rd7, %rd0, %rd6;
 st.global.v4.u32 [%rd7], {%r0, %r16, %r4, %r2};
L2:
 ret;
}
"""


def places(device):
    kernel = device.build(STAMPS)
    shared = {1: 150 * 1024, 2: 100 * 1024, 4: 50 * 1024, 8: 26 * 1024, 16: 12 * 1024, 32: 0}
    for stores in (0, 1):
        for warps in (1, 2, 4, 8, 16, 32):
            for side_by_side in (count for count in shared if count * warps <= 64):
                groups = 132 * side_by_side * 12
                arguments = [ctypes.c_uint32(stores)]
                stamps = device.run(kernel, groups, warps, groups * warps * 4, arguments, shared[side_by_side])
                print(
                    f"stores {stores} warps {warps:2} side by side {side_by_side:2}: "
                    + gaps(stamps, groups, warps, side_by_side)
                )


def gaps(stamps, groups, warps, side_by_side):
    of_multiprocessor = {}
    for group in range(groups):
        at = [stamps[4 * (group * warps + warp) : 4 * (group * warps + warp) + 4] for warp in range(warps)]
        of_multiprocessor.setdefault(at[0][2], []).append(([s[0] for s in at], [s[1] for s in at]))
    empty, starting = [], []
    for runs in of_multiprocessor.values():
        first = min(min(starts) for starts, _ in runs)
        starts = sorted((min(s) - first) & 0xFFFFFFFF for s, _ in runs)
        ends = sorted((max(e) - first) & 0xFFFFFFFF for _, e in runs)
        starting += [max(s) - min(s) for s, _ in runs]
        empty += [start - end for start, end in zip(starts[side_by_side:], ends)]
    return (
        f"a place is empty for {statistics.mean(empty):5.0f} cycles ({min(empty)} to {max(empty)}), "
        f"a group's warps start within {statistics.mean(starting):3.0f}"
    )


def main():
    probes = {"predicates": predicates, "lines": lines, "places": places}
    if len(sys.argv) != 2 or sys.argv[1] not in probes:
        raise SystemExit(__doc__.strip())
    probes[sys.argv[1]](Device())


if __name__ == "__main__":
    main()
