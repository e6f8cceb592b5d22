// SPDX-License-Identifier: GPL-3.0-or-later
#include "pdg/frontend/amdgpu/amd_math.h"

namespace warpstring::frontend {

namespace {

/// For both widths alike: REAL, INT (an integer as wide), NAME(f) and WIDE.
constexpr const char* amdFunctions = R"(
static REAL NAME(polySine)(REAL x) {
    REAL t = x * x, p;
    if (WIDE) {
        p = FMA(t, (REAL)1.58969099521155e-10, (REAL)-2.50507602534068e-8);
        p = FMA(p, t, (REAL)2.75573137070700e-6);
        p = FMA(p, t, (REAL)-1.98412698298579e-4);
    } else {
        p = FMA(t, (REAL)2.75557e-6, (REAL)-1.98412698e-4);
    }
    p = FMA(p, t, (REAL)8.33333333332248e-3);
    p = FMA(p, t, (REAL)-1.66666666666666e-1);
    return FMA(p * t, x, x);
}
static REAL NAME(polyCosine)(REAL x) {
    REAL t = x * x, p;
    if (WIDE) {
        p = FMA(t, (REAL)-1.13596475577881e-11, (REAL)2.08757232129817e-9);
        p = FMA(p, t, (REAL)-2.75573143513906e-7);
        p = FMA(p, t, (REAL)2.48015872894767e-5);
    } else {
        p = (REAL)2.48015872e-5;
    }
    p = FMA(p, t, (REAL)-1.38888888888741e-3);
    p = FMA(p, t, (REAL)4.16666666666666e-2);
    return FMA(p, t * t, FMA(t, (REAL)-0.5, (REAL)1));
}
static REAL NAME(reduce)(REAL x, int* quadrant) {
    REAL n = __builtin_elementwise_rint(x * (REAL)0.6366197723675814);
    *quadrant = (int)n;
    x = FMA(n, (REAL)-1.5707963267341256, x);
    x = FMA(n, (REAL)-6.0771005063039660e-11, x);
    return FMA(n, (REAL)-2.0222662487959506e-21, x);
}
static REAL NAME(circle)(REAL x, int turn) {
    int quadrant;
    REAL r = NAME(reduce)(x, &quadrant);
    quadrant += turn;
    REAL value = (quadrant & 1) ? NAME(polyCosine)(r) : NAME(polySine)(r);
    return (quadrant & 2) ? -value : value;
}
REAL NAME(sin)(REAL x) { return NAME(circle)(x, 0); }
REAL NAME(cos)(REAL x) { return NAME(circle)(x, 1); }
REAL NAME(tan)(REAL x) {
    int quadrant;
    REAL r = NAME(reduce)(x, &quadrant), s = NAME(polySine)(r), c = NAME(polyCosine)(r);
    return (quadrant & 1) ? -c / s : s / c;
}
REAL NAME(sinpi)(REAL x) { return NAME(sin)((x - (REAL)2 * RINT(x * (REAL)0.5)) * (REAL)3.14159265358979324); }
REAL NAME(cospi)(REAL x) { return NAME(cos)((x - (REAL)2 * RINT(x * (REAL)0.5)) * (REAL)3.14159265358979324); }
REAL NAME(tanpi)(REAL x) { return NAME(tan)((x - RINT(x)) * (REAL)3.14159265358979324); }
REAL NAME(ldexp)(REAL x, int n) { return LDEXP(x, n); }
REAL NAME(exp2)(REAL x) {
    REAL n = RINT(x), f = x - n, p = (REAL)1.54035303933816e-4;
    if (WIDE) {
        p = FMA(f, (REAL)4.45623165388261e-10, (REAL)7.0551e-9);
        p = FMA(p, f, (REAL)1.0178192e-7);
        p = FMA(p, f, (REAL)1.32154867e-6);
        p = FMA(p, f, (REAL)1.525273380e-5);
        p = FMA(p, f, (REAL)1.540353045e-4);
    }
    p = FMA(p, f, (REAL)1.33335581464284e-3);
    p = FMA(p, f, (REAL)9.61812910762848e-3);
    p = FMA(p, f, (REAL)5.55041086648216e-2);
    p = FMA(p, f, (REAL)2.40226506959101e-1);
    p = FMA(p, f, (REAL)6.93147180559945e-1);
    p = LDEXP(FMA(p, f, (REAL)1), (int)n);
    return x > (REAL)(WIDE ? 1024 : 128) ? (REAL)INFINITY : x < (REAL)(WIDE ? -1075 : -150) ? (REAL)0 : p;
}
REAL NAME(log2)(REAL x) {
    REAL m = MANT(x);
    int e = EXPO(x);
    bool low = m < (REAL)0.70710678;
    m = low ? m + m : m;
    e = low ? e - 1 : e;
    REAL z = (m - (REAL)1) / (m + (REAL)1), t = z * z, p = (REAL)0.4121985831111324;
    if (WIDE) {
        p = FMA(t, (REAL)0.1803688011112043, (REAL)0.1923593387850956);
        p = FMA(p, t, (REAL)0.2219530832135719);
        p = FMA(p, t, (REAL)0.2623081892525388);
        p = FMA(p, t, (REAL)0.3205988979753252);
        p = FMA(p, t, (REAL)0.4121985831111324);
    }
    p = FMA(p, t, (REAL)0.5770780163555854);
    p = FMA(p, t, (REAL)0.9617966939259756);
    p = FMA(p, t, (REAL)2.885390081777926814);
    p = FMA(p, z, (REAL)e);
    return x < 0 ? (REAL)NAN : x == 0 ? -(REAL)INFINITY : x == (REAL)INFINITY ? x : p;
}
REAL NAME(exp)(REAL x) { return NAME(exp2)(x * (REAL)1.4426950408889634); }
REAL NAME(exp10)(REAL x) { return NAME(exp2)(x * (REAL)3.3219280948873623); }
REAL NAME(log)(REAL x) { return NAME(log2)(x) * (REAL)0.6931471805599453; }
REAL NAME(log10)(REAL x) { return NAME(log2)(x) * (REAL)0.3010299956639812; }
REAL NAME(expm1)(REAL x) {
    REAL p = FMA(x, (REAL)1.3888888e-3, (REAL)8.3333333e-3);
    p = FMA(p, x, (REAL)4.1666666e-2);
    p = FMA(p, x, (REAL)1.6666666e-1);
    p = FMA(FMA(p, x, (REAL)0.5) * x, x, x);
    return ABS(x) < (REAL)0.25 ? p : NAME(exp)(x) - (REAL)1;
}
REAL NAME(log1p)(REAL x) {
    REAL u = (REAL)1 + x, d = u - (REAL)1;
    return d == 0 ? x : NAME(log)(u) * (x / d);
}
/* The logarithm in two parts, as powers need it. */
REAL NAME(powr)(REAL x, REAL y) {
    REAL m = MANT(x);
    int e = EXPO(x);
    bool low = m < (REAL)0.70710678;
    m = low ? m + m : m;
    e = low ? e - 1 : e;
    REAL n = m - (REAL)1, d = m + (REAL)1, z = n / d, rest = FMA(-z, d, n) / d, t = z * z;
    REAL p = FMA(t, (REAL)0.3205988979753252, (REAL)0.4121985831111324);
    if (WIDE) {
        p = FMA(p, t, (REAL)0.47);
        p = FMA(p, t, (REAL)0.52);
    }
    p = FMA(p, t, (REAL)0.5770780163555854);
    p = FMA(p, t, (REAL)0.9617966939259756);
    REAL head = z * (REAL)2.885390081777926814, tail = FMA(z, (REAL)2.885390081777926814, -head);
    tail = FMA(rest, (REAL)2.885390081777926814, FMA(p * t, z, tail));
    REAL sum = (REAL)e + head, left = head - (sum - (REAL)e) + tail;
    REAL product = sum * y, error = FMA(sum, y, -product) + left * y;
    REAL whole = RINT(product);
    REAL power = NAME(exp2)((product - whole) + error);
    power = LDEXP(power, (int)whole);
    return product > (REAL)(WIDE ? 1024 : 128) ? (REAL)INFINITY : x == 0 ? (REAL)0 : power;
}
REAL NAME(pow)(REAL x, REAL y) {
    REAL power = NAME(powr)(ABS(x), y), whole = TRUNC(y), by2 = y * (REAL)0.5;
    bool odd = whole == y && TRUNC(by2) != by2;
    power = x < 0 ? (whole == y ? (odd ? -power : power) : (REAL)NAN) : power;
    return y == 0 || x == (REAL)1 ? (REAL)1 : power;
}
REAL NAME(pown)(REAL x, int n) {
    REAL power = NAME(powr)(ABS(x), (REAL)n);
    return n == 0 ? (REAL)1 : x < 0 && (n & 1) ? -power : power;
}
REAL NAME(rootn)(REAL x, int n) {
    REAL root = NAME(powr)(ABS(x), (REAL)1 / (REAL)n);
    return x < 0 && (n & 1) ? -root : root;
}
REAL NAME(cbrt)(REAL x) {
    REAL root = NAME(exp2)(NAME(log2)(ABS(x)) * (REAL)0.33333333333333333), square = root * root;
    root = FMA((REAL)-0.33333333333333333, (root * square - ABS(x)) / square, root);
    return x == 0 ? x : COPYSIGN(root, x);
}
REAL NAME(rsqrt)(REAL x) { return (REAL)1 / SQRT(x); }
REAL NAME(hypot)(REAL x, REAL y) {
    REAL a = ABS(x), b = ABS(y), most = a > b ? a : b;
    int e = EXPO(most);
    a = LDEXP(a, -e);
    b = LDEXP(b, -e);
    return LDEXP(SQRT(FMA(a, a, b * b)), e);
}
REAL NAME(fdim)(REAL x, REAL y) { return x > y ? x - y : x <= y ? (REAL)0 : (REAL)NAN; }
REAL NAME(maxmag)(REAL x, REAL y) { return ABS(x) > ABS(y) ? x : ABS(y) > ABS(x) ? y : x > y ? x : y; }
REAL NAME(minmag)(REAL x, REAL y) { return ABS(x) < ABS(y) ? x : ABS(y) < ABS(x) ? y : x < y ? x : y; }
REAL NAME(fmod)(REAL x, REAL y) {
    REAL a = ABS(x), b = ABS(y);
    int steps = EXPO(a) - EXPO(b);
    for (; steps >= 0; --steps) {
        REAL part = LDEXP(b, steps);
        a = a >= part ? a - part : a;
    }
    return COPYSIGN(a, x);
}
REAL NAME(remainder)(REAL x, REAL y) {
    REAL left = NAME(fmod)(x, y), b = ABS(y), a = ABS(left);
    return a + a > b ? left - COPYSIGN(b, left) : left;
}
INT32 NAME(ilogb)(REAL x) { return EXPO(x) - 1; }
REAL NAME(logb)(REAL x) { return (REAL)(EXPO(x) - 1); }
REAL NAME(nextafter)(REAL x, REAL y) {
    INT bits = __builtin_bit_cast(INT, x);
    bool up = (y > x) == (x >= 0);
    bits = up ? bits + 1 : bits - 1;
    REAL next = __builtin_bit_cast(REAL, bits);
    return x == y || x != x ? y : next;
}
static REAL NAME(polyArc)(REAL t) {
    REAL p = FMA(t, (REAL)-0.0161, (REAL)0.0427);
    if (WIDE) {
        p = FMA(p, t, (REAL)-0.0512);
        p = FMA(p, t, (REAL)0.0586);
        p = FMA(p, t, (REAL)-0.0666);
        p = FMA(p, t, (REAL)0.0769);
        p = FMA(p, t, (REAL)-0.0833);
    }
    p = FMA(p, t, (REAL)-0.0753);
    p = FMA(p, t, (REAL)0.1065);
    p = FMA(p, t, (REAL)-0.1420);
    p = FMA(p, t, (REAL)0.1999);
    return FMA(p, t, (REAL)-0.3333);
}
REAL NAME(atan)(REAL x) {
    REAL a = ABS(x), z = a > (REAL)1 ? (REAL)1 / a : a, t = z * z;
    z = FMA(NAME(polyArc)(t) * t, z, z);
    z = a > (REAL)1 ? (REAL)1.5707963267948966 - z : z;
    return COPYSIGN(z, x);
}
REAL NAME(atan2)(REAL y, REAL x) {
    REAL ax = ABS(x), ay = ABS(y), most = ax > ay ? ax : ay, least = ax > ay ? ay : ax;
    REAL z = least / most, t = z * z;
    z = FMA(NAME(polyArc)(t) * t, z, z);
    z = ay > ax ? (REAL)1.5707963267948966 - z : z;
    z = x < 0 ? (REAL)3.14159265358979324 - z : z;
    z = most == 0 ? (x < 0 ? (REAL)3.14159265358979324 : (REAL)0) : z;
    return COPYSIGN(z, y);
}
REAL NAME(asin)(REAL x) {
    REAL a = ABS(x);
    bool large = a > (REAL)0.5;
    REAL t = large ? ((REAL)1 - a) * (REAL)0.5 : a * a, s = large ? SQRT(t) : a;
    s = FMA(NAME(polyArc)(t) * t, s, s);
    s = large ? FMA((REAL)-2, s, (REAL)1.5707963267948966) : s;
    return COPYSIGN(s, x);
}
REAL NAME(acos)(REAL x) { return (REAL)1.5707963267948966 - NAME(asin)(x); }
REAL NAME(sinh)(REAL x) { REAL e = NAME(expm1)(ABS(x)); return COPYSIGN((REAL)0.5 * (e + e / (e + (REAL)1)), x); }
REAL NAME(cosh)(REAL x) { REAL e = NAME(exp)(ABS(x)); return (REAL)0.5 * (e + (REAL)1 / e); }
REAL NAME(tanh)(REAL x) {
    REAL e = NAME(expm1)((REAL)2 * ABS(x));
    return COPYSIGN(ABS(x) > (REAL)22 ? (REAL)1 : e / (e + (REAL)2), x);
}
REAL NAME(asinh)(REAL x) {
    REAL a = ABS(x), q = a * a;
    return COPYSIGN(NAME(log1p)(a + q / ((REAL)1 + SQRT(q + (REAL)1))), x);
}
REAL NAME(acosh)(REAL x) { REAL t = x - (REAL)1; return NAME(log1p)(t + SQRT(FMA(t, t, t + t))); }
REAL NAME(atanh)(REAL x) {
    REAL a = ABS(x);
    return COPYSIGN((REAL)0.5 * NAME(log1p)((a + a) / ((REAL)1 - a)), x);
}
static REAL NAME(polyError)(REAL t) {
    REAL p = FMA(t, (REAL)0.0000430638, (REAL)0.0002765672);
    p = FMA(p, t, (REAL)0.0001520143);
    if (WIDE) {
        p = FMA(p, t, (REAL)0.001);
        p = FMA(p, t, (REAL)0.002);
        p = FMA(p, t, (REAL)0.003);
        p = FMA(p, t, (REAL)0.005);
        p = FMA(p, t, (REAL)0.007);
    }
    p = FMA(p, t, (REAL)0.0092705272);
    p = FMA(p, t, (REAL)0.0422820123);
    return FMA(p, t, (REAL)0.0705230784);
}
REAL NAME(erfc)(REAL x) {
    REAL a = ABS(x), t = (REAL)1 / FMA(a, (REAL)0.5, (REAL)1);
    REAL r = t * NAME(exp)(FMA(-a, a, NAME(polyError)(t)));
    return x < 0 ? (REAL)2 - r : r;
}
REAL NAME(erf)(REAL x) {
    REAL a = ABS(x), near = FMA(NAME(polyError)(a * a) * a, a, a) * (REAL)1.1283791670955126;
    return COPYSIGN(a < (REAL)1 ? near : (REAL)1 - NAME(erfc)(a), x);
}
REAL NAME(lgamma)(REAL x) {
    REAL a = ABS(x), z = (REAL)1 / a, t = z * z;
    REAL p = FMA(t, (REAL)7.93650793650794e-4, (REAL)-2.77777777777778e-3);
    p = FMA(p, t, (REAL)8.33333333333333e-2);
    REAL large = FMA(a - (REAL)0.5, NAME(log)(a), FMA(p, z, (REAL)0.9189385332046727 - a));
    REAL reflected = NAME(log)((REAL)3.14159265358979324 / ABS(a * NAME(sinpi)(a))) - large;
    return x < 0 ? reflected : large;
}
REAL NAME(tgamma)(REAL x) { REAL g = NAME(exp)(NAME(lgamma)(x)); return x < 0 ? -g : g; }
)";

constexpr const char* amdOpening = R"(
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#define FMA __builtin_elementwise_fma
#define RINT __builtin_elementwise_rint
#define TRUNC __builtin_elementwise_trunc
#define ABS __builtin_elementwise_abs
#define SQRT __builtin_elementwise_sqrt
#define COPYSIGN __builtin_elementwise_copysign
#define INT32 int
)";

constexpr const char* amdSingle = R"(
#define REAL float
#define INT int
#define WIDE 0
#define NAME(name) __amd_##name##f
#define LDEXP __builtin_amdgcn_ldexpf
#define MANT __builtin_amdgcn_frexp_mantf
#define EXPO __builtin_amdgcn_frexp_expf
)";

constexpr const char* amdWide = R"(
#undef REAL
#undef INT
#undef WIDE
#undef NAME
#undef LDEXP
#undef MANT
#undef EXPO
#define REAL double
#define INT long
#define WIDE 1
#define NAME(name) __amd_##name
#define LDEXP __builtin_amdgcn_ldexp
#define MANT __builtin_amdgcn_frexp_mant
#define EXPO __builtin_amdgcn_frexp_exp
)";

} // namespace

const std::string& amdMathSource() {
    static const std::string source =
        std::string(amdOpening) + amdSingle + amdFunctions + amdWide + amdFunctions;
    return source;
}

bool hasAmdMath(std::string_view name) {
    return amdMathSource().find("NAME(" + std::string(name) + ")(") != std::string::npos;
}

} // namespace warpstring::frontend
