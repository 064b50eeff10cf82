/** Progress that a browser keeps, and the file of it: 10,000 of each. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { bundled } from '../bundled.mjs';
import { anything, check, text } from '../lib/any-input.mjs';

const { fromFile, parseProgress, toFile } = await bundled('elements/quiz/progress.ts');
const { Stored } = await bundled('lib/stored.ts');

const id = fc.stringMatching(/^[a-z][a-z0-9-]{0,20}$/u);
const record = (fields) => fc.record(fields, { noNullPrototype: true });
const tries = record({
  seed: fc.integer({ min: 0, max: 9999 }),
  answers: fc.array(text, { maxLength: 4 }),
  shown: fc.boolean(),
});
/** Progress as the quizzes make it. */
const progress = record({
  log: fc.array(record({ id, missed: fc.boolean() }), { maxLength: 8 }),
  tries: fc.dictionary(id, tries, { maxKeys: 5, noNullPrototype: true }),
});
/** Its fields with anything in them. */
const nearly = fc.record(
  {
    log: fc.oneof(fc.array(fc.record({ id: fc.oneof(id, anything), missed: anything })), anything),
    tries: fc.oneof(fc.dictionary(fc.oneof(id, text), fc.oneof(tries, anything)), anything),
  },
  { requiredKeys: [] },
);

/** The storage of a browser, which may already contain anything. */
function storing(entries) {
  const kept = new Map(entries);
  globalThis.localStorage = {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, String(value)),
  };
  return kept;
}

const expectProgress = (read) => {
  assert.deepEqual(JSON.parse(JSON.stringify(read)), read);
  assert.deepEqual(parseProgress(read), read);
};

test('anything that was stored gives progress', () => {
  const json = fc.jsonValue({ maxDepth: 4 }).map((value) => JSON.stringify(value));
  check(
    fc.property(fc.oneof(text, json, nearly.map(toText)), (stored) => {
      storing([['place', stored]]);
      expectProgress(new Stored('place', parseProgress).read());
    }),
  );
});

/** As text, without what JSON has no words for. */
const toText = (value) =>
  JSON.stringify(value, (_, part) => (typeof part === 'bigint' ? Number(part) : part)) ?? '';

test('progress comes back from storage and from its file', () => {
  check(
    fc.property(progress, (made) => {
      const kept = storing([]);
      new Stored('place', parseProgress).write(made);

      assert.deepEqual(new Stored('place', parseProgress).read(), made);
      assert.deepEqual(new Stored('other', parseProgress, 'place').read(), made);
      assert.deepEqual([...kept.keys()], ['place']);
      assert.deepEqual(fromFile(toFile(made)), made);
    }),
  );
});

test('a file that was changed is progress, or refused', () => {
  check(
    fc.property(progress, fc.nat(), fc.nat(9), text, (made, place, removed, inserted) => {
      const whole = toFile(made);
      const at = place % whole.length;
      const read = fromFile(whole.slice(0, at) + inserted + whole.slice(at + removed));
      if (read !== null) expectProgress(read);
    }),
  );
});

test('a storage that throws is like none', () => {
  const throws = () => {
    throw new Error('denied');
  };
  check(
    fc.property(progress, fc.boolean(), (made, isReadable) => {
      globalThis.localStorage = { getItem: isReadable ? () => null : throws, setItem: throws };
      const stored = new Stored('place', parseProgress);
      expectProgress(stored.read());
      stored.write(made);

      assert.equal(stored.isStored, false);
      assert.deepEqual(stored.read(), made);
      assert.deepEqual(new Stored('place', parseProgress).read(), made);
    }),
    1000,
  );
});
