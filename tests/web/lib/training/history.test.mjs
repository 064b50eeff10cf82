import assert from 'node:assert/strict';
import { test } from 'node:test';
import { load } from '../../../../dist/index.js';
import { bundled } from '../../bundled.mjs';

const { TrainingHistory } = await bundled('lib/training/history.ts');
const { RunRecord } = await bundled('elements/training/record.ts');
const { TrainingBench } = await bundled('lib/training/bench.ts');
const engine = await load();

const small = { task: 'relations', seed: 3, dModel: 8, numHeads: 2 };

/** A bench that has trained run A and run B for these numbers of steps. */
function benchAt(steps, configs = [small, { ...small, numHeads: 1 }]) {
  const bench = new TrainingBench(engine);
  bench.make(configs);
  for (let done = 0; done < steps; done++) bench.advance(1, 1);
  return bench;
}

test('a step that is past is measured as it was when the runs stood there', () => {
  for (const change of [{}, { tieHeads: true }, { combine: 'sum' }, { scale: 'none' }]) {
    const configs = [{ ...small, ...change }, small];
    const [early, late] = [benchAt(4, configs), benchAt(9, configs)];

    assert.deepEqual(late.measure(4), early.measure(4));
    assert.deepEqual(late.save(0, 4), early.save(0, 4));
    const operation = { kind: 'prune', layer: 0, head: 1 };
    assert.deepEqual(late.operate(0, 4, operation), early.operate(0, 4, operation));
    assert.notDeepEqual(
      late.measure(9).runs[0].finding.loss,
      early.measure(4).runs[0].finding.loss,
    );
    early.dispose();
    late.dispose();
  }
});

test('a measurement leaves nothing of the past model', () => {
  const bench = benchAt(5);
  const before = bench.memory();
  bench.measure(2);

  assert.deepEqual(bench.memory(), before);
  bench.dispose();
});

test('a run that diverged is measured where it stopped, and before', () => {
  const bench = benchAt(6, [{ ...small, optimizer: 'sgd', learningRate: 1e30 }, small]);
  const [diverged] = bench.measure(6).runs;
  const last = diverged.finding.step;

  assert.ok(last >= 1 && last < 6, `diverged at ${last}`);
  assert.equal(bench.measure(last - 1).runs[0].finding.step, last - 1);
  assert.equal(bench.measure(6).runs[1].finding.step, 6);
  bench.dispose();
});

test('with too many models every second, then every fourth step is kept, and step 0 always', () => {
  const history = new TrainingHistory(4 * 10);
  for (let step = 0; step <= 13; step++) {
    if (history.shouldSave(step)) history.keep(step, [new Uint8Array(4), new Uint8Array(6)]);
  }

  assert.equal(history.stride, 4);
  const kept = Array.from({ length: 14 }, (_, step) => step).filter((step) => history.at(step));
  assert.deepEqual(kept, [0, 4, 8, 12]);
  assert.equal(history.latest(11), 8);
  assert.equal(history.latest(3), 0);
});

test('a step that is kept again takes its memory once', () => {
  const history = new TrainingHistory(4 * 10);
  for (const step of [0, 1, ...Array(100).fill(1)]) history.keep(step, [new Uint8Array(10)]);

  assert.equal(history.stride, 1);
});

test('when all runs have diverged, nothing more is trained or kept', () => {
  const config = { ...small, dModel: 64, optimizer: 'sgd', learningRate: 3 };
  const bench = new TrainingBench(engine);
  bench.make([config, config]);
  bench.advance(10_000, 300);

  assert.ok(bench.measure(10_000).runs.every(({ finding }) => finding.step > 3));
  assert.equal(bench.measure(3).runs[0].finding.step, 3);
  bench.dispose();
});

test('a record shows a step only what was measured at that step', () => {
  const record = new RunRecord({ relations: ['one back'] });
  const at = (step) => [{ step, apart: step }, { step }];
  for (const step of [0, 7, 3, 5, 3]) record.addMeasurement(...at(step));

  assert.deepEqual(
    record.findings.map(({ step }) => step),
    [0, 3, 5, 7],
  );
  assert.equal(record.findingAt(5).step, 5);
  assert.equal(record.findingAt(6), null);
  assert.equal(record.glanceAt(6), null);
  assert.equal(record.isMeasuredAt(3), true);
  record.divergedAt = 7;
  assert.equal(record.findingAt(100).step, 7);
});

test('heads are apart since a step, as far as is shown', () => {
  const record = new RunRecord({ relations: ['one back'] });
  for (const [step, apart] of [0, 0, 0.5, 0.6].entries()) record.addMeasurement({ step, apart });

  assert.equal(record.apartSince(0.1, 3), 2);
  assert.equal(record.apartSince(0.1, 1), null);
});
