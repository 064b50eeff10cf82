/**
 * The kinds of fields in fields.ts. A setting is checked and crosses as a number; results are only
 * read.
 */
import type { Readable, ValuesOf } from './answer.js';
import type { Tensor } from './contract.js';
import { refuse, settings, type Check } from './settings.js';
import * as checks from './settings.js';

export interface Field<T> extends Readable<T> {
  readonly check: Check<T>;
  readonly toNumber: (value: T) => number;
}

export type FieldsOf<Settings> = {
  readonly [K in keyof Settings]-?: Field<Exclude<Settings[K], undefined>>;
};
export type ResultsOf<Results> = {
  readonly [K in keyof Results]: Readable<Results[K]>;
};
type AnyFields = Readonly<Record<string, Field<never> & Field<unknown>>>;

const numeric = (check: Check<number>): Field<number> => ({
  check,
  toNumber: (value) => value,
  read: (answer) => answer.number(),
});

export const size = numeric(checks.size);
export const count = numeric(checks.count);
export const whole = numeric(checks.wholeFromZero);
/** NaN is not allowed: in a message it means that a field is absent. */
export const number = numeric((value, name) =>
  Number.isNaN(value) ? refuse(value, name, 'a number') : checks.number(value, name),
);
export const flag: Field<boolean> = {
  check: checks.flag,
  toNumber: Number,
  read: (answer) => answer.flag(),
};

export const choice = <const T extends string>(choices: readonly T[]): Field<T> => ({
  check: checks.oneOf(...choices),
  toNumber: (value) => choices.indexOf(value),
  read: (answer) => choices[answer.number()]!,
});

/** Some of the choices, one bit for each. */
export const set = <const T extends string>(choices: readonly T[]): Field<readonly T[]> => ({
  check: checks.listOf(checks.oneOf(...choices)),
  toNumber: (value) =>
    choices.reduce((sum, each, i) => sum + (value.includes(each) ? 2 ** i : 0), 0),
  read: (answer) => {
    const bits = answer.number();
    return Object.freeze(choices.filter((_, i) => bits & (2 ** i)));
  },
});

export const text: Readable<string> = { read: (answer) => answer.text() };
export const tensor: Readable<Tensor> = { read: (answer) => answer.tensor() };

/** The tensors that exist. */
export const tensors = <const Name extends string>(
  names: readonly Name[],
): Readable<Record<Name, Tensor>> => ({ read: (answer) => answer.tensors(names) });

export const struct = <Table extends object>(table: Table): Readable<ValuesOf<Table>> => ({
  read: (answer) => answer.fields(table),
});

export const nullable = <T>({ read }: Readable<T>): Readable<T | null> => ({
  read: (answer) => (answer.flag() ? read(answer) : null),
});

export const pair = <T>({ read }: Readable<T>): Readable<[T, T]> => ({
  read: (answer) => [read(answer), read(answer)],
});

export const list = <T>({ read }: Readable<T>): Readable<T[]> => ({
  read: (answer) => answer.list(() => read(answer)),
});

/** An object whose keys cross too. */
export const named = <T>({ read }: Readable<T>): Readable<Record<string, T>> => ({
  read: (answer) => Object.fromEntries(answer.list(() => [answer.text(), read(answer)] as const)),
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
