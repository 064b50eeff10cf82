#include "latent_attention/latent_attention.hpp"

#include <emscripten/bind.h>

#include <utility>

#include "caches.hpp"
#include "exchange.hpp"
#include "handles.hpp"

namespace manyheads {
namespace {

using exchange::answer_number;
using exchange::answer_tensor;
using exchange::answered;
using exchange::input;
using exchange::Message;

Handles<LatentAttention> latent_layers;

LatentAttentionConfig config_in(Message& message) {
  LatentAttentionConfig config;
  config.d_model = message.whole();
  config.num_heads = message.whole();
  config.d_head = message.whole();
  config.d_latent = message.whole();
  config.d_latent_query = message.whole();
  config.d_rope = message.whole();
  config.seed = message.whole();
  return config;
}

/// Answers with the number of the layer.
double create_latent_attention() {
  return answered([] {
    Message message;
    const LatentAttentionConfig config = config_in(message);
    LatentAttentionWeights weights;
    std::size_t slot = 0;
    for (const std::int64_t name : message.integers()) {
      weights[static_cast<LatentWeightName>(name)] = std::exchange(input(slot++), Tensor());
    }
    answer_number(static_cast<double>(
        latent_layers.add([&] { return LatentAttention(config, std::move(weights)); })));
  });
}

double latent_forward(std::size_t layer, bool causal, bool absorbed) {
  return answered([&] {
    latent_layers.at(layer).forward(input(0), {.causal = causal, .absorbed = absorbed},
                                    exchange::next_result());
    exchange::answer_result();
  });
}

/// Answers with the latents, then the tensors in the order of AttentionTrace.
double latent_trace(std::size_t layer, bool causal) {
  return answered([&] {
    auto [latent, steps] = latent_layers.at(layer).trace(input(0), causal);
    for (Tensor* tensor :
         {&latent, &steps.q, &steps.k, &steps.v, &steps.scores, &steps.masked_scores,
          &steps.weights, &steps.heads, &steps.combined, &steps.output}) {
      answer_tensor(std::move(*tensor));
    }
  });
}

/// Answers for each LatentWeightName with whether the layer has it, and the weight.
double latent_weights(std::size_t layer) {
  return answered([&] {
    LatentAttentionWeights copies = latent_layers.at(layer).weights();
    for (std::optional<Tensor>& copy : copies.tensors) {
      answer_number(copy.has_value());
      if (copy) answer_tensor(std::move(*copy));
    }
  });
}

}  // namespace

EMSCRIPTEN_BINDINGS(latent_attention) {
  using emscripten::function;
  function("create_latent_attention", &create_latent_attention);
  function("latent_forward", &latent_forward);
  function("latent_trace", &latent_trace);
  function("latent_weights", &latent_weights);
  function(
      "latent_bytes", +[](std::size_t number) {
        const LatentAttention* layer = latent_layers.find(number);
        return layer ? static_cast<double>(layer->bytes()) : 0.0;
      });
  function(
      "release_latent_attention", +[](std::size_t layer) { latent_layers.release(layer); });
  function(
      "create_latent_cache", +[](std::size_t layer) {
        return answered([&] { answer_new_cache(latent_layers.shared(layer)); });
      });
}

}  // namespace manyheads
