#pragma once
/// The stages of attention. Each function computes one on random tensors and returns the shape of
/// the result.

#include "lesson/shapes/axis_names.hpp"
#include "tensor/shape.hpp"

namespace manyheads::stage_runs {

Shape projection(const NamedSizes& sizes);           ///< x W_Q
Shape output(const NamedSizes& sizes);               ///< of a layer
Shape feed_forward_hidden(const NamedSizes& sizes);  ///< x W_1
Shape feed_forward(const NamedSizes& sizes);         ///< of a layer
Shape reshaped_heads(const NamedSizes& sizes);       ///< x W_Q, reshaped, before the transpose
Shape split_heads(const NamedSizes& sizes);          ///< q
Shape transposed_back(const NamedSizes& sizes);      ///< the heads, with tokens in front again
Shape merged_heads(const NamedSizes& sizes);         ///< the input of W_O
Shape scores(const NamedSizes& sizes);
Shape transposed_keys(const NamedSizes& sizes);
Shape weights(const NamedSizes& sizes);  ///< T queries, S keys
Shape heads(const NamedSizes& sizes);
Shape cross_scores(const NamedSizes& sizes);
Shape masked_scores(const NamedSizes& sizes);  ///< with a mask [T, S]
Shape grouped_keys(const NamedSizes& sizes);
Shape repeated_keys(const NamedSizes& sizes);  ///< a copy for each query head
Shape cached_keys(const NamedSizes& sizes);    ///< after T tokens at once and n single tokens
Shape cached_step(const NamedSizes& sizes);    ///< one token after T in the cache
Shape summed_heads(const NamedSizes& sizes);
Shape heads_in_batch(const NamedSizes& sizes);  ///< q with heads merged into the batch axis
Shape scores_in_batch(const NamedSizes& sizes);
Shape lens_in_batch(const NamedSizes& sizes);  ///< lengths of sequences, repeated for each head
Shape mask_in_batch(const NamedSizes& sizes);  ///< which keys are visible
Shape latent_cache(const NamedSizes& sizes);   ///< of multi-head latent attention

}  // namespace manyheads::stage_runs
