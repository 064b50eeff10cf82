#include "lesson/training/trainer.hpp"

#include <emscripten/bind.h>

#include <utility>

#include "attention_layers.hpp"
#include "checkpoint_bytes.hpp"
#include "exchange.hpp"
#include "handles.hpp"
#include "latent_layers.hpp"
#include "lesson/training/trainer_checkpoint.hpp"
#include "lesson/training/trainer_entries.hpp"

namespace manyheads {
namespace {

using exchange::answer_number;
using exchange::answer_tensor;
using exchange::answer_text;
using exchange::answered;
using exchange::Message;

Handles<Trainer> trainers;

void answer_size(std::size_t size) { answer_number(static_cast<double>(size)); }

void answer_numbers(const std::vector<double>& numbers) {
  answer_size(numbers.size());
  for (const double number : numbers) answer_number(number);
}

void answer_texts(std::span<const std::string_view> texts) {
  answer_size(texts.size());
  for (const std::string_view text : texts) answer_text(text);
}

/// Answers with the trainer's number, its configuration as TrainerNumbers, how many parameters it
/// has, its relations and its vocabulary.
void answer_trainer(std::size_t number) {
  const Trainer& trainer = trainers.at(number);
  answer_size(number);
  for (const double entry : numbers_of(trainer.config())) answer_number(entry);
  answer_size(trainer.model().parameters().size());
  answer_texts(trainer.task().relations());
  answer_texts(trainer.task().vocabulary());
}

/// The message tells TrainerNumbers.
double create_trainer() {
  return answered([] {
    Message message;
    TrainerNumbers numbers;
    for (double& number : numbers) number = message.number();
    answer_trainer(trainers.add([&] { return Trainer(trainer_config_of(numbers)); }));
  });
}

/// The message tells the file's size.
double trainer_from_checkpoint() {
  return answered([] {
    const BytesInJavaScript bytes(Message().whole());
    answer_trainer(trainers.add([&] {
      const Safetensors file(bytes);
      return trainer_from(file);
    }));
  });
}

double trainer_to_grouped(std::size_t number, double num_kv_heads, std::size_t from) {
  return answered([&] {
    answer_trainer(trainers.add([&] {
      return trainers.at(number).to_grouped(static_cast<Size>(num_kv_heads),
                                            static_cast<HeadPooling>(from));
    }));
  });
}

double trainer_to_latent(std::size_t number, double d_latent) {
  return answered([&] {
    answer_trainer(
        trainers.add([&] { return trainers.at(number).to_latent(static_cast<Size>(d_latent)); }));
  });
}

/// Answers with the report; solved_at is -1 for never.
double trainer_step(std::size_t number, double count) {
  return answered([&] {
    const TrainingReport& report = trainers.at(number).step(static_cast<Size>(count));
    answer_number(static_cast<double>(report.step));
    answer_number(report.loss);
    answer_numbers(report.accuracy);
    answer_numbers(report.average_accuracy);
    answer_number(report.gradient_norm);
    answer_number(report.solved);
    answer_number(report.solved_at ? static_cast<double>(*report.solved_at) : -1.0);
    answer_number(report.diverged);
  });
}

void answer_evaluation(const Evaluation& evaluation) {
  answer_number(evaluation.loss);
  answer_numbers(evaluation.accuracy);
}

/// The message tells a head mask, empty for none, and tie_heads, output_projection and scale, -1
/// for what stays.
double trainer_evaluate(std::size_t number) {
  return answered([&] {
    Message message;
    TrainerChange change;
    change.head_mask.resize(static_cast<std::size_t>(message.number()));
    for (float& factor : change.head_mask) factor = static_cast<float>(message.number());
    if (const double tie = message.number(); tie >= 0) change.tie_heads = tie != 0;
    if (const double projects = message.number(); projects >= 0) {
      change.output_projection = projects != 0;
    }
    if (const std::int64_t scale = message.integer(); scale >= 0) {
      change.scale = static_cast<Scale>(scale);
    }
    answer_evaluation(trainers.at(number).evaluate(change));
  });
}

double trainer_chance(std::size_t number) {
  return answered([&] { answer_evaluation(trainers.at(number).chance()); });
}

/// @param layer  -1 for all
double trainer_ablation(std::size_t number, double layer) {
  return answered([&] {
    const auto one = layer >= 0 ? std::optional(static_cast<Size>(layer)) : std::nullopt;
    answer_tensor(trainers.at(number).ablation(one));
  });
}

/// Answers with mass and entropy.
double trainer_reading(std::size_t number) {
  return answered([&] {
    HeadReading reading = trainers.at(number).reading();
    answer_tensor(std::move(reading.mass));
    answer_tensor(std::move(reading.entropy));
  });
}

/// The message tells tokens, none where a sequence is to be drawn by the seed that follows. Answers
/// with the texts of tokens, of targets, of predictions, and the layers' traces.
double trainer_sample(std::size_t number) {
  return answered([&] {
    Trainer& trainer = trainers.at(number);
    Message message;
    const std::vector<std::string_view> texts = message.texts();
    Sample sample = trainer.sample(texts.empty() ? trainer.drawn_tokens(message.whole())
                                                 : trainer.tokens_of(texts));
    const auto text_of = [&](Token token) {
      return token == Answer::kNone ? std::string_view() : trainer.task().vocabulary()[token];
    };
    answer_size(sample.tokens.size());
    for (const Token token : sample.tokens) answer_text(text_of(token));
    for (const Answer& answer : sample.answers) answer_text(text_of(answer.token));
    for (const Token token : sample.predictions) answer_text(text_of(token));
    answer_size(sample.layers.size());
    for (AttentionTrace& trace : sample.layers) answer_trace(trace);
  });
}

/// The message tells tokens.
double trainer_embed(std::size_t number) {
  return answered([&] {
    Trainer& trainer = trainers.at(number);
    answer_tensor(trainer.embed(trainer.tokens_of(Message().texts())));
  });
}

/// Reads input 0.
double trainer_read_out(std::size_t number) {
  return answered([&] { answer_tensor(trainers.at(number).read_out(exchange::input(0))); });
}

double trainer_attention(std::size_t number, double layer) {
  return answered([&] {
    answer_attention(attention_layers.add(
        [&] { return trainers.at(number).attention(static_cast<Size>(layer)); }));
  });
}

double trainer_latent_attention(std::size_t number, double layer) {
  return answered([&] {
    answer_latent_attention(latent_layers.add(
        [&] { return trainers.at(number).latent_attention(static_cast<Size>(layer)); }));
  });
}

double save_trainer(std::size_t number) {
  return answered([&] { answer_tensor(saved(trainers.at(number))); });
}

double trainer_bytes(std::size_t number) {
  const Trainer* trainer = trainers.find(number);
  return trainer ? static_cast<double>(trainer->bytes()) : 0.0;
}

}  // namespace

EMSCRIPTEN_BINDINGS(trainer) {
  using emscripten::function;
  function("create_trainer", &create_trainer);
  function("trainer_from_checkpoint", &trainer_from_checkpoint);
  function("trainer_to_grouped", &trainer_to_grouped);
  function("trainer_to_latent", &trainer_to_latent);
  function("trainer_latent_attention", &trainer_latent_attention);
  function("trainer_step", &trainer_step);
  function("trainer_evaluate", &trainer_evaluate);
  function("trainer_chance", &trainer_chance);
  function("trainer_ablation", &trainer_ablation);
  function("trainer_reading", &trainer_reading);
  function("trainer_sample", &trainer_sample);
  function("trainer_embed", &trainer_embed);
  function("trainer_read_out", &trainer_read_out);
  function("trainer_attention", &trainer_attention);
  function("save_trainer", &save_trainer);
  function("trainer_bytes", &trainer_bytes);
  function(
      "release_trainer", +[](std::size_t number) { trainers.release(number); });
}

}  // namespace manyheads
