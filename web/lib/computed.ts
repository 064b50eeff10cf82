import type {
  AttentionConfig,
  Engine,
  ModelShape,
  Tensor,
} from '../../emscripten/package/contract.js';
import { fixed, whole } from './numbers.js';
import { isUnit, quantity, formatNumber } from './quantity.js';

/** Numbers in quizzes and other content: formulas that the core computes, and how texts print them. */

export type Numbers = Readonly<Record<string, number>>;
/** In the syntax of `engine.formulas.evaluate`. */
export type Formula = string;
/** What the core runs, and which number of the result is used. */
export type NumberSource =
  | Formula
  | {
      readonly run: 'attention';
      readonly config: ConfigFormulas;
      readonly read: 'dModel' | 'numHeads' | 'numKvHeads' | 'dHead';
    }
  | {
      readonly run: 'cost';
      readonly call: 'parameters' | 'flops' | 'kvCache' | 'attentionMemory';
      /** `from` names one of `engine.cost.models`; the other fields change it. */
      readonly model: string | ModelFormulas;
      readonly given?: ConfigFormulas;
      readonly read: string;
    }
  | {
      readonly run: 'formula';
      readonly formula: Formula;
      readonly of: Readonly<Record<string, NumberSource>>;
    }
  | (Steps & { readonly value: string; readonly at?: readonly Formula[] });
export type ShapeSource =
  | {
      readonly run: 'trace';
      readonly config: ConfigFormulas;
      readonly B?: Formula;
      readonly T: Formula;
      readonly S?: Formula;
      readonly read: string;
    }
  | (Steps & { readonly shape: string });
export type ValuesSource = Steps & { readonly values: string };
interface Steps {
  readonly run: 'tensor';
  readonly steps?: readonly Step[];
}
/** A call of the engine. A string among its arguments is the name of an earlier step or a formula. */
export interface Step {
  readonly name: string;
  readonly call: string;
  readonly arguments: readonly unknown[];
}
type ConfigFormulas = Readonly<Record<string, Formula | boolean>>;
type ModelFormulas = Readonly<Record<string, Formula | boolean | ConfigFormulas>>;

/** Named numbers and tensors that formulas may use, and the engine that computes them. */
export interface Scope {
  readonly numbers: Numbers;
  readonly tensors: readonly Step[];
  readonly engine: Engine;
}

export const evaluate = (formula: Formula, { numbers, engine }: Scope): number =>
  engine.formulas.evaluate(formula, numbers);

export function computeNumber(source: NumberSource, scope: Scope): number {
  if (typeof source === 'string') return evaluate(source, scope);
  switch (source.run) {
    case 'attention':
      return withLayer(source.config, scope, ({ config }) => config[source.read]);
    case 'cost':
      return computeCost(source, scope);
    case 'formula': {
      const of = Object.entries(source.of).map(([name, part]) => [
        name,
        computeNumber(part, scope),
      ]);
      const numbers = { ...scope.numbers, ...(Object.fromEntries(of) as Numbers) };
      return evaluate(source.formula, { ...scope, numbers });
    }
    case 'tensor':
      return readElement(computeTensor(source, source.value, scope), source.at ?? [], scope);
  }
}

export function computeShape(source: ShapeSource, scope: Scope): readonly number[] {
  if (source.run === 'tensor') return computeTensor(source, source.shape, scope).shape;
  const { engine } = scope;
  return withLayer(source.config, scope, (layer) => {
    const sizes = [source.B, source.T].filter((size) => size !== undefined);
    const [dModel] = [layer.config.dModel];
    const tokens = (formulas: readonly Formula[]) =>
      engine.tensor.randomNormal([...formulas.map((each) => evaluate(each, scope)), dModel]);
    const context = source.S === undefined ? undefined : tokens([...sizes.slice(0, -1), source.S]);
    const trace = layer.trace(tokens(sizes), context ? { context } : {});
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

/** All elements of the tensor, in row-major order. */
export const computeValues = (source: ValuesSource, scope: Scope): readonly number[] => [
  ...computeTensor(source, source.values, scope).data,
];

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

function withLayer<Result>(
  config: ConfigFormulas,
  scope: Scope,
  read: (layer: ReturnType<Engine['attention']>) => Result,
): Result {
  const layer = scope.engine.attention(settings(config, scope) as unknown as AttentionConfig);
  try {
    return read(layer);
  } finally {
    layer.dispose();
  }
}

/** The values of these settings are names that the engine knows. All others are formulas. */
const words = ['activation', 'combine', 'kernel'];

function settings(formulas: ModelFormulas, scope: Scope): object {
  return Object.fromEntries(
    Object.entries(formulas).map(([key, value]) => {
      if (typeof value === 'object') return [key, settings(value, scope)];
      const isWord = typeof value === 'boolean' || words.includes(key);
      return [key, isWord ? value : evaluate(value, scope)];
    }),
  );
}

function computeCost(
  { call, model, given = {}, read }: Extract<NumberSource, { run: 'cost' }>,
  scope: Scope,
): number {
  const { cost } = scope.engine;
  const { from, ...own }: ModelFormulas = typeof model === 'string' ? { from: model } : model;
  if (from !== undefined && !Object.hasOwn(cost.models, String(from))) {
    throw new RangeError(`'${from}' is none of ${Object.keys(cost.models).join(', ')}`);
  }
  const known = from === undefined ? {} : cost.models[String(from)];
  const shape = { ...known, ...settings(own, scope) } as unknown as ModelShape;
  const count = cost[call] as (model: ModelShape, run?: object) => Readonly<Record<string, number>>;
  const result = call === 'parameters' ? count(shape) : count(shape, settings(given, scope));
  if (!Object.hasOwn(result, read)) {
    throw new RangeError(`cost.${call} has no ${read}, but ${Object.keys(result).join(', ')}`);
  }
  return result[read]!;
}

/** Runs the scope's steps, then the source's own, and returns the tensor of that name. */
function computeTensor(
  { steps = [] }: { readonly steps?: readonly Step[] },
  target: string,
  scope: Scope,
): Tensor {
  const tensors = new Map<string, Tensor>();
  for (const { name, call, arguments: parameters } of [...scope.tensors, ...steps]) {
    const [topic = '', method = ''] = call.split('.');
    const methods = scope.engine[topic as 'tensor' | 'measure'] as unknown as Readonly<
      Record<string, (...parameters: unknown[]) => Tensor>
    >;
    tensors.set(
      name,
      methods[method]!(...parameters.map((each) => argument(each, tensors, scope))),
    );
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
