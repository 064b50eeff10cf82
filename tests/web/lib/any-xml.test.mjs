/** XML that we write with texts of others: 10,000 texts, and 1,000 files. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { load } from 'manyheads';
import { readXml } from '../../package/qti-rules.mjs';
import { bundled } from '../bundled.mjs';
import { check, text as anyText } from './any-input.mjs';

const { escapeText } = await bundled('lib/escape-text.ts');
const { savedPicture } = await bundled('lib/saved-picture.ts');
const { exporterFor } = await bundled('command/export/exporters.ts');
const { scormManifest } = await bundled('command/pack/manifest.ts');
const engine = await load();

const strange = fc.constantFrom('\0', '\x01', '\v', '\x1f', '\ud800', '\udfff', '\ufffe', '\uffff');
const usual = fc.constantFrom(
  '\t',
  '\n',
  'é',
  '\x7f',
  '\ud7ff',
  '\ue000',
  '\ufffd',
  '😀',
  '\u{10ffff}',
);
const text = fc
  .array(fc.oneof(strange, usual, anyText), { maxLength: 5 })
  .map((all) => all.join(''));

test('XML keeps every text, except for characters that XML does not allow', () => {
  check(
    fc.property(text, (text) => {
      const { attributes, ...element } = readXml(
        `<a b="${escapeText(text)}">${escapeText(text)}</a>`,
      );
      assert.equal(attributes.b, element.text);
    }),
  );
  check(
    fc.property(fc.array(usual), (all) => assert.equal(escapeText(all.join('')), all.join(''))),
  );
});

test('pictures, manifests and exported quizzes with any text are XML', () => {
  check(
    fc.property(text, (text) => {
      const quiz = {
        ...{ id: 'a', type: 'multiple-response', question: text.replace(/[{}]/gu, '') },
        options: [
          { text: 'x', right: true, feedback: 'f' },
          { text: 'y', feedback: 'g' },
        ],
        explanation: 'So.',
      };
      for (const form of ['moodle', 'qti'])
        readXml(exporterFor(form, 'a.xml').write([quiz], text, engine).content);
      readXml(scormManifest({ title: text, mastery: null, html: '' }, ['index.html', text]));
      readXml(savedPicture({ width: 600, bottom: 9, question: text, content: [], caption: text }));
    }),
    1000,
  );
});
