#include "kv_cache/kv_cache.hpp"

#include <emscripten/bind.h>

#include <utility>

#include "attention_layers.hpp"
#include "caches.hpp"
#include "exchange.hpp"
#include "handles.hpp"

namespace manyheads {
namespace {

using exchange::answer_number;
using exchange::answered;

Handles<KvCache> caches;

/// Answers with the length after the step and the output.
double cache_step(std::size_t number) {
  return answered([&] {
    KvCache& cache = caches.at(number);
    cache.step(exchange::input(kX), exchange::next_result());
    answer_number(static_cast<double>(cache.length()));
    exchange::answer_result();
  });
}

/// Answers with the page table.
double cache_pages(std::size_t number) {
  return answered([&] {
    const std::vector<std::size_t> pages = caches.at(number).pages();
    answer_number(static_cast<double>(pages.size()));
    for (const std::size_t page : pages) answer_number(static_cast<double>(page));
  });
}

}  // namespace

void answer_new_cache(std::shared_ptr<CachedLayer> layer) {
  exchange::Message message;
  CacheOptions options;
  options.batch = message.whole();
  options.capacity = message.whole();
  options.page_size = message.whole();
  const std::size_t number = caches.add([&] { return KvCache(std::move(layer), options); });
  answer_number(static_cast<double>(number));
}

EMSCRIPTEN_BINDINGS(kv_cache) {
  using emscripten::function;
  function(
      "create_cache", +[](std::size_t layer) {
        return answered([&] { answer_new_cache(attention_layers.shared(layer)); });
      });
  function("cache_step", &cache_step);
  function("cache_pages", &cache_pages);
  function(
      "cache_reset", +[](std::size_t number) {
        if (KvCache* cache = caches.find(number)) cache->reset();
      });
  function(
      "cache_bytes", +[](std::size_t number) {
        const KvCache* cache = caches.find(number);
        return cache ? static_cast<double>(cache->bytes()) : 0.0;
      });
  function(
      "release_cache", +[](std::size_t cache) { caches.release(cache); });
}

}  // namespace manyheads
