#include "lesson/shapes/axis_expression.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "lesson/shapes/text_cursor.hpp"
#include "tensor/message.hpp"

namespace manyheads {
namespace {

constexpr Size kMaxAxis = Size{1} << 31;
constexpr std::size_t kMaxLength = 1000;
constexpr int kMaxDepth = 8;

enum class Kind { kNumber, kName, kRest, kOpen, kClose, kTimes, kDivide, kPlus, kSeparator, kEnd };

struct Token {
  Kind kind;
  std::string_view text;
  std::size_t column;  // in characters, from 1
  Size value = 0;
};

/// Refuses the text; both stages of reading it are one.
class Reader {
 protected:
  explicit Reader(const ShapeReading& reading) : reading_(reading) {}

  [[noreturn]] void refuse(std::size_t column, Pieces reason) const {
    refuse_text(reading_.text_is, column, reason);
  }

  const ShapeReading& reading_;
};

/// Cuts the text into tokens; spaces only separate, which the parser sees by the tokens' order.
class Lexer : Reader {
 public:
  Lexer(std::string_view text, const NamedSizes& sizes, const ShapeReading& reading)
      : Reader(reading), sizes_(sizes), cursor_(text) {
    if (text.size() > kMaxLength) refuse(kMaxLength + 1, {"this is too long for a shape"});
  }

  std::vector<Token> tokens() {
    for (cursor_.skip_spaces(); !cursor_.done(); cursor_.skip_spaces()) {
      if (is_digit(cursor_.peek())) {
        number();
      } else if (starts_name(cursor_.peek())) {
        name();
      } else {
        symbol();
      }
    }
    add(Kind::kEnd, "the end", cursor_.column());
    return std::move(tokens_);
  }

 private:
  void add(Kind kind, std::string_view text, std::size_t column, Size value = 0) {
    tokens_.push_back({kind, text, column, value});
  }

  void number() {
    const std::size_t column = cursor_.column();
    const std::string_view digits = cursor_.take_while(is_digit);
    Size value = 0;
    for (const char digit : digits) {
      value =
          std::min(saturating_product(value, 10), kMaxAxis + 1) + static_cast<Size>(digit - '0');
    }
    if (value > kMaxAxis) refuse(column, {"sizes are at most 2^31"});
    add(Kind::kNumber, digits, column, value);
    if (cursor_.peek() == 'x') separator_x();
  }

  void name() {
    const std::size_t column = cursor_.column();
    const std::string_view word = cursor_.take_while(continues_name);
    if (const NamedSize* known = find_by_alias(sizes_, word)) {
      add(Kind::kName, word, column, known->size);
    } else if (word == "x") {
      add(Kind::kSeparator, word, column);
    } else if (const std::size_t x = word.find('x'); x != word.npos && x > 0) {
      // "BxT": what stands before the x, then the x, then the rest
      cursor_.rewind(word.size() - x);
      const std::string_view before = word.substr(0, x);
      const NamedSize* known_before = find_by_alias(sizes_, before);
      if (!known_before) unknown(word, column);
      add(Kind::kName, before, column, known_before->size);
      separator_x();
    } else {
      unknown(word, column);
    }
  }

  void separator_x() {
    add(Kind::kSeparator, "x", cursor_.column());
    cursor_.advance();
  }

  [[noreturn]] void unknown(std::string_view word, std::size_t column) const {
    refuse(column, {Quoted{word}, " is not a size here; ", hint_for(word, sizes_)});
  }

  void symbol() {
    static constexpr std::pair<std::string_view, Kind> kSymbols[] = {
        {"\u00d7", Kind::kSeparator}, {"\u00b7", Kind::kTimes}, {"\u22c5", Kind::kTimes},
        {"*", Kind::kTimes},          {"/", Kind::kDivide},     {"+", Kind::kPlus},
        {",", Kind::kSeparator},      {"(", Kind::kOpen},       {"[", Kind::kOpen},
        {")", Kind::kClose},          {"]", Kind::kClose}};
    const std::size_t column = cursor_.column();
    for (const auto& [text, kind] : kSymbols) {
      if (!cursor_.sees(text)) continue;
      add(kind, text, column);
      cursor_.advance(text.size());
      return;
    }
    if (cursor_.peek() == '-') return minus(column);
    if (cursor_.peek() == '.') {
      refuse(column, {"'.' does not belong in a shape; sizes are whole numbers"});
    }
    refuse(column, {Quoted{cursor_.character()},
                    " does not belong in a shape; part axes by commas, spaces or x"});
  }

  void minus(std::size_t column) {
    cursor_.advance();
    const std::string_view digits = cursor_.take_while(is_digit);
    if (!reading_.takes_what_is_left) {
      refuse(column, {"sizes are at least 1; -1 is for reshape to work out, here you do"});
    }
    if (digits != "1") refuse(column, {"sizes are at least 1; only -1 stands for what is left"});
    add(Kind::kRest, "-1", column);
  }

  const NamedSizes& sizes_;
  TextCursor cursor_;
  std::vector<Token> tokens_;
};

class Parser : Reader {
 public:
  Parser(std::vector<Token> tokens, const ShapeReading& reading)
      : Reader(reading), tokens_(std::move(tokens)) {}

  Shape shape() {
    if (peek().kind == Kind::kEnd) refuse(1, {"nothing is written here; [] would be a scalar"});
    const bool bracketed = outer_pair();
    if (bracketed) ++at_;
    const Kind closing = bracketed ? Kind::kClose : Kind::kEnd;
    Shape sizes;
    while (peek().kind != closing) {
      if (!sizes.empty() && peek().kind == Kind::kSeparator) {
        ++at_;
        // Python writes a tuple of one as (6,).
        if (bracketed && sizes.size() == 1 && tokens_[0].text == "(" && peek().kind == closing)
          break;
      }
      const std::size_t column = peek().column;
      if (sizes.size() == kMaxRank) refuse(column, {"a tensor has at most ", kMaxRank, " axes"});
      if (peek().kind == Kind::kRest) {
        ++at_;
        sizes.push_back(kWhatIsLeft);
      } else {
        sizes.push_back(checked(item(0), column));
      }
    }
    return sizes;
  }

 private:
  const Token& peek() const { return tokens_[at_]; }

  /// Whether the first bracket closes at the very end: then it holds the list.
  bool outer_pair() const {
    if (tokens_[0].kind != Kind::kOpen) return false;
    int depth = 0;
    for (std::size_t i = 0; i < tokens_.size(); ++i) {
      if (tokens_[i].kind == Kind::kOpen) ++depth;
      if (tokens_[i].kind != Kind::kClose || --depth > 0) continue;
      require_match(tokens_[0], tokens_[i]);
      return tokens_[i + 1].kind == Kind::kEnd;
    }
    not_closed(tokens_[0]);
  }

  static const char* closing_of(const Token& open) { return open.text == "(" ? ")" : "]"; }

  [[noreturn]] void not_closed(const Token& open) const {
    refuse(open.column, {"'", open.text, "' is not closed; '", closing_of(open), "' closes it"});
  }

  void require_match(const Token& open, const Token& close) const {
    if (close.text == closing_of(open)) return;
    refuse(close.column,
           {"'", close.text, "' does not close '", open.text, "'; '", closing_of(open), "' does"});
  }

  Size checked(Size size, std::size_t column) const {
    if (size < 1) refuse(column, {"sizes are at least 1; leave an axis out that is not there"});
    if (size > kMaxAxis) refuse(column, {"sizes are at most 2^31"});
    return size;
  }

  /// term { + term }
  Size item(int depth) {
    Size size = term(depth);
    while (peek().kind == Kind::kPlus) {
      ++at_;
      const Size other = term(depth);
      size = other > ~size ? ~Size{0} : size + other;
    }
    return size;
  }

  /// factor { (* | /) factor }
  Size term(int depth) {
    Size size = factor(depth);
    while (peek().kind == Kind::kTimes || peek().kind == Kind::kDivide) {
      const Token& sign = tokens_[at_++];
      if (sign.kind == Kind::kDivide && peek().kind == Kind::kDivide) ++at_;  // Python's //
      const Size other = factor(depth);
      if (sign.kind == Kind::kTimes) {
        size = saturating_product(size, other);
        if (size == ~Size{0}) refuse(sign.column, {"sizes are at most 2^31"});
      } else if (other == 0 || size % other != 0) {
        refuse(sign.column, {size, " / ", other, " is not a whole number, as an axis needs"});
      } else {
        size /= other;
      }
    }
    return size;
  }

  /// A number, a name, or factors side by side in parentheses: their product.
  Size factor(int depth) {
    const Token token = peek();
    switch (token.kind) {
      case Kind::kNumber:
      case Kind::kName:
        ++at_;
        return token.value;
      case Kind::kOpen:
        return product_in_parentheses(depth + 1);
      case Kind::kClose:
        refuse(token.column,
               {"'", token.text, "' closes nothing, or nothing stands before it; leave it out"});
      default:
        refuse(token.column,
               {"a size is missing before ", token.text, "; write a number or a name"});
    }
  }

  Size product_in_parentheses(int depth) {
    const Token open = tokens_[at_++];
    if (open.text != "(")
      refuse(open.column,
             {"only the whole list stands in square brackets; a product stands in ( )"});
    if (depth > kMaxDepth) refuse(open.column, {"too many parentheses inside each other"});
    Size product = item(depth);
    while (peek().kind != Kind::kClose) {
      if (peek().kind == Kind::kEnd) not_closed(open);
      if (peek().kind == Kind::kSeparator) ++at_;
      product = saturating_product(product, item(depth));
    }
    require_match(open, peek());
    ++at_;
    return product;
  }

  std::vector<Token> tokens_;
  std::size_t at_ = 0;
};

}  // namespace

Shape parse_shape(std::string_view text, const NamedSizes& sizes, const ShapeReading& reading) {
  return Parser(Lexer(text, sizes, reading).tokens(), reading).shape();
}

}  // namespace manyheads
