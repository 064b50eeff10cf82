/// Reads thousands of files that are almost valid. `npm run fuzz` tries millions.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <map>
#include <optional>

#include "core/checkpoint/checkpoint_files.hpp"
#include "core/golden.hpp"
#include "core/random_layer.hpp"
#include "fuzz/read_checkpoint.hpp"

namespace manyheads::hostile_checkpoint_test {
namespace {

using golden::Json;

std::vector<Bytes> make_seed_files() {
  const AttentionConfig config{.d_model = 2, .num_heads = 2, .bias = true};
  const AttentionEntry entry{
      .layer = 0, .config = resolved(config), .weights = random_weights(config, 1)};
  SafetensorsWriter writer;
  add_attention(writer, entry);
  return {golden_file("gpt2_f16.safetensors"), golden_file("llama_bf16.safetensors"),
          make_file(writer),
          make_file("{\"\\u0061\\n\":{\"dtype\":\"F32\",\"shape\":[],\"data_offsets\":[0,4]},"
                    "\"é😀\":{\"shape\":[2,0],\"dtype\":\"F4\",\"data_offsets\":[4,4]},"
                    "\"__metadata__\":{\"\\ud83d\\ude00\":\"\"}}",
                    4)};
}

/// Makes small random changes to files, the same for the same seed.
class Mutation {
 public:
  Mutation(std::vector<Bytes> seeds, std::uint64_t seed)
      : seeds_(std::move(seeds)), random_(seed) {}

  Bytes next() {
    Bytes bytes = seeds_[below(seeds_.size())];
    // Any data bytes are valid, so change the header.
    const std::size_t header = std::min<std::size_t>(bytes.size(), 8u + bytes[0] + bytes[1] * 256u);
    for (std::size_t times = 1 + below(3); times > 0; --times) {
      const std::size_t end = std::min(bytes.size(), below(8) == 0 ? bytes.size() : header);
      if (end > 0) change(bytes, below(end));
    }
    return bytes;
  }

 private:
  std::size_t below(std::size_t count) { return random_.below(count); }

  void change(Bytes& bytes, std::size_t at) {
    constexpr std::array<std::string_view, 12> kTokens = {"\"",
                                                          "{",
                                                          "}",
                                                          "[",
                                                          ",",
                                                          "0",
                                                          "18446744073709551615",
                                                          "9007199254740993",
                                                          "-1",
                                                          "\\u",
                                                          "\xED\xA0\x80",
                                                          "__metadata__"};
    const auto place = bytes.begin() + static_cast<std::ptrdiff_t>(at);
    switch (below(6)) {
      case 0:
        *place ^= static_cast<std::uint8_t>(1u << below(8));
        break;
      case 1:
        bytes.resize(at);
        break;
      case 2: {  // change a digit
        const auto digit = std::find_if(place, bytes.end(), [](auto c) { return std::isdigit(c); });
        if (digit != bytes.end()) *digit = static_cast<std::uint8_t>('0' + below(10));
        break;
      }
      case 3: {  // insert a piece of another file
        const Bytes& other = seeds_[below(seeds_.size())];
        const std::size_t first = below(other.size());
        const std::size_t count = below(std::min<std::size_t>(other.size() - first, 60));
        bytes.insert(place, other.begin() + static_cast<std::ptrdiff_t>(first),
                     other.begin() + static_cast<std::ptrdiff_t>(first + count));
        repair_length(bytes, count);
        break;
      }
      case 4: {
        const std::size_t count = std::min<std::size_t>(1 + below(20), bytes.size() - at);
        bytes.erase(place, place + static_cast<std::ptrdiff_t>(count));
        repair_length(bytes, -count);
        break;
      }
      case 5: {
        const std::string_view token = kTokens[below(kTokens.size())];
        bytes.insert(place, token.begin(), token.end());
        repair_length(bytes, token.size());
      }
    }
  }

  /// Usually makes the length of the header right again, so that more than the length is tested.
  void repair_length(Bytes& bytes, std::size_t longer) {
    if (bytes.size() < 2 || below(4) == 0) return;
    const std::size_t length = bytes[0] + bytes[1] * 256u + longer;
    bytes[0] = static_cast<std::uint8_t>(length);
    bytes[1] = static_cast<std::uint8_t>(length >> 8);
  }

  std::vector<Bytes> seeds_;
  SeededGenerator random_;
};

TEST(HostileCheckpoint, GivesATypedErrorOrAConsistentResult) {
  const std::vector<Bytes> seeds = make_seed_files();
  for (const Bytes& seed : seeds) ASSERT_TRUE(read_checkpoint(seed));
  Mutation mutation(seeds, 1);

  int readable = 0;
  for (int i = 0; i < 5000; ++i) readable += read_checkpoint(mutation.next());

  EXPECT_GT(readable, 200) << "too few files come as far as their tensors";
  EXPECT_LT(readable, 4800) << "too few files are broken";
}

/// Reads a header with nlohmann_json and the rules of the format's description. Gives nothing for
/// an invalid header.
class NlohmannReader : public nlohmann::json_sax<Json> {
 public:
  struct Item {
    std::string name, dtype;
    std::vector<Size> shape, offsets;
    unsigned keys = 0;
  };

  static std::optional<std::vector<Item>> read(const std::string& text, Size data_size) {
    // nlohmann_json skips a byte order mark, and ends at a zero byte.
    if (text.empty() || text[0] != '{' || text.find('\0') != text.npos) return std::nullopt;
    NlohmannReader handler;
    if (!golden::parse(text, handler) || !handler.is_valid(data_size)) return std::nullopt;
    return handler.items_;
  }

  bool start_object(std::size_t) override {
    ++depth_;
    if (depth_ == 2 && !in_metadata())
      items_.push_back({.name = key_, .dtype = {}, .shape = {}, .offsets = {}});
    return depth_ <= 2 && list_ == 0;
  }
  bool end_object() override {
    if (--depth_ == 1) key_.clear();
    return true;
  }
  bool key(std::string& key) override {
    auto& names = depth_ == 1 ? names_ : inner_names_;
    if (depth_ == 1) inner_names_.clear();
    if (std::find(names.begin(), names.end(), key) != names.end()) return false;
    names.push_back(key);
    (depth_ == 1 ? key_ : inner_key_) = key;
    if (depth_ == 1 || in_metadata()) return true;
    ++items_.back().keys;
    return key == "dtype" || key == "shape" || key == "data_offsets";
  }
  bool string(std::string& text) override {
    if (depth_ != 2 || list_ > 0) return false;
    if (in_metadata()) return true;
    items_.back().dtype = text;
    return inner_key_ == "dtype";
  }
  bool start_array(std::size_t) override {
    return ++list_ == 1 && depth_ == 2 && !in_metadata() && inner_key_ != "dtype";
  }
  bool end_array() override {
    --list_;
    return true;
  }
  bool number_unsigned(Json::number_unsigned_t number) override {
    if (list_ != 1) return false;
    (inner_key_ == "shape" ? items_.back().shape : items_.back().offsets).push_back(number);
    return true;
  }
  bool null() override { return false; }
  bool boolean(bool) override { return false; }
  bool number_integer(Json::number_integer_t) override { return false; }
  bool number_float(Json::number_float_t, const std::string&) override { return false; }
  bool binary(Json::binary_t&) override { return false; }
  bool parse_error(std::size_t, const std::string&, const Json::exception&) override {
    return false;
  }

 private:
  bool in_metadata() const { return key_ == "__metadata__"; }

  bool is_valid(Size data_size) {
    static const std::map<std::string, Size> kBits = {
        {"BOOL", 8},        {"F4", 4},      {"F6_E2M3", 6}, {"F6_E3M2", 6}, {"U8", 8},
        {"I8", 8},          {"F8_E5M2", 8}, {"F8_E4M3", 8}, {"F8_E8M0", 8}, {"F8_E4M3FNUZ", 8},
        {"F8_E5M2FNUZ", 8}, {"I16", 16},    {"U16", 16},    {"F16", 16},    {"BF16", 16},
        {"I32", 32},        {"U32", 32},    {"F32", 32},    {"C64", 64},    {"F64", 64},
        {"I64", 64},        {"U64", 64}};
    std::vector<std::pair<Size, Size>> ranges;
    for (const Item& item : items_) {
      if (item.keys != 3 || item.offsets.size() != 2 || !kBits.count(item.dtype)) return false;
      Size bits = 1;
      for (const Size size : item.shape) {
        if (__builtin_mul_overflow(bits, size, &bits)) return false;
      }
      if (__builtin_mul_overflow(bits, kBits.at(item.dtype), &bits)) return false;
      if (item.offsets[0] > item.offsets[1] || bits % 8 != 0) return false;
      if (item.offsets[1] - item.offsets[0] != bits / 8) return false;
      ranges.emplace_back(item.offsets[0], item.offsets[1]);
    }
    std::sort(ranges.begin(), ranges.end());
    Size covered = 0;
    for (const auto& [begin, end] : ranges) {
      if (begin != std::exchange(covered, end)) return false;
    }
    std::sort(items_.begin(), items_.end(),
              [](const Item& a, const Item& b) { return a.name < b.name; });
    return covered == data_size;
  }

  std::vector<Item> items_;
  std::vector<std::string> names_, inner_names_;
  std::string key_, inner_key_;
  int depth_ = 0, list_ = 0;
};

void expect_same_result(const std::string& header, Size data_size) {
  const auto wanted = NlohmannReader::read(header, data_size);
  std::string text = header;
  try {
    const SafetensorsHeader found = read_safetensors_header(text, data_size);
    ASSERT_TRUE(wanted) << "was accepted: " << header;
    ASSERT_EQ(found.tensors.size(), wanted->size()) << header;
    for (std::size_t i = 0; i < wanted->size(); ++i) {
      EXPECT_EQ(found.tensors[i].name, (*wanted)[i].name);
      EXPECT_EQ(found.tensors[i].dtype, (*wanted)[i].dtype);
      EXPECT_EQ(found.tensors[i].begin, (*wanted)[i].offsets[0]);
    }
  } catch (const FormatError& error) {
    ASSERT_FALSE(wanted) << error.what() << "\n" << header;
  }
}

TEST(HostileCheckpoint, AcceptsTheSameHeadersAsNlohmannJson) {
  Mutation mutation(make_seed_files(), 2);
  for (int i = 0; i < 2000; ++i) {
    const Bytes bytes = mutation.next();
    const std::size_t start = std::min<std::size_t>(bytes.size(), 8);
    const std::size_t length = start < 8 ? 0 : bytes[0] + bytes[1] * 256u;
    const std::size_t end = std::min(bytes.size(), start + length);
    const std::string header(bytes.begin() + static_cast<std::ptrdiff_t>(start),
                             bytes.begin() + static_cast<std::ptrdiff_t>(end));
    expect_same_result(header, bytes.size() - end);
  }
}

}  // namespace
}  // namespace manyheads::hostile_checkpoint_test
