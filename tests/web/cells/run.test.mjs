import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bundled } from '../bundled.mjs';

const { CellRun } = await bundled('elements/cells/run.ts');

const done = { error: null, failing: null };
const started = (drawn = () => {}) => {
  const run = new CellRun(drawn);
  run.wait();
  run.start(3, 'print(1)');
  return run;
};

test('a run waits, runs and ends with its output', () => {
  const run = started();
  assert.ok(run.isRunning);
  run.print('1', false);
  run.print('2\n', true);
  run.end(done);

  assert.deepEqual(run.result, { output: '12\n', isCut: true, ran: done });
  assert.deepEqual([run.phase, run.number, run.code], ['ran', 3, 'print(1)']);
  assert.ok(!run.isRunning);
});

test('a cell that was stopped while it waited is as before', () => {
  const run = started();
  run.end(done);
  run.wait();
  run.stop();

  assert.equal(run.phase, 'ran');
});

test('a cell that was stopped while it ran is stopped, and only what had run is forgotten', () => {
  const run = started();
  run.stop();
  run.forget();
  assert.equal(run.phase, 'stopped');

  const other = started();
  other.end(done);
  other.forget();
  assert.equal(other.phase, 'forgotten');
});

test('a wait turns slow after a while, until the run has ended', (context) => {
  context.mock.timers.enable({ apis: ['setTimeout'] });
  let drawings = 0;
  const run = started(() => ++drawings);
  const before = drawings;
  context.mock.timers.tick(1000);
  assert.ok(run.isSlow && drawings > before);

  run.end(done);
  assert.ok(!run.isSlow);
});

test('output that comes fast is drawn once', (context) => {
  context.mock.timers.enable({ apis: ['setTimeout'] });
  let drawings = 0;
  const run = started(() => ++drawings);
  context.mock.timers.tick(1000);
  drawings = 0;
  for (let i = 0; i < 100; i++) run.print('x', false);
  assert.equal(drawings, 0);
  context.mock.timers.tick(1000);

  assert.equal(drawings, 1);
});
