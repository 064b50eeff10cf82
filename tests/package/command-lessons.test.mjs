/** What `npx manyheads check` and `pack` read in a lesson, and what they refuse, as installed. */
import assert from 'node:assert/strict';
import {
  chmodSync,
  mkdtempSync,
  mkdirSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { folder, own, read, run, runWithPermissions, write } from './command.mjs';

const outside = mkdtempSync(join(tmpdir(), 'manyheads-outside-'));

test('a lesson reports a broken quiz file once, however often it has its questions', async () => {
  write('twice.json', '[1');
  write('twice.md', '<mh-quiz src="twice.json"></mh-quiz>\n\n'.repeat(2));

  const { lines } = await run('check', 'twice.md');

  assert.equal(lines.length, 1, lines.join('\n'));
});

test('a quiz file that is too large is refused without being read', async () => {
  write('huge.md', '');
  truncateSync(join(folder, 'huge.md'), 2 ** 32); // more than Node can read at once
  write('names-huge.md', '# Two\n\n<mh-quiz src="huge.md"></mh-quiz>\n');

  const { code, lines } = await run('check', 'names-huge.md');

  assert.deepEqual([code, lines], [1, ['huge.md: is larger than 256 KiB']]);
});

test('a lesson that is named as a quiz is said to be none', async () => {
  write('chapter.md', '---\ntitle: One\n---\n\n# One\n');
  write('names-lesson.md', '# Two\n\n<mh-quiz src="chapter.md"></mh-quiz>\n');

  const { lines } = await run('check', 'names-lesson.md');

  assert.equal(
    lines.at(-1),
    "names-lesson.md:3: 'chapter.md' is no quiz file: a quiz has type, answer or numbers in its head",
  );
});

test('a question counts once, however the lesson spells the name of its file', async () => {
  write('q.json', own);
  write(
    'spelt.md',
    '# Rows\n\n<mh-quiz src="q.json"></mh-quiz>\n\n<mh-quiz src="./q.json"></mh-quiz>\n',
  );
  write('broken-q.json', '[1');
  write(
    'broken.md',
    '<mh-quiz src="broken-q.json"></mh-quiz>\n\n<mh-quiz src="./broken-q.json"></mh-quiz>\n',
  );

  const { lines } = await run('pack', 'spelt.md', '--html');
  const { lines: problems } = await run('check', 'broken.md');

  assert.deepEqual(lines, ['spelt.html: “Rows”, 1 question counts']);
  assert.equal(problems.length, 1, problems.join('\n'));
});

test('problems of a lesson have their own line, in tables and paragraphs too', async () => {
  write(
    'lines.md',
    [
      '---',
      'title: Lines',
      '---',
      '| a | b |',
      '| - | - |',
      '| 1 | [notes](notes.pdf) |',
      '| 2 | <mh-value exp="1"></mh-value> |',
      '',
      'A paragraph, <!-- not for readers -->',
      'with ![](gone.png) and `<!-- code -->` and',
      '[a link](gone.pdf), [another](gone.zip) and <mh-value exp="2"></mh-value> in it.',
      '',
      '- A list',
      '  with <mh-value exp="3"></mh-value>.',
      '',
      '<mh-quiz-set quizzes="head-width">',
      '',
      '## Part two',
      '',
      '<mh-quiz-set quizzes="gqa-cache"></mh-quiz-set>',
    ].join('\n'),
  );

  const { lines } = await run('check', 'lines.md');

  const found = lines.map((line) => Number(/^lines\.md:(\d+): /u.exec(line)?.[1]));
  assert.deepEqual(
    found.sort((a, b) => a - b),
    [6, 7, 9, 10, 11, 11, 11, 14, 16],
    lines.join('\n'),
  );
  assert.ok(lines.some((line) => line.startsWith('lines.md:9: a comment would be shown')));
  assert.ok(lines.some((line) => line.startsWith('lines.md:16: an element has no end tag')));
});

test('the code of a cell may be in a fence, as elsewhere in Markdown', async () => {
  const cells = [
    '<mh-cell>\n```python\nx = 1\n\nprint(x < 2)\n```\n</mh-cell>',
    '<mh-cell>\n\n~~~~ py\nprint(2)\n~~~~\n\n</mh-cell>',
    "<mh-cell>print('''\n```\nno fence\n```\n''')</mh-cell>",
  ];
  write('fences.md', cells.join('\n\n').replaceAll('\n', '\r\n'));
  await run('pack', 'fences.md', '--html');

  const found = [...read('fences.html').matchAll(/<mh-cell>([^]*?)<\/mh-cell>/gu)];
  assert.deepEqual(
    found.map(([, code]) => code.trim()),
    ['x = 1\n\nprint(x &lt; 2)', 'print(2)', "print('''\n```\nno fence\n```\n''')"],
  );
});

test('the code of a cell may be in pre and code, as in a page', async () => {
  const cells = [
    '<mh-cell><pre class="python">print(1)</pre></mh-cell>',
    '<mh-cell>\n<pre><code>\nprint(2 &lt; 3)\n</code></pre>\n</mh-cell>',
    '<mh-cell>&lt;pre&gt;print(4)&lt;/pre&gt;</mh-cell>',
  ];
  write('cells.md', cells.join('\n\n'));
  await run('pack', 'cells.md', '--html');

  const found = [...read('cells.html').matchAll(/<mh-cell>([^]*?)<\/mh-cell>/gu)];
  assert.deepEqual(
    found.map(([, code]) => code.trim()),
    ['print(1)', 'print(2 &lt; 3)', '&lt;pre&gt;print(4)&lt;/pre&gt;'],
  );
});

test('an id that is there twice, and a link that leads nowhere, are problems', async () => {
  write(
    'ids.md',
    [
      '# Masks',
      '',
      'A <mh-value id="b" expr="1"></mh-value>, [top](#) and [also](#top).',
      '',
      '<mh-softmax id="a"></mh-softmax>',
      '',
      '<mh-softmax id="a"></mh-softmax>',
      '',
      '[a](#a) [b](#b) [c](#c) [heading](#Masks)',
    ].join('\n'),
  );

  assert.deepEqual(await run('check', 'ids.md'), {
    code: 1,
    lines: [
      "ids.md:7: the id 'a' is already that of another element, in line 5",
      "ids.md:9: '#c' leads nowhere: no element has this id (headings have none)",
      "ids.md:9: '#Masks' leads nowhere: no element has this id (headings have none)",
    ],
  });
});

test('a tag in capital letters is a problem, since it would be shown as text', async () => {
  write(
    'capitals.md',
    [
      '# T',
      '',
      '<MH-SANDBOX tokens="a b"></MH-SANDBOX>',
      '',
      'In <mh-Value expr="1"></mh-Value> it.',
      '',
      '`<MH-VALUE>`',
    ].join('\n'),
  );

  assert.deepEqual(await run('check', 'capitals.md'), {
    code: 1,
    lines: [
      'capitals.md:3: tags are written in small letters: <mh-sandbox>',
      'capitals.md:5: tags are written in small letters: <mh-value>',
    ],
  });
});

test('nothing in a lesson runs as a script or takes other files along', async () => {
  writeFileSync(join(outside, 'secret.json'), JSON.stringify([own]));
  writeFileSync(join(outside, 'secret.png'), 'x');
  mkdirSync(join(folder, 'pictures'), { recursive: true });
  write(
    'pictures/plan.svg',
    '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
  );
  symlinkSync(join(outside, 'secret.png'), join(folder, 'link.png'));
  write(
    'text.md',
    '# T\n\n<script>alert(1)</script>\n\n<img src=x onerror=alert(1)>\n\n[a](javascript:alert(1)) [b](data:text/html,x) ![p](pictures/plan.svg "a\\"b")\n\n<mh-cell><pre>print(1 &lt; 2)\n\nx</script></pre></mh-cell>\n\n`</style>` &lt;i&gt; &auml;\n',
  );

  const { code } = await run('pack', 'text.md', '--html');

  assert.equal(code, 0);
  const html = read('text.html');
  const main = html.slice(html.indexOf('<main>'), html.indexOf('</main>'));
  const tags = [...main.matchAll(/<(\w[\w-]*)/gu)].map(([, tag]) => tag);
  assert.deepEqual([...new Set(tags)].sort(), ['code', 'h1', 'img', 'main', 'mh-cell', 'p']);
  assert.doesNotMatch(main, /<[^>]* (on\w+|href)=/u);
  assert.match(main, /<img src="data:image\/svg\+xml;base64,[\w+/=]+" alt="p" title="a&quot;b">/u);
  assert.match(main, /<mh-cell>print\(1 &lt; 2\)\n\nx&lt;\/script&gt;<\/mh-cell>/u);
  assert.match(main, /&lt;i&gt; ä/u);

  write(
    'hostile.md',
    [
      '---',
      'title: T',
      'author: me',
      'mastery: 101',
      '---',
      '<mh-sandbox onclick="alert(1)" heads="2"></mh-sandbox>',
      '',
      '<mh-other></mh-other>',
      '',
      'Text with <mh-value expr="1" section="javascript:alert(1)"></mh-value>',
      '',
      '<mh-quiz src="../secret.json"></mh-quiz>',
      '',
      `<mh-quiz src="${outside}/secret.json"></mh-quiz>`,
      '',
      '![](link.png) ![](https://example.org/x.png) ![](quiz.json)',
      '',
      '<mh-quiz quiz="no-such-quiz"></mh-quiz>',
      '',
      '<mh-sandbox id="a b"></mh-sandbox>',
      '',
      '<mh-sandbox id="mh-file-1"></mh-sandbox>',
      '',
      '<mh-sandbox heads="2">',
    ].join('\n'),
  );
  const { code: failed, lines } = await run('pack', 'hostile.md', '--html');

  assert.equal(failed, 1);
  const expected = [
    [4, 'mastery is "101", wanted a whole number from 0 to 100'],
    [3, "'author' is not a known field"],
    [6, "<mh-sandbox> has no attribute 'onclick'"],
    [8, '<mh-other> is not known'],
    [10, "<mh-value> has no attribute 'section'"],
    [12, "'../secret.json' is not a file in the folder of the lesson"],
    [14, `'${outside}/secret.json' is not a file`],
    [16, "'link.png' is not an image in the folder"],
    [16, "'https://example.org/x.png' is not an image"],
    [16, "'quiz.json' is not an image"],
    [18, "there is no quiz 'no-such-quiz'"],
    [20, "id of <mh-sandbox> is 'a b'"],
    [22, "id of <mh-sandbox> is 'mh-file-1': ids that begin with mh- are the page's own"],
    [24, 'an element has no end tag'],
  ];
  for (const [line, message] of expected) {
    const found = lines.some((each) => each.startsWith(`hostile.md:${line}: ${message}`));
    assert.ok(found, `${line}: ${message}\n${lines.join('\n')}`);
  }
  assert.equal(lines.length, expected.length, lines.join('\n'));
});

test('an address with a space is named, as Markdown shows it as text', async () => {
  write(
    'spaces.md',
    'See ![A head](my pic.png) and\n[the table](da ta.csv), `[x](a b.c)` and w[1](x, y).\n',
  );

  const { code, lines } = await run('check', 'spaces.md');

  assert.equal(code, 1);
  assert.deepEqual(lines, [
    'spaces.md:1: a space ends an address; write <my pic.png>, or %20 for each space',
    'spaces.md:2: a space ends an address; write <da ta.csv>, or %20 for each space',
  ]);
});

test('a lesson without questions says what that means to a learning system', async () => {
  write('bare.md', '# Only text\n');
  write('mastery.md', '---\ntitle: T\nmastery: 50\n---\n# Only text\n');

  const { lines } = await run('pack', 'bare.md', '--scorm');
  assert.deepEqual(lines, [
    'bare.zip: “Only text”, 0 questions count',
    'Without a question, there is no score, and opening the lesson completes it.',
  ]);
  assert.deepEqual(await run('check', 'mastery.md'), {
    code: 1,
    lines: ['mastery.md:3: mastery is 50, but the lesson has no question'],
  });
});

test('a lesson whose head has a title stays one, whatever is between its rules', async () => {
  write('rules.md', '---\ntitle: T\n---\n# A\n\n---\n\nanswer: the answer is 42\n\n---\n');

  const { lines } = await run('check', 'rules.md');

  assert.deepEqual(lines, ['rules.md: a lesson, no problems']);
});

test('images are counted each time that they are shown', async () => {
  writeFileSync(join(folder, 'large.png'), Buffer.alloc(5 * 2 ** 20));
  write('images.md', `# A\n\n${'![](large.png)\n\n'.repeat(90)}`);

  const { lines } = await run('check', 'images.md');

  assert.deepEqual(lines, [
    "images.md:23: up to 'large.png', the images are larger than 50 MiB together",
  ]);
});

test('what a lesson cannot show is a problem', async () => {
  write('hidden.md', '# A\n\n![<mh-quiz quiz="head-width"></mh-quiz>](link.svg)\n');
  write('link.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>');
  write('disk.md', '# A\n\n[a](file:///C:/a.pdf) ![b](file:///C:/b.png)\n');

  assert.deepEqual((await run('check', 'hidden.md')).lines, [
    'hidden.md:3: an element in the description of an image is not shown',
  ]);
  assert.deepEqual((await run('check', 'disk.md')).lines, [
    "disk.md:3: 'file:///C:/a.pdf' is not a file in the folder of the lesson",
    "disk.md:3: 'file:///C:/b.png' is not an image in the folder of the lesson",
  ]);
});

test('a file that cannot be read is a problem of the line that names it', async (t) => {
  if (process.platform !== 'linux') return t.skip('permissions are others there');
  for (const name of ['closed.pdf', 'closed.png', 'closed.json']) {
    write(name, 'x');
    chmodSync(join(folder, name), 0);
  }
  const parts = ['[a](closed.pdf)', '![](closed.png)', '<mh-quiz src="closed.json"></mh-quiz>'];
  write('closed.md', [...parts, '[gone](gone.pdf)'].join('\n\n'));
  write('latin.json', '[]');
  writeFileSync(join(folder, 'latin.json'), Buffer.from('"\u00dc"', 'latin1'));
  write('with-latin.md', '# A\n\n<mh-quiz src="latin.json"></mh-quiz>\n\n[gone](gone.pdf)\n');

  const { code, lines } = await runWithPermissions('check', 'closed.md', 'with-latin.md');

  assert.equal(code, 1);
  assert.deepEqual(lines.sort(), [
    'closed.md:1: closed.pdf cannot be read: permission denied',
    'closed.md:3: closed.png cannot be read: permission denied',
    'closed.md:5: closed.json cannot be read: permission denied',
    "closed.md:7: 'gone.pdf' is not a file in the folder of the lesson",
    'with-latin.md:3: latin.json is not UTF-8; save it as UTF-8',
    "with-latin.md:5: 'gone.pdf' is not a file in the folder of the lesson",
  ]);
});
