#include "shapes/axis_expression.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "tensor/error.hpp"
#include "tensor/message.hpp"

namespace manyheads {
namespace {

constexpr Size kMaxAxis = Size{1} << 31;
constexpr std::size_t kMaxLength = 1000;
constexpr int kMaxDepth = 8;

/// Names that mean the same axis, the core's own first. Rows end in empty ones, which name nothing.
constexpr std::array<std::array<std::string_view, 8>, 7> kAliases = {{
    {"B", "b", "batch", "batch_size"},
    {"T", "t", "N", "n", "L", "seq_len", "seqLen", "num_queries"},
    {"S", "s", "kv_len", "num_keys", "num_kvpairs"},
    {"H", "h", "num_heads", "numHeads", "n_heads", "heads"},
    {"G", "g", "num_kv_heads", "numKvHeads", "n_kv_heads"},
    {"d_head", "d_k", "d_v", "D", "d", "dHead", "head_dim"},
    {"d_model", "dModel", "C", "embed_dim", "hidden_size", "num_hiddens"},
}};

const NamedSize* find(const NamedSizes& sizes, std::string_view name) {
  for (const NamedSize& each : sizes) {
    if (each.name == name) return &each;
  }
  return nullptr;
}

/// Null where the name and its aliases name no size.
const NamedSize* find_by_alias(const NamedSizes& sizes, std::string_view name) {
  if (const NamedSize* exact = find(sizes, name)) return exact;
  for (const auto& group : kAliases) {
    if (std::find(group.begin(), group.end(), name) == group.end()) continue;
    for (const std::string_view alias : group) {
      const NamedSize* found = alias.empty() ? nullptr : find(sizes, alias);
      if (found) return found;
    }
  }
  return nullptr;
}

enum class Kind { kNumber, kName, kOpen, kClose, kTimes, kDivide, kSeparator, kEnd };

struct Token {
  Kind kind;
  std::string_view text;
  std::size_t column;  // in characters, from 1
  Size value = 0;
};

[[noreturn]] void refuse(std::size_t column, Pieces reason) {
  throw FormatError({.column = column}, {"shape, column ", column, ": ", message(reason)});
}

// As in the C locale, whatever the program's is.
bool is_space(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }
bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool starts_name(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool continues_name(char c) { return starts_name(c) || is_digit(c); }

/// Cuts the text into tokens; spaces only separate, which the parser sees by the tokens' order.
class Lexer {
 public:
  Lexer(std::string_view text, const NamedSizes& sizes) : text_(text), sizes_(sizes) {}

  std::vector<Token> tokens() {
    while (at_ < text_.size()) {
      if (is_space(text_[at_])) {
        advance(1);
      } else if (is_digit(text_[at_])) {
        number();
      } else if (starts_name(text_[at_])) {
        name();
      } else {
        symbol();
      }
    }
    add(Kind::kEnd, "the end", column_);
    return std::move(tokens_);
  }

 private:
  void add(Kind kind, std::string_view text, std::size_t column, Size value = 0) {
    tokens_.push_back({kind, text, column, value});
  }
  void advance(std::size_t bytes) {
    at_ += bytes;
    ++column_;
  }
  std::string_view take_while(bool (*belongs)(char)) {
    const std::size_t first = at_;
    while (at_ < text_.size() && belongs(text_[at_])) advance(1);
    return text_.substr(first, at_ - first);
  }

  void number() {
    const std::size_t column = column_;
    const std::string_view digits = take_while(is_digit);
    Size value = 0;
    for (const char digit : digits) {
      value =
          std::min(saturating_product(value, 10), kMaxAxis * 2) + static_cast<Size>(digit - '0');
    }
    add(Kind::kNumber, digits, column, value);
    if (at_ < text_.size() && text_[at_] == 'x') separator_x();
  }

  void name() {
    const std::size_t column = column_;
    const std::string_view word = take_while(continues_name);
    if (const NamedSize* known = find_by_alias(sizes_, word)) {
      add(Kind::kName, word, column, known->size);
    } else if (word == "x") {
      add(Kind::kSeparator, word, column);
    } else if (const std::size_t x = word.find('x'); x != word.npos && x > 0) {
      rewind(word.size() - x);  // "BxT": what stands before the x, then the x, then the rest
      const std::string_view before = word.substr(0, x);
      const NamedSize* known_before = find_by_alias(sizes_, before);
      if (!known_before) unknown(word, column);
      add(Kind::kName, before, column, known_before->size);
      separator_x();
    } else {
      unknown(word, column);
    }
  }

  void rewind(std::size_t characters) {
    at_ -= characters;
    column_ -= characters;
  }
  void separator_x() {
    add(Kind::kSeparator, "x", column_);
    advance(1);
  }

  [[noreturn]] void unknown(std::string_view word, std::size_t column) {
    std::string known;
    for (const auto& [name, size] : sizes_) known += message({known.empty() ? "" : ", ", name});
    refuse(column, {"'", word, "' is not a size here", known.empty() ? "" : "; there are ", known});
  }

  void symbol() {
    static constexpr std::pair<std::string_view, Kind> kSymbols[] = {
        {"\u00d7", Kind::kSeparator}, {"\u00b7", Kind::kTimes}, {"*", Kind::kTimes},
        {"/", Kind::kDivide},         {",", Kind::kSeparator},  {"(", Kind::kOpen},
        {"[", Kind::kOpen},           {")", Kind::kClose},      {"]", Kind::kClose}};
    const std::size_t column = column_;
    for (const auto& [text, kind] : kSymbols) {
      if (!text_.substr(at_).starts_with(text)) continue;
      add(kind, text, column);
      advance(text.size());
      return;
    }
    if (text_[at_] == '-') refuse(column, {"sizes are at least 1"});
    std::size_t bytes = 1;  // the whole UTF-8 character
    while (at_ + bytes < text_.size() && (text_[at_ + bytes] & 0xC0) == 0x80) ++bytes;
    refuse(column, {"'", text_.substr(at_, bytes), "' does not belong in a shape"});
  }

  std::string_view text_;
  const NamedSizes& sizes_;
  std::size_t at_ = 0;
  std::size_t column_ = 1;
  std::vector<Token> tokens_;
};

class Parser {
 public:
  explicit Parser(std::vector<Token> tokens) : tokens_(std::move(tokens)) {}

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
      sizes.push_back(checked(item(0), column));
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
    refuse(tokens_[0].column, {"'", tokens_[0].text, "' is not closed"});
  }

  static void require_match(const Token& open, const Token& close) {
    if ((open.text == "(") == (close.text == ")")) return;
    refuse(close.column, {"'", close.text, "' does not close '", open.text, "'"});
  }

  static Size checked(Size size, std::size_t column) {
    if (size < 1) refuse(column, {"sizes are at least 1"});
    if (size > kMaxAxis) refuse(column, {"sizes are at most 2^31"});
    return size;
  }

  /// factor { (* | /) factor }
  Size item(int depth) {
    Size size = factor(depth);
    while (peek().kind == Kind::kTimes || peek().kind == Kind::kDivide) {
      const Token& sign = tokens_[at_++];
      const Size other = factor(depth);
      if (sign.kind == Kind::kTimes) {
        size = saturating_product(size, other);
      } else if (other == 0 || size % other != 0) {
        refuse(sign.column, {size, " / ", other, " is not a whole number"});
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
        refuse(token.column, {"'", token.text, "' closes nothing, or nothing stands before it"});
      default:
        refuse(token.column, {"a size is missing before ", token.text});
    }
  }

  Size product_in_parentheses(int depth) {
    const Token open = tokens_[at_++];
    if (open.text != "(") refuse(open.column, {"only the whole list stands in square brackets"});
    if (depth > kMaxDepth) refuse(open.column, {"too many parentheses inside each other"});
    Size product = item(depth);
    while (peek().kind != Kind::kClose) {
      if (peek().kind == Kind::kEnd) refuse(open.column, {"'(' is not closed"});
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

bool same_axis(std::string_view a, std::string_view b) {
  return std::any_of(kAliases.begin(), kAliases.end(), [&](const auto& group) {
    const auto holds = [&](std::string_view name) {
      return !name.empty() && std::find(group.begin(), group.end(), name) != group.end();
    };
    return holds(a) && holds(b);
  });
}

Size size_named(const NamedSizes& sizes, std::string_view name) { return find(sizes, name)->size; }

Shape parse_shape(std::string_view text, const NamedSizes& sizes) {
  if (text.size() > kMaxLength) refuse(kMaxLength + 1, {"this is too long for a shape"});
  return Parser(Lexer(text, sizes).tokens()).shape();
}

}  // namespace manyheads
