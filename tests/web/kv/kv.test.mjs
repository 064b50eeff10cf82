import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { engine } from '../../package/installed.mjs';
import { bundled } from '../bundled.mjs';

const { bigRows, bigSizes, toOwn } = await bundled('elements/kv/big-model.ts');
const { KvPrediction } = await bundled('elements/kv/prediction.ts');
const { kvCode, kvCsv, kvJson } = await bundled('elements/kv/export.ts');
const { foundSoFar, meanOf, rowOf } = await bundled('elements/kv/found.ts');
const { areEqualSizes, headOrder, moveHead, usualGroups } = await bundled('elements/kv/groups.ts');
const { jobsOf } = await bundled('elements/kv/jobs.ts');
const { columnsOf, formsAbreast, layOutForm, nearestColumn } =
  await bundled('elements/kv/layout.ts');
const { KvModel } = await bundled('elements/kv/model.ts');
const { runKv } = await bundled('elements/kv/run.ts');
const { kvFormat, startOfKv } = await bundled('elements/kv/state.ts');
const { kvSvg } = await bundled('elements/kv/svg.ts');
const { TrainedModels } = await bundled('lib/training/models.ts');

const models = new TrainedModels(engine);
const trained = models.openModel({ config: { task: 'relations', numHeads: 8, seed: 1 } });
const { solvedAt } = models.trainModel(trained, 1000, Infinity);
const file = models.saveModel(trained);
const base = { seed: 1, file, solvedAt, ...models.evaluateModel(trained) };
const model = new KvModel(engine, file);
after(() => model.dispose());

const run = (change = {}) => runKv(engine, model, kvFormat.parse(change));
/** Everything that the worker would find. */
function findAll(state) {
  const findings = new Map();
  for (const { key, trains, source } of jobsOf(state, model)) {
    if (findings.has(key)) continue;
    const opened = models.openModel(source());
    findings.set(
      key,
      trains
        ? { solvedAt: models.trainModel(opened, 1000, Infinity).solvedAt }
        : models.evaluateModel(opened),
    );
    models.closeModel(opened);
  }
  return foundSoFar({ find: (key) => findings.get(key) ?? {} }, base, state);
}
const accuracyOf = (trainer) => {
  const { accuracy } = trainer.evaluate();
  trainer.dispose();
  return accuracy;
};
const withTrained = (use) => {
  const trainer = engine.trainerFromCheckpoint(file);
  try {
    return use(trainer);
  } finally {
    trainer.dispose();
  }
};
const close = (a, b) => a.forEach((value, i) => assert.ok(Math.abs(value - b[i]) < 0.005, `${a}`));

test('neighbours that share are computed as by toGrouped', () => {
  for (const kvHeads of [4, 2, 1]) {
    for (const from of ['mean', 'first']) {
      const pooled = engine.trainerFromCheckpoint(model.pooledFile(usualGroups(kvHeads), from));
      close(
        accuracyOf(pooled),
        withTrained((trainer) => accuracyOf(trainer.toGrouped(kvHeads, { from }))),
      );
    }
  }
});

test('heads in another order are the same layer, and are pooled by group', () => {
  const groups = [0, 1, 0, 1, 0, 1, 0, 1];
  assert.deepEqual(headOrder(groups), [0, 2, 4, 6, 1, 3, 5, 7]);
  const ordered = model.orderedFile(groups);
  close(accuracyOf(engine.trainerFromCheckpoint(ordered)), base.accuracy);

  const trainer = engine.trainerFromCheckpoint(ordered);
  const grouped = accuracyOf(trainer.toGrouped(2));
  trainer.dispose();
  close(grouped, accuracyOf(engine.trainerFromCheckpoint(model.pooledFile(groups, 'mean'))));
  assert.ok(grouped.some((value, i) => Math.abs(value - base.accuracy[i]) > 0.1));
});

test('a column is the mean of the heads that read it, also of three and five', () => {
  const groups = [0, 0, 0, 1, 1, 1, 1, 1];
  const { forms } = run({ groups });
  const { columns } = forms.gqa;

  assert.deepEqual(
    columns.map(({ readers }) => readers.length),
    [3, 5],
  );
  columns.forEach(({ kept, readers }) => {
    kept.data.forEach((value, i) => {
      const all = readers.map((head) => forms.mha.columns[head].kept.data[i]);
      assert.ok(Math.abs(value - meanOf(all)) < 1e-4);
    });
  });
  const first = run({ groups, from: 'first' }).forms.gqa.columns[1].kept.data;
  forms.mha.columns[3].kept.data.forEach((value, i) =>
    assert.ok(Math.abs(value - first[i]) < 1e-5),
  );
});

test('bytes are those of one layer in FP16', () => {
  const { forms } = run({ letters: 11, latent: 16 });

  const bytes = Object.values(forms).map(({ bytes }) => bytes);
  assert.deepEqual(
    bytes,
    [64, 16, 8, 16].map((numbers) => numbers * 2 * 11),
  );
  for (const { columns, numbers } of Object.values(forms)) {
    const cells = columns.reduce((sum, { kept }) => sum + kept.shape[1], 0);
    assert.equal(cells, numbers);
  }
});

test('the trained layer answers right, and pooling makes mistakes', () => {
  const { forms, answerCount, targets, tokens, difference } = run();

  assert.equal(answerCount, 4 * 11);
  assert.equal(tokens.length, 16);
  assert.deepEqual(targets[0], ['', '', '', '']);
  assert.equal(forms.mha.wrong, 0);
  assert.ok(forms.gqa.wrong > 20 && forms.mqa.wrong > 20 && forms.mla.wrong < 5);
  assert.ok(difference > 0 && difference < 1e-4);
});

test('the colour scales stay while lines are dragged and the latent changes', () => {
  const { scales } = run();
  assert.deepEqual(run({ groups: [0, 1, 0, 0, 1, 1, 1, 1], latent: 40 }).scales, scales);
  for (const { columns } of Object.values(run({ latent: 64 }).forms))
    for (const { kept } of columns)
      assert.ok(kept.data.every((value) => Math.abs(value) <= Math.max(...Object.values(scales))));
});

test('converting costs accuracy, and training brings it back', () => {
  const state = kvFormat.parse({});
  const found = findAll(state);
  const [mean, first, one] = found.rows;

  const kinds = [...found.rows.map(({ training }) => training.kind), found.scratch.kind];
  assert.deepEqual(new Set(kinds), new Set(['solved']));
  assert.ok(meanOf(mean.accuracy) < 0.3 && meanOf(one.accuracy) < 0.25);
  assert.ok(first.accuracy[3] > 0.9, 'the first head of the second group reads the first letter');
  assert.ok(meanOf(rowOf(found, state, 'mla').accuracy) > 0.97);
  const scratch = found.scratch.step;
  assert.ok(mean.training.step < scratch && first.training.step > scratch);
  for (const points of [found.latent, found.pooled.mean]) {
    const means = points.map(({ mean }) => mean);
    assert.deepEqual(
      means,
      means.toSorted((a, b) => a - b).map((each) => each),
    );
  }

  const predictions = [0, 1, 2].map((guess) => {
    const prediction = new KvPrediction();
    prediction.place(guess, state);
    return prediction.grade(found);
  });
  assert.deepEqual(
    predictions.map(({ correct }) => correct),
    [false, true, false],
  );
});

test('groups of different sizes are measured but not trained', () => {
  const state = kvFormat.parse({ groups: [0, 0, 0, 0, 1, 0, 1, 1] });
  const row = rowOf(foundSoFar({ find: () => ({}) }, base, state), state, 'gqa');

  assert.equal(row.training.kind, 'impossible');
  assert.equal(areEqualSizes(state.groups), false);
  assert.equal(jobsOf(state, model).filter(({ trains }) => trains).length, 4);
  const graded = new KvPrediction();
  graded.place(1, state);
  assert.equal(graded.grade(foundSoFar({ find: () => ({}) }, base, state)), null);
});

test('a head can be moved unless it is the last reader of its column', () => {
  assert.deepEqual(moveHead([0, 0, 0, 0, 1, 1, 1, 1], 5, 0), [0, 0, 0, 0, 1, 0, 1, 1]);
  assert.equal(moveHead([0, 0, 0, 0, 0, 0, 0, 1], 7, 0), null);
});

test('the table of Llama-2 70B in four forms', () => {
  const [mha, gqa, mqa, mla] = bigRows(engine, kvFormat.parse({}));

  assert.deepEqual(
    [mha, gqa, mqa, mla].map(({ numbers }) => numbers),
    [16384, 2048, 256, 576],
  );
  assert.equal(mha.bytes, 80 * 2 ** 30);
  assert.equal(gqa.bytes, 10 * 2 ** 30);
  assert.deepEqual(
    [gqa.share, mqa.share, mla.share],
    [
      [1, 8],
      [1, 64],
      [9, 256],
    ],
  );
  assert.deepEqual([gqa.isBuilt, mla.isBuilt], [true, false]);
  const own = kvFormat.parse({
    ...toOwn(bigSizes(engine, kvFormat.parse({}))),
    model: 'own',
    rope: 0,
  });
  const rows = bigRows(engine, own);
  assert.equal(rows[1].bytes, gqa.bytes);
  assert.equal(rows[3].numbers, 512);
  assert.ok(bigRows(engine, kvFormat.parse({ model: 'deepseek-v3' }))[3].isBuilt);
  const half = bigRows(engine, kvFormat.parse({ precision: 'int4' }))[1];
  assert.equal(half.bytes, gqa.bytes / 4);
});

test('an address brings back every state, and what does not fit is left out', () => {
  const groups = [0, 1, 2, 3, 0, 1, 2, 3];
  const changed = kvFormat.parse({ kvHeads: 4, groups, latent: 7, model: 'own', ownHeads: 12 });
  assert.deepEqual(kvFormat.parse(kvFormat.toParameters(changed)), changed);
  assert.deepEqual(kvFormat.toParameters(startOfKv), {});
  assert.equal(changed.ownKvHeads, 6, 'the largest up to 8 that divides 12');

  assert.equal(kvFormat.parse({ kvHeads: 2, groups }).groups, null);
  assert.equal(kvFormat.parse({ groups: [0, 0, 0, 0, 0, 0, 0, 0] }).groups, null);
  assert.equal(kvFormat.parse({ groups: '0,0,0,0,1,1,1,1' }).groups, null, 'neighbours');
  assert.deepEqual(kvFormat.parse({ kvHeads: 3, letters: 17, rope: 7, from: 'x' }), startOfKv);
});

test('forms fit beside each other, and cells have one width', () => {
  for (const width of [1120, 1000, 760, 328, 280]) {
    const layout = layOutForm(width);
    const { forms } = run({ latent: 64, kvHeads: 4 });
    const abreast = formsAbreast(width);
    assert.ok(abreast * layout.width + (abreast - 1) * 40 <= width);
    for (const form of Object.values(forms)) {
      const columns = columnsOf(form, layout);
      columns.forEach((column, i) => {
        assert.equal(column.width, form.columns[i].kept.shape[1] * layout.cell);
        assert.ok(column.x >= 18 && column.x + column.width <= layout.width, `${width}`);
        assert.ok(i === 0 || column.x >= columns[i - 1].x + columns[i - 1].width);
        assert.equal(nearestColumn(columns, column.centre + 3), i);
      });
    }
  }
});

test('what is saved has every number', () => {
  const state = kvFormat.parse({ letters: 3, latent: 5 });
  const shown = runKv(engine, model, state);
  const found = findAll(state);

  const lines = kvCsv(shown, found).split('\n');
  assert.equal(lines.length, 1 + 3 * (64 + 16 + 8 + 5) + 5 * 4 + 1);
  assert.equal(kvCsv(shown, null).split('\n').length, 1 + 3 * (64 + 16 + 8 + 5) + 1);
  const json = JSON.parse(kvJson(shown, found));
  assert.deepEqual(json.forms.mla.columns[0].shape, [16, 5]);
  assert.equal(json.costs.rows.length, 5);
  assert.equal(JSON.parse(kvJson(shown, null)).costs, null);
  for (const svg of [kvSvg(shown, found, '<', '> a'), kvSvg(shown, null, '<', '> a')]) {
    assert.ok(svg.includes('&lt;') && svg.includes('&gt; a') && !/NaN|undefined/u.test(svg));
  }
});

test('the code computes what is shown', () => {
  for (const change of [{}, { groups: [0, 0, 0, 1, 1, 0, 1, 1], from: 'first' }]) {
    const state = kvFormat.parse(change);
    const [, program] = /await load\(\);\n([^]*?)\n<mh-kv/u.exec(kvCode(state));
    const printed = [];
    const names = ['engine', 'console'];
    new Function(...names, program)(engine, { log: (...all) => printed.push(all) });

    const { forms } = run(change);
    assert.deepEqual(
      printed.slice(0, 4).map(([name]) => name),
      ['MHA', 'GQA', 'MQA', 'MLA'],
    );
    printed.slice(0, 4).forEach(([name, accuracy, { bytes }]) => {
      assert.equal(accuracy.length, 4);
      assert.equal(bytes, forms[name.toLowerCase()].bytes);
    });
    if (change.groups) {
      const [{ shape }] = printed[4];
      assert.deepEqual(shape, [16, 4, 8]);
    }
    assert.ok(printed.at(-1)[1] > 0);
  }
});
