#pragma once
/// The stages of attention, run on the core's own layers with seeded tensors: what shape comes out?

#include "lesson/shapes/axis_names.hpp"
#include "tensor/shape.hpp"

namespace manyheads::stage_runs {

Shape projection(const NamedSizes& sizes);           ///< x W_Q
Shape output(const NamedSizes& sizes);               ///< of a whole layer
Shape feed_forward_hidden(const NamedSizes& sizes);  ///< x W_1
Shape feed_forward(const NamedSizes& sizes);         ///< of a whole layer
Shape reshaped_heads(const NamedSizes& sizes);       ///< x W_Q, reshaped, before the transpose
Shape split_heads(const NamedSizes& sizes);          ///< q
Shape transposed_back(const NamedSizes& sizes);      ///< the heads, tokens in front again
Shape merged_heads(const NamedSizes& sizes);         ///< what W_O reads
Shape scores(const NamedSizes& sizes);
Shape transposed_keys(const NamedSizes& sizes);
Shape weights(const NamedSizes& sizes);  ///< of T queries over S keys
Shape heads(const NamedSizes& sizes);
Shape cross_scores(const NamedSizes& sizes);
Shape masked_scores(const NamedSizes& sizes);  ///< by a mask [T, S]
Shape grouped_keys(const NamedSizes& sizes);
Shape repeated_keys(const NamedSizes& sizes);  ///< each of G for its H / G query heads
Shape cached_keys(const NamedSizes& sizes);    ///< after T tokens at once and n one by one
Shape cached_step(const NamedSizes& sizes);    ///< one token's output, T being in the cache
Shape summed_heads(const NamedSizes& sizes);
Shape heads_in_batch(const NamedSizes& sizes);  ///< q, heads folded into the batch axis
Shape scores_in_batch(const NamedSizes& sizes);
Shape lens_in_batch(const NamedSizes& sizes);  ///< a length a sequence, repeated for its heads
Shape mask_in_batch(const NamedSizes& sizes);  ///< which keys a row of that batch may see
Shape latent_cache(const NamedSizes& sizes);   ///< what multi-head latent attention keeps

}  // namespace manyheads::stage_runs
