#include "fields/fields.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "core/fields/entries.hpp"
#include "lesson/training/trainer_config.hpp"

namespace manyheads::fields_test {
namespace {

constexpr std::uint64_t kLargest = std::uint64_t{1} << 53;

template <auto Member>
constexpr const FieldType& type_of() {
  using Struct = typename field::MemberTraits<Member>::Struct;
  return kFields<Struct>[field_index<Member>()].type;
}

FieldBits to_bits(double value) { return std::bit_cast<FieldBits>(value); }

TEST(Fields, AreWrittenAsExactText) {
  for (const double value : {0.0, 1.0, 0.01, 0.003, 1e-300, 5e-324, 1e300, 0.1 + 0.2,
                             std::numeric_limits<double>::infinity()}) {
    const FieldType& type = type_of<&TrainerConfig::gradient_clip>();
    const std::string text = to_text(type, to_bits(value));
    EXPECT_EQ(from_text(type, text), to_bits(value)) << text;
  }
  EXPECT_EQ(to_text(type_of<&TrainerConfig::learning_rate>(), to_bits(0.01)),
            "0x147ae147ae147bp-59");
  EXPECT_EQ(to_text(type_of<&TrainerConfig::learning_rate>(), to_bits(0)), "0x0p0");
  EXPECT_EQ(std::strtod("0x147ae147ae147bp-59", nullptr), 0.01);  // C can read it too
  EXPECT_EQ(to_text(type_of<&TrainerConfig::task>(), 1), "relations-and-digit");
  EXPECT_EQ(to_text(type_of<&TrainerConfig::share>(), 5), "qv");
  EXPECT_EQ(to_text(type_of<&TrainerConfig::share>(), 0), "none");
  EXPECT_EQ(to_text(type_of<&TrainerConfig::seed>(), 9007199254740991), "9007199254740991");
  EXPECT_EQ(to_text(type_of<&AttentionConfig::seed>(), UINT64_MAX), "18446744073709551615");
}

TEST(Fields, RefuseInvalidText) {
  for (const std::string_view text :
       {"", "1", "0x", "0xp", "0x1p", "0x1p-", "0x1p--3", "0x1p99999", "0xg1p0", "-0x1p0", " 0x1p0",
        "nan", "Inf", "0x20000000000001p0", "0xfffffffffffffffp0"}) {
    EXPECT_FALSE(from_text(type_of<&TrainerConfig::learning_rate>(), text)) << text;
  }
  for (const std::string_view text : {"", "-1", "1.5", "9007199254740993000", "1a", "0x10", "07"}) {
    EXPECT_FALSE(from_text(type_of<&TrainerConfig::batch>(), text, kLargest)) << text;
  }
  EXPECT_FALSE(from_text(type_of<&TrainerConfig::batch>(), "0"));
  EXPECT_EQ(from_text(type_of<&TrainerConfig::seed>(), "0"), FieldBits{0});
  EXPECT_FALSE(from_text(type_of<&TrainerConfig::batch>(), "7", 6));
  EXPECT_FALSE(from_text(type_of<&TrainerConfig::batch>(), "17", 16));
  EXPECT_FALSE(from_text(type_of<&TrainerConfig::tie_heads>(), "1"));
  EXPECT_FALSE(from_text(type_of<&TrainerConfig::task>(), "Relations"));
  for (const std::string_view text : {"", "vq", "qq", "q,v", "nonev"}) {
    EXPECT_FALSE(from_text(type_of<&TrainerConfig::share>(), text)) << text;
  }
  EXPECT_EQ(from_text(type_of<&AttentionConfig::seed>(), "18446744073709551615"), UINT64_MAX);
  EXPECT_FALSE(from_text(type_of<&AttentionConfig::seed>(), "18446744073709551616"));
}

TEST(Fields, RestoreTheSameConfiguration) {
  TrainerConfig config;
  config.task = TaskName::kInduction;
  config.num_heads = 3;
  config.num_kv_heads = 1;
  config.d_model = 9;
  config.seq_len = 20;
  config.batch = 5;
  config.learning_rate = 0.5;
  config.num_layers = 2;
  config.tie_heads = true;
  config.combine = Combine::kMean;
  config.scale = Scale::kNone;
  config.output_projection = false;
  config.share = {true, false, true};
  config.optimizer = OptimizerName::kSgd;
  config.momentum = 0.25;
  config.gradient_clip = 2;
  config.seed = 77;
  config.symmetric_start = true;
  config.start_noise = 0.125;
  config.d_latent = 5;
  const Entries<TrainerConfig> entries = to_entries(config);
  EXPECT_EQ(to_entries(from_entries(entries)).values, entries.values);
  for (std::size_t i = 0; i < entries.values.size(); ++i) {
    const Field<TrainerConfig>& field = kFields<TrainerConfig>[i];
    const FieldBits bits = *entries.values[i];
    EXPECT_NE(bits, field.get(TrainerConfig()))
        << field.name << " has its default value, so this would test nothing";
    EXPECT_EQ(from_text(field.type, to_text(field.type, bits)), bits) << field.name;
    EXPECT_EQ(from_number(field.type.kind, to_number(field.type.kind, bits)), bits) << field.name;
  }
}

TEST(Fields, HaveTheirDefaultsIfAbsent) {
  Entries<AttentionConfig> entries;
  entries.entry<&AttentionConfig::num_heads>() = 3;
  entries.entry<&AttentionConfig::scale>() = static_cast<FieldBits>(Scale::kNone);

  const AttentionConfig config = from_entries(entries);

  EXPECT_EQ(config.num_heads, 3u);
  EXPECT_EQ(config.scale, Scale::kNone);
  EXPECT_EQ(config.d_model, 0u);
  EXPECT_TRUE(config.output_projection);
}

TEST(Fields, AddedLaterAreSavedOnlyIfTheyAreNotTheDefault) {
  AttentionConfig config{.d_model = 8, .num_heads = 2};
  const std::size_t changed = field_index<&AttentionConfig::positions>();
  EXPECT_TRUE(kFields<AttentionConfig>[changed].added_later);

  for (const ScorePositions positions : {ScorePositions::kNone, ScorePositions::kAlibi}) {
    config.positions = positions;
    for (std::size_t i = 0; i < kFields<AttentionConfig>.size(); ++i) {
      const Field<AttentionConfig>& field = kFields<AttentionConfig>[i];
      const bool is_default = i != changed || positions == ScorePositions::kNone;
      EXPECT_EQ(is_in_checkpoint(field, config), !(field.added_later && is_default)) << field.name;
    }
  }
}

TEST(Fields, NumbersBelow0AndNaNBecome0) {
  EXPECT_EQ(from_number(FieldKind::kWhole, -1), 0u);
  EXPECT_EQ(from_number(FieldKind::kWhole, -1e300), 0u);
  EXPECT_EQ(from_number(FieldKind::kWhole, std::numeric_limits<double>::quiet_NaN()), 0u);
}

TEST(Fields, NumbersBeyond64BitsBecomeTheLargest) {
  EXPECT_EQ(from_number(FieldKind::kSize, 1e300), UINT64_MAX);
  EXPECT_EQ(from_number(FieldKind::kSize, 0x1p63), std::uint64_t{1} << 63);
}

}  // namespace
}  // namespace manyheads::fields_test
