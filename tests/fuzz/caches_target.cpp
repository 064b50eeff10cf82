#include <memory>
#include <set>

#include "attention/multi_head_attention.hpp"
#include "fuzz/targets.hpp"
#include "kv_cache/kv_cache.hpp"
#include "latent_attention/latent_attention.hpp"

namespace manyheads::fuzz {
namespace {

constexpr Size kWidth = 4;

/// Caches of one layer: made, stepped, reset and freed in any order.
class Caches {
 public:
  explicit Caches(Choices& choices) : choices_(choices), is_latent_(choices.flag()) {
    if (is_latent_) {
      layer_ = std::make_shared<LatentAttention>(LatentAttentionConfig{
          .d_model = kWidth, .num_heads = 2, .d_head = 3, .d_latent = 3, .d_rope = 2});
    } else {
      layer_ = std::make_shared<MultiHeadAttention>(AttentionConfig{
          .d_model = kWidth, .num_heads = 4, .num_kv_heads = 2, .d_head = 3, .bias = true});
    }
  }

  void run() {
    for (int calls = 0; calls < 40 && !choices_.done(); ++calls) {
      switch (choices_.below(6)) {
        case 0:
          make();
          break;
        case 1:
          if (!caches_.empty()) caches_[choices_.below(caches_.size())]->reset();
          break;
        case 2:
          if (!caches_.empty()) caches_.erase(caches_.begin() + index());
          break;
        case 3:
          set_weights();
          break;
        default:
          if (!caches_.empty()) step(*caches_[choices_.below(caches_.size())]);
      }
      check();
    }
  }

 private:
  std::ptrdiff_t index() { return static_cast<std::ptrdiff_t>(choices_.below(caches_.size())); }

  void make() {
    CacheOptions options;
    options.batch = choices_.size();
    options.capacity = choices_.size();
    options.page_size = choices_.size();
    std::unique_ptr<KvCache> cache;
    const auto error = kind_of_error([&] { cache = std::make_unique<KvCache>(layer_, options); });
    require(!error || error != Error::Kind::kError, "an impossible cache is a typed error");
    if (error) return;
    require(cache->length() == 0 && cache->capacity() == options.capacity, "a new cache is empty");
    caches_.push_back(std::move(cache));
    if (caches_.size() > 4) caches_.erase(caches_.begin());
  }

  void step(KvCache& cache) {
    const Shape shape = choices_.below(8) == 7 ? choices_.shape(4)
                        : choices_.flag()
                            ? Shape{1 + choices_.below(6), kWidth}
                            : Shape{1 + choices_.below(3), 1 + choices_.below(6), kWidth};
    const Tensor x = choices_.tensor(shape);
    const std::size_t length = cache.length(), bytes = cache.bytes();
    const auto pages = cache.pages();
    Tensor output;
    const auto error = kind_of_error([&] { cache.step(x, output); });
    if (!error) {
      require(cache.length() == length + shape[shape.size() - 2], "a step adds its tokens");
      require(shape_of(output) == shape, "an output has x's shape");
      return;
    }
    require(error == Error::Kind::kShape || error == Error::Kind::kConfig, "a step is refused");
    require(cache.length() == length && cache.bytes() == bytes && cache.pages() == pages,
            "a refused step changes nothing");
  }

  void set_weights() {
    if (is_latent_) return;
    bool holds_tokens = false;
    for (const auto& cache : caches_) holds_tokens |= cache->length() > 0;
    auto& layer = static_cast<MultiHeadAttention&>(*layer_);
    AttentionWeights weights;
    weights[WeightName::kBq] = choices_.tensor({12});
    const auto error = kind_of_error([&] { layer.set_weights(weights); });
    require(error.has_value() == holds_tokens, "weights are held while a cache has tokens");
  }

  void check() const {
    std::set<std::pair<std::size_t, std::size_t>> taken;
    for (const auto& cache : caches_) {
      require(cache->length() <= cache->capacity(), "no cache is too full");
      std::set<std::size_t> own;
      for (const std::size_t page : cache->pages()) {
        require(own.insert(page).second, "a cache has a page once");
      }
    }
  }

  Choices& choices_;
  bool is_latent_;
  std::shared_ptr<CachedLayer> layer_;
  std::vector<std::unique_ptr<KvCache>> caches_;
};

}  // namespace

void fuzz_caches(Choices& choices) { Caches(choices).run(); }

}  // namespace manyheads::fuzz
