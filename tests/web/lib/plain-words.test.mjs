import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';

const web = new URL('../../../web/', import.meta.url);
const read = (name) => readFileSync(new URL(name, web), 'utf8');

/** What learners read: the strings of both languages, the lesson's pages and its content. */
const texts = readdirSync(web, { recursive: true })
  .filter(
    (name) =>
      /\/words\/.*\.ts$/u.test(name) ||
      /\/(quizzes|questions|collection|patterns|programs|listings)\/.*\.(json|py|ts)$/u.test(
        name,
      ) ||
      /^lesson\/.*\.md$/u.test(name) ||
      /^site\/.*(words\.ts|\.html)$/u.test(name),
  )
  .filter((name) => !/schema\.json$/u.test(name))
  .concat('../emscripten/package/shape-texts.ts')
  .map((name) => ({ name, text: read(name).replace(/\/\*\*?[^]*?\*\/|^\s*\/\/.*$/gmu, '') }));

/** Sentences that learners stumbled over, and what to write instead. */
const phrases = [
  [
    /\b(numbers?|steps|tokens|weights|scores|slices?|patterns?|one|cache) an? (token|second|query|key|layer|line|head|word)\b/iu,
    '“per”',
  ],
  [/\b(a|each) row a \w+|\ba column a \w+/iu, '“one row per …”'],
  [/\b(is|are|was|were|been) (told|asked)\b/iu, 'who does what: “you see”, “the model predicts”'],
  [
    /\bAs you said|\bsays otherwise\b|\bhas? no say\b|, no say\b/iu,
    '“As you predicted”, “has no effect”',
  ],
  [/\b(head|model|token)s? (says?|tells?|told|said)\b/iu, '“predicts”, “the head’s output”'],
  [/\bstands? (side by side|below|above|beside|between|behind|at)\b/iu, '“is”'],
  [
    /\b(parted by|shares? out|brings? back)\b|\bspeaks? against\b/iu,
    '“separated”, “distributes”, “rules out”',
  ],
  [/\bAt equal (parameters|precision)\b|\bwhatever is\b/iu, '“with the same …”'],
  [/\b(der Lauf|Kopf|Köpfe|Token) sag(t|en|te|ten)\b/iu, '„sagt vorher“, „die Ausgabe des Kopfes“'],
  [
    /\bwird nichts gefragt\b|\bWie du gesagt\b|\bso oft man\b|\bspricht (noch )?(keiner )?dagegen\b/iu,
    '„sagt nichts vorher“',
  ],
  [
    /\bbis aufs letzte Bit\b|\bfröre\b|\bstarten?t? .* keinen Worker\b/iu,
    '„genau dieselben“, „würde einfrieren“',
  ],
];

test('texts for learners have no phrase that learners stumbled over', () => {
  const found = texts.flatMap(({ name, text }) =>
    phrases.flatMap(([phrase, better]) => {
      const [match] = phrase.exec(text) ?? [];
      return match ? [`${name}: “${match}”, better ${better}`] : [];
    }),
  );

  assert.ok(texts.length > 100);
  assert.deepEqual(found, []);
});
