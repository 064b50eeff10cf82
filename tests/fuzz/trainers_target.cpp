#include <cmath>

#include "fuzz/targets.hpp"
#include "lesson/training/trainer.hpp"
#include "lesson/training/trainer_checkpoint.hpp"

namespace manyheads::fuzz {
namespace {

/// Small, since every evaluation reads 512 sequences; or so large that it must be refused.
TrainerConfig make_trainer_config(Choices& choices) {
  TrainerConfig config;
  const auto size = [&](std::size_t most) {
    const Size any = choices.size();
    return any > 12 ? any : any % (most + 1);
  };
  config.task = choices.choice<TaskName>();
  config.num_heads = size(3);
  config.d_model = config.num_heads * choices.below(3);
  config.num_kv_heads = size(3);
  config.seq_len = choices.flag() ? size(12) : 8;
  config.batch = size(3);
  config.num_layers = size(2);
  const std::uint8_t flags = choices.byte();
  config.tie_heads = flags & 1;
  config.output_projection = !(flags & 2);
  config.share = {(flags & 4) != 0, (flags & 8) != 0, (flags & 16) != 0};
  config.symmetric_start = flags & 32;
  config.combine = choices.choice<Combine>();
  config.scale = choices.choice<Scale>();
  config.optimizer = choices.choice<OptimizerName>();
  if (choices.flag()) config.learning_rate = choices.number();
  if (choices.flag()) config.momentum = choices.number();
  if (choices.flag()) config.gradient_clip = choices.number();
  if (choices.flag()) config.start_noise = choices.number();
  if (choices.flag()) config.d_latent = size(6);
  config.seed = choices.byte();
  return config;
}

TrainerChange make_change(Choices& choices) {
  TrainerChange change;
  change.head_mask.resize(choices.below(5));
  for (float& factor : change.head_mask) factor = static_cast<float>(choices.number());
  if (choices.flag()) change.tie_heads = choices.flag();
  if (choices.flag()) change.output_projection = choices.flag();
  if (choices.flag()) change.scale = choices.choice<Scale>();
  return change;
}

/// The words of any text; every second one from the vocabulary.
std::vector<std::string> make_words(Choices& choices, const Trainer& trainer) {
  std::vector<std::string> words(choices.below(6));
  const auto vocabulary = trainer.task().vocabulary();
  for (std::string& word : words) {
    word = choices.flag() ? choices.text(8)
                          : std::string(vocabulary[choices.below(vocabulary.size())]);
  }
  return words;
}

void save_and_load(const Trainer& trainer) {
  const Tensor file = write_trainer(trainer);
  const BytesInMemory bytes(
      {reinterpret_cast<const std::uint8_t*>(file.data()), file.size() * sizeof(float)});
  const Safetensors read(bytes);
  const Trainer again = read_trainer(read);
  const Tensor file_again = write_trainer(again);
  require(file.size() == file_again.size() &&
              std::equal(file.data(), file.data() + file.size(), file_again.data(),
                         [](float a, float b) {
                           return std::bit_cast<std::uint32_t>(a) ==
                                  std::bit_cast<std::uint32_t>(b);
                         }),
          "a saved trainer is read as it was");
}

void operate(Choices& choices, Trainer& trainer) {
  const Size R = trainer.task().relations().size();
  switch (choices.below(9)) {
    case 0: {
      const TrainingReport& report = trainer.step(choices.below(4));
      require(report.accuracy.size() == R, "there is an accuracy for each relation");
      break;
    }
    case 1:
      trainer.evaluate(make_change(choices));
      break;
    case 2:
      trainer.ablation(choices.flag() ? std::optional(choices.size()) : std::nullopt);
      break;
    case 3: {
      const std::vector<std::string> words = make_words(choices, trainer);
      const std::vector<std::string_view> views(words.begin(), words.end());
      const std::vector<Token> tokens = trainer.find_tokens(views);
      require(tokens.size() == words.size(), "there is a token for each word");
      trainer.sample(tokens);
      trainer.embed(tokens);
      break;
    }
    case 4:
      trainer.read_out(choices.tensor(choices.flag()
                                          ? Shape{1 + choices.below(9), trainer.config().d_model}
                                          : choices.shape(3)));
      break;
    case 5:
      trainer.attention(choices.size());
      break;
    case 6:
      trainer.latent_attention(choices.size());
      break;
    case 7:
      save_and_load(trainer);
      break;
    default:
      if (choices.flag()) trainer.answer_attention();
      trainer = choices.flag() ? trainer.to_grouped(choices.size(), choices.choice<HeadPooling>())
                               : trainer.to_latent(choices.size());
  }
}

}  // namespace

void fuzz_trainers(Choices& choices) {
  const TrainerConfig config = make_trainer_config(choices);
  std::optional<Trainer> trainer;
  const auto error = kind_of_error([&] { trainer.emplace(config); });
  require(!error || error == Error::Kind::kConfig || error == Error::Kind::kOutOfMemory,
          "an impossible trainer is a ConfigError or an OutOfMemoryError");
  for (int calls = 0; trainer && calls < 8 && !choices.done(); ++calls) {
    const Size step = trainer->report().step;
    const auto refused = kind_of_error([&] { operate(choices, *trainer); });
    require(!refused || refused == Error::Kind::kConfig || refused == Error::Kind::kShape ||
                refused == Error::Kind::kOutOfMemory,
            "a call is refused with a typed error");
    require(!refused || trainer->report().step == step, "a refused call changes nothing");
  }
}

}  // namespace manyheads::fuzz
