/** Addresses, attributes and `state`: 10,000 of each, over all figures. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { bundled } from '../bundled.mjs';
import { anything, check, parametersLike, stateLike, text } from './any-input.mjs';
import { formats } from './formats.mjs';

const { stateAddress, stateMarkup } = await bundled('lib/state-format.ts');
const { readAddress } = await bundled('site/places.ts');

const base = 'https://example.org/lesson/#page';
const cases = Math.ceil(10_000 / formats.length);

/** What the site reads from an address. */
function parametersOf(address) {
  globalThis.location = new URL(address);
  return Object.fromEntries(readAddress().parameters);
}

const asCharacter = { amp: '&', lt: '<', gt: '>', quot: '"' };
/** The attributes of markup. It has one element without content, and no other character is special. */
function attributesOf(markup, tag) {
  const [, list] = new RegExp(`^<${tag}((?: [a-z-]+(?:="[^"<>]*")?)*)></${tag}>$`, 'u').exec(
    markup,
  );
  return Object.fromEntries(
    Array.from(list.matchAll(/ ([a-z-]+)(?:="([^"]*)")?/gu), ([, name, value = '']) => [
      name,
      value.replace(/&(amp|lt|gt|quot);/gu, (_, entity) => asCharacter[entity]),
    ]),
  );
}

/** The state is plain JSON that reads as itself, and its address and its markup bring it back. */
function expectState(state, format) {
  assert.deepEqual(JSON.parse(JSON.stringify(state)), state);
  assert.deepEqual(format.parse(state), state);
  assert.deepEqual(format.parse(parametersOf(stateAddress(base, format, state))), state);
  assert.deepEqual(format.parse(attributesOf(stateMarkup(format, state), format.tag)), state);
}

for (const format of formats) {
  const { names, parse, start, tag } = format;
  /** Reads each input; some of them must change something, or the test would test nothing. */
  function checkAll(input, read) {
    const states = new Set();
    check(
      fc.property(input, (given) => {
        const state = read(given);
        expectState(state, format);
        states.add(JSON.stringify(state));
      }),
      cases,
    );
    assert.ok(states.size > 10, `${states.size} different states`);
  }

  describe(tag, () => {
    test('an address gives a state that it brings back', () => {
      const query = parametersLike(format).map((fields) => String(new URLSearchParams(fields)));
      const broken = fc.tuple(query, text).map((parts) => parts.join('&'));

      checkAll(fc.oneof(query, broken), (query) => parse(parametersOf(`${base}?${query}`)));
    });

    test('attributes give a state', () => {
      checkAll(parametersLike(format), (attributes) => parse(attributes));
    });

    test('whatever is assigned gives a state', () => {
      const fields = Object.fromEntries(
        [...names, ...Object.keys(start)].map((name) => [name, anything]),
      );
      const odd = fc.record(fields, { requiredKeys: [] });

      checkAll(fc.oneof(stateLike(format), odd, anything), (given) => parse(given));
    });
  });
}

test('nothing has reached the prototypes', () => {
  assert.deepEqual(Object.keys(Object.prototype), []);
  assert.equal({}.pwned, undefined);
});
