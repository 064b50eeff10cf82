#pragma once
/// Latents out of keys and values: how a multi-head layer becomes one of latent attention.

#include "attention/multi_head_attention.hpp"
#include "latent_attention/latent_attention.hpp"

namespace manyheads {

/// Keys and values of a token together have this many numbers at most: the directions of as many
/// are found by a computation that grows with their cube.
inline constexpr Size kMostDirections = 256;

/// The latent layer nearest to this one on given inputs: of all matrices W_DKV of this width it has
/// the one from which W_UK and W_UV make the keys and values of x's tokens with the smallest sum of
/// squared errors. V being the d_latent main directions of [K V] over these tokens, W_DKV is
/// [W_K W_V] V and [W_UK W_UV] is V^T. W_Q and W_O stay. With as many directions as [K V] has, 2 G
/// D, nothing is lost; grouped heads each get their group's columns.
/// @param x  [B, T, d_model] or [T, d_model], what keys and values are projected from
/// @throws ConfigError naming d_latent where it is 0 or more than 2 G D, and otherwise the setting
///         that latent attention does not have: bias, combine, output_projection, scale; or d_head
///         where 2 G D exceeds kMostDirections; ShapeError; Error where keys or values of x are not
///         finite
/// @see Eckart & Young 1936 (the nearest matrix of a rank); DeepSeek-AI 2024 (DeepSeek-V2), section
///      2.1.2
LatentAttention to_latent(const MultiHeadAttention& layer, Size d_latent, const Tensor& x);

}  // namespace manyheads
