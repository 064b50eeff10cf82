#include "lesson/training/trainer_entries.hpp"

#include <algorithm>
#include <cmath>
#include <span>

#include "tensor/message.hpp"

namespace manyheads {
namespace {

constexpr double kLargestWhole = 0x1p53;

/// What the values 0, 1, .. of an entry are called; none where they are numbers.
std::span<const std::string_view> texts_of(TrainerEntry entry) {
  static constexpr std::array<std::string_view, 4> kTasks = {"relations", "relations-and-digit",
                                                             "induction", "sentences"};
  static constexpr std::array<std::string_view, 2> kFlags = {"false", "true"};
  static constexpr std::array<std::string_view, 3> kCombines = {"concat", "sum", "mean"};
  static constexpr std::array<std::string_view, 3> kScales = {"sqrt-d-head", "sqrt-d-model",
                                                              "none"};
  static constexpr std::array<std::string_view, 8> kShares = {"none", "q",  "k",  "qk",
                                                              "v",    "qv", "kv", "qkv"};
  static constexpr std::array<std::string_view, 2> kOptimizers = {"adam", "sgd"};
  switch (entry) {
    case TrainerEntry::kTask:
      return kTasks;
    case TrainerEntry::kTieHeads:
    case TrainerEntry::kOutputProjection:
    case TrainerEntry::kSymmetricStart:
      return kFlags;
    case TrainerEntry::kCombine:
      return kCombines;
    case TrainerEntry::kScale:
      return kScales;
    case TrainerEntry::kShare:
      return kShares;
    case TrainerEntry::kOptimizer:
      return kOptimizers;
    default:
      return {};
  }
}

bool is_fraction(TrainerEntry entry) {
  return entry == TrainerEntry::kLearningRate || entry == TrainerEntry::kMomentum ||
         entry == TrainerEntry::kGradientClip || entry == TrainerEntry::kStartNoise;
}

/// @param value  finite, 0 or more
std::string hexadecimal(double value) {
  int exponent = 0;
  auto digits = static_cast<std::uint64_t>(std::ldexp(std::frexp(value, &exponent), 53));
  std::string text;
  for (; digits > 0; digits /= 16) text.insert(text.begin(), "0123456789abcdef"[digits % 16]);
  return message({"0x", text.empty() ? "0" : text, "p", value == 0 ? 0 : exponent - 53});
}

/// The digits of `text` as a number; empty where there are others, or none, or too many.
std::optional<double> whole(std::string_view text, unsigned base) {
  if (text.empty()) return {};
  double value = 0;
  for (const char digit : text) {
    const std::size_t place = std::string_view("0123456789abcdef").substr(0, base).find(digit);
    if (place == std::string_view::npos) return {};
    value = value * base + static_cast<double>(place);
    if (value > kLargestWhole) return {};
  }
  return value;
}

std::optional<double> fraction(std::string_view text) {
  if (text == "inf") return std::numeric_limits<double>::infinity();
  const std::size_t middle = text.find('p');
  if (!text.starts_with("0x") || middle == std::string_view::npos) return {};
  std::string_view power = text.substr(middle + 1);
  const bool negative = power.starts_with("-");
  if (negative) power.remove_prefix(1);
  const auto digits = whole(text.substr(2, middle - 2), 16), exponent = whole(power, 10);
  if (!digits || !exponent || *exponent > 1200) return {};
  return std::ldexp(*digits, static_cast<int>(negative ? -*exponent : *exponent));
}

}  // namespace

TrainerNumbers numbers_of(const TrainerConfig& config) {
  const auto number = [](auto value) { return static_cast<double>(value); };
  const auto [q, k, v] = config.share;
  return {number(config.task),       number(config.num_heads),  number(config.num_kv_heads),
          number(config.d_model),    number(config.seq_len),    number(config.batch),
          config.learning_rate,      number(config.num_layers), number(config.tie_heads),
          number(config.combine),    number(config.scale),      number(config.output_projection),
          number(q + 2 * k + 4 * v), number(config.optimizer),  config.momentum,
          config.gradient_clip,      number(config.seed),       number(config.symmetric_start),
          config.start_noise,        number(config.d_latent)};
}

TrainerConfig trainer_config_of(const TrainerNumbers& numbers) {
  const auto number = [&](TrainerEntry entry) { return numbers[static_cast<std::size_t>(entry)]; };
  const auto size = [&](TrainerEntry entry) { return static_cast<Size>(number(entry)); };
  const auto flag = [&](TrainerEntry entry) { return number(entry) != 0; };
  const Size share = size(TrainerEntry::kShare);
  return {.task = static_cast<TaskName>(size(TrainerEntry::kTask)),
          .num_heads = size(TrainerEntry::kNumHeads),
          .num_kv_heads = size(TrainerEntry::kNumKvHeads),
          .d_model = size(TrainerEntry::kDModel),
          .seq_len = size(TrainerEntry::kSeqLen),
          .batch = size(TrainerEntry::kBatch),
          .learning_rate = number(TrainerEntry::kLearningRate),
          .num_layers = size(TrainerEntry::kNumLayers),
          .tie_heads = flag(TrainerEntry::kTieHeads),
          .combine = static_cast<Combine>(size(TrainerEntry::kCombine)),
          .scale = static_cast<Scale>(size(TrainerEntry::kScale)),
          .output_projection = flag(TrainerEntry::kOutputProjection),
          .share = {(share & 1) != 0, (share & 2) != 0, (share & 4) != 0},
          .optimizer = static_cast<OptimizerName>(size(TrainerEntry::kOptimizer)),
          .momentum = number(TrainerEntry::kMomentum),
          .gradient_clip = number(TrainerEntry::kGradientClip),
          .seed = size(TrainerEntry::kSeed),
          .symmetric_start = flag(TrainerEntry::kSymmetricStart),
          .start_noise = number(TrainerEntry::kStartNoise),
          .d_latent = size(TrainerEntry::kDLatent)};
}

std::string to_text(TrainerEntry entry, double value) {
  const auto texts = texts_of(entry);
  if (!texts.empty()) return std::string(texts[static_cast<std::size_t>(value)]);
  if (!is_fraction(entry)) return message({static_cast<std::uint64_t>(value)});
  return std::isinf(value) ? "inf" : hexadecimal(value);
}

std::optional<double> from_text(TrainerEntry entry, std::string_view text) {
  const auto texts = texts_of(entry);
  if (texts.empty()) return is_fraction(entry) ? fraction(text) : whole(text, 10);
  const auto found = std::find(texts.begin(), texts.end(), text);
  if (found == texts.end()) return {};
  return static_cast<double>(found - texts.begin());
}

}  // namespace manyheads
