#include "checkpoint/attention_checkpoint.hpp"

#include "core/attention/layer_weights.hpp"
#include "core/checkpoint/checkpoint_files.hpp"
#include "core/expect_error.hpp"
#include "core/fields/entries.hpp"
#include "core/golden.hpp"

namespace manyheads::attention_checkpoint_test {
namespace {

using golden::Json;

LayerSource make_source(Naming naming, Size layer, std::optional<Size> num_heads = {}) {
  LayerSource source{.layer = layer, .naming = naming};
  source.config.entry<&AttentionConfig::num_heads>() = num_heads;
  return source;
}

void expect_same_config(const AttentionConfig& actual, const AttentionConfig& wanted) {
  EXPECT_EQ(to_entries(actual).values, to_entries(wanted).values);
}

// -------------------------------------------------------------------- files of GPT-2 and Llama

Naming parse_naming(const Json& json) { return json == "gpt2" ? Naming::kGpt2 : Naming::kLlama; }

class CheckpointGolden : public testing::TestWithParam<Json> {};

TEST_P(CheckpointGolden, GivesPyTorchsOutput) {
  const Json& json = GetParam();
  const Checkpoint checkpoint(golden_file(json.at("file")));
  const Json& config = json.at("config");

  MultiHeadAttention layer = read_attention(
      checkpoint.file,
      make_source(parse_naming(json.at("naming")), json.at("layer"), config.at("num_heads")));

  EXPECT_EQ(layer.config().d_model, config.at("d_model"));
  EXPECT_EQ(layer.config().num_kv_heads, config.at("num_kv_heads"));
  EXPECT_EQ(layer.config().d_head, config.at("d_head"));
  EXPECT_EQ(layer.config().bias, config.at("bias"));
  // Error bound: weights are read to the bit, so as for the other goldens.
  expect_close(layer.forward(golden::tensor(json.at("x")), {.causal = json.at("causal")}),
               golden::tensor(json.at("expected").at("output")), 1e-5);
}

INSTANTIATE_TEST_SUITE_P(PyTorch, CheckpointGolden,
                         testing::ValuesIn(golden::cases("checkpoints.json")), golden::CaseName());

TEST(AttentionCheckpoint, Gpt2NamingNeedsTheNumberOfHeads) {
  const Checkpoint checkpoint(golden_file("gpt2_f32.safetensors"));

  expect_config_error(
      [&] { read_attention(checkpoint.file, make_source(Naming::kGpt2, 0)); }, "num_heads",
      "checkpoint: num_heads is missing: the file does not contain it, so pass it in config");
  expect_config_error(
      [&] { read_attention(checkpoint.file, make_source(Naming::kGpt2, 0, 4)); }, "num_heads",
      "checkpoint: 'transformer.h.0.attn.c_attn.weight' [6, 18] makes queries of 6 numbers, which "
      "num_heads 4 does not divide");
}

TEST(AttentionCheckpoint, AMissingLayerErrorListsTheLayersOfTheFile) {
  const Checkpoint gpt2(golden_file("gpt2_f32.safetensors"));
  const auto read_error = [&](const LayerSource& source) {
    return std::string(catch_error<FormatError>([&] { read_attention(gpt2.file, source); }).what());
  };

  EXPECT_EQ(read_error(make_source(Naming::kGpt2, 2, 2)),
            "checkpoint: there is no tensor 'h.2.attn.c_attn.weight', with or without transformer. "
            "before it; 2 layers have one, 0 to 1");
  EXPECT_EQ(read_error(make_source(Naming::kManyheads, 0)),
            "checkpoint: there is no tensor 'layers.0.attention.wq'; no layer has this naming; the "
            "first of 11 tensors is 'transformer.h.0.attn.bias'");
}

TEST(AttentionCheckpoint, NamesTheMissingTensor) {
  const Tensor c_attn = counting({4, 12}), bias = counting({12}), c_proj = counting({4, 4});
  SafetensorsWriter writer;
  writer.add("h.7.attn.c_attn.weight", c_attn);
  writer.add("h.7.attn.c_attn.bias", bias);
  writer.add("h.7.attn.c_proj.weight", c_proj);
  const Checkpoint checkpoint(make_file(writer));

  const auto error = catch_error<FormatError>(
      [&] { read_attention(checkpoint.file, make_source(Naming::kGpt2, 7, 2)); });

  EXPECT_STREQ(error.what(),
               "checkpoint: there is no tensor 'h.7.attn.c_proj.bias', but there is "
               "'h.7.attn.c_attn.weight'; the file is not complete");
  EXPECT_FALSE(error.place.offset);
}

TEST(AttentionCheckpoint, AnyBiasOfALlamaLayerIsRead) {
  const Tensor matrix = counting({4, 4}), bias = counting({4});
  for (const std::string_view only : {"q_proj", "k_proj", "v_proj", "o_proj"}) {
    SCOPED_TRACE(only);
    SafetensorsWriter writer;
    for (const std::string_view part : {"q_proj", "k_proj", "v_proj", "o_proj"}) {
      writer.add(message({"layers.0.self_attn.", part, ".weight"}), matrix);
    }
    writer.add(message({"layers.0.self_attn.", only, ".bias"}), bias);
    const Checkpoint checkpoint(make_file(writer));

    MultiHeadAttention layer = read_attention(checkpoint.file, make_source(Naming::kLlama, 0, 2));

    EXPECT_TRUE(layer.config().bias);
    for (const auto& [part, name] : {std::pair("q_proj", WeightName::kBq),
                                     {"k_proj", WeightName::kBk},
                                     {"v_proj", WeightName::kBv},
                                     {"o_proj", WeightName::kBo}}) {
      EXPECT_EQ(*layer.weights()[name], part == only ? bias : Tensor({4}, 0.0f)) << part;
    }
  }
}

TEST(AttentionCheckpoint, IgnoresLayersWithoutANumber) {
  const Tensor c_attn = counting({4, 12});
  SafetensorsWriter writer;
  writer.add("h.7.attn.c_attn.weight", c_attn);
  writer.add("h.last.attn.c_attn.weight", c_attn);
  const Checkpoint checkpoint(make_file(writer));

  const auto error = catch_error<FormatError>(
      [&] { read_attention(checkpoint.file, make_source(Naming::kGpt2, 8, 2)); });

  EXPECT_TRUE(std::string_view(error.what()).ends_with("; only layer 7 has one")) << error.what();
}

TEST(AttentionCheckpoint, ConfigMayNotContradictTensorNames) {
  const Checkpoint checkpoint(golden_file("gpt2_f32.safetensors"));
  LayerSource source = make_source(Naming::kGpt2, 0, 2);
  source.config.entry<&AttentionConfig::bias>() = false;

  expect_config_error([&] { read_attention(checkpoint.file, source); }, "bias",
                      "checkpoint: bias is false in config, but true by the names of the "
                      "checkpoint's tensors");
}

TEST(AttentionCheckpoint, Gpt2NamingMeansUntiedConcatenatedHeads) {
  const Checkpoint checkpoint(golden_file("gpt2_f32.safetensors"));
  LayerSource tied = make_source(Naming::kGpt2, 0, 2), summed = tied;
  tied.config.entry<&AttentionConfig::tie_heads>() = true;
  summed.config.entry<&AttentionConfig::combine>() = static_cast<std::uint64_t>(Combine::kSum);

  expect_config_error([&] { read_attention(checkpoint.file, tied); }, "tie_heads",
                      "checkpoint: tie_heads is true in config, but false by the names of the "
                      "checkpoint's tensors");
  expect_config_error([&] { read_attention(checkpoint.file, summed); }, "combine",
                      "checkpoint: combine is sum in config, but concat by the names of the "
                      "checkpoint's tensors");
}

TEST(AttentionCheckpoint, ConfigMayNotContradictShapes) {
  const Checkpoint checkpoint(golden_file("llama_bf16.safetensors"));
  LayerSource source = make_source(Naming::kLlama, 0, 4);
  source.config.entry<&AttentionConfig::d_model>() = 16;

  expect_shape_error(
      [&] { read_attention(checkpoint.file, source); },
      {"model.layers.0.self_attn.q_proj.weight", 1, "16", "8"},
      "checkpoint: 'model.layers.0.self_attn.q_proj.weight' [12, 8] has 8 on axis 1, wanted 16 "
      "([12, 16] for d_model 16, num_heads 4, num_kv_heads 2, d_head 3)");
}

TEST(AttentionCheckpoint, AWidthOfHeadsThatDoesNotFitTheQueriesIsNotBlamedOnTheKeys) {
  const Checkpoint checkpoint(golden_file("llama_bf16.safetensors"));
  LayerSource source = make_source(Naming::kLlama, 0, 4);
  source.config.entry<&AttentionConfig::d_head>() = 2;  // the keys could be three heads of it

  expect_shape_error(
      [&] { read_attention(checkpoint.file, source); },
      {"model.layers.0.self_attn.q_proj.weight", 0, "8", "12"},
      "checkpoint: 'model.layers.0.self_attn.q_proj.weight' [12, 8] has 12 on axis 0, wanted 8 "
      "([8, 8] for d_model 8, num_heads 4, num_kv_heads 4, d_head 2)");
}

TEST(AttentionCheckpoint, ConfigMaySetFieldsThatTheFileLacks) {
  const Checkpoint checkpoint(golden_file("llama_bf16.safetensors"));
  LayerSource source = make_source(Naming::kLlama, 0, 2);
  source.config.entry<&AttentionConfig::scale>() = static_cast<std::uint64_t>(Scale::kNone);

  const AttentionConfig config = read_attention(checkpoint.file, source).config();

  EXPECT_EQ(config.scale, Scale::kNone);
  EXPECT_EQ(config.d_head, 6u);
  EXPECT_EQ(config.num_kv_heads, 1u);
}

// -------------------------------------------------------------------------------- our own files

class SavedLayer : public testing::TestWithParam<AttentionConfig> {};

TEST_P(SavedLayer, IsReadBackAsItWasSaved) {
  const MultiHeadAttention layer = random_layer(GetParam());
  const AttentionEntry entry{.layer = 3, .config = layer.config(), .weights = layer.weights()};
  SafetensorsWriter writer;
  add_attention(writer, entry);
  const Checkpoint checkpoint(make_file(writer));

  const MultiHeadAttention back = read_attention(checkpoint.file, {.layer = 3});

  expect_same_config(back.config(), layer.config());
  expect_equal_weights(back.weights(), layer.weights());
}

INSTANTIATE_TEST_SUITE_P(
    EveryKind, SavedLayer,
    testing::Values(
        AttentionConfig{.d_model = 6, .num_heads = 2},
        AttentionConfig{.d_model = 6, .num_heads = 1, .bias = true, .scale = Scale::kNone},
        AttentionConfig{.d_model = 5, .num_heads = 4, .num_kv_heads = 2, .d_head = 3, .bias = true},
        AttentionConfig{.d_model = 6, .num_heads = 3, .bias = true, .output_projection = false},
        AttentionConfig{.d_model = 6, .num_heads = 3, .combine = Combine::kSum, .seed = 1},
        AttentionConfig{.d_model = 6,
                        .num_heads = 3,
                        .bias = true,
                        .scale = Scale::kSqrtDModel,
                        .combine = Combine::kMean,
                        .tie_heads = true,
                        .seed = UINT64_MAX},
        AttentionConfig{.d_model = 6, .num_heads = 2, .positions = ScorePositions::kAlibi}));

TEST(AttentionCheckpoint, SavesPositionsOnlyIfTheyAreNotTheDefault) {
  for (const auto& [positions, is_saved] :
       {std::pair(ScorePositions::kNone, false), {ScorePositions::kAlibi, true}}) {
    const MultiHeadAttention layer({.d_model = 6, .num_heads = 2, .positions = positions});
    const AttentionEntry entry{.layer = 0, .config = layer.config(), .weights = layer.weights()};
    SafetensorsWriter writer;
    add_attention(writer, entry);

    const Checkpoint checkpoint(make_file(writer));

    EXPECT_EQ(checkpoint.file.metadata("layers.0.attention.positions") != nullptr, is_saved);
  }
}

/// A file with two layers in our naming.
struct TwoLayers {
  TwoLayers() {
    for (const AttentionEntry& entry : entries) add_attention(writer, entry);
  }
  static AttentionEntry make_entry(Size layer, const AttentionConfig& config) {
    return {
        .layer = layer, .config = resolved(config), .weights = random_weights(config, layer + 1)};
  }
  const std::array<AttentionEntry, 2> entries = {
      make_entry(0, {.d_model = 6, .num_heads = 2}),
      make_entry(1, {.d_model = 6, .num_heads = 3, .num_kv_heads = 1, .bias = true})};
  SafetensorsWriter writer;
};

TEST(AttentionCheckpoint, LayersOfOneFileHaveTheirOwnConfigurations) {
  const TwoLayers two;
  const Checkpoint checkpoint(make_file(two.writer));

  for (const AttentionEntry& entry : two.entries) {
    const MultiHeadAttention layer = read_attention(checkpoint.file, {.layer = entry.layer});
    expect_same_config(layer.config(), entry.config);
    expect_equal_weights(layer.weights(), entry.weights);
  }
}

TEST(AttentionCheckpoint, ConfigMayNotContradictMetadata) {
  const TwoLayers two;
  const Checkpoint checkpoint(make_file(two.writer));

  expect_config_error(
      [&] { read_attention(checkpoint.file, make_source(Naming::kManyheads, 1, 6)); }, "num_heads",
      "checkpoint: num_heads is 6 in config, but 3 by the checkpoint's metadata");
  EXPECT_NO_THROW(read_attention(checkpoint.file, make_source(Naming::kManyheads, 1, 3)));
}

TEST(AttentionCheckpoint, ConfigMayNotContradictADefaultThatMetadataLeaveOut) {
  const TwoLayers two;
  const Checkpoint checkpoint(make_file(two.writer));
  LayerSource source;
  source.config.entry<&AttentionConfig::positions>() =
      static_cast<std::uint64_t>(ScorePositions::kAlibi);

  expect_config_error([&] { read_attention(checkpoint.file, source); }, "positions",
                      "checkpoint: positions is alibi in config, but none by the checkpoint's "
                      "metadata");
}

TEST(AttentionCheckpoint, ConfigMaySetPositionsOfOurNamingWithoutMetadata) {
  const AttentionWeights weights = random_weights({.d_model = 6, .num_heads = 3}, 1);
  SafetensorsWriter writer;
  for (const WeightName name : kWeightNames) {
    if (is_bias(name)) continue;
    writer.add(message({"layers.0.attention.", to_text(name)}), *weights[name]);
  }
  const Checkpoint checkpoint(make_file(writer));
  LayerSource source = make_source(Naming::kManyheads, 0, 3);
  source.config.entry<&AttentionConfig::positions>() =
      static_cast<std::uint64_t>(ScorePositions::kAlibi);

  EXPECT_EQ(read_attention(checkpoint.file, source).config().positions, ScorePositions::kAlibi);
}

TEST(AttentionCheckpoint, ReadsOurNamingWithoutMetadata) {
  const AttentionWeights weights =
      random_weights({.d_model = 6, .num_heads = 3, .num_kv_heads = 1, .bias = true}, 1);
  SafetensorsWriter writer;
  for (const WeightName name : kWeightNames) {
    writer.add(message({"layers.0.attention.", to_text(name)}), *weights[name]);
  }
  const Checkpoint checkpoint(make_file(writer));

  const MultiHeadAttention layer =
      read_attention(checkpoint.file, make_source(Naming::kManyheads, 0, 3));

  EXPECT_EQ(layer.config().num_kv_heads, 1u);
  EXPECT_TRUE(layer.config().bias);
  expect_equal_weights(layer.weights(), weights);
  expect_config_error(
      [&] { read_attention(checkpoint.file, {}); }, "num_heads",
      "checkpoint: num_heads is missing: the file does not contain it, so pass it in config");
}

TEST(AttentionCheckpoint, InvalidMetadataIsAFormatError) {
  const Tensor wq = counting({4, 4});
  for (const auto& [name, value] : std::initializer_list<std::pair<const char*, const char*>>{
           {"d_model", ""},
           {"d_model", "0"},
           {"num_heads", "0"},
           {"num_heads", "-1"},
           {"num_heads", "02"},
           {"num_heads", "2.0"},
           {"num_heads", "18446744073709551616"},
           {"num_kv_heads", "two"},
           {"d_head", "4 "},
           {"bias", "1"},
           {"scale", "sqrt"},
           {"combine", "Concat"},
           {"output_projection", "True"},
           {"tie_heads", ""},
           {"positions", "rope"},
           {"seed", "x"}}) {
    SafetensorsWriter writer;
    writer.add("layers.0.attention.wq", wq);
    const std::string key = message({"layers.0.attention.", name});
    writer.add_metadata(key, value);
    const Checkpoint checkpoint(make_file(writer));

    const auto error = catch_error<FormatError>([&] { read_attention(checkpoint.file, {}); });

    EXPECT_EQ(error.place.offset, 25u);
    EXPECT_EQ(error.what(), message({"safetensors, byte 25: metadata '", key, "' is '", value,
                                     "', which is not a valid ", name}));
  }
}

TEST(AttentionCheckpoint, IgnoresUnknownMetadata) {
  TwoLayers two;
  for (const char* key : {"layers.0.attention.", "layers.0.attention.rope", "layers.0", ""}) {
    two.writer.add_metadata(key, "?");
  }
  const Checkpoint checkpoint(make_file(two.writer));

  expect_same_config(read_attention(checkpoint.file, {.layer = 0}).config(), two.entries[0].config);
}

TEST(AttentionCheckpoint, MetadataThatContradictItselfIsAFormatErrorUnlessTheCallerConfigures) {
  const Tensor wide = counting({12, 12}), narrow = counting({12, 8});
  SafetensorsWriter writer;
  for (const char* name : {"wq", "wo"}) writer.add(message({"layers.0.attention.", name}), wide);
  for (const char* name : {"wk", "wv"}) writer.add(message({"layers.0.attention.", name}), narrow);
  for (const auto& [name, value] : std::initializer_list<std::pair<const char*, const char*>>{
           {"num_heads", "3"}, {"num_kv_heads", "2"}, {"d_head", "4"}}) {
    writer.add_metadata(message({"layers.0.attention.", name}), value);
  }
  const Checkpoint checkpoint(make_file(writer));
  LayerSource configured;
  configured.config.entry<&AttentionConfig::num_heads>() = 3;

  const auto error = catch_error<FormatError>([&] { read_attention(checkpoint.file, {}); });

  EXPECT_STREQ(error.what(),
               "checkpoint: its metadata: attention: num_kv_heads 2 does not divide num_heads 3");
  EXPECT_THROW(read_attention(checkpoint.file, configured), ConfigError);
}

TEST(AttentionCheckpoint, MetadataThatContradictsTheShapesIsAShapeError) {
  const AttentionWeights weights = random_weights({.d_model = 4, .num_heads = 2}, 1);
  for (const char* size : {"5", "4611686018427387904", "18446744073709551615"}) {
    SafetensorsWriter writer;
    writer.add_metadata("layers.0.attention.num_heads", "2");
    writer.add_metadata("layers.0.attention.num_kv_heads", "1");
    writer.add_metadata("layers.0.attention.d_head", size);
    for (const WeightName name : {WeightName::kWq, WeightName::kWk, WeightName::kWv}) {
      writer.add(message({"layers.0.attention.", to_text(name)}), *weights[name]);
    }
    const Checkpoint checkpoint(make_file(writer));

    EXPECT_EQ(catch_error<ShapeError>([&] { read_attention(checkpoint.file, {}); }).place.argument,
              "layers.0.attention.wq");
  }
}

}  // namespace
}  // namespace manyheads::attention_checkpoint_test
