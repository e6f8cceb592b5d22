// SPDX-License-Identifier: GPL-3.0-or-later
// From a kernel of one's own, with nothing beside it, to its first answer.
#include <QDialogButtonBox>
#include <QFileDialog>

#include "app/gui/window/summary_bar.h"
#include "tests/app/gui/window/window_fixture.h"

namespace warpstring::gui {

namespace {

struct BareKernel {
    const char* name;
    const char* text;
    const char* problem = nullptr; ///< the code of the only error, where there can be no answer
};

const BareKernel bareKernels[] = {
    {"axpy", R"(__kernel void axpy(__global float* y, __global const float* x, float a, int n) {
    int i = get_global_id(0);
    if (i < n) y[i] += a * x[i];
})"},
    {"macros", R"(__kernel void scale(__global REAL* y, __global const REAL* x) {
    __local REAL tile[TILE];
    tile[get_local_id(0) % TILE] = x[get_global_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int i = 0; i < UNROLL; ++i) y[get_global_id(0)] += tile[i % TILE];
})"},
    {"several", R"(__kernel void clear(__global int* a) { a[get_global_id(0)] = 0; }
__kernel void add(__global int* a, int b) { a[get_global_id(0)] += b; })"},
    {"struct-by-value", R"(typedef struct { int n; float alpha; float4 v; } Parameters;
__kernel void apply(__global float4* y, Parameters p) {
    int i = get_global_id(0);
    if (i < p.n) y[i] = p.alpha * y[i] + p.v;
})"},
    {"structs", R"(typedef struct { float x, y, z; int kind; } Body;
__kernel void move(__global Body* bodies, float dt) {
    int i = get_global_id(0);
    bodies[i].x += dt * bodies[i].y;
})"},
    {"image", R"(__kernel void brighten(read_only image2d_t in, write_only image2d_t out, float by) {
    const sampler_t how = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;
    int2 at = (int2)(get_global_id(0), get_global_id(1));
    write_imagef(out, at, by * read_imagef(in, how, at));
})"},
    {"sampler", R"(__kernel void warp(read_only image2d_t in, sampler_t how, __global float4* out, int width) {
    float2 at = (float2)(get_global_id(0) + 0.5f, get_global_id(1) + 0.5f);
    out[get_global_id(1) * width + get_global_id(0)] = read_imagef(in, how, at);
})"},
    {"local-argument", R"(__kernel void rotate_group(__global float* a, __local float* tile) {
    int l = get_local_id(0);
    tile[l] = a[get_global_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
    a[get_global_id(0)] = tile[(l + 1) % get_local_size(0)];
})"},
    {"transpose",
     R"(__kernel void transpose(__global float* out, __global const float* in, int width, int height) {
    int x = get_global_id(0), y = get_global_id(1);
    if (x < width && y < height) out[x * height + y] = in[y * width + x];
})"},
    {"stencil",
     R"(__kernel void stencil(__global float* out, __global const float* in, int nx, int ny, int nz) {
    int x = get_global_id(0) + 1, y = get_global_id(1) + 1, z = get_global_id(2) + 1;
    if (x >= nx - 1 || y >= ny - 1 || z >= nz - 1) return;
    int i = (z * ny + y) * nx + x;
    out[i] = in[i] + in[i - 1] + in[i + 1] + in[i - nx] + in[i + nx] + in[i - nx * ny] + in[i + nx * ny];
})"},
    {"image-buffer", R"(__kernel void gather(read_only image1d_buffer_t in, __global float4* out) {
    int i = get_global_id(0);
    out[i] = read_imagef(in, i);
})"},
    {"print", R"(__kernel void speak(__global const int* a) {
    int i = get_global_id(0);
    if (a[i] < 0) printf("%d is negative\n", i);
})"},
    {"reduction",
     R"(__kernel void sum(__global const float* in, __global float* out, __local float* part, int n) {
    int l = get_local_id(0), i = get_global_id(0);
    part[l] = i < n ? in[i] : 0.0f;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int s = get_local_size(0) / 2; s > 0; s >>= 1) {
        if (l < s) part[l] += part[l + s];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (l == 0) out[get_group_id(0)] = part[0];
})"},
    {"grid-stride", R"(__kernel void fill(__global float* a, float value, int n) {
    for (int i = get_global_id(0); i < n; i += get_global_size(0)) a[i] = value;
})"},
    {"spmv",
     R"(__kernel void spmv(__global const int* rows, __global const int* columns, __global const float* values,
                   __global const float* x, __global float* y, int n) {
    int row = get_global_id(0);
    if (row >= n) return;
    float sum = 0;
    for (int i = rows[row]; i < rows[row + 1]; ++i) sum += values[i] * x[columns[i]];
    y[row] = sum;
})"},
    {"double", R"(#pragma OPENCL EXTENSION cl_khr_fp64 : enable
__kernel void root(__global double* a) { a[get_global_id(0)] = sqrt(a[get_global_id(0)]); })"},
    {"half", R"(__kernel void widen(__global const half* in, __global float* out) {
    int i = get_global_id(0);
    vstore4(vload_half4(i, in), i, out);
})"},
    {"uchar4", R"(__kernel void grey(__global uchar4* pixels) {
    uchar4 p = pixels[get_global_id(0)];
    uchar g = (uchar)((p.x * 77 + p.y * 151 + p.z * 28) >> 8);
    pixels[get_global_id(0)] = (uchar4)(g, g, g, p.w);
})"},
    {"required-size", R"(__attribute__((reqd_work_group_size(16, 16, 1)))
__kernel void tile(__global float* a) {
    __local float t[16][17];
    t[get_local_id(1)][get_local_id(0)] = a[get_global_id(1) * get_global_size(0) + get_global_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
    a[get_global_id(1) * get_global_size(0) + get_global_id(0)] = t[get_local_id(0)][get_local_id(1)];
})"},
    {"histogram", R"(__kernel void histogram(__global const uchar* data, __global uint* bins, int n) {
    __local uint own[256];
    own[get_local_id(0) & 255] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int i = get_global_id(0); i < n; i += get_global_size(0)) atomic_inc(&own[data[i]]);
    barrier(CLK_LOCAL_MEM_FENCE);
    atomic_add(&bins[get_local_id(0) & 255], own[get_local_id(0) & 255]);
})"},
    {"matrix-product",
     R"(__kernel void product(__global float* c, __global const float* a, __global const float* b, int n) {
    int x = get_global_id(0), y = get_global_id(1);
    float sum = 0;
    for (int k = 0; k < n; ++k) sum += a[y * n + k] * b[k * n + x];
    c[y * n + x] = sum;
})"},
    {"include-missing", R"(#include "common.h"
__kernel void scale(__global float* a) { a[get_global_id(0)] = SCALE(a[get_global_id(0)]); })",
     "frontend.missing-headers"},
    {"no-kernel", "float twice(float x) { return 2 * x; }\n", "frontend.no-kernel"},
};

class WindowBareKernels : public test::WindowTest {
protected:
    void SetUp() override { start({QStringLiteral("nvidia-h200"), {}}); }

    /// Opens a file as a person does. Returns the clicks that it took.
    int openByHand(const std::filesystem::path& file) {
        trigger(QStringLiteral("&Open..."));
        auto* dialog = window_->findChild<QFileDialog*>();
        if (dialog == nullptr) return 100;
        folderOfDialog_ = dialog->directory().absolutePath();
        dialog->selectFile(text(file));
        auto* buttons = dialog->findChild<QDialogButtonBox*>();
        QPushButton* open = buttons != nullptr ? buttons->button(QDialogButtonBox::Open) : nullptr;
        if (open == nullptr) return 100;
        open->click();
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
        return 3; // the action, the file, the button
    }
    QString answer() { return window_->findChild<SummaryBar*>()->text(); }

    QString folderOfDialog_;
};

TEST_F(WindowBareKernels, AreAnsweredInThreeClicks) {
    ASSERT_GE(std::size(bareKernels), 20U);
    for (const BareKernel& kernel : bareKernels) {
        SCOPED_TRACE(kernel.name);
        const auto path = std::filesystem::path(kernel.name) / kernel.name;
        const auto file = folder_.write(path.string() + ".cl", kernel.text);
        EXPECT_LE(openByHand(file), 3);
        ASSERT_NE(session().current(), nullptr);
        ASSERT_EQ(session().current()->sourcePath(), file);
        ASSERT_TRUE(QTest::qWaitFor(
            [this] {
                return session().state() != Session::State::Computing &&
                       session().state() != Session::State::Empty;
            },
            test::patienceMs));
        if (kernel.problem == nullptr) {
            EXPECT_EQ(session().state(), Session::State::Good)
                << (session().diagnostics().empty() ? "" : toText(session().diagnostics().front())) << "\n"
                << session().current()->launchText();
            EXPECT_TRUE(answer().contains(QStringLiteral(" kernel time"))) << answer().toStdString();
            EXPECT_FALSE(hasErrors(session().diagnostics()));
        } else {
            EXPECT_EQ(session().state(), Session::State::Faulty);
            ASSERT_EQ(session().diagnostics().size(), 1U);
            EXPECT_EQ(session().diagnostics().front().code, kernel.problem);
            EXPECT_TRUE(message().contains(QString::fromStdString(session().diagnostics().front().message)))
                << message().toStdString();
        }
    }
}

TEST_F(WindowBareKernels, AreLookedForWhereTheLastOneWas) {
    const auto file = folder_.write("mine/twice.cl", test::smallKernel);
    openByHand(file);
    settle();
    openByHand(folder_.write("other/twice.cl", test::smallKernel));
    EXPECT_EQ(folderOfDialog_, text(folder_ / "mine"));
    settle();
    trigger(QStringLiteral("&Close"));
    trigger(QStringLiteral("&Close"));
    openByHand(file);
    EXPECT_EQ(folderOfDialog_, text(folder_ / "other")) << "nothing is open: the one opened last";
}

TEST_F(WindowBareKernels, DoNotStallTheWindow) {
    // Opening returns before anything is compiled.
    const auto file = folder_.write("mine/twice.cl", test::smallKernel);
    ASSERT_TRUE(window_->open(text(file)));
    EXPECT_TRUE(session().current()->textToFill().has_value());
    EXPECT_EQ(session().state(), Session::State::Computing);
    settle();
    EXPECT_EQ(session().state(), Session::State::Good);
}

} // namespace

} // namespace warpstring::gui
