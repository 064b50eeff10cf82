#pragma once
/// Turns a layer of multi-head attention into one of latent attention.

#include "attention/multi_head_attention.hpp"
#include "latent_attention/latent_attention.hpp"

namespace manyheads {

/// The most numbers that keys and values of one token may have together: the time to find the
/// directions grows with the cube of it.
inline constexpr Size kMaxDirections = 256;

/// The latent layer that is nearest to this layer for the tokens of x: its keys and values have the
/// smallest sum of squared errors that a W_DKV of this width allows. With P the d_latent main
/// directions of [K V] over these tokens, W_DKV is [W_K W_V] P and [W_UK W_UV] is P^T. W_Q and W_O
/// stay the same. With all directions of [K V], 2 G D, nothing is lost. Each grouped head gets its
/// group's columns.
/// @param x  [B, T, d_model] or [T, d_model], the input of keys and values
/// @throws ConfigError naming d_latent where it is 0 or more than 2 G D, and otherwise the setting
///         that latent attention does not have: bias, combine, output_projection, scale, positions;
///         or d_head where 2 G D exceeds kMaxDirections; ShapeError; Error where keys or values of
///         x are not finite
/// @see Eckart & Young 1936 (the nearest matrix of a rank); DeepSeek-AI 2024 (DeepSeek-V2), section
///      2.1.2
LatentAttention to_latent(const MultiHeadAttention& layer, Size d_latent, const Tensor& x);

}  // namespace manyheads
