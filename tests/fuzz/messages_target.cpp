/// The crossing: calls as the package's facade makes them, with messages of the right form and any
/// values in them; a few messages are too short or too long. Not tried is what the
/// facade never sends, such as a list with a wrong length or a choice that does not exist:
/// JavaScript can write all of the module's memory anyway.

#include <cstring>
#include <map>
#include <string>
#include <string_view>

#include "attention/forward_options.hpp"
#include "cost/model_shape.hpp"
#include "feed_forward/weights.hpp"
#include "fuzz/crossing.hpp"
#include "fuzz/targets.hpp"
#include "latent_attention/config.hpp"
#include "lesson/training/trainer.hpp"

namespace {

/// The file that a call reads, in place of the one in JavaScript's memory.
std::vector<std::uint8_t> file_bytes;

}  // namespace

extern "C" void copy_checkpoint_bytes(double offset, double size, double address) {
  manyheads::require(
      offset >= 0 && size >= 0 && offset + size <= static_cast<double>(file_bytes.size()),
      "the core asks for bytes that the file has");
  if (size > 0) {
    std::memcpy(manyheads::crossing::at_address<std::uint8_t>(address),
                file_bytes.data() + static_cast<std::size_t>(offset),
                static_cast<std::size_t>(size));
  }
}

namespace manyheads::fuzz {
namespace {

constexpr std::size_t kSlots = 8;
constexpr double kAbsent = std::numeric_limits<double>::quiet_NaN();

/// What a call's message has, in order, one letter for each part:
///   h the number of a handle       w a size, often huge       s a number from 0 to 3
///   n any number                   i a small whole number     x the same, or absent
///   b a flag                       t a text                   T texts
///   I whole numbers                S a shape                  N names and as many sizes
///   V names and as many numbers    o options of forward       m a head mask
///   p an order of axes             q ranges of axes           X the size of a file
///   a l f r M  the settings of a layer, latent layer, feed-forward layer, trainer, model
///   c the change of a trainer
///   Wk weights, each one of k names; they are taken out of the slots
///   ?k a choice of k               ~k the same, or -1
const std::map<std::string_view, std::string_view> kMessages = {
    {"version", ""},
    {"create_attention", "aW8"},
    {"attention_with", "haW8"},
    {"attention_to_grouped", "hw?2"},
    {"forward", "ho"},
    {"trace", "ho"},
    {"trace_online", "hwwo"},
    {"trace_schedule", "h?5wwnwwo"},
    {"backward", "ho"},
    {"weights", "h"},
    {"set_weights", "hW8"},
    {"create_cache", "hwww"},
    {"create_latent_cache", "hwww"},
    {"cache_step", "h"},
    {"cache_pages", "h"},
    {"attention_from_checkpoint", "Xw?3a"},
    {"trainer_from_checkpoint", "X"},
    {"save_attention", "h"},
    {"model_presets", ""},
    {"parameter_counts", "M"},
    {"layer_flops", "Mwwbb"},
    {"weight_bytes", "Mbn"},
    {"kv_cache_cost", "Mwwbn"},
    {"score_memory", "Mwwbnb"},
    {"create_feed_forward", "fW5"},
    {"feed_forward", "h"},
    {"feed_forward_trace", "h"},
    {"feed_forward_backward", "h"},
    {"feed_forward_weights", "h"},
    {"evaluate_formula", "tV"},
    {"same_value", "ttT"},
    {"concat_is_sum_of_slices", "h"},
    {"tied_is_one_narrow_head", "h"},
    {"grouped_is_copied_multi_head", "h"},
    {"future_does_not_matter", "h"},
    {"online_is_plain_softmax", "hww"},
    {"cached_is_full", "hIw"},
    {"absorbed_is_expanded", "h"},
    {"permutation_moves", "hI"},
    {"identity_sides", "hb?9wwwII"},
    {"absorbed_sides", "hb"},
    {"create_latent_attention", "lW9"},
    {"attention_to_latent", "hw"},
    {"latent_forward", "hbb"},
    {"latent_trace", "hb"},
    {"latent_weights", "h"},
    {"multiply_add", "ss"},
    {"read_memory", "ss"},
    {"entropy", ""},
    {"head_distance", ""},
    {"saturation", ""},
    {"head_diversity", ""},
    {"head_patterns", "I"},
    {"parse_shape", "tN"},
    {"shape_question", "wst"},
    {"check_shape", "tt"},
    {"run_pattern", "TNt"},
    {"fill", "Sn"},
    {"random_normal", "Swn"},
    {"random_uniform", "Swnn"},
    {"arange", "nnn"},
    {"add", ""},
    {"subtract", ""},
    {"multiply", ""},
    {"divide", ""},
    {"matmul", ""},
    {"exp", ""},
    {"sqrt", ""},
    {"tril", "i"},
    {"triu", "i"},
    {"where", ""},
    {"reduce", "?3xb"},
    {"softmax", "i"},
    {"reshape", "I"},
    {"transpose", "p"},
    {"concatenate", "si"},
    {"slice", "q"},
    {"allclose", "nn"},
    {"embed_tokens", "Tww?2"},
    {"create_trainer", "r"},
    {"trainer_to_grouped", "hw?2"},
    {"trainer_to_latent", "hw"},
    {"trainer_step", "hs"},
    {"trainer_evaluate", "hmc"},
    {"trainer_chance", "h"},
    {"trainer_ablation", "h~3"},
    {"trainer_reading", "h"},
    {"trainer_sample", "hTw"},
    {"trainer_embed", "hT"},
    {"trainer_read_out", "h"},
    {"trainer_attention", "hw"},
    {"trainer_latent_attention", "hw"},
    {"save_trainer", "h"}};

/// A message as the facade writes it: numbers, and the bytes of the texts.
class MessageWriter {
 public:
  explicit MessageWriter(Choices& choices) : choices_(choices) {}

  void write(std::string_view parts) {
    for (std::size_t i = 0; i < parts.size(); ++i) {
      const bool has_count = parts[i] == 'W' || parts[i] == '?' || parts[i] == '~';
      write(parts[i], has_count ? static_cast<std::size_t>(parts[i + 1] - '0') : 0);
      i += has_count;
    }
  }

  std::vector<double> numbers;
  std::string texts;

 private:
  void add(double number) { numbers.push_back(number); }
  void add_size(Size size) { add(static_cast<double>(size)); }
  void add_flag() { add(choices_.flag()); }
  void add_text() {
    const std::string text = choices_.text(20);
    add_size(text.size());
    texts += text;
  }
  void add_each(std::size_t count, void (MessageWriter::*add_one)()) {
    while (count-- > 0) (this->*add_one)();
  }
  void add_integer() { add(static_cast<double>(choices_.below(16)) - 3); }
  void add_number() { add(choices_.number()); }
  void add_natural() { add_size(1 + choices_.below(9)); }
  void add_list(void (MessageWriter::*add_one)()) {
    const std::size_t count = choices_.below(6);
    add_size(count);
    add_each(count, add_one);
  }
  void add_pairs(void (MessageWriter::*add_second)()) {
    const std::size_t count = choices_.below(4);
    add_size(count);
    add_each(count, &MessageWriter::add_text);
    if (add_second == &MessageWriter::add_natural) add_size(count);  // a list of its own
    add_each(count, add_second);
  }

  template <typename Struct>
  void add_fields() {
    for (const Field<Struct>& field : kFields<Struct>) {
      if (choices_.below(3) == 0) {
        add(kAbsent);
        continue;
      }
      switch (field.type.kind) {
        case FieldKind::kNumber:
          add_number();
          break;
        case FieldKind::kFlag:
          add_flag();
          break;
        case FieldKind::kChoice:
          add_size(choices_.below(field.type.choices.size()));
          break;
        case FieldKind::kSet:
          add_size(choices_.below(std::size_t{1} << field.type.choices.size()));
          break;
        default:
          add_size(choices_.size());
      }
    }
  }

  void add_options() {
    if (!choices_.flag()) return add(0);
    add(1);
    add_fields<ForwardOptions>();
    add_each(kForwardInputs.size(), &MessageWriter::add_flag);
    const bool drops = choices_.flag();
    add(drops);
    if (drops) {
      add_number();
      add_size(choices_.size());
    }
    const bool has_lengths = choices_.flag();
    add(has_lengths);
    if (has_lengths) add_list(&MessageWriter::add_integer);
  }

  void add_shape() {
    const std::size_t rank = choices_.below(10);
    add_size(rank);
    for (std::size_t axis = 0; axis < rank; ++axis) {
      add_size(rank > 4 ? choices_.below(3) : choices_.size());
    }
  }

  void write(char part, std::size_t count) {
    switch (part) {
      case 'h':
      case 's':
        return add_size(choices_.below(4));
      case 'w':
        return add_size(choices_.size());
      case 'n':
        return add_number();
      case 'i':
        return add_integer();
      case 'x':
        return choices_.flag() ? add(kAbsent) : add_integer();
      case 'b':
        return add_flag();
      case 't':
        return add_text();
      case 'T':
        return add_list(&MessageWriter::add_text);
      case 'I':
        return add_list(&MessageWriter::add_integer);
      case 'S':
        return add_shape();
      case 'N':
        return add_pairs(&MessageWriter::add_natural);
      case 'V':
        return add_pairs(&MessageWriter::add_number);
      case 'o':
        return add_options();
      case 'm':
        return add_list(&MessageWriter::add_number);
      case 'p':
        add_flag();
        return numbers.back() != 0 ? add_list(&MessageWriter::add_integer) : void();
      case 'q': {
        const std::size_t ranges = choices_.below(4);
        add_size(4 * ranges);
        for (std::size_t i = 0; i < ranges; ++i) write("xxxi");
        return;
      }
      case 'X':
        return add_size(file_bytes.size());
      case 'a':
        return add_fields<AttentionConfig>();
      case 'l':
        return add_fields<LatentAttentionConfig>();
      case 'f':
        return add_fields<FeedForwardConfig>();
      case 'r':
        return add_fields<TrainerConfig>();
      case 'c':
        return add_fields<TrainerChange>();
      case 'M':
        add_fields<ModelShape>();
        add_flag();
        return numbers.back() != 0 ? add_fields<LatentShape>() : void();
      case 'W': {
        const std::size_t weights = choices_.below(3);
        add_size(weights);
        for (std::size_t i = 0; i < weights; ++i) add_size(choices_.below(count));
        return;
      }
      case '?':
        return add_size(choices_.below(count));
      default:  // '~'
        return add(static_cast<double>(choices_.below(count + 1)) - 1);
    }
  }

  Choices& choices_;
};

void write_slot(Choices& choices, std::size_t slot, const Shape& shape) {
  crossing::write_input(slot, choices.tensor(shape));
}

void release_everything() {
  crossing::release_all();
  file_bytes.clear();
}

/// Layers, a cache and a trainer for other calls; each is number 0 of its kind.
void make_objects() {
  const auto make = [](std::string_view name, const std::vector<double>& numbers) {
    require(crossing::send(name, numbers, "").kind() == 0, "a usual object can be made");
  };
  constexpr double no = kAbsent;
  make("create_attention", {4, 2, no, no, 1, no, no, no, no, no, 1, 0});
  make("create_latent_attention", {4, 2, 2, 3, no, 2, no, 0});
  make("create_feed_forward", {4, 5, no, no, no, 0});
  make("create_cache", {0, 1, 8, 2});
}

/// One call of any function, and whatever it needs.
void call_any(Choices& choices) {
  const std::uint8_t which = choices.byte();
  auto function = emscripten::functions().begin();
  std::advance(function, which % emscripten::functions().size());
  const auto& [name, pointer] = *function;
  if (const auto* of_handle = std::get_if<void (*)(std::size_t)>(&pointer)) {
    return (*of_handle)(choices.below(4));
  }
  if (const auto* bytes_of = std::get_if<double (*)(std::size_t)>(&pointer)) {
    require((*bytes_of)(choices.below(4)) >= 0, "an object has bytes");
    return;
  }
  if (!kMessages.contains(name)) return;

  const std::string_view parts = kMessages.at(name);
  MessageWriter message(choices);
  message.write(parts);
  const std::uint8_t spoilt = choices.byte();
  if (spoilt == 255) message.numbers.push_back(0);
  const bool too_short = spoilt == 254 && !message.numbers.empty();
  if (too_short) message.numbers.pop_back();

  const crossing::Answer answer = crossing::send(name, message.numbers, message.texts);
  require(answer.kind() >= 0 && answer.kind() <= 5, "an answer has a kind");
  if (answer.kind() != 0) {
    require(answer.message().size() < 4096, "a message is short");
    require(spoilt >= 254 || !answer.message().starts_with("internal error"),
            "a message of the right form is no internal error");
  } else if (name == "save_attention" || name == "save_trainer") {
    const auto* const bytes = crossing::at_address<const std::uint8_t>(answer.number(0));
    file_bytes.assign(bytes, bytes + static_cast<std::size_t>(answer.number(2)) * sizeof(float));
  }
  if (parts.find('W') != parts.npos) {  // they took slots
    for (std::size_t slot = 0; slot < 3; ++slot) write_slot(choices, slot, {3, 4});
  }
}

/// The table has each function that reads a message.
void check_table() {
  for (const auto& [name, function] : emscripten::functions()) {
    if (!std::holds_alternative<double (*)()>(function) || name == "reserve_input") continue;
    require(kMessages.contains(name), ("kMessages has " + std::string(name)).c_str());
  }
}

}  // namespace

void fuzz_messages(Choices& choices) {
  check_table();
  release_everything();
  for (std::size_t slot = 0; slot < kSlots; ++slot) write_slot(choices, slot, {3, 4});
  make_objects();
  for (int calls = 0; calls < 12 && !choices.done(); ++calls) {
    const std::uint8_t change = choices.byte();
    if (change % 4 == 0) write_slot(choices, change / 4 % kSlots, choices.shape(4));
    if (change % 16 == 1) file_bytes.push_back(choices.byte());
    if (change % 16 == 2 && !file_bytes.empty()) {
      file_bytes[choices.byte() % file_bytes.size()] = choices.byte();
    }
    call_any(choices);
  }
  release_everything();
}

}  // namespace manyheads::fuzz
