#include <emscripten/bind.h>

#include <algorithm>
#include <utility>

#include "attention/multi_head_attention.hpp"
#include "exchange.hpp"
#include "handles.hpp"
#include "kv_cache/kv_cache.hpp"

namespace manyheads {
namespace {

using exchange::answer_number;
using exchange::answer_tensor;
using exchange::answered;
using exchange::input;
using exchange::Message;

Handles<MultiHeadAttention> layers;
Handles<KvCache> caches;

/// Input slots of a forward call; weights lie in the first slots instead, in the order told.
enum InputSlot : std::size_t { kX, kContext, kMask, kScoreBias, kHeadMask };

AttentionConfig config_in(Message& message) {
  AttentionConfig config;
  config.d_model = message.whole();
  config.num_heads = message.whole();
  config.num_kv_heads = message.whole();
  config.d_head = message.whole();
  config.bias = message.flag();
  config.scale = static_cast<Scale>(message.integer());
  config.combine = static_cast<Combine>(message.integer());
  config.output_projection = message.flag();
  config.tie_heads = message.flag();
  config.seed = message.whole();
  return config;
}

/// In the order in which config_in reads.
void answer_config(const AttentionConfig& config) {
  for (const Size size : {config.d_model, config.num_heads, config.num_kv_heads, config.d_head}) {
    answer_number(static_cast<double>(size));
  }
  answer_number(config.bias);
  answer_number(static_cast<double>(config.scale));
  answer_number(static_cast<double>(config.combine));
  answer_number(config.output_projection);
  answer_number(config.tie_heads);
  answer_number(static_cast<double>(config.seed));
}

/// Takes the weights that the message tells out of the first input slots.
AttentionWeights weights_in(Message& message) {
  AttentionWeights weights;
  std::size_t slot = 0;
  for (const std::int64_t name : message.integers()) {
    weights[static_cast<WeightName>(name)] = std::exchange(input(slot++), Tensor());
  }
  return weights;
}

ForwardOptions options_in_message() {
  Message message;
  const auto given = [&](InputSlot slot) { return message.flag() ? &input(slot) : nullptr; };
  ForwardOptions options;
  options.context = given(kContext);
  options.mask = given(kMask);
  options.score_bias = given(kScoreBias);
  options.head_mask = given(kHeadMask);
  options.causal = message.flag();
  options.check_finite = message.flag();
  options.kernel = static_cast<Kernel>(message.integer());
  if (message.flag()) {
    options.dropout.emplace();
    options.dropout->rate = message.number();
    options.dropout->seed = message.whole();
  }
  if (message.flag()) options.valid_lens = message.integers();
  return options;
}

/// Answers with the number of the layer that `make` returns, and its configuration.
template <typename Make>
void answer_layer(Make make) {
  const std::size_t number = layers.add(make);
  answer_number(static_cast<double>(number));
  answer_config(layers.at(number).config());
}

double create_attention() {
  return answered([] {
    Message message;
    const AttentionConfig config = config_in(message);
    answer_layer([&] { return MultiHeadAttention(config, weights_in(message)); });
  });
}

double attention_with(std::size_t layer) {
  return answered([&] {
    Message message;
    const AttentionConfig config = config_in(message);
    answer_layer([&] { return layers.at(layer).with(config, weights_in(message)); });
  });
}

/// Answers with the kernel that ran and the output.
double forward(std::size_t number, bool has_options) {
  return answered([&] {
    MultiHeadAttention& layer = layers.at(number);
    layer.forward(input(kX), has_options ? options_in_message() : ForwardOptions(),
                  exchange::next_result());
    answer_number(static_cast<double>(*layer.last_kernel()));
    exchange::answer_result();
  });
}

/// Answers with the trace's tensors in the order of AttentionTrace.
double trace(std::size_t layer, bool has_options) {
  return answered([&] {
    AttentionTrace trace =
        layers.at(layer).trace(input(kX), has_options ? options_in_message() : ForwardOptions());
    for (Tensor* tensor : {&trace.q, &trace.k, &trace.v, &trace.scores, &trace.masked_scores,
                           &trace.weights, &trace.heads, &trace.combined, &trace.output}) {
      answer_tensor(std::move(*tensor));
    }
  });
}

/// Answers with the trace's tensors in the order of OnlineTrace.
double trace_online(std::size_t layer, double queries, double keys, bool has_options) {
  return answered([&] {
    const auto bounded = [](double size) {
      return static_cast<std::size_t>(std::min(size, 0x1p31));
    };
    const Tile tile{bounded(queries), bounded(keys)};
    OnlineTrace trace = layers.at(layer).trace_online(
        input(kX), tile, has_options ? options_in_message() : ForwardOptions());
    for (Tensor* tensor : {&trace.running_max, &trace.running_sum, &trace.rescale, &trace.partial,
                           &trace.heads, &trace.output}) {
      answer_tensor(std::move(*tensor));
    }
  });
}

/// Answers with the number of the cache.
double create_cache(std::size_t layer) {
  return answered([&] {
    Message message;
    CacheOptions options;
    options.batch = message.whole();
    options.capacity = message.whole();
    const std::size_t number = caches.add([&] { return KvCache(layers.shared(layer), options); });
    answer_number(static_cast<double>(number));
  });
}

/// Answers with the length after the step and the output.
double cache_step(std::size_t number) {
  return answered([&] {
    KvCache& cache = caches.at(number);
    cache.step(input(kX), exchange::next_result());
    answer_number(static_cast<double>(cache.length()));
    exchange::answer_result();
  });
}

/// Answers for each WeightName with whether the layer has it, and the weight.
double weights(std::size_t layer) {
  return answered([&] {
    AttentionWeights copies = layers.at(layer).weights();
    for (std::optional<Tensor>& copy : copies.tensors) {
      answer_number(copy.has_value());
      if (copy) answer_tensor(std::move(*copy));
    }
  });
}

double set_weights(std::size_t layer) {
  return answered([&] {
    Message message;
    layers.at(layer).set_weights(weights_in(message));
  });
}

double attention_bytes(std::size_t number) {
  const MultiHeadAttention* layer = layers.find(number);
  return layer ? static_cast<double>(layer->bytes()) : 0.0;
}

}  // namespace

EMSCRIPTEN_BINDINGS(attention) {
  using emscripten::function;
  function("create_attention", &create_attention);
  function("attention_with", &attention_with);
  function("forward", &forward);
  function("trace", &trace);
  function("trace_online", &trace_online);
  function("weights", &weights);
  function("set_weights", &set_weights);
  function("attention_bytes", &attention_bytes);
  function(
      "release_attention", +[](std::size_t layer) { layers.release(layer); });
  function("create_cache", &create_cache);
  function("cache_step", &cache_step);
  function(
      "cache_reset", +[](std::size_t number) {
        if (KvCache* cache = caches.find(number)) cache->reset();
      });
  function(
      "cache_bytes", +[](std::size_t number) {
        const KvCache* cache = caches.find(number);
        return cache ? static_cast<double>(cache->bytes()) : 0.0;
      });
  function(
      "release_cache", +[](std::size_t cache) { caches.release(cache); });
}

}  // namespace manyheads
