#include <emscripten/bind.h>

#include <cmath>

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
using exchange::answered;
using exchange::input;
using exchange::Message;

double answered_binary(Tensor (*function)(const Tensor&, const Tensor&)) {
  return answered([&] { answer_tensor(function(input(0), input(1))); });
}
template <Tensor (*Function)(const Tensor&, const Tensor&)>
double binary() {
  return answered_binary(Function);
}

/// A whole number that the facade has checked, of at most 2^53.
std::int64_t whole(double number) { return static_cast<std::int64_t>(number); }

/// NaN stands for what is absent.
std::optional<std::int64_t> whole_if_any(double number) {
  return std::isnan(number) ? std::nullopt : std::optional(whole(number));
}

double fill(double value) {
  return answered([&] {
    Tensor tensor = make_tensor(Message().shape(), "shape");
    tensor.fill(static_cast<float>(value));
    answer_tensor(std::move(tensor));
  });
}

/// The message tells one list: of each range the index, start, stop and step.
double slice_axes() {
  return answered([] {
    Message message;
    std::vector<AxisRange> ranges(static_cast<std::size_t>(message.number()) / 4);
    for (AxisRange& range : ranges) {
      range.index = whole_if_any(message.number());
      range.start = whole_if_any(message.number());
      range.stop = whole_if_any(message.number());
      range.step = whole(message.number());
    }
    answer_tensor(manyheads::slice(input(0), ranges));
  });
}

double concatenate_parts(std::size_t count, double axis) {
  return answered([&] {
    std::vector<const Tensor*> parts;
    for (std::size_t i = 0; i < count; ++i) parts.push_back(&input(i));
    answer_tensor(manyheads::concatenate(parts, whole(axis)));
  });
}

/// @param has_order  whether the message tells the order of the axes; else it is reversed
double transpose_axes(bool has_order) {
  return answered([&] {
    if (!has_order) return answer_tensor(manyheads::transpose(input(0)));
    answer_tensor(manyheads::transpose(input(0), Message().integers()));
  });
}

/// @param axis  NaN: over everything
double reduce_axis(double reduction, double axis, bool keep_axes) {
  return answered([&] {
    answer_tensor(manyheads::reduce(input(0), static_cast<Reduction>(reduction), whole_if_any(axis),
                                    keep_axes));
  });
}

double embed(double d_model, double seed, bool sinusoidal) {
  return answered([&] {
    answer_tensor(embed_tokens(Message().texts(), static_cast<Size>(d_model),
                               static_cast<std::uint64_t>(seed),
                               sinusoidal ? Positions::kSinusoidal : Positions::kNone));
  });
}

}  // namespace

EMSCRIPTEN_BINDINGS(tensor) {
  using emscripten::function;
  function("fill", &fill);
  function(
      "random_normal", +[](double seed, double std) {
        return answered([&] {
          answer_tensor(random_normal(Message().shape(), static_cast<std::uint64_t>(seed), std));
        });
      });
  function(
      "random_uniform", +[](double seed, double low, double high) {
        return answered([&] {
          answer_tensor(
              random_uniform(Message().shape(), static_cast<std::uint64_t>(seed), low, high));
        });
      });
  function(
      "arange", +[](double start, double stop, double step) {
        return answered([&] { answer_tensor(manyheads::arange(start, stop, step)); });
      });
  function("add", &binary<&add>);
  function("subtract", &binary<&subtract>);
  function("multiply", &binary<&multiply>);
  function("divide", &binary<&divide>);
  function("matmul", &binary<static_cast<Tensor (*)(const Tensor&, const Tensor&)>(&matmul)>);
  function("exp", &exchange::unary<&exp>);
  function("sqrt", &exchange::unary<&sqrt>);
  function(
      "tril", +[](double k) {
        return answered([&] { answer_tensor(manyheads::tril(input(0), whole(k))); });
      });
  function(
      "triu", +[](double k) {
        return answered([&] { answer_tensor(manyheads::triu(input(0), whole(k))); });
      });
  function(
      "where", +[] {
        return answered([] { answer_tensor(manyheads::where(input(0), input(1), input(2))); });
      });
  function("reduce", &reduce_axis);
  function(
      "softmax", +[](double axis) {
        return answered([&] { answer_tensor(softmax(input(0), whole(axis))); });
      });
  function(
      "reshape", +[] {
        return answered([] { answer_tensor(manyheads::reshape(input(0), Message().integers())); });
      });
  function("transpose", &transpose_axes);
  function("concatenate", &concatenate_parts);
  function("slice", &slice_axes);
  function(
      "allclose", +[](double rtol, double atol) {
        return answered(
            [&] { exchange::answer_number(manyheads::allclose(input(0), input(1), rtol, atol)); });
      });
  function("embed_tokens", &embed);
}

}  // namespace manyheads
