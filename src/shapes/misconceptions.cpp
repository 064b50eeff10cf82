#include "shapes/misconceptions.hpp"

#include <algorithm>
#include <array>

#include "tensor/message.hpp"

namespace manyheads {
namespace {

using Axes = std::vector<AxisNames>;

/// One slip: how it changes the axes, and what to say. Unchanged axes mean that it does not apply.
struct Slip {
  const char* name;
  Axes (*apply)(Axes axes);
  std::string (*explain)(const NamedSizes& sizes);
};

std::string number(const NamedSizes& sizes, const char* name) {
  return message({name, " = ", sizes.at(name)});
}

Axes without(Axes axes, const AxisNames& dropped) {
  const auto found = std::find(axes.begin(), axes.end(), dropped);
  if (found != axes.end()) axes.erase(found);
  return axes;
}

/// Replaces the last axis of these names.
Axes replaced(Axes axes, const AxisNames& from, const AxisNames& to) {
  const auto found = std::find(axes.rbegin(), axes.rend(), from);
  if (found != axes.rend()) *found = to;
  return axes;
}

bool is_split(const Axes& axes) { return axes.size() == 4 && axes[3] == AxisNames{"d_head"}; }

/// In the order in which they are tried: where two give the same sizes, the more special first.
const std::array<Slip, 11> kSlips = {{
    {"transposed",
     [](Axes axes) {
       if (axes.size() == 4) std::swap(axes[1], axes[2]);
       return axes;
     },
     [](const NamedSizes&) -> std::string {
       return "This is the shape after the reshape. The head axis must still move in front of the "
              "tokens, or each head would mix words.";
     }},
    {"not-split",
     [](Axes axes) -> Axes {
       if (!is_split(axes)) return axes;
       return {axes[0], axes[2], {axes[1][0], "d_head"}};
     },
     [](const NamedSizes& sizes) {
       return message(
           {"The heads are still side by side in one axis. Splitting makes a head axis of its own "
            "(",
            number(sizes, "H"), ") with ", number(sizes, "d_head"), " numbers each."});
     }},
    {"missing-batch", [](Axes axes) { return without(axes, {"B"}); },
     [](const NamedSizes& sizes) {
       return message({"The batch axis is missing: ", number(sizes, "B"),
                       " sequences are computed at once, and it stays in front."});
     }},
    {"missing-heads",
     [](Axes axes) { return axes.size() == 4 ? without(without(axes, {"H"}), {"G"}) : axes; },
     [](const NamedSizes& sizes) {
       return message({"The head axis is missing: each of the heads (", number(sizes, "H"),
                       ") has a result of its own here."});
     }},
    {"concatenated-not-summed",
     [](Axes axes) {
       return axes.size() == 3 && axes[0] == AxisNames{"B"}
                  ? replaced(axes, {"d_head"}, {"H", "d_head"})
                  : axes;
     },
     [](const NamedSizes& sizes) {
       return message(
           {"Side by side the heads are H * d_head wide. Summed, they lie on top of each other: ",
            number(sizes, "d_head"), "."});
     }},
    {"d-model-for-d-head", [](Axes axes) { return replaced(axes, {"d_head"}, {"d_model"}); },
     [](const NamedSizes& sizes) {
       return message({number(sizes, "d_model"),
                       " is the width of all heads together. One head has d_model "
                       "/ H, which is ",
                       number(sizes, "d_head"), "."});
     }},
    {"summed-not-concatenated",
     [](Axes axes) {
       return replaced(axes, {"H", "d_head"}, {"d_head"});
     },
     [](const NamedSizes& sizes) {
       return message({"This is one head's width, ", number(sizes, "d_head"),
                       ", as if the heads were summed. Side by side they are H times as wide."});
     }},
    {"query-heads-for-kv-heads", [](Axes axes) { return replaced(axes, {"G"}, {"H"}); },
     [](const NamedSizes& sizes) {
       return message({"There are ", number(sizes, "H"),
                       " query heads, but keys and values have only ", number(sizes, "G"), "."});
     }},
    {"queries-for-keys", [](Axes axes) { return replaced(axes, {"S"}, {"T"}); },
     [](const NamedSizes& sizes) {
       return message({"The last axis counts keys. They come from the other sequence: ",
                       number(sizes, "S"), "."});
     }},
    {"width-for-keys",
     [](Axes axes) {
       const bool scores = axes.size() == 4 && !is_split(axes);
       return scores ? replaced(axes, axes.back(), {"d_head"}) : axes;
     },
     [](const NamedSizes& sizes) {
       return message({"The product of q and k sums over d_head (", number(sizes, "d_head"),
                       "), so that axis is gone. What is left is one score a query and key."});
     }},
    {"heads-not-in-batch",
     [](Axes axes) -> Axes {
       if (axes.size() != 3 || axes[0] != AxisNames{"B", "H"}) return axes;
       return {{"B"}, {"H"}, axes[1], axes[2]};
     },
     [](const NamedSizes& sizes) {
       return message({"Folding makes one axis of two: ", number(sizes, "B"), " times ",
                       number(sizes, "H"), "."});
     }},
}};

Shape sizes_of(const Axes& axes, const NamedSizes& sizes) {
  Shape shape;
  for (const AxisNames& axis : axes) {
    Size size = 1;
    for (const std::string& name : axis) size *= sizes.at(name);
    shape.push_back(size);
  }
  return shape;
}

}  // namespace

std::optional<Misconception> misconception_of(const Shape& given,
                                              const std::vector<AxisNames>& axes,
                                              const NamedSizes& sizes) {
  for (const Slip& slip : kSlips) {
    const Axes slipped = slip.apply(axes);
    if (slipped != axes && sizes_of(slipped, sizes) == given) {
      return Misconception{slip.name, slip.explain(sizes)};
    }
  }
  return std::nullopt;
}

}  // namespace manyheads
