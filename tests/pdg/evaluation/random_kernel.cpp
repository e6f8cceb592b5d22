// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/pdg/evaluation/random_kernel.h"

#include "tests/pdg/evaluation/kernel_printer.h"

namespace warpstring::oracle {

namespace {

using Op = Expression::Op;
using Kind = KernelStatement::Kind;

Expression constant(std::int64_t value) { return {Op::Constant, value, {}}; }
Expression variable(int number) { return {Op::Variable, number, {}}; }
Expression join(Op op, Expression a, Expression b) { return {op, 0, {std::move(a), std::move(b)}}; }

/// Where more than one part is drawn at random, parts stand in braces: those are evaluated from left to right,
/// arguments in the compiler's order, by which a seed would give other kernels.
class Generator {
public:
    Generator(KernelForm form, std::mt19937_64& random) : random_(random) { kernel_.form = form; }

    RandomKernel run() {
        chooseRange();
        kernel_.isUnsigned = chance(40);
        for (int i = 0; i < 2; ++i) kernel_.scalars.push_back(between(1, 20));
        for (const char* name : {"g", "h", "s"}) kernel_.arrays.push_back(array(name));
        kernel_.arrays.push_back({"data", "int", 4, false, dataCount});
        const auto statements = between(2, 5);
        for (std::int64_t i = 0; i < statements; ++i) add(kernel_.body, 0);
        append(kernel_.body, access());
        if (kernel_.form == KernelForm::UnknownData) kernel_.body.push_back(writeData());
        return std::move(kernel_);
    }

private:
    std::int64_t between(std::int64_t low, std::int64_t high) {
        return low + static_cast<std::int64_t>(random_() % static_cast<std::uint64_t>(high - low + 1));
    }
    bool chance(int percent) { return between(1, 100) <= percent; }
    template <class T>
    T anyOf(std::initializer_list<T> list) {
        return *(list.begin() + between(0, static_cast<std::int64_t>(list.size()) - 1));
    }
    bool isAffine() const { return kernel_.form == KernelForm::Affine; }
    bool hasData() const {
        return kernel_.form == KernelForm::KnownData || kernel_.form == KernelForm::UnknownData;
    }

    void chooseRange() {
        auto& range = kernel_.range;
        range.dimensions = static_cast<int>(between(1, 3));
        std::uint64_t size = 1;
        for (int d = 0; d < range.dimensions; ++d) {
            const auto most = static_cast<std::int64_t>(128 / size);
            auto local = static_cast<std::uint64_t>(chance(50) ? anyOf({1, 2, 4, 8, 16, 32, 64, 128})
                                                               : between(1, d == 0 ? 128 : 16));
            local = std::min(local, static_cast<std::uint64_t>(most));
            size *= local;
            range.local[static_cast<std::size_t>(d)] = local;
            range.global[static_cast<std::size_t>(d)] =
                local * static_cast<std::uint64_t>(between(1, range.dimensions == 1 ? 6 : 3));
        }
    }

    KernelArray array(const std::string& name) {
        const auto [element, bytes] = anyOf<std::pair<const char*, int>>(
            {{"float", 4}, {"float", 4}, {"float", 4}, {"float2", 8}, {"float4", 16}, {"uchar", 1}});
        return {name, element, bytes, name == "s", 1};
    }

    Expression atom() {
        const auto choice = between(0, 9);
        const std::int64_t dimension = between(0, kernel_.range.dimensions - 1);
        if (choice < 3) return {Op::LocalId, dimension, {}};
        if (choice < 5) return {Op::GlobalId, dimension, {}};
        if (choice < 6) return {Op::GroupId, dimension, {}};
        if (choice < 7 || inScope_.empty()) return {Op::Scalar, between(0, 1), {}};
        return variable(
            inScope_[static_cast<std::size_t>(between(0, static_cast<std::int64_t>(inScope_.size()) - 1))]);
    }

    /// c1 * x + c2 * y + d, sometimes with a negative coefficient.
    Expression affine(bool address) {
        Expression sum = atom();
        if (chance(40)) sum = join(Op::Mul, constant(between(1, 9)), sum);
        if (chance(50)) {
            Expression second = atom();
            if (chance(40)) second = join(Op::Mul, constant(anyOf({2, 3, 4, 8, 16})), second);
            sum = join(!address && !kernel_.isUnsigned && chance(30) ? Op::Sub : Op::Add, sum, second);
        }
        if (chance(50)) sum = join(Op::Add, sum, constant(between(0, 20)));
        if (!kernel_.isUnsigned && chance(10)) sum = join(Op::Sub, constant(between(30, 300)), sum);
        return sum;
    }

    Expression geometric() { // x * 2^k, as in tree reductions
        Expression product = join(Op::Mul, join(Op::Add, affine(true), constant(1)), variable(stride_));
        return chance(50) ? product : join(Op::Add, product, constant(between(0, 3)));
    }

    Expression number(bool address) {
        if (stride_ >= 0 && chance(30)) return geometric();
        if (isAffine() || chance(50)) return affine(address);
        switch (between(0, 6)) {
        case 0: return {Op::Minimum, 0, {affine(address), affine(address)}};
        case 1: return {Op::Maximum, 0, {affine(address), affine(address)}};
        case 2: return {Op::Choose, 0, {comparison(), affine(address), affine(address)}};
        case 3: return {Op::Divide, 0, {affine(true), constant(between(1, 9))}};
        case 4: return {Op::Modulo, 0, {affine(true), constant(between(1, 33))}};
        case 5: return {Op::And, 0, {affine(true), constant(anyOf({1, 3, 7, 15, 12, 31, 6, 48}))}};
        default: return {Op::Mul, 0, {affine(true), atom()}};
        }
    }

    Expression comparison() {
        const Op op = anyOf({Op::Less, Op::LessEqual, Op::Greater, Op::GreaterEqual, Op::Equal, Op::NotEqual});
        const auto choice = between(0, 9);
        if (hasData() && data_ >= 0 && chance(50)) {
            const Expression value = variable(data_);
            if (chance(50)) return {op, 0, {value, constant(between(0, 63))}};
            return {Op::Equal, 0, {join(Op::Modulo, value, constant(between(2, 5))), constant(between(0, 2))}};
        }
        if (choice < 4) return {op, 0, {number(false), chance(60) ? constant(between(0, 70)) : affine(false)}};
        if (choice < 7)
            return {chance(70) ? Op::Equal : Op::NotEqual,
                    0,
                    {Expression{Op::Modulo, 0, {affine(true), divisor()}}, constant(between(0, 3))}};
        return {chance(70) ? Op::Equal : Op::NotEqual,
                0,
                {Expression{Op::And, 0, {affine(true), constant(anyOf({1, 2, 3, 4, 7, 8, 15, 16, 24, 31}))}},
                 constant(anyOf({0, 0, 1, 2, 8}))}};
    }

    Expression divisor() {
        if (stride_ >= 0 && chance(60))
            return chance(50) ? variable(stride_) : join(Op::Mul, constant(2), variable(stride_));
        return constant(chance(50) ? anyOf({2, 4, 8, 16, 32}) : between(2, 20));
    }

    Expression condition() {
        if (chance(75)) return comparison();
        if (chance(20)) return {Op::Not, 0, {comparison()}};
        return {chance(50) ? Op::Both : Op::Either, 0, {comparison(), comparison()}};
    }

    static void append(std::vector<KernelStatement>& block, KernelStatement statement) {
        block.push_back(std::move(statement));
    }

    KernelStatement access() {
        KernelStatement statement;
        statement.kind = chance(50) ? Kind::Load : Kind::Store;
        statement.array = static_cast<int>(between(0, 2));
        statement.index = number(true);
        if (hasData() && data_ >= 0 && chance(30))
            statement.index =
                join(Op::Add, statement.index, join(Op::Mul, variable(data_), constant(between(1, 4))));
        return statement;
    }

    KernelStatement readData() {
        KernelStatement statement;
        statement.kind = Kind::ReadData;
        statement.array = 3;
        statement.index = join(Op::And, affine(true), constant(dataCount - 1));
        statement.variable = data_ = kernel_.variables++;
        return statement;
    }

    KernelStatement writeData() {
        KernelStatement statement;
        statement.kind = Kind::Store;
        statement.array = 3;
        statement.index = join(Op::Add, {Op::LocalId, 0, {}}, constant(dataCount));
        return statement;
    }

    KernelStatement guarded(Kind kind) {
        KernelStatement statement;
        statement.kind = kind;
        statement.condition = condition();
        return statement;
    }

    void fill(std::vector<KernelStatement>& block, int depth) {
        append(block, access());
        const auto more = between(0, 2);
        for (std::int64_t i = 0; i < more; ++i) add(block, depth);
    }

    void add(std::vector<KernelStatement>& block, int depth) {
        const int knownData = data_;
        if (hasData() && chance(40)) block.push_back(readData());
        const auto choice = between(0, 99);
        if (choice < 25 || depth >= 3) {
            append(block, access());
        } else if (choice < 55) {
            KernelStatement branch = guarded(Kind::If);
            fill(branch.body, depth + 1);
            if (chance(40)) fill(branch.otherwise, depth + 1);
            block.push_back(std::move(branch));
        } else if (choice < 82 && loops_ < 3) {
            addLoop(block, depth);
        } else if (choice < 90 && depth > 0) {
            block.push_back(guarded(inLoop_ ? anyOf({Kind::Break, Kind::Break, Kind::Continue, Kind::Return})
                                            : Kind::Return));
            mayHaveLeft_ = true;
            append(block, access());
        } else if (depth == 0 && !mayHaveLeft_) {
            block.push_back({});
            block.back().kind = Kind::Barrier;
        } else {
            append(block, access());
        }
        if (depth > 0) data_ = knownData; // its declaration may be inside a block
    }

    /// The counter's first value, what it is compared with and how it moves.
    void chooseSteps(KernelStatement& loop) {
        const Expression counter = variable(loop.variable);
        const Expression bound = chance(40)   ? constant(between(1, 20))
                                 : chance(40) ? Expression{Op::Scalar, between(0, 1), {}}
                                              : affine(true);
        const auto choice = between(0, 99);
        loop.first = chance(60) ? constant(between(0, 3)) : atom();
        loop.stepBy = chance(70)   ? constant(between(1, 4))
                      : chance(50) ? Expression{Op::Scalar, between(0, 1), {}}
                                   : Expression{Op::Add, 0, {atom(), constant(1)}};
        loop.condition = join(chance(70) ? Op::Less : Op::LessEqual, counter, bound);
        if (choice < 60) return;
        if (choice < 70 && !kernel_.isUnsigned) {
            loop.step = StepKind::Subtract;
            loop.first = bound;
            loop.condition = {
                chance(70) ? Op::Greater : Op::GreaterEqual, 0, {counter, constant(between(0, 4))}};
            return;
        }
        stride_ = loop.variable;
        loop.stepBy = constant(1);
        if (choice < 80) {
            loop.step = StepKind::ShiftRight;
            loop.first =
                chance(50) ? constant(anyOf({4, 8, 16, 32, 64})) : join(Op::Add, affine(true), constant(1));
            loop.condition = join(Op::Greater, counter, constant(chance(70) ? 0 : 2));
        } else {
            loop.step = choice < 92 ? StepKind::ShiftLeft : StepKind::Multiply;
            if (loop.step == StepKind::Multiply) loop.stepBy = constant(between(2, 4));
            loop.first = constant(between(1, 3));
            loop.condition =
                join(Op::Less, counter, chance(60) ? constant(anyOf({8, 32, 64, 100})) : affine(true));
        }
    }

    void addLoop(std::vector<KernelStatement>& block, int depth) {
        KernelStatement loop;
        loop.kind = Kind::For;
        const int strideAround = stride_;
        const bool aroundIsLoop = inLoop_;
        loop.variable = kernel_.variables++;
        chooseSteps(loop);
        ++loops_;
        inLoop_ = true;
        inScope_.push_back(loop.variable);
        fill(loop.body, depth + 1);
        inScope_.pop_back();
        inLoop_ = aroundIsLoop;
        stride_ = strideAround;
        block.push_back(std::move(loop));
    }

    std::mt19937_64& random_;
    RandomKernel kernel_;
    std::vector<int> inScope_; ///< counters of the loops around
    int stride_ = -1;          ///< the innermost geometric counter
    int data_ = -1;            ///< the latest value read from `data`
    int loops_ = 0;
    bool inLoop_ = false, mayHaveLeft_ = false;
};

} // namespace

RandomKernel randomKernel(KernelForm form, std::mt19937_64& random) {
    RandomKernel kernel = Generator(form, random).run();
    print(kernel);
    return kernel;
}

Launch RandomKernel::launch() const {
    Launch launch;
    launch.name = launch.kernel = "k";
    launch.range = range;
    for (std::size_t i = 0; i < scalars.size(); ++i)
        launch.arguments["n" + std::to_string(i)] = ScalarArgument{{ScalarType::Int, 1}, true, scalars[i]};
    for (const auto& array : arrays) {
        if (array.shared) continue;
        BufferArgument buffer;
        buffer.type = *parseValueType(array.element);
        buffer.count = static_cast<std::uint64_t>(array.count);
        if (array.name == "data") {
            buffer.init = BufferInit::Random;
            buffer.seed = 7;
            buffer.range = {0, 63};
        }
        launch.arguments[array.name] = buffer;
    }
    return launch;
}

} // namespace warpstring::oracle
