#include "lesson/shapes/pattern_step.hpp"

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "lesson/shapes/axis_expression.hpp"
#include "lesson/shapes/axis_pattern.hpp"
#include "lesson/shapes/text_cursor.hpp"
#include "tensor/error.hpp"
#include "tensor/message.hpp"
#include "tensor/rearrange.hpp"

namespace manyheads {
namespace {

constexpr std::size_t kMaxLength = 1000;

/// What is written is a call: "reshape(B, T, -1)", or "q.reshape(B, T, -1)".
class Call {
 public:
  Call(Tensor& x, std::string_view step, const NamedSizes& sizes, std::string_view text_is)
      : x_(x), sizes_(sizes), text_is_(text_is), cursor_(step) {}

  void run() {
    cursor_.skip_spaces();
    std::size_t column = cursor_.column();
    std::string_view word = cursor_.take_while(continues_name);
    if (cursor_.peek() == '.') {  // "q." stands before it
      cursor_.advance();
      column = cursor_.column();
      word = cursor_.take_while(continues_name);
    }
    cursor_.skip_spaces();
    if (word == "reshape" || word == "view") return reshaped();
    if (word == "transpose" || word == "permute") return transposed();
    if (word == "swapaxes") return swapped();
    refuse(column, {"this is no step; write a pattern with ->, reshape( ), transpose( ) or "
                    "swapaxes( )"});
  }

 private:
  [[noreturn]] void refuse(std::size_t column, Pieces reason) const {
    refuse_text(text_is_, column, reason);
  }

  /// What stands between the parentheses, after as many spaces as there are columns before it.
  std::string arguments() {
    if (cursor_.peek() != '(') {
      refuse(cursor_.column(), {"'(' is missing; the axes stand in ( )"});
    }
    std::string_view text = cursor_.rest();
    while (is_space(text.back())) text.remove_suffix(1);
    if (text.back() != ')') refuse(cursor_.column(), {"'(' is not closed; ')' closes it"});
    return std::string(cursor_.column(), ' ').append(text.substr(1, text.size() - 2));
  }

  void reshaped() {
    const Shape shape =
        parse_shape(arguments(), sizes_, {.text_is = text_is_, .takes_what_is_left = true});
    const Size count = x_.size();
    Size known = 1;
    std::size_t open = 0;
    for (const Size size : shape) {
      if (size == kWhatIsLeft) {
        ++open;
      } else {
        known = saturating_product(known, size);
      }
    }
    if (open > 1) refuse(1, {"only one size may be -1; name the others"});
    std::vector<std::int64_t> wanted(shape.begin(), shape.end());  // -1 where it is open
    if (open ? count % known != 0 : known != count) {
      throw ShapeError(
          {text_is_, std::nullopt, count, known},
          {text_is_, ": ", shape_of(x_), " holds ", count, " elements, and the sizes given make ",
           known, open ? ", which does not divide them" : ""});
    }
    x_ = reshape(x_, wanted);
  }

  using Axes = std::vector<std::int64_t>;

  /// Axes of x, counted from the front.
  Axes axes() {
    std::string text = arguments();
    const std::size_t first = text.find_first_not_of(' '), last = text.find_last_not_of(' ');
    if (first != text.npos && text[first] == '(' && text[last] == ')') {  // a tuple of them
      text[first] = text[last] = ' ';
    }
    TextCursor cursor(text);
    const auto rank = static_cast<std::int64_t>(x_.dimension());
    Axes given;
    while (true) {
      cursor.take_while([](char c) { return is_space(c) || c == ','; });
      if (cursor.done()) return given;
      const std::size_t column = cursor.column();
      const bool is_negative = cursor.peek() == '-';
      if (is_negative) cursor.advance();
      const std::string_view digits = cursor.take_while(is_digit);
      if (digits.empty()) refuse(column, {"axes are whole numbers, counted from 0"});
      std::int64_t axis = 0;
      for (const char digit : digits) axis = std::min<std::int64_t>(axis * 10 + digit - '0', 99);
      if (is_negative) axis = rank - axis;
      if (axis < 0 || axis >= rank) {
        refuse(column, {"there is no such axis; ", shape_of(x_), " has ", rank, " axes"});
      }
      if (std::find(given.begin(), given.end(), axis) != given.end()) {
        refuse(column, {"axis ", axis, " is named twice"});
      }
      given.push_back(axis);
    }
  }

  void transposed() {
    const std::size_t column = cursor_.column();
    const Axes order = axes();
    const std::size_t rank = x_.dimension();
    if (order.size() != rank) {
      refuse(column, {"transpose takes all ", rank, " axes; swapaxes(a, b) swaps two"});
    }
    x_ = transpose(x_, order);
  }

  void swapped() {
    const std::size_t column = cursor_.column();
    const Axes given = axes();
    if (given.size() != 2) refuse(column, {"swapaxes takes two axes"});
    Axes order(x_.dimension());
    std::iota(order.begin(), order.end(), 0);
    std::swap(order[static_cast<std::size_t>(given[0])], order[static_cast<std::size_t>(given[1])]);
    x_ = transpose(x_, order);
  }

  Tensor& x_;
  const NamedSizes& sizes_;
  std::string_view text_is_;
  TextCursor cursor_;
};

}  // namespace

void take_step(Tensor& x, std::string_view step, const NamedSizes& sizes,
               std::string_view text_is) {
  if (step.size() > kMaxLength) {
    refuse_text(text_is, kMaxLength + 1, {"this is too long for a step"});
  }
  TextCursor cursor(step);
  cursor.skip_spaces();
  if (cursor.done()) return;
  if (step.find(kArrow) != step.npos) {
    AxisPattern pattern = parse_pattern(step, text_is);
    x = rearranged(x, pattern, sizes, text_is);
  } else {
    Call(x, step, sizes, text_is).run();
  }
}

}  // namespace manyheads
