/** Measures of attention weights, computed by the core. */
import type { Measures, TensorLike } from './contract.js';
import { ShapeError } from './errors.js';
import type { Exchange, Operation } from './exchange.js';
import { HEAD_DIVERSITY, HEAD_PATTERN } from './fields.js';
import { readTensor } from './reading.js';
import { listOf, refuse } from './settings.js';

export function measures(exchange: Exchange): Measures {
  const tensors = (weights: TensorLike) => [readTensor(weights, 'weights')];
  const measure = (operation: Operation) => (weights: TensorLike) =>
    exchange.tensor(operation, { tensors: tensors(weights) });
  return {
    entropy: measure('entropy'),
    headDistance: measure('head_distance'),
    saturation: measure('saturation'),
    headDiversity(weights) {
      return exchange.call('head_diversity', { tensors: tensors(weights) }, (answer) =>
        answer.fields(HEAD_DIVERSITY),
      );
    },
    headPatterns(weights, tokens) {
      const ids = tokens === undefined ? [] : numberTokens(tokens);
      const parts = { tensors: tensors(weights), message: [ids] };
      return exchange.call('head_patterns', parts, (answer) =>
        answer.list(() => answer.fields(HEAD_PATTERN)),
      );
    },
  };
}

function token(value: unknown, name: string): string | number {
  if (typeof value === 'string' || typeof value === 'number') return value;
  return refuse(value, name, 'a string or a number');
}

/** Numbers for tokens: equal tokens have equal numbers. */
function numberTokens(tokens: readonly unknown[]): number[] {
  const checked = listOf(token)(tokens, 'tokens');
  if (checked.length === 0) {
    const message = 'headPatterns: tokens is empty, wanted one token per query';
    throw new ShapeError(message, 'tokens', 0, 'one token per query', '0');
  }
  const ids = new Map<string | number, number>();
  return checked.map((value) => {
    const id = ids.get(value) ?? ids.size;
    ids.set(value, id);
    return id;
  });
}
