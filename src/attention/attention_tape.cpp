#include "attention/attention_tape.hpp"

#include <algorithm>
#include <string_view>

#include "tensor/error.hpp"

namespace manyheads {
namespace {

constexpr std::string_view kCallName = "forward_with_tape";
constexpr std::size_t kMaxRecordedWeights = 1 << 20;

void copy_tensor(const Tensor& from, Tensor& to) {
  resize(to, shape_of(from), "a copy for backward");
  std::copy_n(from.data(), from.size(), to.data());
}

/// A tensor of the options, and the member of a record that holds its copy.
struct OptionCopy {
  const Tensor* ForwardOptions::*option;
  Tensor AttentionTape::Record::*copy;
};
constexpr OptionCopy kOptionCopies[] = {
    {&ForwardOptions::context, &AttentionTape::Record::context},
    {&ForwardOptions::keys, &AttentionTape::Record::keys},
    {&ForwardOptions::values, &AttentionTape::Record::values},
    {&ForwardOptions::positions, &AttentionTape::Record::positions},
    {&ForwardOptions::mask, &AttentionTape::Record::mask},
    {&ForwardOptions::score_bias, &AttentionTape::Record::score_bias},
    {&ForwardOptions::head_mask, &AttentionTape::Record::head_mask}};

void copy_inputs(const Tensor& x, const ForwardOptions& options, AttentionTape::Record& record) {
  copy_tensor(x, record.x);
  record.options = options;
  for (const auto& [option, copy] : kOptionCopies) {
    if (!(options.*option)) continue;
    copy_tensor(*(options.*option), record.*copy);
    record.options.*option = &(record.*copy);
  }
}

/// Makes room for all weights, up to 4 MB. With dropout they are not recorded, since dropout
/// multiplies them in place.
std::optional<UnnormalizedWeights> reserve_weights(const AttentionConfig& config,
                                                   AttentionTape::Record& record) {
  const ForwardShape& run = record.run;
  const std::size_t row_stride = PackedMatrix::padded(run.S);
  const Shape rows{run.B, config.num_heads, run.T};
  if (record.options.dropout) return std::nullopt;
  if (saturating_product(saturating_product(rows[0], rows[1]),
                         saturating_product(rows[2], row_stride)) > kMaxRecordedWeights) {
    return std::nullopt;
  }
  return UnnormalizedWeights{
      .row_stride = row_stride,
      .weights = record.weights.reserve({rows[0], rows[1], rows[2], row_stride}, "weights"),
      .sums = record.sums.reserve({rows[0], rows[1], rows[2]}, "sums")};
}

}  // namespace

AttentionTape::AttentionTape() = default;
AttentionTape::AttentionTape(AttentionTape&&) noexcept = default;
AttentionTape& AttentionTape::operator=(AttentionTape&&) noexcept = default;
AttentionTape::~AttentionTape() = default;

AttentionTape::Record& AttentionTape::writable_record() {
  if (!record_) record_ = std::make_unique<Record>();
  return *record_;
}

void record_forward(const Projections& projections, const Tensor& x, const ForwardOptions& options,
                    AttentionTape::Record& record, ForwardScratch& scratch, Tensor& output) {
  if (options.kernel == Kernel::kReference) {
    throw ConfigError("kernel",
                      {Name{kCallName}, ": the reference kernel keeps nothing for backward"});
  }
  const AttentionConfig& config = projections.config();
  record.version = {};  // matches no weights if the lines below throw
  record.run = checked_forward(config, x, options, kCallName);
  copy_inputs(x, options, record);
  record.inputs = projection_inputs(record.x, record.run, record.options, record.positioned);
  const AttendArguments arguments =
      project_inputs(projections, record.inputs, record.run, record.options, record.projected);
  record.unnormalized = reserve_weights(config, record);
  const HeadRows<float> heads = scratch_heads(config, record.run, record.heads);
  attend_blocked(arguments, heads, scratch.attend,
                 record.unnormalized ? &*record.unnormalized : nullptr);
  project_output(projections, heads, arguments, scratch.combined, output, kCallName);
  record.version = projections.version();
}

}  // namespace manyheads
