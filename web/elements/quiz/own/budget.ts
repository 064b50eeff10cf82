import type {
  Attention,
  AttentionConfig,
  Engine,
  TensorInput,
  TrainerConfig,
} from '../../../../emscripten/package/contract.js';

/** An engine that counts its calls, and refuses the one that would be too much. */
export interface Budget {
  readonly engine: Engine;
  readonly isSpent: boolean;
  /** So far. A call with many numbers counts as several. */
  readonly calls: number;
}

/** A tensor with this many numbers takes as long as a call. */
const numbersPerCall = 1000;
/** In a matrix product, this many multiplications take as long as a number elsewhere. */
const productsPerNumber = 64;

/**
 * How many numbers a call works on, for those that do more than go through their input and result.
 * Nothing has been checked before, so sizes may be anything.
 */
const work: Readonly<Record<string, (given: readonly unknown[], part: object) => number>> = {
  arange: ([start, stop = 0, step = 1]) =>
    Math.abs((Number(stop) - Number(start)) / (Number(step) || 1)), // the core refuses a step of 0
  matmul([a, b]) {
    const [left, right] = [shapeOf(a), shapeOf(b)];
    const batch = product(broadcast([left.slice(0, -2), right.slice(0, -2)]));
    const [rows = 1, inner = 1] = left.slice(-2);
    const columns = right.at(-1) ?? 1;
    return batch * rows * columns * (1 + inner / productsPerNumber);
  },
  headDistance([weights]) {
    const heads = shapeOf(weights).at(-3) ?? 1;
    return heads * product(shapeOf(weights));
  },
  attention: ([config]) => 4 * weightsOf(config as AttentionConfig),
  trainer([config]) {
    const { dModel = 32, numLayers = 1 } = config as TrainerConfig;
    return numLayers * 4 * dModel * dModel;
  },
  trace([x, options = {}], layer) {
    const { config } = layer as Attention;
    const { context = x } = options as { readonly context?: unknown };
    const [T = 1] = shapeOf(x).slice(-2);
    const [S = 1] = shapeOf(context).slice(-2);
    const batch = product(shapeOf(x).slice(0, -2));
    const scores = T * S * config.numHeads * config.dHead; // not by a matrix product
    return batch * ((2 * (T + S) * weightsOf(config)) / productsPerNumber + scores);
  },
};

/** In one of the four matrices of a layer. */
const weightsOf = ({ dModel, numHeads, dHead = 1 }: AttentionConfig) =>
  dModel * Math.max(dModel, numHeads * dHead);

/**
 * A file's author decides how much there is to compute, in the page of a reader: it must not freeze.
 * Calls are counted, not seconds, so a file is right or wrong on every machine.
 */
export function withBudget(engine: Engine, most: number): Budget {
  let calls = 0;
  const spend = (count: number) => {
    calls += Number.isNaN(count) ? Infinity : Math.max(0, count); // the core refuses negative sizes
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
          spend(1 + workOf(String(name), given, part) / numbersPerCall);
          const result: unknown = value.apply(part, given);
          spend(countNumbers(result) / numbersPerCall);
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

function workOf(name: string, given: readonly unknown[], part: object): number {
  const own = Object.hasOwn(work, name) ? work[name]!(given, part) : 0;
  return Math.max(own, countNumbers(given), product(broadcast(given.map(shapeOf))));
}

/** The numbers of all tensors in a value, also in lists and objects. */
function countNumbers(value: unknown): number {
  if (typeof value !== 'object' || value === null || isHandle(value)) return 0;
  if (isTensor(value)) return value.data.length;
  return Object.values(value).reduce<number>((sum, each) => sum + countNumbers(each), 0);
}

/** As the core reads it. Other objects are options, or arguments that it refuses or ignores. */
const isTensor = (value: object): value is TensorInput =>
  'data' in value &&
  'shape' in value &&
  Number((value.data as Partial<ArrayLike<number>> | null)?.length) >= 0 &&
  Array.isArray(value.shape) &&
  value.shape.every(Number.isFinite);

/** Of a tensor, or of nested numbers. */
function shapeOf(value: unknown): readonly number[] {
  if (Array.isArray(value)) return [value.length, ...shapeOf(value[0])];
  return typeof value === 'object' && value !== null && isTensor(value) ? value.shape : [];
}

/** The shape of a result: axes are aligned at the last one. */
function broadcast(shapes: readonly (readonly number[])[]): readonly number[] {
  const rank = Math.max(...shapes.map(({ length }) => length), 0);
  return Array.from({ length: rank }, (_, axis) =>
    Math.max(...shapes.map((shape) => shape.at(axis - rank) ?? 1)),
  );
}

const product = (sizes: readonly number[]) => sizes.reduce((all, size) => all * size, 1);
