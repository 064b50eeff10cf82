import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { load } from 'manyheads';
import { bundled } from '../bundled.mjs';

const { interviewQuestions } = await bundled('elements/interview/questions/index.ts');
const { KeptAnswers } = await bundled('elements/interview/answers.ts');
const { interviewText } = await bundled('elements/interview/text.ts');
const { english: words } = await bundled('elements/interview/words/english.ts');
const {
  applyFilters,
  listCompanies,
  computeQuestion,
  removeUnknown,
  noAttempt,
  parseAttempts,
  parseInterview,
} = await bundled('elements/interview/state.ts');
const engine = await load();

const folder = new URL('../../../web/elements/interview/questions/', import.meta.url);
const read = (name) => JSON.parse(readFileSync(new URL(name, folder), 'utf8'));
const validate = new Ajv2020({ allErrors: true }).compile(read('questions.schema.json'));
const textsOf = ({ question, answer, points }) => [question, ...answer, ...points];
/** The formulas in texts. */
const formulasOf = (texts) =>
  Array.from(texts.join(' ').matchAll(/\{([^{}|]*)/gu), ([, each]) => each);
const byId = (id) => interviewQuestions.find((question) => question.id === id);
const computed = (id) => textsOf(computeQuestion(byId(id), engine)).join('\n');

describe('the interview questions', () => {
  test('fit their schema', () => {
    const fits = validate(read('questions.json'));

    assert.ok(fits, JSON.stringify(validate.errors, null, 1));
  });

  test('have ids of their own', () => {
    assert.equal(new Set(interviewQuestions.map(({ id }) => id)).size, interviewQuestions.length);
  });

  test('are seven that companies reportedly ask, and eleven about common mistakes', () => {
    const asked = interviewQuestions.filter(({ companies }) => companies.length > 0);

    assert.equal(asked.length, 7);
    assert.equal(interviewQuestions.length - asked.length, 11);
  });

  for (const question of interviewQuestions) {
    const { id, numbers = {}, cited = [] } = question;
    const texts = textsOf(question);

    test(`${id}: each number that is defined is used, and the other way round`, () => {
      const named = formulasOf(texts).flatMap((each) => each.match(/\b[a-z]\w*\b(?!\()/giu) ?? []);

      assert.deepEqual([...new Set(named)].sort(), Object.keys(numbers).sort());
    });

    test(`${id}: every number is the core's, an input of it, cited or a year`, () => {
      const written = texts
        .join(' ')
        .replace(/\{[^{}]*\}/gu, '')
        .replace(/(Llama|GPT|DeepSeek)-[\d.]+( \d+B)?|Gemma 7B|T5-11B|DeepSeek 67B|FP16|10⁹/gu, '')
        .replace(/(et al\.) \d{4}/gu, '')
        .match(/\d[\d,.]*\d/gu);
      const inputs = JSON.stringify([numbers, formulasOf(texts)]).match(/\d+/gu) ?? [];
      const known = new Set([...inputs, ...cited.map((each) => each.replace(',', ''))]);

      const strange = (written ?? []).filter((each) => !known.has(each.replace(',', '')));

      assert.deepEqual(strange, []);
    });

    test(`${id}: the core can compute each number`, () => {
      for (const name of Object.keys(numbers)) {
        const { question: text } = computeQuestion({ ...question, question: `{${name}}` }, engine);

        assert.match(text, /^[\d.,]+(\u00a0.+)?$/u);
      }
    });

    test(`${id}: code is closed, and nothing is left to fill in`, () => {
      for (const text of textsOf(computeQuestion(question, engine))) {
        assert.doesNotMatch(text, /[{}]|undefined/u);
        assert.equal(text.split('`').length % 2, 1, text);
      }
    });
  }
});

test('the page says how many numbers the core computes, and how many come from recorded runs', () => {
  const page = readFileSync(new URL('../../../lesson/interview.md', folder), 'utf8').replace(
    /\s+/gu,
    ' ',
  );
  const isRecorded = (formula, { numbers = {} }) =>
    formula.match(/\w+/gu).some((name) => String(numbers[name]).includes('results('));
  const counts = { computed: 0, recorded: 0 };
  for (const question of interviewQuestions) {
    const formulas = textsOf(question)
      .join(' ')
      .match(/\{[^{}]*\}/gu);
    for (const formula of new Set(formulas)) {
      counts[isRecorded(formula, question) ? 'recorded' : 'computed'] += 1;
    }
  }

  const sentence = `The core computes ${counts.computed} numbers in the questions and answers as you read, and ${counts.recorded} come from our recorded training runs.`;
  assert.ok(page.includes(sentence), sentence);
});

/** What lesson.md says of them; the core has to say the same. */
const figures = {
  'heads-or-one': ['1,048,576', '64\u00a0MiB', '8\u00a0MiB'],
  'role-of-w-o': ['150.99\u00a0M', '603.98\u00a0M', '25.0\u00a0%'],
  'grouped-query-standard': ['80\u00a0GiB', '10\u00a0GiB', '1.25\u00a0GiB', 'a factor of 8'],
  'without-w-o': ['16,384 numbers to 7,168'],
  'grouped-query-bandwidth': [
    'serves 4 queries',
    '128\u00a0KiB',
    '512\u00a0KiB',
    '41.94\u00a0M',
    '67.11\u00a0M',
  ],
  'multi-query-savings': ['a factor of 32', '96.9\u00a0%', '33.55\u00a0M', '1.05\u00a0M'],
  'what-heads-do': ['we trained 120 models, and in 4 of them'],
  'one-head-limits': ['8 seeds, 300 steps', '83 to 97 % of cases'],
  'one-gpu': ['68.98\u00a0B', '138.0\u00a0GB', '34.5\u00a0GB', '10.7\u00a0GB'],
  'less-than-what': ['93.3\u00a0%', '194,560', '34,560', '82.2\u00a0%', '98.2\u00a0%'],
  'heads-times-width': ['16,384', '4,096'],
  crossover: ['8,192', '5,120', '10,240', '26,624', '53,248'],
  'divide-by-root': ['8 for d_head = 64', '0.13', '0.29'],
  'twice-the-heads': [
    '603.98\u00a0M',
    '8 instead of 11.31',
    '1,536\u00a0MiB instead of 768\u00a0MiB',
  ],
  'feed-forward-share': [
    '66.7\u00a0%',
    '268.44\u00a0M',
    '536.87\u00a0M',
    '82.4\u00a0%',
    '704.64\u00a0M',
    '150.99\u00a0M',
  ],
};
for (const [id, wanted] of Object.entries(figures)) {
  test(`the core computes the known results of ${id}`, () => {
    for (const figure of wanted)
      assert.ok(computed(id).includes(figure), `${figure}: ${computed(id)}`);
  });
}

test('every question with numbers of its own is held to known ones', () => {
  const withOwn = interviewQuestions
    .filter((question) => formulasOf(textsOf(question)).length > 0)
    .map(({ id }) => id);

  assert.deepEqual(withOwn.sort(), Object.keys(figures).sort());
});

/** The accuracy on the relation that it predicts worst, after `steps` steps. */
function worst(config, change) {
  const trainer = engine.trainer({ task: 'relations', seed: 1, ...config });
  trainer.step(400);
  const { accuracy } = trainer.evaluate(change);
  trainer.dispose();
  return Math.min(...accuracy);
}

describe('what the answers say of small models', () => {
  for (const share of [['q'], ['k'], ['v'], ['k', 'v']]) {
    test(`heads that share W_${share.join(' and W_')} learn all four relations`, () => {
      assert.ok(worst({ numHeads: 4, share }) > 0.95);
    });
  }

  test('heads that share W_Q and W_K do not', () => {
    assert.ok(worst({ numHeads: 4, share: ['q', 'k'] }) < 0.8);
  });

  test('a single head gets two of the four mostly right, and two mostly wrong', () => {
    for (const seed of [0, 1, 2, 3, 4, 5, 6, 7]) {
      const trainer = engine.trainer({ task: 'relations', numHeads: 1, seed });
      trainer.step(300);
      const [least, low, high, most] = Array.from(trainer.evaluate().accuracy).sort(
        (a, b) => a - b,
      );
      trainer.dispose();

      assert.ok(least > 0.125 && low < 0.355, `${least} ${low}`);
      assert.ok(high > 0.825 && most < 0.975, `${high} ${most}`);
    }
  });

  test('trained without W_O all four are learned; with W_O taken out none is', () => {
    assert.ok(worst({ numHeads: 4, outputProjection: false }) > 0.95);

    const trainer = engine.trainer({ task: 'relations', numHeads: 4, seed: 1 });
    trainer.step(400);
    const { accuracy } = trainer.evaluate({ outputProjection: false });
    trainer.dispose();
    assert.ok(Math.max(...accuracy) < 0.25, accuracy.join());
  });

  test('a removed head takes about one relation down to chance', () => {
    const trainer = engine.trainer({ task: 'relations', numHeads: 4, seed: 1 });
    trainer.step(400);
    const lost = engine.tensor
      .toNested(trainer.ablation())
      .map((row) => row.filter((a) => a < 0.3));
    trainer.dispose();

    for (const relations of lost) assert.ok(relations.length >= 1 && relations.length <= 2, lost);
  });

  test('heads do not specialise with every seed: with seed 1078, two heads share a relation', () => {
    const trainer = engine.trainer({ task: 'relations', numHeads: 4, seed: 1078 });
    trainer.step(400);
    const lost = engine.tensor
      .toNested(trainer.ablation())
      .map((row) => row.filter((a) => a < 0.5).length);
    const { accuracy } = trainer.evaluate();
    trainer.dispose();

    assert.ok(Math.min(...accuracy) > 0.95, accuracy.join());
    assert.deepEqual(lost.sort(), [0, 1, 1, 1]);
  });

  test('a row with no key to see gives 0 in the core, and no NaN', () => {
    const layer = engine.attention({ dModel: 8, numHeads: 2, outputProjection: false });
    const x = engine.tensor.randomNormal([1, 3, 8]);
    const { data } = layer.forward(x, { validLens: [0] });
    layer.dispose();

    assert.ok(data.every((value) => value === 0));
  });
});

test('a missing number is named', () => {
  const asked = (question, numbers) => () =>
    computeQuestion({ question, numbers, answer: [], points: [] }, engine);
  assert.throws(asked('{nothing}', {}), /'nothing'/);
  const numbers = { n: { run: 'cost', call: 'parameters', model: 'llama2-70b', read: 'heads' } };
  assert.throws(asked('{n}', numbers), /cost\.parameters has no heads/);
});

describe('filters', () => {
  const start = parseInterview(null);
  const ids = (state, attempts = {}) =>
    applyFilters(interviewQuestions, { ...start, ...state }, attempts).map(({ id }) => id);

  test('show everything at the start', () => {
    assert.equal(ids({}).length, interviewQuestions.length);
  });

  test('show the questions of a difficulty and a company', () => {
    assert.deepEqual(ids({ stars: 3, company: 'Anthropic' }), ['grouped-query-standard']);
  });

  test('show the seven that companies reportedly ask', () => {
    assert.equal(ids({ company: 'companies' }).length, 7);
  });

  test('show those about common mistakes', () => {
    assert.deepEqual(
      ids({ company: 'errata' }),
      interviewQuestions.filter(({ companies }) => !companies.length).map(({ id }) => id),
    );
  });

  test('show those that were missed, and the open one whatever its rating', () => {
    const attempts = {
      crossover: { ...noAttempt, rating: 'missed' },
      'one-gpu': { ...noAttempt, rating: 'had' },
    };

    assert.deepEqual(ids({ onlyMissed: true }, attempts), ['crossover']);
    assert.deepEqual(ids({ onlyMissed: true, open: 'one-gpu' }, attempts), [
      'one-gpu',
      'crossover',
    ]);
  });

  test('name each company once', () => {
    assert.deepEqual(listCompanies(interviewQuestions), [
      'Anthropic',
      'Databricks',
      'Google',
      'Meta',
      'OpenAI',
    ]);
  });
});

describe('what is given from outside', () => {
  for (const given of [null, undefined, 7, 'x', [], { stars: 9, company: {}, open: 1 }]) {
    test(`the state ${JSON.stringify(given)} is the start`, () => {
      assert.deepEqual(parseInterview(given), parseInterview({}));
    });
  }

  test('an unknown company or question is ignored', () => {
    const state = parseInterview({ company: 'Nobody', open: 'nothing', stars: 2 });

    assert.deepEqual(removeUnknown(state, interviewQuestions), parseInterview({ stars: 2 }));
  });

  test('invalid attempts are left out, and invalid parts of them get defaults', () => {
    const stored = JSON.parse(`{
      "crossover": { "note": 7, "aloud": "yes", "shown": true, "named": [0, 0, -1, 99, "1"], "rating": "best" },
      "one-gpu": { "note": "no", "shown": true, "named": {}, "rating": "partly" },
      "__proto__": { "rating": "had" },
      "nothing": { "rating": "had" }
    }`);

    assert.deepEqual(parseAttempts(stored, interviewQuestions), {
      'one-gpu': { ...noAttempt, note: 'no', shown: true, rating: 'partly' },
      crossover: { ...noAttempt, named: [0] },
    });
  });

  for (const given of [null, [], 'x', 3, { crossover: null }]) {
    test(`${JSON.stringify(given)} has no attempts`, () => {
      const attempts = Object.values(parseAttempts(given, interviewQuestions));

      assert.ok(attempts.every((attempt) => attempt.rating === null && !attempt.shown));
    });
  }
});

test('an answer that is shown stays, also after the note was deleted', () => {
  const answers = new KeptAnswers(interviewQuestions);
  answers.change('crossover', { note: 'No.' });
  answers.change('crossover', { shown: true });
  answers.change('crossover', { note: '' });
  answers.change('crossover', { rating: 'partly' });

  assert.deepEqual(answers.to('crossover'), { ...noAttempt, shown: true, rating: 'partly' });
});

test('the text has a model answer only if it is visible', () => {
  const questions = [byId('share-queries'), byId('crossover')];
  const attempts = {
    'share-queries': {
      ...noAttempt,
      note: 'Only K and V are kept.',
      shown: true,
      named: [0],
      rating: 'partly',
    },
  };

  const text = interviewText(questions, attempts, words);

  assert.match(
    text,
    /My answer:\nOnly K and V are kept\.\n\nHow it went: partly\n\nModel answer:\n/u,
  );
  assert.match(
    text,
    /Mentioned:\n- Only keys and values are cached\.\n\nNot mentioned:\n- Sharing/u,
  );
  assert.ok(!text.includes(byId('crossover').answer[1]));
});
