#pragma once
/// Results and objects as bytes.

#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "attention/multi_head_attention.hpp"
#include "feed_forward/feed_forward.hpp"
#include "kv_cache/kv_cache.hpp"
#include "latent_attention/latent_attention.hpp"
#include "lesson/identities/identities.hpp"
#include "lesson/schedules/trace_schedules.hpp"
#include "lesson/shapes/pattern_chain.hpp"
#include "lesson/shapes/shape_questions.hpp"
#include "lesson/training/trainer.hpp"
#include "measures/head_measures.hpp"
#include "measures/head_patterns.hpp"

namespace manyheads {

/// The bytes of a value, to compare it bit by bit.
class Bits {
 public:
  template <typename Value>
  explicit Bits(const Value& value) {
    add(value);
  }
  bool operator==(const Bits&) const = default;

 private:
  template <typename Value>
  requires(std::is_arithmetic_v<Value> || std::is_enum_v<Value>) void add(const Value& value) {
    bytes_.append(reinterpret_cast<const char*>(&value), sizeof value);
  }
  void add(std::string_view text) {
    add(text.size());
    bytes_ += text;
  }
  void add(const Shape& shape) { add(std::string_view(to_text(shape))); }
  void add(const Tensor& tensor) {
    add(shape_of(tensor));
    for (const float value : tensor) add(value);
  }
  template <typename Value>
  void add(const std::optional<Value>& value) {
    add(value.has_value());
    if (value) add(*value);
  }
  template <typename Value>
  void add(const std::vector<Value>& values) {
    add(values.size());
    for (const Value& value : values) add(value);
  }
  template <typename Weights>
  requires requires(Weights weights) { weights.tensors; }
  void add(const Weights& weights) {
    for (const auto& tensor : weights.tensors) add(tensor);
  }
  template <typename Struct>
  requires(kTensors<Struct>.size() > 0) void add(const Struct& tensors) {
    Struct copy = tensors;
    for (const auto& [name, find] : kTensors<Struct>) {
      const Tensor* tensor = find(copy);
      add(tensor != nullptr);
      if (tensor) add(*tensor);
    }
  }
  template <typename Struct>
  requires HasResults<Struct>
  void add(const Struct& results) {
    for_each_result(results, [this](std::string_view, const auto& value) { this->add(value); });
  }
  template <typename Value, std::size_t N>
  void add(const std::array<Value, N>& values) {
    for (const Value& value : values) add(value);
  }
  template <typename Value>
  void add(const std::span<const Value>& values) {
    for (const Value& value : values) add(value);
  }
  template <typename Struct>
  requires(kFields<Struct>.size() > 0) void add(const Struct& settings) {
    for (const auto& field : kFields<Struct>) add(field.get(settings));
  }
  template <typename Layer>
  requires requires(const Layer& layer) { layer.config(), layer.weights(); }
  void add(const Layer& layer) {
    add(layer.config());
    add(layer.weights());
  }
  template <typename Value>
  void add(Value* const& pointer) {
    add(*pointer);
  }
  template <typename First, typename Second>
  void add(const std::pair<First, Second>& both) {
    add_all(both.first, both.second);
  }
  void add(const KvCache& cache) { add_all(cache.length(), cache.pages(), cache.bytes()); }
  void add(const AttentionGradients& gradients) {
    const auto& [dx, d_context, d_keys, d_values, d_positions, d_weights] = gradients;
    add_all(dx, d_context, d_keys, d_values, d_positions, d_weights);
  }
  void add(const FeedForwardGradients& gradients) { add_all(gradients.dx, gradients.d_weights); }
  void add(const ScheduleTrace& trace) { add_all(trace.schedule.read, trace.heads, trace.output); }
  void add(const NamedSize& size) { add_all(size.name, size.size); }
  void add(const AxisMeaning& axis) { add_all(axis.name, axis.meaning); }
  void add(const Trainer& trainer) {
    add_all(trainer.config(), trainer.report());
    for (const float value : trainer.model().parameters().values()) add(value);
  }

  template <typename... Values>
  void add_all(const Values&... values) {
    (add(values), ...);
  }

  std::string bytes_;
};

}  // namespace manyheads
