#include "lesson/shapes/axis_expression.hpp"

#include <optional>

#include "lesson/text/expression_parser.hpp"
#include "tensor/message.hpp"

namespace manyheads {
namespace {

constexpr Size kMaxAxis = Size{1} << 31;

bool is_opening(char c) { return c == '(' || c == '['; }
bool is_closing(char c) { return c == ')' || c == ']'; }

class ShapeParser : ExpressionParser<ShapeParser, Size> {
 public:
  ShapeParser(std::string_view text, const NamedSizes& sizes, const ShapeSyntax& syntax)
      : ExpressionParser(text, syntax.prefix), sizes_(sizes), syntax_(syntax) {}

  Shape shape() {
    scanner_.skip_spaces();
    if (scanner_.done()) refuse(1, {"nothing is written here; [] would be a scalar"});
    const bool is_tuple = scanner_.peek() == '(';
    const bool is_bracketed = is_list();
    if (is_bracketed) take_character();
    Shape shape;
    while (is_bracketed ? !is_closing(scanner_.peek()) : !scanner_.done()) {
      const bool is_comma = scanner_.peek() == ',';
      const std::size_t column = scanner_.column();
      const bool is_separated = !shape.empty() && take_separator();
      // Python writes a tuple of one as (6,).
      const bool may_end = is_bracketed && is_tuple && is_separated && shape.size() == 1;
      if (may_end && is_closing(scanner_.peek())) break;
      if (!shape.empty() && !is_separated) refuse_difference();
      shape.push_back(size_of_axis(shape.size()));
      if (shape.size() > 1) require_one_kind(is_comma, column);
    }
    return shape;
  }

 private:
  friend class ExpressionParser<ShapeParser, Size>;

  static constexpr std::string_view kName = "shape";
  static constexpr OperatorSymbol kSums[] = {{"+", Operation::kAdd}};
  static constexpr OperatorSymbol kProducts[] = {{"*", Operation::kMultiply},
                                                 {"\u00b7", Operation::kMultiply},
                                                 {"\u22c5", Operation::kMultiply},
                                                 {"//", Operation::kDivide},
                                                 {"/", Operation::kDivide}};
  static constexpr int kMaxDepth = 8;
  static constexpr std::string_view kTooDeep = "too many parentheses inside each other";

  /// A bracket in the text.
  struct Bracket {
    std::string_view text;
    std::size_t column;
  };
  static Bracket next_bracket(const TextScanner& scanner) {
    return {scanner.character(), scanner.column()};
  }

  void take_character() {
    scanner_.advance();
    scanner_.skip_spaces();
  }

  /// Whether the first bracket is closed at the end of the text. Then it contains the whole list.
  bool is_list() const {
    if (!is_opening(scanner_.peek())) return false;
    const Bracket open = next_bracket(scanner_);
    TextScanner ahead = scanner_;
    for (int depth = 0; !ahead.done(); ahead.advance()) {
      if (is_opening(ahead.peek())) ++depth;
      if (!is_closing(ahead.peek()) || --depth > 0) continue;
      require_match(open, next_bracket(ahead));
      ahead.advance();
      ahead.skip_spaces();
      return ahead.done();
    }
    refuse_unclosed(open);
  }

  static const char* closing_text(const Bracket& open) { return open.text == "(" ? ")" : "]"; }

  [[noreturn]] void refuse_unclosed(const Bracket& open) const {
    refuse(open.column, {"'", open.text, "' is not closed; '", closing_text(open), "' closes it"});
  }

  void require_match(const Bracket& open, const Bracket& close) const {
    if (close.text == closing_text(open)) return;
    refuse(close.column, {"'", close.text, "' does not close '", open.text, "'; '",
                          closing_text(open), "' does"});
  }

  Size size_of_axis(std::size_t axis) {
    const std::size_t column = scanner_.column();
    if (axis == kMaxRank) refuse(column, {"a tensor has at most ", kMaxRank, " axes"});
    if (scanner_.peek() == '-') return remaining_size();
    const Size size = sum();
    if (size < 1) refuse(column, {"sizes are at least 1; leave out an axis that does not exist"});
    if (size > kMaxAxis) refuse_large(column);
    return size;
  }

  /// "T-1" is neither a size nor the two sizes T and -1.
  void refuse_difference() const {
    if (scanner_.peek() != '-' || is_space(scanner_.previous())) return;
    refuse(scanner_.column(), {"'-' cannot be computed here; write the size as a number"});
  }

  [[noreturn]] void refuse_large(std::size_t column) const {
    refuse(column, {"sizes are at most 2^31"});
  }

  /// Reads -1, as in reshape.
  Size remaining_size() {
    const std::size_t column = scanner_.column();
    scanner_.advance();
    const std::string_view digits = scanner_.take_while(is_digit);
    if (!syntax_.allows_remaining) {
      refuse(column, {"sizes are at least 1; only reshape allows -1; write the size"});
    }
    if (digits != "1") refuse(column, {"sizes are at least 1; only -1 means what is left"});
    if (has_remaining_) refuse(column, {"only one size may be -1; write the others"});
    has_remaining_ = true;
    scanner_.skip_spaces();
    return kRemaining;
  }

  /// "B×H, T" could be two axes or three.
  void require_one_kind(bool is_comma, std::size_t column) {
    if (has_commas_.value_or(is_comma) != is_comma) {
      refuse(column, {"axes are separated by commas or by x and spaces, not by both; write * for "
                      "a product"});
    }
    has_commas_ = is_comma;
  }

  bool take_separator() {
    return take(",") || take("\u00d7") || (sees_separating_x() && take("x"));
  }

  /// As in "2x4", "BxT" and "B x T", unless a size has the name x.
  bool sees_separating_x() const {
    if (scanner_.peek() != 'x') return false;
    if (continues_name(scanner_.previous())) return true;
    TextScanner ahead = scanner_;
    return ahead.take_while(continues_name) == "x" && !find_by_alias(sizes_, "x");
  }

  Size apply(Operation operation, Size left, Size right, std::size_t column) const {
    switch (operation) {
      case Operation::kAdd:
        if (right > ~left) refuse_large(column);
        return left + right;
      case Operation::kMultiply: {
        const Size product = saturating_product(left, right);
        if (product == ~Size{0}) refuse_large(column);
        return product;
      }
      default:
        if (right != 0 && left % right == 0) return left / right;
        refuse(column, {left, " / ", right, " is not a whole number, as an axis needs"});
    }
  }

  Size factor() { return atom(); }

  Size number() {
    const std::size_t column = scanner_.column();
    Size value = 0;
    for (const char digit : scanner_.take_while(is_digit)) {
      value = saturating_product(value, 10) + static_cast<Size>(digit - '0');
      if (value > kMaxAxis) refuse_large(column);
    }
    if (scanner_.peek() == '.') {
      refuse(scanner_.column(), {"'.' does not belong in a shape; sizes are whole numbers"});
    }
    scanner_.skip_spaces();
    return value;
  }

  Size name() {
    const std::size_t column = scanner_.column();
    const std::string_view word = scanner_.take_while(continues_name);
    if (scanner_.sees(".shape") || scanner_.sees(".size")) {
      refuse(column, {"a size is not read from a tensor here; write its name or a number"});
    }
    if (const NamedSize* known = find_by_alias(sizes_, word)) {
      scanner_.skip_spaces();
      return known->size;
    }
    const std::size_t x = word.find('x');
    if (x == 0 && word.size() == 1) refuse_missing_before("x", column);
    if (x == 0 || x == std::string_view::npos) refuse_unknown(word, column);
    // "BxT" is B, a separator and T.
    const NamedSize* first = find_by_alias(sizes_, word.substr(0, x));
    if (!first) refuse_unknown(word, column);
    scanner_.rewind(word.size() - x);
    return first->size;
  }

  [[noreturn]] void refuse_unknown(std::string_view word, std::size_t column) const {
    refuse(column, {Quoted{word}, " is not a size here; ", hint_for(word, sizes_)});
  }

  /// The product of the sizes in parentheses.
  Size parenthesized() {
    const Bracket open = next_bracket(scanner_);
    return nested(open.column, [this, &open] {
      take_character();
      Size product = sum();
      while (!is_closing(scanner_.peek())) {
        if (scanner_.done()) refuse_unclosed(open);
        const std::size_t column = scanner_.column();
        take_separator();
        product = apply(Operation::kMultiply, product, sum(), column);
      }
      require_match(open, next_bracket(scanner_));
      take_character();
      return product;
    });
  }

  [[noreturn]] void refuse_missing_value() {
    const std::size_t column = scanner_.column();
    if (scanner_.done()) refuse_missing_before("the end", column);
    const std::string_view next = scanner_.character();
    if (next == "[") {
      refuse(column, {"only the whole list has square brackets; write products in ( )"});
    }
    if (is_closing(next[0])) {
      refuse(column, {"'", next, "' closes nothing, or a size is missing before it; leave it out"});
    }
    if (next == "-") {
      remaining_size();  // throws, unless it is -1, which is in the wrong place here
      refuse_missing_before("-1", column);
    }
    for (const std::string_view known : {",", "\u00d7", "+", "*", "\u00b7", "\u22c5", "/"}) {
      if (next == known) refuse_missing_before(next, column);
    }
    refuse(column,
           {Quoted{next}, " does not belong in a shape; separate axes by commas, spaces or x"});
  }

  [[noreturn]] void refuse_missing_before(std::string_view next, std::size_t column) const {
    refuse(column, {"a size is missing before ", next, "; write a number or a name"});
  }

  const NamedSizes& sizes_;
  const ShapeSyntax& syntax_;
  bool has_remaining_ = false;
  std::optional<bool> has_commas_;  ///< between axes; none before the second one
};

}  // namespace

Shape parse_shape(std::string_view text, const NamedSizes& sizes, const ShapeSyntax& syntax) {
  return ShapeParser(text, sizes, syntax).shape();
}

}  // namespace manyheads
