/**
 * Reads states of figures from untrusted data: stored objects, attributes, addresses. Every field is
 * checked, and reading never throws, even if a getter or a proxy does.
 */

/** The own fields of `input`, each read once. Those that throw are left out. */
export function readObject(input: unknown): Record<string, unknown> {
  const fields = Object.create(null) as Record<string, unknown>;
  if (typeof input !== 'object' || input === null) return fields;
  for (const name of orUndefined(() => Object.keys(input)) ?? []) {
    const field = orUndefined(() => ({ value: (input as Record<string, unknown>)[name] }));
    if (field) fields[name] = field.value;
  }
  return fields;
}

/** The first `most` items of an array, each read once; undefined if it is not an array, or throws. */
export function readList(input: unknown, most = 10_000): unknown[] | undefined {
  return orUndefined(() =>
    Array.isArray(input)
      ? Array.from({ length: Math.min(input.length, most) }, (_, i): unknown => input[i])
      : undefined,
  );
}

function orUndefined<Value>(read: () => Value): Value | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}

/** Checks a value. Undefined means that it is invalid; the default is used then. */
export type Reader<Value> = (input: unknown) => Value | undefined;

export const integer =
  (min: number, max: number): Reader<number> =>
  (input) => {
    const value = toNumber(input);
    return Number.isInteger(value) && min <= (value as number) && (value as number) <= max
      ? (value as number) + 0 // -0 is 0
      : undefined;
  };

/** @param places  how many decimals are kept, so that the number that is shown is the one used */
export const decimal =
  (min: number, max: number, places?: number): Reader<number> =>
  (input) => {
    const value = toNumber(input);
    if (typeof value !== 'number' || !(min <= value && value <= max)) return undefined;
    return places === undefined ? value + 0 : Number(value.toFixed(places)) + 0;
  };

/** Attributes are texts. */
const toNumber = (input: unknown): unknown =>
  typeof input === 'string' && input.trim() !== '' ? Number(input) : input;

/** Also accepts null and the empty string, both as null. */
export const orNull =
  <Value>(reader: Reader<Value>): Reader<Value | null> =>
  (input) =>
    input === null || input === '' ? null : reader(input);

export const text =
  (longest: number): Reader<string> =>
  (input) =>
    typeof input === 'string' && input.length <= longest ? input : undefined;

export const flag: Reader<boolean> = (input) =>
  typeof input === 'boolean'
    ? input
    : input === '' || input === '1' || input === 'true'
      ? true
      : input === '0' || input === 'false'
        ? false
        : undefined;

export const oneOf =
  <Value extends string | number>(...values: readonly Value[]): Reader<Value> =>
  (input) =>
    values.find((value) => value === (typeof value === 'number' ? toNumber(input) : input));

/**
 * A list, or text with commas or spaces between its items, of which the first `most` are kept. An
 * invalid or empty item makes all of it invalid: without it, the others would move to wrong places.
 */
export const itemsOf =
  <Value>(reader: Reader<Value>, most = 10_000): Reader<readonly Value[]> =>
  (input) => {
    const items = typeof input === 'string' ? splitItems(input) : readList(input);
    const values = items?.slice(0, most).map(reader);
    return values?.every((value) => value !== undefined) ? values : undefined;
  };

const splitItems = (text: string) => (text.trim() === '' ? [] : text.trim().split(/\s*,\s*|\s+/u));

export const highestSeed = 9999;
export const seed: Reader<number> = integer(0, highestSeed);
export const nextSeed = (seed: number): number => (seed + 1) % (highestSeed + 1);

const longestWord = 80;

/** Splits text at spaces and cuts very long words, but no character of two code units. */
export const splitWords = (text: string): string[] =>
  text
    .split(/\s+/u)
    .map((word) => word.slice(0, longestWord).replace(/[\ud800-\udbff]$/u, ''))
    .filter((word) => word !== '');

/** A sentence or a list of words, of which the first `most` are kept. */
export const tokenList =
  (most: number, least = 0): Reader<readonly string[]> =>
  (input) => {
    const texts = readList(typeof input === 'string' ? [input] : input);
    if (!texts?.every((text) => typeof text === 'string')) return undefined;
    const words = texts.flatMap(splitWords).slice(0, most);
    return words.length < least ? undefined : words;
  };

/** For attributes that switch something off, such as `no-output-projection`. */
export const invertedFlag: Reader<boolean> = (input) => {
  const isOff = flag(input);
  return isOff === undefined ? undefined : !isOff;
};

/** For each field: its name in attributes and addresses, its reader, and the attribute's reader if
 that differs. */
export type Fields<State> = {
  readonly [Key in keyof State]-?: readonly [
    name: string,
    reader: Reader<State[Key]>,
    attributeReader?: Reader<State[Key]>,
  ];
};

/** The valid fields of `input`, which may have the state's names or those of attributes. */
export function readFields<State>(input: unknown, fields: Fields<State>): Partial<State> {
  const source = readObject(input);
  const read: Record<string, unknown> = {};
  for (const key of Object.keys(fields) as (keyof State & string)[]) {
    const [name, reader, attributeReader = reader] = fields[key];
    const fromAttribute = Object.hasOwn(source, name) ? attributeReader(source[name]) : undefined;
    const value = Object.hasOwn(source, key) ? reader(source[key]) : fromAttribute;
    if (value !== undefined) read[key] = value;
  }
  return read as Partial<State>;
}

/** The names of the fields in attributes and addresses. */
export const fieldNames = <State>(fields: Fields<State>): string[] =>
  Object.values<Fields<State>[keyof State]>(fields).map(([name]) => name);

/** The names of the fields that are boolean attributes. */
export const flagNames = <State>(fields: Fields<State>): string[] =>
  Object.values<Fields<State>[keyof State]>(fields)
    .filter(([, reader]) => (reader as unknown) === flag)
    .map(([name]) => name);

/**
 * The shortest form for an address: only the fields that differ from `base`. `readFields` reads it
 * back.
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
      value === undefined ? undefined : write(value, attributeReader === invertedFlag),
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
