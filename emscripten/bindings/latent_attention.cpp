#include <utility>

#include "attention_layers.hpp"
#include "caches.hpp"
#include "exchange.hpp"
#include "latent_attention/to_latent.hpp"
#include "latent_layers.hpp"
#include "weights.hpp"

namespace manyheads {

Handles<LatentAttention> latent_layers;

LatentAttention& latent_attention_in(exchange::Message& message) {
  return latent_layers.at(message.index());
}

void answer_latent_attention(std::size_t number) {
  exchange::answer_size(number);
  exchange::answer_fields(latent_layers.at(number).config());
}

namespace {

using exchange::input;
using exchange::Message;

void create_latent_attention(Message& message) {
  const auto config = message.fields<LatentAttentionConfig>();
  auto weights = weights_in<LatentAttentionWeights>(message);
  answer_latent_attention(
      latent_layers.add([&] { return LatentAttention(config, std::move(weights)); }));
}

/// Input 0 is the input of keys and values.
void attention_to_latent(Message& message) {
  const MultiHeadAttention& layer = attention_in(message);
  const Size d_latent = message.whole();
  answer_latent_attention(latent_layers.add([&] { return to_latent(layer, d_latent, input(0)); }));
}

void latent_forward(Message& message) {
  LatentAttention& layer = latent_attention_in(message);
  layer.forward(input(0), message.fields<LatentForwardOptions>(), exchange::next_result());
  exchange::answer_result();
}

void latent_trace(Message& message) {
  LatentAttention& layer = latent_attention_in(message);
  exchange::answer(layer.trace(input(0), message.flag()));
}

void latent_weights(Message& message) {
  LatentAttentionWeights copies = latent_attention_in(message).weights();
  exchange::answer_each(copies.tensors);
}

void create_latent_cache(Message& message) {
  answer_new_cache(latent_layers.shared(message.index()), message);
}

double latent_bytes(std::size_t number) {
  const LatentAttention* layer = latent_layers.find(number);
  return layer ? static_cast<double>(layer->bytes()) : 0.0;
}

void release_latent_attention(std::size_t layer) { latent_layers.release(layer); }

}  // namespace

EMSCRIPTEN_BINDINGS(latent_attention) {
  using exchange::bind;
  bind<&create_latent_attention>("create_latent_attention");
  bind<&attention_to_latent>("attention_to_latent");
  bind<&latent_forward>("latent_forward");
  bind<&latent_trace>("latent_trace");
  bind<&latent_weights>("latent_weights");
  bind<&create_latent_cache>("create_latent_cache");
  emscripten::function("latent_bytes", &latent_bytes);
  emscripten::function("release_latent_attention", &release_latent_attention);
}

}  // namespace manyheads
