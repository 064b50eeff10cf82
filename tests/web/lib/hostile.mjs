/** What a stranger may put where a state or an address is read. */

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
export function seeded(seed) {
  return () => {
    seed = (seed + 0x6d2b79f5) | 0;
    let bits = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    bits = (bits + Math.imul(bits ^ (bits >>> 7), 61 | bits)) ^ bits;
    return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32;
  };
}

const anyOf = (list, random) => list[Math.floor(random() * list.length)];

const throws = () => {
  throw new Error('hostile');
};
/** Every trap throws. */
const throwing = (target) =>
  new Proxy(target, new Proxy({}, { get: (_, trap) => (trap in Reflect ? throws : undefined) }));
function revoked(target) {
  const { proxy, revoke } = Proxy.revocable(target, {});
  revoke();
  return proxy;
}
const unreadable = {
  valueOf: throws,
  toString: throws,
  toJSON: throws,
  [Symbol.toPrimitive]: throws,
};

const names = [
  ...['', ' ', '__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'then'],
  ...['length', 'toJSON', 'b-', 'b-__proto__', '1e3', '-1', '\0', '\uD800', 'x'.repeat(3000)],
];
const texts = [
  ...['', ' ', '0', '1', '2', '3', '-0', '-1', '1.5', '1e99', '0x10', 'NaN', 'Infinity', 'true'],
  ...['false', 'null', 'a b', 'trained', 'random', 'sum', 'relations', 'gqa', 'kv', 'x,1,1'],
  ...['0,1', '1,,2', 'missed', 'ran', 'end', 'output', '\uD800', '\0', 'é'.repeat(300)],
  ...['a '.repeat(500), '9'.repeat(400), '💥'.repeat(2000), ...names],
];
const numbers = [0, -0, 1, 2, 3, 7, 1.5, -1, 64, 255, 1e4, 2 ** 31, 2 ** 53, 1e308];
const leaves = [
  ...[undefined, null, true, false, NaN, Infinity, -Infinity, 10n, 10n ** 400n, Symbol('x')],
  ...[Symbol.iterator, throws, class {}, /x/u, new Date(NaN), new Map([[1, 2]]), unreadable],
  ...[new Float32Array(3), Object(1), Object('1'), revoked({}), revoked([]), revoked(throws)],
  ...[throwing({}), throwing([]), throwing(throws), Object.prototype, Array.prototype],
  // Longer than anything that it holds.
  new Proxy([], { get: (_, name) => (name === 'length' ? 2 ** 53 - 1 : 'a') }),
  Object.assign(['a', '1'], { map: throws, filter: throws, every: throws, slice: throws, join: 1 }),
  Object.defineProperty(['0', '1'], 0, { get: throws }),
  [, 'a', , '1'], // eslint-disable-line no-sparse-arrays
];

/** Seldom long, often of another type, sometimes something that throws. */
export const hostileText = (random) => anyOf(texts, random);

function hostileObject(fields, random, depth) {
  const made = random() < 0.3 ? Object.create(null) : {};
  for (let i = Math.floor(random() * 6); i > 0; --i) {
    const name = anyOf(random() < 0.8 && fields.length > 0 ? fields : names, random);
    const value = random() < 0.05 ? made : hostile(fields, random, depth - 1);
    const own = { enumerable: random() < 0.9, configurable: true };
    const given =
      random() < 0.15 ? { get: throws } : random() < 0.2 ? { get: () => value } : { value };
    Object.defineProperty(made, name, { ...own, ...given });
  }
  const kind = random();
  return kind < 0.05 ? throwing(made) : kind < 0.1 ? Object.create(made) : made;
}

function hostileList(fields, random, depth) {
  const list = Array.from({ length: Math.floor(random() * 5) }, () =>
    random() < 0.1 ? null : hostile(fields, random, depth - 1),
  );
  if (random() < 0.05) list.push(list);
  return random() < 0.05 ? throwing(list) : list;
}

function hostile(fields, random, depth) {
  const kind = depth > 0 ? random() : 1;
  if (kind < 0.3) return hostileObject(fields, random, depth);
  if (kind < 0.45) return hostileList(fields, random, depth);
  const plain = random();
  return anyOf(plain < 0.4 ? texts : plain < 0.75 ? numbers : leaves, random);
}

/** Each leaf alone and as every field, then `count` random ones. */
export function* hostileThings(fields, { seed, count }) {
  const random = seeded(seed);
  for (const leaf of [...leaves, ...numbers, ...texts]) {
    yield leaf;
    for (const name of fields)
      yield Object.defineProperty({}, name, { value: leaf, enumerable: true });
  }
  for (let i = 0; i < count; ++i) yield hostileObject(fields, random, 4);
}
