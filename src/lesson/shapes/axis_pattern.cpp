#include "lesson/shapes/axis_pattern.hpp"

#include <algorithm>
#include <string>

#include "lesson/shapes/text_cursor.hpp"
#include "tensor/elementwise.hpp"
#include "tensor/error.hpp"
#include "tensor/message.hpp"
#include "tensor/rearrange.hpp"

namespace manyheads {
namespace {

constexpr std::size_t kMaxLength = 1000;

const PatternName* find(const PatternSide& side, std::string_view name) {
  for (const PatternName& each : side.names) {
    if (each.name == name) return &each;
  }
  return nullptr;
}

/// Reads one side, up to the arrow or the end.
class SideReader {
 public:
  SideReader(TextCursor& cursor, std::string_view text_is) : cursor_(cursor), text_is_(text_is) {}

  PatternSide side() {
    for (skip(); !cursor_.done() && !cursor_.sees(kArrow); skip()) {
      const std::size_t column = cursor_.column();
      item(column);
      if (std::max(side_.names.size(), side_.groups) > kMaxRank) {
        refuse_text(text_is_, column, {"a side has at most ", kMaxRank, " names and axes"});
      }
    }
    if (open_) refuse_text(text_is_, open_, {"'(' is not closed; ')' closes it"});
    return side_;
  }

 private:
  void skip() {
    cursor_.take_while([](char c) { return is_space(c) || c == ','; });
  }

  void item(std::size_t column) {
    if (cursor_.peek() == '(') {
      if (open_)
        refuse_text(text_is_, column, {"'(' inside '('; names side by side need one pair"});
      open_ = column;
      cursor_.advance();
    } else if (cursor_.peek() == ')') {
      if (!open_) refuse_text(text_is_, column, {"')' closes nothing; leave it out"});
      open_ = 0;
      ++side_.groups;
      cursor_.advance();
    } else if (is_digit(cursor_.peek())) {
      const std::string_view digits = cursor_.take_while(is_digit);
      Size size = 0;
      for (const char digit : digits) {
        size = std::min(size * 10 + static_cast<Size>(digit - '0'), kMaxTagged + 1);
      }
      if (size == 0) refuse_text(text_is_, column, {"sizes are at least 1"});
      add({}, column, size);
    } else if (starts_name(cursor_.peek())) {
      const std::string_view name = cursor_.take_while(continues_name);
      if (find(side_, name)) {
        refuse_text(text_is_, column,
                    {"'", name, "' stands twice on one side; name each axis once"});
      }
      add(name, column, 0);
    } else {
      refuse_text(text_is_, column,
                  {Quoted{cursor_.character()},
                   " does not belong in a pattern; write names, 1, ( ) and one ->"});
    }
  }

  void add(std::string_view name, std::size_t column, Size size) {
    if (size != 1) side_.names.push_back({name, column, side_.groups, size});
    if (!open_) ++side_.groups;
  }

  TextCursor& cursor_;
  std::string_view text_is_;
  std::size_t open_ = 0;  // the column of the parenthesis that it is in
  PatternSide side_;
};

[[noreturn]] void no_size(const PatternName& name, const NamedSizes& sizes,
                          std::string_view text_is) {
  refuse_text(text_is, name.column,
              {"'", name.name, "' has no size here; ", hint_for(name.name, sizes)});
}

/// "h = 2, d = 4"; a name alone where its size is not known.
std::string sizes_in(const PatternSide& side, std::size_t group) {
  std::string text;
  for (const PatternName& each : side.names) {
    if (each.group != group) continue;
    text += message({text.empty() ? "" : ", ", each.name});
    if (each.size > 0) text += message({" = ", each.size});
  }
  return text.empty() ? std::string("1") : text;
}

/// Works out the sizes of the names that lie in one axis of this size.
void fit_group(PatternSide& side, std::size_t group, Size size, const NamedSizes& sizes,
               std::string_view text_is) {
  Size known = 1;
  PatternName* open = nullptr;
  // A name of `sizes` has its size; of the others one may be what is left.
  for (const bool exactly : {true, false}) {
    for (PatternName& each : side.names) {
      const NamedSize* found = find_exactly(sizes, each.name);
      if (each.group != group || exactly != (found != nullptr)) continue;
      if (!exactly && !open) {
        open = &each;
        continue;
      }
      if (!exactly) found = find_by_alias(sizes, each.name);
      if (!found) no_size(each, sizes, text_is);
      each.size = found->size;
      known = saturating_product(known, each.size);
    }
  }
  if (open && size % known == 0) {
    open->size = size / known;
    known = size;
  }
  if (known == size) return;
  throw ShapeError({text_is, group, known, size},
                   {text_is, ": axis ", group, " has ", size, " elements, but the pattern says ",
                    sizes_in(side, group)});
}

void fit(AxisPattern& pattern, const Shape& shape, const NamedSizes& sizes,
         std::string_view text_is) {
  PatternSide& left = pattern.left;
  if (left.groups != shape.size()) {
    throw ShapeError({text_is, std::nullopt, left.groups, shape.size()},
                     {text_is, ": the pattern begins with ", left.groups, " axes, but there are ",
                      shape.size(), ", ", shape});
  }
  for (std::size_t axis = 0; axis < shape.size(); ++axis) {
    fit_group(left, axis, shape[axis], sizes, text_is);
  }
  for (PatternName& each : pattern.right.names) {
    if (each.size > 0) continue;
    if (const PatternName* known = find(left, each.name)) {
      each.size = known->size;
    } else if (const NamedSize* fresh = find_by_alias(sizes, each.name)) {
      each.size = fresh->size;
    } else {
      no_size(each, sizes, text_is);
    }
  }
}

using SignedSizes = std::vector<std::int64_t>;

/// The size of each name, or 1 for those that are new to the left side.
SignedSizes sizes_of(const PatternSide& side, const PatternSide* left = nullptr) {
  SignedSizes sizes;
  for (const PatternName& each : side.names) {
    const bool is_new = left && (each.name.empty() || !find(*left, each.name));
    sizes.push_back(is_new ? 1 : static_cast<std::int64_t>(each.size));
  }
  return sizes;
}

Shape grouped(const PatternSide& side) {
  Shape shape;
  for (std::size_t group = 0; group < side.groups; ++group) {
    Size size = 1;
    for (const PatternName& each : side.names) {
      if (each.group == group) size = saturating_product(size, each.size);
    }
    shape.push_back(size);
  }
  return shape;
}

}  // namespace

AxisPattern parse_pattern(std::string_view text, std::string_view text_is) {
  if (text.size() > kMaxLength)
    refuse_text(text_is, kMaxLength + 1, {"this is too long for a pattern"});
  TextCursor cursor(text);
  AxisPattern pattern;
  pattern.left = SideReader(cursor, text_is).side();
  if (cursor.done()) {
    refuse_text(text_is, cursor.column(), {"'->' is missing; a pattern says what becomes what"});
  }
  cursor.advance();
  cursor.advance();
  cursor.skip_spaces();
  pattern.right = SideReader(cursor, text_is).side();
  if (!cursor.done()) {
    refuse_text(text_is, cursor.column(), {"a second '->'; write two steps"});
  }
  for (const PatternName& each : pattern.left.names) {
    if (each.name.empty()) {
      refuse_text(text_is, each.column, {"a number on the left is at most 1; name the axis"});
    }
    if (find(pattern.right, each.name)) continue;
    refuse_text(text_is, each.column,
                {"'", each.name, "' is not on the right; a pattern moves elements, it drops none"});
  }
  return pattern;
}

Shape start_of(AxisPattern& pattern, const NamedSizes& sizes, std::string_view text_is) {
  for (PatternName& each : pattern.left.names) {
    const NamedSize* known = find_by_alias(sizes, each.name);
    if (!known) no_size(each, sizes, text_is);
    each.size = known->size;
  }
  return grouped(pattern.left);
}

Tensor rearranged(const Tensor& x, AxisPattern& pattern, const NamedSizes& sizes,
                  std::string_view text_is) {
  fit(pattern, shape_of(x), sizes, text_is);
  const Shape result = grouped(pattern.right);
  require_few(result, text_is);

  SignedSizes order;
  Shape repeated;
  bool is_repeated = false;
  for (const PatternName& each : pattern.right.names) {
    const PatternName* from = each.name.empty() ? nullptr : find(pattern.left, each.name);
    if (from) order.push_back(from - pattern.left.names.data());
    repeated.push_back(each.size);
    is_repeated |= !from;
  }
  Tensor moved = transpose(reshape(x, sizes_of(pattern.left)), order);
  if (is_repeated) {
    const Tensor apart = reshape(moved, sizes_of(pattern.right, &pattern.left));
    Tensor zeros = make_tensor(repeated, "the result");
    std::fill(elements(zeros).begin(), elements(zeros).end(), 0.0f);
    moved = add(apart, zeros);  // broadcasts over the new axes
  }
  const SignedSizes joined(result.begin(), result.end());
  return reshape(moved, joined);
}

void require_few(const Shape& shape, std::string_view text_is) {
  Size count = 1;
  for (const Size size : shape) count = saturating_product(count, size);
  if (count <= kMaxTagged) return;
  throw ShapeError({text_is, std::nullopt, kMaxTagged, count},
                   {text_is, ": ", shape, " has too many elements; a chain moves at most ",
                    kMaxTagged, ", which smaller sizes keep"});
}

}  // namespace manyheads
