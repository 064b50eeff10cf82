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

/** The core with every number wrong. */
function wrongEngine() {
  const wrong = (number) => 3 * number + 1;
  const wrongCounts = (counts) =>
    Object.fromEntries(Object.entries(counts).map(([name, number]) => [name, wrong(number)]));
  const { cost, formulas } = engine;
  return {
    formulas: {
      evaluate(formula, names) {
        const number = formulas.evaluate(formula, names);
        return /^\d+$/u.test(formula) ? number : wrong(number); // the sizes of a model stay
      },
    },
    cost: {
      ...cost,
      ...Object.fromEntries(
        ['flops', 'kvCache', 'parameters', 'weights'].map((name) => [
          name,
          (...args) => wrongCounts(cost[name](...args)),
        ]),
      ),
    },
    trainer(config) {
      const trainer = engine.trainer(config);
      return {
        parameterCount: wrong(trainer.parameterCount),
        vocabulary: [...trainer.vocabulary, 'new'],
        relations: trainer.relations,
        dispose: () => trainer.dispose(),
      };
    },
  };
}

test('every number of the prose that the core computes changes with it', () => {
  const values = /<mh-value([^>]*)>([^<]*)</gu;
  const read = (text, core) => Array.from(fillValues(text, core).matchAll(values));
  const wrong = wrongEngine();
  let count = 0;

  for (const [name, text] of pages) {
    const others = read(text, wrong);
    for (const [i, [, attributes, shown]] of read(text, engine).entries()) {
      if (attributes.includes('"results(')) continue; // recorded runs, which no core computes anew
      assert.notEqual(others[i][2], shown, `${name}: ${attributes}`);
      count += 1;
    }
  }
  assert.ok(count > 100, `${count}`);
});

describe('a number with decimals, thousands or a per cent sign is computed, not typed', () => {
  /** What no core computes: sizes of models and machines, claims of other texts, marks to reach. */
  const stated = {
    'softmax.md': ['0.5772'],
    'sandbox.md': ['99.5 %'],
    'training.md': ['0.95'],
    'chapters/02-query-key.md': ['0.1'],
    'chapters/03-heads-axis.md': ['3.5'],
    'chapters/04-concat.md': ['100 %', '7,168'],
    'chapters/05-what-heads-learn.md': ['2,000', '0.50', '100 %', '99 %'],
    'chapters/09-costs.md': ['14,336', '16,384'],
    'chapters/10-fewer-keys.md': ['312,000', '5 %', '93.3 %'],
    'chapters/11-same-steps.md': ['4,096'],
    'chapters/16-glossary.md': [
      '3.5',
      '0.5772',
      '1.25',
      '93.3 %',
      '7,168',
      '67 %',
      '28,672',
      '0.5 %',
      '0.5',
    ],
  };
  /** Without code, formulas, links, names of models, sections of papers, and texts that replace a figure. */
  const sentences = (text) =>
    [
      [/^---\n.*?\n---\n/su, ''],
      [/^```.*?^```$/gmsu, ''],
      [/`[^`]*`|\$[^$]*\$|\]\([^)]*\)/gu, ' '],
      [/<(mh-[\w-]+)[^>]*>.*?<\/\1>|<[^>]*>/gsu, ' '],
      [/Llama-3\.1|sections? [\d.]+(?: and [\d.]+)?/gu, ' '],
    ].reduce((rest, [pattern, instead]) => rest.replace(pattern, instead), text);
  const numbers = /(?<![\w.])\d[\d,]*(?:\.\d+)?(?:\s%)?/gu;
  const typed = (text) =>
    Array.from(sentences(text).matchAll(numbers), ([number]) =>
      number.replace(/\s/u, ' ').replace(/,$/u, ''),
    ).filter((number) => /[.,%]|^\d{5}/u.test(number));
  /** The numbers in the page's own expressions: what is computed with. */
  const given = (text) =>
    Array.from(
      text.matchAll(/expr="([^"]*)"/gu),
      ([, expr]) => expr.match(/[\d.]+/gu) ?? [],
    ).flat();

  for (const [name, text] of pages) {
    test(name, () => {
      const known = new Set([...(stated[name] ?? []), ...given(text)]);
      assert.deepEqual(
        typed(text).filter((number) => !known.has(number) && !known.has(number.replace(/,/gu, ''))),
        [],
      );
    });
  }

  test('nothing is excused that no page says', () => {
    for (const [name, excused] of Object.entries(stated)) {
      const said = new Set(typed(pages.get(name)));
      assert.deepEqual(
        excused.filter((number) => !said.has(number)),
        [],
        name,
      );
    }
  });

  test('a typed number is found', () => {
    assert.deepEqual(
      typed('It takes 85.9\u00a0GB, 1,234 or 82.4 %, in Llama-3.1 (section 3.2.1).'),
      ['85.9', '1,234', '82.4 %'],
    );
  });
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
