#include <emscripten/bind.h>

#include <utility>

#include "attention/head_pooling.hpp"
#include "attention/multi_head_attention.hpp"
#include "attention_layers.hpp"
#include "exchange.hpp"
#include "weights.hpp"

namespace manyheads {
namespace {

using exchange::answer_number;
using exchange::answer_tensor;
using exchange::answered;
using exchange::input;
using exchange::Message;

AttentionWeights weights_in(Message& message) {
  AttentionWeights weights;
  take_weights(message, weights.tensors);
  return weights;
}

ForwardOptions options_in_message(bool has_options) {
  if (!has_options) return {};
  Message message;
  return forward_options_in(message);
}

double create_attention() {
  return answered([] {
    Message message;
    const AttentionConfig config = attention_config_in(message);
    answer_attention(
        attention_layers.add([&] { return MultiHeadAttention(config, weights_in(message)); }));
  });
}

double attention_with(std::size_t layer) {
  return answered([&] {
    Message message;
    const AttentionConfig config = attention_config_in(message);
    answer_attention(attention_layers.add(
        [&] { return attention_layers.at(layer).with(config, weights_in(message)); }));
  });
}

double attention_to_grouped(std::size_t layer, double num_kv_heads, std::size_t from) {
  return answered([&] {
    answer_attention(attention_layers.add([&] {
      return to_grouped(attention_layers.at(layer), static_cast<Size>(num_kv_heads),
                        static_cast<HeadPooling>(from));
    }));
  });
}

/// Answers with the kernel that ran and the output.
double forward(std::size_t number, bool has_options) {
  return answered([&] {
    MultiHeadAttention& layer = attention_layers.at(number);
    layer.forward(input(kX), options_in_message(has_options), exchange::next_result());
    answer_number(static_cast<double>(*layer.last_kernel()));
    exchange::answer_result();
  });
}

double trace(std::size_t layer, bool has_options) {
  return answered([&] {
    AttentionTrace trace =
        attention_layers.at(layer).trace(input(kX), options_in_message(has_options));
    answer_trace(trace);
  });
}

/// Answers with the trace's tensors in the order of OnlineTrace.
double trace_online(std::size_t layer, double queries, double keys, bool has_options) {
  return answered([&] {
    OnlineTrace trace = attention_layers.at(layer).trace_online(
        input(kX), bounded_tile(queries, keys), options_in_message(has_options));
    for (Tensor* tensor : {&trace.running_max, &trace.running_sum, &trace.rescale, &trace.partial,
                           &trace.heads, &trace.output}) {
      answer_tensor(std::move(*tensor));
    }
  });
}

Schedule schedule_in(Message& message) {
  Schedule schedule;
  schedule.kind = static_cast<ScheduleKind>(message.integer());
  const double queries = message.number();
  schedule.tile = bounded_tile(queries, message.number());
  schedule.page_size = bounded_tile(message.number(), 0).queries;
  schedule.chunk = bounded_tile(message.number(), 0).queries;
  schedule.bytes_per_number = message.number();
  return schedule;
}

/// Answers with the list of steps, each of which ends with the list of its moves.
void answer_schedule(const ScheduleSteps& schedule) {
  const auto answer_all = [](auto... numbers) {
    (answer_number(static_cast<double>(numbers)), ...);
  };
  answer_all(schedule.stored_scores, schedule.steps.size());
  for (const ScheduleStep& step : schedule.steps) {
    answer_all(step.first_query, step.queries, step.first_key, step.keys, step.multiplications,
               step.held_bytes, step.moves.size());
    for (const Move& move : step.moves) {
      answer_all(move.what, move.is_load, move.first, move.count, move.bytes);
    }
  }
  answer_all(schedule.read, schedule.written, schedule.multiplications);
}

/// The message tells the schedule, then the options. Answers with the schedule, heads and output.
double trace_schedule(std::size_t layer, bool has_options) {
  return answered([&] {
    Message message;
    const Schedule schedule = schedule_in(message);
    const ForwardOptions options = has_options ? forward_options_in(message) : ForwardOptions{};
    ScheduleTrace trace = attention_layers.at(layer).trace_schedule(input(kX), schedule, options);
    answer_schedule(trace.schedule);
    answer_tensor(std::move(trace.heads));
    answer_tensor(std::move(trace.output));
  });
}

/// Answers with dx, and with the gradients of the context, keys, values and weights that there are.
double backward(std::size_t layer, bool has_options) {
  return answered([&] {
    AttentionGradients gradients;
    attention_layers.at(layer).backward(input(kX), input(kDOutput), options_in_message(has_options),
                                        gradients);
    answer_tensor(std::move(gradients.dx));
    answer_weights({&gradients.d_context, 1});
    answer_weights({&gradients.d_keys, 1});
    answer_weights({&gradients.d_values, 1});
    answer_weights(gradients.d_weights.tensors);
  });
}

double weights(std::size_t layer) {
  return answered([&] {
    AttentionWeights copies = attention_layers.at(layer).weights();
    answer_weights(copies.tensors);
  });
}

double set_weights(std::size_t layer) {
  return answered([&] {
    Message message;
    attention_layers.at(layer).set_weights(weights_in(message));
  });
}

double attention_bytes(std::size_t number) {
  const MultiHeadAttention* layer = attention_layers.find(number);
  return layer ? static_cast<double>(layer->bytes()) : 0.0;
}

}  // namespace

EMSCRIPTEN_BINDINGS(attention) {
  using emscripten::function;
  function("create_attention", &create_attention);
  function("attention_with", &attention_with);
  function("attention_to_grouped", &attention_to_grouped);
  function("forward", &forward);
  function("trace", &trace);
  function("trace_online", &trace_online);
  function("trace_schedule", &trace_schedule);
  function("backward", &backward);
  function("weights", &weights);
  function("set_weights", &set_weights);
  function("attention_bytes", &attention_bytes);
  function(
      "release_attention", +[](std::size_t layer) { attention_layers.release(layer); });
}

}  // namespace manyheads
