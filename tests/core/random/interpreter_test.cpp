// SPDX-License-Identifier: GPL-3.0-or-later
// The interpreter against kernels made by hand, whose outputs anyone can tell.
#include "core/random/interpreter.h"

#include <gtest/gtest.h>

#include "core/random/values.h"
#include "core/records/buffer_data.h"

namespace warpstring::random_kernels {
namespace {

constexpr int items = 8;

class InterpreterTest : public ::testing::Test {
protected:
    void SetUp() override {
        kernel_.range.global = {2 * items, 1, 1};
        kernel_.range.local = {items, 1, 1};
        add(MemorySpace::Global, "out", uintType, 2 * items).placement = Placement::Items;
        declare(named(ExprKind::GlobalId, 0, intType, 0, 2 * items - 1));
        declare(named(ExprKind::LocalId, 0, intType, 0, items - 1));
    }

    Memory& add(MemorySpace space, const std::string& name, ValueType type, std::uint64_t count) {
        Memory memory;
        memory.space = space;
        memory.name = name;
        memory.type = type;
        memory.count = count;
        kernel_.memories.push_back(memory);
        return kernel_.memories.back();
    }
    int declare(ExprPtr value) {
        kernel_.variables.push_back({"v" + std::to_string(kernel_.variables.size()), value->type});
        Statement statement = made(StatementKind::Declare, static_cast<int>(kernel_.variables.size()) - 1);
        statement.value = std::move(value);
        kernel_.body.push_back(std::move(statement));
        return static_cast<int>(kernel_.variables.size()) - 1;
    }
    static Statement made(StatementKind kind, int slot, ExprPtr value = nullptr, ExprPtr index = nullptr) {
        Statement statement;
        statement.kind = kind;
        statement.slot = slot;
        statement.value = std::move(value);
        statement.index = std::move(index);
        return statement;
    }
    [[nodiscard]] ExprPtr variable(int slot) const {
        return named(ExprKind::Variable, slot, kernel_.variables[static_cast<std::size_t>(slot)].type, -1e9,
                     1e9);
    }
    static ExprPtr load(int memory, ValueType type, ExprPtr index) {
        Expr e;
        e.kind = ExprKind::Load;
        e.slot = memory;
        e.type = type;
        e.operands = {std::move(index)};
        return std::make_shared<const Expr>(std::move(e));
    }
    static ExprPtr asUint(ExprPtr value) { return convert(uintType, std::move(value), 0, 4294967295.0); }
    static ExprPtr two(Operation operation, ValueType type, ExprPtr a, ExprPtr b) {
        return apply(operation, type, {std::move(a), std::move(b)}, -1e9, 1e9, true);
    }

    /// Of the second work-group.
    Interpretation run() {
        std::vector<WorkItem> group;
        for (std::uint64_t i = 0; i < items; ++i) group.push_back({1, i});
        auto result = interpret(kernel_, group);
        EXPECT_TRUE(result);
        return std::move(*result);
    }
    void store(ExprPtr value) {
        kernel_.body.push_back(made(StatementKind::Store, 0, std::move(value), variable(0)));
    }
    /// By local ID.
    std::vector<double> outputs() {
        const Interpretation result = run();
        EXPECT_TRUE(result.faults.empty()) << result.faults.front();
        std::vector<double> values;
        for (const auto& [index, value] : result.written.at(0)) values.push_back(value);
        return values;
    }

    KernelTree kernel_;
};

TEST_F(InterpreterTest, idsCountFromTheGroup) {
    store(asUint(plus(times(variable(0), whole(100)), variable(1))));
    EXPECT_EQ(outputs(), (std::vector<double>{800, 901, 1002, 1103, 1204, 1305, 1406, 1507}));
}

TEST_F(InterpreterTest, uintsWrapAsUintsDo) {
    store(two(Operation::Multiply, uintType,
              two(Operation::Subtract, uintType, asUint(variable(1)), literal(uintType, 1)),
              literal(uintType, 4294967295.0)));
    // (lid - 1) * -1 modulo 2^32
    EXPECT_EQ(outputs(), (std::vector<double>{1, 0, 4294967295.0, 4294967294.0, 4294967293.0, 4294967292.0,
                                              4294967291.0, 4294967290.0}));
}

TEST_F(InterpreterTest, floatsAreRoundedToFloatEachTime) {
    // 2^24 + 1 is no float: adding 1 twice leaves 2^24, where doubles would give 2^24 + 2.
    ExprPtr sum = two(Operation::Add, floatType, literal(floatType, 16777216), literal(floatType, 1));
    sum = two(Operation::Add, floatType, sum, literal(floatType, 1));
    store(convert(uintType, sum, 0, 1e9));
    EXPECT_EQ(outputs().front(), 16777216);
}

TEST_F(InterpreterTest, aTriangularLoopEndsForEachWorkItemByItself) {
    const int sum = declare(literal(uintType, 0));
    kernel_.variables.push_back({"i", intType});
    const int counter = sum + 1;
    Statement loop = made(StatementKind::Loop, counter, variable(1), whole(0));
    loop.body.push_back(made(StatementKind::Assign, sum,
                             two(Operation::Add, uintType, variable(sum), asUint(variable(counter)))));
    kernel_.body.push_back(loop);
    store(variable(sum));
    EXPECT_EQ(outputs(), (std::vector<double>{0, 0, 1, 3, 6, 10, 15, 21})); // lid * (lid - 1) / 2
}

TEST_F(InterpreterTest, bothSidesOfABranchAreTakenByTheirWorkItems) {
    const int v = declare(literal(uintType, 0));
    Statement branch = made(StatementKind::If, 0, equal(masked(variable(1), 1), whole(0)));
    branch.body.push_back(made(StatementKind::Assign, v, literal(uintType, 7)));
    branch.otherwise.push_back(made(StatementKind::Assign, v, literal(uintType, 9)));
    kernel_.body.push_back(branch);
    store(variable(v));
    EXPECT_EQ(outputs(), (std::vector<double>{7, 9, 7, 9, 7, 9, 7, 9}));
}

TEST_F(InterpreterTest, localMemoryTurnsAGroupAround) {
    add(MemorySpace::Local, "tile", uintType, items);
    kernel_.body.push_back(made(StatementKind::Store, 1, asUint(variable(1)), variable(1)));
    kernel_.body.push_back(made(StatementKind::Barrier, 0));
    store(load(1, uintType, minus(whole(items - 1), variable(1))));
    EXPECT_EQ(outputs(), (std::vector<double>{7, 6, 5, 4, 3, 2, 1, 0}));
}

TEST_F(InterpreterTest, atomicsOfAGroupAddUp) {
    add(MemorySpace::Local, "tile", uintType, 1);
    Statement first = made(StatementKind::If, 0, equal(variable(1), whole(0)));
    first.body.push_back(made(StatementKind::Store, 1, literal(uintType, 100), whole(0)));
    kernel_.body.push_back(first);
    kernel_.body.push_back(made(StatementKind::Barrier, 0));
    kernel_.body.push_back(made(StatementKind::AtomicAdd, 1, asUint(variable(1)), whole(0)));
    kernel_.body.push_back(made(StatementKind::Barrier, 0));
    store(load(1, uintType, whole(0)));
    EXPECT_EQ(outputs(), std::vector<double>(items, 128));
}

TEST_F(InterpreterTest, privateArraysAreEachWorkItemsOwn) {
    add(MemorySpace::Private, "p", uintType, 2);
    kernel_.body.push_back(made(StatementKind::Array, 1));
    kernel_.body.push_back(made(StatementKind::Store, 1, asUint(variable(1)), whole(1)));
    store(load(1, uintType, whole(1)));
    EXPECT_EQ(outputs(), (std::vector<double>{0, 1, 2, 3, 4, 5, 6, 7}));
}

TEST_F(InterpreterTest, inputsAreTheLaunchsData) {
    Memory& in = add(MemorySpace::Global, "in", floatType, 2 * items);
    in.low = 1;
    in.high = 1000;
    in.seed = 5;
    const auto data = records::BufferData::create(bufferOf(in));
    ASSERT_TRUE(data);
    store(convert(uintType, load(1, floatType, variable(0)), 0, 1000));
    const auto values = outputs();
    for (std::uint64_t i = 0; i < items; ++i)
        EXPECT_EQ(values[i], static_cast<std::uint32_t>(data->floatAt(items + i)));
}

TEST_F(InterpreterTest, saysWhatNoValidKernelDoes) {
    const auto faultOf = [&](auto change) {
        InterpreterTest::SetUp();
        change();
        const auto faults = run().faults;
        kernel_ = {};
        return faults.empty() ? std::string() : faults.front();
    };
    kernel_ = {};
    const auto tile = [&] { add(MemorySpace::Local, "tile", uintType, items); };
    EXPECT_EQ(faultOf([&] {
                  kernel_.body.push_back(made(StatementKind::Store, 0, literal(uintType, 0), whole(16)));
              }),
              "out of bounds: out[16]");
    EXPECT_EQ(
        faultOf([&] { kernel_.body.push_back(made(StatementKind::Store, 0, literal(uintType, 0), whole(3))); }),
        "two work-items write out[3]");
    EXPECT_EQ(faultOf([&] {
                  tile();
                  store(load(1, uintType, variable(1)));
              }),
              "uninitialised: tile[0]");
    EXPECT_EQ(faultOf([&] { // without a barrier
                  tile();
                  kernel_.body.push_back(made(StatementKind::Store, 1, asUint(variable(1)), variable(1)));
                  store(load(1, uintType, minus(whole(items - 1), variable(1))));
              }),
              "race: tile[7]");
    EXPECT_EQ(faultOf([&] {
                  Statement branch = made(StatementKind::If, 0, equal(variable(1), whole(0)));
                  branch.body.push_back(made(StatementKind::Barrier, 0));
                  kernel_.body.push_back(branch);
              }),
              "a barrier that not all reach");
    EXPECT_EQ(faultOf([&] {
                  declare(two(Operation::Multiply, intType, plus(variable(0), whole(50000)), whole(50000)));
              }),
              "overflow");
}

} // namespace
} // namespace warpstring::random_kernels
