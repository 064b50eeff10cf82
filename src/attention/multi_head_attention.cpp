#include "attention/multi_head_attention.hpp"

#include <algorithm>
#include <utility>

#include "tensor/error.hpp"

namespace manyheads {
namespace {

std::size_t index_of(WeightName name) { return static_cast<std::size_t>(name) % 4; }

bool is_matrix(WeightName name) { return name <= WeightName::kWo; }

/// Whether the weight's last axis holds one block of d_head columns a head.
bool is_split_over_heads(WeightName name) { return index_of(name) < 3; }

MatrixView matrix_view(const Tensor& matrix, std::size_t columns) {
  return {matrix.data(), matrix.shape(0), columns, matrix.shape(1)};
}

constexpr std::size_t kMostKeptWeights = 1 << 20;

void require_finite_inputs(const Tensor& x, const ForwardOptions& options) {
  require_finite(x, "x");
  if (options.context) require_finite(*options.context, "context");
  if (options.keys) require_finite(*options.keys, "keys");
  if (options.values) require_finite(*options.values, "values");
  if (options.positions) require_finite(*options.positions, "positions");
  if (options.score_bias) require_finite(*options.score_bias, "score_bias");
}

}  // namespace

MultiHeadAttention::MultiHeadAttention(const AttentionConfig& config, AttentionWeights given)
    : config_(resolved(config)) {
  check_weights(config_, given);
  for (WeightName name : kWeightNames) {
    if (has_weight(config_, name)) checked_size(weight_shape(config_, name), to_text(name));
  }
  for (WeightName name : kWeightNames) {  // drawing them takes seconds where they are large
    if (!has_weight(config_, name) || !is_matrix(name)) continue;
    const Shape shape = weight_shape(config_, name);
    stored_.matrices[index_of(name)].resize(shape[0], packed_columns(name, shape));
  }
  for (WeightName name : kWeightNames) {
    if (!has_weight(config_, name)) continue;
    pack(name, given[name] ? *given[name] : seeded_weight(config_, name));
    given[name].reset();  // so that only one weight at a time is held twice
  }
}

/// Once the shapes are known to fit, each is packed over the one before, which takes no memory.
void MultiHeadAttention::set_weights(const AttentionWeights& given) {
  if (weights_are_held()) {
    throw ConfigError("weights",
                      "set_weights: a cache of this layer holds tokens that the old weights made; "
                      "reset it first");
  }
  check_weights(config_, given);
  kept_.reset();
  for (WeightName name : kWeightNames) {
    if (given[name]) pack(name, *given[name]);
  }
}

/// Of tied heads head 0's alone.
std::size_t MultiHeadAttention::packed_columns(WeightName name, const Shape& shape) const {
  const bool narrow = config_.tie_heads && is_split_over_heads(name);
  return static_cast<std::size_t>(narrow ? config_.d_head : shape.back());
}

void MultiHeadAttention::pack(WeightName name, const Tensor& weight) {
  const std::size_t columns = packed_columns(name, shape_of(weight));
  if (is_matrix(name)) {
    stored_.matrices[index_of(name)].assign(matrix_view(weight, columns));
  } else {
    stored_.biases[index_of(name)].assign(weight.data(), weight.data() + columns);
  }
}

AttentionWeights MultiHeadAttention::weights() const {
  AttentionWeights copies;
  for (WeightName name : kWeightNames) {
    if (!has_weight(config_, name)) continue;
    Tensor copy = make_tensor(weight_shape(config_, name), to_text(name));
    const Tensor stored = is_matrix(name) ? matrix(name).unpacked() : Tensor();
    const float* values = is_matrix(name) ? stored.data() : bias(name).data();
    const std::size_t width = copy.shape().back();
    const std::size_t kept = is_matrix(name) ? matrix(name).columns() : bias(name).size();
    for (std::size_t i = 0; i < copy.size(); ++i) {
      copy.data()[i] = values[i / width * kept + i % width % kept];
    }
    copies[name] = std::move(copy);
  }
  return copies;
}

MultiHeadAttention MultiHeadAttention::with(const AttentionConfig& config,
                                            AttentionWeights given) const {
  const AttentionConfig to = resolved(config);
  AttentionWeights merged = carried_over(config_, weights(), to);
  for (WeightName name : kWeightNames) {
    if (given[name]) merged[name] = std::move(given[name]);
  }
  return MultiHeadAttention(to, std::move(merged));
}

Tensor MultiHeadAttention::forward(const Tensor& x, const ForwardOptions& options) {
  Tensor output;
  forward(x, options, output);
  return output;
}

void MultiHeadAttention::forward(const Tensor& x, const ForwardOptions& options, Tensor& output) {
  const ForwardShape run = checked_shape(config_, x, options);
  if (options.check_finite) require_finite_inputs(x, options);
  const AttendArguments arguments = project_all(inputs_of(x, run, options), run, options);
  attend_to(arguments, heads_in_place(run), output);
}

void MultiHeadAttention::forward_keeping(const Tensor& x, const ForwardOptions& options,
                                         Tensor& output) {
  if (options.kernel == Kernel::kReference) {
    throw ConfigError("kernel", "forward: the reference kernel keeps nothing for backward");
  }
  if (&output == &x) {
    throw ConfigError("output", "forward: the output would replace x, which backward still reads");
  }
  const ForwardShape run = checked_shape(config_, x, options);
  if (options.check_finite) require_finite_inputs(x, options);
  const Inputs inputs = inputs_of(x, run, options);
  const AttendArguments arguments = project_all(inputs, run, options);
  const std::optional<KeptWeights> weights = kept_weights(run, options);
  attend_to(arguments, heads_beside(run), output, weights ? &*weights : nullptr);
  kept_ = Kept{run, options, inputs, weights};
}

/// Up to 4 MB; dropout, which multiplies them in place, would lose some.
std::optional<KeptWeights> MultiHeadAttention::kept_weights(const ForwardShape& run,
                                                            const ForwardOptions& options) {
  const std::size_t row_stride = PackedMatrix::padded(run.S);
  const Shape rows{run.B, static_cast<Size>(config_.num_heads), run.T};
  if (options.dropout) return std::nullopt;
  if (saturating_product(saturating_product(rows[0], rows[1]),
                         saturating_product(rows[2], row_stride)) > kMostKeptWeights) {
    return std::nullopt;
  }
  return KeptWeights{
      .row_stride = row_stride,
      .weights = scratch_.weights.reserve({rows[0], rows[1], rows[2], row_stride}, "weights"),
      .sums = scratch_.sums.reserve({rows[0], rows[1], rows[2]}, "sums")};
}

void MultiHeadAttention::attend_to(const AttendArguments& arguments, const HeadRows<float>& heads,
                                   Tensor& output, const KeptWeights* kept) {
  // Of all sizes from one score on, none was found where the reference is faster: by a half to a
  // tenth it is slower at 1 to 100 scores.
  const bool reference = arguments.options.kernel == Kernel::kReference;
  if (reference) {
    attend_reference(arguments, heads);
  } else {
    attend_blocked(arguments, heads, scratch_.attend, kept);
  }
  finish(heads, arguments.run, arguments.options, output);
  last_kernel_ = reference ? Kernel::kReference : Kernel::kFused;
}

/// Tied heads are kept once.
CachedRows MultiHeadAttention::cached_rows() const {
  const auto d_head = static_cast<std::size_t>(config_.d_head);
  return {.heads = config_.tie_heads ? 1 : static_cast<std::size_t>(config_.num_kv_heads),
          .key_width = d_head,
          .value_width = d_head};
}

ForwardShape MultiHeadAttention::checked_step(const Tensor& x) const {
  return checked_shape(config_, x, {}, "step");
}

void MultiHeadAttention::append_keys_and_values(const Tensor& x, const ForwardShape& run,
                                                HeadRows<float> keys, HeadRows<float> values) {
  const KeysAndValues of_x = project_keys_and_values(inputs_of(x, run, {}), run.T);
  const std::size_t first = run.S - run.T, kept_heads = cached_rows().heads;
  for (const auto& [from, to] : {std::pair(of_x.k, keys), std::pair(of_x.v, values)}) {
    for (std::size_t b = 0; b < run.B; ++b) {
      for (std::size_t g = 0; g < kept_heads; ++g) {
        for (std::size_t t = 0; t < run.T; ++t) {
          std::copy_n(from.row(b, g, t), config_.d_head, to.row(b, g, first + t));
        }
      }
    }
  }
}

void MultiHeadAttention::attend_to_cached(const Tensor& x, const ForwardShape& run,
                                          const KeysAndValues& from, Tensor& output) {
  KeysAndValues of_heads = from;
  if (config_.tie_heads) of_heads.k.head_stride = of_heads.v.head_stride = 0;
  const ForwardOptions options{.causal = true};
  const HeadRows<const float> queries = project_queries(inputs_of(x, run, options), run.T);
  attend_to(arguments_of(queries, run, options, of_heads), heads_in_place(run), output);
}

AttentionTrace MultiHeadAttention::trace(const Tensor& x, const ForwardOptions& options) {
  const ForwardShape run = checked_shape(config_, x, options);
  if (options.check_finite) require_finite_inputs(x, options);
  const AttendArguments arguments = project_all(inputs_of(x, run, options), run, options);
  const HeadRows<float> heads = heads_beside(run);
  const std::size_t d_head = arguments.d_head;
  AttendIntermediates steps = attend_reference(arguments, heads);

  AttentionTrace trace{.q = copied(arguments.q, run, arguments.H, run.T, d_head, "q"),
                       .k = copied(arguments.k, run, arguments.G, run.S, d_head, "k"),
                       .v = copied(arguments.v, run, arguments.G, run.S, d_head, "v"),
                       .scores = std::move(steps.scores),
                       .masked_scores = std::move(steps.masked_scores),
                       .weights = std::move(steps.weights),
                       .heads = copied(heads, run, arguments.H, run.T, d_head, "heads"),
                       .combined = {},
                       .output = {}};
  resize(trace.combined, {run.B, run.T, combined_width(config_)}, "combined");
  std::copy_n(combined(heads, run), trace.combined.size(), trace.combined.data());
  finish(heads, run, options, trace.output);
  for (Tensor* tensor : {&trace.scores, &trace.masked_scores, &trace.weights, &trace.combined}) {
    match_batch(*tensor, run);
  }
  last_kernel_ = Kernel::kReference;
  return trace;
}

OnlineTrace MultiHeadAttention::trace_online(const Tensor& x, Tile tile,
                                             const ForwardOptions& options, Rescale rescale) {
  const ForwardShape run = checked_shape(config_, x, options);
  if (options.check_finite) require_finite_inputs(x, options);
  const AttendArguments arguments = project_all(inputs_of(x, run, options), run, options);
  const HeadRows<float> heads = heads_beside(run);
  OnlineSoftmaxSteps steps = attend_online_softmax(arguments, tile, heads, rescale);

  OnlineTrace trace{.running_max = std::move(steps.running_max),
                    .running_sum = std::move(steps.running_sum),
                    .rescale = std::move(steps.rescale),
                    .partial = std::move(steps.partial),
                    .heads = copied(heads, run, arguments.H, run.T, arguments.d_head, "heads"),
                    .output = {}};
  finish(heads, run, options, trace.output);
  for (Tensor* tensor : {&trace.running_max, &trace.running_sum, &trace.rescale, &trace.partial}) {
    match_batch(*tensor, run);
  }
  return trace;
}

ScheduleTrace MultiHeadAttention::trace_schedule(const Tensor& x, const Schedule& schedule,
                                                 const ForwardOptions& options) {
  const ForwardShape run = checked_shape(config_, x, options);
  if (options.check_finite) require_finite_inputs(x, options);
  const AttendArguments arguments = project_all(inputs_of(x, run, options), run, options);
  const HeadRows<float> heads = heads_beside(run);
  ScheduleTrace trace{.schedule = attend_scheduled(arguments, schedule, heads),
                      .heads = copied(heads, run, arguments.H, run.T, arguments.d_head, "heads"),
                      .output = {}};
  finish(heads, run, options, trace.output);
  return trace;
}

std::size_t MultiHeadAttention::bytes() const {
  std::size_t bytes = 0;
  for (const PackedMatrix& weight : stored_.matrices) bytes += weight.bytes();
  for (const auto& weight : stored_.biases) bytes += weight.size() * sizeof(float);
  return bytes;
}

const PackedMatrix& MultiHeadAttention::matrix(WeightName name) const {
  return stored_.matrices[index_of(name)];
}

std::span<const float> MultiHeadAttention::bias(WeightName name) const {
  return stored_.biases[index_of(name)];
}

/// rows [count, d_in] -> result [count, columns of the weight], one product for all heads.
void MultiHeadAttention::project(const float* rows, std::size_t count, WeightName name,
                                 WeightName bias_name, float* result) const {
  const PackedMatrix& weight = matrix(name);
  matmul({rows, count, weight.rows(), weight.rows()}, weight, weight.columns(), bias(bias_name),
         {result, weight.columns()});
}

/// Heads are blocks of columns: splitting moves nothing. Tied heads all read the same block.
HeadRows<const float> MultiHeadAttention::split(WeightName name, std::size_t rows,
                                                const Buffer& projected) const {
  const std::size_t width = matrix(name).columns();
  const auto head_stride = config_.tie_heads ? 0 : static_cast<std::size_t>(config_.d_head);
  return {projected.data(), rows * width, head_stride, width};
}

HeadRows<const float> MultiHeadAttention::project_heads(MatrixView input, std::size_t rows,
                                                        WeightName name, WeightName bias_name,
                                                        Buffer& into) {
  kept_.reset();  // its projections are about to be overwritten
  float* const projected = into.reserve({input.rows, matrix(name).columns()}, "a projection");
  project(input.data, input.rows, name, bias_name, projected);
  return split(name, rows, into);
}

MultiHeadAttention::Inputs MultiHeadAttention::inputs_of(const Tensor& x, const ForwardShape& run,
                                                         const ForwardOptions& options) {
  if (options.keys) return {rows_of(x), rows_of(*options.keys), rows_of(*options.values)};
  const MatrixView rows = rows_of(x), keys = options.context ? rows_of(*options.context) : rows;
  if (!options.positions) return {rows, keys, keys};
  const std::size_t of_batch_row = options.positions->size();
  float* const sums = scratch_.positioned.reserve({run.B, of_batch_row}, "x and positions");
  for (std::size_t b = 0; b < run.B; ++b) {
    for (std::size_t i = 0; i < of_batch_row; ++i) {
      sums[b * of_batch_row + i] = rows.data[b * of_batch_row + i] + options.positions->data()[i];
    }
  }
  const MatrixView positioned{sums, rows.rows, rows.columns, rows.row_stride};
  return {positioned, positioned, rows};
}

HeadRows<const float> MultiHeadAttention::project_queries(const Inputs& inputs, std::size_t rows) {
  return project_heads(inputs.of_queries, rows, WeightName::kWq, WeightName::kBq, scratch_.q);
}

KeysAndValues MultiHeadAttention::project_keys_and_values(const Inputs& inputs, std::size_t rows) {
  return {.k = project_heads(inputs.of_keys, rows, WeightName::kWk, WeightName::kBk, scratch_.k),
          .v = project_heads(inputs.of_values, rows, WeightName::kWv, WeightName::kBv, scratch_.v)};
}

AttendArguments MultiHeadAttention::project_all(const Inputs& inputs, const ForwardShape& run,
                                                const ForwardOptions& options) {
  const KeysAndValues from = project_keys_and_values(inputs, run.S);
  return arguments_of(project_queries(inputs, run.T), run, options, from);
}

AttendArguments MultiHeadAttention::arguments_of(HeadRows<const float> queries,
                                                 const ForwardShape& run,
                                                 const ForwardOptions& options,
                                                 const KeysAndValues& from) const {
  return {.run = run,
          .H = static_cast<std::size_t>(config_.num_heads),
          .G = static_cast<std::size_t>(config_.num_kv_heads),
          .d_head = static_cast<std::size_t>(config_.d_head),
          .d_value = static_cast<std::size_t>(config_.d_head),
          .q = queries,
          .k = from.k,
          .v = from.v,
          .score_divisor = score_divisor(config_),
          .options = options,
          .visibility = Visibility(options, run),
          .alibi = config_.positions == ScorePositions::kAlibi};
}

/// Heads side by side, [B, T, H * D]: joining them moves nothing.
HeadRows<float> MultiHeadAttention::side_by_side(float* data, const ForwardShape& run) const {
  const auto width = static_cast<std::size_t>(heads_width(config_));
  return {data, run.T * width, static_cast<std::size_t>(config_.d_head), width};
}

HeadRows<float> MultiHeadAttention::heads_beside(const ForwardShape& run) {
  return side_by_side(scratch_.heads.reserve({run.B, run.T, heads_width(config_)}, "heads"), run);
}

/// Each head's output replaces its queries, of which nothing is read again: a quarter less memory.
/// Tied heads share their queries.
HeadRows<float> MultiHeadAttention::heads_in_place(const ForwardShape& run) {
  return config_.tie_heads ? heads_beside(run) : side_by_side(scratch_.q.data(), run);
}

/// The heads as W_O reads them: [B, T, H*D] as they lie, or [B, T, D] summed or averaged.
const float* MultiHeadAttention::combined(const HeadRows<float>& heads, const ForwardShape& run) {
  if (config_.combine == Combine::kConcat) return heads.data;
  const auto d_head = static_cast<std::size_t>(config_.d_head);
  const auto H = static_cast<std::size_t>(config_.num_heads);
  const float factor = config_.combine == Combine::kMean ? 1.0f / static_cast<float>(H) : 1.0f;
  float* const result = scratch_.combined.reserve({run.B, run.T, d_head}, "combined");
  for (std::size_t i = 0; i < run.B * run.T; ++i) {
    const float* of_heads = heads.data + i * H * d_head;
    for (std::size_t j = 0; j < d_head; ++j) {
      float sum = 0.0f;
      for (std::size_t h = 0; h < H; ++h) sum += of_heads[h * d_head + j];
      result[i * d_head + j] = sum * factor;
    }
  }
  return result;
}

void MultiHeadAttention::finish(const HeadRows<float>& heads, const ForwardShape& run,
                                const ForwardOptions& options, Tensor& output) {
  const float* joined = combined(heads, run);
  const Size width = config_.output_projection ? config_.d_model : combined_width(config_);
  resize(output, {run.B, run.T, width}, "the output");
  if (config_.output_projection) {
    project(joined, run.B * run.T, WeightName::kWo, WeightName::kBo, output.data());
  } else {
    std::copy_n(joined, output.size(), output.data());
  }
  match_batch(output, run);
  if (options.check_finite) require_finite(output, "the output");
}

}  // namespace manyheads
