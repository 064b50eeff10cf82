/** Checks of plain settings: unknown keys and wrong types are ConfigErrors; nothing is coerced. */
import { ConfigError } from './errors.js';

/** Returns the value as what it must be, or throws a ConfigError naming it. */
export type Check<T> = (value: unknown, name: string) => T;

/** The value in an error message, short. */
export function shown(value: unknown): string {
  if (typeof value === 'string') return `'${value.length > 40 ? `${value.slice(0, 40)}…` : value}'`;
  if (Array.isArray(value)) return 'an array';
  if (typeof value === 'function') return 'a function';
  if (typeof value === 'symbol') return 'a symbol';
  if (typeof value === 'object' && value !== null) return 'an object';
  return String(value);
}

function refuse(value: unknown, name: string, wanted: string): never {
  throw new ConfigError(`${name} is ${shown(value)}, wanted ${wanted}`, name);
}

/** A whole number from 1 on. How large is for the core to judge. */
export const size: Check<number> = (value, name) =>
  typeof value === 'number' && Number.isInteger(value) && value >= 1
    ? value
    : refuse(value, name, 'a whole number of at least 1');

export const wholeNumber: Check<number> = (value, name) =>
  typeof value === 'number' && Number.isSafeInteger(value)
    ? value
    : refuse(value, name, 'a whole number');

export const seed: Check<number> = (value, name) =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0
    ? value
    : refuse(value, name, 'a whole number from 0 to 2^53 - 1');

export const number: Check<number> = (value, name) =>
  typeof value === 'number' ? value : refuse(value, name, 'a number');

export const flag: Check<boolean> = (value, name) =>
  typeof value === 'boolean' ? value : refuse(value, name, 'true or false');

export const text: Check<string> = (value, name) =>
  typeof value === 'string' ? value : refuse(value, name, 'a string');

export function oneOf<T extends string>(...choices: readonly T[]): Check<T> {
  return (value, name) =>
    choices.find((choice) => choice === value) ??
    refuse(value, name, choices.map((choice) => `'${choice}'`).join(', '));
}

export function listOf<T>(check: Check<T>): Check<readonly T[]> {
  return (value, name) =>
    Array.isArray(value)
      ? Array.from(value, (item: unknown, i) => check(item, `${name}[${i}]`))
      : refuse(value, name, 'an array');
}

/** Not checked here: tensors are, where they are read. */
export const anything: Check<unknown> = (value) => value;

/**
 * The keys of `given` that are there, each checked. A key whose value is undefined counts as absent.
 * @param where  how `given` is called in messages; also the prefix of its fields, if not empty
 */
export function settings<Checks extends Record<string, Check<unknown>>>(
  where: string,
  given: unknown,
  checks: Checks,
): { [K in keyof Checks]?: ReturnType<Checks[K]> } {
  if (given === undefined) return {};
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    return refuse(given, where, 'an object');
  }
  const read: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(given)) {
    if (value === undefined) continue;
    const check = Object.hasOwn(checks, key) ? checks[key] : undefined;
    if (!check) {
      const known = Object.keys(checks).join(', ');
      throw new ConfigError(`${where} has an unknown key '${key}'; known are ${known}`, key);
    }
    read[key] = check(value, key);
  }
  return read as { [K in keyof Checks]?: ReturnType<Checks[K]> };
}

/** A setting that must be there. */
export function required<T>(value: T | undefined, name: string, where: string): T {
  if (value !== undefined) return value;
  throw new ConfigError(`${where} has no ${name}; it must be given`, name);
}
