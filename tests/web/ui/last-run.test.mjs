import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ConfigError } from 'manyheads';
import { bundled } from '../bundled.mjs';

const { LastRun } = await bundled('ui/last-run.ts');

/** Runs numbers; the core refuses the negative ones. */
function open() {
  const changes = [];
  const last = new LastRun((state) => changes.push(state));
  const run = (state) => {
    if (state < 0) throw new ConfigError('too small');
    return { state };
  };
  return { last, changes, compute: (state, explain) => last.compute(state, 0, run, explain) };
}

test('what the core refuses keeps the last run, and a button goes back to it', () => {
  const { last, changes, compute } = open();
  compute(3);
  compute(-1);

  assert.deepEqual(last.run, { state: 3 });
  assert.deepEqual(last.problem.why.values, ['too small']);
  assert.match(last.problem.why.strings[0], /<span lang="en">$/u);
  last.problem.repair.act();
  assert.deepEqual(changes, [3]);
});

test('what the core refuses first shows the usual run, and says why', () => {
  const { last, compute } = open();
  compute(-1, ({ state }) => ({ title: state, why: 'its sign' }));

  assert.deepEqual(last.problem, { title: 0, why: 'its sign' });
});

test('a state that is not even tried is explained by the figure', () => {
  const { last, compute } = open();
  compute(3);
  last.compute(
    4,
    0,
    () => null,
    () => ({ title: 'no words' }),
  );

  assert.deepEqual([last.run, last.problem], [{ state: 3 }, { title: 'no words' }]);
});

test('the next run that succeeds clears the problem', () => {
  const { last, compute } = open();
  compute(-1);
  compute(2);

  assert.deepEqual([last.run, last.problem], [{ state: 2 }, null]);
});

test('errors that are not the core’s are thrown', () => {
  const { last } = open();
  const bug = () => {
    throw new TypeError('a bug');
  };

  assert.throws(() => last.compute(1, 0, bug), { name: 'TypeError' });
});
