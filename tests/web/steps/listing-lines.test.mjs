import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { engine } from '../../package/installed.mjs';
import { bundled } from '../bundled.mjs';

const { listingLines } = await bundled('elements/steps/listing-lines.ts');
const { sharedHeads, listSteps, variants } = await bundled('elements/steps/list.ts');

const folder = new URL('../../../web/elements/steps/listings/', import.meta.url);
const files = ['txt', 'py', 'torch.py', 'cpp', 'js'].map((end) => `attention.${end}`);
const source = (file) => readFileSync(new URL(file, folder), 'utf8');
const textOf = (file, variant, causal) =>
  listingLines(source(file), variant, causal)
    .map(({ text }) => text)
    .join('\n');

const { cases } = JSON.parse(
  readFileSync(new URL('../../golden/listings.json', import.meta.url), 'utf8'),
);
const settings = variants.flatMap((variant) =>
  [false, true].map((causal) => ({ variant, causal, name: variant + (causal ? ', causal' : '') })),
);

/** The core's layer of a variant, with these weights. */
function outputOfCore({ x, ...weights }, numHeads, variant, causal) {
  const layer = engine.attention(
    {
      dModel: x.shape[1],
      numHeads,
      numKvHeads: variant === 'grouped' ? sharedHeads(numHeads) : numHeads,
      combine: variant === 'summed' ? 'sum' : 'concat',
      outputProjection: variant !== 'no-output',
    },
    weights,
  );
  const output = layer.forward(x, { causal });
  layer.dispose();
  return output;
}

function assertClose(actual, expected) {
  assert.equal(actual.length, expected.length);
  actual.forEach((value, i) => {
    const bound = 1e-5 * Math.max(1, Math.abs(expected[i]));
    assert.ok(Math.abs(value - expected[i]) <= bound, `${value} is not ${expected[i]}`);
  });
}

for (const { name, file, variant, causal, sha256, num_heads, inputs, expected } of cases) {
  test(`${name}: the text is the one that was run, and the core gives what it gave`, () => {
    const drawn = Object.fromEntries(
      Object.entries(inputs).map(([key, { shape, seed }]) => [
        key,
        engine.tensor.randomNormal(shape, { seed }),
      ]),
    );

    const hash = createHash('sha256')
      .update(textOf(file, variant, causal))
      .digest('hex');
    const { data } = outputOfCore(drawn, num_heads, variant, causal);

    assert.equal(hash, sha256, 'make the goldens again: the listing has changed');
    assertClose([...data], expected.output.data);
  });
}

test('every variant of each listing that is no pseudocode or JavaScript was run', () => {
  const run = cases.map(({ file, variant, causal }) => [file, variant, causal].join());
  for (const { variant, causal } of settings) {
    for (const file of ['attention.py', 'attention.torch.py', 'attention.cpp']) {
      assert.ok(run.includes([file, variant, causal].join()), `${file}, ${variant}, ${causal}`);
    }
  }
});

for (const { variant, causal, name } of settings) {
  test(`${name}: the JavaScript listing gives what the core gives`, async () => {
    const heads = 4;
    const x = engine.embed(['The', 'cat', 'sat', 'on'], { dModel: 8 });
    const layer = engine.attention({
      dModel: 8,
      numHeads: heads,
      numKvHeads: variant === 'grouped' ? sharedHeads(heads) : heads,
      combine: variant === 'summed' ? 'sum' : 'concat',
      outputProjection: variant !== 'no-output',
    });
    const weights = layer.weights();
    layer.dispose();
    const program = `${textOf('attention.js', variant, causal)}\nexport { attention };`;
    const { attention } = await import(`data:text/javascript,${encodeURIComponent(program)}`);
    const nested = Object.fromEntries(
      Object.entries(weights).map(([key, weight]) => [key, engine.tensor.toNested(weight)]),
    );

    const output = attention(engine.tensor.toNested(x), nested, heads);

    assertClose(output.flat(), [...outputOfCore({ x, ...weights }, heads, variant, causal).data]);
  });

  test(`${name}: every step has a line in every listing`, () => {
    const stages = new Set(listSteps(2, variant).map(({ stage }) => stage));
    for (const file of files) {
      const lit = new Set(listingLines(source(file), variant, causal).map(({ stage }) => stage));
      lit.delete(null);
      assert.deepEqual([...lit].sort(), [...stages].sort(), file);
    }
  });
}

test('a causal listing has lines that hide later keys, and they belong to the scores', () => {
  for (const file of files) {
    const lines = listingLines(source(file), 'multi-head', true);
    const without = textOf(file, 'multi-head', false).split('\n');
    const added = lines.filter(({ text }) => !without.includes(text));
    assert.ok(added.length > 0, file);
    assert.ok(
      added.every(({ stage }) => stage === 'scores'),
      file,
    );
  }
});

test('no marker is left in what is shown', () => {
  for (const file of files) {
    for (const { variant, causal } of settings) {
      assert.doesNotMatch(textOf(file, variant, causal), /^\s*(#|\/\/) \[/mu);
    }
  }
});
