#include <cmath>
#include <string_view>

#include "attention/config.hpp"
#include "feed_forward/weights.hpp"
#include "fuzz/targets.hpp"
#include "latent_attention/config.hpp"
#include "lesson/shapes/axis_names.hpp"
#include "lesson/training/trainer_config.hpp"
#include "tensor/message.hpp"

namespace manyheads::fuzz {
namespace {

void write_field(const FieldType& type, FieldBits bits) {
  const auto back = from_text(type, to_text(type, bits));
  require(back == bits, "what is written is read back");
}

/// Only the text of a value is read; a number also has other texts, "0x1p1" and "0x2p0".
template <typename Struct>
void read_as_fields(std::string_view text) {
  for (const Field<Struct>& field : kFields<Struct>) {
    const auto bits = from_text(field.type, text);
    if (!bits) continue;
    require(field.type.kind == FieldKind::kNumber || to_text(field.type, *bits) == text,
            "a value is written as it is read");
    write_field(field.type, *bits);
  }
}

void quote(std::string_view text) {
  const std::string quoted = message({Quoted{text}});
  require(quoted.size() < 200, "a quoted text is short");
  require(quoted.find('`') == quoted.npos, "a quoted text has no backticks");
  for (const char c : quoted) require(c == '\x7f' || (c & 0xE0) != 0, "it is one line");
}

}  // namespace

void fuzz_names(Choices& choices) {
  const std::string known = choices.text(30), other = choices.text(30);
  write_field({FieldKind::kWhole}, choices.whole());
  const double number = std::abs(choices.number());  // no setting is negative
  if (!std::isnan(number)) write_field({FieldKind::kNumber}, std::bit_cast<FieldBits>(number));
  const std::string text = choices.rest();
  const NamedSizes sizes = {{known, 1}, {"d_head", 2}, {"B", 3}, {other, 4}};

  const NamedSize* exact = find_exactly(sizes, text);
  const NamedSize* alias = find_by_alias(sizes, text);
  require(!exact || exact->name == text, "an exact name is the name");
  require(!exact || alias == exact, "the exact name comes before an alias");
  const std::string_view core = core_name(text);
  require(core_name(core) == core, "a core name is its own");
  require(!hint_for(text, sizes).empty(), "there is a hint for every name");
  quote(text);
  quote(known);
  read_as_fields<AttentionConfig>(text);
  read_as_fields<TrainerConfig>(text);
  read_as_fields<LatentAttentionConfig>(text);
  read_as_fields<FeedForwardConfig>(text);
}

}  // namespace manyheads::fuzz
