#include "checkpoint/attention_checkpoint.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "tensor/error.hpp"
#include "tensor/rearrange.hpp"

namespace manyheads {
namespace {

struct Layout {
  std::string_view optional_prefix, layers, module;
  std::array<std::string_view, kWeightNames.size()> keys;
  bool fused = false;       ///< queries, keys and values are side by side in one tensor
  bool transposed = false;  ///< matrices are [out, in]
};

constexpr std::array<Layout, 3> kLayouts = {{
    {.optional_prefix = "",
     .layers = "layers.",
     .module = ".attention.",
     .keys = {"wq", "wk", "wv", "wo", "bq", "bk", "bv", "bo"}},
    {.optional_prefix = "transformer.",
     .layers = "h.",
     .module = ".attn.",
     .keys = {"c_attn.weight", "c_attn.weight", "c_attn.weight", "c_proj.weight", "c_attn.bias",
              "c_attn.bias", "c_attn.bias", "c_proj.bias"},
     .fused = true},
    {.optional_prefix = "model.",
     .layers = "layers.",
     .module = ".self_attn.",
     .keys = {"q_proj.weight", "k_proj.weight", "v_proj.weight", "o_proj.weight", "q_proj.bias",
              "k_proj.bias", "v_proj.bias", "o_proj.bias"},
     .transposed = true},
}};

const Layout& find_layout(Naming naming) { return kLayouts[static_cast<std::size_t>(naming)]; }

/// For the message that a tensor is missing: the layers that the file has in this layout.
std::string describe_layers(const Safetensors& file, const Layout& layout) {
  Size count = 0, first = UINT64_MAX, last = 0;
  const std::string end = message({layout.module, layout.keys.front()});
  for (const HeaderItem& tensor : file.tensors()) {
    std::string_view name = tensor.name;
    if (name.starts_with(layout.optional_prefix)) name.remove_prefix(layout.optional_prefix.size());
    if (!name.starts_with(layout.layers) || !name.ends_with(end)) continue;
    name.remove_prefix(layout.layers.size());
    name.remove_suffix(std::min(end.size(), name.size()));
    const auto layer = from_text({FieldKind::kWhole}, name);
    if (!layer) continue;
    ++count;
    first = std::min(first, *layer);
    last = std::max(last, *layer);
  }
  if (count == 1) return message({"only layer ", first, " has one"});
  if (count > 1) return message({count, " layers have one, ", first, " to ", last});
  if (file.tensors().empty()) return "the file has no tensors";
  return message({"no layer has this naming; the first of ", file.tensors().size(), " tensors is ",
                  Quoted{file.tensors().front().name}});
}

/// One layer of a file.
class LayerReader {
 public:
  LayerReader(const Safetensors& file, const LayerSource& source)
      : file_(file),
        layout_(find_layout(source.naming)),
        prefix_(message({layout_.layers, source.layer, layout_.module})),
        config_(source.config) {
    const std::string plain = prefix_;
    if (!has(WeightName::kWq)) prefix_.insert(0, layout_.optional_prefix);
    if (!has(WeightName::kWq)) prefix_ = plain;  // errors name the tensor without the optional part
    const bool has_metadata = source.naming == Naming::kManyheads && read_metadata();
    config_is_files_ = has_metadata && source.config.values == Entries<AttentionConfig>().values;
    if (!has_metadata) infer_from_names(source.naming);
    infer_from_shapes();
  }

  MultiHeadAttention layer() {
    const AttentionConfig config = resolved_config();
    for (const WeightName name : kWeightNames) {
      if (is_stored(config, name)) require_shape(config, name);
    }
    AttentionWeights weights;
    for (const WeightName name : kWeightNames) {
      if (is_stored(config, name)) weights[name] = weight(config, name);
    }
    last_read_ = Tensor();
    return MultiHeadAttention(config, std::move(weights));
  }

 private:
  AttentionConfig resolved_config() const {
    try {
      return resolved(from_entries(config_));
    } catch (const ConfigError& error) {
      if (!config_is_files_) throw;
      refuse_metadata(error);
    }
  }

  std::string key(WeightName name) const {
    return message({prefix_, layout_.keys[static_cast<std::size_t>(name)]});
  }

  bool has(WeightName name) const { return file_.find(key(name)); }

  bool has_bias() const {
    return std::any_of(kWeightNames.begin(), kWeightNames.end(),
                       [this](WeightName name) { return is_bias(name) && has(name); });
  }

  /// Some Llama-like models (Qwen2) have only some biases. A missing one is 0.
  bool is_stored(const AttentionConfig& config, WeightName name) const {
    const bool may_be_missing = layout_.transposed && is_bias(name);
    return has_weight(config, name) && (has(name) || !may_be_missing);
  }

  const HeaderItem& require_tensor(WeightName name) const {
    if (const HeaderItem* found = file_.find(key(name))) return *found;
    const std::string_view prefix = layout_.optional_prefix;
    const std::string missing = key(name), query = key(WeightName::kWq);
    if (name != WeightName::kWq) {
      throw FormatError({}, {"checkpoint: there is no tensor ", Quoted{missing}, ", but there is ",
                             Quoted{query}, "; the file is not complete"});
    }
    throw FormatError(
        {}, {"checkpoint: there is no tensor ", Quoted{missing},
             prefix.empty() ? "" : message({", with or without ", prefix, " before it"}), "; ",
             describe_layers(file_, layout_)});
  }

  /// Sets a field to the value that the checkpoint has. @throws ConfigError if config has another
  /// value
  void set_field(std::size_t index, FieldBits value, std::string_view source) {
    const Field<AttentionConfig>& field = kFields<AttentionConfig>[index];
    std::optional<FieldBits>& current = config_.values[index];
    if (current && *current != value) {
      throw ConfigError(field.name,
                        {"checkpoint: ", Name{field.name}, " is ", to_text(field.type, *current),
                         " in config, but ", to_text(field.type, value), " by ", source});
    }
    current = value;
  }

  /// Takes the configuration from the metadata, whose first fields are in every file that has any:
  /// later ones are left out where they are the default. @return whether the layer has any
  bool read_metadata() {
    bool has_metadata = false;
    for (std::size_t i = 0; i < kFields<AttentionConfig>.size(); ++i) {
      const Field<AttentionConfig>& field = kFields<AttentionConfig>[i];
      const HeaderItem* const item = file_.metadata(message({prefix_, field.name}));
      if (!item && !(has_metadata && field.added_later)) continue;
      const auto value = item ? from_text(field.type, item->text) : field.get({});
      if (!value) refuse_metadata(*item, field.name);
      set_field(i, *value, "the checkpoint's metadata");
      has_metadata = true;
    }
    return has_metadata;
  }

  void infer_from_names(Naming naming) {
    const std::string_view source = "the names of the checkpoint's tensors";
    set_field(
        field_index<&AttentionConfig::bias>(),
        naming == Naming::kGpt2 || (naming == Naming::kLlama ? has_bias() : has(WeightName::kBq)),
        source);
    set_field(field_index<&AttentionConfig::output_projection>(),
              naming != Naming::kManyheads || has(WeightName::kWo), source);
    if (naming == Naming::kManyheads) return;
    set_field(field_index<&AttentionConfig::combine>(),
              static_cast<std::uint64_t>(Combine::kConcat), source);
    set_field(field_index<&AttentionConfig::tie_heads>(), false, source);
  }

  /// Only sets fields that are still absent. require_shape checks the others.
  void infer_from_shapes() {
    const Shape q = matrix_shape(WeightName::kWq), k = matrix_shape(WeightName::kWk);
    if (!config_.entry<&AttentionConfig::d_model>())
      config_.entry<&AttentionConfig::d_model>() = q[0];
    const auto num_heads = config_.entry<&AttentionConfig::num_heads>();
    if (!num_heads) {
      throw ConfigError("num_heads",
                        "checkpoint: `num_heads` is missing: the file does not contain it, so pass "
                        "it in config");
    }
    if (!config_.entry<&AttentionConfig::d_head>()) {
      require_divisible(*num_heads, "num_heads", WeightName::kWq, q[1]);
      config_.entry<&AttentionConfig::d_head>() = q[1] / *num_heads;
    }
    const Size d_head = *config_.entry<&AttentionConfig::d_head>();
    // Otherwise require_shape names the matrix of the queries, and all that it does not fit.
    const bool fits_queries = saturating_product(*num_heads, d_head) == q[1];
    if (fits_queries && !config_.entry<&AttentionConfig::num_kv_heads>()) {
      require_divisible(d_head, "d_head", WeightName::kWk, k[1]);
      config_.entry<&AttentionConfig::num_kv_heads>() = k[1] / d_head;
    }
  }

  void require_divisible(Size divisor, std::string_view what, WeightName name, Size width) const {
    if (divisor > 0 && width % divisor == 0) return;
    throw ConfigError(what,
                      {"checkpoint: ", Quoted{key(name)}, " ", shape_of(require_tensor(name)),
                       name == WeightName::kWq ? " makes queries of " : " makes keys of ", width,
                       " numbers, which ", Name{what}, " ", divisor, " does not divide"});
  }

  /// The shape of one matrix as a layer has it: [in, out], and without the others of a fused
  /// tensor.
  Shape matrix_shape(WeightName name) const {
    const HeaderItem& tensor = require_tensor(name);
    Shape shape = shape_of(tensor);
    require_rank("checkpoint", Quoted{tensor.name}, shape, {2}, "a matrix");
    if (layout_.transposed) std::swap(shape[0], shape[1]);
    if (layout_.fused) {
      if (shape[1] % 3 != 0) {
        throw ShapeError({Quoted{tensor.name}, 1, "a multiple of 3", shape[1]},
                         {"checkpoint: ", Quoted{tensor.name}, " has ", shape[1],
                          " on axis 1, wanted queries, keys and values side by side"});
      }
      shape[1] /= 3;
    }
    return shape;
  }

  void require_shape(const AttentionConfig& config, WeightName name) const {
    const HeaderItem& tensor = require_tensor(name);
    const Shape given = shape_of(tensor);
    Shape wanted = weight_shape(config, name);
    if (layout_.fused && !is_output(name)) wanted.back() = saturating_product(wanted.back(), 3);
    if (layout_.transposed) std::reverse(wanted.begin(), wanted.end());
    const std::string meaning =
        message({wanted, " for `d_model` ", config.d_model, ", `num_heads` ", config.num_heads,
                 ", `num_kv_heads` ", config.num_kv_heads, ", `d_head` ", config.d_head});
    manyheads::require_shape("checkpoint", Quoted{tensor.name}, given, wanted, meaning);
  }

  Tensor weight(const AttentionConfig& config, WeightName name) {
    const HeaderItem& tensor = require_tensor(name);
    if (&tensor != last_item_) last_read_ = file_.tensor(tensor);
    last_item_ = &tensor;
    if (layout_.fused && !is_output(name)) return split_fused(config, name);
    if (layout_.transposed) return manyheads::transpose(last_read_);
    return std::move(last_read_);
  }

  /// Takes queries, keys or values out of the fused tensor.
  Tensor split_fused(const AttentionConfig& config, WeightName name) const {
    Tensor weight = make_tensor(weight_shape(config, name), to_text(name));
    const std::size_t width = weight.shape().back();
    const std::size_t first = matrix_index(name) * width;
    for (std::size_t row = 0; row < weight.size() / width; ++row) {
      std::copy_n(last_read_.data() + row * 3 * width + first, width, weight.data() + row * width);
    }
    return weight;
  }

  const Safetensors& file_;
  const Layout& layout_;
  std::string prefix_;
  Entries<AttentionConfig> config_;
  bool config_is_files_;  ///< all settings are from the metadata: the caller passed none
  const HeaderItem* last_item_ = nullptr;
  Tensor last_read_;  ///< so that GPT-2's fused tensor is read only once
};

}  // namespace

MultiHeadAttention read_attention(const Safetensors& file, const LayerSource& source) {
  return LayerReader(file, source).layer();
}

void add_attention(SafetensorsWriter& writer, const AttentionEntry& entry) {
  const Layout& layout = find_layout(Naming::kManyheads);
  const std::string prefix = message({layout.layers, entry.layer, layout.module});
  for (const Field<AttentionConfig>& field : kFields<AttentionConfig>) {
    if (!is_in_checkpoint(field, entry.config)) continue;
    writer.add_metadata(message({prefix, field.name}),
                        to_text(field.type, field.get(entry.config)));
  }
  for (const WeightName name : kWeightNames) {
    if (entry.weights[name]) writer.add(message({prefix, to_text(name)}), *entry.weights[name]);
  }
}

}  // namespace manyheads
