#include "shapes/misconceptions.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "tensor/message.hpp"

namespace manyheads {
namespace {

void drop(Axes& axes, std::string_view dropped) {
  const auto found = std::find(axes.begin(), axes.end(), dropped);
  if (found != axes.end()) axes.erase(found);
}

/// Replaces the last axis of this name.
void replace(Axes& axes, std::string_view from, std::string_view to) {
  const auto found = std::find(axes.rbegin(), axes.rend(), from);
  if (found != axes.rend()) *found = to;
}

bool is_heads(std::string_view axis) { return axis == "H" || axis == "G"; }

bool is_split(const Axes& axes) { return axes.size() == 4 && axes[3] == "d_head"; }

bool is_scores(const Axes& axes) {
  return axes.size() >= 3 && axes[axes.size() - 2] == "T" &&
         (axes.back() == "S" || axes.back() == "T");
}

constexpr std::array<Slip, 26> kSlips = {{
    {"transposed", "",
     [](Axes& axes) {
       if (axes.size() == 4 && is_heads(axes[1])) std::swap(axes[1], axes[2]);
     },
     "Here {2} stands in front of {1}, as after the reshape. The head axis must still move in "
     "front of the tokens, or each head would mix words."},
    {"transposed-too-early", "",
     [](Axes& axes) {
       if (is_split(axes) && axes[1] == "T") std::swap(axes[1], axes[2]);
     },
     "Here the tokens ({T}) stand before the heads ({H}): only the transpose to (B, H, T, d_head) "
     "puts the heads in front."},
    {"keys-not-transposed", "transposed-keys", [](Axes& axes) { std::swap(axes[2], axes[3]); },
     "This is k as it was split. Swapping its last two axes puts {d_head} in front of {T}, so that "
     "the product with q sums over d_head."},
    {"not-split", "",
     [](Axes& axes) {
       if (!is_split(axes)) return;
       const std::size_t heads = is_heads(axes[1]) ? 1 : 2;
       axes = {axes[0], axes[3 - heads], axes[heads] == "G" ? "G*d_head" : "H*d_head"};
     },
     "The heads are still side by side in one axis. Splitting makes a head axis of its own ({H}) "
     "with {d_head} numbers each."},
    {"not-merged", "merge-heads",
     [](Axes& axes) {
       axes = {"B", "H", "T", "d_head"};
     },
     "The heads still stand apart. Put side by side, {H} of them with {d_head} numbers each make "
     "one axis."},
    {"missing-batch", "", [](Axes& axes) { drop(axes, "B"); },
     "The batch axis is missing: {B} sequences are computed at once, and it stays in front."},
    {"missing-heads", "",
     [](Axes& axes) {
       drop(axes, "H");
       drop(axes, "G");
     },
     "The head axis is missing: each of the heads ({H}) has a result of its own here."},
    {"concatenated-not-summed", "summed-heads",
     [](Axes& axes) { replace(axes, "d_head", "H*d_head"); },
     "Side by side the heads are H * d_head wide. Summed, they lie on top of each other: "
     "{d_head}."},
    {"d-model-for-d-head", "", [](Axes& axes) { replace(axes, "d_head", "d_model"); },
     "{d_model} is the width of all heads together. One head has d_model / H, which is {d_head}."},
    {"hidden-for-output", "feed-forward", [](Axes& axes) { axes[2] = "d_ff"; },
     "This is the hidden layer's width, {d_ff}. W_2 brings it back to that of a token, {d_model}."},
    {"output-for-hidden", "feed-forward-hidden", [](Axes& axes) { axes[2] = "d_model"; },
     "A token comes in and leaves with {d_model}. In between W_1 makes it wider: {d_ff}."},
    {"summed-not-concatenated", "", [](Axes& axes) { replace(axes, "H*d_head", "d_head"); },
     "This is one head's width, {d_head}, as if the heads were summed. Side by side they are H "
     "times as wide."},
    {"query-heads-for-kv-heads", "", [](Axes& axes) { replace(axes, "G", "H"); },
     "There are {H} query heads, but keys and values have only {G}."},
    {"not-repeated", "repeated-keys", [](Axes& axes) { replace(axes, "H", "G"); },
     "These are the {G} key heads before np.repeat. After it, each of the query heads ({H}) finds "
     "a copy of its own."},
    {"queries-for-keys", "", [](Axes& axes) { replace(axes, "S", "T"); },
     "The last axis counts keys. They come from the other sequence: {S}."},
    {"keys-for-queries", "",
     [](Axes& axes) {
       if (is_scores(axes) && axes.back() == "S") std::swap(axes[axes.size() - 2], axes.back());
     },
     "A row is a query, a column a key: {T} stands before {S}. This is the transpose, k @ q."},
    {"width-for-keys", "",
     [](Axes& axes) {
       if (is_scores(axes)) axes.back() = "d_head";
     },
     "The product of q and k sums over d_head ({d_head}), so that axis is gone. What is left is "
     "one score a query and key."},
    {"mask-for-scores", "masked-scores",
     [](Axes& axes) {
       axes = {"T", "S"};
     },
     "This is the mask's own shape. It is stretched over all sequences ({B}) and heads ({H}), and "
     "the scores keep theirs."},
    {"heads-not-in-batch", "",
     [](Axes& axes) {
       if (axes[0] != "B*H") return;
       Axes apart = {"B", "H"};
       for (std::size_t axis = 1; axis < axes.size(); ++axis) apart.push_back(axes[axis]);
       axes = apart;
     },
     "Folding makes one axis of two: {B} times {H}."},
    {"batch-without-heads", "", [](Axes& axes) { replace(axes, "B*H", "B"); },
     "A sequence has one row a head once the heads are folded in: {B} times {H} rows."},
    {"mask-a-query", "mask-in-batch", [](Axes& axes) { axes[1] = "T"; },
     "The axis made by None has size 1. Broadcasting stretches it over the queries ({T}) without "
     "making it longer."},
    {"mask-without-queries", "mask-in-batch", [](Axes& axes) { axes.erase(axes.begin() + 1); },
     "Broadcasting aligns axes from the right, so the rows ({0}) would meet the queries ({T}). An "
     "axis of 1 keeps them apart."},
    {"prompt-only", "cached-keys", [](Axes& axes) { axes[2] = "T"; },
     "{T} is what the prompt left there. Each of the further steps ({n}) adds the key of its "
     "token."},
    {"whole-sequence", "cached-step", [](Axes& axes) { axes[1] = "T"; },
     "Only the new token goes in, so only its row comes out. The others ({T}) stay in the cache."},
    {"keys-for-latents", "latent-cache", [](Axes& axes) { axes[2] = "H*d_head"; },
     "These would be the keys of all heads ({H}, {d_head}). Kept is only what they are made of: "
     "{d_latent}, and {d_rope} beside it."},
    {"latent-without-rope", "latent-cache", [](Axes& axes) { axes[2] = "d_latent"; },
     "The rotary key is kept as well: {d_rope} numbers a token beside {d_latent}."},
}};

Shape sizes_of(const Axes& axes, const NamedSizes& sizes) {
  Shape shape;
  for (const std::string_view axis : axes) shape.push_back(parse_shape(axis, sizes)[0]);
  return shape;
}

/// The text with "name = size" for each "{name}".
std::string filled(std::string_view text, std::span<const std::string_view> axes,
                   const NamedSizes& sizes) {
  std::string whole;
  while (true) {
    const std::size_t open = text.find('{');
    whole += text.substr(0, open);
    if (open == text.npos) return whole;
    const std::size_t close = text.find('}');
    std::string_view name = text.substr(open + 1, close - open - 1);
    if (name[0] <= '9') name = axes[static_cast<std::size_t>(name[0] - '0')];
    whole += message({name, " = ", parse_shape(name, sizes)[0]});
    text.remove_prefix(close + 1);
  }
}

}  // namespace

std::span<const Slip> slips() { return kSlips; }

Axes slipped_axes(const Slip& slip, const ShapeStage& stage) {
  const auto right = stage.axes();
  Axes axes(right.begin(), right.end());
  if (slip.stage.empty() || slip.stage == stage.name) slip.apply(axes);
  return std::equal(axes.begin(), axes.end(), right.begin(), right.end()) ? Axes() : axes;
}

std::optional<Misconception> misconception_of(const Shape& given, const ShapeStage& stage,
                                              const NamedSizes& sizes) {
  for (const Slip& slip : slips()) {
    const Axes axes = slipped_axes(slip, stage);
    if (axes.empty() || sizes_of(axes, sizes) != given) continue;
    return Misconception{slip.name, filled(slip.explanation, stage.axes(), sizes)};
  }
  return std::nullopt;
}

}  // namespace manyheads
