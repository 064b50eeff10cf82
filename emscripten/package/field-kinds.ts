/** The kinds of fields in fields.ts: how each is checked, and how it crosses as a number. */
import { refuse, settings, type Check } from './settings.js';
import * as checks from './settings.js';

export interface Field<T> {
  readonly check: Check<T>;
  readonly toNumber: (value: T) => number;
  readonly toValue: (number: number) => T;
}

export type FieldsOf<Settings> = {
  readonly [K in keyof Settings]-?: Field<Exclude<Settings[K], undefined>>;
};
type AnyFields = Readonly<Record<string, Field<never> & Field<unknown>>>;
export type ValuesOf<Fields> = {
  -readonly [K in keyof Fields]: Fields[K] extends Field<infer T> ? T : never;
};

const numeric = (check: Check<number>): Field<number> => ({
  check,
  toNumber: (value) => value,
  toValue: (value) => value,
});

export const size = numeric(checks.size);
export const count = numeric(checks.count);
export const whole = numeric(checks.seed);
/** NaN is not allowed: in a message it means that a field is absent. */
export const number = numeric((value, name) =>
  Number.isNaN(value) ? refuse(value, name, 'a number') : checks.number(value, name),
);
export const flag: Field<boolean> = {
  check: checks.flag,
  toNumber: Number,
  toValue: (value) => value !== 0,
};

export const choice = <const T extends string>(choices: readonly T[]): Field<T> => ({
  check: checks.oneOf(...choices),
  toNumber: (value) => choices.indexOf(value),
  toValue: (value) => choices[value]!,
});

/** Some of the choices, one bit for each. */
export const set = <const T extends string>(choices: readonly T[]): Field<readonly T[]> => ({
  check: checks.listOf(checks.oneOf(...choices)),
  toNumber: (value) =>
    choices.reduce((sum, each, i) => sum + (value.includes(each) ? 2 ** i : 0), 0),
  toValue: (bits) => Object.freeze(choices.filter((_, i) => bits & (2 ** i))),
});

type ChecksOf<Fields> = { [K in keyof Fields]: Check<ValuesOf<Fields>[K]> };

/** The checks of all fields, for `settings`. */
export function fieldChecks<Fields extends object>(fields: Fields): ChecksOf<Fields> {
  const entries = Object.entries(fields as AnyFields);
  const all: unknown = Object.fromEntries(entries.map(([name, { check }]) => [name, check]));
  return all as ChecksOf<Fields>;
}

/** Checks settings whose keys are all fields. */
export function fieldSettings<Fields extends object>(
  where: string,
  value: unknown,
  fields: Fields,
  prefix = '',
): Partial<ValuesOf<Fields>> {
  return settings(where, value, fieldChecks(fields), prefix);
}

/** The values in the core's order. Missing ones are NaN. */
export function toNumbers<Fields extends object>(
  fields: Fields,
  values: { readonly [K in keyof Fields]?: ValuesOf<Fields>[K] | undefined },
): number[] {
  return Object.entries(fields as AnyFields).map(([name, { toNumber }]) => {
    const value = values[name as keyof Fields];
    return value === undefined ? NaN : toNumber(value as never);
  });
}
