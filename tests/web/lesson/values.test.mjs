import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { load } from 'manyheads';
import { lessonPages } from '../../../emscripten/commands/check-content.mjs';
import { bundled } from '../bundled.mjs';

const { fillValues, valueProblems } = await bundled('site/render/values.ts');
const engine = await load();
const pages = lessonPages();
const { runs } = JSON.parse(
  readFileSync(new URL('../../../web/lib/lesson/training-results.json', import.meta.url), 'utf8'),
);
const find = (build, task, numHeads) =>
  runs.find((run) => run.build === build && run.task === task && run.numHeads === numHeads);
const [four, one] = [4, 1].map((numHeads) => find('wasm', 'sentences', numHeads));
const native = find('native', 'sentences', 1);
const relations = find('wasm', 'relations', 4);
/** The steps of the first three seeds: a, b and c. */
const listed = ({ reachedAt: [a, b, c] }) =>
  `${[a, b].map((n) => n.toLocaleString('en')).join(', ')} and ${c}`;
const plain = (text) => text.replace(/<\/?mh-value[^>]*>/gu, '').replace(/\s+/gu, ' ');
const proseOf = (page, core = engine) => plain(fillValues(pages.get(`${page}.md`), core));

test('every number in the prose of the lesson can be computed', () => {
  for (const [name, text] of pages) assert.deepEqual(valueProblems(text, engine), [], name);
});

describe('where a number stood fixed, the core’s stands now', () => {
  for (const [page, sentence] of [
    ['training', 'Both have 5,888 parameters.'],
    ['sandbox', 'a model with 13,024 parameters'],
    ['sandbox', 'It knows 53 words'],
    ['sandbox', `With ${four.seeds} different seeds, four heads reached 99.5 %`],
    ['sandbox', `after ${four.least} to ${four.most} steps. One head gets there too, later:`],
    ['sandbox', `after ${one.least} to ${one.most} steps, with ${one.seeds} seeds`],
    [
      'sandbox',
      `one head took ${listed(one)} steps as WebAssembly, but ${listed(native)} steps as`,
    ],
    ['training', `We trained ${relations.seeds} models from fresh seeds`],
    ['training', `after ${relations.least} to ${relations.most} steps`],
    ['training', `In ${relations.oneEach} models, removing any head lost exactly one relation`],
    ['training', `In the other ${relations.other}, heads shared a relation`],
    ['cost', 'An “80 GB” cache in a table is often 80 GiB, which is 85.90 GB.'],
  ]) {
    test(sentence, () => assert.ok(proseOf(page).includes(sentence), proseOf(page)));
  }
});

test('if the core’s number changes, the prose changes', () => {
  const trainer = { parameterCount: 1234, vocabulary: ['a', 'b'], relations: [], dispose() {} };
  const { cost, formulas } = engine;
  const stub = {
    formulas,
    trainer: () => trainer,
    cost: { ...cost, kvCache: () => ({ bytes: 3 * 2 ** 30 }), weights: () => ({ bytes: 5e9 }) },
  };

  assert.ok(proseOf('training', stub).includes('Both have 1,234 parameters.'));
  assert.ok(proseOf('sandbox', stub).includes('It knows 2 words'));
  assert.ok(proseOf('cost', stub).includes('is often 3 GiB, which is 3.22 GB'));
});

describe('what cannot be computed is found', () => {
  for (const [attributes, message] of [
    ['expr="kvCache(llama9, 4096)" unit="GiB"', /'llama9' is none of/u],
    ['expr="kvCache(llama2-70b, 4096, bach 8)" unit="GiB"', /'bach 8' is not known here/u],
    ['expr="kvCache(llama2-70b, 4096).bites" unit="GiB"', /cost.kvCache has no bites/u],
    ['expr="kvCache(llama2-70b, 4096)" unit="FLOPs"', /'FLOPs' is no unit of this number/u],
    ['expr="kvCache(llama2-70b, 4096)"', /needs its unit/u],
    ['expr="kvCache(llama2-70b, 4096)" unit="GIB"', /'GIB' is no unit/u],
    ['expr="parameters(gpt2-small)" unit="GB"', /which is a plain number/u],
    ['expr="trainer(relations, numHeads 4).steps"', /a trainer has no steps/u],
    ['expr="colour + 1"', /colour/u],
    ['expr=""', /./u],
    ['expr="1" decimals="9"', /decimals/u],
  ]) {
    test(attributes, () => {
      const [problem] = valueProblems(`So <mh-value ${attributes}></mh-value> it is.`, engine);
      assert.match(problem?.message ?? 'nothing', message);
    });
  }
});

test('a number below zero has a minus sign, not a hyphen', () => {
  assert.match(fillValues('<mh-value expr="1 - 3"></mh-value>', engine), />−2</u);
});
