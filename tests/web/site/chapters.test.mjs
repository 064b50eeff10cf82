import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { rooms } from '../../../emscripten/package/doors.mjs';
import { bundled } from '../bundled.mjs';
import { chapters, labs, parts } from '../pages.mjs';

const { readChapters } = await bundled('site/render/chapters.ts');
const { renderChapter } = await bundled('site/render/chapter-text.ts');
const { renderLesson, renderLine } = await bundled('site/render/markdown.ts');
const { chapterOf } = await bundled('site/render/lab-html.ts');
const { onePage, placesOf } = await bundled('site/render/lesson-html.ts');
const { splitPages, withoutScripts } = await bundled('site/render/split-pages.ts');

const head = '---\ntitle: A\nquestion: Why?\ndifficulty: 1\n---\n';
const chapter = (text) => readChapters({ '02-a': `${head}${text}` })[0];
const render = (text) => renderChapter(chapter(text), new Set(['mh-figure']), 3);

test('the lesson has 16 chapters on four long pages', () => {
  assert.deepEqual(
    chapters.map(({ number }) => number),
    Array.from({ length: 16 }, (_, i) => i + 1),
  );
  assert.deepEqual(
    parts.map(({ chapters }) => chapters.map(({ number }) => number)),
    [
      [1, 2, 3, 4, 5],
      [6, 7, 8],
      [9, 10, 11],
      [12, 13, 14, 15, 16],
    ],
  );
});

/** What every chapter has, besides its question. */
const belongings = {
  'a figure or an exercise': /^<mh-(?!quiz |quick-check|value)/mu,
  'a derivation': /^::: derivation .+\n\n1\. /mu,
  'a common mistake': /^\*\*Common mistake\.\*\* /mu,
  'a quick check': /^<mh-(?:quiz|quick-check) /mu,
  'key points': /^::: points\n\n(?:- .+\n(?: +.+\n)*){2,5}\n:::$/mu,
  'something to try': /^::: try\n\n(?:- .+\n(?: +.+\n)*){2,4}\n:::$/mu,
};

for (const { id, text } of chapters) {
  test(`the chapter ${id} has all that belongs to a chapter`, () => {
    for (const [name, pattern] of Object.entries(belongings)) assert.match(text, pattern, name);
    const code = text.match(/^::: code .*?^:::$/msu)?.[0] ?? '';
    for (const language of ['numpy', 'pytorch', 'cpp', 'js', 'output']) {
      assert.ok(code.includes(`\n\`\`\`${language}\n`), language);
    }
  });
}

test('no two elements or sections of the site have the same id', () => {
  const texts = [...chapters, ...labs].map(({ text }) => text);
  const ids = texts.flatMap((text) => Array.from(text.matchAll(/ id="([^"]+)"/gu), ([, id]) => id));

  assert.deepEqual(
    ids.filter((id, i) => ids.indexOf(id) !== i),
    [],
  );
});

test('every link within the site leads somewhere', () => {
  const { sections } = renderAll();
  const known = new Set([...sections, ...labs.map(({ id }) => id)]);
  for (const { id, text } of [...chapters, ...labs]) {
    for (const [, place] of text.matchAll(/\]\(#([\w-]+)/gu)) {
      assert.ok(known.has(place), `${id}: #${place}`);
    }
  }
});

const renderAll = () => ({
  sections: chapters.flatMap((chapter) => [
    chapter.id,
    ...renderChapter(chapter, new Set(), 0).sections.map(({ id }) => id),
  ]),
});

test('a chapter whose file is wrong is named', () => {
  for (const [name, file, message] of [
    ['2-a', head, /2-a\.md: its name is not like 02-query-key/u],
    ['02-a', '---\ntitle: A\n---\n', /02-a\.md has no title or no question/u],
    ['02-a', head.replace('1', '4'), /02-a\.md: its difficulty is not 1, 2 or 3/u],
    ['02-a', head.replace('difficulty', 'level'), /02-a\.md: level is not known/u],
  ]) {
    assert.throws(() => readChapters({ [name]: file }), message);
  }
});

test('headings, the first derivation and the first quiz are sections', () => {
  const { html, sections } = render(
    '## Query & key\n\n::: derivation One\n\n1. $a$ So.\n\n:::\n\n::: derivation Two\n\n1. $b$ So.\n\n:::\n\n' +
      '<mh-quiz id="check-a" quiz="x">\n</mh-quiz>\n\n<mh-quiz id="check-b" quiz="y">\n</mh-quiz>\n',
  );

  assert.deepEqual(sections, [
    { id: 'a-query-key', title: 'Query &amp; key' },
    { id: 'a-derivation', title: 'Derivation' },
    { id: 'check-a', title: 'Quick check' },
  ]);
  for (const { id } of sections) assert.equal(html.split(`id="${id}" data-section`).length, 2, id);
});

test('figures are numbered through the lesson, exercises are not', () => {
  const { html, figures } = render(
    '<mh-figure id="b">\n</mh-figure>\n\n<mh-cell id="c">\n</mh-cell>\n\n<mh-figure id="d">\n</mh-figure>\n',
  );

  assert.equal(figures, 2);
  assert.match(html, /<mh-figure number="4" id="b">/u);
  assert.match(html, /<mh-figure number="5" id="d">/u);
  assert.match(html, /<mh-cell id="c">/u);
});

test('reading takes a minute for 200 words, and one for each figure', () => {
  const minutes = (text) => render(text).minutes;

  assert.equal(minutes('One word.\n'), 1);
  assert.equal(minutes(`${'word '.repeat(600)}\n`), 3);
  assert.equal(minutes(`${'word '.repeat(600)}\n\n<mh-figure id="b">\n</mh-figure>\n`), 4);
});

describe('containers', () => {
  test('a formula has its meaning below', () => {
    const html = renderLesson('::: formulas\n\n- $s$ the _score_\n- $w$ the weight\n\n:::\n');

    assert.equal(
      html.match(/<li><div class="wide" tabindex="0"><math>.*?<\/math><\/div><span>/gu).length,
      2,
    );
    assert.ok(html.includes('<span>the <em>score</em></span>'));
  });

  test('a derivation is closed, with its title and the number of its steps', () => {
    const { html, hasDerivation } = render(
      '::: derivation Only $x$\n\n1. $a$ So.\n2. $b$ Yes.\n\n:::\n',
    );

    assert.ok(hasDerivation);
    assert.match(html, /<details class="derivation" id="a-derivation" data-section>/u);
    assert.match(html, /Derivation: <span>only <i class="symbol">x<\/i>/u);
    assert.ok(html.includes('<span>2 steps</span>'));
    assert.equal(render('Text.\n').hasDerivation, false);
  });

  test('code has a choice of languages and what it prints', () => {
    const html = renderLesson(
      '::: code Add & print\n\n```numpy\na < b\n```\n\n~~~js\na\n~~~\n\n```output\n3\n```\n\n:::\n',
    );

    assert.ok(html.includes('<figcaption>Add &amp; print</figcaption>'));
    assert.ok(html.includes('value="numpy" checked /><span>NumPy</span>'));
    assert.ok(html.includes('value="js" /><span>JavaScript</span>'));
    assert.ok(html.includes('data-language="numpy"><code>a &lt; b</code>'));
    assert.ok(html.includes('class="output"><code>3</code>'));
  });

  test('what cannot be rendered is an error that names it', () => {
    for (const [text, message] of [
      ['::: box A\n\nText.\n\n:::\n', /"::: box A" is not known/u],
      ['::: points\n\n- One.\n', /"::: points" is not known or has no end/u],
      ['::: formulas\n\n- score\n\n:::\n', /"score" is no formula with its meaning/u],
      ['::: code A\n\n```rust\na\n```\n\n:::\n', /rust is no language/u],
      ['::: code A\n\nText.\n\n:::\n', /"A" has no listing/u],
    ]) {
      assert.throws(() => renderLesson(text), message);
    }
  });

  test('a formula can be a paragraph, and none has an inline style', () => {
    const html = renderLesson(
      'Text.\n\n$$\n\\begin{bmatrix} 1 & 2 \\end{bmatrix}\n$$\n\nMore $x$.\n',
    );

    assert.match(html, /<div class="formula wide" tabindex="0"><math>/u);
    assert.doesNotMatch(html, / style=/u);
    assert.equal(html.match(/<p>/gu).length, 2);
  });
});

describe('the way back from a lab', () => {
  /** Pages that show no figure of a chapter. */
  const alone = ['labs', 'embed'];
  for (const lab of labs.filter(({ id }) => !alone.includes(id))) {
    test(`${lab.id} leads to the chapter with its element`, () => {
      assert.ok(
        chapterOf(lab, chapters),
        `no chapter shows an element of the page ${lab.id} or has a link to #${lab.id}`,
      );
    });
  }

  test('it is the first chapter that shows one of the elements, or that has a link to it', () => {
    const of = (text, id = 'none') => chapterOf({ id, text }, chapters)?.id;
    const links = chapters.find(({ text }) => text.includes('](#sandbox'));

    assert.equal(of('<mh-value expr="1"></mh-value> <mh-softmax id="x">'), 'query-key');
    assert.equal(of('<mh-value expr="1"></mh-value>'), undefined);
    assert.equal(of('<mh-sandbox id="x">', 'sandbox'), links.id);
  });
});

test('a column without a title has no header cell', () => {
  const html = renderLesson('|   | A |\n| - | - |\n| b | 1 |\n');

  assert.equal(html.match(/<th /gu).length, 1);
  assert.match(html, /<tr>\s*<td><\/td>\s*<th scope="col">A<\/th>/u);
});

test('a table of sentences names the column of each cell, for phones', () => {
  const html = renderLesson(
    `|   | claim | holds | see |\n| - | - | - | - |\n| M1 | ${'a '.repeat(30)} | b | c |\n`,
  );

  assert.match(html, /<table class="stacked">/u);
  assert.match(html, /<td data-name="claim">a a /u);
  assert.doesNotMatch(
    renderLesson('| a | b | c | d |\n| - | - | - | - |\n| 1 | 2 | 3 | 4 |\n'),
    /stacked/u,
  );
});

test('a formula stays on the line of the full stop behind it', () => {
  assert.match(
    renderLesson('So $W_O$, $Q$.'),
    /<span class="unbroken"><math.*<\/math>,<\/span> <span class="unbroken"><math.*<\/math>\.<\/span><\/p>/u,
  );
  assert.match(
    renderLine('Why $d_\\text{head}$?'),
    /<span class="unbroken"><i class="symbol">d<sub class="upright">\u200ahead<\/sub><\/i>\?<\/span>/u,
  );
});

test('a header that is a formula says it in letters too', () => {
  const html = renderLesson('| $d_\\text{head}$ | A |\n| - | - |\n| b | 1 |\n');

  assert.match(
    html,
    /<span class="unseen">d head<\/span><math aria-hidden="true">.*<th scope="col">A/su,
  );
});

test('one page is shown for each place in it, and the first for any other', () => {
  const pages =
    '<section id="one" class="page part"><article id="a" class="chapter"><h3 id="a-b" data-section>' +
    '<section id="two" class="page part"><article id="c" class="chapter">';

  assert.deepEqual(placesOf(pages), [
    ['one', ['one', 'a', 'a-b']],
    ['two', ['two', 'c']],
  ]);
  assert.equal(
    onePage(pages),
    '.scripted #one { display: var(--one, block); }\n.scripted #two { display: var(--two, none); }\n' +
      ".scripted:is([data-page='two'], [data-page='c']) { --one: none; --two: block; }\n",
  );
});

const [one, two] = [
  '<section id="one" class="page part">One.</section>\n',
  '<section id="two" class="page lab"><h2 id="b" data-section>Two</h2></section>\n',
];

test('the document keeps its first page, each other is a document of its own', () => {
  const { first, others, places } = splitPages(`<main>${one}${two}</main></html>`);

  assert.equal(first, `<main>${one}</main></html>`);
  assert.deepEqual(others, { two: `<!doctype html><meta charset="utf-8" />\n${two}` });
  assert.deepEqual(places, { two: ['two', 'b'] });
  const nested = two.replace('<h2', '<section>Inside.</section><h2');
  assert.throws(() => splitPages(`<main>${one}${nested}</main>`), /a section within/u);
});

test('the whole lesson has no scripts and loads none', () => {
  const html = withoutScripts(
    '<script>a < b;</script><link rel="modulepreload" href="a.js"><link rel="stylesheet" href="a.css">' +
      `<script async type="module" src="a.js"></script>${one}${two}`,
  );

  assert.equal(html, `<link rel="stylesheet" href="a.css">${one}${two}`);
});

test('all figures of the chapters are elements of the package', () => {
  const tags = new Set(Object.values(rooms).flatMap((room) => Object.keys(room)));
  for (const { id, text } of chapters) {
    for (const [, tag] of text.matchAll(/<(mh-[\w-]+)/gu))
      assert.ok(tags.has(tag), `${id}: ${tag}`);
  }
});
