// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/random/interpreter.h"

#include <algorithm>
#include <array>

#include "core/random/lane_values.h"
#include "core/records/buffer_data.h"

namespace warpstring::random_kernels {

namespace {

constexpr std::size_t mostFaults = 8;
/// More than any grown loop has by far.
constexpr std::uint64_t mostInterpretedTrips = 1U << 22U;

/// Who touched a scalar of local memory since the last barrier.
struct Touch {
    int writer = -1, reader = -1; ///< a lane; -2: several
    std::uint64_t written = 0, read = 0;
    bool byAtomic = false, initialised = false;
};

/// A memory's contents: of local memory one copy, of private memory one a lane.
struct Contents {
    std::vector<double> scalars;
    std::vector<Touch> touches; ///< of local memory, an element each
    std::optional<records::BufferData> data;
    std::map<std::uint64_t, int> writers; ///< of outputs: element to lane
};

std::array<std::uint64_t, 3> coordinates(std::uint64_t linear, std::uint64_t x, std::uint64_t y) {
    return {linear % x, linear / x % y, linear / (x * y)};
}

class Interpreter {
public:
    Interpreter(const KernelTree& kernel, const std::vector<WorkItem>& items)
        : kernel_(kernel), lanes_(items.size()), variables_(kernel.variables.size()),
          contents_(kernel.memories.size()) {
        for (std::size_t d = 0; d < 3; ++d)
            for (auto* ids : {&globalIds_[d], &localIds_[d], &groupIds_[d]}) ids->resize(lanes_);
        const NDRange& range = kernel.range;
        for (std::size_t lane = 0; lane < lanes_; ++lane) {
            const auto group = coordinates(items[lane].group, range.groups(0), range.groups(1));
            const auto item = coordinates(items[lane].item, range.local[0], range.local[1]);
            for (std::size_t d = 0; d < 3; ++d) {
                groupIds_[d][lane] = static_cast<double>(group[d]);
                localIds_[d][lane] = static_cast<double>(item[d]);
                globalIds_[d][lane] = static_cast<double>(group[d] * range.local[d] + item[d]);
            }
        }
    }

    Result<Interpretation> run() {
        for (std::size_t m = 0; m < contents_.size(); ++m) {
            const Memory& memory = kernel_.memories[m];
            Contents& contents = contents_[m];
            const auto scalars = memory.count * static_cast<std::uint64_t>(memory.type.width);
            if (memory.space == MemorySpace::Private) contents.scalars.resize(scalars * lanes_);
            if (memory.space == MemorySpace::Local) {
                contents.scalars.resize(scalars);
                contents.touches.resize(memory.count);
            }
            if (memory.space != MemorySpace::Global || memory.isOutput()) continue;
            auto data = records::BufferData::create(bufferOf(memory));
            if (!data) return data.diagnostics();
            contents.data = std::move(*data);
        }
        statements(kernel_.body, Mask(lanes_, 1));
        return std::move(result_);
    }

private:
    void fault(std::string what) {
        auto& faults = result_.faults;
        if (faults.size() < mostFaults && std::find(faults.begin(), faults.end(), what) == faults.end())
            faults.push_back(std::move(what));
    }

    [[nodiscard]] LaneValues made(ValueType type) const {
        return {type, std::vector<double>(lanes_ * static_cast<std::size_t>(type.width))};
    }

    LaneValues expression(const Expr& e, const Mask& mask) {
        const auto slot = static_cast<std::size_t>(e.slot);
        switch (e.kind) {
        case ExprKind::Variable: return variables_[slot];
        case ExprKind::GlobalId: return {e.type, globalIds_[slot]};
        case ExprKind::LocalId: return {e.type, localIds_[slot]};
        case ExprKind::GroupId: return {e.type, groupIds_[slot]};
        case ExprKind::Load: return load(e, mask);
        case ExprKind::Apply: return apply(e, mask);
        default: break;
        }
        LaneValues result = made(e.type);
        switch (e.kind) {
        case ExprKind::Literal:
            std::fill(result.values.begin(), result.values.end(), held(e.type.scalar, e.number));
            break;
        case ExprKind::Argument:
            std::fill(result.values.begin(), result.values.end(),
                      held(e.type.scalar, kernel_.scalars[slot].value));
            break;
        case ExprKind::Convert: {
            const LaneValues from = expression(*e.operands[0], mask);
            for (std::size_t i = 0; i < result.values.size(); ++i) {
                const double value = from.values[i % from.values.size()]; // a scalar becomes every component
                result.values[i] = held(e.type.scalar, isFloating(e.type.scalar) ? value : std::trunc(value));
            }
            break;
        }
        case ExprKind::Component: {
            const LaneValues from = expression(*e.operands[0], mask);
            std::copy_n(from.component(e.slot, lanes_), lanes_, result.values.begin());
            break;
        }
        default: { // Choose
            const LaneValues condition = expression(*e.operands[0], mask);
            Mask taken(lanes_), other(lanes_);
            for (std::size_t i = 0; i < lanes_; ++i) {
                taken[i] = static_cast<char>(mask[i] && condition.values[i] != 0);
                other[i] = static_cast<char>(mask[i] && condition.values[i] == 0);
            }
            const LaneValues yes = expression(*e.operands[1], taken), no = expression(*e.operands[2], other);
            for (std::size_t i = 0; i < result.values.size(); ++i)
                result.values[i] = condition.values[i % lanes_] != 0 ? yes.values[i] : no.values[i];
            break;
        }
        }
        return result;
    }

    LaneValues apply(const Expr& e, const Mask& mask) {
        std::array<LaneValues, 3> operands;
        for (std::size_t o = 0; o < e.operands.size(); ++o) operands[o] = expression(*e.operands[o], mask);
        const ScalarType type = e.operands[0]->type.scalar;
        LaneValues result = made(e.type);
        for (std::size_t i = 0, lane = 0; i < result.values.size(); ++i, ++lane) {
            if (lane == lanes_) lane = 0;
            bool wrong = false;
            result.values[i] = applied(e.operation, type, operands[0].values[i],
                                       e.operands.size() > 1 ? operands[1].values[i] : 0,
                                       e.operands.size() > 2 ? operands[2].values[i] : 0, wrong);
            if (wrong && mask[lane]) fault(isFloating(type) ? "not finite" : "overflow");
        }
        return result;
    }

    /// Whether the lane's index is one of the memory's.
    bool isWithin(const Memory& memory, double index) {
        if (index >= 0 && index < static_cast<double>(memory.count)) return true;
        fault("out of bounds: " + memory.name + "[" + std::to_string(static_cast<std::int64_t>(index)) + "]");
        return false;
    }

    LaneValues load(const Expr& e, const Mask& mask) {
        const LaneValues index = expression(*e.operands[0], mask);
        const Memory& memory = kernel_.memories[static_cast<std::size_t>(e.slot)];
        Contents& contents = contents_[static_cast<std::size_t>(e.slot)];
        LaneValues result = made(e.type);
        for (std::size_t lane = 0; lane < lanes_; ++lane) {
            if (!mask[lane] || !isWithin(memory, index.values[lane])) continue;
            const auto element = static_cast<std::uint64_t>(index.values[lane]);
            if (memory.space == MemorySpace::Local) noteRead(memory, contents.touches[element], element, lane);
            for (int c = 0; c < memory.type.width; ++c)
                result.component(c, lanes_)[lane] = scalarOf(memory, contents, element, c, lane);
        }
        return result;
    }

    [[nodiscard]] std::uint64_t placeOf(const Memory& memory, std::uint64_t element, int c,
                                        std::size_t lane) const {
        const auto width = static_cast<std::uint64_t>(memory.type.width);
        const std::uint64_t first = memory.space == MemorySpace::Private ? lane * memory.count * width : 0;
        return first + element * width + static_cast<std::uint64_t>(c);
    }
    [[nodiscard]] double scalarOf(const Memory& memory, const Contents& contents, std::uint64_t element, int c,
                                  std::size_t lane) const {
        const std::uint64_t place = placeOf(memory, element, c, lane);
        if (memory.space != MemorySpace::Global) return contents.scalars[place];
        if (!contents.data) return 0;
        return isFloating(memory.type.scalar) ? contents.data->floatAt(place)
                                              : static_cast<double>(contents.data->integerAt(place));
    }

    void noteRead(const Memory& memory, Touch& touch, std::uint64_t element, std::size_t lane) {
        const int who = static_cast<int>(lane);
        if (!touch.initialised) fault("uninitialised: " + memory.name + "[" + std::to_string(element) + "]");
        if (touch.written == phase_ && touch.writer != who) race(memory, element);
        touch.reader = touch.read == phase_ && touch.reader != who ? -2 : who;
        touch.read = phase_;
    }
    void noteWrite(const Memory& memory, Touch& touch, std::uint64_t element, std::size_t lane, bool byAtomic) {
        const int who = static_cast<int>(lane);
        const bool bothAtomic = byAtomic && touch.byAtomic;
        if (touch.written == phase_ && touch.writer != who && !bothAtomic) race(memory, element);
        if (touch.read == phase_ && touch.reader != who) race(memory, element);
        touch.writer = touch.written == phase_ && touch.writer != who ? -2 : who;
        touch.written = phase_;
        touch.byAtomic = byAtomic;
        touch.initialised = true;
    }
    void race(const Memory& memory, std::uint64_t element) {
        fault("race: " + memory.name + "[" + std::to_string(element) + "]");
    }

    void store(const Statement& s, const Mask& mask) {
        const bool isAtomic = s.kind == StatementKind::AtomicAdd;
        const LaneValues value = expression(*s.value, mask);
        const LaneValues index = expression(*s.index, mask);
        const Memory& memory = kernel_.memories[static_cast<std::size_t>(s.slot)];
        Contents& contents = contents_[static_cast<std::size_t>(s.slot)];
        for (std::size_t lane = 0; lane < lanes_; ++lane) {
            if (!mask[lane] || !isWithin(memory, index.values[lane])) continue;
            const auto element = static_cast<std::uint64_t>(index.values[lane]);
            if (memory.space == MemorySpace::Local) {
                if (isAtomic && !contents.touches[element].initialised)
                    fault("uninitialised: " + memory.name + "[" + std::to_string(element) + "]");
                noteWrite(memory, contents.touches[element], element, lane, isAtomic);
            } else if (memory.space == MemorySpace::Global && !isAtomic) {
                const auto [writer, isFirst] = contents.writers.emplace(element, static_cast<int>(lane));
                if (!isFirst && writer->second != static_cast<int>(lane))
                    fault("two work-items write " + memory.name + "[" + std::to_string(element) + "]");
            }
            for (int c = 0; c < memory.type.width; ++c) {
                const std::uint64_t place = placeOf(memory, element, c, lane);
                double& scalar = memory.space == MemorySpace::Global ? result_.written[s.slot][place]
                                                                     : contents.scalars[place];
                const double added = value.component(c, lanes_)[lane];
                scalar = held(memory.type.scalar, isAtomic ? scalar + added : added);
            }
        }
    }

    void assign(int slot, LaneValues value, const Mask& mask) {
        LaneValues& variable = variables_[static_cast<std::size_t>(slot)];
        if (variable.values.size() != value.values.size()) variable = made(value.type);
        for (std::size_t i = 0, lane = 0; i < value.values.size(); ++i, ++lane) {
            if (lane == lanes_) lane = 0;
            if (mask[lane]) variable.values[i] = value.values[i];
        }
    }

    /// Lanes of `mask` whose counter passes the test go on.
    template <class Goes>
    bool narrow(Mask& mask, Goes goes) const {
        bool any = false;
        for (std::size_t lane = 0; lane < lanes_; ++lane) {
            mask[lane] = static_cast<char>(mask[lane] && goes(lane));
            any = any || mask[lane];
        }
        return any;
    }

    void loop(const Statement& s, const Mask& mask) {
        const bool halves = s.kind == StatementKind::Halving;
        assign(s.slot, expression(halves ? *s.value : *s.index, mask), mask);
        Mask active = mask;
        LaneValues& counter = variables_[static_cast<std::size_t>(s.slot)];
        for (std::uint64_t trip = 0;; ++trip) {
            if (trip > mostInterpretedTrips) {
                fault("endless loop");
                return;
            }
            const LaneValues limit = halves ? LaneValues{} : expression(*s.value, active);
            const bool any = narrow(active, [&](std::size_t lane) {
                return halves ? counter.values[lane] > 0 : counter.values[lane] < limit.values[lane];
            });
            if (!any) return;
            statements(s.body, active);
            for (std::size_t lane = 0; lane < lanes_; ++lane) {
                if (!active[lane]) continue;
                double& value = counter.values[lane];
                value = halves ? std::floor(value / 2) : value + s.step;
            }
        }
    }

    void statements(const std::vector<Statement>& body, const Mask& mask) {
        for (const Statement& s : body) statement(s, mask);
    }
    void statement(const Statement& s, const Mask& mask) {
        switch (s.kind) {
        case StatementKind::Declare:
        case StatementKind::Assign: assign(s.slot, expression(*s.value, mask), mask); break;
        case StatementKind::If: {
            const LaneValues condition = expression(*s.value, mask);
            Mask taken = mask, other = mask;
            if (narrow(taken, [&](std::size_t lane) { return condition.values[lane] != 0; }))
                statements(s.body, taken);
            if (narrow(other, [&](std::size_t lane) { return condition.values[lane] == 0; }))
                statements(s.otherwise, other);
            break;
        }
        case StatementKind::Loop:
        case StatementKind::Halving: loop(s, mask); break;
        case StatementKind::Store:
        case StatementKind::AtomicAdd: store(s, mask); break;
        case StatementKind::Array: break;
        case StatementKind::Barrier:
            if (std::find(mask.begin(), mask.end(), 0) != mask.end()) fault("a barrier that not all reach");
            ++phase_;
            break;
        }
    }

    const KernelTree& kernel_;
    std::size_t lanes_;
    std::array<std::vector<double>, 3> globalIds_, localIds_, groupIds_;
    std::vector<LaneValues> variables_;
    std::vector<Contents> contents_;
    std::uint64_t phase_ = 1; ///< barriers so far, and one
    Interpretation result_;
};

} // namespace

BufferArgument bufferOf(const Memory& memory) {
    BufferArgument buffer;
    buffer.type = memory.type;
    buffer.count = memory.count;
    if (memory.isOutput()) {
        buffer.access = memory.isAdded ? BufferAccess::ReadWrite : BufferAccess::Write;
        return buffer;
    }
    buffer.init = BufferInit::Random;
    buffer.seed = memory.seed;
    buffer.range = {memory.low, memory.high};
    buffer.access = BufferAccess::Read;
    return buffer;
}

Result<Interpretation> interpret(const KernelTree& kernel, const std::vector<WorkItem>& items) {
    return Interpreter(kernel, items).run();
}

} // namespace warpstring::random_kernels
