/** Common operations of NumPy, computed by the core. */
import type { Reduction, Tensor, TensorLike, TensorOps } from './contract.js';
import type { Exchange } from './exchange.js';
import { readOperand, readShape, readTensor, toNested, toTensor } from './reading.js';
import { flag, listOf, number, refuse, seed, settings, wholeNumber } from './settings.js';

type Operand = TensorLike | number;

/** NumPy's defaults. */
const RTOL = 1e-5;
const ATOL = 1e-8;

/** In the order of the core's Reduction. */
const REDUCTIONS = ['sum', 'mean', 'max'] as const;

export function tensorOps(exchange: Exchange): TensorOps {
  const { raw } = exchange;
  const put = (x: TensorLike) => exchange.put([readTensor(x, 'x')]);
  const putBoth = (a: Operand, b: Operand) =>
    exchange.put([readOperand(a, 'a'), readOperand(b, 'b')]);
  const binary = (operation: () => number) => (a: Operand, b: Operand) => {
    putBoth(a, b);
    return exchange.tensor(operation());
  };
  const unary = (operation: () => number) => (x: TensorLike) => {
    put(x);
    return exchange.tensor(operation());
  };
  const triangle =
    (operation: (k: number) => number) =>
    (x: TensorLike, k = 0) => {
      const diagonal = wholeNumber(k, 'k');
      put(x);
      return exchange.tensor(operation(diagonal));
    };
  const reduction = (kind: (typeof REDUCTIONS)[number]) => (x: TensorLike, options?: Reduction) => {
    const checks = { axis: wholeNumber, keepdims: flag };
    const { axis, keepdims = false } = settings('options', options, checks);
    put(x);
    return exchange.tensor(raw.reduce(REDUCTIONS.indexOf(kind), axis ?? NaN, keepdims));
  };
  const full = (shape: readonly number[], value: number): Tensor => {
    exchange.send(readShape(shape, 'shape'));
    return exchange.tensor(raw.fill(number(value, 'value')));
  };

  return {
    randomNormal(shape, options) {
      const checked = settings('options', options, { seed, std: number });
      exchange.send(readShape(shape, 'shape'));
      return exchange.tensor(raw.random_normal(checked.seed ?? 0, checked.std ?? 1));
    },
    randomUniform(shape, options) {
      const checked = settings('options', options, { seed, low: number, high: number });
      exchange.send(readShape(shape, 'shape'));
      return exchange.tensor(
        raw.random_uniform(checked.seed ?? 0, checked.low ?? 0, checked.high ?? 1),
      );
    },
    zeros: (shape) => full(shape, 0),
    ones: (shape) => full(shape, 1),
    full,
    arange(start, stop, step = 1) {
      const [from, to] = stop === undefined ? [0, start] : [start, stop];
      return exchange.tensor(
        raw.arange(number(from, 'start'), number(to, 'stop'), number(step, 'step')),
      );
    },
    array: (values) => toTensor(readTensor(values, 'values')),
    toNested: (x) => toNested(toTensor(readTensor(x, 'x'))),
    add: binary(() => raw.add()),
    subtract: binary(() => raw.subtract()),
    multiply: binary(() => raw.multiply()),
    divide: binary(() => raw.divide()),
    exp: unary(() => raw.exp()),
    sqrt: unary(() => raw.sqrt()),
    tril: triangle((k) => raw.tril(k)),
    triu: triangle((k) => raw.triu(k)),
    where(condition, a, b) {
      const choice = readTensor(condition, 'condition');
      exchange.put([choice, readOperand(a, 'a'), readOperand(b, 'b')]);
      return exchange.tensor(raw.where());
    },
    sum: reduction('sum'),
    mean: reduction('mean'),
    max: reduction('max'),
    matmul(a, b) {
      exchange.put([readTensor(a, 'a'), readTensor(b, 'b')]);
      return exchange.tensor(raw.matmul());
    },
    softmax(x, options) {
      const { axis = -1 } = settings('options', options, { axis: wholeNumber });
      put(x);
      return exchange.tensor(raw.softmax(axis));
    },
    reshape(x, shape) {
      const sizes = readShape(shape, 'shape', -1);
      put(x);
      exchange.send(sizes);
      return exchange.tensor(raw.reshape());
    },
    transpose(x, axes) {
      const order = axes === undefined ? undefined : listOf(wholeNumber)(axes, 'axes');
      put(x);
      if (order) exchange.send(order);
      return exchange.tensor(raw.transpose(order !== undefined));
    },
    concat(parts, axis = 0) {
      const checked = listOf(readTensor)(parts, 'parts');
      const along = wholeNumber(axis, 'axis');
      exchange.put(checked);
      return exchange.tensor(raw.concatenate(checked.length, along));
    },
    slice(x, ranges) {
      const checked = listOf(readRange)(ranges, 'ranges');
      put(x);
      exchange.send(checked.flat());
      return exchange.tensor(raw.slice());
    },
    allclose(a, b, options) {
      const checks = { rtol: number, atol: number };
      const { rtol = RTOL, atol = ATOL } = settings('options', options, checks);
      putBoth(a, b);
      return exchange.answer(raw.allclose(rtol, atol)).flag();
    },
  };
}

/** One axis of a slice: index, start, stop and step, with NaN for missing ones. */
function readRange(range: unknown, name: string): number[] {
  if (typeof range === 'number') return [wholeNumber(range, name), NaN, NaN, 1];
  if (!Array.isArray(range) || range.length < 2 || range.length > 3) {
    return refuse(range, name, 'an index, [start, stop] or [start, stop, step]');
  }
  const [start, stop, step = 1] = range as unknown[];
  const bound = (value: unknown) => (value === null ? NaN : wholeNumber(value, name));
  return [NaN, bound(start), bound(stop), wholeNumber(step, name)];
}
