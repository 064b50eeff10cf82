import assert from 'node:assert/strict';
import { test } from 'node:test';
import { load } from 'manyheads';
import { bundled } from '../bundled.mjs';

const { keyHead } = await bundled('lib/key-head.ts');
const engine = await load();

for (const numKvHeads of [1, 2, 3, 6]) {
  test(`of ${numKvHeads} key/value heads, each of 6 heads reads the one that the core gives it`, () => {
    const layer = engine.attention({ dModel: 12, numHeads: 6, numKvHeads, seed: 3 });
    const trace = layer.trace(engine.tensor.randomNormal([5, 12], { seed: 4 }));
    layer.dispose();
    const row = ({ shape, data }, matrix) =>
      data.subarray(matrix * shape[1] * shape[2]).slice(0, 2);

    for (let head = 0; head < 6; head++) {
      const [q, k] = [row(trace.q, head), row(trace.k, keyHead(trace, head))];
      const score = (q[0] * k[0] + q[1] * k[1]) / Math.SQRT2;
      assert.ok(Math.abs(trace.scores.data[head * 25] - score) < 1e-6, `head ${head}`);
    }
  });
}
