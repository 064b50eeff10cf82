#pragma once
/// The caches that JavaScript holds, whatever layer each belongs to.

#include <memory>

#include "exchange.hpp"
#include "kv_cache/cached_layer.hpp"

namespace manyheads {

/// Makes a cache of the options that the message tells; answers with its number.
void answer_new_cache(std::shared_ptr<CachedLayer> layer, exchange::Message& message);

}  // namespace manyheads
