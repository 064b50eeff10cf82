import type { Engine, ModelShape } from '../../../emscripten/package/contract.js';
import { anySize, plain, unit } from '../../lib/numbers.js';

/** A number in a text, as data: what the core computes, and how it is printed. */
export type CoreNumber = (Cost | Size | Quotient) & { readonly as: Form };

interface Cost {
  readonly cost: 'parameters' | 'flops' | 'kvCache' | 'attentionMemory';
  /** `known` is one of engine.cost.models to begin with. */
  readonly model: Partial<ModelShape> & { readonly known?: string };
  readonly run?: object;
  /** Fields of what the core returns, added up. */
  readonly read: readonly string[];
  readonly times?: number;
}
interface Size {
  /** A product or quotient, as `shapes.parse` reads it. */
  readonly size: string;
}
interface Quotient {
  /** Names of two other numbers. */
  readonly quotient: readonly [string, string];
}

export type CoreNumbers = Readonly<Record<string, CoreNumber>>;

const forms = {
  count: (value: number) => value.toLocaleString('en'),
  number: plain,
  millions: (value: number) => unit(plain(value / 1e6), 'M'),
  billions: (value: number) => unit(plain(value / 1e9), 'B'),
  KiB: (value: number) => unit((value / 2 ** 10).toLocaleString('en'), 'KiB'),
  MiB: (value: number) => unit((value / 2 ** 20).toLocaleString('en'), 'MiB'),
  GiB: (value: number) => unit(plain(value / 2 ** 30), 'GiB'),
  GB: (value: number) => unit((value / 1e9).toFixed(1), 'GB'),
  percent: (value: number) => unit((value * 100).toFixed(1), '%'),
  'percent less': (value: number) => unit(((1 - value) * 100).toFixed(1), '%'),
  power: anySize,
  root: (value: number, engine: Engine) => plain(root(value, engine)),
  'one over root': (value: number, engine: Engine) => plain(1 / root(value, engine)),
} as const satisfies Record<string, (value: number, engine: Engine) => string>;
export type Form = keyof typeof forms;

const root = (value: number, engine: Engine) => engine.tensor.sqrt([value]).data[0]!;

/** Replaces each {name} in a text by that number. Throws where there is none of this name. */
export const withNumbers = (text: string, numbers: CoreNumbers, engine: Engine): string =>
  text.replace(/\{([^{}]*)\}/gu, (_, name: string) =>
    forms[named(name, numbers).as](valueOf(name, numbers, engine), engine),
  );

function named(name: string, numbers: CoreNumbers): CoreNumber {
  if (!Object.hasOwn(numbers, name)) throw new RangeError(`there is no number '${name}'`);
  return numbers[name]!;
}

function valueOf(name: string, numbers: CoreNumbers, engine: Engine): number {
  const number = named(name, numbers);
  if ('size' in number) return engine.shapes.parse(number.size, {})[0]!;
  if ('cost' in number) return costOf(number, engine);
  const [above, below] = number.quotient.map((each) => valueOf(each, numbers, engine));
  return above! / below!;
}

function costOf({ cost, model, run, read, times = 1 }: Cost, engine: Engine): number {
  const { known, ...change } = model;
  const whole = { ...(known === undefined ? {} : engine.cost.models[known]), ...change };
  const compute = engine.cost[cost] as (model: object, run?: object) => object;
  const result = compute(whole, run) as Readonly<Record<string, number>>;
  return times * read.reduce((sum, field) => sum + fieldOf(result, field), 0);
}

function fieldOf(result: Readonly<Record<string, number>>, field: string): number {
  const value = result[field];
  if (value === undefined) throw new RangeError(`the core computes no '${field}' there`);
  return value;
}
