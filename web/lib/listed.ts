/** The items of a sentence: a, b and c; a, b und c. British English has no comma before “and”. */
export const listIn =
  (language: 'en-GB' | 'de') =>
  (items: readonly string[]): string =>
    new Intl.ListFormat(language).format(items);
