/** SCORM's suspend_data: 10,000 that were written, 10,000 that somebody has changed. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { bundled } from '../bundled.mjs';
import { check, text } from '../lib/any-input.mjs';

const { readSuspended, writeSuspended } = await bundled('command/scorm/suspended.ts');
const { parseProgress } = await bundled('elements/quiz/progress.ts');

const sources = ['', '#mh-file-1', '#mh-file-2'];
const ids = ['rows', 'several-heads', 'a', 'constructor'];
const questions = sources.flatMap((src) => ids.map((id) => `${src} ${id}`));

const id = fc.constantFrom(...ids);
const record = (fields) => fc.record(fields, { noNullPrototype: true });
const tries = record({
  seed: fc.integer({ min: 0, max: 9999 }),
  answers: fc.array(fc.oneof(text, fc.string({ maxLength: 200 })), { maxLength: 5 }),
  shown: fc.boolean(),
});
const progress = record({
  log: fc.array(record({ id, missed: fc.boolean() }), { maxLength: 20 }),
  tries: fc.dictionary(id, tries, { maxKeys: 4, noNullPrototype: true }),
});
/** Through JSON once: it has no -0. */
const state = fc.jsonValue({ maxDepth: 3 }).map((value) => JSON.parse(JSON.stringify(value)));
const suspended = record({
  marks: fc.array(fc.constantFrom(0, 1, 2), {
    minLength: questions.length,
    maxLength: questions.length,
  }),
  states: fc.array(fc.tuple(fc.nat(499), state), { maxLength: 4 }).map((pairs) => new Map(pairs)),
  sets: fc
    .array(fc.tuple(fc.constantFrom(...sources), progress), { maxLength: 3 })
    .map((pairs) => new Map(pairs)),
});

test('what is written fits, marks come back, and all else that there was room for', () => {
  let whole = 0;
  check(
    fc.property(suspended, (written) => {
      const text = writeSuspended(written, questions);
      const read = readSuspended(text, questions);

      assert.ok(text.length <= 4096);
      assert.deepEqual(read.marks, written.marks);
      for (const [place, state] of read.states) assert.deepEqual(state, written.states.get(place));
      for (const [src, { log, tries }] of read.sets) {
        const set = written.sets.get(src);
        assert.deepEqual(log, set.log);
        if (Object.keys(tries).length > 0) assert.deepEqual(tries, set.tries);
      }
      if (text.length > 3000) return; // perhaps something was left out
      assert.deepEqual(read, written);
      whole += 1;
    }),
  );
  assert.ok(whole > 1000, `${whole} were compared as a whole`);
});

test('anything that was stored is read, and only what questions and fields allow', () => {
  const list = fc.jsonValue({ maxDepth: 3 });
  const like = fc
    .record(
      {
        m: fc.oneof(fc.string(), fc.jsonValue({ maxDepth: 1 })),
        p: fc.oneof(fc.dictionary(fc.oneof(fc.constantFrom(...sources), text), list), list),
        e: fc.oneof(fc.dictionary(fc.oneof(fc.nat().map(String), text), list), list),
      },
      { requiredKeys: [] },
    )
    .map((value) => JSON.stringify(value));
  const cut = fc.tuple(suspended, fc.nat(), text).map(([written, place, inserted]) => {
    const whole = writeSuspended(written, questions);
    const at = place % whole.length;
    return whole.slice(0, at) + inserted + whole.slice(at + 1);
  });
  check(
    fc.property(fc.oneof(text, like, cut), (text) => {
      const { marks, states, sets } = readSuspended(text, questions);

      assert.equal(marks.length, questions.length);
      for (const mark of marks) assert.ok([0, 1, 2].includes(mark));
      for (const place of states.keys())
        assert.ok(Number.isInteger(place) && place >= 0 && place < 500);
      for (const [src, set] of sets) {
        assert.deepEqual(parseProgress(set), set);
        const known = [...set.log.map(({ id }) => id), ...Object.keys(set.tries)];
        for (const id of known) assert.ok(questions.includes(`${src} ${id}`), id);
      }
    }),
  );
  assert.equal({}.pwned, undefined);
});
