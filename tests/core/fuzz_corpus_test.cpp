/// Runs the fuzz targets on the corpus that fuzzing collected, and briefly on random changes of it.
/// `npm run fuzz` looks for new inputs.

#include <gtest/gtest.h>

#include <chrono>
#include <fstream>
#include <string>

#include "fuzz/targets.hpp"
#include "tensor/random.hpp"

namespace manyheads::fuzz_corpus_test {
namespace {

using Bytes = std::vector<std::uint8_t>;

/// For the changed inputs of one target.
#ifdef __EMSCRIPTEN__
constexpr std::chrono::milliseconds kTime(
    0);  // Fewer under WebAssembly: the native run covers the rest
#else
constexpr std::chrono::milliseconds kTime(150);
#endif

/// The file has a line of hexadecimal digits per input.
std::vector<Bytes> read_corpus(std::string_view target) {
  std::ifstream file(MANYHEADS_FUZZ_CORPUS_DIR "/" + std::string(target) + ".txt");
  std::vector<Bytes> corpus;
  for (std::string line; std::getline(file, line);) {
    Bytes bytes;
    for (std::size_t i = 0; i + 1 < line.size(); i += 2) {
      bytes.push_back(static_cast<std::uint8_t>(std::stoul(line.substr(i, 2), nullptr, 16)));
    }
    corpus.push_back(bytes);
  }
  return corpus;
}

std::string to_line(const Bytes& bytes) {
  std::string line;
  for (const std::uint8_t byte : bytes) {
    for (const int half : {byte / 16, byte % 16}) line += "0123456789abcdef"[half];
  }
  return line;
}

/// A random input of the corpus with a few changed bytes, sometimes with the end of another input.
Bytes change(const std::vector<Bytes>& corpus, SeededGenerator& random) {
  const auto draw_input = [&] { return corpus[random.below(corpus.size())]; };
  Bytes bytes = draw_input();
  if (random.below(4) == 0) {
    const Bytes other = draw_input();
    bytes.resize(random.below(bytes.size() + 1));
    bytes.insert(bytes.end(), other.begin() + random.below(other.size() + 1), other.end());
  }
  for (std::size_t changes = random.below(4); changes > 0 && !bytes.empty(); --changes) {
    bytes[random.below(bytes.size())] = static_cast<std::uint8_t>(random.next());
  }
  return bytes;
}

class FuzzCorpus : public testing::TestWithParam<fuzz::Target> {
 protected:
  void run(const Bytes& bytes) {
    fuzz::Choices choices(bytes);
    try {
      GetParam().run(choices);
    } catch (const std::exception& wrong) {
      FAIL() << GetParam().name << " " << to_line(bytes) << ": " << wrong.what();
    }
  }
};

TEST_P(FuzzCorpus, GivesResultsOrTypedErrors) {
  const std::vector<Bytes> corpus = read_corpus(GetParam().name);
  ASSERT_FALSE(corpus.empty());
  for (const Bytes& bytes : corpus) run(bytes);

  using Clock = std::chrono::steady_clock;
  const auto end = Clock::now() + kTime;
  SeededGenerator random(1);
  while (Clock::now() < end && !HasFailure()) run(change(corpus, random));
}

INSTANTIATE_TEST_SUITE_P(Targets, FuzzCorpus, testing::ValuesIn(fuzz::kTargets),
                         [](const auto& instance) {
                           std::string name(instance.param.name);
                           std::erase(name, '-');
                           return name;
                         });

}  // namespace
}  // namespace manyheads::fuzz_corpus_test
