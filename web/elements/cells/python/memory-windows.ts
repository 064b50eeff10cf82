/**
 * Arrays in the interpreter's memory: [address, offset, shape, strides]. They come from Python, so
 * they may be anything.
 */
import type { Tensor } from '../../../../emscripten/package/contract.js';

/** Twice as many numbers as fit into Python's memory, since arrays may repeat elements. */
export const maxNumbers = 2 ** 24;

export function readNumbers(memory: WebAssembly.Memory, window: unknown): Tensor {
  const { address, offset, shape, strides } = windowFrom(window);
  const cells = new Float32Array(memory.buffer);
  const data = Float32Array.from(places(offset, shape, strides), (place) =>
    Number(cells[cellAt(cells, address, place)]),
  );
  return { shape, data };
}

/** @param window  [address, length] */
export function readBytes(memory: WebAssembly.Memory, window: unknown): Uint8Array {
  const [address = -1, length = -1] = numbers(window);
  if (address < 0 || length < 0 || address + length > memory.buffer.byteLength)
    throw outsideError();
  return new Uint8Array(memory.buffer, address, length).slice();
}

/** Does nothing if it would be outside of the memory. */
export function write(
  memory: WebAssembly.Memory,
  address: number,
  values: Float32Array | Uint8Array,
): void {
  const { BYTES_PER_ELEMENT: width, byteLength, length } = values;
  const fits =
    address % width === 0 && 0 <= address && address + byteLength <= memory.buffer.byteLength;
  if (!fits) return;
  const Values = values instanceof Float32Array ? Float32Array : Uint8Array;
  new Values(memory.buffer, address, length).set(values);
}

/** Checks a window from a request. */
export function windowFrom(value: unknown) {
  const [address, offset, shape, strides] = Array.isArray(value) ? (value as unknown[]) : [];
  const view = {
    address: whole(address),
    offset: whole(offset),
    shape: numbers(shape),
    strides: numbers(strides),
  };
  const isShape =
    view.shape.every((each) => each >= 0) && view.strides.length === view.shape.length;
  if (!isShape || view.shape.length > 32) throw new Error('No such array.');
  if (size(view.shape) > maxNumbers) throw tooMany();
  return view;
}

function whole(value: unknown): number {
  if (!Number.isSafeInteger(value)) throw new Error('No such array.');
  return value as number;
}

export const numbers = (value: unknown): number[] => (Array.isArray(value) ? value : []).map(whole);
export const size = (shape: readonly number[]) =>
  shape.reduce((product, each) => product * each, 1);
export const tooMany = () => new Error(`More than ${maxNumbers} numbers are too many here.`);
const outsideError = () => new Error('This is outside of the memory.');

/** The index of a number. Throws if it is outside of Python's memory. */
export function cellAt(cells: Float32Array, address: number, place: number): number {
  const cell = address / 4 + place;
  if (!(Number.isInteger(cell) && 0 <= cell && cell < cells.length)) {
    throw outsideError();
  }
  return cell;
}

/** The positions of a window's numbers, in row-major order. */
export function places(
  offset: number,
  shape: readonly number[],
  strides: readonly number[],
): Float64Array {
  const positions = new Float64Array(size(shape));
  let next = 0;
  const visit = (axis: number, place: number) => {
    if (axis === shape.length) positions[next++] = place;
    else for (let i = 0; i < shape[axis]!; ++i) visit(axis + 1, place + i * strides[axis]!);
  };
  visit(0, offset);
  return positions;
}
