import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { bundled } from '../bundled.mjs';

const { embedSnippets } = await bundled('ui/embed-snippets.ts');

const embedded = {
  tag: 'mh-softmax',
  flags: ['causal'],
  attributes: { tokens: 'a "b" <c> & d', causal: '1' },
  question: 'Is 1 < 2 & "so"?',
  link: 'https://example.org/course/index.html#softmax?causal=1&heads=2',
  language: 'de',
  height: 612,
};

test('the frame has the state, the language, the height and a title, escaped', () => {
  const { frame } = embedSnippets(embedded);
  const address = /src="([^"]*)"/u.exec(frame)[1].replaceAll('&amp;', '&');
  const { origin, pathname, hash, searchParams } = new URL(address);

  assert.deepEqual([origin + pathname, hash], ['https://example.org/course/embed.html', '']);
  assert.deepEqual(Object.fromEntries(searchParams), {
    element: 'mh-softmax',
    tokens: 'a "b" <c> & d',
    causal: '1',
    lang: 'de',
  });
  assert.match(frame, /title="Is 1 &lt; 2 &amp; &quot;so&quot;\?"/u);
  assert.match(frame, /height="612"/u);
});

test('the element and the link are escaped too', () => {
  const { element, link } = embedSnippets(embedded);

  assert.match(
    element,
    /\n<mh-softmax tokens="a &quot;b&quot; &lt;c&gt; &amp; d" causal><\/mh-softmax>$/u,
  );
  assert.equal(
    link,
    '<a href="https://example.org/course/index.html#softmax?causal=1&amp;heads=2">' +
      'Is 1 &lt; 2 &amp; &quot;so&quot;?</a>',
  );
});

test('a page without an address that others can open has only the element', () => {
  for (const link of ['', 'file:///home/me/manyheads.html#softmax']) {
    const snippets = embedSnippets({ ...embedded, link });

    assert.deepEqual(Object.keys(snippets), ['element']);
    assert.doesNotMatch(snippets.element, /file:/u);
  }
});

test('the element says where its script comes from', () => {
  assert.match(embedSnippets(embedded).element, /^<!-- .*dist\/.*npm.* -->\n<script /u);
});

for (const page of ['lesson/embed.md', 'docs/embedding.md']) {
  test(`${page} shows the script that is copied`, () => {
    const text = readFileSync(new URL(`../../../web/${page}`, import.meta.url), 'utf8');

    assert.ok(text.includes(embedSnippets(embedded).height));
  });
}
