// SPDX-License-Identifier: GPL-3.0-or-later
#include "generate/rules/products.h"

#include <algorithm>

#include "generate/rules/site.h"
#include "generate/rules/tiles.h"

namespace warpstring::generate {
namespace {

/// A map's parameter, and the arrays whose elements it has: of a zip each, else the one.
struct Walk {
    VariablePointer parameter;
    std::vector<Expr> arrays;
    bool isZip = false;

    /// The number of the array whose element this expression is.
    [[nodiscard]] std::optional<std::size_t> part(const Expr& expr) const {
        if (!isZip) return isParameter(expr) ? std::optional<std::size_t>(0) : std::nullopt;
        if (!is(expr, Op::Get) || !isParameter(expr->inputs.front())) return std::nullopt;
        return static_cast<std::size_t>(expr->index);
    }

private:
    [[nodiscard]] bool isParameter(const Expr& expr) const {
        return is(expr, Op::Variable) && expr->variable == parameter;
    }
};

Walk walkOf(const Expr& map) {
    const Expr& input = map->inputs.front();
    Walk walk{map->functions.front().parameters.front(), {input}, is(input, Op::Zip)};
    if (walk.isZip) walk.arrays = input->inputs;
    return walk;
}

/// The reduction's input, zip row column in either order, perhaps mapped.
struct Zipped {
    Elements elements;
    bool rowFirst = true;
    std::size_t row = 0;    // of the arrays of the map over rows
    std::size_t column = 0; // of those of the map over columns
};

std::optional<Zipped> zippedOf(const Expr& input, const Walk& rows, const Walk& columns) {
    Zipped zipped{elementsOf(input), true, 0, 0};
    const Expr& zip = zipped.elements.array;
    if (!is(zip, Op::Zip) || zip->inputs.size() != 2) return std::nullopt;
    zipped.rowFirst = rows.part(zip->inputs[0]).has_value();
    const std::optional<std::size_t> row = rows.part(zip->inputs[zipped.rowFirst ? 0 : 1]);
    const std::optional<std::size_t> column = columns.part(zip->inputs[zipped.rowFirst ? 1 : 0]);
    if (!row || !column) return std::nullopt;
    zipped.row = *row;
    zipped.column = *column;
    return zipped;
}

/// Finds what the body takes of rows and columns beside their product: matrices of the result's size.
class Beside {
public:
    Beside(const Walk& rows, const Walk& columns) : rows_(rows), columns_(columns) {}

    struct Use {
        Expr expr; // as it stands in the body
        std::size_t matrix = 0;
    };
    std::vector<Use> uses;
    std::vector<Expr> matrices;

    /// False where something else hangs on the rows or columns.
    bool collect(const Expr& expr) {
        if (const std::optional<std::size_t> part = rows_.part(expr)) return add(expr, {true, *part});
        if (const std::optional<std::size_t> part = columns_.part(expr)) return add(expr, {false, *part});
        if (is(expr, Op::Variable))
            return expr->variable != rows_.parameter && expr->variable != columns_.parameter;
        return std::ranges::all_of(expr->inputs, [&](const Expr& input) { return collect(input); }) &&
               std::ranges::all_of(expr->functions,
                                   [&](const Function& function) { return collect(function.expr()); });
    }

private:
    struct Source {
        bool isOfRow = false;
        std::size_t part = 0;

        friend bool operator==(const Source&, const Source&) = default;
    };

    bool add(const Expr& use, const Source& source) {
        const auto known = std::ranges::find(sources_, source);
        const auto matrix = static_cast<std::size_t>(known - sources_.begin());
        if (known == sources_.end()) {
            const Expr made = source.isOfRow ? ofRow(source.part) : ofColumn(source.part);
            if (made.empty() || !use.type().isValue()) return false;
            sources_.push_back(source);
            matrices.push_back(made);
        }
        uses.push_back({use, matrix});
        return true;
    }

    [[nodiscard]] Expr ofRow(std::size_t part) const {
        return build::map({}, rows_.arrays[part],
                          [&](const Expr& value) { return build::fill(lengthOf(columns_.arrays[0]), value); });
    }

    [[nodiscard]] Expr ofColumn(std::size_t part) const {
        const Expr& array = columns_.arrays[part];
        if (const std::optional<std::size_t> ofRows = rows_.part(array)) return rows_.arrays[*ofRows];
        return mentions(array, rows_.parameter) ? Expr() : build::fill(lengthOf(rows_.arrays[0]), array);
    }

    const Walk& rows_;
    const Walk& columns_;
    std::vector<Source> sources_;
};

/// The expression with elements of the matrices in the place of what it uses of them.
Expr withElements(const Expr& expr, const std::vector<Beside::Use>& uses, const std::vector<Expr>& elements) {
    for (const Beside::Use& use : uses)
        if (expr.pointer() == use.expr.pointer()) return elements[use.matrix];
    Node node = *expr;
    for (Expr& input : node.inputs) input = withElements(input, uses, elements);
    for (Function& function : node.functions)
        function.body = withElements(function.expr(), uses, elements).pointer();
    return Expr(std::make_shared<const Node>(std::move(node)));
}

} // namespace

std::optional<Product> productOf(const Expr& site) {
    if (!is(site, Op::Map, Level::Abstract)) return std::nullopt;
    const Walk rows = walkOf(site);
    const Expr outer = site->functions.front().expr();
    const bool joined = is(outer, Op::Join);
    const Expr inner = joined ? outer->inputs.front() : outer;
    if (!is(inner, Op::Map, Level::Abstract)) return std::nullopt;
    const Walk columns = walkOf(inner);
    const Expr body = inner->functions.front().expr();
    const Expr reduction = onlyReduction(body);
    if (reduction.empty()) return std::nullopt;
    const std::optional<Zipped> zipped = zippedOf(reduction->inputs.front(), rows, columns);
    const VariablePointer sum = std::make_shared<const Variable>(Variable{"sum", reduction->inputs[1].type()});
    const Expr tried = elementOf(body, reduction, build::use(sum));
    const auto mentionsEither = [&](const Expr& expr) {
        return mentions(expr, rows.parameter) || mentions(expr, columns.parameter);
    };
    if (!zipped || tried.empty() || mentions(columns.arrays[zipped->column], rows.parameter) ||
        mentionsEither(reduction->inputs[1]) || mentionsEither(reduction->functions.front().expr()) ||
        (zipped->elements.of.body != nullptr && mentionsEither(zipped->elements.of.expr())))
        return std::nullopt;
    Beside beside(rows, columns);
    if (!beside.collect(tried)) return std::nullopt;
    Product product;
    product.rows = rows.arrays[zipped->row];
    product.columns = columns.arrays[zipped->column];
    product.start = reduction->inputs[1];
    product.combined = [reduction, zipped](const std::vector<Expr>& own) {
        const Expr pair = zipped->rowFirst ? build::tuple({own[1], own[2]}) : build::tuple({own[2], own[1]});
        return called(reduction->functions.front(), {own[0], zipped->elements(pair)});
    };
    product.beside = beside.matrices;
    product.element = [tried, sum, uses = beside.uses](const std::vector<Expr>& own) {
        const Expr others = withElements(tried, uses, {own.begin() + 1, own.end()});
        return called(Function{{sum}, others.pointer()}, {own.front()});
    };
    product.body = body;
    product.joined = joined;
    return product;
}

} // namespace warpstring::generate
