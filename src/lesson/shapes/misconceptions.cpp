#include "lesson/shapes/misconceptions.hpp"

#include <algorithm>
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

constexpr Slip kSlips[] = {
    {"merged-too-early", "transpose-back",
     [](Axes& axes) {
       axes = {"B", "T", "H*d_head"};
     },
     "This is the shape one step later, after the reshape. A transpose only moves axes, so the "
     "heads ({H}) still have their own axis."},
    {"not-reshaped", "merge-heads",
     [](Axes& axes) {
       axes = {"B", "T", "H", "d_head"};
     },
     "The tokens are in front of the heads again, which is right. The reshape then joins the last "
     "two axes, {H} and {d_head}, into one."},
    {"transposed", "",
     [](Axes& axes) {
       if (axes.size() == 4 && is_heads(axes[1])) std::swap(axes[1], axes[2]);
     },
     "You have {2} in front of {1}. Here the head axis comes first, so that each head has its own "
     "matrix."},
    {"transposed-too-early", "",
     [](Axes& axes) {
       if (is_split(axes) && axes[1] == "T") std::swap(axes[1], axes[2]);
     },
     "Here the tokens ({T}) come before the heads ({H}). Your order, (B, H, T, d_head), is the one "
     "that attention needs between the two transposes."},
    {"keys-not-transposed", "transposed-keys", [](Axes& axes) { std::swap(axes[2], axes[3]); },
     "This is k after the split. Swapping the last two axes puts {d_head} in front of {T}, so that "
     "the product with q sums over d_head."},
    {"scores-for-keys", "transposed-keys", [](Axes& axes) { axes[2] = "T"; },
     "This is the shape of the scores, the result of q @ k_t. The question is about k_t, and its "
     "columns have {d_head} numbers."},
    {"split-too-early", "projection",
     [](Axes& axes) {
       axes = {"B", "H", "T", "d_head"};
     },
     "This is q after the split. The matrix product with W_Q alone makes no head axis: the numbers "
     "of all heads ({H}) are still in one row."},
    {"weights-for-result", "projection",
     [](Axes& axes) {
       axes = {"d_model", "d_model"};
     },
     "This is the shape of W_Q itself. The product x @ W_Q keeps the axes of x in front: {B} and "
     "{T}."},
    {"weights-for-result", "feed-forward-hidden",
     [](Axes& axes) {
       axes = {"d_model", "d_ff"};
     },
     "This is the shape of W_1 itself. The product x @ W_1 keeps the axes of x in front: {B} and "
     "{T}."},
    {"weights-for-result", "feed-forward",
     [](Axes& axes) {
       axes = {"d_ff", "d_model"};
     },
     "This is the shape of W_2 itself. The product hidden @ W_2 keeps the axes in front: {B} and "
     "{T}."},
    {"not-split", "",
     [](Axes& axes) {
       if (!is_split(axes)) return;
       const std::size_t heads = is_heads(axes[1]) ? 1 : 2;
       axes = {axes[0], axes[3 - heads], axes[heads] == "G" ? "G*d_head" : "H*d_head"};
     },
     "In your answer the heads are side by side in one axis. The split gives the heads an axis of "
     "their own, and each head has {d_head} numbers."},
    {"not-merged", "merge-heads",
     [](Axes& axes) {
       axes = {"B", "H", "T", "d_head"};
     },
     "In your answer the heads are still separate. Side by side, {H} heads with {d_head} numbers "
     "each make one axis."},
    {"not-merged", "output",
     [](Axes& axes) {
       axes = {"B", "H", "T", "d_head"};
     },
     "These are the heads before they are put side by side. The output of the layer is again one "
     "row per token, as wide as x: {d_model}."},
    {"one-head-for-all", "output", [](Axes& axes) { axes[2] = "d_head"; },
     "{d_head} is the width of one head. W_O reads all heads and returns rows as wide as x: "
     "{d_model}."},
    {"heads-not-summed", "summed-heads",
     [](Axes& axes) {
       axes = {"B", "H", "T", "d_head"};
     },
     "These are the heads before the sum. sum(axis=1) adds up the heads, so the axis of {H} is "
     "gone."},
    {"missing-token", "cached-step",
     [](Axes& axes) {
       axes = {"B", "d_model"};
     },
     "The token axis is missing. One token is still an axis, of size 1: {B}, then 1, then "
     "{d_model}."},
    {"missing-batch", "", [](Axes& axes) { drop(axes, "B"); },
     "The batch axis is missing. {B} sequences are computed at once, and this axis stays in "
     "front."},
    {"missing-heads", "",
     [](Axes& axes) {
       drop(axes, "H");
       drop(axes, "G");
     },
     "The head axis is missing. Each head has its own result here, so one axis has size {1}."},
    {"concatenated-not-summed", "summed-heads",
     [](Axes& axes) { replace(axes, "d_head", "H*d_head"); },
     "Side by side, the heads would be H * d_head wide. A sum is as wide as one head: {d_head}."},
    {"d-model-for-d-head", "", [](Axes& axes) { replace(axes, "d_head", "d_model"); },
     "{d_model} is the width of all heads together. The width of one head is d_model / H, so "
     "{d_head}."},
    {"hidden-for-output", "feed-forward", [](Axes& axes) { axes[2] = "d_ff"; },
     "{d_ff} is the width of the hidden layer. W_2 brings it back to the width of a token: "
     "{d_model}."},
    {"output-for-hidden", "feed-forward-hidden", [](Axes& axes) { axes[2] = "d_model"; },
     "{d_model} is the width of x and of the output. In between, W_1 makes each row wider: "
     "{d_ff}."},
    {"summed-not-concatenated", "", [](Axes& axes) { replace(axes, "H*d_head", "d_head"); },
     "{d_head} is the width of one head. All heads side by side are H times as wide, with {H}."},
    {"query-heads-for-kv-heads", "", [](Axes& axes) { replace(axes, "G", "H"); },
     "{H} is the number of query heads. Keys and values have fewer heads: {G}."},
    {"not-repeated", "repeated-keys", [](Axes& axes) { replace(axes, "H", "G"); },
     "{G} is the number of key heads before np.repeat. After it, there is one copy for each query "
     "head: {H}."},
    {"prompt-only", "cached-keys", [](Axes& axes) { axes[2] = "T"; },
     "{T} is what the prompt added to the cache. Each of the later tokens ({n}) adds one more "
     "key."},
    {"new-tokens-only", "cached-keys", [](Axes& axes) { axes[2] = "n"; },
     "{n} counts only the tokens that came one by one. The keys of the prompt ({T}) are still in "
     "the cache."},
    {"queries-for-keys", "", [](Axes& axes) { replace(axes, "S", "T"); },
     "The last axis is for the keys. They come from the other sequence, so its size is {S}."},
    {"keys-for-queries", "",
     [](Axes& axes) {
       if (is_scores(axes) && axes.back() == "S") std::swap(axes[axes.size() - 2], axes.back());
     },
     "Each query is a row and each key is a column, so {T} comes before {S}. Your answer is the "
     "transpose, k @ q."},
    {"width-for-keys", "",
     [](Axes& axes) {
       if (is_scores(axes)) axes.back() = "d_head";
     },
     "The product of q and k sums over d_head ({d_head}), so that axis is gone. One score remains "
     "for each query and key."},
    {"weights-for-heads", "heads", [](Axes& axes) { axes[3] = "T"; },
     "This is the shape of the weights. The product weights @ v sums over the keys and returns "
     "rows of v, each with {d_head} numbers."},
    {"mask-for-scores", "masked-scores",
     [](Axes& axes) {
       axes = {"T", "S"};
     },
     "This is the shape of the mask. Broadcasting uses it for all sequences ({B}) and all heads "
     "({H}), and the scores keep their shape."},
    {"heads-not-in-batch", "",
     [](Axes& axes) {
       if (axes[0] != "B*H") return;
       Axes apart = {"B", "H"};
       for (std::size_t axis = 1; axis < axes.size(); ++axis) apart.push_back(axes[axis]);
       axes = apart;
     },
     "In your answer the heads still have their own axis. Merging the heads into the batch makes "
     "one axis of two: {B} times {H}."},
    {"batch-without-heads", "", [](Axes& axes) { replace(axes, "B*H", "B"); },
     "{B} counts the sequences. With the heads merged in, each sequence appears once per head: "
     "{B} times {H}."},
    {"mask-a-query", "mask-in-batch", [](Axes& axes) { axes[1] = "T"; },
     "The axis made by None has size 1. Broadcasting uses it for every query ({T}), but the mask "
     "itself does not grow."},
    {"mask-without-queries", "mask-in-batch", [](Axes& axes) { axes.erase(axes.begin() + 1); },
     "Broadcasting aligns axes from the right, so the first axis ({0}) would be compared with the "
     "queries ({T}). An axis of size 1 between them prevents that."},
    {"whole-sequence", "cached-step", [](Axes& axes) { axes[1] = "T"; },
     "{T} tokens are already in the cache. Only the new token goes in, so only one row comes "
     "out."},
    {"keys-for-latents", "latent-cache", [](Axes& axes) { axes[2] = "H*d_head"; },
     "These would be the keys of all heads ({H}, {d_head}). The cache keeps only what they are "
     "computed from: {d_latent}, and {d_rope} next to it."},
    {"latent-without-rope", "latent-cache", [](Axes& axes) { axes[2] = "d_latent"; },
     "The rotary key is cached too: per token, {d_rope} next to {d_latent}."},
};

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
