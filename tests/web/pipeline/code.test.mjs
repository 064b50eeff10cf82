import assert from 'node:assert/strict';
import { test } from 'node:test';
import { engine } from '../../package/installed.mjs';
import { bundled } from '../bundled.mjs';
import { startPython } from '../cells/python.mjs';

const { codeSteps } = await bundled('elements/pipeline/code.ts');
const { pipelineCode } = await bundled('elements/pipeline/export.ts');
const { runPipeline } = await bundled('elements/pipeline/run.ts');
const { pipelineFormat, presets } = await bundled('elements/pipeline/state.ts');

const AsyncFunction = (async () => {}).constructor;
const { allclose, toNested } = engine.tensor;
const python = await startPython();

const layers = {
  'self-attention': presets.small,
  'causal, with groups': { ...presets.grouped, dModel: 12 },
  'causal, with groups and padding': { ...presets.grouped, dModel: 12, lengths: [3, 5] },
  'cross-attention with padding': { ...presets.walk, heads: 3, dModel: 12, head: 0 },
  'groups that are wider than d_model ÷ H': { ...presets.grouped, dModel: 12, dHead: 3 },
};

for (const [name, layer] of Object.entries(layers)) {
  for (const skip of [false, true]) {
    const shown = runPipeline(engine, pipelineFormat.parse({ ...layer, skip }));
    const title = `${name}${skip ? ', without the transpose' : ''}`;

    test(`${title}: the NumPy lines compute the output that is shown`, () => {
      const { x, m, wq, wk, wv, wo, s, y } = shown.tensors;
      const given = { X: x, M: m, W_Q: wq, W_K: wk, W_V: wv, W_O: wo, wanted: y };
      const { shape, data } = s;
      const hidden = Array.from(data, (score) => Number(score === -Infinity));
      const { printed, error } = python.run(`import numpy as np

def softmax(x):
    e = np.exp(x - x.max(axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True)

${Object.entries(given)
  .map(([name, tensor]) => `${name} = np.array(${JSON.stringify(toNested(tensor))})`)
  .join('\n')}
hidden = np.array(${JSON.stringify(hidden)}).reshape(${shape.join(', ')}) == 1
${codeSteps(shown)
  .flatMap(({ lines }) => lines)
  .join('\n')}
print(Y.shape == wanted.shape and np.allclose(Y, wanted, atol=1e-5))`);

      assert.equal(error?.message, undefined);
      assert.equal(printed.trim(), 'True');
    });

    test(`${title}: the program computes the output that is shown`, async () => {
      const [, program] = /^(import[^]*?)\n\/\/ In NumPy/mu.exec(pipelineCode(shown));
      const source = program
        .replace(/^import.*$/mu, '')
        .replace(/console\.log\((.*)\);/u, 'log($1);');
      const logged = [];
      const { output } = await new AsyncFunction('load', 'log', `${source} return { output };`)(
        () => engine,
        (...printed) => logged.push(...printed),
      );

      assert.ok(allclose(output, shown.tensors.y, { atol: 1e-5 }));
      const { q, s, y } = shown.tensors;
      assert.deepEqual(logged, [q.shape, s.shape, y.shape]);
    });
  }
}
