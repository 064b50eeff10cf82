#include <emscripten/bind.h>

#include <utility>

#include "caches.hpp"
#include "exchange.hpp"
#include "latent_layers.hpp"
#include "weights.hpp"

namespace manyheads {

Handles<LatentAttention> latent_layers;

namespace {

using exchange::answer_number;
using exchange::answer_tensor;
using exchange::answered;
using exchange::input;
using exchange::Message;

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

LatentAttentionWeights weights_in(Message& message) {
  LatentAttentionWeights weights;
  take_weights(message, weights.tensors);
  return weights;
}

/// Answers with the number of the layer.
double create_latent_attention() {
  return answered([] {
    Message message;
    const LatentAttentionConfig config = config_in(message);
    const std::size_t number =
        latent_layers.add([&] { return LatentAttention(config, weights_in(message)); });
    answer_number(static_cast<double>(number));
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

double latent_weights(std::size_t layer) {
  return answered([&] {
    LatentAttentionWeights copies = latent_layers.at(layer).weights();
    answer_weights(copies.tensors);
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
