/** What a learner's code, or a stranger's that came by a link, must not reach. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repository } from '../../../emscripten/commands/run.mjs';
import { pythonPolicy } from '../../../emscripten/commands/serve.mjs';
import { faults } from '../axe.mjs';
import { expect, test as base } from '../fixtures.mjs';
import { eventsOf, recordEvents } from '../sandbox/sandbox-page.mjs';

const test = base.extend({
  /** The addresses that answered: the browser also counts requests which a policy has stopped. */
  reached: async ({ context }, use) => {
    const addresses = [];
    context.on('response', (response) => addresses.push(response.url()));
    await use(addresses);
  },
});

/** Someone else's page that keeps something which a stranger would like to have. */
const hostPage = (
  cell,
  policy = '',
) => `<!doctype html><meta charset="utf-8"><title>A course</title>
  ${policy && `<meta http-equiv="Content-Security-Policy" content="${policy}">`}
  <script type="module" src="./manyheads/elements-define.js"></script>
  ${cell}`;
const cellOf = (code) => `<mh-cell id="cell"><pre>${code}</pre></mh-cell>`;

const cellIn = (page) => page.locator('mh-cell').first();
const run = (page) => cellIn(page).getByRole('button', { name: 'Run', exact: true }).click();
const outputIn = (page) => cellIn(page).getByRole('log', { name: 'Output' });

/** Takes the port on which output goes to the page, and has the page run what it sends. */
const takePort = `import js
js.eval("""
  const post = MessagePort.prototype.postMessage;
  MessagePort.prototype.postMessage = function (...message) {
    if (!self.taken) {
      self.taken = this;
      this.addEventListener('message', ({ data }) => {
        const made = data.value;
        if (!made || !made.start) return;
        made.start();
        post.call(made, { id: '2', type: 'APPLY', path: [], argumentList: [] });
      });
      const argumentList = [{ type: 'RAW', value: 'document.title = document.cookie' }];
      post.call(this, { id: '1', type: 'CONSTRUCT', path: ['constructor'], argumentList });
      const value = { type: 'RAW', value: 'yes' };
      post.call(this, { id: '3', type: 'SET', path: ['__proto__', '__proto__', 'polluted'], value });
    }
    return post.apply(this, message);
  };""")
print("ran")
print("ran")`;

test('Python cannot reach JavaScript, so it cannot reach the page', async ({ page, host }) => {
  await page.goto(host.write('attacked.html', hostPage(cellOf(takePort))).served);
  await page.evaluate(() => (document.cookie = 'secret=1'));
  await run(page);

  await expect(outputIn(page)).toContainText('ImportError: JavaScript is out of reach here');
  expect(await page.evaluate(() => [document.title, {}.polluted])).toEqual(['A course', undefined]);
});

test('a cell that gets past Python’s own import ends with its worker', async ({ page, host }) => {
  const past = 'import _session\n_session.python_import("jsffi").create_proxy(print)';
  await page.goto(host.write('past.html', hostPage(cellOf(past))).served);
  await run(page);

  const stopped = cellIn(page).getByRole('alert');
  await expect(stopped).toContainText('Python stopped: JavaScript is out of reach here');
  await expect(stopped.locator('[lang=en]')).toContainText('JavaScript is out of reach here');
  await cellIn(page).getByRole('textbox').fill('print(1 + 1)');
  await run(page);
  await expect(outputIn(page)).toHaveText('2');
});

/**
 * As if someone had found a way to JavaScript after all: a script in the worker that waits until
 * Python is there, tries what it can, and writes to the console what it got.
 */
const intruder = `;{
  const [{ log }, stop] = [console, clearInterval];
  const wait = setInterval(async () => {
    if (typeof WebAssembly.compile === 'function') return;
    stop(wait);
    const got = {};
    const tried = async (name, attempt) => {
      try { got[name] = String(await attempt()); } catch { got[name] = 'refused'; }
    };
    await tried('import', () => import('data:text/javascript,export default 1'));
    await tried('import of a file', () => import('ORIGIN/elements.js?stolen'));
    await tried('fetch', () => fetch('ORIGIN/?stolen'));
    await tried('font', () => new FontFace('f', 'url(ORIGIN/f.woff?stolen)').load());
    await tried('storage', () => navigator.storage.getDirectory());
    await tried('eval', () => eval('1'));
    await tried('Function', () => new Function('return 1')());
    await tried('constructor', () => (() => {}).constructor('return 1')());
    await tried('async constructor', () => (async () => {}).constructor('return 1')());
    await tried('generator constructor', () => (function* () {}).constructor('return 1')().next());
    await tried('compile', () => WebAssembly.compile(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0])));
    await tried('timer', () => setTimeout('1'));
    const names = [];
    for (let scope = self; scope && scope !== Object.prototype; scope = Reflect.getPrototypeOf(scope)) {
      names.push(...Reflect.ownKeys(scope).map(String));
    }
    log('GOT ' + JSON.stringify({ got, names }));
  }, 20);
}`;

/** Resolves to what the intruder reports on the console. */
const hearIntruder = (page) =>
  new Promise((resolve) => {
    page.on('console', (message) => {
      if (message.text().startsWith('GOT ')) resolve(JSON.parse(message.text().slice(4)));
    });
  });

/** Serves the worker's script with more behind it. */
async function withIntruder(page, more) {
  const script = readFileSync(join(repository, 'dist/python-worker.js'), 'utf8');
  await page.route('**/python-worker.js', (route) =>
    route.fulfill({
      contentType: 'text/javascript',
      headers: { 'content-security-policy': pythonPolicy },
      body: script + more,
    }),
  );
}

const language = [
  ...['AggregateError', 'Array', 'ArrayBuffer', 'BigInt', 'BigInt64Array', 'BigUint64Array'],
  ...['Boolean', 'DataView', 'Date', 'Error', 'EvalError', 'FinalizationRegistry', 'Float16Array'],
  ...['Float32Array', 'Float64Array', 'Infinity', 'Int16Array', 'Int32Array', 'Int8Array', 'Intl'],
  ...['Iterator', 'JSON', 'Map', 'Math', 'NaN', 'Number', 'Object', 'Promise', 'Proxy'],
  ...['RangeError', 'ReferenceError', 'Reflect', 'RegExp', 'Set', 'String', 'Symbol'],
  ...['SyntaxError', 'TypeError', 'URIError', 'Uint16Array', 'Uint32Array', 'Uint8Array'],
  ...['Uint8ClampedArray', 'WeakMap', 'WeakRef', 'WeakSet', 'globalThis', 'isFinite', 'isNaN'],
  ...['parseFloat', 'parseInt', 'undefined'],
];
// PERSISTENT and TEMPORARY are numbers of Chromium's that cannot be deleted.
const needed = [
  ...['TextDecoder', 'TextEncoder', 'WebAssembly', 'crypto', 'performance', 'self'],
  ...['PERSISTENT', 'TEMPORARY'],
];

for (const [where, policy] of [
  ['a page without a policy', ''],
  ['a page whose policy refuses the frame', "script-src 'self' 'wasm-unsafe-eval'"],
]) {
  test(`JavaScript in the worker of a cell reaches nothing either, on ${where}`, async ({
    page,
    host,
    reached,
    complaints,
  }) => {
    const heard = hearIntruder(page);
    await withIntruder(page, intruder.replaceAll('ORIGIN', new URL(host.address).origin));
    await page.goto(host.write('intruder.html', hostPage(cellOf('1'), policy)).served);
    const { got, names } = await heard;

    expect([...new Set(Object.values(got))]).toEqual(['refused']);
    expect(names.filter((name) => ![...language, ...needed].includes(name))).toEqual([]);
    expect(reached.filter((address) => address.includes('stolen'))).toEqual([]);
    complaints.length = 0; // the policy's
  });
}

test('the worker of a cell has neither the page’s origin nor its network', async ({
  page,
  host,
  reached,
  complaints,
}) => {
  const heard = hearIntruder(page);
  const early = `;(async () => {
    const got = { origin: self.origin };
    const tried = async (name, attempt) => {
      try { got[name] = String(await attempt()); } catch { got[name] = 'refused'; }
    };
    await tried('fetch', () => fetch('ORIGIN/?stolen'));
    await tried('import', () => import('data:text/javascript,export default 1'));
    await tried('font', () => new FontFace('f', 'url(ORIGIN/f.woff?stolen)').load());
    await tried('storage', () => navigator.storage.getDirectory());
    await tried('eval', () => (0, eval)('1'));
    console.log('GOT ' + JSON.stringify(got));
  })();`;
  await withIntruder(page, early.replaceAll('ORIGIN', new URL(host.address).origin));
  await page.goto(host.write('early.html', hostPage(cellOf('1'))).served);

  const refused = ['fetch', 'import', 'font', 'storage', 'eval'].map((name) => [name, 'refused']);
  expect(await heard).toEqual({ origin: 'null', ...Object.fromEntries(refused) });
  expect(reached.filter((address) => address.includes('stolen'))).toEqual([]);
  complaints.length = 0; // the policy's
});

/** A worker that does not run Python and sends whatever this test wants. */
const lying = (says) => `onmessage = ({ ports: [port] }) => {
  port.onmessage = ({ data }) => {
    if (data.type === 'load') port.postMessage({ type: 'ready', version: '1' });
    else { const { run } = data; ${says} }
  };
  port.postMessage({ type: 'started' });
};`;
const ended = 'The thread of this cell sent what it may not send.';

for (const [what, says] of [
  ['speaks Comlink', "port.postMessage({ id: '1', type: 'GET', path: ['constructor'] })"],
  [
    'ends a run that is none',
    "port.postMessage({ type: 'end', run: 7, ran: { error: null, failing: '' } })",
  ],
  [
    'passes a check that there is not',
    "port.postMessage({ type: 'end', run, ran: { error: null, failing: '' } })",
  ],
  ['prints numbers', "port.postMessage({ type: 'output', run, text: 7 })"],
  [
    'prints without end',
    "for (let i = 0; i < 6000; ++i) port.postMessage({ type: 'output', run, text: 'x' })",
  ],
  ['prints too much', "port.postMessage({ type: 'output', run, text: 'x'.repeat(300000) })"],
  ['sends nothing', 'port.postMessage(null)'],
  [
    'sends an error of its own shape',
    "port.postMessage({ type: 'end', run, ran: { error: 7, failing: null } })",
  ],
  [
    'hides its fields in a prototype',
    'port.postMessage(JSON.parse(\'{"__proto__": {"type": "end", "run": 1}}\'))',
  ],
]) {
  test(`a worker that ${what} is ended`, async ({ page, host }) => {
    await recordEvents(page);
    await page.route('**/python-worker.js', (route) =>
      route.fulfill({ contentType: 'text/javascript', body: lying(says) }),
    );
    await page.goto(host.write('lying.html', hostPage(cellOf('1'))).served);
    await run(page);

    await expect(cellIn(page)).toContainText(ended);
    expect(await eventsOf(page, 'mh-answer')).toEqual([]);
    await expect(page.locator('iframe')).toHaveCount(0);
  });
}

test('the worker’s file is served with its own policy', async ({ request, site }) => {
  const answer = await request.get(`${site}assets/python-worker.js`);

  expect(answer.headers()['content-security-policy']).toBe(pythonPolicy);
});

test('Stop removes the frame and its endless thread', async ({ page, host }) => {
  await page.goto(host.write('loop.html', hostPage(cellOf('while True: pass'))).served);
  await run(page);
  await expect(page.locator('iframe')).toHaveCount(1);
  await cellIn(page).getByRole('button', { name: 'Stop' }).click();

  await expect(page.locator('iframe')).toHaveCount(0);
  await expect(cellIn(page)).toContainText('Stopped.');
});

for (const [what, spoil, says] of [
  [
    'the worker’s script is not there',
    (page) => page.route('**/python-worker.js', (route) => route.fulfill({ status: 404 })),
    /python-worker\.js answered 404/u,
  ],
  [
    'MicroPython is not there',
    (page) => page.route('**/micropython.wasm', (route) => route.fulfill({ status: 404 })),
    /micropython\.wasm answered 404/u,
  ],
  [
    'the core answers with a page',
    (page) =>
      page.route('**/manyheads.wasm', (route) =>
        route.fulfill({ contentType: 'text/html', body: '<p>Home</p>' }),
      ),
    /manyheads\.wasm answered with a web page/u,
  ],
  [
    'there is no network',
    (page) => page.route('**/micropython.wasm', (route) => route.abort('internetdisconnected')),
    /micropython\.wasm could not be fetched/u,
  ],
]) {
  test(`where ${what}, a cell says so and can be tried again`, async ({
    page,
    host,
    complaints,
  }) => {
    await spoil(page);
    await page.goto(host.write('missing.html', hostPage(cellOf('print(6 * 7)'))).served);
    const alert = cellIn(page).getByRole('alert');
    await expect(alert).toContainText('A file that Python needs is missing.');
    await expect(alert).toContainText(says);
    await page.unrouteAll();
    await alert.getByRole('button', { name: 'Try again' }).click();

    await expect(outputIn(page)).toHaveText('42');
    complaints.length = 0;
  });
}

// Code that came by a link.

const linked = encodeURIComponent('print("from afar")');
const linkedState = encodeURIComponent(JSON.stringify({ code: 'print("from afar")' }));
const question = 'This code came with the link. Do you want to run it?';

test('code from the address of a frame asks once before it runs', async ({ page, site }) => {
  await page.goto(`${site}embed.html?element=mh-cell&code=${linked}`);
  await expect(cellIn(page)).toContainText('This code came with the link.');
  await run(page);
  const alert = cellIn(page).getByRole('alert');
  await expect(alert).toContainText(question);
  await expect(alert).toBeFocused();
  await expect(outputIn(page)).toBeEmpty();
  expect(await faults(page, 'mh-cell')).toEqual([]);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');

  await expect(outputIn(page)).toHaveText('from afar');
  await expect(cellIn(page).getByRole('textbox')).toBeFocused();
  await run(page);
  await expect(cellIn(page)).toContainText('run 2');
});

test('code that a host sends to a frame asks once before it runs', async ({ page, site, host }) => {
  const { served } = host.write(
    'framed-cell.html',
    `<!doctype html><html lang="en"><meta charset="utf-8"><title>A course</title>
    <iframe src="${site}embed.html?element=mh-cell&code=${linked}" title="A cell" width="900"
      height="600"></iframe></html>`,
  );
  await page.goto(served);
  const cell = page.frameLocator('iframe').locator('mh-cell');
  await expect(cell).toContainText('This code came with the link.');
  await page.evaluate(() => {
    const state = { code: 'print("sent")' };
    document
      .querySelector('iframe')
      .contentWindow.postMessage({ type: 'mh-set-state', state }, '*');
  });
  await expect(cell.getByRole('textbox')).toHaveValue('print("sent")');

  await cell.getByRole('button', { name: 'Run', exact: true }).click();

  await expect(cell.getByRole('alert')).toContainText(question);
  await expect(cell.getByRole('log')).toBeEmpty();
  await cell.getByRole('button', { name: 'Run this code' }).click();
  await expect(cell.getByRole('log')).toHaveText('sent');
});

test('code from the lesson’s address asks before it runs, restored code does not', async ({
  page,
  site,
}) => {
  await page.goto(`${site}?lang=de#cells?cell-define=${linkedState}`);
  const cell = page.locator('#cell-define');
  const forward = page.locator('#cell-forward');
  await forward.getByRole('button', { name: 'Run all' }).click();
  await expect(cell.getByRole('alert')).toContainText(question);
  await expect(forward).toContainText('never run');
  await page.keyboard.press('Control+Enter');
  await expect(cell).toContainText('never run');
  await cell.getByRole('button', { name: 'Restore' }).click();
  await expect(cell).not.toContainText('came with the link');
  await forward.getByRole('button', { name: 'Run all' }).click();

  await expect(forward.getByRole('log')).toContainText('9 0.0');
});

test('typed code runs without asking, also after a reload', async ({ page, site }) => {
  await page.goto(`${site}#cells?cell-causal=${linkedState}`);
  const cell = page.locator('#cell-define');
  await cell.getByRole('textbox').fill('print("mine")');
  await expect.poll(() => page.url()).toContain('mine');
  await page.reload();
  await expect(page.locator('#cell-causal')).toContainText('came with the link');
  await cell.getByRole('button', { name: 'Run', exact: true }).click();

  await expect(cell.getByRole('log')).toHaveText('mine');
});

test('code from a link on the page asks, also after an edit', async ({ page, site }) => {
  await page.goto(`${site}#cells`);
  await page.locator('#cell-causal').getByRole('textbox').fill('print("mine")');
  await expect.poll(() => page.url()).toContain('mine');
  await page.evaluate((state) => (location.hash = `#cells?cell-define=${state}`), linkedState);
  await expect(page.locator('#cell-define')).toContainText('came with the link');
  await page.reload();

  await expect(page.locator('#cell-define')).toContainText('came with the link');
  await expect(page.locator('#cell-causal')).not.toContainText('came with the link');
});

test('code from a state that the page assigns runs without asking', async ({ page, host }) => {
  await page.goto(host.write('own.html', hostPage(cellOf('1'))).served);
  await cellIn(page).evaluate((cell) => (cell.state = { code: 'print("host")' }));
  await run(page);

  await expect(outputIn(page)).toHaveText('host');
});
