import type { Engine } from '../../../emscripten/package/contract.js';
import type { Scope } from '../../lib/computed.js';
import type { Quiz } from './question.js';

/** The numbers for this seed. The same seed always gives the same numbers. */
export function makeScope(
  { numbers: rows = [{}], tensors = [] }: Quiz,
  seed: number,
  engine: Engine,
): Scope {
  return { numbers: rows[seed % rows.length]!, tensors, engine };
}
