#include <emscripten/bind.h>

#include "embedding/token_embedding.hpp"
#include "exchange.hpp"
#include "kernels/matmul.hpp"
#include "kernels/softmax.hpp"
#include "tensor/elementwise.hpp"
#include "tensor/random.hpp"
#include "tensor/rearrange.hpp"
#include "tensor/reduce.hpp"

namespace manyheads {
namespace {

using emscripten::val;
using exchange::input;

/// Every operation reads inputs 0, 1, .. and leaves one tensor in result 0.
template <typename Body>
bool operation(Body body) {
  return exchange::succeeded([&] { exchange::result(0) = body(); });
}

template <Tensor (*Function)(const Tensor&)>
bool unary() {
  return operation([] { return Function(input(0)); });
}
template <Tensor (*Function)(const Tensor&, const Tensor&)>
bool binary() {
  return operation([] { return Function(input(0), input(1)); });
}

bool fill(val shape, double value) {
  return operation([&] {
    Tensor tensor = make_tensor(exchange::to_shape(shape), "shape");
    tensor.fill(static_cast<float>(value));
    return tensor;
  });
}

/// @param ranges  one array an axis: [index], or [start, stop, step] with undefined for absent
bool slice_axes(val ranges) {
  return operation([&] {
    std::vector<AxisRange> of_axes;
    for (const val& range : emscripten::vecFromJSArray<val>(ranges)) {
      const auto number = [&](int i) -> std::optional<std::int64_t> {
        if (range[i].isUndefined()) return std::nullopt;
        return static_cast<std::int64_t>(range[i].as<double>());
      };
      AxisRange& of_axis = of_axes.emplace_back();
      if (range["length"].as<int>() == 1) {
        of_axis.index = number(0);
      } else {
        of_axis = {.index = {}, .start = number(0), .stop = number(1), .step = *number(2)};
      }
    }
    return slice(input(0), of_axes);
  });
}

bool concatenate_parts(std::size_t count, double axis) {
  return operation([&] {
    std::vector<const Tensor*> parts;
    for (std::size_t i = 0; i < count; ++i) parts.push_back(&input(i));
    return manyheads::concatenate(parts, static_cast<std::int64_t>(axis));
  });
}

bool reduce_axis(Reduction reduction, bool has_axis, double axis, bool keep_axes) {
  return operation([&] {
    const auto at = has_axis ? std::optional(static_cast<std::int64_t>(axis)) : std::nullopt;
    return manyheads::reduce(input(0), reduction, at, keep_axes);
  });
}

}  // namespace

EMSCRIPTEN_BINDINGS(tensor) {
  using emscripten::function;
  emscripten::enum_<Reduction>("Reduction")
      .value("sum", Reduction::kSum)
      .value("mean", Reduction::kMean)
      .value("max", Reduction::kMax);

  function("fill", &fill);
  function(
      "random_normal", +[](val shape, double seed, double std) {
        return operation([&] {
          return random_normal(exchange::to_shape(shape), exchange::to_unsigned(seed), std);
        });
      });
  function(
      "arange", +[](double start, double stop, double step) {
        return operation([&] { return manyheads::arange(start, stop, step); });
      });
  function("add", &binary<&add>);
  function("subtract", &binary<&subtract>);
  function("multiply", &binary<&multiply>);
  function("divide", &binary<&divide>);
  function("matmul", &binary<static_cast<Tensor (*)(const Tensor&, const Tensor&)>(&matmul)>);
  function("exp", &unary<&exp>);
  function("sqrt", &unary<&sqrt>);
  function(
      "tril", +[](double k) {
        return operation([&] { return manyheads::tril(input(0), static_cast<std::int64_t>(k)); });
      });
  function(
      "triu", +[](double k) {
        return operation([&] { return manyheads::triu(input(0), static_cast<std::int64_t>(k)); });
      });
  function(
      "where",
      +[] { return operation([] { return manyheads::where(input(0), input(1), input(2)); }); });
  function("reduce", &reduce_axis);
  function(
      "softmax", +[](double axis) {
        return operation([&] { return softmax(input(0), static_cast<std::int64_t>(axis)); });
      });
  function(
      "reshape", +[](val shape) {
        return operation(
            [&] { return manyheads::reshape(input(0), exchange::to_integers(shape)); });
      });
  function(
      "transpose", +[](val axes) {
        return operation([&] {
          if (axes.isUndefined()) return manyheads::transpose(input(0));
          return manyheads::transpose(input(0), exchange::to_integers(axes));
        });
      });
  function("concatenate", &concatenate_parts);
  function("slice", &slice_axes);
  /// 1 or 0; -1 after an error
  function(
      "allclose", +[](double rtol, double atol) {
        return exchange::guarded(
            -1, [&] { return manyheads::allclose(input(0), input(1), rtol, atol) ? 1 : 0; });
      });
  function(
      "embed_tokens", +[](val tokens, double d_model, double seed, bool sinusoidal) {
        return operation([&] {
          return embed_tokens(emscripten::vecFromJSArray<std::string>(tokens),
                              exchange::to_unsigned(d_model), exchange::to_unsigned(seed),
                              sinusoidal ? Positions::kSinusoidal : Positions::kNone);
        });
      });
}

}  // namespace manyheads
