#include "attention_layers.hpp"

#include <algorithm>
#include <utility>

namespace manyheads {

using exchange::answer_number;
using exchange::input;
using exchange::Message;

Handles<MultiHeadAttention> attention_layers;

AttentionConfig attention_config_in(Message& message) {
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

ForwardOptions forward_options_in(Message& message) {
  const auto given = [&](AttentionInput slot) { return message.flag() ? &input(slot) : nullptr; };
  ForwardOptions options;
  options.context = given(kContext);
  options.keys = given(kKeys);
  options.values = given(kValues);
  options.mask = given(kMask);
  options.score_bias = given(kScoreBias);
  options.head_mask = given(kHeadMask);
  options.causal = message.flag();
  options.causal_alignment = static_cast<CausalAlignment>(message.integer());
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

Tile bounded_tile(double queries, double keys) {
  const auto bounded = [](double size) { return static_cast<std::size_t>(std::min(size, 0x1p31)); };
  return {.queries = bounded(queries), .keys = bounded(keys)};
}

void answer_attention(std::size_t number) {
  const AttentionConfig& config = attention_layers.at(number).config();
  answer_number(static_cast<double>(number));
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

void answer_trace(AttentionTrace& trace) {
  for (Tensor* tensor : {&trace.q, &trace.k, &trace.v, &trace.scores, &trace.masked_scores,
                         &trace.weights, &trace.heads, &trace.combined, &trace.output}) {
    exchange::answer_tensor(std::move(*tensor));
  }
}

}  // namespace manyheads
