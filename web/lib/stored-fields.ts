/** Readers of stored JSON, besides those for attributes and addresses in state-fields.ts. */
import { readList, type Reader } from './state-fields.js';

/** Only `true` is true. Attributes use `flag`. */
export const storedTrue: Reader<boolean> = (input) => input === true;

/** A list of at most `most` values. Invalid items are left out. Attributes use `itemsOf`. */
export const listOf =
  <Value>(reader: Reader<Value>, most = 10_000): Reader<readonly Value[]> =>
  (input) =>
    readList(input)
      ?.map(reader)
      .filter((value) => value !== undefined)
      .slice(0, most);

/** Like `listOf`, without duplicates. */
export const setOf =
  <Value>(reader: Reader<Value>, most = 10_000): Reader<readonly Value[]> =>
  (input) => {
    const values = listOf(reader)(input);
    return values && [...new Set(values)].slice(0, most);
  };
