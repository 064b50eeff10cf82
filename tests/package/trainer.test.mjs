import assert from 'node:assert/strict';
import { afterEach, describe, test } from 'node:test';
import { expectError } from './expect-error.mjs';
import { engine } from './installed.mjs';

const small = { task: 'relations', numHeads: 2, dModel: 8, batch: 4 };
const handles = [];
const trainer = (config) => {
  handles.push(engine.trainer({ ...small, ...config }));
  return handles.at(-1);
};
afterEach(() => handles.splice(0).forEach((handle) => handle.dispose()));

test('a trainer has its defaults worked out, and they cannot be changed', () => {
  const { config } = engine.trainer({ task: 'relations', numHeads: 4 });

  assert.deepEqual(config, {
    task: 'relations',
    numHeads: 4,
    numKvHeads: 4,
    dModel: 32,
    seqLen: 16,
    batch: 32,
    learningRate: 0.01,
    numLayers: 1,
    tieHeads: false,
    combine: 'concat',
    scale: 'sqrt-d-head',
    outputProjection: true,
    share: [],
    optimizer: 'adam',
    momentum: 0.9,
    gradientClip: Infinity,
    seed: 0,
    symmetricStart: false,
    startNoise: 0,
    dLatent: 0,
  });
  assert.throws(() => (config.seed = 1), TypeError);
  assert.throws(() => config.share.push('q'), TypeError);
});

test('a config that was read makes the same trainer', () => {
  const first = trainer({ share: ['k', 'q'], optimizer: 'sgd', learningRate: 0.25, seed: 3 });
  const second = trainer(first.config);

  assert.deepEqual(second.config, first.config);
  assert.deepEqual(second.step(3), first.step(3));
});

describe('the defaults of', () => {
  for (const [task, seqLen, batch, learningRate, numLayers] of [
    ['relations', 16, 32, 0.01, 1],
    ['relations-and-digit', 12, 32, 0.003, 1],
    ['induction', 24, 32, 0.005, 2],
    ['sentences', 14, 64, 0.005, 1],
  ]) {
    test(task, () => {
      const { config } = trainer({ task, batch: undefined });
      const found = [config.seqLen, config.batch, config.learningRate, config.numLayers];
      assert.deepEqual(found, [seqLen, batch, learningRate, numLayers]);
    });
  }
});

test('what a question is, and its tokens', () => {
  assert.deepEqual(trainer().relations, ['x[i-1]', 'x[i-3]', 'x[i-5]', 'x[0]']);
  assert.deepEqual(trainer().vocabulary, [...'abcdefgh']);
  assert.deepEqual(trainer({ task: 'sentences' }).relations, [
    'word before',
    'subject',
    'object',
    'it',
  ]);
  assert.equal(engine.trainer({ task: 'relations', numHeads: 1 }).parameterCount, 5888);
});

test('a step reports its batch, and steps are the same whether counted or not', () => {
  const a = trainer();
  const b = trainer();
  const report = a.step();

  assert.equal(report.step, 1);
  assert.ok(report.loss > 0 && report.gradientNorm > 0);
  assert.equal(report.accuracy.length, 4);
  assert.deepEqual(report.averageAccuracy, report.accuracy);
  assert.deepEqual([report.solved, report.solvedAt, report.diverged], [false, null, false]);
  a.step();
  assert.deepEqual(a.step(), b.step(3));
});

test('four heads solve the four relations, and each head is one of them', () => {
  const solved = trainer({ numHeads: 4, dModel: 32, batch: 32 });
  let report = solved.step();
  while (!report.solved && report.step < 300) report = solved.step();

  assert.ok(report.solved, `not by step ${report.step}`);
  assert.equal(report.solvedAt, report.step);
  assert.ok(solved.evaluate().accuracy.every((accuracy) => accuracy >= 0.98));
  const ablation = solved.ablation();
  assert.deepEqual(ablation.shape, [4, 4]);
  const lost = Array.from(ablation.data, (accuracy) => (accuracy < 0.2 ? 1 : 0));
  for (let i = 0; i < 4; ++i) {
    const sum = (places) => places.reduce((total, place) => total + lost[place], 0);
    assert.equal(sum([0, 1, 2, 3].map((j) => 4 * i + j)), 1, `head ${i}`);
    assert.equal(sum([0, 1, 2, 3].map((j) => 4 * j + i)), 1, `relation ${i}`);
  }
  const { mass, entropy } = solved.reading();
  assert.deepEqual(mass.shape, [1, 4, 4]);
  assert.deepEqual(entropy.shape, [1, 4]);
  lost.forEach((isLost, i) => isLost && assert.ok(mass.data[i] > 0.8));
});

test('evaluate measures a change and does not keep it', () => {
  const one = trainer();
  one.step(20);
  const before = one.evaluate();
  const changes = [
    { headMask: [0, 1] },
    { tieHeads: true },
    { outputProjection: false },
    { scale: 'none' },
  ];

  for (const change of changes) assert.notEqual(one.evaluate(change).loss, before.loss);
  assert.deepEqual(one.evaluate(), before);
  assert.deepEqual(one.evaluate({}), before);
});

test('chance is the accuracy on random letters', () => {
  const { loss, accuracy } = trainer().chance();
  assert.ok(Math.abs(loss - Math.log(8)) < 0.01);
  assert.ok(accuracy.every((share) => Math.abs(share - 0.125) < 0.03));
});

test('a sample has the question, the answer and what every layer computed', () => {
  const one = trainer({ task: 'induction', seqLen: 8 });
  const { tokens, targets, predictions, layers } = one.sample({ seed: 4 });

  assert.equal(tokens.length, 8);
  assert.ok(tokens.every((token) => one.vocabulary.includes(token)));
  assert.deepEqual(targets[0], ['']);
  targets.slice(4, 7).forEach(([target], i) => assert.equal(target, tokens[5 + i]));
  assert.ok(predictions.flat().every((token) => one.vocabulary.includes(token)));
  assert.equal(layers.length, 2);
  assert.deepEqual(layers[0].weights.shape, [2, 8, 8]);
  assert.deepEqual(one.sample({ seed: 4 }), one.sample({ seed: 4 }));
  assert.deepEqual(one.sample(), one.sample({ seed: 0 }));
  assert.notDeepEqual(one.sample({ seed: 5 }).tokens, tokens);
});

test("a sentence of one's own is read, in small or large letters", () => {
  const one = trainer({ task: 'sentences' });
  const tokens = 'The cat sat on the mat because it was tired'.split(' ');
  const sample = one.sample({ tokens });

  assert.equal(sample.tokens[0], 'the');
  assert.deepEqual(sample.targets[9], ['was', 'cat', 'mat', 'cat']);
  assert.deepEqual(sample.layers[0].weights.shape, [2, 10, 10]);
  assert.deepEqual(one.embed(tokens).shape, [10, 8]);
  const layer = one.attention();
  handles.push(layer);
  assert.deepEqual(layer.trace(one.embed(tokens)), sample.layers[0]);
});

for (const [task, numLayers] of [
  ['relations', 1],
  ['relations', 2],
  ['induction', 1],
  ['sentences', 2],
]) {
  test(`the answers of ${task} with ${numLayers} layers come from what the contract says`, () => {
    const one = trainer({ task, numLayers });
    one.step(5);
    const tokens = one.sample({ seed: 1 }).tokens;
    const { layers, predictions } = one.sample({ tokens });
    const sum = layers.reduce(
      (sum, { output }) => engine.tensor.add(sum, output),
      one.embed(tokens),
    );
    const isAdded = numLayers > 1 || task === 'induction';
    const answers = engine.tensor.toNested(one.readOut(isAdded ? sum : layers[0].output));

    const best = (row) => one.vocabulary[row.indexOf(Math.max(...row))];
    assert.deepEqual(
      answers.map((relations) => relations.map(best)),
      predictions,
    );
  });
}

test('a head mask without heads is no head mask', () => {
  expectError(() => trainer(small).evaluate({ headMask: [] }), {
    is: 'ConfigError',
    field: 'headMask',
  });
});

test('pooling gives a new trainer and does not change the old one', () => {
  const one = trainer({ numHeads: 4 });
  one.step(10);
  const before = one.evaluate();
  const grouped = one.toGrouped(2, { from: 'first' });
  handles.push(grouped);

  assert.equal(grouped.config.numKvHeads, 2);
  assert.ok(grouped.parameterCount < one.parameterCount);
  assert.equal(grouped.step().step, 1);
  assert.deepEqual(one.evaluate(), before);
});

test('what was saved is read again', () => {
  const one = trainer({ task: 'sentences', seed: 5 });
  one.step(3);
  const file = one.save();
  const again = engine.trainerFromCheckpoint(file);
  handles.push(again);

  assert.deepEqual(again.config, one.config);
  assert.deepEqual(again.evaluate(), one.evaluate());
  assert.deepEqual(again.save(), file);
  const layer = engine.attentionFromCheckpoint(file, { layer: 0 });
  handles.push(layer);
  assert.deepEqual(layer.weights(), one.attention().weights());
});

test('an error names a tensor of a file as the file does', () => {
  const file = trainer(small).save();
  const digit = /(?<="trainer\.seq_len":")\d/.exec(new TextDecoder('latin1').decode(file)).index;
  file[digit] = '9'.charCodeAt();

  assert.throws(() => engine.trainerFromCheckpoint(file), {
    name: 'ShapeError',
    argument: 'position_embedding',
    message: /^checkpoint: 'position_embedding' \[/,
  });
});

test('a run that diverges at its first step has an average for each relation', () => {
  const report = trainer({ startNoise: 3e38 }).step();

  assert.ok(report.diverged);
  assert.deepEqual(report.averageAccuracy, [NaN, NaN, NaN, NaN]);
});

test('start noise that float32 does not hold is refused', () => {
  const call = () => trainer({ startNoise: 1e300 });

  expectError(call, { is: 'ConfigError', field: 'startNoise', says: 'finite as float32' });
});

test('a number of steps that is not exact is refused as it came', () => {
  expectError(() => trainer().step(1e300), { is: 'ConfigError', field: 'count', says: '1e+300' });
});

test('a file with a size of 0 is a FormatError', () => {
  for (const name of ['batch', 'seq_len', 'num_layers', 'num_kv_heads', 'd_model']) {
    const text = Buffer.from(trainer(small).save()).toString('latin1');
    const size = new RegExp(`(?<="trainer\\.${name}":")\\d+"`, 'u');
    const file = text.replace(size, (found) => '0"'.padEnd(found.length));
    assert.throws(() => engine.trainerFromCheckpoint(Buffer.from(file, 'latin1')), {
      name: 'FormatError',
      message: new RegExp(`metadata 'trainer\\.${name}' is '0'`, 'u'),
    });
  }
});

test('a diverging run is a state', () => {
  const one = trainer({ optimizer: 'sgd', learningRate: 1e4 });
  const report = one.step(400);

  assert.ok(report.diverged);
  assert.deepEqual([report.loss, report.gradientNorm], [NaN, NaN]);
  assert.deepEqual(one.step(5), report);
  assert.ok(Number.isFinite(one.embed(['a']).data[0]));
});

test('it is a handle: counted, released once, and unusable afterwards', () => {
  const before = engine.memory();
  const one = engine.trainer(small);
  assert.equal(engine.memory().handles, before.handles + 1);
  assert.ok(engine.memory().used >= before.used + 4 * one.parameterCount);

  one.dispose();
  one.dispose();

  assert.deepEqual(engine.memory(), before);
  for (const call of [
    () => one.step(),
    () => one.evaluate(),
    () => one.chance(),
    () => one.ablation(),
    () => one.reading(),
    () => one.sample(),
    () => one.embed(['a']),
    () => one.attention(),
    () => one.toGrouped(1),
    () => one.save(),
  ]) {
    expectError(call, { is: 'DisposedError', says: ['trainer', 'dispose()'] });
  }
});

describe('an error names', () => {
  const cases = {
    task: () => engine.trainer({ numHeads: 2 }),
    numHeads: () => trainer({ numHeads: 3 }),
    numKvHeads: () => trainer({ numKvHeads: 3 }),
    seqLen: () => trainer({ seqLen: 4 }),
    batch: () => trainer({ batch: 0 }),
    learningRate: () => trainer({ learningRate: NaN }),
    momentum: () => trainer({ momentum: 1 }),
    gradientClip: () => trainer({ gradientClip: 0 }),
    startNoise: () => trainer({ startNoise: Infinity }),
    share: () => trainer({ share: ['o'] }),
    optimizer: () => trainer({ optimizer: 'adamw' }),
    heads: () => trainer({ heads: 4 }),
    count: () => trainer().step(0.5),
    headMask: () => trainer().evaluate({ headMask: [NaN, 1] }),
    layer: () => trainer().ablation({ layer: 1 }),
    tokens: () => trainer().sample({ tokens: [] }),
    scale: () => trainer().evaluate({ scale: 'sqrt' }),
    outputProjection: () =>
      trainer({ outputProjection: false }).evaluate({ outputProjection: true }),
  };
  for (const [field, call] of Object.entries(cases)) {
    test(field, () => expectError(call, { is: 'ConfigError', field, says: field }));
  }

  test('a learning rate below 0', () => {
    expectError(() => trainer({ learningRate: -1 }), { is: 'ConfigError', field: 'learningRate' });
  });

  test('a word that it does not know', () => {
    expectError(() => trainer({ task: 'sentences' }).embed(['the', 'dinosaur']), {
      is: 'ConfigError',
      field: 'tokens',
      says: ["tokens[1], 'dinosaur'"],
    });
  });

  test('a head mask of another length', () => {
    expectError(() => trainer().evaluate({ headMask: [1, 1, 1] }), {
      is: 'ShapeError',
      argument: 'headMask',
      axis: 0,
    });
  });

  test('a size that is too large', () => {
    expectError(() => trainer({ batch: 2 ** 40 }), { is: 'OutOfMemoryError', says: '2 GiB' });
  });

  test('a file of another kind', () => {
    expectError(() => engine.trainerFromCheckpoint(new Uint8Array(20)), { is: 'FormatError' });
    expectError(() => engine.trainerFromCheckpoint('file'), { is: 'ConfigError', field: 'bytes' });
  });
});
