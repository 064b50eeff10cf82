/** Texts of 1 MB that were made to take long: reading them takes as long as they are, not its square. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bundled } from '../bundled.mjs';
import { processorTime } from '../processor-time.mjs';

const { renderMarkdown } = await bundled('command/pack/markdown.ts');
const { plainText, splitFormulas } = await bundled('elements/quiz/text.ts');
const { readMarkdown } = await bundled('elements/quiz/own/markdown.ts');

const size = 2 ** 20;
/** Many times what they take on a busy machine; with a square in it, each takes minutes. */
const longest = 60_000;

const fill = (part) => part.repeat(Math.ceil(size / part.length));
const parts = { element: () => '', image: () => '', link: () => '', report() {} };
const render = (text) => renderMarkdown(text, 1, parts);

const question = (line) => `---\nid: a\ntype: order\n---\nWhich?\n\n${line}\n`;
const texts = {
  'a heading of spaces': () => render(`# ${fill(' ')}x`),
  'a heading of number signs': () => render(`# ${fill('#')}x`),
  'tags without an end': () => render(fill('<mh-a>')),
  'tags without an end, each in a line': () => render(fill('<mh-a>\n')),
  'tags without an end, each in a paragraph': () => render(fill('<mh-a>\n\n')),
  'tags that end far away': () => render(`${fill('<mh-a> ')}</mh-a>`),
  'tags with endless attributes': () => render(fill('<mh-a b="')),
  'formulas without an end': () => plainText(fill('<math alttext="x">')),
  'formulas without a name': () => plainText(fill('<math alttext="')),
  'a formula that ends after many': () => splitFormulas(`${fill('<math alttext="x')}"></math>`),
  'a fence with spaces': () => readMarkdown(question(`\`\`\`${fill(' ')}!`)),
  'an item of spaces and a line separator': () => readMarkdown(question(`- ${fill(' ')}\u2028x`)),
  'an option of spaces and a line separator': () =>
    readMarkdown(question(`- [x] ${fill(' ')}\u2028x`)),
  'a field of spaces and a line separator': () =>
    readMarkdown(`---\nid: ${fill(' ')}\u2028x\n---\n`),
};

for (const [name, read] of Object.entries(texts)) {
  test(name, () => {
    const taken = processorTime(read);
    assert.ok(taken < longest, `${Math.round(taken)} ms`);
  });
}

test('a formula is found as before', () => {
  const one = '<math alttext="a &lt; &quot;b&quot;"><mi>a</mi></math>';
  const text = `x <math alttext="${one} y <math alttext="z">`;

  assert.deepEqual(splitFormulas(text), [
    { text: 'x <math alttext="', isMathMl: false },
    { text: one, isMathMl: true },
    { text: ' y <math alttext="z">', isMathMl: false },
  ]);
  assert.equal(plainText(text), 'x <math alttext="a < "b" y <math alttext="z">');
});

test('the title is the first heading that is one', () => {
  const heading = (text) => render(text).heading;

  assert.equal(heading('```\n# code\n```\n\n## Two\n\n# The *mask* `m`  #\n'), 'The mask m');
  assert.equal(heading('Setext\n===\n'), 'Setext');
  assert.equal(heading('Text\n'), '');
});
