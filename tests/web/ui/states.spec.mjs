/** The states of all elements: assigned early or late, beside attributes, kept on this device. */
import { tags } from '../../../emscripten/package/doors.mjs';
import { expect, test } from '../fixtures.mjs';

/** Each element's markup, and a state that differs from what the markup says. */
const elements = {
  'mh-sandbox': ['heads="2"', { tokens: ['so', 'it', 'is'], seed: 11 }],
  'mh-heads': ['removed="1"', { tie: true }],
  'mh-steps': ['heads="4"', { step: 3 }],
  'mh-output-projection': ['token="1"', { column: 7 }],
  'mh-masks': ['preset="lengths"', { length: 2 }],
  'mh-saturation': ['d-head="8"', { scale: 'sqrt-d-head' }],
  'mh-feed-forward': ['token="1"', { column: 3 }],
  'mh-softmax': ['scores="3,1"', { temperature: 2 }],
  'mh-pipeline': ['heads="4"', { tensor: 'a' }],
  'mh-identities': ['heads="2"', { seed: 4 }],
  'mh-memory': ['schedule="paged"', { head: 2 }],
  'mh-kv': ['kv-heads="4"', { latent: 7 }],
  'mh-training': ['heads="8"', { seed: 12 }],
  'mh-cost': ['model="gpt2-small"', { tokens: 8 }],
  'mh-quick-check': ['', { seed: 3 }],
  'mh-quiz': ['quiz="gqa-cache"', { seed: 4 }],
  'mh-quiz-set': ['topic="cache"', { recap: true }],
  'mh-shape-check': ['level="2"', { seed: 5 }],
  'mh-pattern-check': ['seed="1"', { task: 'merge-heads' }],
  'mh-interview': ['company="Google"', { stars: 2 }],
  'mh-bug-museum': ['', { exhibit: 3 }],
  'mh-cell': ['exercise="causal"', { code: 'print(7)' }],
};
const markup = ([tag, [attributes]]) => `<${tag} ${attributes}></${tag}>`;

/** A page that loads the elements only once `define()` is called. */
async function open(page, host, body) {
  const { served } = host.write(
    'states.html',
    `<!doctype html><html lang="en"><meta charset="utf-8" /><title>States</title>${body}
    <script>define = () => import('./manyheads/elements-define.js')</script></html>`,
  );
  await page.goto(served);
}

test('these are all elements with a state', async ({ page, host }) => {
  await open(page, host, '');

  const stateful = await page.evaluate(async (tags) => {
    await define();
    return tags.filter((tag) => 'state' in customElements.get(tag).prototype);
  }, tags);

  const message = 'to be added to `elements` in this file, or taken out';
  expect(Object.keys(elements).sort(), message).toEqual(stateful.sort());
});

test('a state assigned before an element is defined is used', async ({ page, host }) => {
  await open(page, host, Object.entries(elements).map(markup).join(''));

  const states = await page.evaluate(async (elements) => {
    for (const [tag, [, state]] of Object.entries(elements)) {
      document.querySelector(tag).state = state;
    }
    await define();
    const all = Object.keys(elements).map((tag) => document.querySelector(tag));
    await Promise.all(all.map((element) => element.updateComplete));
    const own = all.filter((element) => Object.hasOwn(element, 'state'));
    return [
      own.map(({ localName }) => localName),
      Object.fromEntries(all.map((element) => [element.localName, element.state])),
    ];
  }, elements);

  const wanted = Object.entries(elements).map(([tag, [, state]]) => [tag, state]);
  expect(states).toMatchObject([[], Object.fromEntries(wanted)]);
  // It goes on top of the attributes.
  expect(states[1]).toMatchObject({
    'mh-sandbox': { heads: 2 },
    'mh-heads': { removed: [1] },
    'mh-steps': { heads: 4 },
    'mh-output-projection': { token: 1 },
    'mh-masks': { preset: 'lengths' },
    'mh-saturation': { dHead: 8 },
    'mh-feed-forward': { token: 1 },
    'mh-softmax': { scores: [3, 1] },
    'mh-pipeline': { heads: 4 },
    'mh-identities': { heads: 2 },
    'mh-memory': { schedule: 'paged' },
    'mh-kv': { kvHeads: 4 },
    'mh-training': { a: { heads: 8 } },
    'mh-cost': { model: 'gpt2-small' },
    'mh-pattern-check': { seed: 1 },
    'mh-interview': { company: 'Google' },
  });
  await expect(page.locator('mh-quick-check form')).toBeVisible();
  await expect(page.locator('mh-cell .code')).toHaveText('print(7)');
  await expect(page.locator('mh-bug-museum .kind')).toContainText('3');
});

test('after an early state the training still follows attributes and properties', async ({
  page,
  host,
}) => {
  await open(page, host, '');

  const heads = await page.evaluate(async () => {
    await define();
    const training = document.createElement('mh-training');
    training.state = { a: { heads: 2 } };
    document.body.append(training);
    await training.updateComplete;
    const seen = [training.state.a.heads];
    training.setAttribute('heads', 8);
    await training.updateComplete;
    seen.push(training.state.a.heads);
    training.heads = 4;
    training.bHeads = '16';
    await training.updateComplete;
    return [...seen, training.state.a.heads, training.state.b.heads];
  });

  expect(heads).toEqual([2, 8, 4, 16]);
});

test('a state whose fields throw changes nothing, and is no error', async ({ page, host }) => {
  await open(page, host, Object.entries(elements).map(markup).join(''));

  const states = await page.evaluate(async (tags) => {
    await define();
    const throws = () => {
      throw new Error('hostile');
    };
    const all = tags.map((tag) => document.querySelector(tag));
    await Promise.all(all.map((element) => element.updateComplete));
    return all.map((element) => {
      const before = JSON.stringify(element.state);
      const fields = Object.keys(element.state).map((name) => [
        name,
        { get: throws, enumerable: true },
      ]);
      const after = [
        Object.defineProperties({}, Object.fromEntries(fields)),
        new Proxy({}, { ownKeys: throws, get: throws, has: throws }),
      ].map((state) => {
        element.state = state;
        return JSON.stringify(element.state);
      });
      return [element.localName, before, ...after];
    });
  }, Object.keys(elements));

  for (const [tag, before, ...after] of states) expect(after, tag).toEqual([before, before]);
});

test('a check whose attributes were removed asks what it asks without any', async ({
  page,
  host,
}) => {
  const checks = {
    'mh-quick-check': 'quiz="gqa-cache"',
    'mh-pattern-check': 'task="merge-heads"',
    'mh-shape-check': 'level="4"',
  };
  const pairs = Object.entries(checks).map(
    ([tag, own]) => `<${tag} ${own}></${tag}><${tag}></${tag}>`,
  );
  await open(page, host, pairs.join(''));
  await page.evaluate(() => define());
  const heading = (tag, i) => page.locator(tag).nth(i).getByRole('heading').first();

  for (const tag of Object.keys(checks)) {
    await expect(heading(tag, 1)).not.toBeEmpty();
    const usual = await heading(tag, 1).textContent();
    await expect(heading(tag, 0)).not.toHaveText(usual);
    await page
      .locator(tag)
      .first()
      .evaluate((check) => {
        for (const name of check.getAttributeNames()) check.removeAttribute(name);
      });

    await expect(heading(tag, 0)).toHaveText(usual);
  }
});

test('bug museums on one page keep their progress apart', async ({ page, host }) => {
  const museums = [' id="one"', ' id="two"', '', ''];
  const body = museums.map((id) => `<mh-bug-museum${id}></mh-bug-museum>`).join('');
  const exhibits = () =>
    page.evaluate(async () => {
      await define();
      return Array.from(document.querySelectorAll('mh-bug-museum'), ({ state }) => state.exhibit);
    });
  await open(page, host, body);
  // As it was kept when there was one place for all.
  await page.evaluate(() =>
    localStorage.setItem('manyheads:museum', JSON.stringify({ exhibit: 4, visits: {} })),
  );
  expect(await exhibits()).toEqual([4, 4, 4, 1]);

  for (const [i, exhibit] of ['2', '3', '5', '6'].entries()) {
    await page.locator('mh-bug-museum').nth(i).locator('select').selectOption(exhibit);
  }
  await page.reload();

  expect(await exhibits()).toEqual([2, 3, 5, 6]);
});
