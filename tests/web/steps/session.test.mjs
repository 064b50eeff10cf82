import assert from 'node:assert/strict';
import { test } from 'node:test';
import { load } from 'manyheads';
import { bundled } from '../bundled.mjs';

const { StepsSession } = await bundled('elements/steps/session.ts');
const { stepsFormat } = await bundled('elements/steps/state.ts');
const { listSteps } = await bundled('elements/steps/list.ts');
const engine = await load();

function open(settings = {}) {
  const own = { state: stepsFormat.parse(settings) };
  const session = new StepsSession({
    state: () => own.state,
    change: (state) => {
      own.state = state;
      session.compute();
    },
    draw: () => {},
    onRepair: () => {},
  });
  session.open(engine);
  return { session, own };
}
const matrix = { id: 'x' };

test('another step of the same run computes nothing again, and is announced', () => {
  const { session } = open();
  const { trace } = session.run;
  session.goTo(2);

  assert.equal(session.run.trace, trace);
  assert.equal(session.run.state.step, 2);
  assert.match(session.announcement, /2/u);
});

test('the last step is the end', () => {
  const { session } = open({ step: 99 });
  session.goTo(13);
  assert.equal(session.run.state.step, 13);
  assert.ok(session.isAtEnd);
  session.goTo(12);
  assert.ok(!session.isAtEnd);
});

test('invalid settings keep the last run until they are repaired', () => {
  const { session } = open();
  const { trace } = session.run;
  session.change({ tokens: [] });
  assert.equal(session.run.trace, trace);
  assert.equal(session.problem.field, 'tokens');
  session.problem.notice.repair.act();

  assert.equal(session.problem, null);
});

test('a cell under the pointer is explained instead of the chosen one', () => {
  const { session } = open();
  session.pin(matrix, { row: 1, column: 2 });
  session.preview(matrix, { row: 0, column: 3 });
  assert.equal(session.cell, 'x,0,3');
  session.preview(matrix, null);
  assert.equal(session.cell, 'x,1,2');
});

test('a drag of a slider is one step of undo, and no change is none', () => {
  const { session, own } = open();
  session.goTo(3);
  session.pin(matrix, { row: 1, column: 2 });
  session.change({ heads: 2, dModel: 8 });
  session.reset(stepsFormat.start);
  assert.ok(!session.history.canUndo);

  for (const seed of [7, 8, 9]) session.change({ seed }, 'seed');
  session.history.endStep();
  session.change({ seed: 10 }, 'seed');
  session.back('undo');
  assert.equal(own.state.seed, 9);
  session.back('undo');
  assert.equal(own.state.seed, 0);
});

test('undo stays at the same stage of the same head', () => {
  const { session, own } = open();
  session.goTo(13);
  const shown = () => {
    const { stage, head } = listSteps(own.state.heads, own.state.variant)[own.state.step - 1];
    return [stage, head];
  };
  const last = shown();
  session.change({ heads: 4 });
  assert.deepEqual([own.state.step, shown()], [21, last]);
  session.back('undo');
  assert.deepEqual([own.state.step, shown()], [13, last]);
  session.back('redo');
  assert.deepEqual([own.state.step, shown()], [21, last]);

  session.goTo(16);
  session.back('undo');
  assert.equal(own.state.step, 13, 'two heads have no step of head 3');
});

test('a chosen cell belongs to its step', () => {
  const { session } = open();
  session.pin(matrix, { row: 1, column: 2 });
  session.goTo(2);

  assert.equal(session.cell, null);
});
