#include "latent_attention/config.hpp"

#include <string_view>
#include <utility>

#include "tensor/error.hpp"

namespace manyheads {

void check_config(const LatentAttentionConfig& config) {
  for (const auto& [name, size] : {std::pair<std::string_view, Size>("d_model", config.d_model),
                                   {"num_heads", config.num_heads},
                                   {"d_head", config.d_head},
                                   {"d_latent", config.d_latent}}) {
    if (size == 0)
      throw ConfigError(name, {"`latent_attention`: ", Name{name}, " must be at least 1"});
  }
  if (config.d_rope % 2 != 0) {
    throw ConfigError("d_rope", {"`latent_attention`: `d_rope` is ", config.d_rope,
                                 ", wanted an even number: rotary embedding rotates pairs"});
  }
}

}  // namespace manyheads
