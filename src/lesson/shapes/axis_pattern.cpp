#include "lesson/shapes/axis_pattern.hpp"

#include <algorithm>
#include <string>

#include "lesson/text/text_scanner.hpp"
#include "tensor/elementwise.hpp"
#include "tensor/error.hpp"
#include "tensor/message.hpp"
#include "tensor/rearrange.hpp"

namespace manyheads {
namespace {

const PatternName* find(const PatternSide& side, std::string_view name) {
  for (const PatternName& each : side.names) {
    if (each.name == name) return &each;
  }
  return nullptr;
}

/// Reads one side, up to the arrow or the end.
class SideReader {
 public:
  SideReader(TextScanner& scanner, std::string_view prefix) : scanner_(scanner), prefix_(prefix) {}

  PatternSide side() {
    for (skip_separators(); !scanner_.done() && !scanner_.sees(kArrow); skip_separators()) {
      const std::size_t column = scanner_.column();
      read_item(column);
      if (std::max(side_.names.size(), side_.groups) > kMaxRank) {
        refuse_text(prefix_, column, {"a side has at most ", kMaxRank, " names and axes"});
      }
    }
    if (open_column_) refuse_text(prefix_, open_column_, {"'(' is not closed; ')' closes it"});
    return side_;
  }

 private:
  void skip_separators() {
    scanner_.take_while([](char c) { return is_space(c) || c == ','; });
  }

  void read_item(std::size_t column) {
    if (scanner_.peek() == '(') {
      if (open_column_)
        refuse_text(prefix_, column, {"'(' inside '('; names side by side need one pair"});
      open_column_ = column;
      scanner_.advance();
    } else if (scanner_.peek() == ')') {
      if (!open_column_) refuse_text(prefix_, column, {"')' closes nothing; leave it out"});
      open_column_ = 0;
      ++side_.groups;
      scanner_.advance();
    } else if (is_digit(scanner_.peek())) {
      const std::string_view digits = scanner_.take_while(is_digit);
      Size size = 0;
      for (const char digit : digits) {
        size = std::min(size * 10 + static_cast<Size>(digit - '0'), kMaxChainElements + 1);
      }
      if (size == 0) refuse_text(prefix_, column, {"sizes are at least 1"});
      add({}, column, size);
    } else if (starts_name(scanner_.peek())) {
      const std::string_view name = scanner_.take_while(continues_name);
      if (find(side_, name)) {
        refuse_text(prefix_, column, {"'", name, "' is twice on one side; name each axis once"});
      }
      add(name, column, 0);
    } else {
      refuse_text(prefix_, column,
                  {Quoted{scanner_.character()},
                   " does not belong in a pattern; write names, 1, ( ) and one ->"});
    }
  }

  void add(std::string_view name, std::size_t column, Size size) {
    if (size != 1) side_.names.push_back({name, column, side_.groups, size});
    if (!open_column_) ++side_.groups;
  }

  TextScanner& scanner_;
  std::string_view prefix_;
  std::size_t open_column_ = 0;  ///< column of the open parenthesis; 0: none is open
  PatternSide side_;
};

[[noreturn]] void refuse_without_size(const PatternName& name, const NamedSizes& sizes,
                                      std::string_view prefix) {
  refuse_text(prefix, name.column,
              {"'", name.name, "' has no size here; ", hint_for(name.name, sizes)});
}

/// "h = 2, d = 4"; only the name where its size is not known.
std::string describe_sizes(const PatternSide& side, std::size_t group) {
  std::string text;
  for (const PatternName& each : side.names) {
    if (each.group != group) continue;
    text += message({text.empty() ? "" : ", ", each.name});
    if (each.size > 0) text += message({" = ", each.size});
  }
  return text.empty() ? std::string("1") : text;
}

/// Sets the sizes of the names that share one axis of this size.
void fit_group(PatternSide& side, std::size_t group, Size size, const NamedSizes& sizes,
               std::string_view prefix) {
  Size known = 1;
  PatternName* inferred = nullptr;
  // The first name that is not in `sizes` gets what the others leave of the axis. More such names
  // must be aliases of names in `sizes`.
  for (PatternName& each : side.names) {
    if (each.group != group) continue;
    const NamedSize* found = find_exactly(sizes, each.name);
    if (!found && !inferred) {
      inferred = &each;
      continue;
    }
    if (!found) found = find_by_alias(sizes, each.name);
    if (!found) refuse_without_size(each, sizes, prefix);
    each.size = found->size;
    known = saturating_product(known, each.size);
  }
  if (inferred && known > 0 && size % known == 0) {
    inferred->size = size / known;
    known = size;
  }
  if (known == size) return;
  throw ShapeError({prefix, group, known, size},
                   {prefix, ": axis ", group, " has ", size, " elements, but the pattern says ",
                    describe_sizes(side, group)});
}

void fit_sizes(AxisPattern& pattern, const Shape& shape, const NamedSizes& sizes,
               std::string_view prefix) {
  PatternSide& left = pattern.left;
  if (left.groups != shape.size()) {
    throw ShapeError({prefix, std::nullopt, left.groups, shape.size()},
                     {prefix, ": the pattern begins with ", left.groups, " axes, but there are ",
                      shape.size(), ", ", shape});
  }
  for (std::size_t axis = 0; axis < shape.size(); ++axis) {
    fit_group(left, axis, shape[axis], sizes, prefix);
  }
  for (PatternName& each : pattern.right.names) {
    if (each.size > 0) continue;
    if (const PatternName* known = find(left, each.name)) {
      each.size = known->size;
    } else if (const NamedSize* known_size = find_by_alias(sizes, each.name)) {
      each.size = known_size->size;
    } else {
      refuse_without_size(each, sizes, prefix);
    }
  }
}

using SignedSizes = std::vector<std::int64_t>;

/// The size of each name, or 1 if it is not on the left side.
SignedSizes collect_sizes(const PatternSide& side, const PatternSide* left = nullptr) {
  SignedSizes sizes;
  for (const PatternName& each : side.names) {
    const bool is_new = left && (each.name.empty() || !find(*left, each.name));
    sizes.push_back(is_new ? 1 : static_cast<std::int64_t>(each.size));
  }
  return sizes;
}

Shape shape_of_side(const PatternSide& side) {
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

AxisPattern parse_pattern(std::string_view text, std::string_view prefix) {
  if (text.size() > TextScanner::kMaxLength)
    refuse_text(prefix, TextScanner::kMaxLength + 1, {"this is too long for a pattern"});
  TextScanner scanner(text);
  AxisPattern pattern;
  pattern.left = SideReader(scanner, prefix).side();
  if (scanner.done()) {
    refuse_text(prefix, scanner.column(), {"'->' is missing; a pattern says what becomes what"});
  }
  scanner.take(kArrow);
  pattern.right = SideReader(scanner, prefix).side();
  if (!scanner.done()) {
    refuse_text(prefix, scanner.column(), {"a second '->'; write two steps"});
  }
  for (const PatternName& each : pattern.left.names) {
    if (each.name.empty()) {
      refuse_text(prefix, each.column,
                  {"only 1 can be a number on the left; give this axis a name"});
    }
    if (find(pattern.right, each.name)) continue;
    refuse_text(prefix, each.column,
                {"'", each.name, "' is not on the right; a pattern moves elements, it drops none"});
  }
  return pattern;
}

Shape make_start_shape(AxisPattern& pattern, const NamedSizes& sizes, std::string_view prefix) {
  for (PatternName& each : pattern.left.names) {
    const NamedSize* known = find_by_alias(sizes, each.name);
    if (!known) refuse_without_size(each, sizes, prefix);
    each.size = known->size;
  }
  return shape_of_side(pattern.left);
}

Tensor apply_pattern(const Tensor& x, AxisPattern& pattern, const NamedSizes& sizes,
                     std::string_view prefix) {
  fit_sizes(pattern, shape_of(x), sizes, prefix);
  const Shape result = shape_of_side(pattern.right);
  require_small(result, prefix);

  SignedSizes order;
  Shape repeated;
  bool is_repeated = false;
  for (const PatternName& each : pattern.right.names) {
    const PatternName* from = each.name.empty() ? nullptr : find(pattern.left, each.name);
    if (from) order.push_back(from - pattern.left.names.data());
    repeated.push_back(each.size);
    is_repeated |= !from;
  }
  Tensor moved = manyheads::transpose(reshape(x, collect_sizes(pattern.left)), order);
  if (is_repeated) {
    const Tensor with_new_axes = reshape(moved, collect_sizes(pattern.right, &pattern.left));
    Tensor zeros = make_tensor(repeated, "the result");
    std::fill(elements(zeros).begin(), elements(zeros).end(), 0.0f);
    moved = add(with_new_axes, zeros);  // broadcasts over the new axes
  }
  const SignedSizes joined(result.begin(), result.end());
  return reshape(moved, joined);
}

void require_small(const Shape& shape, std::string_view prefix) {
  Size count = 1;
  for (const Size size : shape) count = saturating_product(count, size);
  if (count <= kMaxChainElements) return;
  throw ShapeError({prefix, std::nullopt, kMaxChainElements, count},
                   {prefix, ": ", shape, " has too many elements; a chain moves at most ",
                    kMaxChainElements, "; use smaller sizes"});
}

}  // namespace manyheads
