#include <emscripten/bind.h>

#include <utility>

#include "attention_layers.hpp"
#include "caches.hpp"
#include "exchange.hpp"
#include "latent_attention/to_latent.hpp"
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

double create_latent_attention() {
  return answered([] {
    Message message;
    const LatentAttentionConfig config = config_in(message);
    answer_latent_attention(
        latent_layers.add([&] { return LatentAttention(config, weights_in(message)); }));
  });
}

/// Input 0 holds what keys and values are projected from.
double attention_to_latent(std::size_t layer, double d_latent) {
  return answered([&] {
    answer_latent_attention(latent_layers.add([&] {
      return to_latent(attention_layers.at(layer), static_cast<Size>(d_latent), input(0));
    }));
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

void answer_latent_attention(std::size_t number) {
  const LatentAttentionConfig& config = latent_layers.at(number).config();
  answer_number(static_cast<double>(number));
  for (const Size size : {config.d_model, config.num_heads, config.d_head, config.d_latent,
                          config.d_latent_query, config.d_rope}) {
    answer_number(static_cast<double>(size));
  }
  answer_number(static_cast<double>(config.seed));
}

EMSCRIPTEN_BINDINGS(latent_attention) {
  using emscripten::function;
  function("create_latent_attention", &create_latent_attention);
  function("attention_to_latent", &attention_to_latent);
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
