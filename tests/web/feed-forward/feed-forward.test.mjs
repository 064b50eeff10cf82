import assert from 'node:assert/strict';
import { test } from 'node:test';
import { engine } from '../../package/installed.mjs';
import { bundled } from '../bundled.mjs';

const { WidthPrediction } = await bundled('elements/feed-forward/prediction.ts');
const { curveOf } = await bundled('elements/feed-forward/curves.ts');
const { describeFeedForward } = await bundled('elements/feed-forward/describe.ts');
const { feedForwardCode, feedForwardCsv, feedForwardJson } = await bundled(
  'elements/feed-forward/export.ts',
);
const { runFeedForward } = await bundled('elements/feed-forward/run.ts');
const { splitModel } = await bundled('elements/feed-forward/shares.ts');
const { feedForwardFormat, models, startOfFeedForward } = await bundled(
  'elements/feed-forward/state.ts',
);
const { countSublayers } = await bundled('elements/feed-forward/sublayers.ts');
const { feedForwardSvg } = await bundled('elements/feed-forward/svg.ts');
const { unitDrawing } = await bundled('elements/feed-forward/units.ts');

const run = (change = {}) => runFeedForward(engine, { ...startOfFeedForward, ...change });
const printed = (numbers) => Array.from(numbers, (value) => value.toFixed(2));
const unitOf = (tensor, { state, unit, layer }) => tensor.data[state.token * layer.dFf + unit];

test('it opens on the unit with the largest |h| of the token', () => {
  const { layer, unit, x } = run();

  assert.deepEqual(printed(x.data.slice(12, 18)), [
    '-0.42',
    '-0.95',
    '1.37',
    '1.56',
    '1.02',
    '0.45',
  ]);
  assert.equal(unit, 6);
  const { a, activated, b, hidden } = layer.trace;
  assert.deepEqual(printed([a, activated, b, hidden].map((tensor) => unitOf(tensor, run()))), [
    '1.00',
    '0.73',
    '-2.04',
    '-1.49',
  ]);
});

for (const activation of ['relu', 'gelu', 'geglu', 'swiglu']) {
  test(`${activation}: what the units add is the output of the layer`, () => {
    const { sum, difference, layer, products, ...rest } = run({ activation });

    assert.ok(difference < 1e-6);
    assert.deepEqual(printed(sum.data), printed(layer.trace.output.data.slice(12, 18)));
    const total = products.data.reduce((all, product) => all + product, 0);
    const a = unitOf(layer.trace.a, { ...rest, layer });
    assert.ok(Math.abs(total - a) < 1e-6);
  });
}

test('all four have 288 parameters, and another width changes that of one', () => {
  const parameters = (change) => run(change).layers.map((layer) => layer.parameters);

  assert.deepEqual(parameters(), [288, 288, 288, 288]);
  assert.deepEqual(parameters({ dFf: 24 }), [288, 288, 288, 432]);
  assert.deepEqual(parameters({ activation: 'relu', dFf: 16 }), [192, 288, 288, 288]);
});

test('the curves are those of the activations', () => {
  const reference = {
    relu: (a) => Math.max(0, a),
    swiglu: (a) => a / (1 + Math.exp(-a)),
  };
  for (const [activation, expected] of Object.entries(reference)) {
    const { a, y } = curveOf(engine, activation);

    assert.deepEqual([a.data[0], a.data.at(-1)], [-3, 3]);
    a.data.forEach((value, i) => assert.ok(Math.abs(y.data[i] - expected(value)) < 1e-6));
  }
});

test('Llama-2 70B: two thirds in the textbook, 82.4 % as it was built', () => {
  const { textbook, built, biases, ratio } = splitModel(engine, 'llama2-70b');

  assert.deepEqual(
    [textbook.attention, textbook.feedForward, built.attention, built.feedForward],
    [268435456, 536870912, 150994944, 704643072],
  );
  assert.equal(textbook.share.toFixed(3), '0.667');
  assert.equal(built.share.toFixed(3), '0.824');
  assert.deepEqual([biases, ratio], [0, 3.5]);
});

test('the factors of every model multiply to its parameters', () => {
  for (const model of models) {
    const { matrices, dModel, dFf, biases, built } = splitModel(engine, model);

    assert.equal(matrices * dModel * dFf + biases, built.feedForward);
    assert.ok(model.startsWith('gpt') ? biases === dModel + dFf : biases === 0);
  }
});

test('an encoder layer has 8 of 12 d², a decoder layer 8 of 16', () => {
  const { feedForward, all } = countSublayers(engine, 'encoder');
  const decoder = countSublayers(engine, 'decoder');

  assert.deepEqual([feedForward, all, decoder.all, decoder.share], [8, 12, 16, 0.5]);
});

test('the core grades the guess: 432', () => {
  const answers = [0, 1, 2].map((guess) => new WidthPrediction().grade(engine, guess).result);

  assert.deepEqual(
    answers.map(({ answer, correct }) => [answer, correct]),
    [
      ['288', false],
      ['432', true],
      ['576', false],
    ],
  );
});

test('the question is asked once, and its answer is then shown', () => {
  const prediction = new WidthPrediction();
  assert.equal(prediction.question(engine).options.length, 3);
  const { change } = prediction.grade(engine, 0);

  assert.equal(prediction.question(engine), null);
  assert.equal(prediction.grade(engine, 1), null);
  assert.equal(run(change).layer.parameters, 432);
});

test('an address brings back every state, and what cannot be read changes nothing', () => {
  const changed = {
    activation: 'gelu',
    tokens: ['so', 'it', 'is'],
    token: 1,
    dFf: 12,
    unit: 3,
    column: 5,
    seed: 7,
    model: 'gpt2-small',
  };
  assert.deepEqual(feedForwardFormat.parse(feedForwardFormat.toParameters(changed)), changed);
  assert.deepEqual(feedForwardFormat.toParameters(startOfFeedForward), {});

  for (const input of [
    null,
    { activation: 'tanh', model: 'deepseek-v3' },
    { tokens: [], token: -1, unit: 1.5, column: 6 },
    { dFf: 1e9, seed: 'x' },
  ]) {
    assert.deepEqual(feedForwardFormat.parse(input), startOfFeedForward);
  }
});

test('a token or a unit that does not exist becomes the last one', () => {
  assert.equal(feedForwardFormat.parse({ tokens: 'so it', token: 5 }).token, 1);
  assert.equal(run({ unit: 30 }).unit, 15);
});

test('it is described in words', () => {
  const text = describeFeedForward(run(), splitModel(engine, 'llama2-70b'));

  assert.match(text, /Unit 6 of “sat”: a is 1\.00, silu\(a\) is 0\.73, h is −1\.49\./u);
  assert.match(text, /Llama-2 70B: attention 150,994,944, feed-forward 704,643,072/u);
});

test('what is saved has every number of the units', () => {
  const lines = feedForwardCsv(run()).trim().split('\n');
  const { state, trace } = JSON.parse(feedForwardJson(run()));

  assert.equal(lines[0], 'unit,a,activated,b,h,w2_column_0');
  assert.equal(lines.length, 17);
  assert.equal(state.activation, 'swiglu');
  assert.deepEqual(trace.w3.shape, [6, 16]);
  assert.deepEqual(trace.hidden.shape, [6, 16]);
  assert.equal(
    feedForwardCsv(run({ activation: 'relu' })).split('\n')[0],
    'unit,a,activated,w2_column_0',
  );
});

test('the picture escapes its words and has a cell for every weight', () => {
  const shown = run({ tokens: ['<b>'], token: 0 });
  const texts = { question: 'How & why?', caption: 'Six' };
  const svg = feedForwardSvg(shown, splitModel(engine, 'gpt3-175b'), texts);

  assert.ok(svg.includes('&lt;b&gt;') && svg.includes('How &amp; why?') && !svg.includes('<b>'));
  assert.ok((svg.match(/<path [^>]*fill="#/gu) ?? []).length > 288);
  assert.doesNotMatch(svg, /NaN|Infinity|undefined/u);
});

test('the ring begins below the title of its matrix', () => {
  const { marks } = unitDrawing(run({ unit: 0 }), 1120);
  const title = marks.find(({ text }) => text?.startsWith('gate'));
  const [, top] = /^M\S+ (\d+)/u.exec(marks.find(({ width }) => width === 2).path);

  assert.ok(Number(top) - 1 >= title.y + 5, `line at ${top}, baseline at ${title.y}`); // g and ₁
});

test('the code computes what is shown', () => {
  const shown = run({ activation: 'geglu', token: 1 });
  const [, program] = /await load\(\);\n([^]*?)console/u.exec(feedForwardCode(shown));

  const [hidden, feedForward] = new Function(
    'engine',
    `${program} return [hidden.data, feedForward];`,
  )(engine);

  assert.deepEqual([...hidden], [...shown.layer.trace.hidden.data.slice(16, 32)]);
  assert.equal(feedForward, 704643072);
  assert.match(feedForwardCode(shown), /<mh-feed-forward activation="geglu" token="1">/u);
});
