#include "lesson/identities/identities.hpp"

#include <emscripten/bind.h>

#include <utility>

#include "attention_layers.hpp"
#include "exchange.hpp"
#include "latent_layers.hpp"
#include "tensor/elementwise.hpp"

namespace manyheads {
namespace {

using exchange::answer_number;
using exchange::answered;
using exchange::input;
using exchange::Message;

using Identity = double(MultiHeadAttention&, const Tensor&);

double answered_identity(Identity* identity, std::size_t layer) {
  return answered([&] { answer_number(identity(attention_layers.at(layer), input(kX))); });
}
/// Answers with the difference that an identity of a layer and x finds, as all others do.
template <Identity* Of>
double identity(std::size_t layer) {
  return answered_identity(Of, layer);
}

double online(std::size_t layer, double queries, double keys) {
  return answered([&] {
    answer_number(online_is_plain_softmax(attention_layers.at(layer), input(kX),
                                          bounded_tile(queries, keys)));
  });
}

/// The message tells the chunks and the page size, 0 for none.
double cached(std::size_t layer) {
  return answered([&] {
    Message message;
    const auto chunks = message.integers();
    answer_number(cached_is_full(attention_layers.at(layer), input(kX), chunks, message.whole()));
  });
}

double absorbed(std::size_t layer) {
  return answered([&] { answer_number(absorbed_is_expanded(latent_layers.at(layer), input(kX))); });
}

/// The message tells the order.
double permutation(std::size_t layer) {
  return answered([&] {
    const auto order = Message().integers();
    answer_number(permutation_moves(attention_layers.at(layer), input(kX), order));
  });
}

/// Answers with both sides and their largest difference.
void answer_sides(Sides sides) {
  answer_number(largest_difference(sides.left, sides.right));
  exchange::answer_tensor(std::move(sides.left));
  exchange::answer_tensor(std::move(sides.right));
}

Holds holds_unless(bool broken) { return broken ? Holds::kBroken : Holds::kYes; }

/// The message tells the tile, the page size, the chunks and the order.
double sides(std::size_t layer, std::size_t identity, bool broken) {
  return answered([&] {
    Message message;
    IdentityOptions options;
    const double queries = message.number();
    options.tile = bounded_tile(queries, message.number());
    options.page_size = message.whole();
    options.chunks = message.integers();
    options.order = message.integers();
    answer_sides(identity_sides(static_cast<IdentityName>(identity), attention_layers.at(layer),
                                input(kX), options, holds_unless(broken)));
  });
}

double sides_of_latent(std::size_t layer, bool broken) {
  return answered([&] {
    answer_sides(absorbed_sides(latent_layers.at(layer), input(kX), holds_unless(broken)));
  });
}

}  // namespace

EMSCRIPTEN_BINDINGS(identities) {
  using emscripten::function;
  function("concat_is_sum_of_slices", &identity<&concat_is_sum_of_slices>);
  function("tied_is_one_narrow_head", &identity<&tied_is_one_narrow_head>);
  function("grouped_is_copied_multi_head", &identity<&grouped_is_copied_multi_head>);
  function("online_is_plain_softmax", &online);
  function("cached_is_full", &cached);
  function("absorbed_is_expanded", &absorbed);
  function("permutation_moves", &permutation);
  function("identity_sides", &sides);
  function("absorbed_sides", &sides_of_latent);
  function("future_does_not_matter", &identity<&future_does_not_matter>);
}

}  // namespace manyheads
