#include "feed_forward/feed_forward.hpp"

#include <emscripten/bind.h>

#include <utility>

#include "exchange.hpp"
#include "handles.hpp"
#include "weights.hpp"

namespace manyheads {
namespace {

using exchange::answer_number;
using exchange::answered;
using exchange::input;

Handles<FeedForward> layers;

/// Answers with the layer's number.
double create_feed_forward() {
  return answered([] {
    exchange::Message message;
    FeedForwardConfig config;
    config.d_model = message.whole();
    config.d_ff = message.whole();
    config.activation = static_cast<Activation>(message.integer());
    config.bias = message.flag();
    config.seed = message.whole();
    FeedForwardWeights weights;
    take_weights(message, weights.tensors);
    answer_number(
        static_cast<double>(layers.add([&] { return FeedForward(config, std::move(weights)); })));
  });
}

double feed_forward(std::size_t layer) {
  return answered([&] {
    layers.at(layer).forward(input(0), exchange::next_result());
    exchange::answer_result();
  });
}

/// Answers with a, what is activated, the hidden layer and the output, and with b if there is one.
double feed_forward_trace(std::size_t layer) {
  return answered([&] {
    FeedForwardTrace trace = layers.at(layer).trace(input(0));
    for (Tensor* tensor : {&trace.a, &trace.activated, &trace.hidden, &trace.output}) {
      exchange::answer_tensor(std::move(*tensor));
    }
    answer_weights({&trace.b, 1});
  });
}

/// d_output lies in slot 1. Answers with dx and the weights' gradients.
double feed_forward_backward(std::size_t layer) {
  return answered([&] {
    FeedForwardGradients gradients;
    layers.at(layer).backward(input(0), input(1), gradients);
    exchange::answer_tensor(std::move(gradients.dx));
    answer_weights(gradients.d_weights.tensors);
  });
}

double feed_forward_weights(std::size_t layer) {
  return answered([&] {
    FeedForwardWeights weights = layers.at(layer).weights();
    answer_weights(weights.tensors);
  });
}

double feed_forward_bytes(std::size_t number) {
  const FeedForward* layer = layers.find(number);
  return layer ? static_cast<double>(layer->bytes()) : 0.0;
}

}  // namespace

EMSCRIPTEN_BINDINGS(feed_forward) {
  using emscripten::function;
  function("create_feed_forward", &create_feed_forward);
  function("feed_forward", &feed_forward);
  function("feed_forward_trace", &feed_forward_trace);
  function("feed_forward_backward", &feed_forward_backward);
  function("feed_forward_weights", &feed_forward_weights);
  function("feed_forward_bytes", &feed_forward_bytes);
  function(
      "release_feed_forward", +[](std::size_t layer) { layers.release(layer); });
}

}  // namespace manyheads
