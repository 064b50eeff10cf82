#pragma once
/// The grammar that formulas and sizes of axes share: sums of products of factors.

#include <cstddef>
#include <string_view>

#include "lesson/text/text_scanner.hpp"

namespace manyheads {

enum class Operation { kAdd, kSubtract, kMultiply, kDivide, kFloorDivide };

struct OperatorSymbol {
  std::string_view text;
  Operation operation;
};

/// Parses and evaluates in one pass. A language derives from it and has
/// - kName: the kind of text, for messages ("formula")
/// - kSums, kProducts: its symbols; "//" must come before "/"
/// - kMaxDepth, kTooDeep: the limit of nested(), and the message beyond it
/// - apply(operation, left, right, column) and factor()
/// - for atom(): number(), name(), parenthesized(), refuse_missing_value()
template <typename Language, typename Value>
class ExpressionParser {
 protected:
  /// @param prefix  begins the messages, see refuse_text
  ExpressionParser(std::string_view text, std::string_view prefix)
      : scanner_(text), prefix_(prefix) {
    if (text.size() <= TextScanner::kMaxLength) return;
    refuse(TextScanner::kMaxLength + 1, {"this is too long for a ", Language::kName});
  }

  /// product { (+ | -) product }
  Value sum() {
    return evaluate(Language::kSums, [this] { return product(); });
  }

  /// factor { (* | /) factor }
  Value product() {
    return evaluate(Language::kProducts, [this] { return language().factor(); });
  }

  Value atom() {
    const char next = scanner_.peek();
    if (is_digit(next) || next == '.') return language().number();
    if (starts_name(next)) return language().name();
    if (next == '(') return language().parenthesized();
    language().refuse_missing_value();
  }

  /// Calls `parse` and limits how deep such calls are nested.
  template <typename Parse>
  Value nested(std::size_t column, Parse parse) {
    if (++depth_ > Language::kMaxDepth) refuse(column, {Language::kTooDeep});
    const Value value = parse();
    --depth_;
    return value;
  }

  /// Moves past this symbol and the spaces after it, if it is next.
  bool take(std::string_view symbol) {
    if (!scanner_.take(symbol)) return false;
    scanner_.skip_spaces();
    return true;
  }

  [[noreturn]] void refuse(std::size_t column, Pieces reason) const {
    refuse_text(prefix_, column, reason);
  }

  TextScanner scanner_;

 private:
  Language& language() { return static_cast<Language&>(*this); }

  /// Evaluates operands with these symbols between them, from left to right.
  template <std::size_t Count, typename Operand>
  Value evaluate(const OperatorSymbol (&symbols)[Count], Operand operand) {
    Value result = operand();
    while (true) {
      const std::size_t column = scanner_.column();
      const OperatorSymbol* symbol = take_one(symbols, Count);
      if (!symbol) return result;
      result = language().apply(symbol->operation, result, operand(), column);
    }
  }

  const OperatorSymbol* take_one(const OperatorSymbol* symbols, std::size_t count) {
    for (const OperatorSymbol* symbol = symbols; symbol != symbols + count; ++symbol) {
      if (take(symbol->text)) return symbol;
    }
    return nullptr;
  }

  std::string_view prefix_;
  int depth_ = 0;
};

}  // namespace manyheads
