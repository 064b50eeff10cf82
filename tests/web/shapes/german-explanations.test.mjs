import assert from 'node:assert/strict';
import { test } from 'node:test';
import { misconceptions } from '../../package/misconceptions.mjs';
import { bundled } from '../bundled.mjs';
import { engine } from '../computed.mjs';

const { explainRun, explainVerdict, questions } = await bundled(
  'elements/shapes/words/german-explanations.ts',
);
const { check, question, runPattern } = engine.shapes;
const split = question({ seed: 1, level: 2, stage: 'split-heads' });

test('every question of the core is there in German', () => {
  for (const level of [1, 2, 3, 4, 5]) {
    for (let seed = 0; seed < 60; ++seed) {
      const { stage } = question({ seed, level });
      assert.match(questions[stage] ?? '', /[?]$/u, stage);
    }
  }
});

for (const [stage, answer, misconception] of misconceptions) {
  test(`${misconception} at ${stage} is explained in German, with the same sizes`, () => {
    const verdict = check(question({ seed: 3, level: 5, stage }), answer);

    const german = explainVerdict(verdict);

    const sizes = (text) => text.match(/[\w*+]+ = \d+/gu).sort();
    assert.deepEqual(sizes(german), sizes(verdict.explanation));
    assert.notEqual(german, verdict.explanation);
    assert.doesNotMatch(german, /[{}]|undefined/u);
  });
}

for (const [answer, expected] of [
  ['[B, H, 1000, d_head]', 'Achse 2 ist für die Tokens.'],
  [
    '[B, H, T, T]',
    `Achse 3 ist für die Zahlen eines Kopfes. ${split.sizes.T} ist T, für die Tokens.`,
  ],
  [
    '[B]',
    'Die Antwort hat 4 Achsen, deine hat 1. In deiner fehlt eine Achse für: die Köpfe, die Tokens, ' +
      'die Zahlen eines Kopfes.',
  ],
]) {
  test(`${answer} is explained in German`, () => {
    assert.equal(explainVerdict(check(split, answer)), expected);
  });
}

test('the order and a right answer are explained in German', () => {
  assert.match(
    explainVerdict(check(split, '[d_head, H, T, B]')),
    /^Die Größen stimmen, aber nicht ihre Reihenfolge\. Achse 0 ist für die Sequenzen des Batches\./u,
  );
  assert.match(explainVerdict(check(split, '[B, H, T, d_head]')), / ist \[B, H, T, d_head\]\.$/u);
});

test('where elements are and belong is said in German', () => {
  const sizes = { b: 1, t: 3, h: 2, d: 2 };
  const explain = (step) =>
    explainRun(runPattern([step], sizes, 'b t (h d) -> b h t d'), 'b h t d');

  assert.equal(
    explain('reshape(b, h, t, d)'),
    'Die Shape stimmt, aber 8 von 12 Elementen sind am falschen Platz. ' +
      'Auf Platz [0, 0, 1, 0] liegt Token 0, Kopf 1, Zahl 0. Das gehört auf Platz [0, 1, 0, 0]. ' +
      'Auf Platz [0, 0, 1, 0] gehört Token 1, Kopf 0, Zahl 0.',
  );
  assert.equal(
    explain('reshape(t, 4)'),
    'Die Shape ist [3, 4]. Das Ziel ist [1, 2, 3, 2], b h t d.',
  );
  assert.equal(explain('b t (h d) -> b h t d'), 'Jedes der 12 Elemente ist an seinem Platz.');
});
