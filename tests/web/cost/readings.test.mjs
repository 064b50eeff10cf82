/** The tables of the lesson, as one click on the desk shows them. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { load } from 'manyheads';
import { bundled } from '../bundled.mjs';

const { openDesk } = await bundled('elements/cost/desk.ts');
const { sheetsOf } = await bundled('elements/cost/views.ts');
const { readings, stateOfReading } = await bundled('elements/cost/state.ts');
const { findCell } = await bundled('elements/cost/sheet.ts');
const engine = await load();

/** What is printed in each row's cells. */
function rowsOf(reading, change = {}, at = 0) {
  const desk = openDesk(engine, { ...stateOfReading(reading), ...change });
  const { rows } = sheetsOf(desk).sheets[at];
  return Object.fromEntries(
    rows.map(({ id, cells }) => [id, cells.map(({ text }) => text.replaceAll('\u00a0', ' '))]),
  );
}

test('each begins with a number that is shown as a multiplication', () => {
  for (const [reading, { formula }] of Object.entries(readings)) {
    const { sheets } = sheetsOf(openDesk(engine, stateOfReading(reading)));
    assert.equal(findCell(sheets, formula, null).cell.id, formula, reading);
  }
});

describe('tables', () => {
  test('heads of Llama-2 70B: 64 query heads, 8 key/value heads, 128 wide, an eighth', () => {
    const [dModel, heads, kvHeads, dHead, , , saved] = rowsOf('heads')['llama2-70b'];

    assert.deepEqual([dModel, heads, kvHeads, dHead, saved], ['8,192', '64', '8', '128', '1/8']);
  });

  test('parameters of a layer: the textbook beside Llama-2 70B', () => {
    const { attention, feedForward, share, total } = rowsOf('parts');

    assert.deepEqual([attention[0], feedForward[0]], ['268,435,456', '536,870,912']);
    assert.deepEqual([attention[2], feedForward[2]], ['150,994,944', '704,643,072']);
    assert.deepEqual([share[0], share[2]], ['66.7 %', '82.4 %']);
    assert.deepEqual([feedForward[3], total[3]], ['56,371,445,760', '68,976,648,192']);
  });

  test('the cache with MHA, GQA and MQA, in GiB and in GB', () => {
    assert.deepEqual(rowsOf('sharing'), {
      mha: ['64', '2,560 KiB', '80.00 GiB', '85.90 GB', '1'],
      gqa: ['8', '320 KiB', '10.00 GiB', '10.74 GB', '1/8'],
      mqa: ['1', '40 KiB', '1.25 GiB', '1.34 GB', '1/64'],
    });
  });

  test('attention of real models, as multi-head attention and as it is', () => {
    const rows = rowsOf('models');
    const read = Object.fromEntries(
      Object.entries(rows).map(([id, cells]) => [id, [0, 1, 3, 4, 5].map((i) => cells[i])]),
    );

    assert.deepEqual(read, {
      'llama2-70b': ['8,192', '64', '128', '268,435,456', '150,994,944'],
      'llama3.1-8b': ['4,096', '32', '128', '67,108,864', '41,943,040'],
      'llama3.1-405b': ['16,384', '128', '128', '1,073,741,824', '570,425,344'],
      'gpt2-small': ['768', '12', '64', '2,359,296', '2,362,368'],
      'gpt3-175b': ['12,288', '96', '128', '603,979,776', '604,028,928'],
      'deepseek-v3': ['7,168', '128', '128', '', '187,105,280'],
      'vaswani-base': ['512', '8', '64', '1,048,576', '1,048,576'],
    });
    assert.deepEqual([rows['llama3.1-8b'][2], rows['llama3.1-405b'][2]], ['8', '8']);
  });

  test('FLOPs of attention by length, with the share that grows', () => {
    assert.deepEqual(rowsOf('lengths', {}, 2), {
      1024: ['1.546 × 10¹¹', '11.1 %'],
      4096: ['8.246 × 10¹¹', '33.3 %'],
      8192: ['2.199 × 10¹²', '50.0 %'],
      32768: ['2.199 × 10¹³', '80.0 %'],
      131072: ['2.991 × 10¹⁴', '94.1 %'],
    });
  });

  test('a generated token: 32 layers, and where its cache costs as much as its weights', () => {
    const { sheets } = sheetsOf(openDesk(engine, stateOfReading('generated')));

    assert.deepEqual(sheets[0].columns.slice(0, 2), ['one layer', 'all 32 layers']);
    assert.deepEqual(rowsOf('generated', {}, 1), {
      built: ['5,120'],
      mha: ['8,192'],
      'feed-forward': ['26,624'],
    });
    assert.deepEqual(rowsOf('generated', { phase: 'prefill', causal: true }, 1), {
      built: ['10,240'],
      mha: ['16,384'],
      'feed-forward': ['53,248'],
    });
  });

  test('below 2 d_model tokens the projections take more than scores and sum', () => {
    assert.deepEqual(rowsOf('short').pairs, ['11.1 %', '']);
    assert.deepEqual(rowsOf('short', { tokens: 1023 }).pairs, ['50.0 %', '']);
    assert.deepEqual(rowsOf('short', {}, 1).built, ['1,024']);
  });

  test('Llama-2 70B does not fit on one 80 GB card, but with 4 bits per weight it does', () => {
    const { weights, cache, cards } = rowsOf('card');

    assert.deepEqual([weights[1], cache[1], cards[1]], ['137.95 GB', '10.74 GB', '2']);
    assert.deepEqual(rowsOf('card', { precision: 'int4' }).cards[1], '1');
  });
});

test('with latent attention the cache has a row of its own', () => {
  const { mha, mla } = rowsOf('sharing', { model: 'deepseek-v3', formula: null });

  assert.deepEqual([mha[0], mha[4]], ['128', '1']);
  assert.deepEqual([mla[0], mla[4]], ['latent', '1/56.9']);
});

test('two models have their columns, or rows, side by side', () => {
  const compared = { rival: 'llama3.1-8b' };

  assert.deepEqual(Object.keys(rowsOf('sharing', compared)), ['mha', 'gqa', 'mqa', 'b-gqa']);
  assert.deepEqual(rowsOf('card', compared).weights, [
    ...['128.48 GiB', '137.95 GB'],
    ...['14.96 GiB', '16.06 GB'],
  ]);
});

test('every number of every view of every model can be multiplied out', () => {
  for (const view of ['cache', 'parameters', 'flops', 'memory', 'models']) {
    for (const model of [...Object.keys(engine.cost.models), 'own']) {
      const state = { ...stateOfReading('sharing'), model, view, rival: 'own', formula: null };
      const { sheets } = sheetsOf(openDesk(engine, state));
      for (const { cell } of sheets.flatMap(({ rows }) =>
        rows.flatMap(({ cells }) => cells.map((cell) => ({ cell }))),
      )) {
        if (!cell.number) continue;
        const { value, formula, sizes } = cell.number;
        const product = engine.formulas.evaluate(formula, sizes);
        assert.ok(Math.abs(product - value) <= 1e-12 * value, `${model} ${cell.id}: ${formula}`);
      }
    }
  }
});
