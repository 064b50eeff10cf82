import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { engine } from '../../package/installed.mjs';
import { bundled } from '../bundled.mjs';

const { MemoryPrediction } = await bundled('elements/memory/prediction.ts');
const { memoryCode, memoryCsv, memoryJson } = await bundled('elements/memory/export.ts');
const { runLong } = await bundled('elements/memory/long-run.ts');
const { MemoryModel } = await bundled('elements/memory/model.ts');
const { groupFactors, groupMoves } = await bundled('elements/memory/moves.ts');
const { readStore } = await bundled('elements/memory/pages.ts');
const { firstStepOf, stepFor } = await bundled('elements/memory/run.ts');
const { drawScoreGrid } = await bundled('elements/memory/scores.ts');
const { drawStage } = await bundled('elements/memory/stage.ts');
const { memoryFormat, scheduleNames, startOfMemory } = await bundled('elements/memory/state.ts');
const { memorySvg } = await bundled('elements/memory/svg.ts');

const model = new MemoryModel(engine);
after(() => model.dispose());
const run = (change = {}) => model.run(memoryFormat.parse(change));
const words = (count) => startOfMemory.tokens.slice(0, count);
const near = (a, b) => assert.ok(Math.abs(a - b) < 1e-4, `${a}, ${b}`);

test('sixteen tokens move these bytes, and plain alone stores scores', () => {
  const { schedules, uncached } = run();
  const totals = scheduleNames.map((name) => {
    const { read, written, storedScores } = schedules[name];
    return [read, written, storedScores];
  });

  assert.deepEqual(totals, [
    [3584, 2560, 2048],
    [3072, 512, 0],
    [9216, 1536, 0],
    [9376, 1536, 0],
    [2048, 1536, 0],
  ]);
  assert.equal(uncached, 41_344);
});

for (const change of [{}, { tokens: words(7), tile: 2 }, { seed: 9, chunk: 16, page: 8 }]) {
  test(`all five give the same output: ${JSON.stringify(change)}`, () => {
    const { differences, largestDifference, bound } = run(change);

    assert.equal(differences.plain, 0);
    assert.ok(largestDifference > 0 && largestDifference <= bound);
    assert.ok(Object.values(differences).every((each) => each <= largestDifference));
  });
}

test('what has moved after the last step is the total', () => {
  for (const schedule of scheduleNames) {
    const last = run({ schedule, step: 35 });

    assert.equal(last.stepIndex, last.schedule.steps.length - 1);
    assert.equal(last.read, last.schedule.read);
    assert.equal(last.written, last.schedule.written);
    assert.equal(last.multiplications, last.schedule.multiplications);
  }
});

for (const tile of [2, 4, 8]) {
  test(`a row in tiles of ${tile} shrinks and adds, and its mix over its sum is the output`, () => {
    const { row, head, query } = run({ tile, query: 9, step: 35 });

    let before = 0;
    for (const { sum, shrink, added, max, largest } of row) {
      near(before * shrink + added, sum);
      assert.ok(max >= largest);
      before = sum;
    }
    const { mix, sum } = row.at(-1);
    const output = head.output.data.subarray(query * 8, query * 8 + 8);
    mix.forEach((value, i) => near(value / sum, output[i]));
  });
}

test('the first picture shows a row whose sum shrinks', () => {
  const { row, query, state } = run();

  assert.equal(state.tokens[query], 'lay');
  assert.ok(row[1].shrink > 0.1 && row[1].shrink < 0.9);
});

test('the calculation beside each move gives its bytes', () => {
  for (const schedule of scheduleNames) {
    for (let step = 0; step < 16; step++) {
      const shown = run({ schedule, step, tokens: words(13) });
      for (const group of groupMoves(shown.step)) {
        const product = groupFactors(group, shown).reduce((a, b) => a * b);
        assert.equal(product, group.bytes, `${schedule}, ${step}, ${group.what}`);
      }
    }
  }
});

test('a query that is not in the step is replaced by the nearest one', () => {
  assert.equal(run({ step: 0, query: 9 }).query, 3);
  assert.equal(run({ schedule: 'cached', step: 12, query: 2 }).query, 12);
  const shown = run();
  assert.deepEqual(
    scheduleNames.map((name) => firstStepOf(shown, name, 9)),
    [0, 3, 9, 9, 1],
  );
});

test('four tiles, their scores, maxima and sums are what fast memory holds', () => {
  for (const tile of [2, 4, 8]) {
    const { schedule } = run({ tile });
    for (const { queries, keys, heldBytes, moves } of schedule.steps) {
      assert.equal(queries, keys);
      assert.equal(4 * moves[0].bytes + 4 * (queries * keys + 2 * queries), heldBytes);
    }
  }
});

test('a chosen row leads to its first step, unless the visible step has it', () => {
  const shown = run();

  assert.deepEqual(
    [0, 8, 11, 15].map((query) => stepFor(shown, query)),
    [0, 4, 4, 6],
  );
});

test('pages of the sequence that ends are used by the other', () => {
  const { pages } = run({ page: 4 });

  assert.deepEqual(
    [pages[7].own, pages[7].other],
    [
      [0, 2],
      [1, 3],
    ],
  );
  assert.deepEqual(pages[8], { own: [0, 2, 1], other: [], otherLength: 0, returned: [1, 3] });
  assert.deepEqual(pages[15].own, [0, 2, 1, 3]);
  assert.deepEqual(readStore(pages, 8, 4), [
    { sequence: 'own', first: 0 },
    { sequence: 'own', first: 8 },
    { sequence: 'own', first: 4 },
    null,
  ]);
});

test('the long run counts what the loops move, and tiles move less', () => {
  const sizes = { tokens: 64, dHead: 8, bytesPerNumber: 2, tile: 16, page: 4, chunk: 32 };
  const results = scheduleNames.map((name) => runLong(engine, name, sizes));
  const moved = results.map(({ read, written }) => read + written);

  // Q, K, V and the output once, scores and weights twice each.
  assert.equal(moved[0], 2 * (4 * 64 * 8 + 4 * 64 * 64));
  assert.ok(moved[1] < moved[0] && moved[2] > moved[1] && moved[3] > moved[2]);
});

test('the guess nearest to the measured ratio is right, and it is graded once', () => {
  const result = (schedule, read) => ({ schedule, read, written: 0 });
  const results = [result('plain', 380), result('tiled', 100)];
  const graded = [0, 1, 2, 3].map((guess) => {
    const prediction = new MemoryPrediction();
    prediction.place(guess);
    assert.equal(prediction.grade(engine, results.slice(1)), null);
    return [
      prediction.grade(engine, results).correct,
      prediction.grade(engine, results),
      prediction.question(),
    ];
  });

  assert.deepEqual(graded, [
    [false, null, null],
    [false, null, null],
    [true, null, null],
    [false, null, null],
  ]);
  assert.equal(new MemoryPrediction().grade(engine, results), null);
});

test('an address brings back every state', () => {
  const changed = memoryFormat.parse({
    ...{ schedule: 'chunked', step: 1, tokens: ['so', 'it', 'is'], seed: 3, head: 3, query: 2 },
    ...{ tile: 8, page: 2, chunk: 16 },
  });

  assert.deepEqual(memoryFormat.parse(memoryFormat.toParameters(changed)), changed);
  assert.deepEqual(memoryFormat.toParameters(startOfMemory), {});
  const wrong = { schedule: 'fast', tile: 3, page: 16, chunk: 2, tokens: ['one'], head: 4 };
  assert.deepEqual(memoryFormat.parse(wrong), startOfMemory);
  assert.equal(memoryFormat.parse({ tokens: words(3) }).query, 2);
});

/** The horizontal ends of what is drawn: of paths their corners, of text a narrow guess. */
function extent({ marks }) {
  const texts = marks.filter((mark) => 'text' in mark);
  const ends = texts.flatMap(({ x, text, anchor, size }) => {
    const width = text.length * size * 0.4;
    const left = x - { end: width, middle: width / 2, start: 0 }[anchor ?? 'start'];
    return [left, left + width];
  });
  for (const { path = '' } of marks) {
    let x = 0;
    for (const [, command, first] of path.matchAll(/([MhHl])(-?[\d.]+)/gu)) {
      x = 'MH'.includes(command) ? Number(first) : x + Number(first);
      ends.push(x);
    }
  }
  return [Math.min(...ends), Math.max(...ends)];
}

for (const schedule of scheduleNames) {
  test(`${schedule}: nothing is drawn outside of the picture, at any width`, () => {
    for (const change of [
      {},
      { tokens: words(5) },
      { tile: 8, page: 8, chunk: 16 },
      { tile: 2, page: 2 },
    ]) {
      for (const step of [0, 4, 9, 35]) {
        const shown = run({ ...change, schedule, step });
        for (const width of [1120, 688, 328]) {
          const stage = drawStage(shown, width);
          const [left, right] = extent(stage);
          assert.ok(left >= -2 && right <= stage.width + 2, `${step}, ${width}: ${left}, ${right}`);
          assert.ok(stage.width <= width);
        }
        const grid = drawScoreGrid(shown);
        assert.ok(grid.width <= 306 && extent(grid)[1] <= grid.width + 2);
      }
    }
  });
}

test('what is saved has every move, and no NaN', () => {
  const shown = run({ tokens: ['<b>', 'b', 'c'], schedule: 'paged', step: 2 });
  const moves = scheduleNames.flatMap((name) =>
    shown.schedules[name].steps.flatMap((step) => step.moves),
  );

  assert.equal(memoryCsv(shown).split('\n').length, 1 + moves.length + 1);
  const { orders, long } = JSON.parse(memoryJson(shown, []));
  assert.equal(orders[3].read, shown.schedules.paged.read);
  assert.deepEqual(long.results, []);
  const text = { question: '<', settings: 's', caption: `> ${'long '.repeat(90)}end` };
  const svg = memorySvg([drawStage(shown, 1120), drawScoreGrid(shown)], text);
  assert.ok(svg.includes('&lt;b&gt;') && !/NaN|undefined|Infinity/u.test(svg));
  assert.ok(!/>[^<]{170,}</u.test(svg), 'no line is longer than the picture is wide');
});

test('the code computes what is shown', () => {
  const state = memoryFormat.parse({ tokens: words(5), tile: 2 });
  const [, program] = /await load\(\);\n([^]*?)for \(/u.exec(memoryCode(state));

  const runs = new Function('engine', `${program} return runs;`)(engine);

  const { schedules } = model.run(state);
  assert.deepEqual(
    runs.map(({ read, written }) => [read, written]),
    scheduleNames.map((name) => [schedules[name].read, schedules[name].written]),
  );
});

test('what the fast memory holds is written below its rows, however narrow the figure is', () => {
  for (const width of [264, 300, 348, 460, 1120]) {
    for (const tile of [4, 8]) {
      const { marks } = drawStage(run({ schedule: 'tiled', tile, step: 1 }), width);
      const texts = marks.filter((mark) => 'text' in mark);
      const lastRow = texts.filter(({ isWord }) => isWord).at(-1);
      const footer = texts.slice(texts.findIndex(({ text }) => /^4 tiles of/u.test(text)));

      assert.ok(footer[0].y - 12 >= lastRow.y, `${width} px, tiles of ${tile}: ${footer[0].y}`);
    }
  }
});
