#include "attention/multi_head_attention.hpp"

#include <utility>

#include "attention/cache_step.hpp"
#include "attention/forward.hpp"
#include "attention/trace_forward.hpp"
#include "tensor/error.hpp"

namespace manyheads {

MultiHeadAttention::MultiHeadAttention(const AttentionConfig& config, AttentionWeights weights)
    : projections_(resolved(config), std::move(weights)) {}

void MultiHeadAttention::set_weights(const AttentionWeights& weights) {
  if (weights_are_held()) {
    throw ConfigError(
        "weights",
        "`set_weights`: a cache of this layer still holds tokens; reset the cache first");
  }
  projections_.replace(weights);
}

MultiHeadAttention MultiHeadAttention::with(const AttentionConfig& config,
                                            AttentionWeights weights) const {
  const AttentionConfig to = resolved(config);
  AttentionWeights merged = carry_over_weights(this->config(), this->weights(), to);
  for (WeightName name : kWeightNames) {
    if (weights[name]) merged[name] = std::move(weights[name]);
  }
  return MultiHeadAttention(to, std::move(merged));
}

Tensor MultiHeadAttention::forward(const Tensor& x, const ForwardOptions& options) {
  Tensor output;
  forward(x, options, output);
  return output;
}

void MultiHeadAttention::forward(const Tensor& x, const ForwardOptions& options, Tensor& output) {
  last_kernel_ = manyheads::forward(projections_, x, options, forward_, output);
}

AttentionTrace MultiHeadAttention::trace(const Tensor& x, const ForwardOptions& options) {
  AttentionTrace trace = trace_forward(projections_, x, options, forward_);
  last_kernel_ = Kernel::kReference;
  return trace;
}

TracedCall MultiHeadAttention::start_traced_call(const Tensor& x, const ForwardOptions& options,
                                                 std::string_view operation) {
  return {projections_, x, options, forward_, operation};
}

AttentionTape MultiHeadAttention::forward_with_tape(const Tensor& x, const ForwardOptions& options,
                                                    Tensor& output, AttentionTape reused) {
  record_forward(projections_, x, options, reused.writable_record(), forward_, output);
  last_kernel_ = Kernel::kFused;
  return reused;
}

void MultiHeadAttention::backward(const Tensor& x, const Tensor& d_output,
                                  const ForwardOptions& options, AttentionGradients& gradients) {
  AttentionBackward(projections_, forward_, backward_).compute(x, d_output, options, gradients);
}

void MultiHeadAttention::backward(const AttentionTape& tape, const Tensor& d_output,
                                  AttentionGradients& gradients) {
  AttentionBackward(projections_, forward_, backward_).compute(tape, d_output, gradients);
}

CachedRows MultiHeadAttention::cached_rows() const { return manyheads::cached_rows(config()); }

ForwardShape MultiHeadAttention::checked_step(const Tensor& x) const {
  return checked_shape(config(), x, {}, "step");
}

void MultiHeadAttention::append_keys_and_values(const Tensor& x, const ForwardShape& run,
                                                HeadRows<float> keys, HeadRows<float> values) {
  CacheStep(projections_, forward_).append(x, run, keys, values);
}

void MultiHeadAttention::attend_to_cached(const Tensor& x, const ForwardShape& run,
                                          const KeysAndValues& cached, Tensor& output) {
  CacheStep(projections_, forward_).attend(x, run, cached, output);
  last_kernel_ = Kernel::kFused;
}

}  // namespace manyheads
