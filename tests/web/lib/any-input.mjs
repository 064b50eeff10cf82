/** Arbitrary input for fast-check: what strangers, other programs and old releases write. */
import fc from 'fast-check';

/** The same cases in every run; a failure prints its smallest case. */
export const check = (property, numRuns = 10_000) =>
  fc.assert(property, { seed: 18, numRuns, includeErrorInReport: true });

export const scripts = [
  '<script>pwned=1</script>',
  '"><img src=x onerror=pwned=1>',
  "'--></style></script><svg onload=pwned=1>",
  'javascript:pwned=1',
  '{{constructor.constructor("pwned=1")()}}',
  '${pwned=1}',
  '__proto__',
  'constructor',
];

const number = fc.oneof(
  fc.integer({ min: -2, max: 20 }),
  fc.integer({ min: -10, max: 10_001 }),
  fc.double({ min: -20, max: 20, noNaN: true }),
  fc.double(),
  fc.maxSafeInteger(),
);

export const text = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 30 }),
  fc.string({ unit: 'binary', maxLength: 30 }),
  fc.constantFrom(...scripts),
);

/** Anything that JavaScript has but functions; it may be nested and without a prototype. */
export const anything = fc.anything({
  ...{ withBigInt: true, withBoxedValues: true, withDate: true, withMap: true, withSet: true },
  ...{ withNullPrototype: true, withObjectString: true, withSparseArray: true },
  ...{ withTypedArray: true, maxDepth: 3, maxKeys: 5 },
});

const edit = fc
  .tuple(
    fc.constantFrom('wq', 'wk', 'wv', 'wo', 'scores0', 'scores1', 'mask'),
    ...[fc.nat(40), fc.nat(40), fc.oneof(fc.constantFrom(0, 1), number)],
  )
  .map(([matrix, row, column, value]) => `${matrix}.${row}.${column}=${value}`);

/** Values as a state has them: more often valid than not. @param words  names among them */
const likely = (words) => {
  const name = fc.constantFrom(...words, '');
  const cell = fc.tuple(name, fc.nat(9), fc.nat(9)).map(String);
  const list = fc.oneof(
    fc.array(fc.integer({ min: 0, max: 12 }), { maxLength: 9 }),
    fc.array(fc.double({ min: -9, max: 9, noNaN: true }), { maxLength: 9 }),
    fc.array(fc.oneof(text, name), { maxLength: 9 }),
    fc.array(edit, { maxLength: 9 }),
  );
  return fc.oneof(
    { weight: 4, arbitrary: number },
    { weight: 4, arbitrary: name },
    { weight: 3, arbitrary: list },
    { weight: 2, arbitrary: fc.constantFrom(true, false, null) },
    { weight: 1, arbitrary: cell },
    { weight: 1, arbitrary: text },
  );
};

const written = (value) =>
  Array.isArray(value) ? value.join(typeof value[0] === 'string' ? ' ' : ',') : String(value);

/** All words in a value, also in its parts. */
const wordsIn = (value) =>
  typeof value === 'string'
    ? [value]
    : Object.values(value ?? {}).flatMap((part) => (part === value ? [] : wordsIn(part)));

/** Some words that states have as values; those of each format's own start come to them. */
const choices = [
  ...['trained', 'random', 'sum', 'concat', 'sqrt-d-model', 'none', 'relations', 'induction'],
  ...['sentences', 'adam', 'sgd', 'kv', 'qkv', 'causal', 'lengths', 'alibi', 'same', 'another'],
  ...['self', 'cross', 'grouped', 'summed', 'no-output', 'numpy', 'pytorch', '30', 'all'],
];

const optional = (fields) => fc.record(fields, { requiredKeys: [] });

/** A state of a format, or nearly: some of its fields, with values that may fit. */
export function stateLike({ start }) {
  const value = likely([...choices, ...wordsIn(start)]);
  const fields = Object.keys(start).map((name) => {
    const isObject = typeof start[name] === 'object' && !Array.isArray(start[name]);
    const parts = Object.keys((isObject && start[name]) || {});
    const nested = fc.record(Object.fromEntries(parts.map((each) => [each, value])), {
      requiredKeys: [],
    });
    return [name, parts.length > 0 ? fc.oneof(nested, value) : value];
  });
  return optional(Object.fromEntries(fields));
}

/** Attributes of an element, or parameters of an address: texts by name. */
export function parametersLike({ names, start }) {
  const value = fc.oneof(likely([...choices, ...wordsIn(start)]).map(written), text);
  return optional(Object.fromEntries(names.map((name) => [name, value])));
}
