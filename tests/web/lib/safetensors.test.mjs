import assert from 'node:assert/strict';
import { test } from 'node:test';
import { engine } from '../../package/installed.mjs';
import { bundled } from '../bundled.mjs';

const { replaceTensors } = await bundled('lib/safetensors.ts');
const layer = engine.attention({ dModel: 6, numHeads: 3, seed: 4 });
const file = layer.save();
const name = 'layers.0.attention.wk';

test('a tensor is replaced, and the file stays as it was', () => {
  const before = file.slice();
  const wk = Float32Array.from({ length: 36 }, (_, i) => i / 7);
  const changed = engine.attentionFromCheckpoint(replaceTensors(file, { [name]: wk }), {
    layer: 0,
  });

  assert.deepEqual([...changed.weights().wk.data], [...wk]);
  assert.deepEqual(changed.weights().wq, layer.weights().wq);
  assert.deepEqual(file, before);
});

test('unknown names and wrong sizes are errors', () => {
  assert.throws(() => replaceTensors(file, { wk: new Float32Array(36) }), /wk has other sizes/u);
  assert.throws(() => replaceTensors(file, { [name]: new Float32Array(35) }), RangeError);
});
