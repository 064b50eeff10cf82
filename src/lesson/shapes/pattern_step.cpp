#include "lesson/shapes/pattern_step.hpp"

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "lesson/shapes/axis_expression.hpp"
#include "lesson/shapes/axis_pattern.hpp"
#include "lesson/text/text_scanner.hpp"
#include "tensor/error.hpp"
#include "tensor/message.hpp"
#include "tensor/rearrange.hpp"

namespace manyheads {
namespace {

struct Replacement {
  std::string_view word;
  std::string_view step;
};
/// Steps that are not known here, and what does the same.
constexpr Replacement kReplacements[] = {
    {"T", "swapaxes( ), or transpose( ) with all axes"},
    {"mT", "swapaxes(-2, -1)"},
    {"moveaxis", "transpose( ) with all axes"},
    {"movedim", "transpose( ) with all axes"},
    {"flatten", "reshape( ) with the axes that are left"},
    {"ravel", "reshape(-1)"},
    {"squeeze", "reshape( ) without the axis"},
    {"unsqueeze", "reshape( ) with an axis 1"},
    {"expand_dims", "reshape( ) with an axis 1"},
};

/// A step that is a call: "reshape(B, T, -1)" or "q.reshape(B, T, -1)".
class Call {
 public:
  Call(Tensor& x, std::string_view step, const NamedSizes& sizes, std::string_view prefix)
      : x_(x), sizes_(sizes), prefix_(prefix), scanner_(step) {}

  void run() {
    scanner_.skip_spaces();
    std::size_t column = scanner_.column();
    std::string_view word = scanner_.take_while(continues_name);
    if (scanner_.take(".")) {  // it was the q of "q.reshape"
      column = scanner_.column();
      word = scanner_.take_while(continues_name);
    }
    scanner_.skip_spaces();
    if (word == "reshape" || word == "view") return run_reshape();
    if (word == "transpose" || word == "permute") return run_transpose();
    if (word == "swapaxes") return run_swapaxes();
    for (const Replacement& each : kReplacements) {
      if (word == each.word) refuse(column, {"this is no step; for ", word, " write ", each.step});
    }
    refuse(column, {"this is no step; write a pattern with ->, reshape( ), transpose( ) or "
                    "swapaxes( )"});
  }

 private:
  [[noreturn]] void refuse(std::size_t column, Pieces reason) const {
    refuse_text(prefix_, column, reason);
  }

  /// The text between the parentheses, with spaces before it so that its columns stay the same.
  std::string arguments() {
    if (scanner_.peek() != '(') {
      refuse(scanner_.column(), {"'(' is missing; write the axes in ( )"});
    }
    std::string_view text = scanner_.rest();
    while (is_space(text.back())) text.remove_suffix(1);
    if (text.back() != ')') refuse(scanner_.column(), {"'(' is not closed; ')' closes it"});
    return std::string(scanner_.column(), ' ').append(text.substr(1, text.size() - 2));
  }

  void run_reshape() {
    const Shape shape =
        parse_shape(arguments(), sizes_, {.prefix = prefix_, .allows_remaining = true});
    const Size count = x_.size();
    Size known = 1;
    bool is_inferred = false;
    for (const Size size : shape) {
      if (size == kRemaining) {
        is_inferred = true;
      } else {
        known = saturating_product(known, size);
      }
    }
    std::vector<std::int64_t> wanted(shape.begin(), shape.end());  // -1 for the inferred size
    if (is_inferred ? count % known != 0 : known != count) {
      throw ShapeError(
          {prefix_, std::nullopt, count, known},
          {prefix_, ": ", shape_of(x_), " holds ", count, " elements, and these sizes make ", known,
           is_inferred ? ", which does not divide them" : ""});
    }
    x_ = reshape(x_, wanted);
  }

  using Axes = std::vector<std::int64_t>;

  /// Axes of x, counted from the front.
  Axes read_axes() {
    std::string text = arguments();
    const std::size_t first = text.find_first_not_of(' '), last = text.find_last_not_of(' ');
    if (first != std::string::npos) {
      const std::string ends = {text[first], text[last]};
      if (ends == "()" || ends == "[]") text[first] = text[last] = ' ';  // a tuple or a list
    }
    TextScanner scanner(text);
    const auto rank = static_cast<std::int64_t>(x_.dimension());
    Axes axes;
    while (true) {
      scanner.take_while([](char c) { return is_space(c) || c == ','; });
      if (scanner.done()) return axes;
      const std::size_t column = scanner.column();
      const bool is_negative = scanner.take("-");
      const std::string_view digits = scanner.take_while(is_digit);
      if (digits.empty()) refuse(column, {"axes are whole numbers, counted from 0"});
      std::int64_t axis = 0;
      for (const char digit : digits) axis = std::min<std::int64_t>(axis * 10 + digit - '0', 99);
      if (is_negative) axis = rank - axis;
      if (axis < 0 || axis >= rank) {
        refuse(column, {"there is no such axis; ", shape_of(x_), " has ", rank, " axes"});
      }
      if (std::find(axes.begin(), axes.end(), axis) != axes.end()) {
        refuse(column, {"axis ", axis, " is there twice"});
      }
      axes.push_back(axis);
    }
  }

  void run_transpose() {
    const std::size_t column = scanner_.column();
    const Axes order = read_axes();
    const std::size_t rank = x_.dimension();
    if (order.size() != rank) {
      refuse(column, {"transpose takes all ", rank, " axes; swapaxes(a, b) swaps two"});
    }
    x_ = manyheads::transpose(x_, order);
  }

  void run_swapaxes() {
    const std::size_t column = scanner_.column();
    const Axes pair = read_axes();
    if (pair.size() != 2) refuse(column, {"swapaxes takes two axes"});
    Axes order(x_.dimension());
    std::iota(order.begin(), order.end(), 0);
    std::swap(order[static_cast<std::size_t>(pair[0])], order[static_cast<std::size_t>(pair[1])]);
    x_ = manyheads::transpose(x_, order);
  }

  Tensor& x_;
  const NamedSizes& sizes_;
  std::string_view prefix_;
  TextScanner scanner_;
};

}  // namespace

void run_step(Tensor& x, std::string_view step, const NamedSizes& sizes, std::string_view prefix) {
  if (step.size() > TextScanner::kMaxLength) {
    refuse_text(prefix, TextScanner::kMaxLength + 1, {"this is too long for a step"});
  }
  TextScanner scanner(step);
  scanner.skip_spaces();
  if (scanner.done()) return;
  if (step.find(kArrow) != std::string_view::npos) {
    AxisPattern pattern = parse_pattern(step, prefix);
    x = apply_pattern(x, pattern, sizes, prefix);
  } else {
    Call(x, step, sizes, prefix).run();
  }
}

}  // namespace manyheads
