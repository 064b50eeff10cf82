/// What a program in C++ does with attention: a forward pass, a cache, a checkpoint.

#include <cstdint>
#include <iostream>
#include <memory>
#include <vector>

#include "attention/multi_head_attention.hpp"
#include "checkpoint/attention_checkpoint.hpp"
#include "kv_cache/kv_cache.hpp"
#include "tensor/elementwise.hpp"
#include "tensor/random.hpp"
#include "tensor/rearrange.hpp"

namespace {

using manyheads::MultiHeadAttention;
using manyheads::Size;
using manyheads::Tensor;

/// Token t of x, [1, d_model].
Tensor token(const Tensor& x, Size t) {
  const auto first = static_cast<std::int64_t>(t);
  return manyheads::slice(x,
                          std::vector<manyheads::AxisRange>{{.start = first, .stop = first + 1}});
}

/// Attends token by token, as a model that writes does.
/// @return the outputs, [T, d_model]
Tensor decode(const std::shared_ptr<MultiHeadAttention>& layer, const Tensor& x) {
  const Size T = x.shape(0);
  manyheads::KvCache cache(layer, {.capacity = T});
  std::vector<Tensor> outputs(T);
  std::vector<const Tensor*> parts;
  for (Size t = 0; t < T; ++t) {
    cache.step(token(x, t), outputs[t]);
    parts.push_back(&outputs[t]);
  }
  return manyheads::concatenate(parts, 0);
}

/// The bytes of a checkpoint, in the safetensors format.
std::vector<std::uint8_t> save(const MultiHeadAttention& layer) {
  const manyheads::AttentionEntry entry{0, layer.config(), layer.weights()};
  manyheads::SafetensorsWriter writer;
  manyheads::add_attention(writer, entry);
  std::vector<std::uint8_t> bytes(writer.size());
  writer.write(bytes);
  return bytes;
}

MultiHeadAttention restore(const std::vector<std::uint8_t>& bytes) {
  const manyheads::BytesInMemory file(bytes);
  const manyheads::Safetensors checkpoint(file);
  return manyheads::read_attention(checkpoint, {.layer = 0});
}

}  // namespace

int main() {
  const Tensor x = manyheads::random_normal({6, 64}, /*seed=*/7);
  const auto layer = std::make_shared<MultiHeadAttention>(
      manyheads::AttentionConfig{.d_model = 64, .num_heads = 8, .num_kv_heads = 2});
  const Tensor output = layer->forward(x, {.causal = true});

  const bool decoded = manyheads::allclose(decode(layer, x), output, 1e-5, 1e-6);
  const bool restored = restore(save(*layer)).forward(x, {.causal = true}) == output;

  std::cout << output.shape(0) << " x " << output.shape(1) << ", token by token "
            << (decoded ? "the same" : "different") << ", from a checkpoint "
            << (restored ? "the same" : "different") << '\n';
  return output.shape(0) == 6 && output.shape(1) == 64 && decoded && restored ? 0 : 1;
}
