// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/stringmodel/builtin_table.h"

#include <ostream>

namespace warpstring::test {

// NOLINTBEGIN(performance-inefficient-string-concatenation): kernels as text, made once
namespace {

using Names = std::vector<std::string>;

class Table {
public:
    std::vector<BuiltinUse> rows;

    void add(const std::string& name, const std::string& code, const std::string& baseline = "") {
        rows.push_back({name, code, baseline});
    }
    void addFree(const std::string& name, const std::string& code) { rows.push_back({name, code, "", true}); }

    /// Of floats, vectors of four, doubles and halves; "N" stands for the name, "f", "v", "d" and "h" for
    /// numbers.
    void floats(const Names& names, const std::string& arguments) {
        const auto of = [&](const std::string& name, char type, const std::string& sink) {
            std::string made;
            for (const char c : arguments)
                made += c == '1'   ? std::string(1, type)
                        : c == '2' ? std::string(1, type) + "2"
                        : c == '3' ? std::string(1, type) + "3"
                                   : std::string(1, c);
            return sink + " " + name + "(" + made + "); ";
        };
        for (const auto& name : names)
            add(name,
                of(name, 'f', "F = f2 + f3 +") + of(name, 'v', "V = v2 + v3 +") +
                    of(name, 'd', "D = d2 + d3 +") + of(name, 'h', "H = h2 + h3 +"),
                "F = f2 + f3 + f; V = v2 + v3 + v; D = d2 + d3 + d; H = h2 + h3 + h;");
    }
    /// Of single floats and their vectors alone.
    void singles(const Names& names, const std::string& arguments) {
        for (const auto& name : names) {
            std::string f, v;
            for (const char c : arguments) {
                f += c == '1' ? "f" : c == '2' ? "f2" : std::string(1, c);
                v += c == '1' ? "v" : c == '2' ? "v2" : std::string(1, c);
            }
            add(name, "F = f2 + " + name + "(" + f + "); V = v2 + " + name + "(" + v + ");",
                "F = f2 + f; V = v2 + v;");
        }
    }
    /// Of all integer types.
    void integers(const Names& names, int operands) {
        for (const auto& name : names) {
            std::string code, base;
            for (const char* type : {"c", "b", "s", "t", "i", "u", "l", "m", "p", "q"}) {
                const std::string x = type;
                std::string sink = x;
                sink[0] = static_cast<char>(sink[0] - 'a' + 'A');
                const std::string all = operands == 1   ? x
                                        : operands == 2 ? x + ", " + x + "2"
                                                        : x + ", " + x + "2, " + x + "3";
                code += sink + " = " + x + "2 + " + x + "3 + " + name + "(" + all + "); ";
                base += sink + " = " + x + "2 + " + x + "3 + " + x + "; ";
            }
            add(name, code, base);
        }
    }
};

void addMath(Table& table) {
    table.floats({"acos",  "acosh",  "acospi", "asin",  "asinh", "asinpi", "atan",  "atanh",  "atanpi", "cbrt",
                  "ceil",  "cos",    "cosh",   "cospi", "erfc",  "erf",    "exp",   "exp2",   "exp10",  "expm1",
                  "floor", "lgamma", "log",    "log2",  "log10", "log1p",  "logb",  "rint",   "round",  "rsqrt",
                  "sin",   "sinh",   "sinpi",  "sqrt",  "tan",   "tanh",   "tanpi", "tgamma", "trunc"},
                 "1");
    table.floats({"atan2", "atan2pi", "copysign", "fdim", "fmax", "fmin", "fmod", "hypot", "maxmag", "minmag",
                  "nextafter", "pow", "powr", "remainder"},
                 "1, 2");
    table.floats({"fma", "mad"}, "1, 2, 3");
    table.rows.push_back({"fabs", "F = fabs(f); V = fabs(v); D = fabs(d); H = fabs(h);", "", true});
    table.add("fract",
              "float x; F = fract(f, &x) + x; float4 y; V = fract(v, &y) * y; double z; D = fract(d, &z) + z;",
              "F = f + f2; V = v * v2; D = d + d2;");
    table.add("frexp", "int x; F = frexp(f, &x) + x; int4 y; V = frexp(v, &y); P = y; D = frexp(d, &x); I = x;",
              "F = f + i; V = v; P = p; D = d; I = i;");
    table.add("lgamma_r",
              "int x; F = lgamma_r(f, &x); I = x; int4 y; V = lgamma_r(v, &y); P = y; D = lgamma_r(d, &x);",
              "F = f; I = i; V = v; P = p; D = d;");
    table.add("modf",
              "float x; F = modf(f, &x) + x; float4 y; V = modf(v, &y) * y; double z; D = modf(d, &z) + z;",
              "F = f + f2; V = v * v2; D = d + d2;");
    table.add("remquo", "int x; F = remquo(f, f2, &x); I = x; int4 y; V = remquo(v, v2, &y); P = y;",
              "F = f + f2; I = i; V = v + v2; P = p;");
    table.add(
        "sincos",
        "float x; F = sincos(f, &x) + x; float4 y; V = sincos(v, &y) * y; double z; D = sincos(d, &z) + z;",
        "F = f + f2; V = v * v2; D = d + d2;");
    table.add("ilogb", "I = ilogb(f); P = ilogb(v); J = ilogb(d);", "I = i; P = p; J = j;");
    table.add("ldexp", "F = ldexp(f, i); V = ldexp(v, i); D = ldexp(d, i); H = ldexp(h, i);",
              "F = f; V = v; D = d; H = h;");
    table.add("pown", "F = pown(f, i); V = pown(v, p); D = pown(d, i); H = pown(h, i);",
              "F = f; V = v; D = d; H = h;");
    table.add("rootn", "F = rootn(f, i); V = rootn(v, p); D = rootn(d, i); H = rootn(h, i);",
              "F = f; V = v; D = d; H = h;");
    table.add("nan", "F = nan(u); V = nan(q); D = nan(m);",
              "F = as_float(u); V = as_float4(q); D = as_double(m);");
    for (const char* prefix : {"native_", "half_"}) {
        const std::string with = prefix;
        table.singles({with + "cos", with + "exp", with + "exp2", with + "exp10", with + "log", with + "log2",
                       with + "log10", with + "recip", with + "rsqrt", with + "sin", with + "sqrt",
                       with + "tan"},
                      "1");
        table.singles({with + "divide", with + "powr"}, "1, 2");
    }
}

void addIntegers(Table& table) {
    table.integers({"clz", "ctz", "popcount"}, 1);
    table.add("abs", "U = abs(i); Q = abs(p); M = abs(l);", "U = i; Q = as_uint4(p); M = l;");
    table.add("abs_diff", "U = abs_diff(i, i2); Q = abs_diff(p, p2); M = abs_diff(l, l2);",
              "U = i + u2; Q = as_uint4(p); M = l;");
    table.integers({"add_sat", "hadd", "rhadd", "mul_hi", "rotate", "sub_sat", "max", "min"}, 2);
    table.integers({"mad_hi", "mad_sat", "clamp"}, 3);
    table.add("upsample",
              "S = upsample(c, b); T = upsample(b, b2); I = upsample(s, t); U = upsample(t, t2); "
              "L = upsample(i, u); M = upsample(u, u2);",
              "S = c; T = b; I = s; U = t; L = i; M = u;");
    table.add("mad24", "I = mad24(i, i2, i3); U = mad24(u, u2, u3); P = mad24(p, p2, p3);",
              "I = i; U = u; P = p;");
    table.add("mul24", "I = mul24(i, i2); U = mul24(u, u2); P = mul24(p, p2);", "I = i; U = u; P = p;");
    table.add("bit_reverse", "I = bit_reverse(i); U = bit_reverse(u); M = bit_reverse(m); Q = bit_reverse(q);",
              "I = i; U = u; M = m; Q = q;");
    table.add("bitfield_insert", "I = bitfield_insert(i, i2, u, u2);", "I = i;");
    table.add("bitfield_extract_signed", "I = bitfield_extract_signed(i, u, u2);", "I = i + u;");
    table.add("bitfield_extract_unsigned", "U = bitfield_extract_unsigned(i, u, u2);", "U = i + u;");
    for (const char* signs : {"ss_int", "su_int", "us_int"}) {
        const std::string kind = signs;
        table.add("dot_4x8packed_" + kind, "I = dot_4x8packed_" + kind + "(u, u2);", "I = u;");
        table.add("dot_acc_sat_4x8packed_" + kind, "I = dot_acc_sat_4x8packed_" + kind + "(u, u2, i);",
                  "I = u;");
    }
    table.add("dot_4x8packed_uu_uint", "U = dot_4x8packed_uu_uint(u, u2);", "U = u;");
    table.add("dot_acc_sat_4x8packed_uu_uint", "U = dot_acc_sat_4x8packed_uu_uint(u, u2, u3);", "U = u;");
    table.add("dot_acc_sat", "I = dot_acc_sat(c4, c4, i);", "I = i;");
}

void addCommonAndGeometric(Table& table) {
    table.floats({"degrees", "radians", "sign"}, "1");
    table.floats({"step"}, "1, 2");
    table.floats({"mix", "smoothstep"}, "1, 2, 3");
    table.add("cross", "V = cross(v, v2);", "V = v;");
    table.add("dot", "F = dot(v, v2); D = dot(d, d2);", "F = v.x; D = d;");
    table.add("distance", "F = distance(v, v2);", "F = v.x;");
    table.add("length", "F = length(v);", "F = v.x;");
    table.add("normalize", "V = normalize(v);", "V = v;");
    table.add("fast_distance", "F = fast_distance(v, v2);", "F = v.x;");
    table.add("fast_length", "F = fast_length(v);", "F = v.x;");
    table.add("fast_normalize", "V = fast_normalize(v);", "V = v;");
}

void addRelational(Table& table) {
    for (const char* name : {"isequal", "isnotequal", "isgreater", "isgreaterequal", "isless", "islessequal",
                             "islessgreater", "isordered", "isunordered"}) {
        const std::string n = name;
        table.add(n, "I = " + n + "(f, f2); P = " + n + "(v, v2); J = " + n + "(d, d2); K = " + n + "(h, h2);",
                  "I = i; P = p; J = j; K = i2;");
    }
    for (const char* name : {"isfinite", "isinf", "isnan", "isnormal", "signbit"}) {
        const std::string n = name;
        table.add(n, "I = " + n + "(f); P = " + n + "(v); J = " + n + "(d); K = " + n + "(h);",
                  "I = i; P = p; J = j; K = i2;");
    }
    table.add("any", "I = any(p);", "I = p.x;");
    table.add("all", "I = all(p);", "I = p.x;");
    table.add("bitselect", "I = bitselect(i, i2, i3); F = bitselect(f, f2, f3); V = bitselect(v, v2, v3);",
              "I = i; F = f; V = v;");
    table.add("select",
              "I = select(i, i2, i3); F = select(f, f2, i3); V = select(v, v2, p3); D = select(d, d2, l);",
              "I = i; F = f; V = v; D = d;");
}

void addMemory(Table& table) {
    for (const char* width : {"2", "3", "4", "8", "16"}) {
        const std::string w = width;
        const std::string make = "float" + w + " x = ";
        table.add("vload" + w,
                  make + "vload" + w + "(g, gf); F = x.s0 + x.s1; int" + w + " y = vload" + w +
                      "(g, li); I = y.s0 + y.s1;",
                  "F = f; I = i;");
        table.add("vstore" + w,
                  "vstore" + w + "((float" + w + ")(f), g, gf); vstore" + w + "((char" + w + ")(c), g, gc);",
                  "gf[g] = f; gc[g] = c;");
        table.add("vload_half" + w, make + "vload_half" + w + "(g, gh); F = x.s0 + x.s1;", "F = f;");
        table.add("vloada_half" + w, make + "vloada_half" + w + "(g, gh); F = x.s0 + x.s1;", "F = f;");
        for (const char* rounding : {"", "_rte", "_rtz", "_rtp", "_rtn"})
            for (const char* kind : {"vstore_half", "vstorea_half"}) {
                const std::string n = kind + w + rounding;
                table.add(n, n + "((float" + w + ")(f), g, gh);", "gf[g] = f;");
            }
    }
    table.add("vload_half", "F = vload_half(g, gh);", "");
    for (const char* rounding : {"", "_rte", "_rtz", "_rtp", "_rtn"})
        table.add(std::string("vstore_half") + rounding,
                  std::string("vstore_half") + rounding + "(f, g, gh); vstore_half" + rounding +
                      "(d, g + 64, gh);",
                  "F = f; D = d;");
    table.add("async_work_group_copy",
              "event_t e = async_work_group_copy(lf, gf, 64, 0); wait_group_events(1, &e); F = lf[g & 63];",
              "F = f;");
    table.add("async_work_group_strided_copy",
              "event_t e = async_work_group_strided_copy(gf, lf, 64, 4, 0); wait_group_events(1, &e);", "");
    table.add("wait_group_events",
              "event_t e = async_work_group_copy(gi, li, 64, 0); wait_group_events(1, &e);", "");
    table.addFree("prefetch", "prefetch(gf, 64); prefetch(gi, 1);");
    table.add("shuffle", "V = shuffle(v, q); F = shuffle((float2)(f, f2), q).x;", "V = v; F = f;");
    table.add("shuffle2", "V = shuffle2(v, v2, q);", "V = v;");
    table.addFree("vec_step", "I = vec_step(float4);");
}

const Names& integerTypes() {
    static const Names types{"char", "uchar", "short", "ushort", "int", "uint", "long", "ulong"};
    return types;
}

void addConversions(Table& table) {
    Names types = integerTypes();
    types.insert(types.end(), {"float", "double", "half"});
    for (const auto& type : types) {
        const bool isFloat = type == "float" || type == "double" || type == "half";
        const std::string sink = "((__global " + type + "*)gf)[g] = ";
        for (const char* saturation : {"", "_sat"}) {
            if (isFloat && *saturation != 0) continue;
            for (const char* rounding : {"", "_rte", "_rtz", "_rtp", "_rtn"}) {
                const std::string n = "convert_" + type + saturation + rounding;
                table.addFree(n, sink + n + "(f) + " + n + "(d) + " + n + "(i) + " + n + "(m) + " + n + "(b);");
                const std::string wide = "convert_" + type + "4" + saturation + rounding;
                table.addFree(wide, "((__global " + type + "4*)gf)[g] = " + wide + "(v) + " + wide + "(p);");
            }
        }
    }
    table.addFree("as_int", "I = as_int(f);");
    table.addFree("as_float", "F = as_float(i);");
    table.addFree("as_float4", "V = as_float4(p);");
    table.addFree("as_double", "D = as_double(l);");
    table.addFree("as_half", "H = as_half(s);");
    table.addFree("as_uchar4", "U = as_uchar4(u).x;");
}

void addAtomics(Table& table) {
    for (const char* name : {"add", "sub", "xchg", "min", "max", "and", "or", "xor"}) {
        const std::string n = name;
        table.add("atomic_" + n, "I = atomic_" + n + "(gi, i); J = atomic_" + n + "(li, i);", "I = i; J = i;");
        table.add("atom_" + n, "I = atom_" + n + "(gi, i); L = atom_" + n + "(gl, l);", "I = i; L = l;");
    }
    for (const char* name : {"inc", "dec"}) {
        const std::string n = name;
        table.add("atomic_" + n, "I = atomic_" + n + "(gi);", "I = i;");
        table.add("atom_" + n, "L = atom_" + n + "(gl);", "L = l;");
    }
    table.add("atomic_cmpxchg", "I = atomic_cmpxchg(gi, i, i2);", "I = i;");
    table.add("atom_cmpxchg", "L = atom_cmpxchg(gl, l, l2);", "L = l;");
    const std::string order = ", memory_order_relaxed", scope = ", memory_scope_device";
    for (const char* name : {"add", "sub", "or", "xor", "and", "min", "max"}) {
        const std::string n = "atomic_fetch_" + std::string(name);
        table.add(n, "I = " + n + "(ai, i);", "I = i;");
        table.add(n + "_explicit",
                  "I = " + n + "_explicit(ai, i" + order + "); J = " + n + "_explicit(xi, i" + order + scope +
                      ");",
                  "I = i; J = i;");
    }
    table.add("atomic_init", "atomic_init(ai, i);", "");
    table.add("atomic_store", "atomic_store(ai, i);", "");
    table.add("atomic_store_explicit", "atomic_store_explicit(ai, i" + order + ");", "");
    table.add("atomic_load", "I = atomic_load(ai);", "I = i;");
    table.add("atomic_load_explicit", "I = atomic_load_explicit(ai" + order + scope + ");", "I = i;");
    table.add("atomic_exchange", "I = atomic_exchange(ai, i);", "I = i;");
    table.add("atomic_exchange_explicit", "I = atomic_exchange_explicit(ai, i" + order + ");", "I = i;");
    for (const char* kind : {"strong", "weak"}) {
        const std::string n = "atomic_compare_exchange_" + std::string(kind);
        table.add(n, "int x = i; I = " + n + "(ai, &x, i2); J = x;", "I = i; J = i2;");
        table.add(n + "_explicit", "int x = i; I = " + n + "_explicit(ai, &x, i2" + order + order + "); J = x;",
                  "I = i; J = i2;");
    }
    table.add("atomic_flag_test_and_set", "I = atomic_flag_test_and_set(af);", "I = i;");
    table.add("atomic_flag_test_and_set_explicit", "I = atomic_flag_test_and_set_explicit(af" + order + ");",
              "I = i;");
    table.add("atomic_flag_clear", "atomic_flag_clear(af);", "");
    table.add("atomic_flag_clear_explicit", "atomic_flag_clear_explicit(af" + order + ");", "");
    table.addFree("atomic_work_item_fence",
                  "atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_acq_rel, memory_scope_device);");
}

void addSynchronisation(Table& table) {
    table.add("barrier", "barrier(CLK_LOCAL_MEM_FENCE);", "");
    table.add("work_group_barrier", "work_group_barrier(CLK_GLOBAL_MEM_FENCE);", "");
    table.addFree("mem_fence", "mem_fence(CLK_LOCAL_MEM_FENCE);");
    table.addFree("read_mem_fence", "read_mem_fence(CLK_LOCAL_MEM_FENCE);");
    table.addFree("write_mem_fence", "write_mem_fence(CLK_LOCAL_MEM_FENCE);");
    table.addFree("sub_group_barrier", "sub_group_barrier(CLK_LOCAL_MEM_FENCE);");
    table.addFree("get_fence", "I = get_fence(gf);");
    table.addFree("to_global", "*to_global(gf) = f;");
    for (const char* name : {"all", "any"}) {
        const std::string n = name;
        table.add("work_group_" + n, "I = work_group_" + n + "(i);", "I = i;");
        table.add("sub_group_" + n, "I = sub_group_" + n + "(i);", "I = i;");
        table.add("sub_group_non_uniform_" + n, "I = sub_group_non_uniform_" + n + "(i);", "I = i;");
    }
    table.add("sub_group_non_uniform_all_equal", "I = sub_group_non_uniform_all_equal(f);", "I = i;");
    table.add("work_group_broadcast", "F = work_group_broadcast(f, 0); I = work_group_broadcast(i, 1, 0);",
              "F = f; I = i;");
    for (const char* name :
         {"reduce_add", "reduce_min", "reduce_max", "scan_exclusive_add", "scan_exclusive_min",
          "scan_exclusive_max", "scan_inclusive_add", "scan_inclusive_min", "scan_inclusive_max"}) {
        for (const char* kind : {"work_group_", "sub_group_", "sub_group_non_uniform_"}) {
            const std::string n = kind + std::string(name);
            table.add(n, "F = " + n + "(f); I = " + n + "(i); D = " + n + "(d); L = " + n + "(l);",
                      "F = f; I = i; D = d; L = l;");
        }
    }
}

void addSubGroups(Table& table) {
    table.add("sub_group_broadcast", "F = sub_group_broadcast(f, 3);", "F = f;");
    table.add("sub_group_broadcast_first", "F = sub_group_broadcast_first(f);", "F = f;");
    table.add("sub_group_non_uniform_broadcast", "F = sub_group_non_uniform_broadcast(f, 3);", "F = f;");
    table.add("sub_group_elect", "I = sub_group_elect();", "I = i;");
    table.add("sub_group_ballot", "Q = sub_group_ballot(i);", "Q = q;");
    table.add("sub_group_inverse_ballot", "I = sub_group_inverse_ballot(q);", "I = i;");
    table.add("sub_group_ballot_bit_extract", "I = sub_group_ballot_bit_extract(q, u);", "I = i;");
    for (const char* name : {"bit_count", "inclusive_scan", "exclusive_scan", "find_lsb", "find_msb"})
        table.add(std::string("sub_group_ballot_") + name, std::string("U = sub_group_ballot_") + name + "(q);",
                  "U = u;");
    for (const char* name : {"shuffle", "shuffle_xor", "shuffle_up", "shuffle_down"})
        table.add(std::string("sub_group_") + name,
                  std::string("F = sub_group_") + name + "(f, 1u); I = sub_group_" + name + "(i, u);",
                  "F = f; I = i;");
    table.add("sub_group_rotate", "F = sub_group_rotate(f, 1);", "F = f;");
    table.add("sub_group_clustered_rotate", "F = sub_group_clustered_rotate(f, 1, 8u);", "F = f;");
    for (const char* name : {"add", "mul", "min", "max"})
        table.add(std::string("sub_group_clustered_reduce_") + name,
                  std::string("F = sub_group_clustered_reduce_") + name + "(f, 8u);", "F = f;");
    for (const char* name : {"and", "or", "xor"}) {
        const std::string n = name;
        table.add("sub_group_clustered_reduce_" + n, "I = sub_group_clustered_reduce_" + n + "(i, 8u);",
                  "I = i;");
        table.add("sub_group_clustered_reduce_logical_" + n,
                  "I = sub_group_clustered_reduce_logical_" + n + "(i, 8u);", "I = i;");
    }
    for (const char* kind : {"reduce_", "scan_inclusive_", "scan_exclusive_"}) {
        const std::string begin = "sub_group_non_uniform_" + std::string(kind);
        table.add(begin + "mul", "F = " + begin + "mul(f);", "F = f;");
        for (const char* name : {"and", "or", "xor"}) {
            const std::string n = name;
            table.add(begin + n, "I = " + begin + n + "(i);", "I = i;");
            table.add(begin + "logical_" + n, "I = " + begin + "logical_" + n + "(i);", "I = i;");
        }
    }
    table.add("intel_sub_group_shuffle", "F = intel_sub_group_shuffle(f, u);", "F = f;");
    table.add("intel_sub_group_shuffle_xor", "F = intel_sub_group_shuffle_xor(f, u);", "F = f;");
    table.add("intel_sub_group_shuffle_up", "F = intel_sub_group_shuffle_up(f, f2, u);", "F = f;");
    table.add("intel_sub_group_shuffle_down", "F = intel_sub_group_shuffle_down(f, f2, u);", "F = f;");
    for (const char* width : {"", "2", "4", "8"})
        for (const char* type : {"", "_ui", "_us"}) {
            const std::string w = std::string(type) + width;
            const std::string from = *type == 0 || type[2] == 'i' ? "gu" : "gt";
            table.add("intel_sub_group_block_read" + w,
                      "__auto_type x = intel_sub_group_block_read" + w + "(" + from + "); U = *(uint*)&x;",
                      "U = u;");
            table.add("intel_sub_group_block_write" + w,
                      "intel_sub_group_block_write" + w + "(" + from + ", (" +
                          (from == "gu" ? "uint" : "ushort") + width + ")(u));",
                      "");
        }
}

void addIndexSpace(Table& table) {
    for (const char* name :
         {"get_global_id", "get_local_id", "get_group_id", "get_global_size", "get_local_size",
          "get_num_groups", "get_global_offset", "get_enqueued_local_size"})
        table.addFree(name, std::string("M = ") + name + "(1) + " + name + "(3);");
    for (const char* name : {"get_work_dim", "get_global_linear_id", "get_local_linear_id",
                             "get_sub_group_size", "get_max_sub_group_size", "get_num_sub_groups",
                             "get_enqueued_num_sub_groups", "get_sub_group_id", "get_sub_group_local_id"})
        table.addFree(name, std::string("M = ") + name + "();");
    for (const char* name : {"eq", "ge", "gt", "le", "lt"})
        table.add(std::string("get_sub_group_") + name + "_mask",
                  std::string("Q = get_sub_group_") + name + "_mask();", "Q = q;");
}

} // namespace

void PrintTo(const BuiltinUse& use, std::ostream* out) { *out << use.name; }

const std::vector<BuiltinUse>& builtinTable() {
    static const std::vector<BuiltinUse> rows = [] {
        Table table;
        addMath(table);
        addIntegers(table);
        addCommonAndGeometric(table);
        addRelational(table);
        addMemory(table);
        addConversions(table);
        addAtomics(table);
        addSynchronisation(table);
        addSubGroups(table);
        addIndexSpace(table);
        return std::move(table.rows);
    }();
    return rows;
}

std::string kernelOf(const std::string& code) {
    static const std::string types[][3] = {
        {"f", "float", ""}, {"v", "float4", ""}, {"d", "double", ""}, {"h", "half", ""}, {"c", "char", ""},
        {"b", "uchar", ""}, {"s", "short", ""},  {"t", "ushort", ""}, {"i", "int", ""},  {"u", "uint", ""},
        {"l", "long", ""},  {"m", "ulong", ""},  {"p", "int4", ""},   {"q", "uint4", ""}};
    std::string text =
        "#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n#pragma OPENCL EXTENSION cl_khr_fp64 : enable\n"
        "#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable\n"
        "#pragma OPENCL EXTENSION cl_khr_int64_extended_atomics : enable\n"
        "__kernel void k(__global float* gf, __global int* gi, __global uint* gu, __global half* gh,\n"
        "    __global char* gc, __global long* gl, __global ushort* gt, __global volatile atomic_int* ai,\n"
        "    __global volatile atomic_flag* af, __local float* lf, __local int* li,\n"
        "    __local volatile atomic_int* xi";
    for (const auto& type : types)
        text +=
            ",\n    __global const " + type[1] + "* i_" + type[0] + ", __global " + type[1] + "* o_" + type[0];
    text += ") {\n    const int g = get_global_id(0);\n    const char4 c4 = (char4)((char)gi[g], 1, 2, 3);\n"
            "    __global int* o_j = gi + 4096; __global int* o_k = gi + 8192; int j = gi[g + 1];\n";
    for (const auto& type : types) {
        std::string sink = type[0];
        sink[0] = static_cast<char>(sink[0] - 'a' + 'A');
        for (const char* number : {"", "2", "3"})
            text += "    const " + type[1] + " " + type[0] + number + " = i_" + type[0] + "[g + " +
                    (*number == 0 ? "0" : number) + "];\n";
        text += "#define " + sink + " o_" + type[0] + "[g]\n";
    }
    return text + "#define J o_j[g]\n#define K o_k[g]\n    " + code + "\n}\n";
}

// NOLINTEND(performance-inefficient-string-concatenation)

} // namespace warpstring::test
