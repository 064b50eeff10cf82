#include "lesson/training/trainer.hpp"

#include <utility>

#include "attention_layers.hpp"
#include "checkpoint_bytes.hpp"
#include "exchange.hpp"
#include "handles.hpp"
#include "latent_layers.hpp"
#include "lesson/training/trainer_checkpoint.hpp"

namespace manyheads {
namespace {

using exchange::answer;
using exchange::answer_size;
using exchange::answer_tensor;
using exchange::Message;

Handles<Trainer> trainers;

Trainer& trainer_in(Message& message) { return trainers.at(message.index()); }

/// Answers with the trainer's number, its configuration and its summary.
void answer_trainer(std::size_t number) {
  const Trainer& trainer = trainers.at(number);
  answer_size(number);
  exchange::answer_fields(trainer.config());
  answer(trainer.summary());
}

void create_trainer(Message& message) {
  const auto config = message.fields<TrainerConfig>();
  answer_trainer(trainers.add([&] { return Trainer(config); }));
}

/// The message has the file's size.
void trainer_from_checkpoint(Message& message) {
  const BytesInJavaScript bytes(message.whole());
  answer_trainer(trainers.add([&] {
    const Safetensors file(bytes);
    return read_trainer(file);
  }));
}

void trainer_to_grouped(Message& message) {
  const Trainer& trainer = trainer_in(message);
  const Size num_kv_heads = message.whole();
  const auto pooling = message.choice<HeadPooling>();
  answer_trainer(trainers.add([&] { return trainer.to_grouped(num_kv_heads, pooling); }));
}

void trainer_to_latent(Message& message) {
  Trainer& trainer = trainer_in(message);
  const Size d_latent = message.whole();
  answer_trainer(trainers.add([&] { return trainer.to_latent(d_latent); }));
}

void trainer_step(Message& message) {
  Trainer& trainer = trainer_in(message);
  answer(trainer.step(message.whole()));
}

/// The message has a head mask, empty for none, then the other fields of the change.
void trainer_evaluate(Message& message) {
  Trainer& trainer = trainer_in(message);
  std::vector<float> head_mask(message.index());
  for (float& factor : head_mask) factor = static_cast<float>(message.number());
  auto change = message.fields<TrainerChange>();
  change.head_mask = std::move(head_mask);
  answer(trainer.evaluate(change));
}

void trainer_chance(Message& message) { answer(trainer_in(message).chance()); }

/// The message has a layer, -1 for all.
void trainer_ablation(Message& message) {
  Trainer& trainer = trainer_in(message);
  const std::int64_t layer = message.integer();
  const auto one = layer >= 0 ? std::optional(static_cast<Size>(layer)) : std::nullopt;
  answer_tensor(trainer.ablation(one));
}

void trainer_reading(Message& message) { answer(trainer_in(message).answer_attention()); }

/// The message has tokens, then a seed. If there are no tokens, a sequence is drawn with the seed.
void trainer_sample(Message& message) {
  Trainer& trainer = trainer_in(message);
  const std::vector<std::string_view> texts = message.texts();
  const std::uint64_t seed = message.whole();
  answer(trainer.sample(texts.empty() ? trainer.draw_tokens(seed) : trainer.find_tokens(texts)));
}

void trainer_embed(Message& message) {
  Trainer& trainer = trainer_in(message);
  answer_tensor(trainer.embed(trainer.find_tokens(message.texts())));
}

/// Reads input 0.
void trainer_read_out(Message& message) {
  answer_tensor(trainer_in(message).read_out(exchange::input(0)));
}

void trainer_attention(Message& message) {
  const Trainer& trainer = trainer_in(message);
  const Size layer = message.whole();
  answer_attention(attention_layers.add([&] { return trainer.attention(layer); }));
}

void trainer_latent_attention(Message& message) {
  const Trainer& trainer = trainer_in(message);
  const Size layer = message.whole();
  answer_latent_attention(latent_layers.add([&] { return trainer.latent_attention(layer); }));
}

void save_trainer(Message& message) { answer_tensor(write_trainer(trainer_in(message))); }

double trainer_bytes(std::size_t number) {
  const Trainer* trainer = trainers.find(number);
  return trainer ? static_cast<double>(trainer->bytes()) : 0.0;
}

void release_trainer(std::size_t number) { trainers.release(number); }

}  // namespace

EMSCRIPTEN_BINDINGS(trainer) {
  using exchange::bind;
  bind<&create_trainer>("create_trainer");
  bind<&trainer_from_checkpoint>("trainer_from_checkpoint");
  bind<&trainer_to_grouped>("trainer_to_grouped");
  bind<&trainer_to_latent>("trainer_to_latent");
  bind<&trainer_latent_attention>("trainer_latent_attention");
  bind<&trainer_step>("trainer_step");
  bind<&trainer_evaluate>("trainer_evaluate");
  bind<&trainer_chance>("trainer_chance");
  bind<&trainer_ablation>("trainer_ablation");
  bind<&trainer_reading>("trainer_reading");
  bind<&trainer_sample>("trainer_sample");
  bind<&trainer_embed>("trainer_embed");
  bind<&trainer_read_out>("trainer_read_out");
  bind<&trainer_attention>("trainer_attention");
  bind<&save_trainer>("save_trainer");
  emscripten::function("trainer_bytes", &trainer_bytes);
  emscripten::function("release_trainer", &release_trainer);
}

}  // namespace manyheads
