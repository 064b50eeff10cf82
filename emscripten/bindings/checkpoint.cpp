#include <emscripten/bind.h>

#include "attention_layers.hpp"
#include "checkpoint/attention_checkpoint.hpp"
#include "checkpoint_bytes.hpp"
#include "exchange.hpp"

namespace manyheads {
namespace {

using exchange::answered;

/// The message tells the checkpoint's size, the layer, the naming, and each ConfigEntry, -1 for one
/// that is not given.
double attention_from_checkpoint() {
  return answered([] {
    exchange::Message message;
    const BytesInJavaScript bytes(message.whole());
    LayerSource source{.layer = message.whole(), .naming = static_cast<Naming>(message.integer())};
    for (std::optional<std::uint64_t>& value : source.config.values) {
      const double number = message.number();
      if (number >= 0) value = static_cast<std::uint64_t>(number);
    }
    answer_attention(attention_layers.add([&] {
      const Safetensors file(bytes);
      return attention_from(file, source);
    }));
  });
}

/// Answers with a file of one layer, whose bytes fill whole float32 elements.
double save_attention(std::size_t number) {
  return answered([&] {
    const MultiHeadAttention& layer = attention_layers.at(number);
    const AttentionEntry entry{.layer = 0, .config = layer.config(), .weights = layer.weights()};
    SafetensorsWriter writer;
    writer.add_metadata("format", "manyheads");
    add_attention(writer, entry);
    Tensor file = make_tensor({writer.size() / sizeof(float)}, "a checkpoint");
    writer.write({reinterpret_cast<std::uint8_t*>(file.data()), file.size() * sizeof(float)});
    exchange::answer_tensor(std::move(file));
  });
}

}  // namespace

EMSCRIPTEN_BINDINGS(checkpoint) {
  using emscripten::function;
  function("attention_from_checkpoint", &attention_from_checkpoint);
  function("save_attention", &save_attention);
}

}  // namespace manyheads
