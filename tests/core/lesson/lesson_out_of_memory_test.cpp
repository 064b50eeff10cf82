/// Each allocation of a call fails in turn. @see core/out_of_memory_test.cpp

#include <gtest/gtest.h>

#include <array>
#include <cstdint>

#include "checkpoint/safetensors.hpp"
#include "core/every_allocation.hpp"
#include "lesson/formulas/formula.hpp"
#include "lesson/training/trainer_checkpoint.hpp"
#include "tensor/error.hpp"

namespace manyheads::lesson_out_of_memory_test {
namespace {

TEST(EveryAllocation, IdentitiesSurviveAFailedAllocation) {
  const Tensor x = random_normal({4, 5}, 1);
  const std::array<std::int64_t, 2> chunks = {3, 1};
  const std::array<std::int64_t, 4> order = {2, 0, 3, 1};
  std::vector<EntryPoint> entries = {
      layer_entry("concat_is_sum_of_slices",
                  [=](auto& layer) { return concat_is_sum_of_slices(layer, x); }),
      layer_entry("tied_is_one_narrow_head",
                  [=](auto& layer) { return tied_is_one_narrow_head(layer, x); }),
      layer_entry("grouped_is_copied_multi_head",
                  [=](auto& layer) { return grouped_is_copied_multi_head(layer, x); }),
      layer_entry("online_is_plain_softmax",
                  [=](auto& layer) {
                    return online_is_plain_softmax(layer, x, {2, 2});
                  }),
      layer_entry("cached_is_full",
                  [=](auto& layer) { return cached_is_full(layer, x, chunks, 2); }),
      layer_entry("permutation_moves",
                  [=](auto& layer) { return permutation_moves(layer, x, order); }),
      layer_entry("future_does_not_matter",
                  [=](auto& layer) { return future_does_not_matter(layer, x); }),
  };
  for (std::size_t i = 0; i < kChoices<IdentityName>.size(); ++i) {
    const auto identity = static_cast<IdentityName>(i);
    const IdentityOptions options{
        .tile = {2, 2}, .chunks = {3, 1}, .page_size = 2, .order = {2, 0, 3, 1}};
    entries.push_back(
        layer_entry("both sides of " + std::string(to_text(identity)), [=](auto& layer) {
          return identity_sides(identity, layer, x, options, IdentityMode::kBroken);
        }));
  }

  fail_all(entries, 11);
}

/// A function that returns the result of `call`, or the message of the error that it throws.
template <typename Call>
auto result_or_message(Call call) {
  using Result = std::pair<std::optional<std::invoke_result_t<Call>>, std::string>;
  return [=] {
    try {
      return Result(call(), std::string());
    } catch (const FormatError& error) {
      return Result(std::nullopt, error.message());
    } catch (const ConfigError& error) {
      return Result(std::nullopt, error.message());
    } catch (const ShapeError& error) {
      return Result(std::nullopt, error.message());
    }
  };
}

TEST(EveryAllocation, ParsersSurviveAFailedAllocation) {
  const NamedSizes sizes = {{"b", 2}, {"t", 3}, {"h", 2}, {"d", 4}};
  const std::string id = shape_question(1, 3).id;
  const auto pattern = [=](std::vector<std::string_view> steps) {
    return result_or_message([=] { return run_pattern(steps, sizes, "b t (h d) -> b h t d"); });
  };
  const NamedSizes six = {{"a", 2}, {"b", 2}, {"c", 2}, {"d", 2}, {"e", 2}, {"f", 2}};
  const std::vector<std::string_view> reversal = {"transpose(5, 4, 3, 2, 1, 0)"};
  const NamedValues values = {{"d_k", 16}};
  const std::vector<std::string_view> names = {"x", "y = 2*x"};

  fail_all(
      {
          entry_point("a shape with an unknown name",
                      result_or_message([=] { return parse_shape("[b, tt, h*d]", sizes); })),
          entry_point("a shape question", [] { return shape_question(1, 3); }),
          entry_point("a right answer",
                      [=] { return check_shape("scores/3/1/chosen", "B H T T"); }),
          entry_point("a wrong answer", [=] { return check_shape(id, "[2, 3, 4]"); }),
          entry_point("no answer", result_or_message([=] { return check_shape(id, "[2, 3"); })),
          entry_point("a chain of patterns",
                      pattern({"b t (h d) -> b t h d", "transpose(0, 2, 1, 3)"})),
          entry_point("a wrong chain", pattern({"reshape(2, 2, -1, 4)", "swapaxes(1, 2)"})),
          entry_point("a chain with six axes",
                      [=] { return run_pattern(reversal, six, "a b c d e f -> f e d c b a"); }),
          entry_point("a chain that fits nothing", pattern({"b t x -> b x"})),
          entry_point("a formula that is none",
                      result_or_message([=] { return evaluate_formula("sqrt(d_k", values); })),
          entry_point("two formulas", [=] { return same_value("y/x", "2", names); }),
      },
      7);
}

TrainerConfig tiny_config(TaskName task, Size d_latent = 0) {
  TrainerConfig config;
  config.task = task;
  config.num_heads = 2;
  config.d_model = 4;
  config.batch = 2;
  config.seq_len = task == TaskName::kSentences ? 14 : 8;
  config.num_layers = 1;
  config.d_latent = d_latent;
  return config;
}

/// @param steps  how many steps the trainer has done before the call
template <typename Call>
EntryPoint trainer_entry(std::string name, const TrainerConfig& config, Size steps, Call call,
                         std::size_t stride = 1) {
  return entry_point(
      std::move(name),
      [=] {
        auto trainer = std::make_unique<Trainer>(config);
        trainer->step(steps);
        return trainer;
      },
      [=](auto& trainer) { return call(*trainer); },
      [](const auto& trainer) { return trainer.get(); }, stride);
}

TEST(EveryAllocation, TrainingStepsSurviveAFailedAllocation) {
  const auto step = [](Size count) {
    return [=](Trainer& trainer) {
      trainer.step(count);
      return &trainer;
    };
  };
  std::vector<EntryPoint> entries;
  for (const TaskName task : {TaskName::kRelations, TaskName::kRelationsAndDigit,
                              TaskName::kInduction, TaskName::kSentences}) {
    const std::string name(to_text(task));
    entries.push_back(entry_point("trainer, " + name, [=] { return Trainer(tiny_config(task)); }));
    entries.push_back(trainer_entry("first step, " + name, tiny_config(task), 0, step(1)));
    entries.push_back(trainer_entry("three steps, " + name, tiny_config(task), 2, step(3)));
  }
  TrainerConfig sgd = tiny_config(TaskName::kRelations);
  sgd.optimizer = OptimizerName::kSgd;
  entries.push_back(trainer_entry("a step of sgd", sgd, 1, step(1)));
  entries.push_back(
      trainer_entry("a step with latents", tiny_config(TaskName::kRelations, 3), 1, step(1)));

  fail_all(entries, 9);
}

TEST(EveryAllocation, TrainerResultsSurviveAFailedAllocation) {
  const TrainerConfig config = tiny_config(TaskName::kRelations);
  const auto relations_entry = [&](std::string name, auto call, std::size_t stride = 1) {
    return trainer_entry(std::move(name), config, 1, call, stride);
  };
  constexpr std::size_t kSlow = 3, kSlower = 41;  // these read 512 sequences

  fail_all(
      {
          relations_entry(
              "evaluate", [](Trainer& trainer) { return trainer.evaluate(); }, kSlow),
          relations_entry(
              "evaluate, changed",
              [](Trainer& trainer) {
                return trainer.evaluate({.head_mask = {1, 0}, .tie_heads = true});
              },
              kSlow),
          relations_entry(
              "chance", [](Trainer& trainer) { return trainer.chance(); }, kSlow),
          relations_entry(
              "ablation", [](Trainer& trainer) { return trainer.ablation(); }, kSlow),
          relations_entry(
              "answer_attention", [](Trainer& trainer) { return trainer.answer_attention(); },
              kSlower),
          relations_entry("draw_tokens and sample",
                          [](Trainer& trainer) { return trainer.sample(trainer.draw_tokens(1)); }),
          relations_entry("find_tokens",
                          [](Trainer& trainer) {
                            const std::string_view word = trainer.task().vocabulary()[0];
                            return trainer.find_tokens(std::array{word, word});
                          }),
          relations_entry("embed",
                          [](Trainer& trainer) { return trainer.embed(trainer.draw_tokens(1)); }),
          relations_entry("read_out",
                          [](Trainer& trainer) {
                            return trainer.read_out(random_normal({3, 4}, 1));
                          }),
          relations_entry("a trainer's layer",
                          [](Trainer& trainer) { return trainer.attention(0); }),
          trainer_entry("a trainer's latent layer", tiny_config(TaskName::kRelations, 3), 1,
                        [](Trainer& trainer) { return trainer.latent_attention(0); }),
          relations_entry("a trainer to grouped",
                          [](Trainer& trainer) { return trainer.to_grouped(1); }),
          relations_entry(
              "a trainer to latent", [](Trainer& trainer) { return trainer.to_latent(3); },
              2 * kSlow),
          relations_entry("save a trainer",
                          [](Trainer& trainer) { return write_trainer(trainer); }),
          relations_entry("save and read a trainer",
                          [](Trainer& trainer) {
                            const Tensor saved = write_trainer(trainer);
                            const BytesInMemory bytes(
                                {reinterpret_cast<const std::uint8_t*>(saved.data()),
                                 saved.size() * sizeof(float)});
                            const Safetensors file(bytes);
                            return read_trainer(file);
                          }),
      },
      29);
}

}  // namespace
}  // namespace manyheads::lesson_out_of_memory_test
