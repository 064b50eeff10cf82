// Prints emscripten/package/fields.ts: the core's tables of fields, choices and tensors as
// TypeScript. The build runs it.

#include <cstdio>
#include <string>

#include "attention/head_pooling.hpp"
#include "attention/multi_head_attention.hpp"
#include "checkpoint/attention_checkpoint.hpp"
#include "cost/flops.hpp"
#include "cost/memory.hpp"
#include "cost/model_run.hpp"
#include "cost/parameters.hpp"
#include "feed_forward/feed_forward.hpp"
#include "kv_cache/kv_cache.hpp"
#include "lesson/embedding/token_embedding.hpp"
#include "lesson/identities/identities.hpp"
#include "lesson/machine_limits/machine_limits.hpp"
#include "lesson/schedules/trace_schedules.hpp"
#include "lesson/shapes/shape_questions.hpp"
#include "lesson/training/trainer.hpp"
#include "tensor/error.hpp"
#include "tensor/reduce.hpp"

namespace manyheads {
namespace {

/// num_kv_heads -> numKvHeads
std::string to_camel_case(std::string_view name) {
  std::string text;
  for (std::size_t i = 0; i < name.size(); ++i) {
    const bool starts_word = name[i] == '_' && i + 1 < name.size();
    text += starts_word ? static_cast<char>(name[++i] - 'a' + 'A') : name[i];
  }
  return text;
}

std::string unchanged(std::string_view text) { return std::string(text); }

void print(const std::string& text) { std::fputs(text.c_str(), stdout); }

template <typename List, typename Text>
std::string list_text(const List& list, Text text_of) {
  std::string texts;
  for (const auto& item : list) {
    if (!texts.empty()) texts += ", ";
    texts += "'" + std::string(text_of(item)) + "'";
  }
  return "[" + texts + "]";
}

template <typename Enumeration>
void print_choices(const std::string& name) {
  print("export const " + name + " = " + list_text(kChoices<Enumeration>, unchanged) +
        " as const;\n");
}

template <typename List>
void print_names(const std::string& name, const List& list) {
  const auto name_of = [](const auto& item) { return to_camel_case(item.name); };
  print("export const " + name + " = " + list_text(list, name_of) + " as const;\n");
}

template <typename Number>
void print_number(std::string_view name, Number number) {
  print(message({"export const ", name, " = ", static_cast<std::uint64_t>(number), ";\n"}));
}

template <typename Struct>
std::string kind_text(const Field<Struct>& field) {
  const std::string choices = list_text(field.type.choices, unchanged);
  switch (field.type.kind) {
    case FieldKind::kSize:
      return "size";
    case FieldKind::kCount:
      return "count";
    case FieldKind::kWhole:
      return "whole";
    case FieldKind::kFlag:
      return "flag";
    case FieldKind::kChoice:
      return "choice(" + choices + ")";
    case FieldKind::kSet:
      return "set(" + choices + ")";
    case FieldKind::kNumber:
      return "number";
  }
  return {};
}

/// @param contract  what the public contract calls these settings
template <typename Struct>
void print_fields(const std::string& name, const std::string& contract) {
  print("export const " + name + " = {\n");
  for (const Field<Struct>& field : kFields<Struct>) {
    print("  " + to_camel_case(field.name) + ": " + kind_text(field) + ",\n");
  }
  print("} satisfies FieldsOf<" + contract + ">;\n");
}

void print_all() {
  print(
      "/**\n"
      " * The core's tables: choices of enumerations, fields of settings, names of tensors and\n"
      " * results, in its order. `npm run build:core` writes this file from src/: change that.\n"
      " */\n"
      "import type * as contract from './contract.js';\n"
      "import { choice, count, flag, number, set, size, whole, type FieldsOf } from "
      "'./field-kinds.js';\n\n");
  print_choices<Kernel>("KERNEL");
  print_choices<HeadPooling>("HEAD_POOLING");
  print_choices<Naming>("NAMING");
  print_choices<ScheduleKind>("SCHEDULE_KIND");
  print_choices<MovedData>("MOVED_DATA");
  print_choices<Reduction>("REDUCTION");
  print_choices<Positions>("POSITIONS");
  print_choices<Scale>("SCALE");
  const auto identity = [](std::string_view text) { return to_camel_case(text); };
  print("export const IDENTITY_NAME = " + list_text(kChoices<IdentityName>, identity) +
        " as const;\n");
  print_choices<WeightName>("WEIGHT_NAME");
  print_choices<LatentWeightName>("LATENT_WEIGHT_NAME");
  print_choices<FeedForwardWeight>("FEED_FORWARD_WEIGHT");
  print("\n");
  print_fields<AttentionConfig>("ATTENTION_CONFIG", "contract.AttentionConfig");
  print_fields<ForwardOptions>(
      "FORWARD_OPTIONS", "Pick<contract.ForwardOptions, " + [] {
        std::string names;
        for (const auto& field : kFields<ForwardOptions>) {
          names += (names.empty() ? "'" : " | '") + to_camel_case(field.name) + "'";
        }
        return names;
      }() + ">");
  print_fields<Dropout>("DROPOUT", "NonNullable<contract.ForwardOptions['dropout']>");
  print_fields<Tile>("TILE", "contract.Tile");
  print_fields<Schedule>("SCHEDULE", "Omit<contract.Schedule, 'tile'>");
  print_fields<CacheOptions>("CACHE_OPTIONS", "contract.CacheOptions");
  print_fields<IdentityOptions>("IDENTITY_OPTIONS", "Pick<contract.IdentityOptions, 'pageSize'>");
  print_fields<LayerSource>("LAYER_SOURCE", "Omit<contract.CheckpointOptions, 'config'>");
  print_fields<TrainerChange>("TRAINER_CHANGE", "Omit<contract.TrainerChange, 'headMask'>");
  print_fields<LatentForwardOptions>("LATENT_FORWARD_OPTIONS",
                                     "{ causal?: boolean; absorbed?: boolean }");
  print_fields<ModelRun>("MODEL_RUN", "{ seqLen: number; batch?: number }");
  print_fields<LatentAttentionConfig>("LATENT_ATTENTION_CONFIG", "contract.LatentAttentionConfig");
  print_fields<FeedForwardConfig>("FEED_FORWARD_CONFIG", "contract.FeedForwardConfig");
  print_fields<TrainerConfig>("TRAINER_CONFIG", "contract.TrainerConfig");
  print_fields<ModelShape>("MODEL_SHAPE", "Omit<contract.ModelShape, 'name' | 'latent'>");
  print_fields<LatentShape>("LATENT_SHAPE", "NonNullable<contract.ModelShape['latent']>");
  print("\n");
  print_number("CONFIG_ERROR", Error::Kind::kConfig);
  print_number("SHAPE_ERROR", Error::Kind::kShape);
  print_number("FORMAT_ERROR", Error::Kind::kFormat);
  print_number("OUT_OF_MEMORY_ERROR", Error::Kind::kOutOfMemory);
  print_number("SHAPE_LEVELS", kShapeLevels);
  print("export const CHAIN_COUNTS = [");
  for (const std::size_t count : kChainCounts) print(message({count, ", "}));
  print("] as const;\n\n");
  print_names("FORWARD_INPUTS", kForwardInputs);
  print_names("ATTENTION_TRACE", kTensors<AttentionTrace>);
  print_names("ONLINE_TRACE", kTensors<OnlineTrace>);
  print_names("ATTENTION_GRADIENTS", kTensors<AttentionGradients>);
  print_names("FEED_FORWARD_TRACE", kTensors<FeedForwardTrace>);
  print_names("PARAMETER_COUNTS", kResults<ParameterCounts>);
  print_names("LAYER_FLOPS", kResults<LayerFlops>);
  print_names("KV_CACHE_COST", kResults<KvCacheCost>);
  print_names("SCORE_MEMORY", kResults<ScoreMemory>);
}

}  // namespace
}  // namespace manyheads

int main() { manyheads::print_all(); }
