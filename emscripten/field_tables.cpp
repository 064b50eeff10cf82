// Prints emscripten/package/fields.ts: the core's tables of fields, choices and tensors as
// TypeScript. The build runs it.

#include <cstdint>
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
#include "latent_attention/latent_attention.hpp"
#include "lesson/embedding/token_embedding.hpp"
#include "lesson/identities/identities.hpp"
#include "lesson/machine_limits/machine_limits.hpp"
#include "lesson/schedules/trace_schedules.hpp"
#include "lesson/shapes/pattern_chain.hpp"
#include "lesson/shapes/shape_questions.hpp"
#include "lesson/training/trainer.hpp"
#include "measures/head_measures.hpp"
#include "measures/head_patterns.hpp"
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
std::string names_text(const List& list) {
  return list_text(list, [](const auto& item) { return to_camel_case(item.name); });
}

template <typename List>
void print_names(std::string_view name, const List& list) {
  print("export const " + std::string(name) + " = " + names_text(list) + " as const;\n");
}

/// What the package calls the list of a struct's tensors; empty if it has none of its own.
template <typename Struct>
constexpr std::string_view kTensorList = "";
template <>
constexpr std::string_view kTensorList<AttentionTrace> = "ATTENTION_TRACE";
template <>
constexpr std::string_view kTensorList<OnlineTrace> = "ONLINE_TRACE";
template <>
constexpr std::string_view kTensorList<AttentionGradients> = "ATTENTION_GRADIENTS";
template <>
constexpr std::string_view kTensorList<FeedForwardTrace> = "FEED_FORWARD_TRACE";

template <typename Struct>
void print_tensor_names() {
  print_names(kTensorList<Struct>, kTensors<Struct>);
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

template <typename Struct>
std::string results_text();

/// How the package reads a result.
template <typename Type>
std::string result_text() {
  constexpr ResultKind kind = kind_of<Type>();
  if constexpr (kind == ResultKind::kFlag) {
    return "flag";
  } else if constexpr (kind == ResultKind::kChoice) {
    return "choice(" + list_text(kChoices<Type>, unchanged) + ")";
  } else if constexpr (kind == ResultKind::kText) {
    return "text";
  } else if constexpr (kind == ResultKind::kTensor) {
    return "tensor";
  } else if constexpr (kind == ResultKind::kTensors) {
    const std::string list(kTensorList<Type>);
    return "tensors(" + (list.empty() ? names_text(kTensors<Type>) : list) + ")";
  } else if constexpr (kind == ResultKind::kStruct) {
    return "struct(" + results_text<Type>() + ")";
  } else if constexpr (kind == ResultKind::kOptional) {
    return "nullable(" + result_text<typename Type::value_type>() + ")";
  } else if constexpr (kind == ResultKind::kPair) {
    return "pair(" + result_text<typename Type::value_type>() + ")";
  } else if constexpr (kind == ResultKind::kNamed) {
    const auto& [name, value] = typename Type::value_type();
    return "named(" + result_text<std::remove_cvref_t<decltype(value)>>() + ")";
  } else if constexpr (kind == ResultKind::kList) {
    return "list(" + result_text<typename Type::value_type>() + ")";
  } else {
    return "number";
  }
}

template <typename Struct>
std::string results_text() {
  std::string text;
  Struct values{};
  for_each_result(values, [&](std::string_view name, const auto& value) {
    using Type = std::remove_cvref_t<decltype(value)>;
    text += "  " + to_camel_case(name) + ": " + result_text<Type>() + ",\n";
  });
  return "{\n" + text + "}";
}

/// @param contract  what the public contract calls these results
template <typename Struct>
void print_results(const std::string& name, const std::string& contract) {
  print("export const " + name + " = " + results_text<Struct>() + " satisfies ResultsOf<" +
        contract + ">;\n");
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
      "import { choice, count, flag, list, named, nullable, number, pair, set, size, struct, "
      "tensor, tensors, text, whole, type FieldsOf, type ResultsOf } from './field-kinds.js';\n\n");
  print_choices<Kernel>("KERNEL");
  print_choices<HeadPooling>("HEAD_POOLING");
  print_choices<Reduction>("REDUCTION");
  print_choices<Positions>("POSITIONS");
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
  print_tensor_names<AttentionTrace>();
  print_tensor_names<OnlineTrace>();
  print_tensor_names<AttentionGradients>();
  print_tensor_names<FeedForwardTrace>();
  print("\n");
  print_results<ParameterCounts>("PARAMETER_COUNTS", "ReturnType<contract.Cost['parameters']>");
  print_results<LayerFlops>("LAYER_FLOPS", "ReturnType<contract.Cost['flops']>");
  print_results<KvCacheCost>("KV_CACHE_COST", "ReturnType<contract.Cost['kvCache']>");
  print_results<ScoreMemory>("SCORE_MEMORY", "ReturnType<contract.Cost['attentionMemory']>");
  print_results<HeadPattern>("HEAD_PATTERN", "contract.HeadPattern");
  print_results<HeadDiversity>("HEAD_DIVERSITY", "contract.HeadDiversity");
  print_results<LatentAttentionTrace>(
      "LATENT_ATTENTION_TRACE", "{ latent: contract.Tensor; expanded: contract.AttentionTrace }");
  print_results<ScheduleSteps>("SCHEDULE_STEPS",
                               "Omit<contract.ScheduleTrace, 'heads' | 'output'>");
  print_results<ScheduleTrace>("SCHEDULE_TRACE",
                               "Pick<contract.ScheduleTrace, 'heads' | 'output'>");
  print_results<Sides>("SIDES", "Omit<contract.IdentitySides, 'difference'>");
  print_results<ShapeQuestion>("SHAPE_QUESTION", "Omit<contract.ShapeQuestion, 'prompt' | 'code'>");
  print_results<ShapeVerdict>("SHAPE_VERDICT",
                              "Omit<contract.ShapeVerdict, 'explanation' | 'values' | 'details'> & "
                              "contract.ShapeVerdict['values'] & { answer: number[] }");
  print_results<PatternChainResult>("PATTERN_RUN",
                                    "Omit<contract.PatternRun, 'shape' | 'explanation'>");
  print_results<TrainerSummary>(
      "TRAINER_SUMMARY", "Pick<contract.Trainer, 'parameterCount' | 'relations' | 'vocabulary'>");
  print_results<TrainingReport>("TRAINING_REPORT", "contract.TrainingReport");
  print_results<Evaluation>("EVALUATION", "ReturnType<contract.Trainer['evaluate']>");
  print_results<AnswerAttention>("HEAD_READING", "contract.HeadReading");
  print_results<Sample>(
      "SAMPLE",
      "{ tokens: number[]; answers: { token: number }[]; predictions: number[]; layers: "
      "contract.TrainerSample['layers'] }");
}

}  // namespace
}  // namespace manyheads

int main() { manyheads::print_all(); }
