/** Cost through the package; each figure of the lesson's tables is tested in the core. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { expectError } from './expect-error.mjs';
import { engine } from './installed.mjs';

const { cost } = engine;
const { models } = cost;
const small = { dModel: 10, numHeads: 5 };
const latent = { dLatent: 4, dRope: 2, dLatentQuery: 6, dValue: 3 };
const once = { seqLen: 1 };
const GiB = 2 ** 30;
const GB = 1e9;

describe('models', () => {
  test('are the seven of the lesson, each with its name', () => {
    const names = Object.fromEntries(Object.entries(models).map(([key, { name }]) => [key, name]));

    assert.deepEqual(names, {
      'gpt2-small': 'GPT-2 small',
      'gpt3-175b': 'GPT-3 175B',
      'llama2-70b': 'Llama-2 70B',
      'llama3.1-8b': 'Llama-3.1 8B',
      'llama3.1-405b': 'Llama-3.1 405B',
      'deepseek-v3': 'DeepSeek-V3 (attention only)',
      'vaswani-base': 'Transformer base (one stack)',
    });
  });

  test('hold what was chosen, and leave out what follows or is not there', () => {
    assert.deepEqual(models['gpt2-small'], {
      name: 'GPT-2 small',
      dModel: 768,
      numHeads: 12,
      numLayers: 12,
      dFf: 3072,
      vocabSize: 50257,
      learnedPositions: 1024,
      bias: true,
      activation: 'gelu',
      tiedEmbeddings: true,
    });
    assert.deepEqual(models['llama2-70b'], {
      name: 'Llama-2 70B',
      dModel: 8192,
      numHeads: 64,
      numKvHeads: 8,
      numLayers: 80,
      dFf: 28672,
      vocabSize: 32000,
      activation: 'swiglu',
    });
    assert.deepEqual(models['deepseek-v3'], {
      name: 'DeepSeek-V3 (attention only)',
      dModel: 7168,
      numHeads: 128,
      dHead: 128,
      numLayers: 61,
      latent: { dLatent: 512, dRope: 64, dLatentQuery: 1536, dValue: 128 },
    });
  });

  test('are frozen through and through', () => {
    assert.ok(Object.isFrozen(models));
    for (const model of Object.values(models)) assert.ok(Object.isFrozen(model));
    assert.ok(Object.isFrozen(models['deepseek-v3'].latent));
  });

  test('go in again as they came out', () => {
    for (const model of Object.values(models)) {
      const { total } = cost.parameters(model);
      assert.ok(Number.isSafeInteger(total) && total > 1e6, `${model.name}: ${total}`);
    }
  });

  test('can be spread and changed', () => {
    const grouped = cost.kvCache(models['llama2-70b'], once);
    const multiHead = cost.kvCache({ ...models['llama2-70b'], numKvHeads: 64 }, once);

    assert.equal(multiHead.bytes, 8 * grouped.bytes);
    assert.equal(grouped.ratioToMha, 1 / 8);
    assert.equal(multiHead.ratioToMha, 1);
  });
});

describe('parameters', () => {
  test('are named, one layer and the whole model', () => {
    const model = {
      name: 'mine',
      dModel: 10,
      numHeads: 6,
      numKvHeads: 2,
      dHead: 4,
      bias: true,
      numLayers: 3,
      dFf: 7,
      activation: 'gelu',
      vocabSize: 100,
      tiedEmbeddings: true,
      learnedPositions: 9,
    };

    assert.deepEqual(cost.parameters(model), {
      wq: 264,
      wk: 88,
      wv: 88,
      wo: 250,
      attention: 690,
      feedForward: 157,
      perLayer: 847,
      embeddings: 1090,
      norms: 140,
      total: 3 * 847 + 1090 + 140,
    });
  });

  test('of a latent model are those of its matrices', () => {
    const { wq, wk, wv, wo } = cost.parameters({ ...small, latent });

    assert.deepEqual(
      { wq, wk, wv, wo },
      {
        wq: 10 * 6 + 6 * 5 * (2 + 2),
        wk: 10 * (4 + 2) + 4 * 5 * 2,
        wv: 4 * 5 * 3,
        wo: 5 * 3 * 10,
      },
    );
  });

  test('need no values for what has a default', () => {
    const defaults = {
      numKvHeads: 5,
      dHead: 2,
      bias: false,
      numLayers: 1,
      dFf: undefined,
      activation: 'relu',
      vocabSize: undefined,
      tiedEmbeddings: false,
      learnedPositions: undefined,
      latent: undefined,
    };

    assert.deepEqual(cost.parameters(small), cost.parameters({ ...small, ...defaults }));
  });
});

describe('flops', () => {
  test('are named', () => {
    const model = { ...small, dFf: 7, activation: 'swiglu' };

    assert.deepEqual(cost.flops(model, { seqLen: 4, batch: 3 }), {
      projections: 6 * 12 * 100,
      scores: 2 * 3 * 4 * 4 * 10,
      weightedSum: 2 * 3 * 4 * 4 * 10,
      output: 2 * 12 * 100,
      attention: 8 * 12 * 100 + 4 * 3 * 4 * 4 * 10,
      feedForward: 2 * 12 * 3 * 70,
      crossover: 20,
      crossoverWithFeedForward: 20 + (2 * 3 * 70) / (4 * 10),
    });
  });

  test('count half of the scores if they are causal', () => {
    const all = cost.flops(small, { seqLen: 4 });
    const causal = cost.flops(small, { seqLen: 4, causal: true });

    assert.equal(causal.scores, all.scores / 2);
    assert.equal(causal.crossover, 2 * all.crossover);
  });

  test('of one step of decoding have no term with the square of the length', () => {
    const step = cost.flops(small, { seqLen: 1000, batch: 3, decode: true });

    assert.equal(step.attention, 3 * (8 * 10 ** 2 + 4 * 1000 * 10));
    assert.equal(step.scores, 3 * 2 * 1000 * 10);
    assert.equal(step.crossover, 20);
    assert.deepEqual(
      cost.flops(small, { seqLen: 1000, batch: 3, decode: true, causal: true }),
      step,
    );
  });

  test('of one step of decoding of a latent model are those of its absorbed form', () => {
    const step = cost.flops({ ...small, latent }, { seqLen: 7, decode: true });

    assert.equal(step.scores, 2 * 5 * 7 * (4 + 2));
    assert.equal(step.weightedSum, 2 * 5 * 7 * 4);
  });

  test('cross over at the lengths of the lesson', () => {
    const llama = models['llama3.1-8b'];
    const at = (model, causal) => {
      const { crossover, crossoverWithFeedForward } = cost.flops(model, { seqLen: 1, causal });
      return [crossover, crossoverWithFeedForward];
    };

    assert.deepEqual(at({ dModel: 4096, numHeads: 32 }, false), [8192, 8192]);
    assert.deepEqual(at(llama, false), [5120, 26624]);
    assert.deepEqual(at(llama, true), [10240, 53248]);
  });

  test('beyond 2^53 are the nearest doubles', () => {
    const seqLen = 2 ** 30 - 1;
    const { scores } = cost.flops(models['llama3.1-405b'], { seqLen, batch: 3 });
    const exact = 2n * 3n * BigInt(seqLen) ** 2n * 128n * 128n;

    assert.ok(!Number.isSafeInteger(scores));
    assert.equal(scores, Number(exact));
  });

  test('that a product of doubles would round twice are rounded once', () => {
    // 2 N^2 D with a whole N of 53 bits: N^2 alone rounds already.
    for (let seqLen = 2 ** 53 - 9; seqLen < 2 ** 53; ++seqLen) {
      const { scores } = cost.flops({ dModel: 11, numHeads: 1 }, { seqLen });
      assert.equal(scores, Number(2n * BigInt(seqLen) ** 2n * 11n));
    }
  });

  test('of 2^128 or more are an OutOfMemoryError, and the next call works', () => {
    const seqLen = 2 ** 53 - 1;
    const before = cost.flops(small, once);

    expectError(() => cost.flops(small, { seqLen, batch: seqLen }), {
      is: 'OutOfMemoryError',
      says: '2^128',
    });
    assert.deepEqual(cost.flops(small, once), before);
  });
});

describe('weights', () => {
  test('of Llama-2 70B do not fit 80 GB in FP16, and do in INT4', () => {
    const bytes = (bytesPerElement) =>
      cost.weights(models['llama2-70b'], { bytesPerElement }).bytes;

    assert.equal((bytes(undefined) / GB).toFixed(), '138');
    assert.equal(bytes(0.5), cost.parameters(models['llama2-70b']).total / 2);
    assert.ok(bytes(0.5) < 80 * GB);
  });

  test('refuse other options', () => {
    expectError(() => cost.weights(small, { seqLen: 1 }), { is: 'ConfigError', field: 'seqLen' });
    expectError(() => cost.weights(small, { bytesPerElement: 0 }), {
      is: 'ConfigError',
      field: 'bytesPerElement',
    });
  });
});

describe('kvCache', () => {
  test('of Llama-2 70B is 10 GiB, which are 10.7 GB', () => {
    const { bytes, bytesPerToken } = cost.kvCache(models['llama2-70b'], { seqLen: 4096, batch: 8 });

    assert.equal(bytes / GiB, 10);
    assert.equal((bytes / GB).toFixed(1), '10.7');
    assert.equal(bytesPerToken / 1024, 320);
  });

  test('has elements of 2 bytes by default, and also of 6 bits', () => {
    const at = (bytesPerElement) => cost.kvCache(small, { seqLen: 1, bytesPerElement }).bytes;

    assert.equal(at(undefined), 2 * 20);
    assert.equal(at(4), 4 * 20);
    assert.equal(at(0.75), 15);
    assert.equal(at(1 / 8), 2.5);
  });

  test('of a latent model is the latent and the rotary key', () => {
    const run = { seqLen: 3, batch: 7, bytesPerElement: 1 };

    assert.deepEqual(cost.kvCache({ ...small, numLayers: 2, latent }, run), {
      bytes: 3 * 7 * 2 * 6,
      bytesPerToken: 2 * 6,
      ratioToMha: 6 / (5 * (2 + 3)),
    });
  });

  test('is what a cache of the engine allocates for one layer', () => {
    const config = { dModel: 24, numHeads: 6, numKvHeads: 2 };
    const layer = engine.attention(config);
    const cache = layer.cache({ capacity: 10, batch: 3 });

    const { bytes } = cost.kvCache(config, { seqLen: 10, batch: 3, bytesPerElement: 4 });

    assert.equal(bytes, cache.bytes);
    cache.dispose();
    layer.dispose();
  });
});

describe('attentionMemory', () => {
  test('of the reference is scores and weights, of GPT-3 768 MiB each', () => {
    const run = { seqLen: 2048, kernel: 'reference' };
    const each = 768 * 2 ** 20;

    assert.deepEqual(cost.attentionMemory(models['gpt3-175b'], run), {
      bytes: 2 * each,
      scores: each,
      weights: each,
    });
  });

  test('of the fused kernel is 32 rows of scores per head', () => {
    const run = { seqLen: 100, batch: 3, bytesPerElement: 4, kernel: 'fused' };
    const bytes = 3 * 5 * 32 * 100 * 4;

    assert.deepEqual(cost.attentionMemory(small, run), { bytes, scores: bytes, weights: 0 });
  });
});

describe('a model that cannot be', () => {
  const refused = (change, error) =>
    expectError(() => cost.parameters({ ...small, ...change }), { is: 'ConfigError', ...error });

  test('is a ConfigError if a size is missing', () => {
    for (const field of ['dModel', 'numHeads']) {
      refused({ [field]: undefined }, { field, says: `${field} is missing` });
    }
    refused({ latent: { dRope: 2 } }, { field: 'latent.dLatent', says: 'is missing' });
    expectError(() => cost.parameters(), { is: 'ConfigError', field: 'dModel' });
    for (const wrong of [null, 7, 'gpt2-small', []]) {
      expectError(() => cost.parameters(wrong), { is: 'ConfigError', field: 'model' });
    }
  });

  test('is a ConfigError if sizes do not divide', () => {
    refused({ numHeads: 3 }, { field: 'numHeads', says: 'dModel 10 cannot be split over' });
    refused({ numKvHeads: 2 }, { field: 'numKvHeads', says: 'does not divide numHeads 5' });
    expectError(() => cost.parameters({ dModel: 7, numHeads: 2 }), {
      is: 'ConfigError',
      field: 'numHeads',
    });
  });

  test('is a ConfigError if something contradicts latent attention', () => {
    refused({ latent: { ...latent, dRope: 3 } }, { field: 'latent.dRope', says: 'even' });
    refused({ latent, numKvHeads: 1 }, { field: 'numKvHeads', says: 'latent' });
    refused({ latent, bias: true }, { field: 'bias', says: 'latent' });
    refused({ latent: 4 }, { field: 'latent', says: 'is 4' });
  });

  test('is a ConfigError if a key is unknown', () => {
    refused({ heads: 5 }, { field: 'heads', says: "unknown key 'heads'" });
    refused({ latent: { ...latent, rank: 3 } }, { field: 'latent.rank', says: "'rank'" });
  });

  test('is a ConfigError if a size is not a whole number of at least 1', () => {
    const sizes = ['dModel', 'numHeads', 'numKvHeads', 'dHead', 'numLayers', 'dFf'];
    for (const field of [...sizes, 'vocabSize', 'learnedPositions']) {
      for (const wrong of [0, -1, 1.5, NaN, Infinity, '8', null, 8n]) {
        refused({ [field]: wrong }, { field, says: 'wanted a whole number of at least 1' });
      }
    }
    for (const key of Object.keys(latent)) {
      refused({ latent: { ...latent, [key]: 0.5 } }, { field: `latent.${key}` });
    }
  });

  test('is a ConfigError if anything else has the wrong type', () => {
    refused({ name: 7 }, { field: 'name', says: 'is 7' });
    refused({ bias: 1 }, { field: 'bias', says: 'wanted true or false' });
    refused({ tiedEmbeddings: 'yes' }, { field: 'tiedEmbeddings', says: "is 'yes'" });
    refused({ activation: 'silu' }, { field: 'activation', says: "is 'silu'" });
  });

  test('is an OutOfMemoryError if a size is 2^53 or more', () => {
    for (const large of [2 ** 53, 1e30]) {
      expectError(() => cost.parameters({ ...small, dFf: large }), {
        is: 'OutOfMemoryError',
        says: 'dFf is 2^53 or more',
      });
    }
  });
});

describe('a run that cannot be', () => {
  const calls = {
    flops: (run) => cost.flops(small, run),
    kvCache: (run) => cost.kvCache(small, run),
    attentionMemory: (run) => cost.attentionMemory(small, { kernel: 'fused', ...run }),
  };
  for (const [name, call] of Object.entries(calls)) {
    test(`is a ConfigError: ${name}`, () => {
      expectError(() => call({}), { is: 'ConfigError', field: 'seqLen', says: 'is missing' });
      expectError(() => call(undefined), { is: 'ConfigError', field: 'seqLen' });
      expectError(() => call({ seqLen: 0 }), { is: 'ConfigError', field: 'seqLen' });
      expectError(() => call({ seqLen: 1, batch: 0.5 }), { is: 'ConfigError', field: 'batch' });
      expectError(() => call({ seqLen: 1, tokens: 1 }), { is: 'ConfigError', field: 'tokens' });
      expectError(() => call({ seqLen: 2 ** 53 }), { is: 'OutOfMemoryError', says: 'seqLen' });
    });
  }

  test('is a ConfigError if the width of an element is impossible', () => {
    for (const wrong of [0, -2, NaN, Infinity, 1e-6, 2000]) {
      expectError(() => cost.kvCache(small, { seqLen: 1, bytesPerElement: wrong }), {
        is: 'ConfigError',
        field: 'bytesPerElement',
        says: 'wanted a number from 1/1024 to 1024',
      });
    }
    expectError(() => cost.kvCache(small, { seqLen: 1, bytesPerElement: '2' }), {
      is: 'ConfigError',
      field: 'bytesPerElement',
      says: "is '2'",
    });
  });

  test('is a ConfigError if the kernel is missing or unknown', () => {
    const kernel = (value) => () => cost.attentionMemory(small, { seqLen: 1, kernel: value });

    expectError(kernel(undefined), { is: 'ConfigError', field: 'kernel', says: 'is missing' });
    expectError(kernel('auto'), { is: 'ConfigError', field: 'kernel', says: "is 'auto'" });
  });
});
