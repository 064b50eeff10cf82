/** Reads what people pass as tensors: nested arrays, typed arrays, {shape, data}. */
import type { Nested, Tensor } from './contract.js';
import { ConfigError, ShapeError } from './errors.js';
import { shown } from './settings.js';

/** The core's limit, kMaxRank. */
const MAX_RANK = 8;

export interface Elements {
  readonly shape: readonly number[];
  readonly data: ArrayLike<number>;
}

/** A tensor argument. Throws ConfigError for wrong types, ShapeError for wrong shapes. */
export function readTensor(value: unknown, argument: string): Elements {
  if (value instanceof Float32Array) return withoutEmptyAxis([value.length], value, argument);
  if (Array.isArray(value)) return readNested(value, argument);
  if (typeof value === 'object' && value !== null && 'shape' in value && 'data' in value) {
    return readShaped(value.shape, value.data, argument);
  }
  throw new ConfigError(
    `${argument} is ${shown(value)}, wanted {shape, data}, nested arrays or a Float32Array`,
    argument,
  );
}

/** A tensor argument that may also be a single number. */
export function readOperand(value: unknown, argument: string): Elements {
  return typeof value === 'number' ? { shape: [], data: [value] } : readTensor(value, argument);
}

/** A shape as an argument: whole numbers, 0 being for the core to refuse as a size. */
export function readShape(value: unknown, argument: string, smallest = 0): number[] {
  if (!Array.isArray(value)) {
    throw new ConfigError(`${argument} is ${shown(value)}, wanted an array of sizes`, argument);
  }
  if (value.length > MAX_RANK) throw tooManyAxes(argument, value.length);
  return Array.from(value, (size: unknown, axis) => {
    if (typeof size === 'number' && Number.isInteger(size) && size >= smallest) return size;
    throw new ConfigError(
      `${argument}[${axis}] is ${shown(size)}, wanted a whole number of at least 1`,
      argument,
    );
  });
}

/** Nested arrays with the same elements; a number for rank 0. */
export function toNested({ shape, data }: Elements): Nested | number {
  const nest = (axis: number, first: number, count: number): Nested | number => {
    if (axis === shape.length) return data[first]!;
    const size = shape[axis]!;
    const step = count / size;
    return Array.from({ length: size }, (_, i) => nest(axis + 1, first + i * step, step)) as Nested;
  };
  return nest(0, 0, data.length);
}

/** A copy of the elements as a tensor of our own. */
export function toTensor({ shape, data }: Elements): Tensor {
  return { shape: [...shape], data: Float32Array.from(data) };
}

function readShaped(shape: unknown, data: unknown, argument: string): Elements {
  const sizes = readShape(shape, `${argument}.shape`);
  if (!isNumbers(data)) {
    throw new ConfigError(
      `${argument}.data is ${shown(data)}, wanted an array of numbers`,
      argument,
    );
  }
  withoutEmptyAxis(sizes, data, argument);
  const count = sizes.reduce((product, size) => product * size, 1);
  if (data.length !== count) {
    throw new ShapeError(
      `${argument}: shape [${sizes.join(', ')}] holds ${count} elements, data has ${data.length}`,
      argument,
      null,
      `${count} elements`,
      `${data.length} elements`,
    );
  }
  return { shape: sizes, data };
}

function isNumbers(data: unknown): data is ArrayLike<number> {
  if (ArrayBuffer.isView(data)) {
    return !(
      data instanceof DataView ||
      data instanceof BigInt64Array ||
      data instanceof BigUint64Array
    );
  }
  if (typeof data !== 'object' || data === null || !('length' in data)) return false;
  return Array.from(data as ArrayLike<unknown>).every((item) => typeof item === 'number');
}

function readNested(nested: readonly unknown[], argument: string): Elements {
  const shape: number[] = [];
  for (let level: unknown = nested; Array.isArray(level); level = level[0]) {
    shape.push(level.length);
    if (shape.length > MAX_RANK) throw tooManyAxes(argument, shape.length);
  }
  withoutEmptyAxis(shape, nested, argument);
  const data: number[] = [];
  const walk = (item: unknown, depth: number, path: string): void => {
    if (Array.isArray(item)) {
      if (depth >= shape.length || item.length !== shape[depth]) {
        throw ragged(argument, path, shape, depth, `${item.length} elements`);
      }
      item.forEach((inner, i) => walk(inner, depth + 1, `${path}[${i}]`));
    } else if (typeof item === 'number' || typeof item === 'boolean') {
      if (depth < shape.length) throw ragged(argument, path, shape, depth, 'a number');
      data.push(Number(item));
    } else {
      throw new ConfigError(`${path} is ${shown(item)}, wanted a number`, argument);
    }
  };
  walk(nested, 0, argument);
  return { shape, data };
}

function ragged(
  argument: string,
  path: string,
  shape: readonly number[],
  axis: number,
  actual: string,
): ShapeError {
  const expected = axis < shape.length ? `${shape[axis]} elements` : 'a number';
  return new ShapeError(
    `${argument} is ragged: ${path} has ${actual}, wanted ${expected} (axis ${axis})`,
    argument,
    axis,
    expected,
    actual,
  );
}

function withoutEmptyAxis<Data>(shape: readonly number[], data: Data, argument: string) {
  const axis = shape.indexOf(0);
  if (axis < 0) return { shape, data };
  throw new ShapeError(
    `${argument} has size 0 (axis ${axis}); every axis must hold at least one element`,
    argument,
    axis,
    'at least 1',
    '0',
  );
}

function tooManyAxes(argument: string, rank: number): ShapeError {
  return new ShapeError(
    `${argument} has ${rank} axes or more; at most ${MAX_RANK} are possible`,
    argument,
    null,
    `at most ${MAX_RANK} axes`,
    `${rank} axes`,
  );
}
