#include "lesson/training/optimizer.hpp"

#include <cmath>
#include <vector>
#include <xsimd/xsimd.hpp>

namespace manyheads {
namespace {

using Batch = xsimd::batch<float>;

constexpr double kBeta1 = 0.9, kBeta2 = 0.98, kEpsilon = 1e-8;

/// Adam's step for Value: a float or a batch of them.
struct AdamStep {
  float rate;          ///< learning rate, divided by m's correction
  float v_correction;  ///< multiplies sqrt(v)

  template <typename Value>
  void operator()(Value& value, Value gradient, Value& m, Value& v) const {
    using std::sqrt;
    using xsimd::sqrt;
    m = Value(static_cast<float>(kBeta1)) * m + Value(static_cast<float>(1 - kBeta1)) * gradient;
    v = Value(static_cast<float>(kBeta2)) * v +
        Value(static_cast<float>(1 - kBeta2)) * gradient * gradient;
    value -=
        Value(rate) * m / (sqrt(v) * Value(v_correction) + Value(static_cast<float>(kEpsilon)));
  }
};

class Adam : public Optimizer {
 public:
  Adam(std::size_t count, double learning_rate)
      : learning_rate_(learning_rate), m_(count), v_(count) {}

  void update(std::span<float> values, std::span<const float> gradients) override {
    beta1_power_ *= kBeta1;
    beta2_power_ *= kBeta2;
    const AdamStep step{static_cast<float>(learning_rate_ / (1 - beta1_power_)),
                        static_cast<float>(1 / std::sqrt(1 - beta2_power_))};
    std::size_t i = 0;
    for (; i + Batch::size <= values.size(); i += Batch::size) {
      const auto at = [i](auto& all) { return Batch::load_unaligned(all.data() + i); };
      Batch value = at(values), m = at(m_), v = at(v_);
      step(value, at(gradients), m, v);
      value.store_unaligned(values.data() + i);
      m.store_unaligned(m_.data() + i);
      v.store_unaligned(v_.data() + i);
    }
    for (; i < values.size(); ++i) step(values[i], gradients[i], m_[i], v_[i]);
  }

  std::unique_ptr<Optimizer> copy() const override { return std::make_unique<Adam>(*this); }

 private:
  double learning_rate_;
  double beta1_power_ = 1, beta2_power_ = 1;
  std::vector<float> m_, v_;
};

class Sgd : public Optimizer {
 public:
  Sgd(std::size_t count, double learning_rate, double momentum)
      : learning_rate_(static_cast<float>(learning_rate)),
        momentum_(static_cast<float>(momentum)),
        velocity_(count) {}

  void update(std::span<float> values, std::span<const float> gradients) override {
    for (std::size_t i = 0; i < values.size(); ++i) {
      velocity_[i] = momentum_ * velocity_[i] + gradients[i];
      values[i] -= learning_rate_ * velocity_[i];
    }
  }

  std::unique_ptr<Optimizer> copy() const override { return std::make_unique<Sgd>(*this); }

 private:
  float learning_rate_, momentum_;
  std::vector<float> velocity_;
};

}  // namespace

std::unique_ptr<Optimizer> adam(std::size_t count, double learning_rate) {
  return std::make_unique<Adam>(count, learning_rate);
}

std::unique_ptr<Optimizer> sgd(std::size_t count, double learning_rate, double momentum) {
  return std::make_unique<Sgd>(count, learning_rate, momentum);
}

double clip_norm(std::span<float> gradients, double max_norm) {
  double squares = 0;
  for (const float gradient : gradients) squares += static_cast<double>(gradient) * gradient;
  const double length = std::sqrt(squares);
  if (length > max_norm) {
    const auto factor = static_cast<float>(max_norm / length);
    for (float& gradient : gradients) gradient *= factor;
  }
  return length;
}

}  // namespace manyheads
