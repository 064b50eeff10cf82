#pragma once
/// The caches that JavaScript holds, whatever layer each belongs to.

#include <memory>

#include "attention/cached_layer.hpp"
#include "exchange.hpp"

namespace manyheads {

/// Makes a cache with the options in the message, and answers with its number and the width of
/// its outputs.
void answer_new_cache(std::shared_ptr<CachedLayer> layer, exchange::Message& message);

}  // namespace manyheads
