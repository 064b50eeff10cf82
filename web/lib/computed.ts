import type {
  AttentionConfig,
  Engine,
  ModelShape,
  Tensor,
  TrainerConfig,
} from '../../emscripten/package/contract.js';
import { parseExpression } from './expression.js';
import { findRun, readRun } from './lesson/training-results.js';
import type {
  ConfigFormulas,
  Formula,
  ModelFormulas,
  NumberSource,
  ShapeSource,
  Step,
  ValuesSource,
} from './number-source.js';
import { fixed, whole } from './numbers.js';
import { isUnit, quantity, formatNumber } from './quantity.js';

/** Numbers in quizzes and other content: formulas that the core computes, and how texts print them. */

export type Numbers = Readonly<Record<string, number>>;
/** Named numbers and tensors that formulas may use, and the engine that computes them. */
export interface Scope {
  readonly numbers: Numbers;
  readonly tensors: readonly Step[];
  readonly engine: Engine;
}

export type * from './number-source.js';

export function evaluate(formula: Formula, scope: Scope): number {
  const source = parseExpression(formula);
  return typeof source === 'string'
    ? scope.engine.formulas.evaluate(source, scope.numbers)
    : computeNumber(source, scope);
}

export function computeNumber(source: NumberSource, scope: Scope): number {
  if (typeof source === 'string') return evaluate(source, scope);
  switch (source.run) {
    case 'attention':
      return withLayer(source.config, scope, ({ config }) => config[source.read]);
    case 'cost':
      return computeCost(source, scope);
    case 'trainer':
      return readTrainer(source, scope);
    case 'results':
      return readRun(findRun(source), source.read, source.seed);
    case 'formula':
      return evaluate(source.formula, { ...scope, numbers: computeParts(source, scope) });
    case 'tensor':
      return readElement(computeTensor(source, source.value, scope), source.at ?? [], scope);
  }
}

/** The numbers that a formula of other computed numbers may use. */
export function computeParts(
  { of }: Extract<NumberSource, { run: 'formula' }>,
  scope: Scope,
): Numbers {
  const parts = Object.entries(of).map(([name, part]) => [name, computeNumber(part, scope)]);
  return { ...scope.numbers, ...(Object.fromEntries(parts) as Numbers) };
}

export function computeShape(source: ShapeSource, scope: Scope): readonly number[] {
  if (source.run === 'tensor') return computeTensor(source, source.shape, scope).shape;
  const { engine } = scope;
  return withLayer(source.config, scope, (layer) => {
    const size = (formula: Formula) => evaluate(formula, scope);
    const batch = source.B === undefined ? [] : [size(source.B)];
    const { dModel, numHeads } = layer.config;
    const [T, S] = [size(source.T), source.S === undefined ? undefined : size(source.S)];
    const tokens = (count: number) => engine.tensor.randomNormal([...batch, count, dModel]);
    requireFew([...batch, Math.max(T, S ?? 0), Math.max(dModel, numHeads * (S ?? T))]);
    const context = S === undefined ? undefined : tokens(S);
    const trace = layer.trace(tokens(T), context ? { context } : {});
    const tensors = { ...trace, ...layer.weights() } as Readonly<
      Record<string, Tensor | undefined>
    >;
    const tensor = tensors[source.read];
    if (!tensor) throw new RangeError(`this layer has no ${source.read}`);
    return tensor.shape;
  });
}

/** The sizes in a shape like "[B, T, 64]". Names are this scope's whole numbers. */
export function sizesIn(text: string, { numbers, engine }: Scope): readonly number[] {
  const sizes = Object.entries(numbers).filter(([, size]) => Number.isInteger(size));
  return engine.shapes.parse(text, Object.fromEntries(sizes));
}

/** Nobody can read a line with more numbers. */
const mostValues = 1000;

/** All elements of the tensor, in row-major order. */
export function computeValues(source: ValuesSource, scope: Scope): readonly number[] {
  const { data } = computeTensor(source, source.values, scope);
  if (data.length <= mostValues) return [...data];
  throw new RangeError(`has ${data.length} numbers, up to ${mostValues} are allowed in a line`);
}

export const shapeText = (shape: readonly number[]): string => `[${shape.join(', ')}]`;

/**
 * Replaces {formula} by its value, {formula|GiB} by a quantity, {formula|2} by its value with 2
 * decimals, {formula|whole} by a whole number with thousands separators. {{ and }} are braces;
 * {answer} is `answer`.
 */
export function fill(text: string, scope: Scope, answer?: number | string): string {
  const known = typeof answer === 'number' ? { ...scope.numbers, answer } : scope.numbers;
  return text.replace(
    /\{\{|\}\}|\{([^{}|]*)(?:\|([^{}]*))?\}/gu,
    (braces, formula: string | undefined, format: string | undefined) => {
      if (formula === undefined) return braces[0]!;
      if (typeof answer === 'string' && formula.trim() === 'answer') return answer;
      const value = evaluate(formula, { ...scope, numbers: known });
      if (format === undefined) return formatNumber(value);
      if (isUnit(format)) return quantity(value, format);
      if (/^\d$/u.test(format)) return fixed(value, Number(format));
      if (format === 'whole') return whole(value);
      throw new RangeError(`'${format}' is neither a unit nor 'whole' nor a number of decimals`);
    },
  );
}

/** The most numbers in a tensor of content: a page must not freeze while it computes an answer. */
const mostNumbers = 2 ** 22;

/** @throws RangeError */
function requireFew(sizes: readonly number[]) {
  if (isFew(sizes)) return;
  throw new RangeError(`a tensor of ${sizes.join(' x ')} numbers is too large here`);
}

function isFew(sizes: readonly number[]): boolean {
  const numbers = sizes.reduce((product, size) => product * size, 1);
  return numbers <= mostNumbers || Number.isNaN(numbers); // the core refuses NaN
}

function withLayer<Result>(
  config: ConfigFormulas,
  scope: Scope,
  read: (layer: ReturnType<Engine['attention']>) => Result,
): Result {
  const wanted = settings(config, scope) as unknown as AttentionConfig;
  const { dModel, numHeads, dHead = 0 } = wanted;
  requireFew([dModel, Math.max(dModel, numHeads * dHead)]);
  const layer = scope.engine.attention(wanted);
  try {
    return read(layer);
  } finally {
    layer.dispose();
  }
}

/** The values of these settings are names that the engine knows. All others are formulas. */
const words = ['activation', 'combine', 'kernel', 'task'];

function settings(formulas: ModelFormulas, scope: Scope): object {
  return Object.fromEntries<unknown>(
    Object.entries(formulas).map(([key, value]) => {
      if (typeof value === 'object') return [key, settings(value, scope)];
      const isWord = typeof value === 'boolean' || words.includes(key);
      return [key, isWord ? value : evaluate(value, scope)];
    }),
  );
}

/** The model whose cost is computed, and the arguments of its run. */
export function costInput(
  { model, given = {} }: Extract<NumberSource, { run: 'cost' }>,
  scope: Scope,
): { shape: ModelShape; run: Readonly<Record<string, unknown>> } {
  const { models } = scope.engine.cost;
  const { from, ...own }: ModelFormulas = typeof model === 'string' ? { from: model } : model;
  if (from !== undefined && !Object.hasOwn(models, String(from))) {
    throw new RangeError(`'${String(from)}' is none of ${Object.keys(models).join(', ')}`);
  }
  const known = from === undefined ? {} : models[String(from)];
  const shape = { ...known, ...settings(own, scope) } as unknown as ModelShape;
  return { shape, run: settings(given, scope) as Readonly<Record<string, unknown>> };
}

function computeCost(source: Extract<NumberSource, { run: 'cost' }>, scope: Scope): number {
  const { call, read } = source;
  const { shape, run } = costInput(source, scope);
  const count = scope.engine.cost[call] as (
    model: ModelShape,
    run?: object,
  ) => Readonly<Record<string, number>>;
  const result = call === 'parameters' ? count(shape) : count(shape, run);
  if (!Object.hasOwn(result, read)) {
    throw new RangeError(`cost.${call} has no ${read}, but ${Object.keys(result).join(', ')}`);
  }
  return result[read]!;
}

/** A count of a model before it has trained. */
function readTrainer(
  { config, read }: Extract<NumberSource, { run: 'trainer' }>,
  scope: Scope,
): number {
  const wanted = settings(config, scope) as unknown as TrainerConfig;
  const { dModel = 1, numLayers = 1 } = wanted;
  if (!isFew([numLayers, 4 * dModel, dModel])) {
    throw new RangeError(
      `a trainer with dModel ${dModel} and numLayers ${numLayers} is too large here`,
    );
  }
  const trainer = scope.engine.trainer(wanted);
  try {
    const counts = {
      parameterCount: trainer.parameterCount,
      vocabulary: trainer.vocabulary.length,
      relations: trainer.relations.length,
    };
    if (!Object.hasOwn(counts, read)) {
      throw new RangeError(`a trainer has no ${read}, but ${Object.keys(counts).join(', ')}`);
    }
    return counts[read as keyof typeof counts];
  } finally {
    trainer.dispose();
  }
}

/** Calls whose first argument is the shape of the new tensor. */
const makers = ['zeros', 'ones', 'full', 'randomNormal'];

/** Runs the scope's steps, then the source's own, and returns the tensor of that name. */
function computeTensor(
  { steps = [] }: { readonly steps?: readonly Step[] },
  target: string,
  scope: Scope,
): Tensor {
  const tensors = new Map<string, Tensor>();
  for (const { name, call, arguments: parameters } of [...scope.tensors, ...steps]) {
    const [topic = '', method = ''] = call.split('.');
    const given = parameters.map((each) => argument(each, tensors, scope));
    if (makers.includes(method)) requireFew([given[0]].flat() as number[]);
    const methods = scope.engine[topic as 'tensor' | 'measure'] as unknown as Readonly<
      Record<string, (...parameters: unknown[]) => Tensor>
    >;
    tensors.set(name, methods[method]!(...given));
  }
  const tensor = tensors.get(target);
  if (!tensor) throw new RangeError(`no step makes '${target}'`);
  return tensor;
}

function argument(value: unknown, tensors: ReadonlyMap<string, Tensor>, scope: Scope): unknown {
  if (typeof value === 'string') return tensors.get(value) ?? evaluate(value, scope);
  if (Array.isArray(value)) return value.map((each) => argument(each, tensors, scope));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [key, argument(each, tensors, scope)]),
  );
}

function readElement({ shape, data }: Tensor, at: readonly Formula[], scope: Scope): number {
  if (at.length !== shape.length && data.length > 1) {
    throw new RangeError(`at has ${at.length} places, the tensor ${shape.length} axes`);
  }
  const place = at.reduce((before, each, axis) => {
    const index = evaluate(each, scope);
    if (!(Number.isInteger(index) && index >= 0 && index < shape[axis]!)) {
      throw new RangeError(`at/${axis} is ${index}, the axis has ${shape[axis]}`);
    }
    return before * shape[axis]! + index;
  }, 0);
  return data[place]!;
}
