#include <memory>
#include <set>

#include "differential/cases.hpp"
#include "differential/exact_attention.hpp"
#include "kv_cache/kv_cache.hpp"
#include "tensor/error.hpp"

namespace manyheads::differential {
namespace {

/// A cache, and the tokens that it will get: the full run over all of them is known beforehand.
struct ModelledCache {
  ModelledCache(const std::shared_ptr<MultiHeadAttention>& of, Draw& draw)
      : layer(of),
        options{.batch = draw.size(2, 4),
                .capacity = draw.size(10, 60),
                .page_size = draw.one_in(3) ? 0 : draw.size(4, 20)},
        cache(of, options) {
    draw_tokens(draw);
  }

  void draw_tokens(Draw& draw) {
    tokens = draw.tensor({options.batch, options.capacity, layer->config().d_model}, deviation);
    expected = exact_forward(ExactCall(*layer, tokens, {.causal = true})).output;
    length = 0;
  }

  Tensor next_tokens(std::size_t count) const {
    const std::size_t width = tokens.shape(2);
    const bool batched = options.batch > 1;
    Tensor chunk =
        make_tensor(batched ? Shape{options.batch, count, width} : Shape{count, width}, "chunk");
    for (std::size_t b = 0; b < options.batch; ++b) {
      std::copy_n(&tokens(b, length, 0), count * width, chunk.data() + b * count * width);
    }
    return chunk;
  }

  Matrix next_outputs(std::size_t count) const {
    Matrix rows(options.batch * count, expected.columns);
    for (std::size_t b = 0; b < options.batch; ++b) {
      std::copy_n(&expected(b * options.capacity + length, 0), count * expected.columns,
                  &rows(b * count, 0));
    }
    return rows;
  }

  std::size_t expected_pages() const {
    return options.page_size == 0 ? 0 : (length + options.page_size - 1) / options.page_size;
  }

  std::shared_ptr<MultiHeadAttention> layer;
  double deviation = 1;
  CacheOptions options;
  KvCache cache;
  Tensor tokens;
  Matrix expected;
  std::size_t length = 0;
};

void step(ModelledCache& model, std::size_t count, Comparison& comparison) {
  Tensor output;
  model.cache.step(model.next_tokens(count), output);
  comparison.expect_close("a step", output, model.next_outputs(count));
  model.length += count;
}

/// Another token than fits: an error, and the cache is as it was.
void overfill(const ModelledCache& model, KvCache& cache, Comparison& comparison) {
  const std::size_t count = model.options.capacity - model.length + 1;
  const Size width = model.layer->config().d_model;
  Tensor output, chunk = make_tensor({model.options.batch, count, width}, "chunk");
  chunk.fill(1);
  try {
    cache.step(chunk, output);
    throw Difference("a cache took more tokens than its capacity");
  } catch (const ConfigError&) {
  }
  comparison.expect("a refused step changes no length", cache.length() == model.length);
}

/// What must hold after every operation on any of the caches.
void check_invariants(const std::vector<std::unique_ptr<ModelledCache>>& models,
                      Comparison& comparison) {
  std::set<std::pair<std::size_t, std::size_t>> taken;  // page size and number
  for (const auto& model : models) {
    comparison.expect("the length is the number of tokens", model->cache.length() == model->length);
    const std::vector<std::size_t> pages = model->cache.pages();
    comparison.expect("a cache has no page too many", pages.size() == model->expected_pages());
    for (const std::size_t page : pages) {
      comparison.expect("a page is in one cache only",
                        taken.emplace(model->options.page_size, page).second);
    }
  }
}

}  // namespace

void run_cache_case(Draw& draw, Comparison& comparison) {
  const auto layer =
      std::make_shared<MultiHeadAttention>(random_layer(draw_config(draw), draw.seed()));
  std::vector<std::unique_ptr<ModelledCache>> models;
  for (std::size_t count = 1 + draw.below(3); models.size() < count;) {
    models.push_back(std::make_unique<ModelledCache>(layer, draw));
  }
  for (std::size_t operations = 4 + draw.below(8); operations > 0; --operations) {
    ModelledCache& model = *models[draw.below(models.size())];
    const std::size_t room = model.options.capacity - model.length;
    if (draw.one_in(8)) {
      model.cache.reset();
      if (draw.one_in(2)) {
        model.draw_tokens(draw);
      }
      model.length = 0;
    } else if (draw.one_in(8)) {
      overfill(model, model.cache, comparison);
    } else if (draw.one_in(16) && models.size() > 1) {  // frees its pages
      std::swap(models.back(), models[draw.below(models.size())]);
      models.pop_back();
    } else if (room > 0) {
      step(model, 1 + draw.below(draw.one_in(2) ? 1 : room), comparison);
    }
    check_invariants(models, comparison);
  }
}

}  // namespace manyheads::differential
