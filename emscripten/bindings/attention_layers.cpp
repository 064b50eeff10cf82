#include "attention_layers.hpp"

#include <algorithm>

namespace manyheads {

using exchange::Message;

Handles<MultiHeadAttention> attention_layers;

MultiHeadAttention& attention_in(Message& message) { return attention_layers.at(message.index()); }

ForwardOptions forward_options_in(Message& message) {
  if (!message.flag()) return {};
  auto options = message.fields<ForwardOptions>();
  for (std::size_t i = 0; i < kForwardInputs.size(); ++i) {
    if (message.flag()) options.*kForwardInputs[i].member = &exchange::input(1 + i);
  }
  if (message.flag()) options.dropout = message.required_fields<Dropout>();
  if (message.flag()) options.valid_lens = message.integers();
  return options;
}

Tile tile_in(Message& message) {
  const auto size = [&] { return static_cast<std::size_t>(std::min(message.number(), 0x1p31)); };
  const std::size_t queries = size();
  return {.queries = queries, .keys = size()};
}

void answer_attention(std::size_t number) {
  exchange::answer_size(number);
  exchange::answer_fields(attention_layers.at(number).config());
}

}  // namespace manyheads
