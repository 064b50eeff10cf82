/** Measures of attention weights, computed by the core. */
import type { HeadDiversity, HeadPattern, Measures, TensorLike } from './contract.js';
import { ConfigError } from './errors.js';
import type { Exchange } from './exchange.js';
import { listOf, shown } from './settings.js';

export function measures(exchange: Exchange): Measures {
  const { raw } = exchange;
  const put = (weights: TensorLike) => exchange.put(0, weights, 'weights');
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
      const ids = tokens === undefined ? [] : identities(listOf(token)(tokens, 'tokens'));
      put(weights);
      return exchange.given(raw.head_patterns(ids) as HeadPattern[] | null);
    },
  };
}

function token(value: unknown, name: string): string | number {
  if (typeof value === 'string' || typeof value === 'number') return value;
  throw new ConfigError(`${name} is ${shown(value)}, wanted a string or a number`, 'tokens');
}

/** Equal numbers for equal tokens. */
function identities(tokens: readonly (string | number)[]): number[] {
  const ids = new Map<string | number, number>();
  return tokens.map((value) => {
    const id = ids.get(value) ?? ids.size;
    ids.set(value, id);
    return id;
  });
}
