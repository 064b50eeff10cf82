import assert from 'node:assert/strict';
import { test } from 'node:test';
import { load } from 'manyheads';
import { bundled } from '../bundled.mjs';

const { computeNumber } = await bundled('lib/computed.ts');
const { computeValue, valueText } = await bundled('lib/value.ts');
const engine = await load();
const compute = (formula, numbers = {}) => computeNumber(formula, { engine, numbers, tensors: [] });
const { cost } = engine;

test('a call gives the number that the core computes', () => {
  const model = cost.models['llama2-70b'];
  const run = { seqLen: 4096, batch: 8 };

  assert.equal(compute('kvCache(llama2-70b, 4096, batch 8)'), cost.kvCache(model, run).bytes);
  assert.equal(
    compute('flops(llama3.1-8b, 9, causal).crossover'),
    cost.flops(cost.models['llama3.1-8b'], { seqLen: 9, causal: true }).crossover,
  );
  assert.equal(compute('parameters(gpt2-small)'), 124_439_808);
  assert.equal(
    compute('attentionMemory(gpt2-small, 1024, bytes 4)'),
    cost.attentionMemory(cost.models['gpt2-small'], {
      ...{ seqLen: 1024, bytesPerElement: 4, kernel: 'reference' },
    }).bytes,
  );
});

test('quizzes can use calls too: in formulas, with their own numbers as arguments', () => {
  assert.equal(compute('kvCache(llama2-70b, N, batch b) / 2^30', { N: 4096, b: 8 }), 10);
  assert.equal(compute('kvCache(llama2-70b, 4096, numKvHeads 64) / kvCache(llama2-70b, 4096)'), 8);
});

test('a formula without a call is as before', () => {
  assert.equal(compute('sqrt(d_k) + 2^3', { d_k: 64 }), 16);
  assert.throws(() => compute('sqrt(colour)'), /colour/u);
});

test('a number is written in its unit', () => {
  const write = (expr, unit, decimals = null) =>
    valueText(computeValue({ expr, unit, decimals }, engine)).replaceAll('\u00a0', ' ');

  assert.equal(write('kvCache(llama2-70b, 4096, batch 8)', 'GiB'), '10 GiB');
  assert.equal(write('kvCache(llama2-70b, 4096, batch 8)', 'GB', 2), '10.74 GB');
  assert.equal(write('kvCache(llama2-70b, 1).ratioToMha', '%', 1), '12.5 %');
  assert.equal(write('parameters(gpt2-small)', ''), '124,439,808');
  assert.equal(write('10/3', '', 0), '3');
});

test('a text that would take long to compute or to read is refused', () => {
  assert.throws(
    () => compute('trainer(relations, numHeads 1, dModel 2000).parameterCount'),
    /a trainer with dModel 2000 and numLayers 1 is too large here/u,
  );
  assert.throws(() => compute(`1${' + 1'.repeat(50)}`), /more than 200 characters/u);
  const spaces = `kvCache(gpt2-small,a${' '.repeat(170)}b\nc)`;
  assert.throws(() => compute(spaces), /'a\s+b\nc' is not known here/u);
});

test('an argument that is not known is refused, with those that the call has', () => {
  for (const [call, message] of [
    ['trainer(relations, heads 4)', /is not known here; known are numHeads, dModel, numLayers$/u],
    ['results(relations, heads 4)', /is not known here; known are numHeads, steps, seed, native$/u],
    [
      'kvCache(gpt2-small, 9, words)',
      /is not known here; known are tokens, .*causal, .*dModel, numHeads, .*vocabSize$/u,
    ],
    [
      'kvCache(gpt2-small, 9, heads 4)',
      /is not known here; known are tokens, .*causal, .*dModel, numHeads, .*vocabSize$/u,
    ],
  ]) {
    assert.throws(() => compute(call), { name: 'RangeError', message });
  }
});
