/** QTI 1.2, by the standard's rules and by what Canvas makes of it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { unzipSync } from 'fflate';
import { load } from 'manyheads';
import { quizFiles } from '../../../emscripten/commands/check-content.mjs';
import { attributeValues, contentModels, readXml } from '../../package/qti-rules.mjs';
import { bundled } from '../bundled.mjs';

const { exporterFor } = await bundled('command/export/exporters.ts');
const engine = await load();
const quizzes = [...quizFiles().values()].map(({ $schema, ...quiz }) => quiz);
const count = quizzes.reduce((sum, { numbers = [{}] }) => sum + numbers.length, 0);

const { content: zip, notes } = exporterFor('qti').write(quizzes, 'My quiz: ü', engine);
const files = Object.fromEntries(
  Object.entries(unzipSync(zip)).map(([name, bytes]) => [name, new TextDecoder().decode(bytes)]),
);
const manifest = readXml(files['imsmanifest.xml']);
const inZip = readXml(Object.values(files)[1]);
const bare = readXml(exporterFor('qti', 'a.xml').write(quizzes, 'all', engine).content);

/** All elements of this name within one. */
const find = (element, name) => [
  ...(element.name === name ? [element] : []),
  ...element.children.flatMap((child) => find(child, name)),
];
const itemsOf = (root) => find(root, 'item');

for (const [name, root] of Object.entries({ 'in the package': inZip, alone: bare })) {
  test(`every question of the lesson is valid QTI 1.2, ${name}`, () => {
    const seen = new Set();
    const check = ({ name, attributes, children, text }) => {
      const { model, has, must = [] } = contentModels[name] ?? assert.fail(`<${name}>`);
      seen.add(name);
      assert.match(children.map((child) => `${child.name} `).join(''), model, `in <${name}>`);
      for (const [attribute, value] of Object.entries(attributes)) {
        assert.ok(has.includes(attribute), `${name} ${attribute}`);
        const values = attributeValues[attribute] ?? [value];
        assert.ok(values.includes(value), `${name} ${attribute}="${value}"`);
      }
      for (const attribute of must) assert.ok(attribute in attributes, `${name} ${attribute}`);
      if (model.source !== '^$') assert.equal(text.trim(), '', `in <${name}>`);
      children.forEach(check);
    };

    check(root);

    const items = itemsOf(root);
    assert.equal(items.length, count);
    assert.equal(new Set(items.map(({ attributes }) => attributes.ident)).size, count);
    for (const element of ['response_lid', 'response_str', 'not', 'other', 'vargte'])
      assert.ok(seen.has(element), element);
  });

  test(`rules name responses, options and feedback that are there, ${name}`, () => {
    for (const item of itemsOf(root)) {
      const ids = (name) => find(item, name).map(({ attributes }) => attributes.ident);
      const responses = [...ids('response_lid'), ...ids('response_str')];
      const labels = new Set(ids('response_label'));
      for (const name of ['varequal', 'vargte', 'varlte']) {
        for (const { attributes, text } of find(item, name)) {
          assert.ok(responses.includes(attributes.respident), attributes.respident);
          if (labels.size > 0) assert.ok(labels.has(text), text);
        }
      }
      const shown = find(item, 'displayfeedback').map(({ attributes }) => attributes.linkrefid);
      assert.deepEqual(shown.sort(), ids('itemfeedback').sort());
    }
  });

  test(`the right answer of every graded question gives 100 points, ${name}`, () => {
    for (const item of itemsOf(root)) {
      const rules = find(item, 'setvar');
      const points = rules.reduce((sum, { text }) => sum + Number(text), 0);
      const isEssay = rules.length === 0;
      assert.ok(isEssay || Math.abs(points - 100) < 1e-6, item.attributes.ident);
    }
  });
}

test('a mistake is accepted as near to itself as on the page', () => {
  const quiz = {
    ...{ id: 'entries', type: 'numeric', question: 'How many?', explanation: 'T by T.' },
    ...{ numbers: [{ T: 512 }], unit: 'kB', answer: 'T^2', tolerance: 0.125 },
    mistakes: [{ value: 'T', feedback: 'Those are the rows.' }],
  };

  const root = readXml(exporterFor('qti', 'a.xml').write([quiz], 'near', engine).content);

  const bounds = (name) => find(root, name).map(({ text }) => Number(text));
  assert.deepEqual(bounds('vargte'), [229.376, 0.448]);
  assert.deepEqual(bounds('varlte'), [294.912, 0.576]);
});

test('the manifest names the file, and nothing else', () => {
  const [{ attributes, children }] = find(manifest, 'resource');

  assert.deepEqual(Object.keys(files), ['imsmanifest.xml', attributes.href]);
  assert.match(attributes.href, /^(manyheads-my-quiz-[\da-f]{8})\/\1\.xml$/);
  assert.deepEqual(
    children.map(({ attributes }) => attributes.href),
    [attributes.href],
  );
  assert.equal(attributes.type, 'imsqti_xmlv1p2');
  assert.match(manifest.attributes.identifier, /^[A-Za-z_][\w.-]*$/u);
});

/** Canvas takes the answer of each of these rules for a right one, whatever its points. */
test('in the package, typed questions have rules for right answers alone', () => {
  const rulesOf = (root) =>
    itemsOf(root)
      .filter((item) => find(item, 'response_str').length > 0)
      .flatMap((item) => find(item, 'setvar').map(({ text }) => Number(text)));

  assert.deepEqual([...new Set(rulesOf(inZip))], [100]);
  assert.deepEqual([...new Set(rulesOf(bare))].sort(), [0, 100]);
  assert.deepEqual(
    notes.filter((note) => note.includes('Canvas')),
    ['Reasons for wrong typed answers are left out: Canvas would count such answers as right.'],
  );
});

/** It reads the first such rule of a question whose response has the identifier `response`. */
test('no response has an identifier that Canvas reads in another way', () => {
  for (const name of ['response_lid', 'response_str']) {
    for (const { attributes } of find(inZip, name))
      assert.match(attributes.ident, /^response1$|^response_\d+$/u);
  }
});
