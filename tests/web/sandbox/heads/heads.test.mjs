import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { engine, traceOf, trained, recorded } from '../../computed.mjs';
import { lessonWeights } from 'manyheads/lesson-weights';
import { bundled } from '../../bundled.mjs';

const { headsCaption, describeHeads } = await bundled('elements/sandbox/heads/caption.ts');
const { headsCode, headsJson, headsSvg } = await bundled('elements/sandbox/heads/export.ts');
const { layOutHeads } = await bundled('elements/sandbox/heads/layout.ts');
const { answersAt, commonKey, HeadsModel, measuredReading, score, worstLoss } = await bundled(
  'elements/sandbox/heads/run.ts',
);
const { headsFormat, inSandbox, parseHeads, startOfHeads } = await bundled(
  'elements/sandbox/heads/state.ts',
);
const { sandboxFormat } = await bundled('elements/sandbox/state.ts');

const { german } = await bundled('elements/sandbox/heads/words/german.ts');

const model = new HeadsModel(engine, lessonWeights());
after(() => model.dispose());
const run = (change = {}) => model.run({ ...startOfHeads, ...change });
const tokens = ['The', 'cat', 'sat', 'on', 'the', 'mat'];
const everySet = Array.from({ length: 16 }, (_, set) =>
  [0, 1, 2, 3].filter((head) => set & (1 << head)),
);

/** The text of a template of Lit's, without its tags. */
function textOf(value) {
  if (Array.isArray(value)) return value.map(textOf).join('');
  if (!value?.strings) return String(value);
  const text = value.strings.map((text, i) => text + textOf(value.values[i] ?? '')).join('');
  return text.replace(/<[^>]*>/gu, '');
}
const caption = (change) =>
  textOf(headsCaption(model, run(change)))
    .replace(/\s+/gu, ' ')
    .trim();

test('with any heads, own or tied, weights and answers are those of the trained model', () => {
  for (const removed of everySet) {
    for (const tie of [false, true]) {
      const { weights, output } = traceOf({ weights: 'trained', removed, tieHeads: tie });
      const shares = engine.tensor.toNested(trained.readOut(output));
      for (const query of tokens.keys()) {
        const shown = run({ removed, tie, query });
        assert.deepEqual(shown.trace.weights, weights);
        for (const { relation, answer, probability, wanted, isRight } of answersAt(shown)) {
          const row = shares[query][recorded.relations.indexOf(relation)];
          assert.equal(answer, trained.vocabulary[row.indexOf(Math.max(...row))]);
          assert.equal(probability, Math.max(...row));
          assert.equal(isRight, answer === wanted);
        }
      }
    }
  }
});

test('at "on" there are three questions, and the first word has none before it', () => {
  assert.deepEqual(
    answersAt(run()).map(({ wanted }) => wanted),
    ['sat', 'cat', 'mat'],
  );
  assert.deepEqual(score(run({ query: 0 })).of, 2);
});

test('all right at first, one wrong without head 1, one right if tied', () => {
  assert.deepEqual(score(run()), { right: 3, of: 3 });
  assert.deepEqual(score(run({ removed: [1] })), { right: 2, of: 3 });
  assert.deepEqual(score(run({ tie: true })), { right: 1, of: 3 });
  assert.deepEqual(score(run({ removed: [0, 1, 2, 3] })), { right: 0, of: 3 });
  const { head, answer } = worstLoss(model, startOfHeads);
  assert.deepEqual([head, answer.relation, answer.answer], [1, 'subject', 'bird']);
  assert.equal(tokens[commonKey(run({ tie: true }))], 'mat');
  assert.equal(commonKey(run()), null);
});

test('the caption counts the answers in every state, and repeats no other state’s count', () => {
  assert.match(
    caption(),
    /^With all four heads the model answers 3 of 3 questions correctly at on\./u,
  );
  assert.match(caption(), /Without head 1, its answer to “Who sat\?” is bird\./u);
  assert.match(caption(), /all four look at mat, and it answers 1 of 3 correctly\.$/u);
  assert.match(caption({ removed: [3] }), /^Without head 3 the model still answers 3 of 3/u);
  assert.match(caption({ removed: [1] }), /It now answers bird to “Who sat\?”, which is wrong\.$/u);
  assert.match(
    caption({ removed: [0, 1] }),
    /^Without heads 0 and 1 the model answers 1 of 3 .* it answered 3 of 3\. It now answers .* to “Who sat\?” and .* to “On what\?”, which are wrong\.$/u,
  );
  for (const removed of everySet) {
    for (const tie of [false, true]) {
      for (const query of tokens.keys()) {
        const { right, of } = score(run({ removed, tie, query }));
        const text = caption({ removed, tie, query });
        const bold = /answers ?(\d) of (\d)/u.exec(text);
        assert.deepEqual(bold?.slice(1), [String(right), String(of)], text);
        assert.doesNotMatch(text, /undefined|null|NaN|\s[.;,]/u);
      }
    }
  }
});

test('the description names every head in use, its keys, and what the model says', () => {
  const text = describeHeads(run({ removed: [1] }));

  assert.match(text, /Heads 0, 2 and 3 are in use\. Head 0: 1\.00 on “mat” 5\. Head 2: /u);
  assert.doesNotMatch(text, /Head 1:/u);
  assert.match(text, /2 of 3 questions.*it answers “bird” 0\.98, which is wrong: it is “cat”\./u);
});

test('the share beside a head is what the core measures on 512 new sentences', () => {
  const [mass] = engine.tensor.toNested(trained.reading().mass);
  for (const [head, row] of mass.entries()) {
    const { relation, share } = measuredReading(head);

    assert.equal(relation, recorded.relations[row.indexOf(Math.max(...row))]);
    assert.ok(Math.abs(share - Math.max(...row)) < 0.01, `${share}`);
  }
});

test('an address brings back every state, here and in the sandbox', () => {
  for (const state of [
    startOfHeads,
    { removed: [0, 3], tie: true, query: 5, head: 2 },
    { removed: [], tie: false, query: 0, head: 0 },
  ]) {
    assert.deepEqual(parseHeads(headsFormat.toParameters(state)), state);
    const address = sandboxFormat.toParameters(inSandbox(state));
    assert.deepEqual(sandboxFormat.parse(address), inSandbox(state));
  }
  for (const input of [null, { removed: 'x' }, { query: 6 }, { head: -1 }, { tie: 'maybe' }]) {
    assert.deepEqual(parseHeads(input), startOfHeads);
  }
  assert.deepEqual(parseHeads({ removed: '7,2,2,0' }).removed, [0, 2]);
});

test('one wrong answer is one in German too', () => {
  const wrong = [1, 2].map((answer) => ({ relation: 'subject', answer: String(answer) }));
  const score = { right: 1, of: 3 };
  const sizes = { removed: [1], heads: 4, look: null, now: score, whole: score, token: 'on' };
  const said = (wrong) => textOf(german.caption.changed({ ...sizes, wrong }));

  assert.match(
    said(wrong),
    /Falsch beantwortet es „Wer saß\?“ mit\s+1 und „Wer saß\?“ mit\s+2\.$/u,
  );
  assert.match(said(wrong.slice(1)), /Falsch beantwortet es „Wer saß\?“ mit\s+2\.$/u);
});

test('the code computes the weights and the answers', () => {
  const state = { ...startOfHeads, removed: [1], tie: false };
  const [, program] = /await load\(\);\n([^]*?)\n<mh-heads/u.exec(headsCode(state));
  const printed = [];

  new Function('engine', 'lessonWeights', 'console', program)(engine, lessonWeights, {
    log: (...all) => printed.push(all),
  });

  assert.deepEqual(printed[0][0], engine.tensor.toNested(run(state).trace.weights));
  assert.deepEqual(
    printed[1][1].slice(0, 3),
    answersAt(run(state)).map(({ answer }) => answer),
  );
  assert.match(headsCode(state), /<mh-heads removed="1"><\/mh-heads>$/u);
});

test('the picture has the caption and the answers, and tied heads keep their colours', () => {
  const colours = (svg) => new Set(svg.match(/(?<=stroke=")#\w+(?=")/gu)).size;
  const svg = headsSvg(run(), 'What <breaks>?', 'A caption & more.');

  assert.ok(svg.includes('What &lt;breaks&gt;?') && svg.includes('A caption &amp; more.'));
  assert.match(svg, /Who sat\? right: cat 1\.00/u);
  assert.doesNotMatch(svg, /NaN|undefined|var\(/u);
  assert.equal(colours(svg), 4);
  assert.equal(colours(headsSvg(run({ tie: true }), '', '')), 4);
});

test('the JSON has the state, the trace and the answers', () => {
  const { state, trace, answers } = JSON.parse(headsJson(run({ tie: true })));

  assert.deepEqual(state, { ...startOfHeads, tie: true });
  assert.deepEqual(trace.weights.shape, [4, 6, 6]);
  assert.deepEqual(
    answers.map(({ answer, isRight }) => [answer, isRight]),
    answersAt(run({ tie: true })).map(({ answer, isRight }) => [answer, isRight]),
  );
});

test('words and maps are never wider than their container', () => {
  for (const width of [240, 328, 559, 560, 688, 959, 960, 1120, 1400]) {
    const { mode, sentence, cells } = layOutHeads(width, 6);
    const map = cells.label + 6 * (cells.cell + cells.gap) - cells.gap;
    const maps = mode === 'tabs' ? map : 2 * map + 20;

    assert.ok(mode === 'beside' ? sentence + 40 + maps <= width : maps <= width, `${width}`);
    assert.ok(sentence <= width);
  }
  assert.equal(layOutHeads(1120, 6, true).mode, 'stacked');
  assert.ok(layOutHeads(1120, 6, true).cells.cell >= 32);
});
