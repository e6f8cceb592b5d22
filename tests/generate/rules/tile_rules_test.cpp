// SPDX-License-Identifier: GPL-3.0-or-later
// Tiles compute what was there before, for sizes that divide and for sizes that do not.
#include <gtest/gtest.h>

#include "generate/form/build.h"
#include "generate/rules/derivation.h"
#include "generate/rules/macros.h"
#include "generate/rules/memory_order.h"
#include "generate/rules/random_program.h"
#include "tests/generate/rules/whole_numbers.h"

namespace warpstring::generate {
namespace {

using namespace build;

Expr input(Program& program, const std::string& name, const Type& type) {
    program.parameters.push_back(std::make_shared<const Variable>(Variable{name, type}));
    return use(program.parameters.back());
}

Expr times(const Expr& pair) { return operation("*", {get(pair, 0), get(pair, 1)}); }

struct ProductSizes {
    std::int64_t m, n, k;
};

enum class ProductForm { Joined, OfOne, At, Scaled, ColumnFirst, Fused, Transposed, Largest };

Program product(const ProductSizes& sizes, ProductForm form) {
    Program program;
    const Expr a = input(program, "A", Type::array(Type::array(number, sizes.k), sizes.m));
    const bool isTransposed = form == ProductForm::Transposed;
    const Expr b = input(program, "B",
                         isTransposed ? Type::array(Type::array(number, sizes.n), sizes.k)
                                      : Type::array(Type::array(number, sizes.k), sizes.n));
    program.body = map({}, a, [&](const Expr& row) {
        const Expr columns = map({}, isTransposed ? transpose(b) : b, [&](const Expr& column) {
            const Expr both =
                zip(form == ProductForm::ColumnFirst ? std::vector{column, row} : std::vector{row, column});
            if (form == ProductForm::Fused)
                return reduce({.level = Level::Sequential},
                              function({number, both.type().element()},
                                       [](const std::vector<Expr>& own) {
                                           return operation(
                                               "+", {own[0], operation("-", {get(own[1], 0), times(own[1])})});
                                       }),
                              integer(0), both);
            if (form == ProductForm::Largest)
                return reduce({},
                              function({number, number},
                                       [](const std::vector<Expr>& own) { return operation("max", own); }),
                              integer(-1000), map({}, both, times));
            Expr sum = reduce({}, add(), integer(0), map({}, both, times));
            if (form == ProductForm::At) return at(sum, integer(0));
            if (form == ProductForm::Scaled)
                return map({}, sum, [](const Expr& x) { return operation("*", {x, integer(3)}); });
            return sum;
        });
        return form == ProductForm::OfOne || form == ProductForm::At ? columns : join(columns);
    });
    return program;
}

void expectKept(const Program& program, const Step& step, std::uint64_t index) {
    const Result<Program> changed = derived({program, {step}});
    ASSERT_TRUE(changed) << toText(changed.diagnostics().front());
    const std::vector<Value> inputs = randomInputs(program, 11, index);
    const Result<Value> before = evaluate(program, inputs);
    const Result<Value> behind = evaluate(*changed, inputs);
    ASSERT_TRUE(before) << toText(before.diagnostics().front());
    ASSERT_TRUE(behind) << toText(behind.diagnostics().front());
    EXPECT_EQ(*before, *behind) << toText(step) << "\n" << toText(*before) << "\n" << toText(*behind);
}

Numbers productTiles(std::int64_t m, std::int64_t n, std::int64_t k, std::int64_t bm, std::int64_t bn,
                     std::int64_t strided, std::int64_t width) {
    return {{"tileM", m},   {"tileN", n},         {"tileK", k},    {"blockM", bm},
            {"blockN", bn}, {"strided", strided}, {"width", width}};
}

TEST(TileProduct, keepsTheValueOfEveryForm) {
    for (const ProductForm form :
         {ProductForm::Joined, ProductForm::OfOne, ProductForm::At, ProductForm::Scaled,
          ProductForm::ColumnFirst, ProductForm::Fused, ProductForm::Transposed}) {
        const Program program = product({8, 16, 8}, form);
        for (const std::int64_t strided : {0, 1}) {
            for (const std::int64_t width : {1, 4})
                expectKept(program, {"tile-2d", {}, productTiles(4, 8, 4, 2, 4, strided, width)},
                           static_cast<std::uint64_t>(form));
        }
    }
}

TEST(TileProduct, keepsTheValueOfVectorsAndOfTilesAhead) {
    for (const ProductForm form : {ProductForm::Joined, ProductForm::Transposed, ProductForm::Scaled}) {
        for (const std::int64_t ahead : {0, 1}) {
            Numbers numbers = productTiles(8, 16, 4, 4, 8, 1, 4);
            numbers["wide"] = 4;
            numbers["padding"] = 4;
            numbers["ahead"] = ahead;
            expectKept(product({8, 16, 12}, form), {"tile-2d", {}, numbers}, 7);
            numbers["strided"] = 0;
            expectKept(product({9, 17, 8}, form), {"tile-2d", {}, numbers}, 8);
        }
    }
}

TEST(TileProduct, padsWhatDoesNotDivide) {
    for (const ProductForm form : {ProductForm::Joined, ProductForm::At, ProductForm::Transposed}) {
        for (const ProductSizes& sizes : {ProductSizes{7, 5, 6}, {4, 9, 3}, {1, 1, 1}, {13, 8, 2}})
            expectKept(product(sizes, form), {"tile-2d", {}, productTiles(4, 4, sizes.k, 2, 1, 1, 1)}, 3);
        expectKept(product({8, 4, 7}, form), {"tile-2d", {}, productTiles(4, 4, 4, 2, 1, 1, 1)}, 3);
    }
}

/// alpha A B + beta C and what rows and columns have beside: with `inside`, in the maps of the product, else by
/// maps over what it gives.
Program productBeside(const ProductSizes& sizes, bool inside) {
    Program program;
    const auto matrix = [](std::int64_t rows, std::int64_t columns) {
        return Type::array(Type::array(number, columns), rows);
    };
    const Expr a = input(program, "A", matrix(sizes.m, sizes.k));
    const Expr b = input(program, "B", matrix(sizes.k, sizes.n));
    const Expr c = input(program, "C", matrix(sizes.m, sizes.n));
    const Expr ofRows = input(program, "rows", Type::array(number, sizes.m));
    const Expr ofColumns = input(program, "columns", Type::array(number, sizes.n));
    const Expr alpha = input(program, "alpha", number);
    const auto sumOf = [](const Expr& row, const Expr& column) {
        return reduce({}, add(), integer(0), map({}, zip({row, column}), times));
    };
    const auto joinedBy = [&](const Expr& sum, const Expr& element, const Expr& ofRow, const Expr& ofColumn) {
        return operation("-",
                         {operation("+", {operation("*", {alpha, sum}), operation("*", {element, element})}),
                          operation("*", {ofRow, ofColumn})});
    };
    const Expr left = inside ? a : map({}, a, [&](const Expr& row) {
        return join(map({}, transpose(b), [&](const Expr& column) { return sumOf(row, column); }));
    });
    program.body = map({}, zip({left, c, ofRows}), [&](const Expr& x) {
        const Expr right = inside ? transpose(b) : get(x, 0);
        return map({}, zip({right, get(x, 1), ofColumns}), [&](const Expr& y) {
            const Expr sum = inside ? at(sumOf(get(x, 0), get(y, 0)), integer(0)) : get(y, 0);
            return joinedBy(sum, get(y, 1), get(x, 2), get(y, 2));
        });
    });
    return program;
}

TEST(TileProduct, takesWhatLiesBeside) {
    for (const ProductSizes& sizes : {ProductSizes{8, 16, 8}, {7, 5, 4}}) {
        Numbers numbers = productTiles(8, 8, 4, 4, 4, 1, 4);
        expectKept(productBeside(sizes, true), {"tile-2d", {}, productTiles(4, 4, 4, 2, 2, 1, 1)}, 4);
        expectKept(productBeside(sizes, true), {"tile-2d", {}, productTiles(4, 8, 4, 2, 4, 0, 1)}, 4);
        numbers["wide"] = 2;
        numbers["ahead"] = 1;
        expectKept(productBeside(sizes, true), {"tile-2d", {}, numbers}, 4);
        const Program behind = productBeside(sizes, false);
        EXPECT_TRUE(findRule("tile-2d")->apply(behind.body, numbers).empty());
        const Result<std::vector<Step>> steps = findMacro("fused-tiles")->steps(behind.body, {}, numbers);
        ASSERT_TRUE(steps) << toText(steps.diagnostics().front());
        EXPECT_EQ(steps->size(), 4U) << "the zip's map, the join, the map within, and tiles";
        const Result<Program> changed = derived({behind, *steps});
        ASSERT_TRUE(changed) << toText(changed.diagnostics().front());
        const std::vector<Value> inputs = randomInputs(behind, 5, 6);
        EXPECT_EQ(*evaluate(behind, inputs), *evaluate(*changed, inputs));
    }
}

TEST(TileProduct, seesWhichWayAMatrixLies) {
    Program program;
    const Expr rows = input(program, "rows", Type::array(Type::array(number, 6), 4));
    const Expr flat = input(program, "flat", Type::array(number, 24));
    const Expr gathered =
        split(6, gather(flat, 24, [](const Expr& i) {
                  return operation("+", {operation("*", {operation("%", {i, integer(6)}), integer(4)}),
                                         operation("/", {i, integer(6)})});
              }));
    const auto doubled = [](const Expr& row) {
        return map({}, row, [](const Expr& x) { return operation("+", {x, x}); });
    };
    EXPECT_FALSE(isTransposed(rows));
    EXPECT_FALSE(isTransposed(split(6, flat)));
    EXPECT_FALSE(isTransposed(transpose(transpose(rows))));
    EXPECT_TRUE(isTransposed(transpose(rows)));
    EXPECT_TRUE(isTransposed(pad(0, 2, Boundary::Nearest, {}, transpose(rows))));
    EXPECT_TRUE(isTransposed(gathered));
    EXPECT_TRUE(isTransposed(map({}, gathered, doubled)));
    EXPECT_TRUE(isTransposed(transpose(split(6, join(rows)))));
}

TEST(TileProduct, keepsToItsSite) {
    const Program program = product({8, 8, 8}, ProductForm::Joined);
    const Program maxima = product({8, 8, 8}, ProductForm::Largest);
    const Rule& rule = *findRule("tile-2d");
    EXPECT_TRUE(rule.apply(maxima.body, productTiles(4, 4, 3, 2, 2, 0, 1)).empty()) << "3 does not divide K";
    EXPECT_TRUE(rule.apply(program.body, productTiles(4, 4, 4, 3, 2, 0, 1)).empty())
        << "3 does not divide the tile";
    EXPECT_TRUE(rule.apply(program.body, {}).empty());
    EXPECT_TRUE(rule.apply(program.body->inputs[0], productTiles(4, 4, 4, 2, 2, 0, 1)).empty());
    EXPECT_FALSE(rule.choices(product({64, 64, 64}, ProductForm::Joined).body).empty());
    EXPECT_TRUE(rule.choices(program.body->inputs[0]).empty());
}

/// Rows become columns, and where `isBoth` is set, another matrix is added.
Program transposed(std::int64_t height, std::int64_t width, bool isBoth) {
    Program program;
    const Expr x = input(program, "x", Type::array(Type::array(number, height), width));
    const Expr y = input(program, "y", Type::array(Type::array(number, width), height));
    if (!isBoth) {
        program.body = map({}, transpose(x), [](const Expr& row) {
            return map({}, row, [](const Expr& e) { return operation("+", {e, integer(1)}); });
        });
        return program;
    }
    program.body = map({}, zip({transpose(x), y}), [](const Expr& rows) {
        return map({}, zip({get(rows, 0), get(rows, 1)}),
                   [](const Expr& pair) { return operation("-", {get(pair, 0), get(pair, 1)}); });
    });
    return program;
}

TEST(TileTransposed, keepsTheValue) {
    for (const bool isBoth : {false, true}) {
        for (const auto& [height, width] : {std::pair{8, 12}, {4, 4}, {7, 5}, {1, 9}}) {
            for (const std::int64_t padding : {0, 1})
                expectKept(transposed(height, width, isBoth),
                           {"tile-transposed", {}, {{"tile", 4}, {"rows", 2}, {"padding", padding}}}, 5);
        }
    }
}

TEST(TileTransposed, keepsToItsSite) {
    const Rule& rule = *findRule("tile-transposed");
    const Program program = transposed(8, 8, false);
    EXPECT_TRUE(rule.apply(program.body, {{"tile", 4}, {"rows", 3}, {"padding", 0}}).empty());
    EXPECT_TRUE(rule.apply(program.body->inputs[0], {{"tile", 4}, {"rows", 2}, {"padding", 0}}).empty());
    EXPECT_FALSE(rule.choices(transposed(64, 64, true).body).empty());
    Program plain;
    plain.body = map({}, input(plain, "x", Type::array(Type::array(number, 8), 8)),
                     [](const Expr& row) { return map({}, row, [](const Expr& e) { return e; }); });
    EXPECT_TRUE(rule.apply(plain.body, {{"tile", 4}, {"rows", 2}, {"padding", 0}}).empty());
}

/// Each against all: sums of products, with the element itself in what is made of the sum.
Program allPairs(std::int64_t length, bool joined) {
    Program program;
    const Expr xs = input(program, "xs", Type::array(number, length));
    const Expr ys = input(program, "ys", Type::array(number, 24));
    const Expr each = map({}, xs, [&](const Expr& x) {
        const Expr sum =
            reduce({}, add(), integer(0),
                   map({}, ys, [&](const Expr& y) { return operation("*", {x, operation("-", {y, x})}); }));
        return map({}, sum, [&](const Expr& total) { return operation("+", {total, x}); });
    });
    program.body = joined ? join(each) : each;
    return program;
}

TEST(TileReduction, keepsTheValue) {
    for (const std::int64_t group : {4, 8}) {
        for (const std::int64_t tile : {1, 6, 24}) {
            expectKept(allPairs(16, false), {"tile-1d", {}, {{"group", group}, {"tile", tile}}}, 1);
            expectKept(allPairs(16, true), {"tile-1d", {0}, {{"group", group}, {"tile", tile}}}, 2);
        }
    }
    EXPECT_TRUE(findRule("tile-1d")->apply(allPairs(16, false).body, {{"group", 5}, {"tile", 6}}).empty());
}

TEST(OutputsTogether, keepTheValue) {
    for (const std::int64_t n : {2, 4, 16}) {
        expectKept(allPairs(16, false), {"outputs-together", {}, {{"n", n}}}, 1);
        expectKept(allPairs(16, true), {"outputs-together", {0}, {{"n", n}}}, 2);
    }
    EXPECT_TRUE(findRule("outputs-together")->apply(allPairs(16, false).body, {{"n", 5}}).empty());
}

/// The sum of each window, weighted by where an element lies.
Expr weighted(const Expr& window) {
    const Expr rows = map({}, window, [](const Expr& row) {
        return at(reduce({.level = Level::Sequential},
                         function({number, number},
                                  [](const std::vector<Expr>& own) {
                                      return operation("+", {operation("*", {own[0], integer(3)}), own[1]});
                                  }),
                         integer(0), row),
                  integer(0));
    });
    return at(reduce({.level = Level::Sequential},
                     function({number, number},
                              [](const std::vector<Expr>& own) {
                                  return operation("-", {operation("*", {own[0], integer(5)}), own[1]});
                              }),
                     integer(0), rows),
              integer(0));
}

enum class StencilForm { ColumnsFirst, RowsFirst, Fused };

Program stencil(std::int64_t height, std::int64_t width, std::int64_t step, StencilForm form,
                const build::Body1& result = weighted) {
    Program program;
    const Expr image = input(program, "image", Type::array(Type::array(number, width), height));
    const Expr around =
        pad(1, 1, Boundary::Nearest, {},
            map({}, image, [](const Expr& row) { return pad(2, 2, Boundary::Constant, integer(0), row); }));
    const auto slid = [&](const Expr& row) { return slide(5, step, row); };
    const auto of = [&](const Expr& row) { return map({}, row, result); };
    if (form == StencilForm::ColumnsFirst)
        program.body = map(
            {},
            map({}, slide(3, step, map({}, around, slid)), [](const Expr& rows) { return transpose(rows); }),
            of);
    else if (form == StencilForm::RowsFirst)
        program.body = map(
            {},
            map({}, slide(3, step, around), [&](const Expr& rows) { return transpose(map({}, rows, slid)); }),
            of);
    else
        program.body = map({}, slide(3, step, around),
                           [&](const Expr& rows) { return of(transpose(map({}, rows, slid))); });
    return program;
}

TEST(TileStencil, keepsTheValue) {
    for (const StencilForm form : {StencilForm::ColumnsFirst, StencilForm::RowsFirst, StencilForm::Fused}) {
        for (const std::int64_t step : {1, 2}) {
            for (const Numbers& tiles :
                 {Numbers{{"tileY", 2}, {"tileX", 4}}, Numbers{{"tileY", 3}, {"tileX", 5}},
                  Numbers{{"tileY", 16}, {"tileX", 16}}}) {
                expectKept(stencil(8, 12, step, form), {"tile-stencil", {}, tiles}, 5);
                expectKept(stencil(7, 9, step, form), {"tile-stencil", {}, tiles}, 6);
            }
        }
    }
    EXPECT_FALSE(findRule("tile-stencil")->choices(stencil(64, 64, 1, StencilForm::Fused).body).empty());
}

/// What is around an element, without reductions: they have starts of their own.
Expr difference(const Expr& window) {
    const auto element = [&](int row, int column) { return at(at(window, integer(row)), integer(column)); };
    return operation("-", {operation("*", {element(0, 4), element(2, 1)}),
                           operation("+", {element(1, 2), operation("max", {element(1, 0), element(0, 3)})})});
}

TEST(VectorizeStencil, keepsTheValue) {
    for (const StencilForm form : {StencilForm::ColumnsFirst, StencilForm::RowsFirst, StencilForm::Fused}) {
        for (const std::int64_t width : {2, 4})
            expectKept(stencil(7, 12, 1, form, difference), {"vectorize-stencil", {}, {{"n", width}}}, 7);
    }
    const Rule* rule = findRule("vectorize-stencil");
    EXPECT_TRUE(rule->apply(stencil(7, 12, 1, StencilForm::Fused, difference).body, {{"n", 8}}).empty());
    EXPECT_TRUE(rule->apply(stencil(7, 12, 1, StencilForm::Fused, weighted).body, {{"n", 4}}).empty());
    EXPECT_TRUE(rule->apply(stencil(8, 24, 2, StencilForm::Fused, difference).body, {{"n", 2}}).empty());
}

} // namespace
} // namespace warpstring::generate
