/**
 * The core of the page in Chromium, Firefox and WebKit, the same for each: what a visitor sees,
 * clicks and types. With `all` as argument every statement is tested, and a browser that is not
 * installed is an error. Without it, those that are installed get the statements whose `short` names
 * them; tests/web has everything for Chromium.
 */
import assert from 'node:assert/strict';
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { repository } from '../../emscripten/commands/run.mjs';
import { serve } from '../../emscripten/commands/serve.mjs';
import { engine, headOf, printed, traceOf } from '../web/computed.mjs';
import { places } from '../web/pages.mjs';
import { browsers } from './browsers.mjs';
import { computeNumbers } from './numbers.mjs';
import { readPage } from './read-page.mjs';
import { expectSameBits, expectNear, nativeNumbers, tableOf } from './table.mjs';
import { Visitor } from './visitor.mjs';

const isWhole = process.argv.includes('all');

delete process.env.PORT; // it serves at the next one that is free
const folder = join(repository, 'build/browsers');
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
symlinkSync(join(repository, 'dist'), join(folder, 'manyheads'));
symlinkSync(join(repository, 'dist-site'), join(folder, 'site'));
const host = await serve(folder);
const site = `${host}site/`;
const singleFile = pathToFileURL(join(repository, 'dist-site/manyheads.html')).href;

/** Someone's page with this content. @return its address */
function write(name, content) {
  const head = '<!doctype html><html lang="en"><meta charset="utf-8"><title>Course</title>';
  writeFileSync(join(folder, name), `${head}${content}</html>`);
  return host + name;
}
const defined = '<script type="module" src="manyheads/elements-define.js"></script>';

/** What screen readers read of a head's map. */
const weightsOf = (visitor, head) =>
  visitor.run(
    (label) =>
      Array.from(find('[role=grid]', label).querySelectorAll('[role=gridcell]'), (cell) =>
        cell.getAttribute('aria-label').split(': ').at(-1),
      ),
    `Weights of head ${head}:`,
  );

async function expectWeights(visitor, settings) {
  const { weights } = traceOf(settings);
  for (let head = 0; head < weights.shape[0]; ++head) {
    await visitor.see('[role=grid]', `Weights of head ${head}:`);
    const wanted = headOf(weights, head).flat().map(printed);
    assert.deepEqual(await weightsOf(visitor, head), wanted);
  }
}

/** Trains both runs for 40 steps. @return the losses of run A */
async function train(visitor, address) {
  await visitor.open(`${address}#training?pace=all&steps=40`);
  await visitor.click('#main-training >> mh-predict >> label', 'only A');
  await visitor.click('#main-training >> button', 'Run both');
  await visitor.see('#main-training >> button', 'Run again');
  return visitor.run(() => [...document.querySelector('#main-training').race.records.a.losses]);
}

function lossesInNode() {
  const trainer = engine.trainer({ task: 'relations', seed: 1, dModel: 32, numHeads: 4 });
  const losses = Array.from({ length: 40 }, () => Math.fround(trainer.step().loss));
  trainer.dispose();
  return losses;
}

async function runCells(visitor, address) {
  await visitor.open(`${address}#cells`);
  await visitor.click('#cell-forward >> button', 'Run all');
  await visitor.see('#cell-forward >> [role=log]', '9 0.0');
}

const numbers = { Native: nativeNumbers(), Node: computeNumbers(engine) };

/** What is true in every browser. */
const statements = [
  {
    name: 'the engine computes the numbers of Node, to the last bit',
    short: ['Chromium', 'Firefox', 'WebKit'],
    async test(visitor, browser) {
      await visitor.open(write('engine.html', '<p>The engine</p>'));
      numbers[browser] = await visitor.run(
        `async (address) => {
          const { load } = await import(address);
          return (${computeNumbers})(await load());
        }`,
        `${host}manyheads/index.js`,
      );

      expectSameBits(numbers[browser], numbers.Node);
    },
  },
  {
    name: 'the sandbox shows the numbers of the package, and a click chooses a query',
    async test(visitor) {
      await visitor.open(`${site}#sandbox`);
      await expectWeights(visitor, { weights: 'trained' });

      await visitor.click('[role=gridcell][data-row="1"][data-column="0"]');

      await visitor.until(() => location.hash.includes('query=1'));
    },
  },
  {
    name: 'a quiz takes an answer that is typed',
    async test(visitor) {
      await visitor.open(write('quiz.html', `${defined}<mh-quiz quiz="score-divisor"></mh-quiz>`));
      await visitor.type('mh-quiz >> input', 'math.sqrt(d_k)');
      await visitor.press('Enter');

      await visitor.see('mh-quiz >> .box', 'Right.');
    },
  },
  {
    name: 'a shape check says where a shape is misspelt',
    async test(visitor) {
      await visitor.open(
        write('shape.html', `${defined}<mh-shape-check level="1"></mh-shape-check>`),
      );
      await visitor.type('mh-shape-check >> input', '[B, T, d_modle]');
      await visitor.press('Enter');

      await visitor.see('mh-shape-check >> .box', 'did you mean d_model?');
    },
  },
  {
    name: 'two runs train in a worker, with the losses of Node to the last bit',
    async test(visitor) {
      assert.deepEqual(await train(visitor, site), lossesInNode());
    },
  },
  {
    name: 'cells run Python',
    test: (visitor) => runCells(visitor, site),
  },
  {
    name: 'the single file works from the disk: sandbox, training and cells',
    short: ['Firefox', 'WebKit'],
    async test(visitor) {
      await visitor.open(`${singleFile}#sandbox?weights=random&heads=2`);
      await expectWeights(visitor, { heads: 2 });
      assert.deepEqual(await train(visitor, singleFile), lossesInNode());
      await runCells(visitor, singleFile);
    },
  },
  {
    name: 'each page of the single file shows all its figures from the disk',
    async test(visitor) {
      await visitor.open(singleFile);
      for (const place of places) assert.deepEqual(await readPage(visitor, place), []);
    },
  },
  {
    name: 'a frame sends its height, and shows the state that its host sends',
    async test(visitor) {
      const frame =
        '<iframe src="site/embed.html?element=mh-sandbox&heads=2" width="900"></iframe>';
      const script = `<script>
        heights = [];
        addEventListener('message', ({ data }) => {
          if (data?.type === 'mh-height') heights.push(data.height);
        });
      </script>`;
      await visitor.open(write('frame.html', script + frame));
      await visitor.until(() => heights.at(-1) > 400);

      const tokens = ['a', 'small', 'cat'];
      await visitor.run((tokens) => {
        const { contentWindow } = document.querySelector('iframe');
        contentWindow.postMessage({ type: 'mh-set-state', state: { tokens } }, '*');
      }, tokens);

      await visitor.until(() => {
        const inFrame = document.querySelector('iframe').contentDocument;
        const [grid] = all(inFrame, '[role=grid]');
        return grid?.querySelectorAll('[role=gridcell]').length === 9;
      });
    },
  },
];

for (const [name, start] of Object.entries(browsers)) {
  const isMissing = start === null && !isWhole;
  describe(
    name,
    { skip: isMissing && 'it is not installed: npm run test:browsers says what is missing' },
    () => {
      let browser;
      let visitor;
      before(async () => {
        assert.ok(start, `${name} is not installed`);
        browser = await start();
        visitor = new Visitor(browser);
      });
      after(() => browser?.close());

      for (const statement of statements.filter(({ short }) => isWhole || short?.includes(name))) {
        test(statement.name, () => statement.test(visitor, name));
      }
    },
  );
}

describe('numbers', () => {
  test('native ones agree to 1e-6', { skip: !numbers.Native && 'it is not built' }, () => {
    expectNear(numbers.Native, numbers.Node);
  });
  after(() => console.log(tableOf(numbers)));
});
