// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/random/costs.h"

#include <algorithm>

namespace warpstring::random_kernels {

namespace {

/// Of a GPU with 132 multiprocessors, 4.8 TB/s and 6e13 flop/s, at the half that plain code reaches.
constexpr double operationsPerNs = 15e3, bytesPerNs = 3e3;

struct Cost {
    double operations = 0, bytes = 0;

    void add(const Cost& other, double times) {
        operations += times * other.operations;
        bytes += times * other.bytes;
    }
};

double operationsOf(const Expr& e) {
    if (e.kind != ExprKind::Apply) return 1;
    const double width = e.type.width;
    const double factor = e.type.scalar == ScalarType::Double ? 2 : 1;
    switch (e.operation) {
    case Operation::Divide:
    case Operation::Remainder: return 12 * width * factor;
    case Operation::SquareRoot:
    case Operation::Exponential: return 10 * width * factor;
    case Operation::Sine:
    case Operation::Cosine: return 25 * width;
    default: return width * factor;
    }
}

class Costs {
public:
    explicit Costs(const KernelTree& kernel) : kernel_(kernel) {}

    Cost of(const std::vector<Statement>& body) {
        Cost cost;
        for (const Statement& s : body) cost.add(of(s), 1);
        return cost;
    }

private:
    Cost of(const ExprPtr& e) {
        Cost cost;
        if (!e) return cost;
        cost.operations = operationsOf(*e);
        for (const ExprPtr& operand : e->operands) cost.add(of(operand), 1);
        if (e->kind == ExprKind::Load) {
            if (memory(e->slot).space == MemorySpace::Global)
                cost.bytes += e->number * bytes(e->type);
            else
                cost.operations += 8;
        }
        return cost;
    }
    Cost of(const Statement& s) {
        Cost cost = of(s.value);
        cost.add(of(s.index), 1);
        const bool isLoop = s.kind == StatementKind::Loop || s.kind == StatementKind::Halving;
        cost.add(of(s.body), isLoop ? s.trips : 1);
        if (isLoop) cost.operations += 3 * s.trips;
        cost.add(of(s.otherwise), 1);
        if (s.kind == StatementKind::Barrier) cost.operations += 30;
        if (s.kind == StatementKind::Store && memory(s.slot).space == MemorySpace::Global)
            cost.bytes += static_cast<double>(memory(s.slot).factor > 1 ? 2 : 1) * bytes(memory(s.slot).type);
        if (s.kind == StatementKind::AtomicAdd) cost.operations += 40;
        return cost;
    }
    [[nodiscard]] const Memory& memory(int slot) const {
        return kernel_.memories[static_cast<std::size_t>(slot)];
    }

    const KernelTree& kernel_;
};

} // namespace

double nanosecondsOfItem(const KernelTree& kernel) {
    const Cost cost = Costs(kernel).of(kernel.body);
    return std::max(cost.operations / operationsPerNs, cost.bytes / bytesPerNs);
}

} // namespace warpstring::random_kernels
