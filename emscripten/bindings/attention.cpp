#include <utility>

#include "attention/head_pooling.hpp"
#include "attention/multi_head_attention.hpp"
#include "attention_layers.hpp"
#include "exchange.hpp"
#include "lesson/schedules/trace_schedules.hpp"
#include "weights.hpp"

namespace manyheads {
namespace {

using exchange::answer_number;
using exchange::input;
using exchange::Message;

// The values of a message are in the order in which they are read here. The message of each
// function of a layer begins with the layer's number; options come last.

void create_attention(Message& message) {
  const auto config = message.fields<AttentionConfig>();
  auto weights = weights_in<AttentionWeights>(message);
  answer_attention(
      attention_layers.add([&] { return MultiHeadAttention(config, std::move(weights)); }));
}

void attention_with(Message& message) {
  const MultiHeadAttention& layer = attention_in(message);
  const auto config = message.fields<AttentionConfig>();
  auto weights = weights_in<AttentionWeights>(message);
  answer_attention(attention_layers.add([&] { return layer.with(config, std::move(weights)); }));
}

void attention_to_grouped(Message& message) {
  const MultiHeadAttention& layer = attention_in(message);
  const Size num_kv_heads = message.whole();
  const auto pooling = message.choice<HeadPooling>();
  answer_attention(attention_layers.add([&] { return to_grouped(layer, num_kv_heads, pooling); }));
}

/// Answers with the kernel that ran and the output.
void forward(Message& message) {
  MultiHeadAttention& layer = attention_in(message);
  layer.forward(input(0), forward_options_in(message), exchange::next_result());
  answer_number(static_cast<double>(*layer.last_kernel()));
  exchange::answer_result();
}

void trace(Message& message) {
  MultiHeadAttention& layer = attention_in(message);
  AttentionTrace trace = layer.trace(input(0), forward_options_in(message));
  exchange::answer_tensors(trace);
}

void trace_online(Message& message) {
  MultiHeadAttention& layer = attention_in(message);
  const auto tile = message.fields<Tile>();
  OnlineTrace trace = trace_online(layer, input(0), tile, forward_options_in(message));
  exchange::answer_tensors(trace);
}

/// Answers with the schedule, then the tensors.
void trace_schedule(Message& message) {
  MultiHeadAttention& layer = attention_in(message);
  auto schedule = message.fields<Schedule>();
  schedule.tile = message.fields<Tile>();
  ScheduleTrace trace = trace_schedule(layer, input(0), schedule, forward_options_in(message));
  exchange::answer(trace.schedule);
  exchange::answer(trace);
}

/// d_output is the input after those of the options. Answers with all gradients that exist.
void backward(Message& message) {
  MultiHeadAttention& layer = attention_in(message);
  AttentionGradients gradients;
  layer.backward(input(0), input(1 + kForwardInputs.size()), forward_options_in(message),
                 gradients);
  exchange::answer_tensors(gradients);
  exchange::answer_each(gradients.d_weights.tensors);
}

void weights(Message& message) {
  AttentionWeights copies = attention_in(message).weights();
  exchange::answer_each(copies.tensors);
}

void set_weights(Message& message) {
  MultiHeadAttention& layer = attention_in(message);
  layer.set_weights(weights_in<AttentionWeights>(message));
}

double attention_bytes(std::size_t number) {
  const MultiHeadAttention* layer = attention_layers.find(number);
  return layer ? static_cast<double>(layer->bytes()) : 0.0;
}

void release_attention(std::size_t layer) { attention_layers.release(layer); }

}  // namespace

EMSCRIPTEN_BINDINGS(attention) {
  using exchange::bind;
  bind<&create_attention>("create_attention");
  bind<&attention_with>("attention_with");
  bind<&attention_to_grouped>("attention_to_grouped");
  bind<&forward>("forward");
  bind<&trace>("trace");
  bind<&trace_online>("trace_online");
  bind<&trace_schedule>("trace_schedule");
  bind<&backward>("backward");
  bind<&weights>("weights");
  bind<&set_weights>("set_weights");
  emscripten::function("attention_bytes", &attention_bytes);
  emscripten::function("release_attention", &release_attention);
}

}  // namespace manyheads
