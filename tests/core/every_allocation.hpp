#pragma once
/// Fails each allocation of a call in turn, and checks the result and the object.

#include <cstdint>
#include <functional>
#include <memory>
#include <new>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "attention/multi_head_attention.hpp"
#include "core/failing_allocation.hpp"
#include "feed_forward/feed_forward.hpp"
#include "kv_cache/kv_cache.hpp"
#include "latent_attention/latent_attention.hpp"
#include "lesson/identities/identities.hpp"
#include "lesson/shapes/pattern_chain.hpp"
#include "lesson/shapes/shape_questions.hpp"
#include "lesson/training/trainer.hpp"
#include "measures/head_measures.hpp"
#include "measures/head_patterns.hpp"
#include "tensor/error.hpp"

namespace manyheads {

/// Results and objects as bytes, to compare them bit by bit.
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
  void add(const LatentAttentionTrace& trace) { add_all(trace.latent, trace.expanded); }
  void add(const Sides& sides) { add_all(sides.left, sides.right); }
  void add(const HeadDiversity& diversity) { add_all(diversity.mean, diversity.most.distance); }
  void add(const HeadPattern& pattern) {
    add_all(pattern.previous, pattern.self, pattern.first, pattern.duplicate, pattern.induction);
  }
  void add(const NamedSize& size) { add_all(size.name, size.size); }
  void add(const ShapeQuestion& question) { add_all(question.id, question.sizes); }
  void add(const ShapeVerdict& verdict) {
    add_all(verdict.correct, verdict.answer, verdict.actual, verdict.explanation, verdict.sizes,
            verdict.missing, verdict.found);
  }
  void add(const PatternChainResult& result) {
    add_all(result.axes, result.origins, result.wanted, result.misplaced);
  }
  void add(const TrainingReport& report) {
    add_all(report.step, report.loss, report.accuracy, report.average_accuracy,
            report.gradient_norm, report.solved_at);
  }
  void add(const Trainer& trainer) {
    add_all(trainer.config(), trainer.report());
    for (const float value : trainer.model().parameters().values()) add(value);
  }
  void add(const Evaluation& evaluation) { add_all(evaluation.loss, evaluation.accuracy); }
  void add(const HeadReading& reading) { add_all(reading.mass, reading.entropy); }
  void add(const Sample& sample) { add_all(sample.tokens, sample.predictions, sample.layers); }

  template <typename... Values>
  void add_all(const Values&... values) {
    (add(values), ...);
  }

  std::string bytes_;
};

/// A function of the core and the object that it is called on.
struct EntryPoint {
  std::string name;
  /// The object and everything else that the call needs.
  struct Subject {
    virtual ~Subject() = default;
    /// Calls with a failing allocation. @return the result; empty if it failed
    virtual std::optional<Bits> call(std::size_t let_through, std::size_t failures) = 0;
    virtual Bits state() const = 0;
    bool has_failed = false;  ///< whether an allocation of the last call has failed
  };
  std::function<std::unique_ptr<Subject>()> make;
  /// @see allowed_stride
  std::size_t stride = 1;
};

/// @param make  returns the object
/// @param call  takes the object and returns its result
/// @param make_state  takes the object and returns what the call must not change if it fails
template <typename Make, typename Call, typename MakeState>
EntryPoint entry_point(std::string name, Make make, Call call, MakeState make_state,
                       std::size_t stride = 1) {
  using Object = decltype(make());
  struct Subject : EntryPoint::Subject {
    Subject(Make& make_object, Call call_it, MakeState copy_state)
        : object(make_object()),
          call_object(std::move(call_it)),
          make_object_state(std::move(copy_state)) {}

    std::optional<Bits> call(std::size_t let_through, std::size_t failures) override {
      std::optional<std::invoke_result_t<Call&, Object&>> result;
      try {
        const FailingAllocation out_of_memory(1, let_through, failures);
        try {
          result.emplace(call_object(object));
        } catch (...) {
          has_failed = out_of_memory.has_failed();
          throw;
        }
        has_failed = out_of_memory.has_failed();
      } catch (const std::bad_alloc&) {
        return {};
      } catch (const OutOfMemoryError&) {
        return {};
      }
      return Bits(*result);
    }
    Bits state() const override { return Bits(make_object_state(object)); }

    Object object;
    Call call_object;
    MakeState make_object_state;
  };
  return {std::move(name),
          [=]() mutable -> std::unique_ptr<EntryPoint::Subject> {
            return std::make_unique<Subject>(make, call, make_state);
          },
          stride};
}

/// A function without an object.
template <typename Call>
EntryPoint entry_point(std::string name, Call call) {
  return entry_point(
      std::move(name), [] { return 0; }, [call](int&) { return call(); },
      [](const int& none) { return none; });
}

/// How many allocations apart failures are: `stride`, or 1 if MANYHEADS_EVERY_ALLOCATION is set.
std::size_t allowed_stride(std::size_t stride);

/// Fails each allocation of the call in turn: alone, and together with all that follow. After each
/// failure the object must be unchanged, and the next call must give the same bits. The object's
/// destructor must free all memory.
/// @return how many allocations were failed; prints them
std::size_t fail_every_allocation(const EntryPoint& entry);

}  // namespace manyheads
