#include "lesson/identities/cached_sides.hpp"

#include <memory>

#include "kv_cache/kv_cache.hpp"
#include "lesson/identities/token_order.hpp"
#include "tensor/error.hpp"

namespace manyheads {
namespace {

void require_chunks(std::string_view identity, std::size_t T,
                    std::span<const std::int64_t> chunks) {
  auto left = static_cast<std::int64_t>(T);
  for (std::size_t i = 0; i < chunks.size(); ++i) {
    if (left == 0) {
      throw ConfigError("chunks", {Name{identity}, ": chunks[", i, "] is ", chunks[i],
                                   ", but the chunks before it have all ", T, " tokens of x"});
    }
    if (chunks[i] < 1 || chunks[i] > left) {
      throw ConfigError("chunks", {Name{identity}, ": chunks[", i, "] is ", chunks[i],
                                   ", wanted 1 to the ", left, " tokens of x that are left"});
    }
    left -= chunks[i];
  }
  if (left == 0) return;
  throw ConfigError("chunks", {Name{identity}, ": chunks leave ", left, " of the ", T,
                               " tokens of x, wanted all in them"});
}

/// The outputs of all tokens, after running them through a cache chunk by chunk.
Tensor run_through_cache(MultiHeadAttention& layer, const Tensor& x, const ForwardShape& run,
                         std::span<const std::int64_t> chunks, Size page_size, CacheUse use) {
  // Does not own the layer, which outlives the cache.
  const std::shared_ptr<CachedLayer> borrowed(std::shared_ptr<CachedLayer>(), &layer);
  KvCache cache(borrowed, {.batch = run.B, .capacity = run.T, .page_size = page_size});
  Tensor all, output;
  std::size_t first = 0;
  for (const std::int64_t count : chunks) {
    const auto tokens = static_cast<std::size_t>(count);
    Shape shape = shape_of(x);
    shape[token_axis(x)] = tokens;
    Tensor chunk = make_tensor(shape, "a chunk");
    copy_tokens(x, first, tokens, chunk, 0);
    if (use == CacheUse::kResetEachStep) cache.reset();
    cache.step(chunk, output);
    if (first == 0) {
      shape = shape_of(output);
      shape[token_axis(x)] = run.T;
      all = fill_with_nan(shape);
    }
    copy_tokens(output, 0, tokens, all, first);
    first += tokens;
  }
  return all;
}

}  // namespace

std::vector<std::int64_t> single_tokens(std::size_t T) { return std::vector<std::int64_t>(T, 1); }

Sides cached_sides(MultiHeadAttention& layer, const Tensor& x, std::string_view identity,
                   std::span<const std::int64_t> chunks, Size page_size, CacheUse use) {
  const ForwardShape run = checked_shape(layer.config(), x, {}, identity);
  require_chunks(identity, run.T, chunks);
  return {.left = layer.forward(x, {.causal = true}),
          .right = run_through_cache(layer, x, run, chunks, page_size, use)};
}

Sides paged_sides(MultiHeadAttention& layer, const Tensor& x, Size page_size, IdentityMode mode) {
  constexpr std::string_view kName = "paged_is_full";
  const ForwardShape run = checked_shape(layer.config(), x, {}, kName);
  if (page_size == 0) {
    throw ConfigError("page_size", {Name{kName}, ": `page_size` must be at least 1"});
  }
  const auto chunks = single_tokens(run.T);
  Sides sides = cached_sides(layer, x, kName, chunks, page_size, CacheUse::kKeepTokens);
  if (mode == IdentityMode::kHolds) return sides;
  if (page_size >= run.T) {
    throw ConfigError("page_size",
                      {Name{kName}, ": with `page_size` ", page_size,
                       " there is nothing to break: one page has all ", run.T, " tokens"});
  }
  Tensor mixed = x;
  copy_tokens(reverse_tokens(x), 0, page_size, mixed, 0);
  const Tensor wrong =
      run_through_cache(layer, mixed, run, chunks, page_size, CacheUse::kKeepTokens);
  copy_tokens(wrong, page_size, run.T - page_size, sides.right, page_size);
  return sides;
}

}  // namespace manyheads
