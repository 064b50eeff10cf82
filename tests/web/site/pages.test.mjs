import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { rooms } from '../../../emscripten/package/doors.mjs';
import { bundled } from '../bundled.mjs';

const { readPages } = await bundled('site/render/pages.ts');
const { renderLesson } = await bundled('site/render/markdown.ts');

test('pages are in the order of their places, with what their heads say', () => {
  const pages = readPages({
    late: '---\ntitle: Late\nplace: 25\nsummary: >-\n  One line,\n  and another: both.\n---\n\n# L\n',
    early: '---\ntitle: Early\nplace: 3\n---\n# E\n',
  });

  assert.deepEqual(pages, [
    { id: 'early', title: 'Early', place: 3, summary: null, text: '# E\n' },
    {
      ...{ id: 'late', title: 'Late', place: 25, text: '\n# L\n' },
      summary: 'One line, and another: both.',
    },
  ]);
});

test('a page whose head is wrong is named', () => {
  for (const [head, message] of [
    ['', /a\.md does not begin with its head/u],
    ['---\nplace: 1\n---\n', /a\.md has no title/u],
    ['---\ntitle: A\nplace: first\n---\n', /a\.md: its place is no whole number/u],
    ['---\ntitle: A\nplace: 1\nsumary: B\n---\n', /a\.md: sumary is not known/u],
  ]) {
    assert.throws(() => readPages({ a: `${head}# A\n` }), message);
  }
});

test('a top-level element is as wide as the page, everything else is prose', () => {
  const html = renderLesson(
    '# A\n\nText.\n\n<mh-a id="a">\n<p>No script.</p>\n</mh-a>\n\nMore.\n\n<div class="pair">\n\n<mh-b>\n</mh-b>\n\n</div>\n',
  );

  assert.equal(
    html.replaceAll('\n', ''),
    '<div class="prose"><h1>A</h1><p>Text.</p></div><mh-a id="a"><p>No script.</p></mh-a>' +
      '<div class="prose"><p>More.</p><div class="pair"><mh-b></mh-b></div></div>',
  );
});

for (const [name, room] of Object.entries(rooms)) {
  test(`the attributes that a frame takes are described: ${name}`, () => {
    const file = new URL(`../../../web/elements/${name}/attributes.md`, import.meta.url);
    const text = readFileSync(file, 'utf8');
    for (const [tag, { embed }] of Object.entries(room)) {
      assert.ok(text.includes(`<${tag}`), tag);
      for (const attribute of embed) assert.ok(text.includes(`\`${attribute}\``), attribute);
    }
  });
}
