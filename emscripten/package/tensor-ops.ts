/** NumPy's everyday operations, computed by the core. */
import type { Reduction, Tensor, TensorLike, TensorOps } from './contract.js';
import type { Exchange } from './exchange.js';
import { readOperand, readShape, readTensor, toNested, toTensor } from './reading.js';
import { flag, listOf, number, refuse, seed, settings, wholeNumber } from './settings.js';

type Operand = TensorLike | number;

/** NumPy's defaults. */
const RTOL = 1e-5;
const ATOL = 1e-8;

export function tensorOps(exchange: Exchange): TensorOps {
  const { raw } = exchange;
  const put = (x: TensorLike) => exchange.put([readTensor(x, 'x')]);
  const putBoth = (a: Operand, b: Operand) =>
    exchange.put([readOperand(a, 'a'), readOperand(b, 'b')]);
  const binary = (operation: () => boolean) => (a: Operand, b: Operand) => {
    putBoth(a, b);
    return exchange.takeIf(operation());
  };
  const unary = (operation: () => boolean) => (x: TensorLike) => {
    put(x);
    return exchange.takeIf(operation());
  };
  const triangle =
    (operation: (k: number) => boolean) =>
    (x: TensorLike, k = 0) => {
      const diagonal = wholeNumber(k, 'k');
      put(x);
      return exchange.takeIf(operation(diagonal));
    };
  const reduction = (kind: 'sum' | 'mean' | 'max') => (x: TensorLike, options?: Reduction) => {
    const checks = { axis: wholeNumber, keepdims: flag };
    const { axis, keepdims = false } = settings('options', options, checks);
    put(x);
    return exchange.takeIf(
      raw.reduce(raw.Reduction[kind], axis !== undefined, axis ?? 0, keepdims),
    );
  };
  const full = (shape: readonly number[], value: number): Tensor =>
    exchange.takeIf(raw.fill(readShape(shape, 'shape'), number(value, 'value')));

  return {
    randomNormal(shape, options) {
      const given = settings('options', options, { seed, std: number });
      const sizes = readShape(shape, 'shape');
      return exchange.takeIf(raw.random_normal(sizes, given.seed ?? 0, given.std ?? 1));
    },
    zeros: (shape) => full(shape, 0),
    ones: (shape) => full(shape, 1),
    full,
    arange(start, stop, step = 1) {
      const [from, to] = stop === undefined ? [0, start] : [start, stop];
      return exchange.takeIf(
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
      return exchange.takeIf(raw.where());
    },
    sum: reduction('sum'),
    mean: reduction('mean'),
    max: reduction('max'),
    matmul(a, b) {
      exchange.put([readTensor(a, 'a'), readTensor(b, 'b')]);
      return exchange.takeIf(raw.matmul());
    },
    softmax(x, options) {
      const { axis = -1 } = settings('options', options, { axis: wholeNumber });
      put(x);
      return exchange.takeIf(raw.softmax(axis));
    },
    reshape(x, shape) {
      const sizes = readShape(shape, 'shape', -1);
      put(x);
      return exchange.takeIf(raw.reshape(sizes));
    },
    transpose(x, axes) {
      const order = axes === undefined ? undefined : listOf(wholeNumber)(axes, 'axes');
      put(x);
      return exchange.takeIf(raw.transpose(order));
    },
    concat(parts, axis = 0) {
      const given = listOf(readTensor)(parts, 'parts');
      const along = wholeNumber(axis, 'axis');
      exchange.put(given);
      return exchange.takeIf(raw.concatenate(given.length, along));
    },
    slice(x, ranges) {
      const given = listOf(readRange)(ranges, 'ranges');
      put(x);
      return exchange.takeIf(raw.slice(given));
    },
    allclose(a, b, options) {
      const checks = { rtol: number, atol: number };
      const { rtol = RTOL, atol = ATOL } = settings('options', options, checks);
      putBoth(a, b);
      const answer = raw.allclose(rtol, atol);
      exchange.check(answer >= 0);
      return answer === 1;
    },
  };
}

/** One axis of a slice: [index], or [start, stop, step] with undefined where open. */
function readRange(range: unknown, name: string): (number | undefined)[] {
  if (typeof range === 'number') return [wholeNumber(range, name)];
  if (!Array.isArray(range) || range.length < 2 || range.length > 3) {
    return refuse(range, name, 'an index, [start, stop] or [start, stop, step]');
  }
  const [start, stop, step = 1] = range as unknown[];
  const bound = (value: unknown) => (value === null ? undefined : wholeNumber(value, name));
  return [bound(start), bound(stop), wholeNumber(step, name)];
}
