/** Traces as the core answers with them: tensors in the order of their names. */
import type { Tensor } from './contract.js';
import type { Answer } from './exchange.js';

/** In the order of the core's AttentionTrace. */
export const TRACE = [
  'q',
  'k',
  'v',
  'scores',
  'maskedScores',
  'weights',
  'heads',
  'combined',
  'output',
] as const;

/** The tensors of an answer, in the order of their names. */
export function nameTensors(names: readonly string[], answer: Answer): Record<string, Tensor> {
  return Object.fromEntries(names.map((name) => [name, answer.tensor()]));
}
