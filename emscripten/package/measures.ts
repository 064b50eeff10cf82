/** Measures of attention weights, computed by the core. */
import type { HeadDiversity, HeadPattern, Measures, TensorLike } from './contract.js';
import { ShapeError } from './errors.js';
import type { Exchange } from './exchange.js';
import { readTensor } from './reading.js';
import { listOf, refuse } from './settings.js';

export function measures(exchange: Exchange): Measures {
  const { raw } = exchange;
  const put = (weights: TensorLike) => exchange.put([readTensor(weights, 'weights')]);
  const measure = (operation: () => boolean) => (weights: TensorLike) => {
    put(weights);
    return exchange.takeIf(operation());
  };
  return {
    entropy: measure(() => raw.entropy()),
    headDistance: measure(() => raw.head_distance()),
    saturation: measure(() => raw.saturation()),
    headDiversity(weights) {
      put(weights);
      return exchange.given(raw.head_diversity() as HeadDiversity | null);
    },
    headPatterns(weights, tokens) {
      const ids = tokens === undefined ? [] : identities(tokens);
      put(weights);
      return exchange.given(raw.head_patterns(ids) as HeadPattern[] | null);
    },
  };
}

function token(value: unknown, name: string): string | number {
  if (typeof value === 'string' || typeof value === 'number') return value;
  return refuse(value, name, 'a string or a number');
}

/** Equal numbers for equal tokens. */
function identities(tokens: readonly unknown[]): number[] {
  const given = listOf(token)(tokens, 'tokens');
  if (given.length === 0) {
    const message = 'headPatterns: tokens is empty, wanted one token a query';
    throw new ShapeError(message, 'tokens', 0, 'one token a query', '0');
  }
  const ids = new Map<string | number, number>();
  return given.map((value) => {
    const id = ids.get(value) ?? ids.size;
    ids.set(value, id);
    return id;
  });
}
