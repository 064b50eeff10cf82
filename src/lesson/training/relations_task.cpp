#include "lesson/training/relations_task.hpp"

#include <array>

#include "tensor/error.hpp"

namespace manyheads {
namespace {

constexpr std::array<std::string_view, 12> kVocabulary = {"a", "b", "c", "d", "e", "f",
                                                          "g", "h", "0", "1", "2", "3"};
constexpr Token kLetters = 8;
constexpr Token kDigits = 4;
/// The first position with five before it. The digit is at 1 .. kFirstPredicted.
constexpr std::size_t kFirstPredicted = 5;

class RelationsTask : public Task {
 public:
  RelationsTask(Size seq_len, bool with_digit)
      : seq_len_(static_cast<std::size_t>(seq_len)), with_digit_(with_digit) {
    if (seq_len > kFirstPredicted) return;
    throw ConfigError("seq_len",
                      {"trainer: `seq_len` is ", seq_len, ", but must be at least ",
                       kFirstPredicted + 1, ": predictions begin at position ", kFirstPredicted});
  }

  std::size_t seq_len() const override { return seq_len_; }

  std::span<const std::string_view> vocabulary() const override {
    return std::span(kVocabulary).first(with_digit_ ? kVocabulary.size() : kLetters);
  }

  std::span<const std::string_view> relations() const override {
    static constexpr std::array<std::string_view, 4> kNames = {"x[i-1]", "x[i-3]", "x[i-5]",
                                                               "x[0]"};
    static constexpr std::array<std::string_view, 4> kWithDigit = {"x[i-1]", "x[i-3]", "x[0]",
                                                                   "digit"};
    return with_digit_ ? kWithDigit : kNames;
  }

  bool causal() const override { return true; }

  /// There are so many possible sequences that training and evaluation do not draw the same ones.
  void draw(SeededGenerator& generator, Split, std::vector<Token>& tokens) const override {
    tokens.resize(seq_len_);
    for (Token& token : tokens) token = static_cast<Token>(generator.below(kLetters));
    if (!with_digit_) return;
    Token& slot = tokens[1 + generator.below(kFirstPredicted)];
    slot = static_cast<Token>(kLetters + generator.below(kDigits));
  }

  void answer(std::span<const Token> tokens, std::span<Answer> answers) const override {
    std::uint32_t digit = Answer::kNone;
    for (std::uint32_t i = 0; i < tokens.size(); ++i) {
      if (digit == Answer::kNone && tokens[i] >= kLetters) digit = i;
      const std::array<std::uint32_t, 4> sources =
          with_digit_ ? std::array{i - 1, i - 3, 0u, digit} : std::array{i - 1, i - 3, i - 5, 0u};
      for (std::size_t r = 0; r < sources.size(); ++r) {
        const bool is_predicted = i >= kFirstPredicted && sources[r] != Answer::kNone;
        answers[i * sources.size() + r] =
            is_predicted ? Answer{tokens[sources[r]], sources[r]} : Answer{};
      }
    }
  }

 private:
  std::size_t seq_len_;
  bool with_digit_;
};

}  // namespace

std::unique_ptr<Task> relations_task(Size seq_len) {
  return std::make_unique<RelationsTask>(seq_len, false);
}

std::unique_ptr<Task> relations_and_digit_task(Size seq_len) {
  return std::make_unique<RelationsTask>(seq_len, true);
}

}  // namespace manyheads
