import assert from 'node:assert/strict';
import { test } from 'node:test';
import { engine } from '../../package/installed.mjs';
import { bundled } from '../bundled.mjs';

const { causeOf, SaturationPredictions } = await bundled('elements/saturation/predictions.ts');
const { charts } = await bundled('elements/saturation/charts.ts');
const { saturationCode, saturationCsv, saturationJson, saturationSvg } = await bundled(
  'elements/saturation/export.ts',
);
const { countInBins, histograms } = await bundled('elements/saturation/histograms.ts');
const { rowsOf } = await bundled('elements/saturation/row.ts');
const { atWidth, runSaturation } = await bundled('elements/saturation/run.ts');
const { saturationFormat, startOfSaturation } = await bundled('elements/saturation/state.ts');
const { computeInSlices } = await bundled('elements/saturation/slices.ts');
const { tensor, measure } = engine;

const progress = [];
const run = finish(runSaturation(engine, 0));

function finish(work) {
  let step = work.next();
  for (; !step.done; step = work.next()) progress.push(step.value);
  return step.value;
}

const near = (value, wanted, tolerance) =>
  assert.ok(Math.abs(value - wanted) <= tolerance, `${value} is not ${wanted} ± ${tolerance}`);

/** What 12,288 queries without division gave: [width, largest weight, trace]. */
const recounted = [
  [8, 0.56, 0.57],
  [64, 0.85, 0.22],
  [128, 0.89, 0.15],
  [512, 0.95, 0.075],
];

/**
 * Keys point in all directions alike, so that scores of one query are |q| times N(0, 1). Drawing
 * them like this takes a sixteenth of the numbers.
 */
function recount(dHead, queries = 12_288) {
  const q = tensor.randomNormal([queries, dHead], { seed: dHead });
  const length = tensor.sqrt(tensor.sum(tensor.multiply(q, q), { axis: 1, keepdims: true }));
  const scores = tensor.multiply(length, tensor.randomNormal([queries, 16], { seed: dHead + 1 }));
  const weights = tensor.reshape(tensor.softmax(scores), [queries, 1, 16]);
  const mean = (x) => tensor.mean(x).data[0];
  return [mean(tensor.max(weights, { axis: -1 })), mean(measure.saturation(weights))];
}

test('12,288 queries have the published largest weights and traces', () => {
  for (const [dHead, largest, trace] of recounted) {
    const [recountedLargest, recountedTrace] = recount(dHead);
    // Single queries spread by up to 0.3, so such a mean spreads by 0.003. The published one spreads
    // too, and is rounded by up to 0.005: 0.005 + 3 * sqrt(2) * 0.003 < 0.018.
    near(recountedLargest, largest, 0.018);
    near(recountedTrace, trace, 0.018);
  }
});

test('the draws of the figure agree with them', () => {
  for (const [dHead, largest, trace] of recounted) {
    const { none } = atWidth(run, dHead).scales;
    // As above, with 1,024 queries: 0.005 + 3 * 0.01, and the error that the figure prints is that.
    near(none.largest.mean, largest, 0.035);
    near(none.trace.mean, trace, 0.035);
    assert.ok(none.largest.error > 0.002 && none.largest.error < 0.01);
  }
});

test('dividing by sqrt(d_head) keeps the spread at 1 and similar weights at every width', () => {
  for (const { dHead, spread, dividedSpread, scales } of run.widths) {
    // 16,384 scores; those of a query share its length, whose square spreads by sqrt(2 / dHead).
    near(spread / Math.sqrt(dHead), 1, 0.04);
    near(dividedSpread, 1, 0.04);
    near(scales['sqrt-d-head'].largest.mean, 0.25, 0.02);
    assert.ok(scales['sqrt-d-model'].entropy.mean > 2.65);
    assert.ok(scales['sqrt-d-model'].entropy.mean < run.uniform.entropy);
  }
});

test('the trace of a row is 1 minus the sum of its squares, and the band holds 8 of 10 rows', () => {
  const { weights, trace } = atWidth(run, 64).scales.none;
  const squares = tensor.sum(tensor.multiply(weights, weights), { axis: 1 });
  near(trace.values.data[7], 1 - squares.data[7], 1e-6);

  const inside = trace.values.data.filter((value) => value >= trace.low && value <= trace.high);
  near(inside.length / trace.values.data.length, 0.8, 0.01);
});

test('progress grows to 1, and a seed draws the same again', async () => {
  assert.ok(progress.length > 100 && progress.every((share, i) => share > (progress[i - 1] ?? 0)));
  assert.equal(progress.at(-1), 1);

  const { drawScores } = await bundled('elements/saturation/draws.ts');
  const again = finish(drawScores(engine, 16, 0));
  assert.deepEqual(again.data, atWidth(run, 16).scores.data);
  assert.notDeepEqual(finish(drawScores(engine, 16, 1)).data, again.data);
});

test('work stops when nobody needs it', async () => {
  assert.equal(
    await computeInSlices(
      engine,
      5,
      () => false,
      () => {},
    ),
    null,
  );
});

test('figures share the work on a seed, and unfinished work continues', async () => {
  const shares = [];
  const compute = () =>
    computeInSlices(
      engine,
      0,
      () => true,
      (share) => shares.push(share),
    );

  const [one, other] = await Promise.all([compute(), compute()]);

  assert.equal(one, other);
  assert.ok(shares.every((share, i) => share >= (shares[i - 1] ?? 0)));
  assert.equal(await compute(), one);
});

test('the row is the one nearest to the mean, and its weights add up to 1', () => {
  const width = atWidth(run, 64);
  const { values, mean } = width.scales.none.largest;
  const gaps = values.data.map((value) => Math.abs(value - mean));
  assert.equal(gaps.indexOf(Math.min(...gaps)), width.typical);

  for (const { kind, values } of rowsOf(run, startOfSaturation)) {
    if (kind === 'share') near(tensor.sum(values).data[0], 1, 1e-5);
  }
});

test('the cause of the case is not the divisor, but weights that are all positive', () => {
  const { runs, weights } = run.diagnosis;

  assert.ok(runs['as-is'].largest > 0.95 && runs['as-is'].meanScore > 2000);
  assert.ok(runs.divisor.largest > 0.9);
  assert.ok(runs.centred.largest < 0.5);
  near(runs.small.largest, 0.08, 0.02); // too flat
  near(runs.inputs.largest, 0.24, 0.03);
  near(tensor.sum(weights).data[0], 1, 1e-5);
  assert.equal(causeOf(run.diagnosis), 1);
});

test('the case is graded once', () => {
  for (const guess of [0, 1, 2]) {
    const predictions = new SaturationPredictions();
    const result = predictions.grade(run.diagnosis, guess, () => run.diagnosis);

    assert.equal(result.correct, guess === 1);
    assert.ok(predictions.isSolved);
    assert.equal(predictions.question, null);
    assert.match(predictions.verdict.words, /standard deviation of 2\d\d/u);
    assert.equal(
      predictions.grade(run.diagnosis, 1, () => run.diagnosis),
      null,
    );
  }
});

test('an address brings back every state, and what cannot be read changes nothing', () => {
  const changed = { dHead: 256, scale: 'sqrt-d-model', seed: 7 };
  assert.deepEqual(saturationFormat.parse(saturationFormat.toParameters(changed)), changed);
  assert.deepEqual(saturationFormat.toParameters(startOfSaturation), {});
  for (const input of [null, { dHead: 65 }, { 'd-head': '64 ' }, { scale: 'x' }, { seed: -1 }]) {
    assert.deepEqual(saturationFormat.parse(input), startOfSaturation);
  }
});

test('histograms count what is on the axis', () => {
  const scores = { shape: [5], data: Float32Array.of(-4, -3.99, 0, 3.9, 4) };

  assert.deepEqual(countInBins(scores, { limit: 4, bins: 4 }), [2, 0, 1, 1]);
});

test('pictures have no NaN, at any width', () => {
  for (const width of [280, 1120]) {
    for (const dHead of [8, 128]) {
      const state = { ...startOfSaturation, dHead };
      const drawn = JSON.stringify([histograms(run, dHead, width), charts(run, state, width)]);
      assert.doesNotMatch(drawn, /NaN|null|Infinity/u);
    }
  }
  const svg = saturationSvg(run, startOfSaturation, 'Why <so>?', 'It & that.');
  assert.ok(svg.includes('Why &lt;so&gt;?') && svg.includes('It &amp; that.'));
  assert.doesNotMatch(svg, /NaN|undefined|var\(/u);
});

test('what is saved has every width and divisor', () => {
  const lines = saturationCsv(run).trim().split('\n');
  assert.equal(lines.length, 1 + 7 * 3);
  assert.match(lines[0], /^d_head,scale,divisor,score_spread,largest,largest_p10,largest_p90,/u);
  assert.match(lines[1], /^8,sqrt-d-head,2\.828/u);

  const { state, trace } = JSON.parse(saturationJson(run, startOfSaturation));
  assert.deepEqual(state, startOfSaturation);
  assert.deepEqual(trace.weights.shape, [1024, 16]);
  assert.deepEqual(trace.largest.shape, [7, 3]);
});

test('what is saved while other scores are drawn has the seed of its numbers', () => {
  const { state } = JSON.parse(saturationJson(run, { ...startOfSaturation, seed: run.seed + 1 }));

  assert.equal(state.seed, run.seed);
});

test('the code computes what is shown', () => {
  const state = { dHead: 32, scale: 'sqrt-d-model', seed: 0 };
  const [, program] = /await load\(\);\n([^]*?)console/u.exec(saturationCode(state));

  const weights = new Function('tensor', `${program} return weights;`)(tensor);

  assert.deepEqual(weights.data, atWidth(run, 32).scales['sqrt-d-model'].weights.data);
  assert.match(
    saturationCode(state),
    /<mh-saturation d-head="32" scale="sqrt-d-model"><\/mh-saturation>$/u,
  );
});
