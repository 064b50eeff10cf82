#include "kv_cache/kv_cache.hpp"

#include <utility>

#include "attention_layers.hpp"
#include "caches.hpp"
#include "exchange.hpp"
#include "handles.hpp"

namespace manyheads {
namespace {

using exchange::answer_size;
using exchange::Message;

Handles<KvCache> caches;

/// Answers with the length after the step and the output.
void cache_step(Message& message) {
  KvCache& cache = caches.at(message.index());
  cache.step(exchange::input(0), exchange::next_result());
  answer_size(cache.length());
  exchange::answer_result();
}

/// Answers with the page table.
void cache_pages(Message& message) {
  const std::vector<std::size_t> pages = caches.at(message.index()).pages();
  answer_size(pages.size());
  for (const std::size_t page : pages) answer_size(page);
}

void create_cache(Message& message) {
  answer_new_cache(attention_layers.shared(message.index()), message);
}

void cache_reset(std::size_t number) {
  if (KvCache* cache = caches.find(number)) cache->reset();
}

double cache_bytes(std::size_t number) {
  const KvCache* cache = caches.find(number);
  return cache ? static_cast<double>(cache->bytes()) : 0.0;
}

void release_cache(std::size_t cache) { caches.release(cache); }

}  // namespace

void answer_new_cache(std::shared_ptr<CachedLayer> layer, Message& message) {
  const auto options = message.fields<CacheOptions>();
  const std::size_t number = caches.add([&] { return KvCache(std::move(layer), options); });
  answer_size(number);
  answer_size(caches.at(number).output_width());
}

EMSCRIPTEN_BINDINGS(kv_cache) {
  exchange::bind<&create_cache>("create_cache");
  exchange::bind<&cache_step>("cache_step");
  exchange::bind<&cache_pages>("cache_pages");
  emscripten::function("cache_reset", &cache_reset);
  emscripten::function("cache_bytes", &cache_bytes);
  emscripten::function("release_cache", &release_cache);
}

}  // namespace manyheads
