import type { Formulas } from '../../emscripten/package/contract.js';

/** Numbers with units, as people type them and as they are shown. */
export interface Quantity {
  /** In bytes, FLOPs, as a fraction, or as a plain number. */
  readonly value: number;
  /** The unit that was typed, or the default. */
  readonly unit: Unit | undefined;
}

type Kind = 'bytes' | 'FLOPs' | 'share' | 'plain';
/** The kind of each unit, and how much of its kind's base it is. */
const units = {
  B: ['bytes', 1],
  kB: ['bytes', 1e3],
  MB: ['bytes', 1e6],
  GB: ['bytes', 1e9],
  TB: ['bytes', 1e12],
  KiB: ['bytes', 2 ** 10],
  MiB: ['bytes', 2 ** 20],
  GiB: ['bytes', 2 ** 30],
  TiB: ['bytes', 2 ** 40],
  FLOPs: ['FLOPs', 1],
  MFLOPs: ['FLOPs', 1e6],
  GFLOPs: ['FLOPs', 1e9],
  TFLOPs: ['FLOPs', 1e12],
  '%': ['share', 0.01],
  nats: ['plain', 1],
  tokens: ['plain', 1],
  heads: ['plain', 1],
  parameters: ['plain', 1],
} as const satisfies Readonly<Record<string, readonly [Kind, number]>>;
export type Unit = keyof typeof units;

export const isUnit = (text: string): text is Unit => Object.hasOwn(units, text);
/** Units of one kind can be converted into each other. A number without a unit is plain. */
export const unitKind = (unit: Unit | undefined): Kind => (unit ? units[unit][0] : 'plain');
/** How much of its kind's base a unit is: 1,024 bytes are a KiB. */
export const unitFactor = (unit: Unit | undefined): number => (unit ? units[unit][1] : 1);

/** What people type for thousands, millions and so on. */
const multiples: Readonly<Record<string, number>> = {
  k: 1e3,
  thousand: 1e3,
  m: 1e6,
  million: 1e6,
  g: 1e9,
  b: 1e9,
  bn: 1e9,
  billion: 1e9,
  t: 1e12,
  trillion: 1e12,
  p: 1e15,
};

/** The text is not a unit that fits here. */
export class UnitError extends Error {
  constructor(readonly unit: string) {
    super(unit);
  }
}

/**
 * Reads "80 GiB", "85.9 GB", "2.36M", "1,073,741,824", "≈ 2^20 B", "12.5 %". Instead of a number
 * there may be a formula, which the core computes.
 *
 * @param unit  the default unit
 * @throws FormatError if there is no number, UnitError if the unit is of another kind
 */
export function parseQuantity(text: string, unit: Unit | undefined, formulas: Formulas): Quantity {
  const { amount, name } = splitUnit(text);
  const plain = amount.replace(/(?<=\d)(?<!(?<![\d.])0)[,_'’ \u00a0\u202f](?=\d{3}(?!\d))/gu, '');
  const number = formulas.evaluate(plain, {});
  if (name === '') return { value: number * unitFactor(unit), unit };
  const scaled = parseMultiple(name, unit);
  if (!scaled) throw new UnitError(name);
  return { value: number * scaled.factor, unit: scaled.unit };
}

/** The unit is what comes after the last digit or bracket, if it can be one. Takes linear time. */
function splitUnit(text: string): { amount: string; name: string } {
  const [, amount = '', rest = ''] =
    /^(.*[\d.)²])(.*)$/su.exec(text.replace(/^[\s≈~=]+/u, '')) ?? [];
  const name = rest.replace(/\s/gu, '');
  const isWords = name === '%' || /^[a-z]*$/iu.test(name);
  return amount !== '' && isWords ? { amount, name } : { amount: text, name: '' };
}

/** Case does not matter. Null if `name` is not a unit or multiple of this kind. */
function parseMultiple(name: string, defaultUnit: Unit | undefined) {
  const kind = unitKind(defaultUnit);
  const lower = name
    .toLowerCase()
    .replace(/^bytes?$/u, 'b')
    .replace(/^(?:percent|prozent)$/u, '%')
    .replace(/(param(?:eter)?|nat|token|head)$/u, '$1s')
    .replace(/flops?$/u, 'flops');
  const match = Object.keys(units).find((unit) => unit.toLowerCase() === lower) as Unit | undefined;
  if (match && unitKind(match) === kind) return { factor: unitFactor(match), unit: match };
  if (kind === 'share' || kind === 'bytes') return null;
  const words = kind === 'FLOPs' ? 'flops' : 'params|parameters|nats|tokens|heads';
  const multiple = lower.replace(new RegExp(`(${words})$`, 'u'), '');
  const factor =
    multiple === '' ? 1 : Object.hasOwn(multiples, multiple) ? multiples[multiple]! : null;
  return factor === null
    ? null
    : { factor, unit: kind === 'FLOPs' ? ('FLOPs' as const) : defaultUnit };
}

export const isNear = (value: number, expected: number, tolerance: number): boolean =>
  Math.abs(value - expected) <=
  tolerance * Math.abs(expected) + Number.EPSILON * Math.abs(expected);

/** The number is right if it is read as in German; `spelling` is how it is written here. */
export class GermanNumberError extends Error {
  constructor(readonly spelling: string) {
    super(spelling);
  }
}

/** 96,875 is 96.875 here, and 40.400 is 40400. Null if it has neither one comma nor such points. */
export function readAsGerman(text: string): string | null {
  if (/^[^,]*\d,\d[^,]*$/u.test(text)) {
    return text.replace(/(?<=\d)\.(?=\d{3}[.,])/gu, '').replace(',', '.');
  }
  return /^[^.,\d]*[1-9]\d{0,2}(\.\d{3})+(?!\d)[^.,]*$/u.test(text)
    ? text.replaceAll('.', '')
    : null;
}

/** GB for GiB and the reverse: the unit that it is often confused with, if there is one. */
export function findTwinUnit(unit: Unit | undefined): Unit | undefined {
  if (!unit || unitKind(unit) !== 'bytes' || unit === 'B') return undefined;
  return Object.keys(units).find(
    (other) =>
      other !== unit &&
      other[0]!.toLowerCase() === unit[0]!.toLowerCase() &&
      unitKind(other as Unit) === 'bytes',
  ) as Unit;
}

/** The unit with which the same digits would be near the expected value, if there is one. */
export function findRightUnit({ value, unit }: Quantity, expected: number, tolerance: number) {
  const digits = value / unitFactor(unit);
  return (Object.keys(units) as Unit[]).find(
    (other) =>
      unitKind(other) === unitKind(unit) &&
      unitKind(other) !== 'plain' &&
      isNear(digits * unitFactor(other), expected, tolerance),
  );
}

/** 10 GiB, 85.9 GB, 88.9%, 2,359,296 parameters. */
export function quantity(value: number, unit: Unit | undefined): string {
  const number = formatNumber(value / unitFactor(unit));
  return unit === undefined ? number : unit === '%' ? `${number}%` : `${number}\u00a0${unit}`;
}

/**
 * Whole numbers in full, others with four significant digits; separators from 10,000 on. Exponents
 * are written as in code, -1e-8, since formulas read no other minus there.
 */
export function formatNumber(value: number): string {
  const rounded = Number.isInteger(value) ? value : Number(value.toPrecision(4));
  const text =
    Math.abs(rounded) >= 10_000 && Math.abs(rounded) < 1e15
      ? rounded.toLocaleString('en', { maximumFractionDigits: 4 })
      : String(rounded);
  return text.includes('e') ? text : text.replace('-', '−');
}
