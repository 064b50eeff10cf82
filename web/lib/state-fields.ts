/**
 * States of figures from anything: stored objects, attributes, addresses. All of it is checked, and
 * reading it never throws, not even where a getter or a proxy does.
 */

/** The own fields of `given`, each read once. Those that cannot be read are left out. */
export function readObject(given: unknown): Record<string, unknown> {
  const fields = Object.create(null) as Record<string, unknown>;
  if (typeof given !== 'object' || given === null) return fields;
  for (const name of unlessItThrows(() => Object.keys(given)) ?? []) {
    const field = unlessItThrows(() => ({ value: (given as Record<string, unknown>)[name] }));
    if (field) fields[name] = field.value;
  }
  return fields;
}

/** The first items of a list, each read once; undefined where it is none or one cannot be read. */
export function readList(given: unknown, most = 10_000): unknown[] | undefined {
  return unlessItThrows(() =>
    Array.isArray(given)
      ? Array.from({ length: Math.min(given.length, most) }, (_, i): unknown => given[i])
      : undefined,
  );
}

function unlessItThrows<Value>(read: () => Value): Value | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}

/** Returns undefined for what cannot be used: the default then stays. */
export type Reader<Value> = (given: unknown) => Value | undefined;

export const wholeNumber =
  (min: number, max: number): Reader<number> =>
  (given) => {
    const value = typeof given === 'string' && given.trim() !== '' ? Number(given) : given;
    return Number.isInteger(value) && min <= (value as number) && (value as number) <= max
      ? (value as number) + 0 // -0 is 0
      : undefined;
  };

export const decimal =
  (min: number, max: number): Reader<number> =>
  (given) => {
    const value = typeof given === 'string' && given.trim() !== '' ? Number(given) : given;
    return typeof value === 'number' && min <= value && value <= max ? value + 0 : undefined;
  };

/** As is `reader`, but nothing may be set, which is null. */
export const orNull =
  <Value>(reader: Reader<Value>): Reader<Value | null> =>
  (given) =>
    given === null || given === '' ? null : reader(given);

export const text =
  (longest: number): Reader<string> =>
  (given) =>
    typeof given === 'string' && given.length <= longest ? given : undefined;

/** In plain JSON only: a text says neither yes nor no. */
export const yes: Reader<boolean> = (given) => given === true;

export const flag: Reader<boolean> = (given) =>
  typeof given === 'boolean'
    ? given
    : given === '' || given === '1' || given === 'true'
      ? true
      : given === '0' || given === 'false'
        ? false
        : undefined;

export const oneOf =
  <Value extends string>(...values: Value[]): Reader<Value> =>
  (given) =>
    values.find((value) => value === given);

/** A list, at most so long, without what cannot be read in it. */
export const listOf =
  <Value>(reader: Reader<Value>, most = 10_000): Reader<readonly Value[]> =>
  (given) =>
    readList(given)
      ?.map(reader)
      .filter((value) => value !== undefined)
      .slice(0, most);

/** Each once, in the order in which they came. */
export const setOf =
  <Value>(reader: Reader<Value>, most = 10_000): Reader<readonly Value[]> =>
  (given) => {
    const values = listOf(reader)(given);
    return values && [...new Set(values)].slice(0, most);
  };

export const highestSeed = 9999;
export const seed: Reader<number> = wholeNumber(0, highestSeed);
export const nextSeed = (seed: number): number => (seed + 1) % (highestSeed + 1);

const longestWord = 80;

/** Words as people type or paste them. */
export const splitWords = (text: string): string[] =>
  text
    .split(/\s+/u)
    .filter((word) => word !== '')
    .map((word) => word.slice(0, longestWord));

/** A sentence, or a list of its words. */
export const tokenList =
  (most: number): Reader<readonly string[]> =>
  (given) => {
    const texts = readList(typeof given === 'string' ? [given] : given);
    return texts?.every((text) => typeof text === 'string')
      ? texts.flatMap(splitWords).slice(0, most)
      : undefined;
  };

/** An attribute is there to switch something off: `no-output-projection`. */
export const absent: Reader<boolean> = (given) => {
  const isOff = flag(given);
  return isOff === undefined ? undefined : !isOff;
};

/** Each field's name in an attribute or address, and how it is read; there, if otherwise. */
export type Fields<State> = {
  readonly [Key in keyof State]-?: readonly [
    name: string,
    reader: Reader<State[Key]>,
    attributeReader?: Reader<State[Key]>,
  ];
};

/** The fields of `given` that can be used, under the state's names or those of attributes. */
export function readFields<State>(given: unknown, fields: Fields<State>): Partial<State> {
  const source = readObject(given);
  const read: Record<string, unknown> = {};
  for (const key of Object.keys(fields) as (keyof State & string)[]) {
    const [name, reader, attributeReader = reader] = fields[key];
    const fromAttribute = Object.hasOwn(source, name) ? attributeReader(source[name]) : undefined;
    const value = Object.hasOwn(source, key) ? reader(source[key]) : fromAttribute;
    if (value !== undefined) read[key] = value;
  }
  return read as Partial<State>;
}

/** The names that attributes and addresses have for the fields. */
export const namesOf = <State>(fields: Fields<State>): string[] =>
  (Object.values(fields) as Fields<State>[keyof State][]).map(([name]) => name);

/** Those of fields that are there or not, as attributes are. */
export const flagsOf = <State>(fields: Fields<State>): string[] =>
  (Object.values(fields) as Fields<State>[keyof State][])
    .filter(([, reader]) => (reader as unknown) === flag)
    .map(([name]) => name);

/**
 * The shortest form, by the names that an address carries: only what differs from `base`. It is
 * what readFields reads.
 */
export function writeFields<State>(
  state: Partial<State>,
  base: Partial<State>,
  fields: Fields<State>,
): Record<string, string> {
  const written: Record<string, string> = {};
  for (const key of Object.keys(fields) as (keyof State & string)[]) {
    const [name, , attributeReader] = fields[key];
    const [value, usual] = [state[key], base[key]].map((value) =>
      value === undefined ? undefined : write(value, attributeReader === absent),
    );
    if (value !== undefined && value !== usual) written[name] = value;
  }
  return written;
}

function write(value: unknown, isInverted: boolean): string {
  if (typeof value === 'boolean') return value === isInverted ? '0' : '1';
  if (Array.isArray(value)) return value.join(typeof value[0] === 'string' ? ' ' : ',');
  return String(value ?? '');
}
