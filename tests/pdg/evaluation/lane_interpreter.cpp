// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/pdg/evaluation/lane_interpreter.h"

#include <algorithm>
#include <optional>
#include <set>

#include "core/records/buffer_data.h"

namespace warpstring::oracle {

namespace {

constexpr int lanesOfWarp = 32, lanesOfHalf = 16;
constexpr std::int64_t mostSteps = 400'000; ///< of one kernel

/// Byte addresses of a warp's lanes; none where the lane is not active.
using WarpAddresses = std::array<std::optional<std::int64_t>, lanesOfWarp>;

/// CUDA Programming Guide 1.0, section 5.1.2.5: 16 banks of 32-bit words serve a half-warp in 2 cycles, as
/// often as the fullest bank has different words.
double sharedCycles(const WarpAddresses& lanes, int bytes) {
    double cycles = 0;
    for (int half = 0; half < lanesOfWarp; half += lanesOfHalf) {
        std::array<std::set<std::int64_t>, 16> wordsOfBank;
        for (int lane = half; lane < half + lanesOfHalf; ++lane) {
            const auto& address = lanes[static_cast<std::size_t>(lane)];
            if (!address) continue;
            for (std::int64_t byte = *address; byte < *address + bytes; ++byte)
                wordsOfBank[static_cast<std::size_t>(byte / 4 % 16)].insert(byte / 4);
        }
        std::size_t most = 1;
        for (const auto& words : wordsOfBank) most = std::max(most, words.size());
        cycles += 2 * static_cast<double>(most);
    }
    return cycles;
}

/// CUDA Programming Guide 1.0, section 5.1.2.1: 4, 8 or 16 bytes for each thread, thread k of a half-warp at
/// word k of one segment aligned to the half-warp's bytes. 16-byte words take two transactions. All else is
/// served thread by thread, 64 bytes each (section 4 of Baghsorkhi et al. 2009).
void globalTransactions(const WarpAddresses& lanes, int bytes, LineTruth& truth) {
    for (int half = 0; half < lanesOfWarp; half += lanesOfHalf) {
        std::set<std::int64_t> segments;
        bool inOrder = bytes == 4 || bytes == 8 || bytes == 16;
        int active = 0;
        const std::int64_t segment = lanesOfHalf * static_cast<std::int64_t>(bytes);
        for (int k = 0; k < lanesOfHalf; ++k) {
            const auto& address = lanes[static_cast<std::size_t>(half + k)];
            if (!address) continue;
            ++active;
            segments.insert(*address / segment);
            inOrder &= *address % segment == static_cast<std::int64_t>(k) * bytes;
        }
        if (active == 0) continue;
        const bool coalesced = inOrder && segments.size() == 1;
        truth.transactions += coalesced ? (bytes == 16 ? 2 : 1) : active;
        truth.bytes += coalesced ? static_cast<double>(segment) : 64.0 * active;
    }
}

enum class Flow { Next, Break, Continue, Return };

class WarpRun {
public:
    WarpRun(const RandomKernel& kernel, KernelTruth& truth, const records::BufferData& data, AccessTrace* trace)
        : kernel_(kernel), truth_(truth), data_(data), trace_(trace) {}

    void run(const std::array<std::int64_t, 3>& group, std::int64_t firstItem) {
        group_ = group;
        accesses_.clear();
        const auto size = static_cast<std::int64_t>(kernel_.range.groupSize());
        for (lane_ = 0; lane_ < lanesOfWarp && firstItem + lane_ < size && truth_.valid; ++lane_) {
            const auto lx = static_cast<std::int64_t>(kernel_.range.local[0]),
                       ly = static_cast<std::int64_t>(kernel_.range.local[1]);
            const std::int64_t item = firstItem + lane_;
            local_ = {item % lx, item / lx % ly, item / (lx * ly)};
            variables_.assign(static_cast<std::size_t>(kernel_.variables), 0);
            iterations_.clear();
            (void)block(kernel_.body);
        }
        if (!truth_.valid) return;
        for (const auto& [where, access] : accesses_) {
            account(where.first, access);
            if (trace_ == nullptr) continue;
            auto& items = (*trace_)[{group_, where.first, where.second}];
            items.resize(static_cast<std::size_t>(size));
            for (std::int64_t lane = 0; lane < lanesOfWarp && firstItem + lane < size; ++lane)
                items[static_cast<std::size_t>(firstItem + lane)] =
                    access.lanes[static_cast<std::size_t>(lane)];
        }
    }

private:
    struct WarpAccess {
        const KernelStatement* statement = nullptr;
        WarpAddresses lanes;
    };

    void account(int line, const WarpAccess& access) {
        LineTruth& truth = truth_.lines[line];
        const KernelArray& array = kernel_.arrays[static_cast<std::size_t>(access.statement->array)];
        truth.executions += 1;
        if (array.shared)
            truth.sharedCycles += sharedCycles(access.lanes, array.elementBytes);
        else
            globalTransactions(access.lanes, array.elementBytes, truth);
    }

    std::int64_t checked(std::int64_t value) {
        constexpr std::int64_t limit = 1 << 28;
        if (value > limit || value < -limit || (kernel_.isUnsigned && value < 0)) truth_.valid = false;
        return truth_.valid ? value : 0;
    }

    std::int64_t value(const Expression& e) {
        using Op = Expression::Op;
        const auto d = static_cast<std::size_t>(e.value);
        const auto operand = [&](std::size_t i) { return value(e.operands[i]); };
        switch (e.op) {
        case Op::Constant: return e.value;
        case Op::LocalId: return local_[d];
        case Op::GroupId: return group_[d];
        case Op::GlobalId: return group_[d] * static_cast<std::int64_t>(kernel_.range.local[d]) + local_[d];
        case Op::Scalar: return kernel_.scalars[d];
        case Op::Variable: return variables_[d];
        case Op::Both: return operand(0) != 0 && operand(1) != 0 ? 1 : 0;
        case Op::Either: return operand(0) != 0 || operand(1) != 0 ? 1 : 0;
        case Op::Not: return operand(0) == 0 ? 1 : 0;
        case Op::Choose: return operand(0) != 0 ? operand(1) : operand(2);
        default: return checked(arithmetic(e.op, operand(0), operand(1)));
        }
    }

    std::int64_t arithmetic(Expression::Op op, std::int64_t a, std::int64_t b) {
        using Op = Expression::Op;
        if ((op == Op::Divide || op == Op::Modulo) && b == 0) truth_.valid = false;
        if (op == Op::ShiftLeft && (b < 0 || b > 20 || a < 0)) truth_.valid = false;
        if (!truth_.valid) return 0;
        switch (op) {
        case Op::Add: return a + b;
        case Op::Sub: return a - b;
        case Op::Mul: return a * b;
        case Op::Divide: return a / b;
        case Op::Modulo: return a % b;
        case Op::And: return a & b;
        case Op::ShiftLeft: return a << b;
        case Op::Minimum: return std::min(a, b);
        case Op::Maximum: return std::max(a, b);
        case Op::Less: return a < b;
        case Op::LessEqual: return a <= b;
        case Op::Greater: return a > b;
        case Op::GreaterEqual: return a >= b;
        case Op::Equal: return a == b;
        default: return a != b;
        }
    }

    void access(const KernelStatement& statement, std::int64_t index) {
        if (index < 0) truth_.valid = false;
        auto& count = truth_.counts[static_cast<std::size_t>(statement.array)];
        count = std::max(count, index + 1);
        WarpAccess& own = accesses_[{statement.line, iterations_}];
        own.statement = &statement;
        own.lanes[static_cast<std::size_t>(lane_)] =
            index * kernel_.arrays[static_cast<std::size_t>(statement.array)].elementBytes;
    }

    Flow loop(const KernelStatement& statement) {
        auto& counter = variables_[static_cast<std::size_t>(statement.variable)];
        counter = value(statement.first);
        iterations_.push_back(0);
        Flow flow = Flow::Next;
        while (truth_.valid && value(statement.condition) != 0) {
            flow = block(statement.body);
            if (flow == Flow::Break || flow == Flow::Return) break;
            const std::int64_t by = value(statement.stepBy);
            switch (statement.step) {
            case StepKind::Add: counter = checked(counter + by); break;
            case StepKind::Subtract: counter = checked(counter - by); break;
            case StepKind::ShiftLeft: counter = checked(counter << by); break;
            case StepKind::ShiftRight: counter = counter >> by; break;
            case StepKind::Multiply: counter = checked(counter * by); break;
            }
            iterations_.back() += 1;
            if (++steps_ > mostSteps || iterations_.back() > 500) truth_.valid = false;
        }
        iterations_.pop_back();
        return flow == Flow::Return ? Flow::Return : Flow::Next;
    }

    Flow block(const std::vector<KernelStatement>& statements) {
        using Kind = KernelStatement::Kind;
        for (const auto& statement : statements) {
            if (++steps_ > mostSteps) truth_.valid = false;
            if (!truth_.valid) return Flow::Return;
            Flow flow = Flow::Next;
            switch (statement.kind) {
            case Kind::Load:
            case Kind::Store: access(statement, value(statement.index)); break;
            case Kind::ReadData: {
                const std::int64_t index = value(statement.index);
                access(statement, index);
                if (index < 0 || index >= dataCount)
                    truth_.valid = false;
                else
                    variables_[static_cast<std::size_t>(statement.variable)] =
                        data_.integerAt(static_cast<std::uint64_t>(index));
                break;
            }
            case Kind::If:
                flow = block(value(statement.condition) != 0 ? statement.body : statement.otherwise);
                break;
            case Kind::For: flow = loop(statement); break;
            case Kind::Break: flow = value(statement.condition) != 0 ? Flow::Break : Flow::Next; break;
            case Kind::Continue: flow = value(statement.condition) != 0 ? Flow::Continue : Flow::Next; break;
            case Kind::Return: flow = value(statement.condition) != 0 ? Flow::Return : Flow::Next; break;
            case Kind::Barrier: break;
            }
            if (flow != Flow::Next) return flow;
        }
        return Flow::Next;
    }

    const RandomKernel& kernel_;
    KernelTruth& truth_;
    const records::BufferData& data_;
    AccessTrace* trace_;
    std::array<std::int64_t, 3> group_{}, local_{};
    int lane_ = 0;
    std::int64_t steps_ = 0;
    std::vector<std::int64_t> variables_;
    std::vector<int> iterations_; ///< of the loops around, outermost first
    std::map<std::pair<int, std::vector<int>>, WarpAccess> accesses_;
};

} // namespace

KernelTruth interpret(const RandomKernel& kernel, AccessTrace* trace) {
    KernelTruth truth;
    truth.counts.assign(kernel.arrays.size(), 1);
    const auto launch = kernel.launch();
    const auto data = records::BufferData::create(std::get<BufferArgument>(launch.arguments.at("data")));
    if (!data) return {false, {}, {}};
    WarpRun warp(kernel, truth, *data, trace);
    for (std::uint64_t z = 0; z < kernel.range.groups(2); ++z)
        for (std::uint64_t y = 0; y < kernel.range.groups(1); ++y)
            for (std::uint64_t x = 0; x < kernel.range.groups(0); ++x)
                for (std::uint64_t item = 0; item < kernel.range.groupSize() && truth.valid;
                     item += lanesOfWarp)
                    warp.run({static_cast<std::int64_t>(x), static_cast<std::int64_t>(y),
                              static_cast<std::int64_t>(z)},
                             static_cast<std::int64_t>(item));
    return truth;
}

} // namespace warpstring::oracle
