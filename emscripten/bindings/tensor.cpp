#include <cmath>
#include <vector>

#include "exchange.hpp"
#include "kernels/matmul.hpp"
#include "kernels/softmax.hpp"
#include "lesson/embedding/token_embedding.hpp"
#include "tensor/elementwise.hpp"
#include "tensor/random.hpp"
#include "tensor/rearrange.hpp"
#include "tensor/reduce.hpp"

namespace manyheads {
namespace {

using exchange::answer_tensor;
using exchange::input;
using exchange::Message;

template <Tensor (*Function)(const Tensor&, const Tensor&)>
void binary(Message&) {
  answer_tensor(Function(input(0), input(1)));
}

/// A whole number that the facade has checked, of at most 2^53.
std::int64_t whole(double number) { return static_cast<std::int64_t>(number); }

/// NaN means absent.
std::optional<std::int64_t> optional_whole(double number) {
  return std::isnan(number) ? std::nullopt : std::optional(whole(number));
}

void fill(Message& message) {
  Tensor tensor = make_tensor(message.shape(), "shape");
  tensor.fill(static_cast<float>(message.number()));
  answer_tensor(std::move(tensor));
}

/// The message has one list, with index, start, stop and step of each range.
void slice_axes(Message& message) {
  std::vector<AxisRange> ranges(static_cast<std::size_t>(message.number()) / 4);
  for (AxisRange& range : ranges) {
    range.index = optional_whole(message.number());
    range.start = optional_whole(message.number());
    range.stop = optional_whole(message.number());
    range.step = whole(message.number());
  }
  answer_tensor(manyheads::slice(input(0), ranges));
}

void concatenate_parts(Message& message) {
  std::vector<const Tensor*> parts(message.index());
  for (std::size_t i = 0; i < parts.size(); ++i) parts[i] = &input(i);
  answer_tensor(manyheads::concatenate(parts, message.integer()));
}

/// Without an order, the axes are reversed.
void transpose_axes(Message& message) {
  if (!message.flag()) return answer_tensor(manyheads::transpose(input(0)));
  answer_tensor(manyheads::transpose(input(0), message.integers()));
}

/// If the axis is NaN, reduces over everything.
void reduce_axis(Message& message) {
  const auto reduction = message.choice<Reduction>();
  const auto axis = optional_whole(message.number());
  answer_tensor(manyheads::reduce(input(0), reduction, axis, message.flag()));
}

void normal(Message& message) {
  const Shape shape = message.shape();
  const std::uint64_t seed = message.whole();
  answer_tensor(manyheads::random_normal(shape, seed, message.number()));
}

void uniform(Message& message) {
  const Shape shape = message.shape();
  const std::uint64_t seed = message.whole();
  const double low = message.number();
  answer_tensor(manyheads::random_uniform(shape, seed, low, message.number()));
}

void range(Message& message) {
  const double start = message.number();
  const double stop = message.number();
  answer_tensor(manyheads::arange(start, stop, message.number()));
}

void lower_triangle(Message& message) {
  answer_tensor(manyheads::tril(input(0), message.integer()));
}
void upper_triangle(Message& message) {
  answer_tensor(manyheads::triu(input(0), message.integer()));
}
void choose(Message&) { answer_tensor(manyheads::where(input(0), input(1), input(2))); }
void softmax_axis(Message& message) {
  answer_tensor(manyheads::softmax(input(0), message.integer()));
}
void reshape_to(Message& message) {
  answer_tensor(manyheads::reshape(input(0), message.integers()));
}

void all_close(Message& message) {
  const double rtol = message.number();
  exchange::answer_number(manyheads::allclose(input(0), input(1), rtol, message.number()));
}

void embed(Message& message) {
  const auto tokens = message.texts();
  const Size d_model = message.whole();
  const std::uint64_t seed = message.whole();
  answer_tensor(embed_tokens(tokens, d_model, seed, message.choice<Positions>()));
}

}  // namespace

EMSCRIPTEN_BINDINGS(tensor) {
  using exchange::bind;
  using exchange::unary;
  bind<&fill>("fill");
  bind<&normal>("random_normal");
  bind<&uniform>("random_uniform");
  bind<&range>("arange");
  bind<&binary<&add>>("add");
  bind<&binary<&subtract>>("subtract");
  bind<&binary<&multiply>>("multiply");
  bind<&binary<&divide>>("divide");
  bind<&binary<static_cast<Tensor (*)(const Tensor&, const Tensor&)>(&matmul)>>("matmul");
  bind<&unary<&exp>>("exp");
  bind<&unary<&sqrt>>("sqrt");
  bind<&lower_triangle>("tril");
  bind<&upper_triangle>("triu");
  bind<&choose>("where");
  bind<&reduce_axis>("reduce");
  bind<&softmax_axis>("softmax");
  bind<&reshape_to>("reshape");
  bind<&transpose_axes>("transpose");
  bind<&concatenate_parts>("concatenate");
  bind<&slice_axes>("slice");
  bind<&all_close>("allclose");
  bind<&embed>("embed_tokens");
}

}  // namespace manyheads
