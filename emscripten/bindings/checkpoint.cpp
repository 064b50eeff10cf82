#include "attention_layers.hpp"
#include "checkpoint/attention_checkpoint.hpp"
#include "checkpoint_bytes.hpp"
#include "exchange.hpp"

namespace manyheads {
namespace {

using exchange::Message;

void attention_from_checkpoint(Message& message) {
  const BytesInJavaScript bytes(message.whole());
  auto source = message.fields<LayerSource>();
  source.config = message.entries<AttentionConfig>();
  answer_attention(attention_layers.add([&] {
    const Safetensors file(bytes);
    return read_attention(file, source);
  }));
}

/// Answers with a file of one layer, whose bytes fill whole float32 elements.
void save_attention(Message& message) {
  const MultiHeadAttention& layer = attention_in(message);
  const AttentionEntry entry{.layer = 0, .config = layer.config(), .weights = layer.weights()};
  SafetensorsWriter writer;
  writer.add_metadata("format", "manyheads");
  add_attention(writer, entry);
  Tensor file = make_tensor({writer.size() / sizeof(float)}, "a checkpoint");
  writer.write({reinterpret_cast<std::uint8_t*>(file.data()), file.size() * sizeof(float)});
  exchange::answer_tensor(std::move(file));
}

}  // namespace

EMSCRIPTEN_BINDINGS(checkpoint) {
  exchange::bind<&attention_from_checkpoint>("attention_from_checkpoint");
  exchange::bind<&save_attention>("save_attention");
}

}  // namespace manyheads
