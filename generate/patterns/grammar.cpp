// SPDX-License-Identifier: GPL-3.0-or-later
// The grammar of pattern files. PEGTL's templates are in this file alone.
#include <tao/pegtl.hpp>
#include <tao/pegtl/contrib/limit_depth.hpp>
#include <tao/pegtl/contrib/parse_tree.hpp>

#include <algorithm>
#include <cctype>
#include <memory>
#include <optional>
#include <utility>

#include "generate/patterns/syntax.h"

namespace warpstring::generate {

namespace pegtl = tao::pegtl;

namespace grammar {

using pegtl::any, pegtl::at, pegtl::digit, pegtl::if_must, pegtl::must, pegtl::not_at, pegtl::one, pegtl::opt,
    pegtl::plus, pegtl::seq, pegtl::sor, pegtl::star, pegtl::string, pegtl::until;

struct BlockComment : seq<string<'/', '*'>, until<string<'*', '/'>>> {};
struct LineComment : seq<string<'/', '/'>, until<pegtl::eolf>> {};
struct Gap : star<sor<pegtl::space, LineComment, BlockComment>> {};

template <char... C>
struct Sign : seq<string<C...>, Gap> {};
template <char... C>
struct Keyword : seq<string<C...>, not_at<pegtl::identifier_other>, Gap> {};
struct Let : Keyword<'l', 'e', 't'> {};
struct In : Keyword<'i', 'n'> {};

struct NameText : seq<not_at<sor<Let, In>>, pegtl::identifier> {};
struct Name : seq<NameText, Gap> {};

struct Exponent : seq<one<'e', 'E'>, opt<one<'+', '-'>>, plus<digit>> {};
struct Hexadecimal : seq<one<'0'>, one<'x', 'X'>, plus<pegtl::xdigit>> {};
struct Decimal : seq<plus<digit>, opt<one<'.'>, plus<digit>>, opt<Exponent>> {};
struct NumberText : seq<sor<Hexadecimal, Decimal>, star<pegtl::identifier_other>> {};

struct InfixText : sor<string<'|', '|'>, string<'&', '&'>, string<'=', '='>, string<'!', '='>, string<'<', '='>,
                       string<'>', '='>, string<'<', '<'>, string<'>', '>'>, seq<one<'|'>, not_at<one<'>'>>>,
                       one<'<', '>', '+', '-', '*', '/', '%', '&', '^'>> {};
struct Infix : seq<InfixText, Gap> {};
struct PrefixText : one<'-', '!'> {};

struct Expression;
struct Conditional;
struct Braces;

// Operands.
struct Section : seq<Sign<'('>, Infix, Sign<')'>> {};
struct Closing : Sign<')'> {};
struct ClosingBracket : Sign<']'> {};
struct Expressions : seq<Expression, star<Sign<','>, must<Expression>>> {};
struct Arguments : sor<at<one<')'>>, Expressions> {};
struct Tuple : if_must<Sign<'('>, Expression, star<Sign<','>, must<Expression>>, Closing> {};
struct Call : if_must<Sign<'('>, Arguments, Closing> {};
struct Index : if_must<Sign<'['>, Expression, ClosingBracket> {};
struct PartText : sor<plus<digit>, pegtl::identifier> {};
struct Part : seq<if_must<one<'.'>, PartText>, Gap> {};
struct Postfix : seq<sor<seq<NumberText, Gap>, Section, Tuple, Name>, star<sor<Call, Index, Part>>> {};
struct Operand : seq<pegtl::rep_opt<8, PrefixText, Gap>, Postfix> {};
struct RightOperand : seq<Operand> {};

// Expressions, from what binds closest.
struct Operation : seq<Operand, star<Infix, must<RightOperand>>> {};
struct Colon : Sign<':'> {};
struct Otherwise : seq<Conditional> {};
struct Conditional : seq<Operation, opt<if_must<Sign<'?'>, Expression, Colon, Otherwise>>> {};
struct Stage : seq<Postfix> {};
struct Pipeline : seq<Conditional, star<if_must<Sign<'|', '>'>, Stage>>> {};
struct Parameters;
struct Parameter : sor<Name, Parameters> {};
struct Parameters : seq<Sign<'('>, Parameter, star<Sign<','>, Parameter>, Sign<')'>> {};
struct Lambda : if_must<seq<Parameter, Sign<'=', '>'>>, Expression> {};
struct Equals : Sign<'='> {};
struct InAfterLet : seq<In> {};
struct LetExpression : if_must<Let, Parameter, Equals, Expression, InAfterLet, Expression> {};
struct Expression : sor<LetExpression, Lambda, Pipeline> {};

// Types.
struct Type;
struct TypeTuple : if_must<Sign<'('>, Type, star<Sign<','>, must<Type>>, Closing> {};
struct Length : if_must<Sign<'['>, Expression, ClosingBracket> {};
struct Type : seq<sor<TypeTuple, Name>, star<Length>> {};

// OpenCL C: words, parentheses and braces are all that is known of it.
template <char Quote>
struct Quoted : seq<one<Quote>, until<one<Quote>, sor<seq<one<'\\'>, any>, any>>> {};
struct CPart : sor<BlockComment, LineComment, Quoted<'"'>, Quoted<'\''>, Braces, any> {};
struct BracesRest : until<one<'}'>, CPart> {};
struct Braces : if_must<one<'{'>, BracesRest> {};
struct CWord : seq<pegtl::identifier, Gap> {};
struct CParameters : seq<one<'('>, until<one<')'>, sor<BlockComment, LineComment, any>>, Gap> {};
struct CFunction : if_must<seq<CWord, plus<CWord>>, CParameters, Braces> {};
struct CLine : seq<one<'#'>, until<pegtl::eolf, sor<seq<one<'\\'>, pegtl::eol>, any>>> {};
struct CDeclarationRest : until<one<';'>, CPart> {};
struct CDeclaration
    : if_must<sor<Keyword<'t', 'y', 'p', 'e', 'd', 'e', 'f'>, Keyword<'s', 't', 'r', 'u', 'c', 't'>,
                  Keyword<'c', 'o', 'n', 's', 't', 'a', 'n', 't'>,
                  Keyword<'_', '_', 'c', 'o', 'n', 's', 't', 'a', 'n', 't'>>,
              CDeclarationRest> {};
struct CPreamble : sor<CLine, CDeclaration> {};

// A file.
struct Semicolon : Sign<';'> {};
struct Size : if_must<seq<Keyword<'s', 'i', 'z', 'e'>, Name, at<one<'='>>>, Equals, Expression, Semicolon> {};
struct TypedParameter : seq<Name, opt<if_must<Sign<':'>, Type>>> {};
struct TypedParameterList : sor<at<one<')'>>, seq<TypedParameter, star<if_must<Sign<','>, TypedParameter>>>> {};
struct TypedParameters : if_must<Sign<'('>, TypedParameterList, Closing> {};
struct Definition
    : if_must<seq<Name, at<one<'(', '='>>>, opt<TypedParameters>, Equals, Expression, opt<Semicolon>> {};
struct Item : sor<Size, seq<CPreamble, Gap>, Definition, seq<CFunction, Gap>> {};
struct End : pegtl::eof {};
struct File : seq<Gap, star<Item>, must<End>> {};

template <typename Rule>
using Selector = pegtl::parse_tree::selector<
    Rule,
    pegtl::parse_tree::store_content::on<NumberText, NameText, InfixText, PrefixText, PartText, Section, Tuple,
                                         Call, Index, Lambda, LetExpression, Parameters, TypeTuple, Length,
                                         CFunction, CPreamble, Size, TypedParameter, Definition>,
    pegtl::parse_tree::fold_one::on<Type, Postfix, Operand, Operation, Conditional, Pipeline>>;

template <typename Rule>
struct Action : pegtl::nothing<Rule> {};
template <>
struct Action<Expression> : pegtl::limit_depth<deepestNesting> {};
template <>
struct Action<Otherwise> : pegtl::limit_depth<deepestNesting> {};
template <>
struct Action<Parameters> : pegtl::limit_depth<deepestNesting> {};
template <>
struct Action<Type> : pegtl::limit_depth<deepestNesting> {};
template <>
struct Action<Braces> : pegtl::limit_depth<deepestNesting> {};

/// What was expected where a rule that has to match does not.
template <typename Rule>
inline constexpr const char* expected = nullptr;
template <>
inline constexpr const char* expected<Expression> = "an expression";
template <>
inline constexpr const char* expected<Otherwise> = "an expression";
template <>
inline constexpr const char* expected<Arguments> = "an argument or \")\"";
template <>
inline constexpr const char* expected<RightOperand> = "an operand";
template <>
inline constexpr const char* expected<Stage> = "a pattern or a function to pipe into";
template <>
inline constexpr const char* expected<Closing> = "\",\" or \")\"";
template <>
inline constexpr const char* expected<ClosingBracket> = "\"]\"";
template <>
inline constexpr const char* expected<PartText> =
    "a tuple's part such as .0 or a vector's component such as .x";
template <>
inline constexpr const char* expected<Colon> = "\":\" and the value where the condition does not hold";
template <>
inline constexpr const char* expected<Equals> = "\"=\"";
template <>
inline constexpr const char* expected<InAfterLet> = "\"in\" and the expression that uses what let names";
template <>
inline constexpr const char* expected<Parameter> = "a name, or names in parentheses";
template <>
inline constexpr const char* expected<Type> = "a type such as float, float4, (float, int) or float[n]";
template <>
inline constexpr const char* expected<TypedParameter> = "a parameter NAME: TYPE";
template <>
inline constexpr const char* expected<TypedParameterList> = "a parameter NAME: TYPE or \")\"";
template <>
inline constexpr const char* expected<Semicolon> = "\";\"";
template <>
inline constexpr const char* expected<BracesRest> = "\"}\"";
template <>
inline constexpr const char* expected<Braces> = "\"{\" and the body of a function in OpenCL C";
template <>
inline constexpr const char* expected<CParameters> = "\"(\" and the parameters of a function in OpenCL C";
template <>
inline constexpr const char* expected<CDeclarationRest> = "\";\" at the end of a declaration in OpenCL C";
template <>
inline constexpr const char* expected<End> =
    "an operator, or what follows: a size, a function in OpenCL C, a definition NAME(PARAMETERS) = EXPRESSION";

struct Expectations {
    template <typename Rule>
    static constexpr const char* message = expected<Rule>;
    template <typename Rule>
    // NOLINTNEXTLINE(readability-identifier-naming): PEGTL asks for it by this name
    static constexpr bool raise_on_failure = false;
};
template <typename Rule>
using Control = pegtl::must_if<Expectations, pegtl::normal, false>::control<Rule>;

} // namespace grammar

namespace {

using ParseNode = pegtl::parse_tree::node;
using Kind = Syntax::Kind;

/// A parse tree of PEGTL to the tree that the rest reads.
class SyntaxBuilder {
public:
    explicit SyntaxBuilder(std::string file) : file_(std::move(file)) {}

    [[nodiscard]] PatternFile file(const ParseNode& root) {
        PatternFile file;
        for (const auto& item : root.children) {
            if (item->is_type<grammar::Size>()) {
                file.sizes.push_back(
                    {item->children[0]->string(), syntax(*item->children[1]), place(*item->children[0])});
            } else if (item->is_type<grammar::Definition>()) {
                file.definitions.push_back(definition(*item));
            } else {
                file.codes.push_back({item->is_type<grammar::CFunction>(), item->string(), place(*item)});
            }
        }
        return file;
    }

    /// Where more than `deepestChain` parts stand in each other.
    [[nodiscard]] const std::optional<SourceLocation>& tooDeep() const { return tooDeep_; }

private:
    [[nodiscard]] SourceLocation place(const ParseNode& node) const {
        const auto begin = node.begin();
        return {file_, static_cast<int>(begin.line), static_cast<int>(begin.column)};
    }
    [[nodiscard]] Syntax made(Kind kind, const ParseNode& node, std::string text = {}) const {
        return {kind, std::move(text), {}, 1, place(node)};
    }
    /// Beyond the deepest, children are left out: a chain of any length is taken apart without recursion.
    void put(Syntax child, Syntax& into) {
        if (child.depth >= deepestChain) {
            if (!tooDeep_) tooDeep_ = into.place;
            return;
        }
        into.depth = std::max(into.depth, child.depth + 1);
        into.children.push_back(std::move(child));
    }
    [[nodiscard]] DefinitionItem definition(const ParseNode& node) {
        DefinitionItem made{node.children.front()->string(), {}, syntax(*node.children.back()), place(node)};
        for (std::size_t i = 1; i + 1 < node.children.size(); ++i) {
            const ParseNode& own = *node.children[i];
            made.parameters.push_back({own.children[0]->string(), {}, place(own)});
            if (own.children.size() > 1) made.parameters.back().type.push_back(syntax(*own.children[1]));
        }
        return made;
    }
    [[nodiscard]] Syntax withChildren(Kind kind, const ParseNode& node) {
        Syntax made = this->made(kind, node);
        for (const auto& child : node.children) put(syntax(*child), made);
        return made;
    }
    [[nodiscard]] Syntax syntax(const ParseNode& node) {
        if (node.is_type<grammar::NumberText>()) return made(Kind::Number, node, node.string());
        if (node.is_type<grammar::NameText>()) return made(Kind::Name, node, node.string());
        if (node.is_type<grammar::Section>()) return made(Kind::Section, node, node.children[0]->string());
        if (node.is_type<grammar::Tuple>() || node.is_type<grammar::TypeTuple>())
            return node.children.size() == 1 ? syntax(*node.children[0]) : withChildren(Kind::Tuple, node);
        if (node.is_type<grammar::Parameters>()) return withChildren(Kind::Tuple, node);
        if (node.is_type<grammar::Lambda>()) return lambda(node);
        if (node.is_type<grammar::LetExpression>()) return withChildren(Kind::Let, node);
        if (node.is_type<grammar::Conditional>()) return withChildren(Kind::Conditional, node);
        if (node.is_type<grammar::Type>()) return withChildren(Kind::ArrayType, node);
        if (node.is_type<grammar::Length>()) return syntax(*node.children[0]);
        if (node.is_type<grammar::Postfix>()) return postfix(node);
        if (node.is_type<grammar::Operand>()) return prefixed(node);
        if (node.is_type<grammar::Operation>()) {
            auto next = node.children.begin();
            Syntax left = syntax(**next++);
            return operation(std::move(left), next, node.children.end(), 1);
        }
        return pipeline(node);
    }
    [[nodiscard]] Syntax lambda(const ParseNode& node) {
        Syntax made = this->made(Kind::Lambda, node);
        Syntax parameter = syntax(*node.children[0]);
        if (parameter.kind == Kind::Tuple) {
            for (Syntax& part : parameter.children) put(std::move(part), made);
        } else {
            put(std::move(parameter), made);
        }
        put(syntax(*node.children[1]), made);
        return made;
    }
    [[nodiscard]] Syntax postfix(const ParseNode& node) {
        Syntax whole = syntax(*node.children.front());
        for (std::size_t i = 1; i < node.children.size(); ++i) {
            const ParseNode& suffix = *node.children[i];
            Syntax made = suffix.is_type<grammar::Call>()    ? this->made(Kind::Apply, node)
                          : suffix.is_type<grammar::Index>() ? this->made(Kind::Index, suffix)
                                                             : this->made(Kind::Part, suffix, suffix.string());
            put(std::move(whole), made);
            for (const auto& argument : suffix.children) put(syntax(*argument), made);
            whole = std::move(made);
        }
        return whole;
    }
    [[nodiscard]] Syntax prefixed(const ParseNode& node) {
        Syntax whole = syntax(*node.children.back());
        for (std::size_t i = node.children.size() - 1; i-- > 0;) {
            Syntax made = this->made(Kind::Unary, *node.children[i], node.children[i]->string());
            put(std::move(whole), made);
            whole = std::move(made);
        }
        return whole;
    }
    /// Operators and operands from `next` on that bind at least as close as `least`, joined to `left`.
    template <typename Iterator>
    [[nodiscard]] Syntax operation(Syntax left, Iterator& next, Iterator end, int least) {
        while (next != end) {
            const ParseNode& sign = **next;
            const int own = precedence(sign.string_view());
            if (own < least) break;
            ++next;
            Syntax right = syntax(**next++);
            if (next != end && precedence((*next)->string_view()) > own)
                right = operation(std::move(right), next, end, own + 1);
            Syntax made = this->made(Kind::Binary, sign, sign.string());
            put(std::move(left), made);
            put(std::move(right), made);
            left = std::move(made);
        }
        return left;
    }
    [[nodiscard]] Syntax pipeline(const ParseNode& node) {
        Syntax whole = syntax(*node.children.front());
        for (std::size_t i = 1; i < node.children.size(); ++i) {
            Syntax made = this->made(Kind::Pipe, *node.children[i]);
            put(std::move(whole), made);
            put(syntax(*node.children[i]), made);
            whole = std::move(made);
        }
        return whole;
    }

    std::string file_;
    std::optional<SourceLocation> tooDeep_;
};

Diagnostic nestedTooDeep(const SourceLocation& place, int deepest) {
    return {.code = "pattern.syntax",
            .severity = Severity::Error,
            .place = place,
            .message = "more than " + std::to_string(deepest) + " parts stand in each other",
            .hint = "name a part by a definition of its own"};
}

/// The text at a place, short enough for a message.
std::string found(std::string_view text, std::size_t byte) {
    if (byte >= text.size()) return "the end of the file";
    std::string_view rest = text.substr(byte);
    rest = rest.substr(0, std::min<std::size_t>(rest.find('\n'), 24));
    const bool isWord = std::isalnum(static_cast<unsigned char>(rest.front())) != 0 || rest.front() == '_';
    const auto end = std::ranges::find_if(rest, [&](char c) {
        return (std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_') != isWord || c == ' ';
    });
    return "\"" + std::string(rest.begin(), isWord ? end : rest.begin() + 1) + "\"";
}

} // namespace

Result<PatternFile> parsePattern(std::string_view text, const std::string& file) {
    pegtl::memory_input<> input(text.data(), text.size(), file);
    try {
        const auto root = pegtl::parse_tree::parse<grammar::File, ParseNode, grammar::Selector, grammar::Action,
                                                   grammar::Control>(input);
        SyntaxBuilder builder(file);
        PatternFile read = builder.file(*root);
        if (builder.tooDeep()) return nestedTooDeep(*builder.tooDeep(), deepestChain);
        return read;
    } catch (const pegtl::parse_error& error) {
        const pegtl::position& at = error.positions().front();
        const SourceLocation place{file, static_cast<int>(at.line), static_cast<int>(at.column)};
        const std::string message(error.message());
        if (message == "maximum parser rule nesting depth exceeded")
            return nestedTooDeep(place, deepestNesting);
        return Diagnostic{.code = "pattern.syntax",
                          .severity = Severity::Error,
                          .place = place,
                          .message = "expected " + message + ", found " + found(text, at.byte),
                          .hint = {}};
    }
}

} // namespace warpstring::generate
