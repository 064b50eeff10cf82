import type { AttentionConfig, Engine } from '../../../../emscripten/package/contract.js';

/** An engine that counts its calls, and refuses them once there are too many. */
export interface Budget {
  readonly engine: Engine;
  readonly isSpent: boolean;
  /** So far; many numbers count as several. */
  readonly calls: number;
}

/** So many numbers of a tensor take as long as a call. */
const numbersPerCall = 1000;

/**
 * A file's author decides how much there is to compute, in the page of a reader: it must not freeze.
 * Calls are counted, not seconds, so a file is right or wrong on every machine.
 */
export function withBudget(engine: Engine, most: number): Budget {
  let calls = 0;
  const spend = (count: number) => {
    calls += count;
    if (calls > most) throw new RangeError('takes too long to compute');
  };
  /** Looks like the object, and counts the calls of its methods and of what these return. */
  const counting = <Part extends object>(part: Part): Part =>
    new Proxy({} as Part, {
      has: (_, name) => name in part,
      ownKeys: () => Reflect.ownKeys(part),
      getOwnPropertyDescriptor: (_, name) => ({
        ...{ value: (part as Record<PropertyKey, unknown>)[name], enumerable: true },
        configurable: true,
      }),
      get(_, name) {
        const value = (part as Record<PropertyKey, unknown>)[name];
        if (typeof value !== 'function') return isPart(value) ? counting(value) : value;
        return (...given: unknown[]): unknown => {
          spend(1);
          const result: unknown = value.apply(part, given);
          spend((countNumbers(result) + countWeights(result)) / numbersPerCall);
          return isHandle(result) ? counting(result) : result;
        };
      },
    });
  return {
    engine: counting(engine),
    get isSpent() {
      return calls > most;
    },
    get calls() {
      return calls;
    },
  };
}

/** A group of the engine's calls, such as `tensor`. Data have no methods. */
const isPart = (value: unknown): value is object =>
  typeof value === 'object' &&
  value !== null &&
  Object.values(value).some((each) => typeof each === 'function');

const isHandle = (value: unknown): value is { readonly dispose: unknown } =>
  typeof value === 'object' && value !== null && 'dispose' in value;

/** Of a tensor, or of an object of tensors. */
function countNumbers(result: unknown): number {
  if (typeof result !== 'object' || result === null || isHandle(result)) return 0;
  if ('data' in result) return (result.data as ArrayLike<number>).length;
  return Object.values(result).reduce<number>((sum, each) => sum + lengthOf(each), 0);
}

/** Of a new layer: four matrices. */
function countWeights(result: unknown): number {
  if (!isHandle(result) || !('config' in result)) return 0;
  const { dModel, numHeads = 1, dHead = 1 } = result.config as Partial<AttentionConfig>;
  return 4 * (dModel ?? 0) * Math.max(dModel ?? 0, numHeads * dHead);
}

const lengthOf = (value: unknown): number =>
  typeof value === 'object' && value !== null && 'data' in value
    ? (value.data as ArrayLike<number>).length
    : 0;
