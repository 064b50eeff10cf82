#include "lesson/identities/identities.hpp"

#include "attention_layers.hpp"
#include "exchange.hpp"
#include "latent_layers.hpp"
#include "tensor/elementwise.hpp"

namespace manyheads {
namespace {

using exchange::answer_number;
using exchange::input;
using exchange::Message;

using Identity = double(MultiHeadAttention&, const Tensor&);

/// Answers with the difference between both sides of an identity, as the functions below do.
template <Identity* Compute>
void identity(Message& message) {
  answer_number(Compute(attention_in(message), input(0)));
}

void online(Message& message) {
  MultiHeadAttention& layer = attention_in(message);
  answer_number(online_is_plain_softmax(layer, input(0), message.fields<Tile>()));
}

/// With a page size of 0 the cache is not paged.
void cached(Message& message) {
  MultiHeadAttention& layer = attention_in(message);
  const auto chunks = message.integers();
  answer_number(cached_is_full(layer, input(0), chunks, message.whole()));
}

void absorbed(Message& message) {
  answer_number(absorbed_is_expanded(latent_attention_in(message), input(0)));
}

void permutation(Message& message) {
  MultiHeadAttention& layer = attention_in(message);
  answer_number(permutation_moves(layer, input(0), message.integers()));
}

/// Answers with both sides and their largest difference.
void answer_sides(Sides sides) {
  answer_number(largest_difference(sides.left, sides.right));
  exchange::answer(sides);
}

IdentityMode mode_in(Message& message) {
  return message.flag() ? IdentityMode::kBroken : IdentityMode::kHolds;
}

void sides(Message& message) {
  MultiHeadAttention& layer = attention_in(message);
  const IdentityMode mode = mode_in(message);
  const auto identity = message.choice<IdentityName>();
  auto options = message.fields<IdentityOptions>();
  options.tile = message.fields<Tile>();
  options.chunks = message.integers();
  options.order = message.integers();
  answer_sides(identity_sides(identity, layer, input(0), options, mode));
}

void latent_sides(Message& message) {
  LatentAttention& layer = latent_attention_in(message);
  answer_sides(absorbed_sides(layer, input(0), mode_in(message)));
}

}  // namespace

EMSCRIPTEN_BINDINGS(identities) {
  using exchange::bind;
  bind<&identity<&concat_is_sum_of_slices>>("concat_is_sum_of_slices");
  bind<&identity<&tied_is_one_narrow_head>>("tied_is_one_narrow_head");
  bind<&identity<&grouped_is_copied_multi_head>>("grouped_is_copied_multi_head");
  bind<&identity<&future_does_not_matter>>("future_does_not_matter");
  bind<&online>("online_is_plain_softmax");
  bind<&cached>("cached_is_full");
  bind<&absorbed>("absorbed_is_expanded");
  bind<&permutation>("permutation_moves");
  bind<&sides>("identity_sides");
  bind<&latent_sides>("absorbed_sides");
}

}  // namespace manyheads
