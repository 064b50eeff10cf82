/** Reads tensor arguments: nested arrays, typed arrays, {shape, data}. */
import { className } from './class-name.js';
import type { Nested, OutOption, Tensor } from './contract.js';
import { ManyheadsError, OutOfMemoryError, ShapeError } from './errors.js';
import { refuse, shortText, wholeFromZero } from './settings.js';

/** The core's limits kMaxRank and kMaxTensorBytes, so that larger inputs are not even read. */
const MAX_RANK = 8;
const MAX_ELEMENTS = 2 ** 29 - 1;

/** Checked elements. Reading them does not run any code of the caller. */
export interface Elements {
  readonly shape: readonly number[];
  readonly data: ArrayLike<number>;
  /** If `data` is the caller's own array, which is copied later: the argument's name. */
  readonly argument?: string;
}

/** A tensor argument. Throws ConfigError for wrong types, ShapeError for wrong shapes. */
export function readTensor(value: unknown, argument: string): Elements {
  if (isTypedArray(value, ['Float32Array'])) {
    const shape = [lengthOf(value)];
    requireElements(shape, argument);
    return { shape, data: value, argument };
  }
  if (Array.isArray(value)) return readNested(value, argument);
  if (typeof value === 'object' && value !== null && 'shape' in value && 'data' in value) {
    return readShaped(value.shape, value.data, argument);
  }
  return refuse(value, argument, '{shape, data}, nested arrays or a Float32Array');
}

/** A tensor argument that may also be a single number. */
export function readOperand(value: unknown, argument: string): Elements {
  return typeof value === 'number' ? { shape: [], data: [value] } : readTensor(value, argument);
}

/** A typed array's true property, even if its class or own properties override it. */
const builtIn = (property: string | symbol): (() => unknown) =>
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(Uint8Array.prototype), property)!.get!;
const kind = builtIn(Symbol.toStringTag);
const buffer = builtIn('buffer') as () => ArrayBufferLike;
const byteOffset = builtIn('byteOffset') as () => number;
const length = builtIn('length') as () => number;
export const lengthOf = (array: Float32Array): number => length.call(array);

const bufferLength = Object.getOwnPropertyDescriptor(ArrayBuffer.prototype, 'byteLength')!.get!;

/** An ArrayBuffer of any realm: only such a one has this length. */
function isBuffer(value: unknown): value is ArrayBuffer {
  try {
    bufferLength.call(value);
    return true;
  } catch {
    return false;
  }
}

/** A file argument, as a plain view of the same memory. */
export function readBytes(value: unknown, argument: string): Uint8Array {
  if (isBuffer(value)) {
    // A transferred buffer cannot have views.
    return bufferLength.call(value) > 0 ? new Uint8Array(value) : new Uint8Array();
  }
  if (kind.call(value) !== 'Uint8Array') {
    return refuse(value, argument, 'a Uint8Array, an ArrayBuffer or a Blob');
  }
  const bytes = length.call(value);
  return bytes > 0
    ? new Uint8Array(buffer.call(value), byteOffset.call(value), bytes)
    : new Uint8Array();
}

/** Splits the options of a forward pass, which are checked later, from the array to write into. */
export function takeOut<Options extends OutOption>(
  options?: Options,
): { others?: Omit<Options, 'out'> | undefined; out?: Float32Array } {
  if (className(options) !== 'Object' || options?.out === undefined) return { others: options };
  const { out, ...others } = options;
  if (!isTypedArray(out, ['Float32Array'])) return refuse(out, 'out', 'a Float32Array');
  return { others, out };
}

/** Reads a file argument, which may be a Blob, and passes its bytes on. */
export function whenRead<Result>(
  file: Uint8Array | ArrayBuffer | Blob,
  use: (bytes: Uint8Array | ArrayBuffer) => Result,
): Result | Promise<Result> {
  if (!isBlob(file)) return use(file);
  return Blob.prototype.arrayBuffer.call(file).then(use, (cause: unknown) => {
    throw new ManyheadsError(`file could not be read: ${String(cause)}`, { cause });
  });
}

const isBlob = (value: object): value is Blob =>
  typeof value === 'object' && value !== null && ['Blob', 'File'].includes(className(value));

/**
 * A shape argument: whole numbers. The core checks for 0.
 *
 * @param tensor  has too many axes in the message
 */
export function readShape(
  value: unknown,
  argument: string,
  smallest = 0,
  tensor = argument,
): number[] {
  if (!Array.isArray(value)) return refuse(value, argument, 'an array of sizes');
  const rank = arrayLength(value, argument);
  if (rank > MAX_RANK) throw tooManyAxes(tensor, rank);
  const sizes: number[] = [];
  // Array.from would take a fifth of a call on a small layer.
  for (let axis = 0; axis < rank; ++axis) {
    const size: unknown = value[axis];
    const fits = typeof size === 'number' && Number.isInteger(size) && size >= smallest;
    if (!fits) {
      const rest = smallest < 0 ? ', or -1' : '';
      return refuse(size, `${argument}[${axis}]`, `a whole number of at least 1${rest}`);
    }
    sizes.push(size);
  }
  return sizes;
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
  return { shape: [...shape], data: new Float32Array(data) };
}

function readShaped(shape: unknown, data: unknown, argument: string): Elements {
  const sizes = readShape(shape, `${argument}.shape`, 0, argument);
  if (typeof data !== 'object' || data === null || !('length' in data)) {
    return refuse(data, `${argument}.data`, 'an array of numbers');
  }
  const items = data as ArrayLike<unknown>;
  const count = countElements(sizes);
  const isTyped = isTypedArray(data, NUMBER_ARRAYS);
  const found = isTyped ? lengthOf(data) : items.length;
  if (count > 0 && found !== count) throw wrongLength(argument, sizes, 'data', found);
  requireElements(sizes, argument);
  if (isTyped) return { shape: sizes, data, argument };
  const elements = new Float32Array(count);
  for (let i = 0; i < count; ++i) {
    const item = items[i];
    elements[i] =
      typeof item === 'number' ? item : refuse(item, `${argument}.data[${i}]`, 'a number');
  }
  return { shape: sizes, data: elements };
}

/**
 * Throws if the caller's array has another length than when it was checked: a getter of a later
 * argument can transfer or resize its buffer.
 */
export function requireLength({ shape, data, argument }: Elements, count: number): void {
  if (argument === undefined) return;
  const found = lengthOf(data as Float32Array);
  if (found !== count) throw wrongLength(argument, shape, 'data', found);
}

/** @param what  has this length in the message */
export function wrongLength(
  argument: string,
  shape: readonly number[],
  what: string,
  length: unknown,
): ShapeError {
  const expected = `${countElements(shape)} elements`;
  const actual = shortText(length);
  return new ShapeError(
    `${argument}: shape [${shape.join(', ')}] holds ${expected}, ${what} has ${actual}`,
    argument,
    null,
    expected,
    `${actual} elements`,
  );
}

const NUMBER_ARRAYS = [
  'Float32Array',
  'Float64Array',
  'Int8Array',
  'Int16Array',
  'Int32Array',
  'Uint8Array',
  'Uint8ClampedArray',
  'Uint16Array',
  'Uint32Array',
];

/** By name, since `instanceof` fails for other realms and is fooled by inheritance. */
function isTypedArray(value: unknown, kinds: readonly string[]): value is Float32Array {
  return kinds.includes(kind.call(value) as string);
}

/** A proxy of an array may have any length, also another one at the next time. */
const arrayLength = (array: readonly unknown[], argument: string): number =>
  wholeFromZero(array.length, `${argument}.length`);

function readNested(nested: readonly unknown[], argument: string): Elements {
  const shape: number[] = [];
  for (let level: unknown = nested; Array.isArray(level); level = level[0]) {
    shape.push(arrayLength(level, argument));
    if (shape.length > MAX_RANK) throw tooManyAxes(argument, shape.length);
  }
  requireElements(shape, argument);
  const data = new Float32Array(countElements(shape));
  let filled = 0;
  const walk = (item: unknown, depth: number, path: () => string): void => {
    if (Array.isArray(item)) {
      if (item.length !== shape[depth]) {
        throw ragged(argument, path(), shape, depth, `${arrayLength(item, path())} elements`);
      }
      for (let i = 0; i < shape[depth]; ++i) walk(item[i], depth + 1, () => `${path()}[${i}]`);
    } else if (typeof item === 'number' || typeof item === 'boolean') {
      if (depth < shape.length) throw ragged(argument, path(), shape, depth, 'a number');
      data[filled++] = Number(item);
    } else {
      refuse(item, path(), 'a number');
    }
  };
  walk(nested, 0, () => argument);
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

/** The number of elements. */
export function countElements(shape: readonly number[]): number {
  let product = 1;
  for (const size of shape) product *= size;
  return product;
}

/** Throws if there are no elements or more than a tensor may have. */
function requireElements(shape: readonly number[], argument: string): void {
  const axis = shape.indexOf(0);
  if (axis >= 0) {
    throw new ShapeError(
      `${argument} has size 0 (axis ${axis}); every axis must hold at least one element`,
      argument,
      axis,
      'at least 1',
      '0',
    );
  }
  if (countElements(shape) > MAX_ELEMENTS) {
    throw new OutOfMemoryError(
      `${argument} [${shape.join(', ')}] takes 2 GiB or more; a tensor must be smaller than that`,
    );
  }
}

function tooManyAxes(argument: string, rank: number): ShapeError {
  return new ShapeError(
    `${argument} has at least ${rank} axes; at most ${MAX_RANK} are possible`,
    argument,
    null,
    `at most ${MAX_RANK} axes`,
    `at least ${rank} axes`,
  );
}
