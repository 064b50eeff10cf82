#include "feed_forward/feed_forward.hpp"

#include <utility>

#include "exchange.hpp"
#include "handles.hpp"
#include "weights.hpp"

namespace manyheads {
namespace {

using exchange::input;
using exchange::Message;

Handles<FeedForward> layers;

FeedForward& layer_in(Message& message) { return layers.at(message.index()); }

/// Answers with the layer's number and its configuration.
void create_feed_forward(Message& message) {
  const auto config = message.fields<FeedForwardConfig>();
  auto weights = weights_in<FeedForwardWeights>(message);
  const std::size_t number = layers.add([&] { return FeedForward(config, std::move(weights)); });
  exchange::answer_size(number);
  exchange::answer_fields(layers.at(number).config());
}

void feed_forward(Message& message) {
  layer_in(message).forward(input(0), exchange::next_result());
  exchange::answer_result();
}

void feed_forward_trace(Message& message) {
  FeedForwardTrace trace = layer_in(message).trace(input(0));
  exchange::answer_tensors(trace);
}

/// d_output is input 1. Answers with dx and the weights' gradients.
void feed_forward_backward(Message& message) {
  FeedForwardGradients gradients;
  layer_in(message).backward(input(0), input(1), gradients);
  exchange::answer_tensor(std::move(gradients.dx));
  exchange::answer_each(gradients.d_weights.tensors);
}

void feed_forward_weights(Message& message) {
  FeedForwardWeights copies = layer_in(message).weights();
  exchange::answer_each(copies.tensors);
}

double feed_forward_bytes(std::size_t number) {
  const FeedForward* layer = layers.find(number);
  return layer ? static_cast<double>(layer->bytes()) : 0.0;
}

void release_feed_forward(std::size_t layer) { layers.release(layer); }

}  // namespace

EMSCRIPTEN_BINDINGS(feed_forward) {
  using exchange::bind;
  bind<&create_feed_forward>("create_feed_forward");
  bind<&feed_forward>("feed_forward");
  bind<&feed_forward_trace>("feed_forward_trace");
  bind<&feed_forward_backward>("feed_forward_backward");
  bind<&feed_forward_weights>("feed_forward_weights");
  emscripten::function("feed_forward_bytes", &feed_forward_bytes);
  emscripten::function("release_feed_forward", &release_feed_forward);
}

}  // namespace manyheads
