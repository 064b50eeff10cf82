import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bundled } from '../bundled.mjs';

const { addingTo, emptyMuseum, parseMuseum, addToVisit, visitTo } = await bundled(
  'elements/museum/state.ts',
);

test('a state survives being stored', () => {
  const news = { tests: ['rows', 'order'], guesses: ['no-scale'], shown: true };
  const state = addToVisit({ ...emptyMuseum, exhibit: 3 }, 3, news);

  assert.deepEqual(parseMuseum(JSON.parse(JSON.stringify(state))), state);
});

test('a visit collects what was done, each once, in order', () => {
  const first = addToVisit(emptyMuseum, 2, { tests: ['rows'], guesses: ['a'] });
  const { tests, guesses, shown } = visitTo(
    addToVisit(first, 2, { tests: ['order', 'rows'], guesses: ['b'] }),
    2,
  );

  assert.deepEqual(tests, ['rows', 'order']);
  assert.deepEqual(guesses, ['a', 'b']);
  assert.equal(shown, false);
});

test('what an older link or tab does not know stays stored, until the learner starts over', () => {
  let kept = addToVisit(emptyMuseum, 2, { tests: ['rows'], guesses: ['a'] });
  const store = addingTo({ read: () => kept, write: (state) => (kept = state) });
  const fromLink = addToVisit({ ...emptyMuseum, exhibit: 3 }, 2, { tests: ['order'] });

  store.write(addToVisit(fromLink, 3, { shown: true }), fromLink);
  assert.deepEqual(store.read(), {
    exhibit: 3,
    visits: {
      2: { tests: ['rows'], guesses: ['a'], shown: false },
      3: { tests: [], guesses: [], shown: true },
    },
  });

  store.write(emptyMuseum, fromLink);
  assert.deepEqual(kept, emptyMuseum);
});

test('what came with a link is not stored, also where the learner goes on with it', () => {
  let kept = emptyMuseum;
  const store = addingTo({ read: () => kept, write: (state) => (kept = state) });
  const others = { tests: ['rows'], guesses: ['a'], shown: true };
  const fromLink = [1, 2, 3].reduce((all, each) => addToVisit(all, each, others), emptyMuseum);

  store.write(addToVisit(fromLink, 2, { tests: ['order'] }), fromLink);

  assert.deepEqual(kept.visits, { 2: { tests: ['order'], guesses: [], shown: false } });
});

test('one visit leaves the others alone', () => {
  const first = addToVisit(emptyMuseum, 2, { tests: ['rows'] });

  assert.equal(visitTo(addToVisit(first, 3, { shown: true }), 2), visitTo(first, 2));
});

for (const given of [undefined, null, 7, 'x', [], { exhibit: 0 }, { exhibit: 1.5, visits: 'x' }]) {
  test(`${JSON.stringify(given)} is an empty museum`, () => {
    assert.deepEqual(parseMuseum(given), emptyMuseum);
  });
}

test('unreadable parts of a visit are left out', () => {
  const visit = { tests: ['rows', 7, null, 'rows', 'x'.repeat(41)], guesses: 'a', shown: 'yes' };

  assert.deepEqual(parseMuseum({ exhibit: '4', visits: { 4: visit, '-1': visit, x: visit } }), {
    exhibit: 4,
    visits: { 4: { tests: ['rows'], guesses: [], shown: false } },
  });
});
