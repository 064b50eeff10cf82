#include "attention_layers.hpp"

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

void answer_attention(std::size_t number) {
  exchange::answer_size(number);
  exchange::answer_fields(attention_layers.at(number).config());
}

}  // namespace manyheads
