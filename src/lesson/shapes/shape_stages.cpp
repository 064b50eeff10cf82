#include "lesson/shapes/shape_stages.hpp"

#include <algorithm>
#include <array>

#include "lesson/shapes/stage_runs.hpp"

namespace manyheads {
namespace {

constexpr std::array<ShapeStage, 24> kStages = {{
    {"projection", 1, "B T d_model H d_head", {"B", "T", "H*d_head"}, &stage_runs::projection},
    {"output", 1, "B T d_model H d_head", {"B", "T", "d_model"}, &stage_runs::output},
    {"feed-forward-hidden",
     1,
     "B T d_model d_ff",
     {"B", "T", "d_ff"},
     &stage_runs::feed_forward_hidden},
    {"feed-forward", 1, "B T d_model d_ff", {"B", "T", "d_model"}, &stage_runs::feed_forward},
    {"split-heads", 2, "B T d_model H d_head", {"B", "H", "T", "d_head"}, &stage_runs::split_heads},
    {"reshape-heads",
     2,
     "B T d_model H d_head",
     {"B", "T", "H", "d_head"},
     &stage_runs::reshaped_heads},
    {"transpose-back",
     2,
     "B T d_model H d_head",
     {"B", "T", "H", "d_head"},
     &stage_runs::transposed_back},
    {"merge-heads", 2, "B T d_model H d_head", {"B", "T", "H*d_head"}, &stage_runs::merged_heads},
    {"scores", 3, "B T d_model H d_head", {"B", "H", "T", "T"}, &stage_runs::scores},
    {"transposed-keys",
     3,
     "B T d_model H d_head",
     {"B", "H", "d_head", "T"},
     &stage_runs::transposed_keys},
    {"weights", 3, "B T S d_model H d_head", {"B", "H", "T", "S"}, &stage_runs::weights},
    {"heads", 3, "B T d_model H d_head", {"B", "H", "T", "d_head"}, &stage_runs::heads},
    {"cross-scores", 4, "B T S d_model H d_head", {"B", "H", "T", "S"}, &stage_runs::cross_scores},
    {"masked-scores",
     4,
     "B T S d_model H d_head",
     {"B", "H", "T", "S"},
     &stage_runs::masked_scores},
    {"grouped-keys",
     4,
     "B T d_model H G d_head",
     {"B", "G", "T", "d_head"},
     &stage_runs::grouped_keys},
    {"repeated-keys",
     4,
     "B T d_model H G d_head",
     {"B", "H", "T", "d_head"},
     &stage_runs::repeated_keys},
    {"cached-keys",
     4,
     "B T n d_model H d_head",
     {"B", "H", "T+n", "d_head"},
     &stage_runs::cached_keys},
    {"cached-step", 4, "B T d_model H d_head", {"B", "1", "d_model"}, &stage_runs::cached_step},
    {"summed-heads", 5, "B T d_model H d_head", {"B", "T", "d_head"}, &stage_runs::summed_heads},
    {"heads-in-batch",
     5,
     "B T d_model H d_head",
     {"B*H", "T", "d_head"},
     &stage_runs::heads_in_batch},
    {"scores-in-batch",
     5,
     "B T S d_model H d_head",
     {"B*H", "T", "S"},
     &stage_runs::scores_in_batch},
    {"lens-in-batch", 5, "B T d_model H d_head", {"B*H"}, &stage_runs::lens_in_batch},
    {"mask-in-batch", 5, "B T S d_model H d_head", {"B*H", "1", "S"}, &stage_runs::mask_in_batch},
    {"latent-cache",
     5,
     "B T d_model H d_head d_latent d_rope",
     {"B", "T", "d_latent+d_rope"},
     &stage_runs::latent_cache},
}};

}  // namespace

std::span<const std::string_view> ShapeStage::axes() const {
  const auto* const end = std::find(axis_names.begin(), axis_names.end(), std::string_view());
  return {axis_names.begin(), end};
}

bool ShapeStage::shows(std::string_view size) const {
  const std::string_view names = shown_sizes;
  for (std::size_t at = names.find(size); at != std::string_view::npos;
       at = names.find(size, at + 1)) {
    const std::size_t end = at + size.size();
    if ((at == 0 || names[at - 1] == ' ') && (end == names.size() || names[end] == ' '))
      return true;
  }
  return false;
}

std::span<const ShapeStage> shape_stages() { return kStages; }

}  // namespace manyheads
