/** The lesson's own model, as it is committed, read by the package: it must do what the page says. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, describe, test } from 'node:test';
import { measure } from '../../emscripten/commands/training-runs.mjs';
import { engine } from './installed.mjs';

const file = (name) => readFileSync(new URL(`../../web/lib/lesson/${name}`, import.meta.url));
const recorded = JSON.parse(file('sentences.json'));
const { runs } = JSON.parse(file('training-results.json'));
const trainer = engine.trainerFromCheckpoint(file('sentences.safetensors'));
const lesson = 'the cat sat on the mat because it was tired'.split(' ');
after(() => trainer.dispose());

/** What the model says of a sentence's last word: subject, object, and whom "it" means. */
const says = (text) =>
  trainer
    .sample({ tokens: text.split(' ') })
    .predictions.at(-1)
    .slice(1);

describe("the lesson's model", () => {
  test('is right about 99 % of every relation in sentences that training never saw', () => {
    const { accuracy } = trainer.evaluate();

    assert.equal(accuracy.length, 4);
    for (const [i, share] of accuracy.entries()) assert.ok(share >= 0.99, trainer.relations[i]);
  });

  test('knows who, where and why in the lesson’s sentence, and in others', () => {
    assert.deepEqual(says(lesson.join(' ')), ['cat', 'mat', 'cat']);
    assert.deepEqual(says('the cat sat on the mat because it was soft'), ['cat', 'mat', 'mat']);
    assert.deepEqual(says('the old mat lay under the dog because it was hungry'), [
      'mat',
      'dog',
      'dog',
    ]);
  });

  test('has the size and the seed that the lesson names', () => {
    const { task, seed, numHeads, dModel, seqLen } = trainer.config;

    assert.deepEqual(
      { task, seed, numHeads, dModel, seqLen, parameters: trainer.parameterCount },
      {
        task: 'sentences',
        seed: recorded.seed,
        numHeads: recorded.heads,
        dModel: recorded.dModel,
        seqLen: recorded.seqLen,
        parameters: recorded.parameters,
      },
    );
    assert.deepEqual(trainer.relations, recorded.relations);
    assert.ok(file('sentences.safetensors').length < 60_000);
  });

  test('loses as much without each head as the lesson says, on any machine', () => {
    const without = engine.tensor.toNested(trainer.ablation());

    assertNear(trainer.evaluate().accuracy, recorded.accuracy);
    without.forEach((row, head) => assertNear(row, recorded.accuracyWithoutHead[head]));
  });

  test('has three heads without which one relation falls by more than half', () => {
    const { accuracy, accuracyWithoutHead } = recorded;
    const lost = accuracyWithoutHead.map((row) => row.map((left, r) => accuracy[r] - left));

    const alone = lost.filter((row) => row.filter((share) => share > 0.5).length === 1);

    assert.ok(alone.length >= 3);
  });

  test('was reached from every seed; with one head it took longer', () => {
    assert.equal(recorded.reachedAtOfAll.length, recorded.seeds);
    assert.ok(recorded.reachedAtOfAll.every((step) => step > 0));
    assert.ok(recorded.oneHeadReachedAt.every((step) => step > 0));
    assert.ok(median(recorded.oneHeadReachedAt) > 1.5 * median(recorded.reachedAtOfAll));
  });

  test('takes as many steps in browsers as were recorded', () => {
    const [fourHeads, oneHead] = [4, 1].map((numHeads) =>
      runs.find(
        (run) => run.build === 'wasm' && run.task === 'sentences' && run.numHeads === numHeads,
      ),
    );

    assert.equal(measure(engine, oneHead, 2).reachedAt, oneHead.reachedAt[2]);
    assert.equal(fourHeads.reachedAt.length, recorded.seeds);
    assert.ok(median(oneHead.reachedAt) > 1.5 * median(fourHeads.reachedAt));
  });
});

/** A rounding here or there decides few of the 512 sentences. */
function assertNear(shares, wanted) {
  shares.forEach((share, i) => {
    assert.ok(Math.abs(share - wanted[i]) < 0.005, `${share} instead of ${wanted[i]}`);
  });
}

const median = (numbers) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];
