import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { load } from 'manyheads';
import { bundled } from '../bundled.mjs';

const { explainValue } = await bundled('elements/cost/explain.ts');
const { computeValue } = await bundled('lib/value.ts');
const engine = await load();

describe('the multiplication behind a number in a sentence has its value', () => {
  for (const [expr, unit] of [
    ['kvCache(llama2-70b, 4096, batch 8)', 'GiB'],
    ['kvCache(deepseek-v3, 100).bytesPerToken', 'KiB'],
    ['flops(llama3.1-8b, 8192, decode).scores', 'FLOPs'],
    ['attentionMemory(gpt2-small, 1024, kernel fused)', 'MiB'],
    ['weights(llama2-70b, bytes 0.5)', 'GB'],
    ['parameters(gpt3-175b).attention', ''],
    ['kvCache(llama2-70b, 4096, batch 8) / 2^30', ''],
    ['2^30', ''],
  ]) {
    test(expr, () => {
      const value = computeValue({ expr, unit, decimals: null }, engine);
      const { formula, sizes } = explainValue(value, engine);
      assert.equal(engine.formulas.evaluate(formula, sizes), value.value);
    });
  }
});

test('counts in a trained model are not products', () => {
  const value = computeValue(
    { expr: 'trainer(relations, numHeads 4)', unit: '', decimals: null },
    engine,
  );

  assert.equal(explainValue(value, engine), null);
});
