#include "lesson/shapes/misconceptions.hpp"

#include <algorithm>
#include <utility>

namespace manyheads {
namespace {

void remove_axis(Axes& axes, std::string_view removed) {
  const auto found = std::find(axes.begin(), axes.end(), removed);
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

constexpr Mistake kMistakes[] = {
    {"merged-too-early", "transpose-back",
     [](Axes& axes) {
       axes = {"B", "T", "H*d_head"};
     }},
    {"not-reshaped", "merge-heads",
     [](Axes& axes) {
       axes = {"B", "T", "H", "d_head"};
     }},
    {"transposed", "",
     [](Axes& axes) {
       if (axes.size() == 4 && is_heads(axes[1])) std::swap(axes[1], axes[2]);
     }},
    {"transposed-too-early", "",
     [](Axes& axes) {
       if (is_split(axes) && axes[1] == "T") std::swap(axes[1], axes[2]);
     }},
    {"keys-not-transposed", "transposed-keys", [](Axes& axes) { std::swap(axes[2], axes[3]); }},
    {"scores-for-keys", "transposed-keys", [](Axes& axes) { axes[2] = "T"; }},
    {"split-too-early", "projection",
     [](Axes& axes) {
       axes = {"B", "H", "T", "d_head"};
     }},
    {"weights-for-result", "projection",
     [](Axes& axes) {
       axes = {"d_model", "d_model"};
     }},
    {"weights-for-result", "feed-forward-hidden",
     [](Axes& axes) {
       axes = {"d_model", "d_ff"};
     }},
    {"weights-for-result", "feed-forward",
     [](Axes& axes) {
       axes = {"d_ff", "d_model"};
     }},
    {"not-split", "",
     [](Axes& axes) {
       if (!is_split(axes)) return;
       const std::size_t heads = is_heads(axes[1]) ? 1 : 2;
       axes = {axes[0], axes[3 - heads], axes[heads] == "G" ? "G*d_head" : "H*d_head"};
     }},
    {"not-merged", "merge-heads",
     [](Axes& axes) {
       axes = {"B", "H", "T", "d_head"};
     }},
    {"not-merged", "output",
     [](Axes& axes) {
       axes = {"B", "H", "T", "d_head"};
     }},
    {"one-head-for-all", "output", [](Axes& axes) { axes[2] = "d_head"; }},
    {"heads-not-summed", "summed-heads",
     [](Axes& axes) {
       axes = {"B", "H", "T", "d_head"};
     }},
    {"missing-token", "cached-step",
     [](Axes& axes) {
       axes = {"B", "d_model"};
     }},
    {"missing-batch", "", [](Axes& axes) { remove_axis(axes, "B"); }},
    {"missing-heads", "",
     [](Axes& axes) {
       remove_axis(axes, "H");
       remove_axis(axes, "G");
     }},
    {"concatenated-not-summed", "summed-heads",
     [](Axes& axes) { replace(axes, "d_head", "H*d_head"); }},
    {"d-model-for-d-head", "", [](Axes& axes) { replace(axes, "d_head", "d_model"); }},
    {"hidden-for-output", "feed-forward", [](Axes& axes) { axes[2] = "d_ff"; }},
    {"output-for-hidden", "feed-forward-hidden", [](Axes& axes) { axes[2] = "d_model"; }},
    {"summed-not-concatenated", "", [](Axes& axes) { replace(axes, "H*d_head", "d_head"); }},
    {"query-heads-for-kv-heads", "", [](Axes& axes) { replace(axes, "G", "H"); }},
    {"not-repeated", "repeated-keys", [](Axes& axes) { replace(axes, "H", "G"); }},
    {"prompt-only", "cached-keys", [](Axes& axes) { axes[2] = "T"; }},
    {"new-tokens-only", "cached-keys", [](Axes& axes) { axes[2] = "n"; }},
    {"queries-for-keys", "", [](Axes& axes) { replace(axes, "S", "T"); }},
    {"keys-for-queries", "",
     [](Axes& axes) {
       if (is_scores(axes) && axes.back() == "S") std::swap(axes[axes.size() - 2], axes.back());
     }},
    {"width-for-keys", "",
     [](Axes& axes) {
       if (is_scores(axes)) axes.back() = "d_head";
     }},
    {"weights-for-heads", "heads", [](Axes& axes) { axes[3] = "T"; }},
    {"mask-for-scores", "masked-scores",
     [](Axes& axes) {
       axes = {"T", "S"};
     }},
    {"heads-not-in-batch", "",
     [](Axes& axes) {
       if (axes[0] != "B*H") return;
       Axes separate = {"B", "H"};
       for (std::size_t axis = 1; axis < axes.size(); ++axis) separate.push_back(axes[axis]);
       axes = separate;
     }},
    {"batch-without-heads", "", [](Axes& axes) { replace(axes, "B*H", "B"); }},
    {"mask-a-query", "mask-in-batch", [](Axes& axes) { axes[1] = "T"; }},
    {"mask-without-queries", "mask-in-batch", [](Axes& axes) { axes.erase(axes.begin() + 1); }},
    {"whole-sequence", "cached-step", [](Axes& axes) { axes[1] = "T"; }},
    {"keys-for-latents", "latent-cache", [](Axes& axes) { axes[2] = "H*d_head"; }},
    {"latent-without-rope", "latent-cache", [](Axes& axes) { axes[2] = "d_latent"; }},
};

Shape find_sizes(const Axes& axes, const NamedSizes& sizes) {
  Shape shape;
  for (const std::string_view axis : axes) shape.push_back(parse_shape(axis, sizes)[0]);
  return shape;
}

}  // namespace

std::span<const Mistake> mistakes() { return kMistakes; }

Axes mistaken_axes(const Mistake& mistake, const ShapeStage& stage) {
  const auto right = stage.axes();
  Axes axes(right.begin(), right.end());
  if (mistake.stage.empty() || mistake.stage == stage.name) mistake.apply(axes);
  return std::equal(axes.begin(), axes.end(), right.begin(), right.end()) ? Axes() : axes;
}

std::optional<std::string_view> find_misconception(const Shape& answer, const ShapeStage& stage,
                                                   const NamedSizes& sizes) {
  for (const Mistake& mistake : mistakes()) {
    const Axes axes = mistaken_axes(mistake, stage);
    if (!axes.empty() && find_sizes(axes, sizes) == answer) return mistake.misconception;
  }
  return {};
}

}  // namespace manyheads
