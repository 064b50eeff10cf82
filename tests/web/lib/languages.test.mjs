import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { bundled } from '../bundled.mjs';

const { siteWords } = await bundled('site/words.ts');
const web = new URL('../../../web/', import.meta.url);
const catalogues = { en: { site: siteWords.en }, de: { site: siteWords.de } };
for (const name of readdirSync(fileURLToPath(web), { recursive: true })) {
  const [, folder, suffix] = /([\w-]+)\/words\/english([\w-]*)\.ts$/u.exec(name) ?? [];
  if (!folder) continue;
  const { english, ...others } = await bundled(name);
  const { german, ...germanOthers } = await bundled(name.replace('/english', '/german'));
  catalogues.en[folder + suffix] = { ...english, ...others };
  catalogues.de[folder + suffix] = { ...german, ...germanOthers };
}

/** Every text and every function of a catalogue, by its path. */
function leaves(words, path = '') {
  return Object.entries(words).flatMap(([key, value]) =>
    typeof value === 'object' ? leaves(value, `${path}${key}.`) : [[path + key, value]],
  );
}
const germanLeaves = new Map(leaves(catalogues.de));

/** What is read: of a template of Lit's the text between its tags. */
function textOf(value) {
  if (Array.isArray(value)) return value.map(textOf).join(' ');
  if (value?.strings) {
    const html = value.strings.map((text, i) => text + textOf(value.values[i] ?? '')).join('');
    return html.replace(/<[^>]*>/gu, '');
  }
  return typeof value === 'object' ? Object.values(value).map(textOf).join(' ') : String(value);
}

const operation = { kind: 'prune', head: 7, layer: 7, before: [7], after: [7], chance: [7] };
const subject = { kind: 'layer', tokens: 7, dModel: 7, heads: 7, causal: true };
const settings = { share: 'k', combine: 'sum', scale: 'none', optimizer: 'sgd', equalStart: true };
const softmax = {
  state: { subtractMax: true, temperature: 7, power: true },
  ...{ maximum: 7, sum: 7, powers: { data: [7] }, weights: { data: [7, 7] } },
  lead: { first: 0, second: 1, ahead: 7, exponent: 7, times: 7 },
};
const step = {
  state: { tokens: ['7'], dModel: 7, heads: 7, seed: 7, causal: true, variant: 'grouped' },
  cell: { matrix: { name: 'q', head: 7, rows: 7, columns: 7 }, row: 7, column: 7 },
  ...{ dHead: 7, kvHeads: 7, token: '7', key: '7' },
};

const layer = {
  ...{ kind: 'score', product: 7, width: 7, value: 7, weight: 7, isHidden: true },
  state: {
    kind: 'cross',
    lengths: [7],
    tensor: 'q',
    head: 7,
    sequence: 7,
    query: 7,
    key: 7,
    seed: 7,
  },
  sizes: { B: 7, T: 7, S: 7, H: 7, G: 7, dModel: 7, D: 7 },
  ...{ tensors: { q: { data: [7] } }, scores: 7, visible: 3 },
};
const answer = { relation: 'subject', answer: '7', probability: 7, wanted: '7', isRight: false };
const takenAway = {
  ...{ token: '7', look: '7', heads: 7, removed: [7], wrong: [answer], worst: { head: 7, answer } },
  ...{ now: { right: 7, of: 7 }, whole: { right: 7, of: 7 }, tied: { right: 7, of: 7 } },
  ...answer,
};
const sizes = { tokens: 7, heads: 8, kvHeads: 4, tile: 7, page: 7, chunks: [7, 7] };

const feedForward = {
  ...{ name: '7', dModel: 7, heads: 8, kvHeads: 7, activation: 'swiglu', matrices: 3, ratio: 7 },
  ...{ built: { share: 7 }, feedForward: 7, all: 7, share: 7, unit: 7, word: '7' },
  layer: { activation: 'swiglu', dFf: 7, parameters: 7 },
};

/** A question, a verdict and a run of a pattern. */
const shapeCheck = {
  ...{ stage: 'scores', prompt: '7', explanation: '7', explanationId: 'axis', axis: 0 },
  values: { stage: 'scores', axes: ['T'], sizes: { T: 7 }, missing: [], found: null },
  ...{ misplaced: 7, firstMisplaced: null, origins: { data: [7] }, wanted: { shape: [7] } },
  ...{ shape: [7], actual: [7], details: {} },
};

/** What either language says of the same arguments: the first that it can be called with. */
function saidOf(name, inEnglish, inGerman) {
  if (typeof inEnglish === 'string') return [[inEnglish, inGerman]];
  const kinds = [
    7,
    '7',
    ['7'],
    [7],
    [['7', 7]],
    operation,
    subject,
    settings,
    sizes,
    softmax,
    step,
    layer,
    feedForward,
    takenAway,
    shapeCheck,
  ];
  const said = [];
  for (const one of argumentsOf(inEnglish.length, kinds)) {
    try {
      said.push([textOf(inEnglish(...one)), textOf(inGerman(...one))]);
    } catch {
      continue; // a number where a text is wanted, or the other way round
    }
    if (said.length === 8) break;
  }
  assert.notEqual(said.length, 0, `${name} could not be called`);
  return said;
}

function* argumentsOf(count, kinds) {
  if (count === 0) return yield [];
  for (const rest of argumentsOf(count - 1, kinds)) for (const kind of kinds) yield [kind, ...rest];
}

const withWords = leaves(catalogues.en).map(([name, inEnglish]) => ({
  name,
  said: saidOf(name, inEnglish, germanLeaves.get(name)),
}));

test('German texts have no small English words', () => {
  const english = /\b(the|and|of|with|each|heads?|not|this|these|what|which|its?)\b/iu;
  const namesOfTheField = /„it“|Multi-Head|d\shead/gu;
  for (const { name, said } of withWords) {
    for (const [, text] of said) {
      assert.doesNotMatch(text.replace(namesOfTheField, ''), english, name);
    }
  }
});

test('only names of the field are the same in both languages', () => {
  const letters = (text) => text.replace(/[^\p{L}]/gu, '');
  for (const { name, said } of withWords) {
    const [inEnglish, inGerman] = said[0].map(letters);
    assert.ok(inEnglish.length <= 12 || inEnglish !== inGerman, `${name}: ${inGerman}`);
  }
});

test('German quotes „so“', () => {
  for (const { name, said } of withWords) {
    for (const [, text] of said) assert.doesNotMatch(text, /“(?=\p{L})|["”]/u, name);
  }
});

test('German thousands are separated by a narrow space: a point would be the decimal point', () => {
  assert.match(
    catalogues.de.training.player.at(1000, 4000),
    /^Schritt 1\u202f000 von 4\u202f000$/u,
  );
});

const sources = readdirSync(fileURLToPath(web), { recursive: true })
  .filter((name) => name.endsWith('.ts'))
  .map((name) => ({ name, text: readFileSync(new URL(name, web), 'utf8') }));

/**
 * The first has no words; what extends the second follows the language itself. What extends Check or
 * FigureElement follows it with them.
 */
const others = new Set(['ui/map-picture.ts', 'ui/embeddable-element.ts']);

test('every element follows the language', () => {
  const elements = sources.filter(
    ({ name, text }) => /extends (?:Boxed|Embeddable)Element\b/u.test(text) && !others.has(name),
  );

  assert.ok(elements.length >= 12);
  for (const { name, text } of elements) {
    assert.match(text, /super\(\);\s*followLanguage\(this\b/u, name);
  }
});

test('no module reads words while it is loaded: the language can change', () => {
  for (const { name, text } of sources) {
    if (/^lib\/language\.ts$|\/words\/index\.ts$/u.test(name)) continue;
    const file = ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true);
    ts.forEachChild(file, function visit(node) {
      if (ts.isFunctionLike(node) || ts.isTypeNode(node) || ts.isInterfaceDeclaration(node)) return;
      if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return;
      const isRead =
        ts.isIdentifier(node) &&
        ['words', 'uiWords'].includes(node.text) &&
        node.parent.name !== node;
      if (isRead) assert.fail(`${name}: ${node.parent.getText()}`);
      ts.forEachChild(node, visit);
    });
  }
});
