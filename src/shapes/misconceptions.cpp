#include "shapes/misconceptions.hpp"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "tensor/message.hpp"

namespace manyheads {
namespace {

using Axes = std::vector<std::string_view>;

/// One slip: how it changes the axes, and what to say, with "{H}" for "H = 4". Unchanged axes mean
/// that it does not apply.
struct Slip {
  std::string_view name;
  void (*apply)(Axes& axes);
  std::string_view explanation;
};

void drop(Axes& axes, std::string_view dropped) {
  const auto found = std::find(axes.begin(), axes.end(), dropped);
  if (found != axes.end()) axes.erase(found);
}

/// Replaces the last axis of this name.
void replace(Axes& axes, std::string_view from, std::string_view to) {
  const auto found = std::find(axes.rbegin(), axes.rend(), from);
  if (found != axes.rend()) *found = to;
}

bool is_split(const Axes& axes) { return axes.size() == 4 && axes[3] == "d_head"; }

/// In the order in which they are tried: where two give the same sizes, the more special first.
constexpr std::array<Slip, 11> kSlips = {{
    {"transposed",
     [](Axes& axes) {
       if (axes.size() == 4) std::swap(axes[1], axes[2]);
     },
     "This is the shape after the reshape. The head axis must still move in front of the tokens, "
     "or "
     "each head would mix words."},
    {"not-split",
     [](Axes& axes) {
       if (is_split(axes)) axes = {axes[0], axes[2], axes[1] == "G" ? "G*d_head" : "H*d_head"};
     },
     "The heads are still side by side in one axis. Splitting makes a head axis of its own ({H}) "
     "with {d_head} numbers each."},
    {"missing-batch", [](Axes& axes) { drop(axes, "B"); },
     "The batch axis is missing: {B} sequences are computed at once, and it stays in front."},
    {"missing-heads",
     [](Axes& axes) {
       if (axes.size() == 4) axes.erase(axes.begin() + 1);
     },
     "The head axis is missing: each of the heads ({H}) has a result of its own here."},
    {"concatenated-not-summed",
     [](Axes& axes) {
       if (axes.size() == 3 && axes[0] == "B") replace(axes, "d_head", "H*d_head");
     },
     "Side by side the heads are H * d_head wide. Summed, they lie on top of each other: "
     "{d_head}."},
    {"d-model-for-d-head", [](Axes& axes) { replace(axes, "d_head", "d_model"); },
     "{d_model} is the width of all heads together. One head has d_model / H, which is {d_head}."},
    {"summed-not-concatenated", [](Axes& axes) { replace(axes, "H*d_head", "d_head"); },
     "This is one head's width, {d_head}, as if the heads were summed. Side by side they are H "
     "times as wide."},
    {"query-heads-for-kv-heads", [](Axes& axes) { replace(axes, "G", "H"); },
     "There are {H} query heads, but keys and values have only {G}."},
    {"queries-for-keys", [](Axes& axes) { replace(axes, "S", "T"); },
     "The last axis counts keys. They come from the other sequence: {S}."},
    {"width-for-keys",
     [](Axes& axes) {
       if (axes.size() == 4) axes.back() = "d_head";
     },
     "The product of q and k sums over d_head ({d_head}), so that axis is gone. What is left is "
     "one "
     "score a query and key."},
    {"heads-not-in-batch",
     [](Axes& axes) {
       if (axes[0] == "B*H") axes = {"B", "H", axes[1], axes[2]};
     },
     "Folding makes one axis of two: {B} times {H}."},
}};

Shape sizes_of(const Axes& axes, const NamedSizes& sizes) {
  Shape shape;
  for (const std::string_view axis : axes) shape.push_back(parse_shape(axis, sizes)[0]);
  return shape;
}

/// The text with "name = size" for each "{name}".
std::string filled(std::string_view text, const NamedSizes& sizes) {
  std::string whole;
  while (true) {
    const std::size_t open = text.find('{');
    whole += text.substr(0, open);
    if (open == text.npos) return whole;
    const std::size_t close = text.find('}');
    const std::string_view name = text.substr(open + 1, close - open - 1);
    whole += message({name, " = ", size_named(sizes, name)});
    text.remove_prefix(close + 1);
  }
}

}  // namespace

std::optional<Misconception> misconception_of(const Shape& given,
                                              std::span<const std::string_view> axes,
                                              const NamedSizes& sizes) {
  const Axes right(axes.begin(), axes.end());
  for (const Slip& slip : kSlips) {
    Axes slipped = right;
    slip.apply(slipped);
    if (slipped != right && sizes_of(slipped, sizes) == given) {
      return Misconception{slip.name, filled(slip.explanation, sizes)};
    }
  }
  return std::nullopt;
}

}  // namespace manyheads
