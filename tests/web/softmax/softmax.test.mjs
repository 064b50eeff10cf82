import assert from 'node:assert/strict';
import { test } from 'node:test';
import { engine } from '../../package/installed.mjs';
import { bundled } from '../bundled.mjs';

const { SoftmaxPredictions } = await bundled('elements/softmax/predictions.ts');
const { afterExperiment, isPossible } = await bundled('elements/softmax/experiments.ts');
const { softmaxCode, softmaxCsv, softmaxJson } = await bundled('elements/softmax/export.ts');
const { largestChange, largestPower, overflows, runSoftmax, timesAsLarge } =
  await bundled('elements/softmax/run.ts');
const { softmaxSvg } = await bundled('elements/softmax/svg.ts');
const { softmaxFormat, startOfSoftmax } = await bundled('elements/softmax/state.ts');

const run = (change = {}) => runSoftmax(engine, { ...startOfSoftmax, ...change });
const printed = (tensor) => Array.from(tensor.data, (value) => value.toFixed(3));

test('it begins with the worked example', () => {
  const { powers, sum, weights } = run();

  assert.deepEqual(printed(powers), ['7.389', '2.718', '1.105']);
  assert.ok(Math.abs(sum - 11.2125) < 1e-4);
  assert.deepEqual(printed(weights), ['0.659', '0.242', '0.099']);
});

test('subtracting the maximum changes no weight, the temperature does', () => {
  assert.ok(largestChange(run({ subtractMax: true }), run()) < 1e-6);
  assert.ok(largestChange(run({ temperature: 2 }), run()) > 0.1);
});

test('a score of 100 overflows, and subtracting the maximum repairs it', () => {
  const broken = run({ scores: [100, 1, 0.1] });

  assert.deepEqual([...broken.powers.data][0], Infinity);
  assert.ok(Number.isNaN(broken.weights.data[0]));
  assert.ok(overflows(broken));
  assert.ok(Math.abs(largestPower(broken) / Math.exp(100) - 1) < 1e-9);
  const repaired = run({ scores: [100, 1, 0.1], subtractMax: true });
  assert.deepEqual(printed(repaired.weights), ['1.000', '0.000', '0.000']);
  assert.ok(!overflows(repaired));
});

test('99 more score is a finite number of times the weight, beyond float32 too', () => {
  const times = timesAsLarge(run({ scores: [100, 1, 0.1], subtractMax: true }));

  assert.ok(Math.abs(times / Math.exp(99) - 1) < 1e-9);
});

test('of two numbers in 64 bits only one can be printed', () => {
  assert.equal(largestPower(run({ scores: [1000, 0] })), null);
});

test('adding changes no weight, doubling does', () => {
  const added = runSoftmax(engine, afterExperiment(engine, startOfSoftmax, 'add'));
  const doubled = runSoftmax(engine, afterExperiment(engine, startOfSoftmax, 'double'));

  assert.deepEqual(added.state.scores, [3, 2, 1.1]);
  assert.ok(largestChange(added, run()) < 1e-6);
  assert.deepEqual(doubled.state.scores, [4, 2, 0.2]);
  assert.equal(printed(doubled.weights)[0], '0.864');
});

test('scores cannot be doubled beyond what can be typed', () => {
  assert.ok(isPossible(engine, startOfSoftmax, 'double'));
  assert.ok(!isPossible(engine, { ...startOfSoftmax, scores: [1, -501] }, 'double'));
  assert.ok(!isPossible(engine, { ...startOfSoftmax, scores: [1, 999.5] }, 'add'));
});

test('the core grades the guesses: NaN, and a weight below 0', () => {
  for (const [experiment, answer] of [
    ['overflow', 'NaN'],
    ['no-power', 'below 0'],
  ]) {
    const options = [0, 1, 2].map((guess) => {
      const predictions = new SoftmaxPredictions();
      assert.ok(predictions.asks(engine, startOfSoftmax, experiment));
      return predictions.grade(engine, startOfSoftmax, guess).result;
    });

    const right = options.filter(({ correct }) => correct);
    assert.deepEqual(
      right.map((result) => result.answer),
      [answer],
    );
  }
});

test('an experiment asks once', () => {
  const predictions = new SoftmaxPredictions();
  predictions.grade(engine, startOfSoftmax, 0);

  assert.ok(!predictions.asks(engine, startOfSoftmax, 'overflow'));
  assert.ok(!predictions.asks(engine, startOfSoftmax, 'add'));
  assert.equal(predictions.question(engine, startOfSoftmax), null);
});

for (const [experiment, change, result] of [
  ['overflow', { temperature: 5 }, 'a weight of 1'],
  ['overflow', { scores: [1, 1000], temperature: 2 }, 'a weight of 0'],
  ['no-power', { scores: [0, 0.5, 0.2] }, 'a weight of 2'],
]) {
  test(`${experiment} is not asked about where it makes ${result}`, () => {
    const state = { ...startOfSoftmax, ...change };
    const predictions = new SoftmaxPredictions();
    assert.ok(predictions.asks(engine, startOfSoftmax, experiment));

    assert.equal(predictions.question(engine, state), null);
    assert.equal(predictions.grade(engine, state, 0), null);
    assert.ok(!predictions.asks(engine, state, experiment));
    assert.notEqual(predictions.question(engine, startOfSoftmax), null);
  });
}

test('an address brings back every state, and what cannot be read changes nothing', () => {
  const changed = { scores: [1.25, -3, 100, 0], temperature: 0.5, subtractMax: true, power: false };
  assert.deepEqual(softmaxFormat.parse(softmaxFormat.toParameters(changed)), changed);
  assert.deepEqual(softmaxFormat.toParameters(startOfSoftmax), {});

  for (const given of [
    null,
    { scores: '1' },
    { scores: '1,x' },
    { scores: '1,,2' },
    { scores: [1, 1e9] },
    { scores: [1, NaN], temperature: 0 },
  ]) {
    assert.deepEqual(softmaxFormat.parse(given), startOfSoftmax);
  }
  assert.equal(softmaxFormat.parse({ scores: '1,2,3,4,5,6,7,8,9' }).scores.length, 8);
});

test('what is saved has every number, also those that are none', () => {
  const broken = run({ scores: [100, 1] });

  assert.deepEqual(softmaxCsv(broken).split('\n').slice(0, 2), [
    'key,score,exponent,power,weight',
    '1,100,100,Infinity,NaN',
  ]);
  const { state, trace } = JSON.parse(softmaxJson(broken));
  assert.deepEqual(state.scores, [100, 1]);
  assert.deepEqual(trace.weights.data, ['NaN', 0]);
  assert.deepEqual(trace.softmax.data, [1, 0]);
});

test('the picture holds its words and no bar of what is not finite', () => {
  const key = (i) => `key <${i}>`;
  const words = { question: 'How much?', caption: '<b>', sum: 'sum', together: 'all', key };
  const svg = softmaxSvg(run({ scores: [100, 1] }), words);

  assert.ok(svg.includes('key &lt;0&gt;') && svg.includes('&lt;b&gt;') && svg.includes('∞'));
  assert.doesNotMatch(svg, /(width|x|y)="-?(NaN|Infinity)/u);
});

test('the code computes what is shown', async () => {
  const state = { ...startOfSoftmax, temperature: 0.5, subtractMax: true };
  const [, program] = /await load\(\);\n([^]*?)console/u.exec(softmaxCode(state));

  const weights = new Function('tensor', `${program} return weights;`)(engine.tensor);

  assert.deepEqual([...weights.data], [...run(state).weights.data]);
  assert.match(softmaxCode(state), /<mh-softmax temperature="0.5" subtract-max><\/mh-softmax>$/u);
});
