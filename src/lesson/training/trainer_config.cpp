#include "lesson/training/trainer_config.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "tensor/error.hpp"

namespace manyheads {
namespace {

struct TaskDefaults {
  Size seq_len, batch, num_layers;
  double learning_rate;
};

/// In the order of TaskName.
constexpr std::array<TaskDefaults, 4> kDefaults = {
    {{16, 32, 1, 0.01}, {12, 32, 1, 0.003}, {24, 32, 2, 0.005}, {14, 64, 1, 0.005}}};

void require_number(std::string_view field, double value, bool is_fine, std::string_view wanted) {
  if (is_fine) return;
  throw ConfigError(field, {"trainer: ", Name{field}, " is ", value, ", wanted ", wanted});
}

std::string describe_value(const TrainerConfig& config, std::string_view name) {
  const Field<TrainerConfig>& field =
      *std::find_if(kFields<TrainerConfig>.begin(), kFields<TrainerConfig>.end(),
                    [name](const Field<TrainerConfig>& each) { return each.name == name; });
  return to_text(field.type, field.get(config));
}

/// A layer with latents is latent attention without a rotary part, which has fewer options.
void check_latents(const TrainerConfig& config) {
  if (config.d_latent == 0) return;
  if (config.d_latent > 2 * config.d_model) {
    throw ConfigError("d_latent", {"trainer: `d_latent` is ", config.d_latent,
                                   ", wanted at most 2 `d_model`, the numbers of keys and values"});
  }
  const std::pair<std::string_view, bool> refused[] = {
      {"num_kv_heads", config.num_kv_heads != config.num_heads},
      {"tie_heads", config.tie_heads},
      {"share", config.share[0] || config.share[1] || config.share[2]},
      {"combine", config.combine != Combine::kConcat},
      {"scale", config.scale != Scale::kSqrtDHead},
      {"output_projection", !config.output_projection},
      // Its positions are added to keys, not to values.
      {"task", config.task == TaskName::kInduction}};
  for (const auto& [field, is_refused] : refused) {
    if (!is_refused) continue;
    throw ConfigError(
        field, {"trainer: `d_latent` ", config.d_latent, " does not go with ", Name{field}, " ",
                describe_value(config, field), "; leave out `d_latent`, or change ", Name{field}});
  }
}

}  // namespace

TrainerConfig resolved(TrainerConfig config) {
  const TaskDefaults& defaults = kDefaults[static_cast<std::size_t>(config.task)];
  const auto fill = [](Size& size, Size standard) {
    if (size == 0) size = standard;
  };
  if (config.num_heads == 0) {
    throw ConfigError("num_heads", "trainer: `num_heads` is 0, wanted 1 or more");
  }
  fill(config.num_kv_heads, config.num_heads);
  fill(config.d_model, 32);
  fill(config.seq_len, defaults.seq_len);
  fill(config.batch, defaults.batch);
  fill(config.num_layers, defaults.num_layers);
  if (std::isnan(config.learning_rate)) config.learning_rate = defaults.learning_rate;
  const auto& [rate, clip] = std::pair(config.learning_rate, config.gradient_clip);
  require_number("learning_rate", rate, rate > 0 && std::isfinite(rate), "more than 0 and finite");
  require_number("momentum", config.momentum, config.momentum >= 0 && config.momentum < 1,
                 "0 or more and less than 1");
  require_number("gradient_clip", clip, clip > 0, "more than 0; Infinity switches it off");
  require_number("start_noise", config.start_noise,
                 config.start_noise >= 0 && std::isfinite(static_cast<float>(config.start_noise)),
                 "0 or more and finite as float32");
  if (config.d_model % config.num_heads != 0) {
    throw ConfigError("num_heads",
                      {"trainer: `d_model` ", config.d_model, " cannot be split over `num_heads` ",
                       config.num_heads, ", wanted a divisor"});
  }
  attention_config(config);
  check_latents(config);
  return config;
}

AttentionConfig attention_config(const TrainerConfig& config) {
  return resolved(AttentionConfig{.d_model = config.d_model,
                                  .num_heads = config.num_heads,
                                  .num_kv_heads = config.num_kv_heads,
                                  .scale = config.scale,
                                  .combine = config.combine,
                                  .output_projection = config.output_projection,
                                  .tie_heads = config.tie_heads,
                                  .seed = config.seed});
}

}  // namespace manyheads
