/** embed.html: 10,000 addresses and 10,000 messages of pages around it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { bundled } from './bundled.mjs';
import { anything, check, parametersLike, stateLike, text } from './lib/any-input.mjs';
import { formats } from './lib/formats.mjs';

const { attributesIn, stateIn } = await bundled('elements/embed-request.ts');

test('an element gets the attributes that it accepts, with the text of the address', () => {
  const other = fc.dictionary(
    fc.oneof(text, fc.constantFrom('onload', 'style', 'srcdoc', 'from-link', 'code', 'element')),
    text,
  );
  const address = fc
    .constantFrom(...formats)
    .chain((format) => fc.tuple(fc.constant(format), parametersLike(format), other));
  check(
    fc.property(address, ([{ names, flags, parse }, own, other]) => {
      const parameters = new URLSearchParams({ ...other, ...own });
      const attributes = attributesIn(parameters, [...names, 'theme'], flags);

      for (const [name, value] of attributes) {
        assert.ok([...names, 'theme', 'from-link'].includes(name), name);
        if (name === 'from-link') assert.ok(parameters.has('code'));
        else assert.equal(value, parameters.get(name));
      }
      const sets = (name) =>
        !flags.includes(name) || !['0', 'false'].includes(parameters.get(name));
      const wanted = names.filter((name) => parameters.has(name) && sets(name));
      assert.deepEqual(
        [...attributes.keys()].filter((name) => names.includes(name)),
        wanted,
      );
      const state = parse(Object.fromEntries(attributes));
      assert.deepEqual(parse(state), state);
    }),
  );
});

test('only a message that sets the state does, and any state that it has is made valid', () => {
  const state = fc.constantFrom(...formats).chain((format) => stateLike(format));
  const message = fc.record(
    {
      type: fc.oneof(fc.constant('mh-set-state'), fc.constant('mh-state'), anything),
      version: fc.oneof(fc.constantFrom(1, 1, 2, undefined), anything),
      state: fc.oneof(state, anything),
    },
    { requiredKeys: [] },
  );
  let set = 0;
  check(
    fc.property(fc.oneof(message, anything), fc.constantFrom(...formats), (data, { parse }) => {
      const wanted = stateIn(data);
      const isKnown = data?.type === 'mh-set-state' && [1, undefined].includes(data.version);
      assert.equal(wanted !== null, isKnown);
      if (wanted === null) return;
      const state = parse(wanted.state);
      assert.deepEqual(JSON.parse(JSON.stringify(state)), state);
      set += 1;
    }),
  );
  assert.ok(set > 500, `${set} set a state`);
});
