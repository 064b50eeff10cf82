/** Which of two conversions answers better: the pooled heads, the latent, or neither. */
export const outcomes = ['pooled', 'latent', 'same'] as const;
export type Outcome = (typeof outcomes)[number];

/** Smaller differences between two mean accuracies count as the same. */
const margin = 0.05;

export function compare(pooled: number, latent: number): Outcome {
  if (Math.abs(pooled - latent) < margin) return 'same';
  return pooled > latent ? 'pooled' : 'latent';
}
