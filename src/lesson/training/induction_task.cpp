#include "lesson/training/induction_task.hpp"

#include <array>
#include <numeric>
#include <utility>

#include "tensor/error.hpp"

namespace manyheads {
namespace {

constexpr std::string_view kLetters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";

class InductionTask : public Task {
 public:
  explicit InductionTask(Size seq_len) : seq_len_(static_cast<std::size_t>(seq_len)) {
    if (seq_len < 4 || seq_len > 2 * kLetters.size()) {
      throw ConfigError("seq_len",
                        {"trainer: `seq_len` ", seq_len, " does not suit induction, whose ",
                         "alphabet is half as large; wanted 4 to ", 2 * kLetters.size()});
    }
    for (std::size_t i = 0; i < seq_len_ / 2; ++i) vocabulary_.push_back(kLetters.substr(i, 1));
  }

  std::size_t seq_len() const override { return seq_len_; }

  std::span<const std::string_view> vocabulary() const override { return vocabulary_; }

  std::span<const std::string_view> relations() const override {
    static constexpr std::array<std::string_view, 1> kNames = {"next"};
    return kNames;
  }

  bool causal() const override { return true; }

  void draw(SeededGenerator& generator, Split, std::vector<Token>& tokens) const override {
    const std::size_t shortest = seq_len_ / 4, longest = seq_len_ / 2;
    const std::size_t period = shortest + generator.below(longest - shortest + 1);
    tokens.resize(seq_len_);  // the first half is the whole alphabet, to be shuffled
    std::iota(tokens.begin(), tokens.begin() + static_cast<std::ptrdiff_t>(longest), Token{0});
    for (std::size_t i = 0; i < period; ++i) {
      std::swap(tokens[i], tokens[i + generator.below(longest - i)]);
    }
    for (std::size_t i = period; i < seq_len_; ++i) tokens[i] = tokens[i - period];
  }

  void answer(std::span<const Token> tokens, std::span<Answer> answers) const override {
    std::vector<std::uint32_t> seen(vocabulary_.size(), Answer::kNone);
    for (std::uint32_t i = 0; i < tokens.size(); ++i) {
      const std::uint32_t before = std::exchange(seen[tokens[i]], i);
      answers[i] = before == Answer::kNone ? Answer{} : Answer{tokens[before + 1], before + 1};
    }
  }

 private:
  std::size_t seq_len_;
  std::vector<std::string_view> vocabulary_;
};

}  // namespace

std::unique_ptr<Task> induction_task(Size seq_len) {
  return std::make_unique<InductionTask>(seq_len);
}

}  // namespace manyheads
