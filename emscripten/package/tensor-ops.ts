/** Common operations of NumPy, computed by the core. */
import type { Reduction, Tensor, TensorLike, TensorOps } from './contract.js';
import type { Exchange, Operation } from './exchange.js';
import { REDUCTION } from './fields.js';
import { readOperand, readShape, readTensor, toNested, toTensor } from './reading.js';
import { flag, listOf, number, refuse, settings, wholeFromZero, wholeNumber } from './settings.js';

type Operand = TensorLike | number;

/** NumPy's defaults. */
const RTOL = 1e-5;
const ATOL = 1e-8;

export function tensorOps(exchange: Exchange): TensorOps {
  const one = (x: TensorLike) => [readTensor(x, 'x')];
  const both = (a: Operand, b: Operand) => [readOperand(a, 'a'), readOperand(b, 'b')];
  const binary = (operation: Operation) => (a: Operand, b: Operand) =>
    exchange.tensor(operation, { tensors: both(a, b) });
  const unary = (operation: Operation) => (x: TensorLike) =>
    exchange.tensor(operation, { tensors: one(x) });
  const triangle =
    (operation: Operation) =>
    (x: TensorLike, k = 0) => {
      const message = [wholeNumber(k, 'k')];
      return exchange.tensor(operation, { tensors: one(x), message });
    };
  const reduction = (kind: (typeof REDUCTION)[number]) => (x: TensorLike, options?: Reduction) => {
    const checks = { axis: wholeNumber, keepdims: flag };
    const { axis, keepdims = false } = settings('options', options, checks);
    const message = [REDUCTION.indexOf(kind), axis ?? NaN, keepdims];
    return exchange.tensor('reduce', { tensors: one(x), message });
  };
  const full = (shape: readonly number[], value: number): Tensor => {
    const message = [readShape(shape, 'shape'), number(value, 'value')];
    return exchange.tensor('fill', { message });
  };

  return {
    randomNormal(shape, options) {
      const checked = settings('options', options, { seed: wholeFromZero, std: number });
      const message = [readShape(shape, 'shape'), checked.seed ?? 0, checked.std ?? 1];
      return exchange.tensor('random_normal', { message });
    },
    randomUniform(shape, options) {
      const checked = settings('options', options, {
        seed: wholeFromZero,
        low: number,
        high: number,
      });
      const range = [checked.low ?? 0, checked.high ?? 1];
      const message = [readShape(shape, 'shape'), checked.seed ?? 0, ...range];
      return exchange.tensor('random_uniform', { message });
    },
    zeros: (shape) => full(shape, 0),
    ones: (shape) => full(shape, 1),
    full,
    arange(start, stop, step = 1) {
      const [from, to] = stop === undefined ? [0, start] : [start, stop];
      const message = [number(from, 'start'), number(to, 'stop'), number(step, 'step')];
      return exchange.tensor('arange', { message });
    },
    array: (values) => toTensor(readTensor(values, 'values')),
    toNested: (x) => toNested(toTensor(readTensor(x, 'x'))),
    add: binary('add'),
    subtract: binary('subtract'),
    multiply: binary('multiply'),
    divide: binary('divide'),
    exp: unary('exp'),
    sqrt: unary('sqrt'),
    tril: triangle('tril'),
    triu: triangle('triu'),
    where(condition, a, b) {
      const tensors = [readTensor(condition, 'condition'), ...both(a, b)];
      return exchange.tensor('where', { tensors });
    },
    sum: reduction('sum'),
    mean: reduction('mean'),
    max: reduction('max'),
    matmul: (a, b) =>
      exchange.tensor('matmul', { tensors: [readTensor(a, 'a'), readTensor(b, 'b')] }),
    softmax(x, options) {
      const { axis = -1 } = settings('options', options, { axis: wholeNumber });
      return exchange.tensor('softmax', { tensors: one(x), message: [axis] });
    },
    reshape(x, shape) {
      const message = [readShape(shape, 'shape', -1)];
      return exchange.tensor('reshape', { tensors: one(x), message });
    },
    transpose(x, axes) {
      const order = axes === undefined ? [] : [listOf(wholeNumber)(axes, 'axes')];
      const message = [axes !== undefined, ...order];
      return exchange.tensor('transpose', { tensors: one(x), message });
    },
    concat(parts, axis = 0) {
      const tensors = listOf(readTensor)(parts, 'parts');
      const message = [tensors.length, wholeNumber(axis, 'axis')];
      return exchange.tensor('concatenate', { tensors, message });
    },
    slice(x, ranges) {
      const message = [listOf(readRange)(ranges, 'ranges').flat()];
      return exchange.tensor('slice', { tensors: one(x), message });
    },
    allclose(a, b, options) {
      const checks = { rtol: number, atol: number };
      const { rtol = RTOL, atol = ATOL } = settings('options', options, checks);
      return exchange.number('allclose', { tensors: both(a, b), message: [rtol, atol] }) !== 0;
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
  const bound = (value: unknown, end: string) =>
    value === null ? NaN : wholeNumber(value, `${name}${end}`);
  return [NaN, bound(start, '[0]'), bound(stop, '[1]'), wholeNumber(step, `${name}[2]`)];
}
