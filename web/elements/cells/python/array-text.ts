/** Prints arrays like NumPy: columns, digits, line breaks and `...`. */
import type { Tensor } from '../../../../emscripten/package/contract.js';

/** float, int or bool. All are stored as float32. */
export type Kind = 'f' | 'i' | 'b';

/** NumPy's print options, and the text around the array. */
export interface PrintOptions {
  readonly precision: number;
  readonly suppress: boolean;
  readonly threshold: number;
  readonly edgeitems: number;
  readonly linewidth: number;
  readonly separator: string;
  readonly prefix: string;
  readonly suffix: string;
}

/** Formats a number with the width of the widest one. */
type Writer = (value: number) => string;

export function arrayText({ shape, data }: Tensor, kind: Kind, options: PrintOptions): string {
  const { separator, threshold, edgeitems, linewidth, prefix, suffix } = options;
  const isSummarised = data.length > threshold;
  const visible = (size: number): readonly (number | '...')[] =>
    isSummarised && size > 2 * edgeitems
      ? [...range(0, edgeitems), '...', ...range(size - edgeitems, size)]
      : range(0, size);
  const write = writers[kind](visibleValues({ shape, data }, visible), options, shape.length === 0);
  const width = linewidth - Math.max(suffix.length, 0);

  const text = (axis: number, first: number, indent: string, left: number): string => {
    if (axis === shape.length) return write(data[first]!);
    const step = data.length === 0 ? 0 : countElements(shape.slice(axis + 1));
    const inner = visible(shape[axis]!).map((i) =>
      i === '...' ? i : text(axis + 1, first + i * step, `${indent} `, left - 1),
    );
    const isLast = axis === shape.length - 1;
    return `[${isLast ? filled(inner, indent, left) : stacked(inner, axis, indent)}]`;
  };
  const filled = (words: readonly string[], indent: string, left: number): string => {
    const room = left - Math.max(separator.trimEnd().length, 1);
    let lines = '';
    let line = indent;
    words.forEach((word, i) => {
      const isFull = line.length + word.length > room && line.length > indent.length;
      if (isFull) {
        lines += `${line.trimEnd()}\n`;
        line = indent;
      }
      line += word + (i < words.length - 1 ? separator : '');
    });
    return (lines + line).slice(indent.length);
  };
  const stacked = (rows: readonly string[], axis: number, indent: string) =>
    rows.join(separator.trimEnd() + '\n'.repeat(shape.length - axis - 1) + indent);

  return text(0, 0, ' '.repeat(prefix.length + 1), width);
}

/** The printed values. Only these decide the width of columns. */
function visibleValues(
  { shape, data }: Tensor,
  visible: (size: number) => readonly (number | '...')[],
): number[] {
  const places = shape.reduce<number[]>(
    (starts, size) =>
      starts.flatMap((start) =>
        visible(size).flatMap((i) => (i === '...' ? [] : [start * size + i])),
      ),
    [0],
  );
  return places.map((place) => data[place]!);
}

const writers: Record<Kind, (values: number[], options: PrintOptions, isAlone: boolean) => Writer> =
  {
    b: (_, __, isAlone) => (value) => (value ? 'True' : 'False').padStart(isAlone ? 0 : 5),
    i: (values) => {
      const width = Math.max(...values.map((value) => String(value).length));
      return (value) => String(value).padStart(width);
    },
    f: floatWriter,
  };

function floatWriter(values: number[], { precision, suppress }: PrintOptions): Writer {
  const finite = values.filter(Number.isFinite);
  const sizes = finite.filter((value) => value !== 0).map(Math.abs);
  const [largest, smallest] = [Math.max(...sizes), Math.min(...sizes)];
  const isExponential =
    sizes.length > 0 &&
    (largest >= 1e8 || (!suppress && (smallest < 1e-4 || largest / smallest > 1000)));
  const write = isExponential
    ? scientific(finite, precision)
    : (value: number) => positional(value, precision);
  const parts = finite.map((value) => write(value).split('.') as [string, string]);
  let left = Math.max(0, ...parts.map(([whole]) => whole.length));
  const right = Math.max(0, ...parts.map(([, fraction]) => fraction.length));
  const special = values.filter((value) => !Number.isFinite(value)).map(specialText);
  left = Math.max(left, ...special.map((text) => text.length - right - 1));
  return (value) => {
    if (!Number.isFinite(value)) return specialText(value).padStart(left + right + 1);
    const [whole, fraction] = write(value).split('.') as [string, string];
    return `${whole.padStart(left)}.${fraction.padEnd(right)}`;
  };
}

const specialText = (value: number) => (Number.isNaN(value) ? 'nan' : value > 0 ? 'inf' : '-inf');

/** The shortest digits that identify this float32, but at most `precision` decimals. */
function positional(value: number, precision: number): string {
  const text = plain(shortest(value));
  const [whole = '', fraction = ''] = text.split('.');
  if (fraction.length <= precision) return `${whole}.${fraction}`;
  return toEven(value, precision).replace(/(\.\d*?)0+$/u, '$1');
}

/** toFixed() that rounds ties to even, like NumPy: 0.125 is 0.12, 0.375 is 0.38. */
function toEven(value: number, precision: number): string {
  const exact = value.toFixed(100); // more digits than any tie has
  const cut = exact.length - 100 + precision;
  const isTie = /^50*$/u.test(exact.slice(cut));
  const isEven = '02468'.includes(exact[cut - 1]!);
  return isTie && isEven ? exact.slice(0, cut) : value.toFixed(precision);
}

/** Scientific notation with equally many digits, and exponents of at least two digits. */
function scientific(values: readonly number[], precision: number): Writer {
  const countDigits = (value: number) => {
    const [digits = ''] = shortest(value).toExponential().split('e');
    return digits.split('.')[1]?.length ?? 0;
  };
  const digits = Math.min(precision, Math.max(0, ...values.map(countDigits)));
  return (value) => {
    const [unsigned = '', exponent = ''] = value.toExponential(digits).split('e');
    const mantissa = Object.is(value, -0) ? `-${unsigned}` : unsigned;
    const point = mantissa.includes('.') ? '' : '.';
    return `${mantissa}${point}e${exponent[0]}${exponent.slice(1).padStart(2, '0')}`;
  };
}

function shortest(value: number): number {
  if (value === 0) return value; // -0 too
  for (let digits = 1; digits < 9; ++digits) {
    const short = Number(value.toPrecision(digits));
    if (Math.fround(short) === value) return short;
  }
  return Number(value.toPrecision(9));
}

/** Decimal notation without an exponent, also for small numbers; keeps the sign of -0. */
function plain(value: number): string {
  if (Object.is(value, -0)) return '-0';
  const text = String(value);
  if (!text.includes('e-')) return text;
  const [mantissa = '', exponent = ''] = text.split('e-');
  const digits = (mantissa.replace('-', '').split('.')[1]?.length ?? 0) + Number(exponent);
  return value.toFixed(Math.min(digits, 100));
}

const range = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => from + i);
const countElements = (shape: readonly number[]) => shape.reduce((size, each) => size * each, 1);
