/** `npx manyheads`: checks quiz files, packs lessons and exports quizzes, as installed. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  mkdtempSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { unzipSync, zipSync } from 'fflate';
import { quizFiles } from '../../emscripten/commands/check-content.mjs';
import { readXml } from './qti-rules.mjs';
import { installed, packageJson } from './installed.mjs';

const command = join(installed, packageJson.bin.manyheads);
const folder = mkdtempSync(join(tmpdir(), 'manyheads-command-'));
const outside = mkdtempSync(join(tmpdir(), 'manyheads-outside-'));

const write = (name, content) => {
  const text = typeof content === 'string' ? content : JSON.stringify(content, null, 2);
  writeFileSync(join(folder, name), text);
  return name;
};
const read = (name) => readFileSync(join(folder, name), 'utf8');

/** @return the exit code and the lines that were printed */
const start = (program, words) =>
  new Promise((resolve) => {
    const options = { cwd: folder, maxBuffer: 2 ** 25 };
    execFile(program, words, options, (error, stdout, stderr) => {
      const lines = (stdout + stderr).split('\n').filter(Boolean);
      resolve({ code: error?.code ?? 0, lines });
    });
  });
const run = (...args) => start(process.execPath, [command, ...args]);

/** Where no file can have more than 100 KiB: as on a full disk. */
const runWithLittleSpace = (...args) =>
  start('sh', ['-c', 'ulimit -f 200; exec "$0" "$@"', process.execPath, command, ...args]);

const own = {
  id: 'rows',
  type: 'numeric',
  question: 'How many rows, with {T} tokens?',
  numbers: [{ T: 4 }, { T: 6 }],
  answer: 'T',
  mistakes: [{ value: 'T^2', feedback: 'Those are the entries.' }],
  explanation: 'One per query.',
};

test('check says how many questions are right', async () => {
  write('right.json', [own, { ...own, id: 'second' }]);

  assert.deepEqual(await run('check', 'right.json'), {
    code: 0,
    lines: ['right.json: 2 questions, no problems'],
  });
});

test('check names file, line, field, what it is and what is wanted', async () => {
  write('types.json', [own, { ...own, mistakes: 'T', unit: 'apples' }]);
  write('broken.json', '{\n  "id": "a",\n}\n');
  write(
    'own.md',
    '---\nid: a\ntype: numeric\nanswer: 4\nnumbers: [{}]\n---\nHow many?\n\n- 3\n  > No.\n\n> Four.\n',
  );
  write('misspelt.json', { ...own, explanaton: own.explanation, explanation: undefined });

  const names = ['types.json', 'broken.json', 'own.md', 'misspelt.json'];
  const { code, lines } = await run('check', ...names);

  assert.equal(code, 1);
  const lineOf = (text) =>
    read('types.json')
      .split('\n')
      .findLastIndex((line) => line.includes(text)) + 1;
  const place = (name) => `types.json:${lineOf(`"${name}":`)}: /1/${name}`;
  assert.equal(lines[0], `${place('mistakes')} is a text, but must be a list`);
  assert.ok(lines[1].startsWith(`${place('unit')} 'apples' is none of B, kB`), lines[1]);
  assert.match(lines[2], /^broken\.json:3: this is not JSON: /);
  assert.match(lines[3], /^own\.md:5: \/0\/numbers\/0 has 0 entries, needs 1 or more$/);
  assert.deepEqual(lines.slice(4, 6), [
    "misspelt.json:1: 'explanation' is missing",
    'misspelt.json:20: /explanaton is not a known field here',
  ]);
  assert.match(lines[6], /^All fields are described in manyheads\/quiz\.schema\.json/u);
  assert.equal(lines.length, 7);
});

test('check names the line of an error in JSON', async () => {
  for (const [line, text] of [
    [2, '{\n  "id": a,\n  "type": "numeric"\n}\n'],
    [3, '[\n  1,\n]\n\n\n'],
    [4, '[\n  {\n    "id": "a"\n    "type": "numeric"\n  }\n]\n'],
    [2, '{\n  "id": "a\nb"\n}\n'],
    [3, '[\n  {\n'],
  ]) {
    write('line.json', text);
    const { lines } = await run('check', 'line.json');
    assert.ok(lines[0].startsWith(`line.json:${line}: this is not JSON: `), `${text}${lines[0]}`);
    assert.equal(lines.length, 2, lines.join('\n'));
  }
});

test('a lesson reports a broken quiz file once, however often it has its questions', async () => {
  write('twice.json', '[1');
  write('twice.md', '<mh-quiz src="twice.json"></mh-quiz>\n\n'.repeat(2));

  const { lines } = await run('check', 'twice.md');

  assert.equal(lines.length, 1, lines.join('\n'));
});

test('an ending in capitals is the same ending', async () => {
  write('LESSON.MD', 'Masks.\n');
  write(
    'OWN.MD',
    '---\nid: a\ntype: numeric\nanswer: 4\nnumbers: [{"T": 4}]\n---\nHow many?\n\n- 3\n  > No.\n\n> Four.\n',
  );
  write('BROKEN.JSON', '[1');

  const { lines } = await run('check', 'LESSON.MD', 'OWN.MD', 'BROKEN.JSON');
  const packed = await run('pack', 'LESSON.MD', '--html', '--out', 'capitals.html');

  assert.deepEqual(lines.slice(0, 2), [
    'LESSON.MD: a lesson, no problems',
    'OWN.MD: 1 question, no problems',
  ]);
  assert.match(lines.at(-1), /^All fields are described/u);
  assert.match(packed.lines[0], /“LESSON”/u);
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

test('a byte order mark hides neither the heading of a lesson nor the line of an error', async () => {
  write('marked.md', '\uFEFF# Masks\n');
  write('marked.json', '\uFEFF{\n  "id": "a",\n}\n');

  const { lines } = await run('pack', 'marked.md', '--html');
  const { lines: problems } = await run('check', 'marked.json');

  assert.match(lines[0], /“Masks”/u);
  assert.match(read('marked.html'), /<h1[^>]*>Masks<\/h1>/u);
  assert.match(problems[0], /^marked\.json:3: this is not JSON/u);
});

test('a problem names its file with the folder', async () => {
  for (const name of ['week1', 'week2']) {
    mkdirSync(join(folder, name), { recursive: true });
    write(`${name}/lesson.md`, '[a](gone.pdf)\n\n<mh-quiz src="q.json"></mh-quiz>\n');
    write(`${name}/q.json`, '{');
  }

  const { lines } = await run('check', 'week1/lesson.md', 'week2/lesson.md');

  const starts = [
    'week1/q.json:1: ',
    'week1/lesson.md:1: ',
    'week2/q.json:1: ',
    'week2/lesson.md:1: ',
  ];
  for (const start of starts) {
    assert.equal(lines.filter((line) => line.startsWith(start)).length, 1, lines.join('\n'));
  }
});

test('a file in another encoding is refused, and does not hide the problems of others', async () => {
  const latin = Buffer.from('# \u00dcbung\n', 'latin1');
  const writeBytes = (name, bytes) => writeFileSync(join(folder, name), bytes);
  writeBytes('latin.md', latin);
  writeBytes('powershell.md', Buffer.from('\uFEFF# Masks\n', 'utf16le'));
  writeBytes('latin-q.md', latin);
  write('with-latin.md', '<mh-quiz src="latin-q.md"></mh-quiz>\n');
  write('broken.json', '{');

  const names = ['latin.md', 'powershell.md', 'with-latin.md', 'broken.json'];
  const { code, lines } = await run('check', ...names);

  assert.equal(code, 1);
  const wrong = ['latin.md', 'powershell.md', 'latin-q.md'];
  for (const [i, name] of wrong.entries()) {
    assert.ok(lines[i].endsWith(`${name} is not UTF-8; save it as UTF-8`), lines[i]);
  }
  assert.match(lines[3], /^broken\.json:1/u);
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

test('a wrong call says what is wrong', async () => {
  write('quiz-alone.md', '---\nid: a\ntype: numeric\nanswer: 1\n---\n\nOne?\n');
  write('lesson-alone.md', '---\ntitle: Masks\n---\n\n# Masks\n');
  for (const [args, expected] of [
    [['check'], 'no file given'],
    [['check', 'missing.json'], 'missing.json is not a file'],
    [['frobnicate'], "'frobnicate' is not a command"],
    [['pack', 'right.json'], 'choose one of --html, --site, --scorm'],
    [['export', 'right.json', '--gift', '--qti'], 'choose one of --moodle, --gift, --qti'],
    [['check', '--html', 'right.json'], 'check has no option --html; see manyheads --help'],
    [['pack', 'right.json', '--html', '--gift'], 'pack has no option --gift;'],
    [['export', 'right.json', '--qti', '--site'], 'export has no option --site;'],
    [['export', 'right.json', '--qti', '--out='], '--out is empty'],
    [['export', 'right.json', '--qti', '--out', '.'], '. is already there'],
    [['export', 'right.json', '--qti', '--out', 'a/b'], 'a/b cannot be written: no such file'],
    [['pack', 'right.json', '--html'], 'right.json is no lesson: its name must end with .md'],
    [['pack', 'quiz-alone.md', '--html'], 'quiz-alone.md is a quiz file: write <mh-quiz-set'],
    [
      ['export', 'lesson-alone.md', '--gift'],
      'lesson-alone.md is a lesson: export the quiz files that it names in src',
    ],
  ]) {
    const { code, lines } = await run(...args);
    assert.equal(code, 2, args.join(' '));
    assert.ok(lines[0].startsWith(expected), lines[0]);
  }
});

test('-h is --help', async () => {
  const [short, full] = [await run('-h'), await run('pack', '--help')];

  assert.deepEqual(short, full);
  assert.equal(short.code, 0);
});

/** Each page's scripts, as the HTML has them. */
const scriptsIn = (html) =>
  [...html.matchAll(/<script([^>]*)>([^]*?)<\/script>/gu)].map(([, attributes, text]) => ({
    ...{ attributes, text },
  }));

test('a lesson becomes one file, a folder and a SCORM package', async () => {
  write('quiz.json', [{ ...own, question: 'With {T}: </script><b>?' }]);
  write(
    'lesson.md',
    '---\ntitle: Masks & <heads>\nlang: de\nmastery: 80\n---\n\n# Masks\n\nThe <mh-value expr="2*3"></mh-value> of\n\n<mh-quiz-set src="quiz.json"></mh-quiz-set>\n',
  );
  for (const form of ['html', 'site', 'scorm']) {
    const { code, lines } = await run('pack', 'lesson.md', `--${form}`);
    assert.deepEqual([code, lines.length], [0, 1], lines.join('\n'));
  }

  const html = read('lesson.html');
  assert.match(html, /<html lang="de">[^]*<title>Masks &amp; &lt;heads&gt;<\/title>/);
  assert.match(html, /<p>The <mh-value expr="2\*3"><\/mh-value> of<\/p>/);
  assert.match(html, /<mh-quiz-set src="#mh-file-fe46fc21"><\/mh-quiz-set>/); // of quiz.json
  const [data, script, ...others] = scriptsIn(html);
  assert.deepEqual(
    [data.attributes, others],
    [' type="application/json" id="mh-file-fe46fc21"', []],
  );
  assert.equal(JSON.parse(data.text)[0].question, 'With {T}: </script><b>?');
  const hash = createHash('sha256').update(script.text).digest('base64');
  assert.ok(html.includes(`script-src 'wasm-unsafe-eval' '`) && html.includes(`'sha256-${hash}'`));
  assert.doesNotMatch(html.slice(0, html.indexOf('<style>')), /unsafe-inline|unsafe-eval' \*/);

  const site = ['THIRD-PARTY-NOTICES.txt', 'index.html', 'manyheads.iife.js'];
  assert.deepEqual(readdirSync(join(folder, 'lesson-site')).sort(), site);
  assert.doesNotMatch(read('lesson-site/index.html'), /https?:\/\//);

  const zip = unzipSync(readFileSync(join(folder, 'lesson.zip')));
  assert.deepEqual(Object.keys(zip).sort(), [...site, 'imsmanifest.xml', 'scorm.js'].sort());
  const manifest = new TextDecoder().decode(zip['imsmanifest.xml']);
  const listed = [...manifest.matchAll(/<file href="([^"]+)"/gu)].map(([, name]) => name);
  assert.deepEqual(listed.sort(), [...site, 'scorm.js'].sort());
  assert.match(manifest, /<adlcp:masteryscore>80<\/adlcp:masteryscore>/);
  assert.equal(readXml(manifest).name, 'manifest');

  const before = readFileSync(join(folder, 'lesson.zip'));
  await run('pack', 'lesson.md', '--scorm');
  assert.ok(before.equals(readFileSync(join(folder, 'lesson.zip'))));
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

test('answers stay with their quiz file when another one is put above it', async () => {
  write('first.json', own);
  write('second.json', own);
  const idsIn = async (...names) => {
    write('kept.md', names.map((name) => `<mh-quiz-set src="${name}"></mh-quiz-set>`).join('\n\n'));
    await run('pack', 'kept.md', '--html');
    return [...read('kept.html').matchAll(/<mh-quiz-set src="([^"]*)"/gu)].map(([, id]) => id);
  };

  const [alone] = await idsIn('first.json');
  const [above, below] = await idsIn('./second.json', './first.json');

  assert.equal(below, alone);
  assert.notEqual(above, alone);
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

test('a file of another kind than one thinks is said to be one', async () => {
  const quiz = '---\nid: a\ntyp: numeric\n---\nHow many?\n';
  write('mistyped.md', quiz);
  write('quiz.txt', quiz);

  const { lines } = await run('check', 'mistyped.md', 'quiz.txt');

  assert.deepEqual(lines.slice(0, 3), [
    "mistyped.md:2: 'id' is not a known field",
    "mistyped.md:3: 'typ' is not a known field",
    'mistyped.md is read as a lesson; a quiz has type, answer or numbers in its head',
  ]);
  assert.match(
    lines[3],
    /^quiz\.txt:1: this is not JSON: .* \(a quiz file in Markdown ends with \.md\)$/u,
  );
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

test('the result never takes the place of a file that it is made from', async () => {
  mkdirSync(join(folder, 'course/sub'), { recursive: true });
  const text = '# Masks\n\n<mh-quiz src="sub/quiz.json"></mh-quiz>\n\n![](sub/p.png)\n';
  write('course/lesson.md', text);
  write('course/sub/quiz.json', [own]);
  write('course/sub/p.png', 'x');
  symlinkSync(join(folder, 'course/lesson.md'), join(folder, 'course/other.html'));

  for (const [args, expected] of [
    [['--html', '--out', 'course/lesson.md'], 'course/lesson.md is a file of the lesson'],
    [['--html', '--out', 'course/other.html'], 'course/other.html is a file of the lesson'],
    [['--scorm', '--out', 'course/sub/quiz.json'], 'course/sub/quiz.json is a file of the lesson'],
    [['--html', '--out', './course/sub/p.png'], './course/sub/p.png is a file of the lesson'],
    [['--site', '--out', '.'], '. has the files of the lesson'],
    [['--site', '--out', 'course/sub'], 'course/sub has the files of the lesson'],
  ]) {
    const { code, lines } = await run('pack', 'course/lesson.md', ...args);
    assert.deepEqual([code, lines], [2, [`${expected}: choose another name with --out`]]);
  }
  assert.equal(read('course/lesson.md'), text);
  assert.deepEqual(readdirSync(join(folder, 'course/sub')), ['p.png', 'quiz.json']);

  write('again.json', [own]);
  const { code, lines } = await run('export', 'again.json', '--gift', '--out', 'again.json');
  assert.equal(code, 2);
  assert.deepEqual(lines, ['again.json is the quiz file itself: choose another name with --out']);
  assert.deepEqual(JSON.parse(read('again.json')), [own]);
});

test('pack replaces its own earlier results', async () => {
  write('twice.pdf', '%PDF');
  for (const title of ['Masks', 'Heads']) {
    write('plain.md', `# ${title}\n`);
    write('twice.md', `# ${title}\n\n[a](twice.pdf)\n`);
    const codes = [
      await run('pack', 'plain.md', '--html'),
      await run('pack', 'twice.md', '--site'),
      await run('pack', 'twice.md', '--scorm'),
    ].map(({ code }) => code);
    assert.deepEqual(codes, [0, 0, 0], title);
  }

  assert.match(read('plain.html'), /<h1[^>]*>Heads/u);
  assert.match(read('twice-site/index.html'), /<h1[^>]*>Heads/u);
});

test('pack replaces no file of others, and follows no link', async () => {
  for (const name of ['public', 'linked']) mkdirSync(join(folder, name));
  write('hand.html', '<title>By hand</title>');
  const zip = zipSync({ 'index.html': new TextEncoder().encode('By hand') });
  writeFileSync(join(folder, 'hand.zip'), zip);
  write('public/index.html', '<title>By hand</title>');
  symlinkSync(join(folder, 'plain.html'), join(folder, 'link.html'));
  symlinkSync(join(folder, 'twice-site'), join(folder, 'link-site'));
  symlinkSync(join(folder, 'public'), join(folder, 'linked/files'));

  for (const [form, out, refused = out] of [
    ['--html', 'hand.html'],
    ['--html', 'link.html'],
    ['--html', 'public'],
    ['--scorm', 'hand.zip'],
    ['--scorm', 'hand.html'],
    ['--site', 'public', join('public', 'index.html')],
    ['--site', 'hand.html'],
    ['--site', 'link-site'],
    ['--site', 'linked', join('linked', 'files')],
  ]) {
    const lesson = form === '--html' ? 'plain.md' : 'twice.md';
    const { code, lines } = await run('pack', lesson, form, '--out', out);
    const says = `${refused} is already there, and manyheads did not make it: choose another name with --out`;
    assert.deepEqual([code, lines], [2, [says]]);
  }
  assert.deepEqual(readdirSync(join(folder, 'public')), ['index.html']);
  assert.deepEqual(readdirSync(join(folder, 'linked')), ['files']);
  assert.equal(read('hand.html'), '<title>By hand</title>');
});

test('a pack that fails keeps the earlier result, and can be repeated', async () => {
  write('kept.md', '# T\n\n<mh-heads></mh-heads>\n');
  await run('pack', 'kept.md', '--scorm');
  const earlier = readFileSync(join(folder, 'kept.zip'));

  for (const form of ['--scorm', '--site']) {
    const { code, lines } = await runWithLittleSpace('pack', 'kept.md', form);
    assert.equal(code, 2);
    assert.match(lines[0], /cannot be written: file too large$/u);
  }

  assert.deepEqual(readFileSync(join(folder, 'kept.zip')), earlier);
  for (const form of ['--scorm', '--site'])
    assert.equal((await run('pack', 'kept.md', form)).code, 0, form);
  const left = readdirSync(folder, { recursive: true }).filter((name) => name.endsWith('.part'));
  assert.deepEqual(left, []);
});

test('a file with a long name is packed with a shorter one', async () => {
  const name = `${'x'.repeat(251)}.pdf`;
  write(name, '%PDF-1.4');
  write('long.md', `# T\n\n[l](${name})\n`);

  assert.equal((await run('pack', 'long.md', '--site')).code, 0);
  assert.deepEqual(readdirSync(join(folder, 'long-site/files')), [`1-${'x'.repeat(96)}.pdf`]);
});

test('a zip that something was put into is no earlier result', async () => {
  await run('pack', 'twice.md', '--scorm');
  const files = unzipSync(readFileSync(join(folder, 'twice.zip')));
  const notes = new TextEncoder().encode('my only copy');
  writeFileSync(join(folder, 'twice.zip'), zipSync({ ...files, 'notes.txt': notes }));

  const { code, lines } = await run('pack', 'twice.md', '--scorm');

  assert.equal(code, 2);
  assert.match(lines[0], /^twice\.zip is already there/u);
});

test('export replaces its own earlier results, but no file of others and no link', async () => {
  write('own.json', [own]);
  write('thesis.txt', 'years of work');
  symlinkSync(join(folder, 'thesis.txt'), join(folder, 'link.txt'));
  for (const form of ['--moodle', '--gift', '--qti']) {
    for (let times = 0; times < 2; times++) {
      assert.equal((await run('export', 'own.json', form)).code, 0, form);
    }
    for (const out of ['thesis.txt', 'link.txt', 'right.json']) {
      const { code, lines } = await run('export', 'own.json', form, '--out', out);
      assert.equal(code, 2);
      assert.match(lines[0], new RegExp(`^${out} is already there`, 'u'));
    }
  }
  assert.equal(read('thesis.txt'), 'years of work');
});

test('a file that cannot be read does not hide the problems of the others', async () => {
  write('broken.json', '{');
  write('picture.md', '# A\n\n![](missing.png)\n');

  const { code, lines } = await run('check', 'picture.md', 'broken.json', 'right.json');

  assert.equal(code, 1);
  for (const start of ['picture.md:3', 'broken.json:', 'right.json: 2 questions']) {
    assert.ok(
      lines.some((line) => line.startsWith(start)),
      lines.join('\n'),
    );
  }
});

test('a head without an end is named, in lessons and in quizzes', async () => {
  write('no-end.md', '---\ntitle: T\n\n# A\n');
  write('no-end-quiz.md', '---\ntype: numeric\nanswer: T\n\nHow many?\n');

  for (const name of ['no-end.md', 'no-end-quiz.md']) {
    const { code, lines } = await run('check', name);
    assert.equal(code, 1);
    assert.equal(
      lines[0],
      `${name}:1: the head that begins here has no end: write --- below its last field`,
    );
  }
});

test('a lesson whose head has a title stays one, whatever is between its rules', async () => {
  write('rules.md', '---\ntitle: T\n---\n# A\n\n---\n\nanswer: the answer is 42\n\n---\n');

  const { lines } = await run('check', 'rules.md');

  assert.deepEqual(lines, ['rules.md: a lesson, no problems']);
});

test('hostile lists and heads of a quiz file are problems like others', async () => {
  write('deep.json', `${'['.repeat(131_000)}${']'.repeat(131_000)}`);
  write('heads.md', `---\n${'x\n'.repeat(130_000)}---\n`);
  write('names-heads.md', '# A\n\n<mh-quiz src="heads.md"></mh-quiz>\n');

  for (const [name, problem] of [
    ['deep.json', /^deep\.json:1: /u],
    ['names-heads.md', /^heads\.md:2: 'x' is not a line of the form name: value$/u],
  ]) {
    const { code, lines } = await run('check', name);
    assert.equal(code, 1, name);
    assert.match(lines[0], problem);
  }
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

test('a file cannot write to the terminal what looks like our own words', async () => {
  const text = '\u001b[2J\u2066\nfake.json: 3 questions, no problems';
  write('hostile.json', { ...own, [text]: 1 });
  write('hostile.md', `---\ntitle: ${JSON.stringify(text)}\n---\n\n# A\n`);

  for (const call of [
    ['check', 'hostile.json'],
    ['pack', 'hostile.md', '--html'],
  ]) {
    const { lines } = await run(...call);
    assert.ok(
      lines.some((line) => line.includes('fake.json')),
      lines.join('\n'),
    );
    for (const line of lines) assert.doesNotMatch(line, /[\u001b\u2066]|^fake/u);
  }
});

test('two questions never get the same id', async () => {
  write('ids.json', [
    { ...own, id: 'a' },
    { ...own, id: 'a-1', numbers: [{ T: 4 }] },
  ]);
  await run('export', 'ids.json', '--moodle');

  const ids = [...read('ids.moodle.xml').matchAll(/<idnumber>(.*?)</gu)].map(([, id]) => id);
  assert.deepEqual(ids, ['a.1', 'a.2', 'a-1']);
});

test('a lesson in a language from right to left has this direction', async () => {
  write('arabic.md', '---\nlang: ar\n---\n\n# قناع\n');
  await run('pack', 'arabic.md', '--html');

  assert.match(read('arabic.html'), /^<!doctype html>\n<html lang="ar" dir="rtl">/u);
});

test('files that a lesson links to come along, or are refused with their line', async () => {
  write('Übung 1.pdf', '%PDF');
  write('page.html', '<script>alert(1)</script>');
  const links = '[a](<Übung 1.pdf>) [b](<Übung 1.pdf#page=2>) [c](https://example.org/x) [d](#e)';
  const figure = '<mh-softmax id="e"></mh-softmax>';
  write('links.md', `# Links\n\n${links} [f](mailto:a@example.org)\n\n${figure}\n`);
  await run('pack', 'links.md', '--site');
  await run('pack', 'links.md', '--scorm');

  const html = read('links-site/index.html');
  const addresses = [...html.matchAll(/<a href="([^"]*)"/gu)].map(([, address]) => address);
  const file = 'files/1--bung-1.pdf';
  assert.deepEqual(addresses, [
    ...[file, `${file}#page=2`, 'https://example.org/x', '#e', 'mailto:a@example.org'],
  ]);
  assert.equal(read(`links-site/${file}`), '%PDF');
  const zip = unzipSync(readFileSync(join(folder, 'links.zip')));
  assert.equal(new TextDecoder().decode(zip[file]), '%PDF');
  assert.ok(new TextDecoder().decode(zip['imsmanifest.xml']).includes(`<file href="${file}"/>`));

  assert.deepEqual(await run('pack', 'links.md', '--html'), {
    code: 1,
    lines: ["links.md:3: 'Übung 1.pdf' cannot be in one file: use --site or --scorm"],
  });
  write('dead.md', '# Links\n\n[a](missing.pdf)\n\n[b](page.html) [c](/etc/hostname)\n');
  assert.deepEqual(await run('check', 'dead.md'), {
    code: 1,
    lines: [
      "dead.md:3: 'missing.pdf' is not a file in the folder of the lesson",
      "dead.md:5: 'page.html' cannot be packed: only files such as .pdf or .zip can",
      "dead.md:5: '/etc/hostname' is not a file in the folder of the lesson",
    ],
  });
});

const all = [...quizFiles().values()].map(({ $schema, ...quiz }) => quiz);
write('all.json', { lang: 'en', quizzes: all });
const count = all.reduce((sum, { numbers = [{}] }) => sum + numbers.length, 0);

test('QTI is a package, or the bare file within it', async () => {
  await run('export', 'all.json', '--qti');
  await run('export', 'all.json', '--qti', '--out', 'bare.xml');

  const names = Object.keys(unzipSync(readFileSync(join(folder, 'all.qti.zip'))));
  assert.equal(names[0], 'imsmanifest.xml');
  assert.match(names.slice(1).join(), /^(manyheads-all-\w+)\/\1\.xml$/u);
  assert.equal(readXml(read('bare.xml')).name, 'questestinterop');
});

test('every question of the lesson is one that Moodle imports', async () => {
  await run('export', 'all.json', '--moodle');
  const { name, children } = readXml(read('all.moodle.xml'));
  const [category, ...questions] = children;
  const child = (element, name) => element.children.filter((each) => each.name === name);
  // What Moodle's grader accepts, to five decimals.
  const shares = [
    100, 90, 83.33333, 80, 75, 70, 66.66667, 60, 50, 40, 33.33333, 30, 25, 20, 16.66667,
  ].concat([14.28571, 12.5, 11.11111, 10, 5, 0]);

  assert.deepEqual([name, category.attributes.type, questions.length], ['quiz', 'category', count]);
  for (const question of questions) {
    const { type } = question.attributes;
    const answers = child(question, 'answer');
    for (const field of ['name', 'questiontext', 'generalfeedback', 'idnumber']) {
      assert.equal(child(question, field).length, 1, field);
    }
    for (const { attributes } of answers) {
      assert.ok(shares.includes(Math.abs(Number(attributes.fraction))), attributes.fraction);
    }
    const right = answers.reduce(
      (sum, { attributes }) => sum + Math.max(0, attributes.fraction),
      0,
    );
    if (type === 'multichoice') assert.ok(Math.abs(right - 100) < 0.001, right);
    else if (type === 'matching') assert.ok(child(question, 'subquestion').length > 2);
    else if (type === 'numerical')
      assert.ok(answers.every((each) => child(each, 'tolerance').length === 1));
    else assert.ok(['shortanswer', 'essay'].includes(type), type);
  }
});

test('Moodle accepts a mistake as near to itself as the page', async () => {
  write('near.json', [{ ...own, numbers: [{ T: 8 }], tolerance: 0.125 }]);
  await run('export', 'near.json', '--moodle');

  const answers = [...read('near.moodle.xml').matchAll(/<text>(\d+)<\/text><tolerance>(\d+)</gu)];
  assert.deepEqual(
    answers.map(([, value, tolerance]) => [value, tolerance]),
    [
      ['8', '1'],
      ['64', '8'],
    ],
  );
});

test('a whole number is exported with all its digits', async () => {
  const numbers = [{ T: 1234567 }];
  const exact = { ...own, id: 'exact', numbers, answer: 'T*T*9', tolerance: 0 };
  write('exact.json', [exact]);

  for (const [form, name] of [
    ['--moodle', 'exact.moodle.xml'],
    ['--gift', 'exact.gift.txt'],
    ['--qti', 'exact.qti.xml'],
  ]) {
    await run('export', 'exact.json', form, '--out', name);
    assert.match(read(name), /\b13717401097401\b/u, form);
    assert.doesNotMatch(read(name), /\b13717401097400\b/u, form);
  }
});

test('GIFT escapes every special character of the format', async () => {
  const sign = '~=#{{}}: \\ ->  // *';
  write('signs.json', [
    {
      ...{ id: 'signs', type: 'multiple-choice', question: sign, explanation: sign },
      options: [
        { text: `${sign} right`, right: true, feedback: sign },
        { text: `${sign} wrong`, feedback: 'No.' },
      ],
    },
  ]);
  await run('export', 'signs.json', '--gift');
  const escaped = '\\~\\=\\#\\{\\}\\: \\\\ ->  // *';
  const text = read('signs.gift.txt');

  const begin = '// Made by manyheads\n\n$CATEGORY: $course$/top/signs\n\n::signs::[plain]';
  assert.ok(text.startsWith(begin), text);
  assert.ok(text.includes(`[plain]${escaped} {\n`), text);
  assert.ok(text.includes(`=${escaped} right#${escaped}\n`), text);
  assert.ok(text.includes(`~${escaped} wrong#No.\n`), text);
  assert.ok(text.endsWith(`####${escaped}\n}\n`), text);

  await run('export', 'all.json', '--gift');
  const questions = read('all.gift.txt').trim().split('\n\n').slice(2);
  assert.equal(questions.length, count);
  for (const question of questions) {
    const bare = question.replace(/\\./gu, '');
    assert.match(bare, /^::[\w.-]+::\[plain\][^{}]+ \{\n([=~#][^{}]*\n)*####[^{}]*\n\}$/u);
  }
});
