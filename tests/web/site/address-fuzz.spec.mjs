import { expect, test } from '../fixtures.mjs';
import { seeded } from '../lib/hostile.mjs';
import { places } from '../pages.mjs';

const names = [
  ...['', ' ', '=', '%', '%zz', '%E0%A4%A', '%00', '\uD800', '\uDFFF', '#', '##x', '?', '&&', '\\'],
  ...['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'then', 'content'],
  ...[
    'tokens',
    'heads',
    'd-model',
    'dModel',
    'seed',
    'step',
    'removed',
    'query',
    'task',
    'a-heads',
  ],
  ...['main-sandbox', 'main-steps', 'main-training', 'main-museum', 'main-interview', 'quiz-set'],
  ...['head-width', 'split-shape', 'shape-1', 'pattern-split', 'cell-merge', 'cell-define'],
  ...['💥', 'a'.repeat(3000), '"><img src=x onerror=alert(1)>', "');alert(1)//", '*', '1', '-1'],
];
const values = [
  ...['', '1', '0', '-1', '1e99', '9'.repeat(400), 'NaN', 'Infinity', '1.5', '%', '\uD800', '%00'],
  ...['null', '[]', '{}', '"x"', '{"__proto__":{"polluted":1}}', '{"constructor":{"prototype":1}}'],
  ...[
    '{"tokens":[null]}',
    '{"answers":[[[]]]}',
    '{"seed":1e308}',
    '{"visits":{"1":{"tests":[{}]}}}',
  ],
  ...['{"code":7}', '{"log":[{}]}', '[[[[[[[[[[]]]]]]]]]]', 'x'.repeat(5000), '#sandbox?a=1', '{'],
];

function addresses(count) {
  const random = seeded(12);
  const below = (most) => Math.floor(random() * most);
  const any = (list) => list[below(list.length)];
  return Array.from({ length: count }, () => {
    const page = random() < 0.9 ? any(places) : any(names);
    const pairs = Array.from({ length: below(4) }, () => {
      const [name, value] = [any(names), any(values)];
      const raw = random() < 0.5;
      const pair = raw ? [name, value] : [name, value].map((text) => escape(text));
      return pair.join(any(['=', '=', '=', '', '==']));
    });
    if (pairs.length > 0 && random() < 0.2) pairs.push(pairs[0]); // a name that comes twice
    return `#${page}${any(['?', '?', '?', '', '??', '#'])}${pairs.join('&')}`;
  });
}

/** Goes from one address to the next. @return the first at which another page is shown than it names */
const follow = (page, batch) =>
  page.evaluate(
    async ([addresses, pages]) => {
      for (const address of addresses) {
        const before = location.href;
        location.hash = address;
        if (location.href === before) continue;
        await new Promise((done) => addEventListener('hashchange', done, { once: true }));
        await bringPage(); // the page has come
        await new Promise((done) => setTimeout(done)); // what was restored is drawn
        const named = location.hash.slice(1).split('?')[0];
        const wanted = pages.includes(named) ? named : pages[0];
        const pagesShown = [...document.querySelectorAll('section.page')].filter((section) =>
          section.checkVisibility(),
        );
        const shown = pagesShown.map(({ id }) => id);
        if (shown.join() !== wanted || {}.polluted !== undefined) return { address, shown };
      }
      return null;
    },
    [batch, places],
  );

test('after any address the next one still works', async ({ page, site }) => {
  test.setTimeout(240_000);
  await page.goto(site);
  const known = [
    '#checks?=x',
    '#shapes?=',
    '#museum?=1',
    '#cells?=1',
    '#quizzes?a=1&=2',
    '#?',
    '#',
  ];
  const all = [...known, ...addresses(400)];

  for (let first = 0; first < all.length; first += 20) {
    expect(await follow(page, all.slice(first, first + 20))).toBeNull();
  }
  expect(await follow(page, ['#sandbox', '#checks'])).toBeNull();
});

for (const address of ['#checks?=x', '#%', '#?__proto__=1', `#cells?${'&='.repeat(2000)}`]) {
  test(`the site opens at ${address.slice(0, 20)} and leads on`, async ({ page, site }) => {
    await page.goto(`${site}${address}`);

    expect(await follow(page, ['#embed', '#sandbox'])).toBeNull();
  });
}
