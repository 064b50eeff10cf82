/** Checks settings. Unknown keys and wrong types are ConfigErrors; values are never converted. */
import { className } from './class-name.js';
import { ConfigError, OutOfMemoryError } from './errors.js';

/** The maximum length of texts, to protect the core's memory. */
const MAX_TEXT = 1_000_000;

/** Returns the value with its type, or throws a ConfigError with its name. */
export type Check<T> = (value: unknown, name: string) => T;

/** A short form of a value for error messages. */
export function shortText(value: unknown): string {
  if (typeof value === 'string') return `'${value.length > 40 ? `${value.slice(0, 40)}…` : value}'`;
  if (value === undefined) return 'missing';
  if (Array.isArray(value)) return 'an array';
  if (typeof value === 'bigint') return `${value}n`;
  if (typeof value === 'function') return 'a function';
  if (typeof value === 'symbol') return 'a symbol';
  if (typeof value === 'object' && value !== null) {
    const kind = className(value);
    return kind === 'Object' ? 'an object' : `an object (${kind})`;
  }
  return String(value);
}

/** @param name  such as `headMask[2]`; the error's field is then `headMask` */
export function refuse(value: unknown, name: string, expected: string): never {
  const key = name.replace(/\[.*/s, '');
  throw new ConfigError(`${name} is ${shortText(value)}, wanted ${expected}`, key);
}

/** A whole number, at least 1. */
export const count: Check<number> = (value, name) =>
  typeof value === 'number' && Number.isInteger(value) && value >= 1
    ? value
    : refuse(value, name, 'a whole number of at least 1');

/** Like count, with a maximum, because a call cannot be interrupted. */
export const countUpTo =
  (most: number): Check<number> =>
  (value, name) => {
    if (count(value, name) <= most) return value as number;
    return refuse(value, name, `a whole number from 1 to ${most}`);
  };

/** A size of a tensor. The core checks its range, if the number is exact. */
export const size: Check<number> = (value, name) => {
  const whole = count(value, name);
  if (Number.isSafeInteger(whole)) return whole;
  throw new OutOfMemoryError(`${name} is ${whole}; one tensor must be smaller than 2 GiB`);
};

export const wholeNumber: Check<number> = (value, name) =>
  typeof value === 'number' && Number.isSafeInteger(value)
    ? value
    : refuse(value, name, 'a whole number');

export const wholeFromZero: Check<number> = (value, name) =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0
    ? value
    : refuse(value, name, 'a whole number from 0 to 2^53 - 1');

export const number: Check<number> = (value, name) =>
  typeof value === 'number' ? value : refuse(value, name, 'a number');

export const factor: Check<number> = (value, name) =>
  Number.isFinite(Math.fround(number(value, name)))
    ? (value as number)
    : refuse(value, name, 'a number, finite as float32');

export const flag: Check<boolean> = (value, name) =>
  typeof value === 'boolean' ? value : refuse(value, name, 'true or false');

export const text: Check<string> = (value, name) =>
  typeof value === 'string' && value.length <= MAX_TEXT
    ? value
    : refuse(value, name, `a string of at most ${MAX_TEXT} characters`);

export function oneOf<T extends string>(...choices: readonly T[]): Check<T> {
  return (value, name) =>
    choices.find((choice) => choice === value) ??
    refuse(value, name, choices.map((choice) => `'${choice}'`).join(' or '));
}

export function listOf<T>(check: Check<T>): Check<readonly T[]> {
  return (value, name) =>
    Array.isArray(value)
      ? Array.from(value, (item: unknown, i) => check(item, `${name}[${i}]`))
      : refuse(value, name, 'an array');
}

/** The entries of a plain object, without those that are undefined. A Map or a Date has none. */
export function definedEntries(object: unknown, name: string): [key: string, value: unknown][] {
  if (className(object) !== 'Object') return refuse(object, name, 'an object');
  return Object.entries(object as object).filter(([, value]) => value !== undefined);
}

/** With more names, lookups in the core would take seconds. */
const MAX_NAMES = 50;

/** Limits the number of names for a formula or a shape. */
export function limitNames<Names extends readonly unknown[]>(names: Names, name: string): Names {
  if (names.length <= MAX_NAMES) return names;
  throw new ConfigError(`${name} has ${names.length} names, wanted at most ${MAX_NAMES}`, name);
}

/**
 * Checks all settings of `object`.
 * @param where   the name of `object` in messages
 * @param prefix  a prefix for its keys if it is nested in other settings: 'dropout.'
 */
export function settings<Checks extends Record<string, Check<unknown>>>(
  where: string,
  object: unknown,
  checks: Checks,
  prefix = '',
): { [K in keyof Checks]?: ReturnType<Checks[K]> } {
  if (object === undefined) return {};
  const read: Record<string, unknown> = {};
  for (const [key, value] of definedEntries(object, where)) {
    const check = Object.hasOwn(checks, key) ? checks[key] : undefined;
    if (!check) {
      const known = Object.keys(checks).join(', ');
      const message = `${where} has an unknown key ${shortText(key)}; known are ${known}`;
      throw new ConfigError(message, prefix + key);
    }
    read[key] = check(value, prefix + key);
  }
  return read as { [K in keyof Checks]?: ReturnType<Checks[K]> };
}

/** Throws if a setting is missing. */
export function required<T>(value: T | undefined, name: string, where: string): T {
  if (value !== undefined) return value;
  throw new ConfigError(`${where}: ${name} is missing; it is required`, name);
}
