#include "cost/model_shape.hpp"

#include <array>
#include <utility>

#include "attention/config.hpp"
#include "tensor/error.hpp"

namespace manyheads {
namespace {

constexpr std::array<ModelPreset, 7> kPresets = {{
    // Radford et al. 2019, and the vocabulary and context of the published checkpoint.
    {"gpt2-small",
     "GPT-2 small",
     {.d_model = 768,
      .num_heads = 12,
      .bias = true,
      .num_layers = 12,
      .d_ff = 3072,
      .activation = Activation::kGelu,
      .vocab_size = 50257,
      .tied_embeddings = true,
      .learned_positions = 1024}},
    // Brown et al. 2020, table 2.1 and section 2.1: otherwise as GPT-2.
    {"gpt3-175b",
     "GPT-3 175B",
     {.d_model = 12288,
      .num_heads = 96,
      .bias = true,
      .num_layers = 96,
      .d_ff = 49152,
      .activation = Activation::kGelu,
      .vocab_size = 50257,
      .tied_embeddings = true,
      .learned_positions = 2048}},
    // Touvron et al. 2023, "Llama 2", and the published configuration.
    {"llama2-70b",
     "Llama-2 70B",
     {.d_model = 8192,
      .num_heads = 64,
      .num_kv_heads = 8,
      .num_layers = 80,
      .d_ff = 28672,
      .activation = Activation::kSwiglu,
      .vocab_size = 32000}},
    // Grattafiori et al. 2024, "The Llama 3 herd of models", table 3.
    {"llama3.1-8b",
     "Llama-3.1 8B",
     {.d_model = 4096,
      .num_heads = 32,
      .num_kv_heads = 8,
      .num_layers = 32,
      .d_ff = 14336,
      .activation = Activation::kSwiglu,
      .vocab_size = 128256}},
    {"llama3.1-405b",
     "Llama-3.1 405B",
     {.d_model = 16384,
      .num_heads = 128,
      .num_kv_heads = 8,
      .num_layers = 126,
      .d_ff = 53248,
      .activation = Activation::kSwiglu,
      .vocab_size = 128256}},
    // DeepSeek-AI 2024, "DeepSeek-V3", section 4.2. Its feed-forward is a mixture of experts, which
    // a ModelShape cannot describe: attention only.
    {"deepseek-v3",
     "DeepSeek-V3 (attention only)",
     {.d_model = 7168,
      .num_heads = 128,
      .d_head = 128,
      .num_layers = 61,
      .latent =
          LatentShape{.d_latent = 512, .d_rope = 64, .d_latent_query = 1536, .d_value = 128}}},
    // Vaswani et al. 2017, table 3: one stack of six layers, without the parts that only the
    // decoder has.
    {"vaswani-base",
     "Transformer base (one stack)",
     {.d_model = 512,
      .num_heads = 8,
      .num_layers = 6,
      .d_ff = 2048,
      .activation = Activation::kRelu}},
}};

constexpr Size kLargest = (Size{1} << 53) - 1;

/// Checks a size that may be 0.
void require_countable(std::string_view name, Size size) {
  if (size <= kLargest) return;
  throw OutOfMemoryError({"cost: ", Name{name}, " is 2^53 or more"});
}

LatentShape resolved(LatentShape latent, Size d_head) {
  require_size("latent.d_latent", latent.d_latent);
  require_countable("latent.d_rope", latent.d_rope);
  require_countable("latent.d_latent_query", latent.d_latent_query);
  if (latent.d_rope % 2 != 0) {
    throw ConfigError("latent.d_rope", {"cost: `latent.d_rope` is ", latent.d_rope,
                                        ", wanted an even number: a rotation turns pairs"});
  }
  if (latent.d_value == 0) latent.d_value = d_head;
  require_size("latent.d_value", latent.d_value);
  return latent;
}

/// Latent attention has a key and a value for every head, and no biases.
void require_latent_fits(const ModelShape& model) {
  if (model.num_kv_heads != model.num_heads) {
    throw ConfigError("num_kv_heads", {"cost: `num_kv_heads` is ", model.num_kv_heads,
                                       ", but latent attention has "
                                       "keys and values for all its `num_heads` ",
                                       model.num_heads});
  }
  if (model.bias) throw ConfigError("bias", "cost: bias is true, but latent attention has none");
}

}  // namespace

std::span<const ModelPreset> model_presets() { return kPresets; }

void require_size(std::string_view name, Size size) {
  if (size == 0) throw ConfigError(name, {"cost: ", Name{name}, " must be at least 1"});
  require_countable(name, size);
}

ModelShape resolved(ModelShape model) {
  const std::pair<std::string_view, Size> sizes[] = {
      {"d_model", model.d_model},           {"num_heads", model.num_heads},
      {"num_kv_heads", model.num_kv_heads}, {"d_head", model.d_head},
      {"num_layers", model.num_layers},     {"d_ff", model.d_ff},
      {"vocab_size", model.vocab_size},     {"learned_positions", model.learned_positions}};
  for (const auto& [name, size] : sizes) require_countable(name, size);
  const AttentionConfig attention = resolved(AttentionConfig{.d_model = model.d_model,
                                                             .num_heads = model.num_heads,
                                                             .num_kv_heads = model.num_kv_heads,
                                                             .d_head = model.d_head});
  model.num_kv_heads = attention.num_kv_heads;
  model.d_head = attention.d_head;
  require_size("num_layers", model.num_layers);
  if (model.latent) {
    require_latent_fits(model);
    model.latent = resolved(*model.latent, model.d_head);
  }
  return model;
}

}  // namespace manyheads
