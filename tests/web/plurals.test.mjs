/** Sentences with sizes, where a size is 1. */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { repository } from '../../emscripten/commands/run.mjs';
import { bundled } from './bundled.mjs';

/** In each language, also what is loaded on demand. */
async function wordsOf(folder) {
  const path = `${folder}/words`;
  const kinds = ['', '-extras'].filter((kind) =>
    existsSync(join(repository, `web/${path}/english${kind}.ts`)),
  );
  const all = async (name) => {
    const files = kinds.map((kind) => bundled(`${path}/${name}${kind}.ts`));
    return Object.assign({}, ...(await Promise.all(files)).map((file) => file[name]));
  };
  return [
    ['English', await all('english')],
    ['German', await all('german')],
  ];
}

/** A text or a template of Lit, as it is read. */
function read(text) {
  if (Array.isArray(text)) return text.map(read).join(' ');
  if (!text?.strings) return typeof text === 'symbol' ? '' : String(text ?? '');
  const parts = text.strings.map((string, i) => string + read(text.values[i]));
  return parts
    .join('')
    .replace(/<[^>]+>/gu, '')
    .replace(/\s+/gu, ' ');
}

const plurals = [
  'columns|rows|numbers|words|heads|query heads|key/value heads|tokens|queries|keys|scores|products',
  'blocks|bytes|layers|sequences|sheets',
  'Spalten|Zeilen|Zahlen|Wörtern?|Köpfen?|Query-Köpfe|Key/Value-Köpfe|Tokens|Querys|Keys|Scores',
  'Produkte|Blöcken?|Bytes|Schichten|Sequenzen|Blätter',
].join('|');
const wrong = new RegExp(
  [
    String.raw`(?<![\d.×+–] ?|\d,)\b(1|one|eine?) (${plurals})(?![\p{L}\p{N}])`,
    String.raw`\b1 (head|Kopf), (each|je)\b`,
    String.raw`\b(rows|Zeilen) (\d+)–\2\b`,
    String.raw`\b1 (column|row|block)\b[^.]* (become|are|make)\b`,
    String.raw`\b1 (of|von) [^.]*\b(are|sind)\b`,
    String.raw`\b1 (column|row)\b.*\b(They|these|them)\b`,
    String.raw`\b(1|eine) (Spalte|Zeile)\b.*\b(ihnen|dieser Zeilen)\b`,
  ].join('|'),
  'u',
);

/** What a room says with sizes of 1. */
const said = {
  'elements/sandbox': ({ explain, describe }) => {
    const shared = { tie: false, heads: 4, kvHeads: 2, combine: 'sum', outputProjection: true };
    const apart = { ...shared, kvHeads: null, combine: 'concat' };
    return [
      ...['wq', 'wk', 'wv', 'wo'].flatMap((name) =>
        [shared, apart, { ...shared, tie: true }].map((state) => explain[name](1, state)),
      ),
      ...['q', 'k', 'v'].map((name) => explain[name](1)),
      describe.sentence('a', 1, 1, 32),
    ];
  },
  'elements/output-projection': ({ caption, describe, panel, predict, reach, rowsOf }) => [
    reach.without(1),
    panel.headTitle(0, 1),
    caption.alone(1),
    rowsOf(3, 3),
    reach.explanation(1, '2.0'),
    describe.sizes('a', 1, 32, 32),
    predict.verdict(0, [3], 8),
  ],
  'elements/pipeline': ({ arithmetic, caption, controls, describe, picture, predict, steps }) => {
    const sizes = { B: 1, T: 1, S: 1, H: 1, G: 1, D: 1, dModel: 1 };
    const run = {
      state: { kind: 'self', tensor: 's', head: 0, sequence: 0, lengths: [], skip: false },
      ...{ sizes, tensors: { q: { data: [1] } } },
    };
    const grouped = { ...run, sizes: { ...sizes, H: 2 } };
    const product = { kind: 'product', left: 'X', right: 'W_Q', row: 0, column: 0, value: 1 };
    return [
      picture.created(1, 1, 1),
      picture.removed(8, 1, 8),
      caption(run, { scores: 1, visible: 1 }),
      caption(grouped, { scores: 4, visible: 2 }),
      describe(run, { scores: 2, visible: 1 }),
      describe(grouped, { scores: 1, visible: 1 }),
      arithmetic({ ...product, terms: 1 }, run),
      predict.ask(run),
      controls.grouped(2, 1),
      ...['cut', 'mix', 'mixHeads'].map((step) => steps[step].sentence(grouped)),
    ];
  },
  'elements/cost': ({ caption, describe, plot, sizes, flops, parameters }) => [
    describe.run(1, 1, 1),
    sizes.widths('1', '1', '1'),
    sizes.kvHeads(1),
    sizes.layers(1),
    sizes.latent(1, 0),
    parameters.all(1),
    flops.captionOfStep(1, 1),
    caption.flops(1),
    `1 ${caption.tokens(1)}`,
    plot.equal('1'),
    plot.now('1'),
  ],
  ui: ({ problems }) => [problems.split(1, 2, 0.5, 1, 1), problems.splitTitle(1, 2)],
};

for (const [folder, texts] of Object.entries(said)) {
  describe(folder, async () => {
    for (const [language, words] of await wordsOf(folder)) {
      test(`${language}: a size of 1 has its noun and verb in the singular`, () => {
        const all = texts(words).map(read);
        assert.deepEqual(
          all.filter((text) => wrong.test(text)),
          [],
        );
      });
    }
  });
}

test('with one head nothing is said of other heads', async () => {
  for (const [, { predict }] of await wordsOf('elements/output-projection')) {
    assert.doesNotMatch(read(predict.verdict(0, [0, 1, 2], 3)), /other|ander/u);
    assert.match(read(predict.verdict(0, [0, 1, 2], 6)), /other|ander/u);
  }
});
