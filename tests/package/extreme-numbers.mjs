/** Every number that a caller may give, each a function of it: run in a thread, a value at a time. */

/** Beyond what any size, count or place can be, and right at where types end. */
export const VALUES = [
  ...[0, -1, -0, 1.5, NaN, Infinity, -Infinity, 1e300, 2 ** 16, 2 ** 20, 2 ** 29 - 1, 2 ** 29],
  ...[2 ** 31 - 1, 2 ** 31, 2 ** 32 - 1, 2 ** 32, 2 ** 32 + 1, 2 ** 53 - 1, 2 ** 53, -(2 ** 53)],
];

/** What must be let go of is disposed of. */
function tried(handle, use = () => {}) {
  try {
    return use(handle);
  } finally {
    handle.dispose();
  }
}

/** @return for each number its name and the call that it is given to */
export function numbersOf(engine) {
  const { tensor, cost, identities, shapes, formulas, limits, measure } = engine;
  const x = tensor.randomNormal([3, 8]);
  const model = { dModel: 8, numHeads: 2, vocabSize: 9, dFf: 16 };
  const latent = { dModel: 8, numHeads: 2, dHead: 4, dLatent: 4, dRope: 2 };
  const layerOf = (config) => engine.attention({ dModel: 8, numHeads: 2, ...config });
  const latentOf = (config) => engine.latentAttention({ ...latent, ...config });
  const small = { task: 'relations', numHeads: 2, dModel: 4, batch: 2 };
  const fields = (names, call) =>
    Object.fromEntries(names.map((name) => [name, (value) => call({ [name]: value })]));
  const named = (prefix, calls) =>
    Object.entries(calls).map(([name, call]) => [`${prefix} ${name}`, call]);
  const onLayer = (use) => (value) => tried(layerOf({}), (layer) => use(layer, value));

  return [
    ...named('attention', {
      ...fields(['dModel', 'numHeads', 'numKvHeads', 'dHead', 'seed'], (config) =>
        tried(layerOf(config)),
      ),
      'dHead of many heads': (value) => tried(layerOf({ dModel: 1, numHeads: value, dHead: 1 })),
      'with dHead': onLayer((layer, value) => layer.with({ dHead: value }).dispose()),
      toGrouped: onLayer((layer, value) => layer.toGrouped(value).dispose()),
      headMask: onLayer((layer, value) => layer.forward(x, { headMask: [value, 1] })),
      validLens: onLayer((layer, value) => layer.forward(x, { validLens: [value] })),
      'dropout rate': onLayer((layer, value) =>
        layer.forward(x, { dropout: { rate: value, seed: 1 } }),
      ),
      'dropout seed': onLayer((layer, value) =>
        layer.forward(x, { dropout: { rate: 0.5, seed: value } }),
      ),
      'tile queries': onLayer((layer, value) => layer.traceOnline(x, { queries: value, keys: 2 })),
      'tile keys': onLayer((layer, value) => layer.traceOnline(x, { queries: 2, keys: value })),
      ...Object.fromEntries(
        ['capacity', 'batch', 'pageSize'].map((name) => [
          `cache ${name}`,
          onLayer((layer, value) => tried(layer.cache({ capacity: 4, [name]: value }))),
        ]),
      ),
      'checkpoint layer': onLayer((layer, value) =>
        engine.attentionFromCheckpoint(layer.save(), { layer: value }).dispose(),
      ),
    }),
    ...named(
      'latentAttention',
      fields(
        ['dModel', 'numHeads', 'dHead', 'dLatent', 'dLatentQuery', 'dRope', 'seed'],
        (config) => tried(latentOf(config)),
      ),
    ),
    ...named('latent cache', {
      capacity: (value) => tried(latentOf({}), (layer) => tried(layer.cache({ capacity: value }))),
    }),
    ...named(
      'feedForward',
      fields(['dModel', 'dFf', 'seed'], (config) =>
        tried(engine.feedForward({ dModel: 8, dFf: 8, activation: 'gelu', ...config })),
      ),
    ),
    ...named('trainer', {
      ...fields(
        [
          ...['numHeads', 'numKvHeads', 'dModel', 'seqLen', 'batch', 'learningRate', 'numLayers'],
          ...['momentum', 'gradientClip', 'seed', 'startNoise'],
        ],
        (config) => tried(engine.trainer({ ...small, ...config }), (made) => made.step()),
      ),
      'numLayers of sentences': (value) =>
        tried(engine.trainer({ ...small, task: 'sentences', numLayers: value })),
      'seqLen of induction': (value) =>
        tried(engine.trainer({ ...small, task: 'induction', seqLen: value })),
      'step count': (value) => {
        if (value === 2 ** 16) return; // a minute of work that was asked for
        tried(engine.trainer(small), (made) => made.step(value));
      },
      'evaluate headMask': (value) =>
        tried(engine.trainer(small), (made) => made.evaluate({ headMask: [value, 1] })),
      'ablation layer': (value) =>
        tried(engine.trainer(small), (made) => made.ablation({ layer: value })),
      'sample seed': (value) =>
        tried(engine.trainer(small), (made) => made.sample({ seed: value })),
      'attention layer': (value) =>
        tried(engine.trainer(small), (made) => made.attention(value).dispose()),
      toGrouped: (value) => tried(engine.trainer(small), (made) => made.toGrouped(value).dispose()),
    }),
    ...named('embed', {
      dModel: (value) => engine.embed(['a'], { dModel: value }),
      seed: (value) => engine.embed(['a'], { dModel: 4, seed: value }),
    }),
    ...named('limits', {
      'multiplyAdd rounds': (value) => limits.multiplyAdd(value),
      'multiplyAdd chains': (value) => limits.multiplyAdd(1, value),
      'readMemory bytes': (value) => limits.readMemory(value, 1),
      'readMemory rounds': (value) => limits.readMemory(4096, value),
      'readMemory rounds of much': (value) => limits.readMemory(2 ** 26, value),
    }),
    ...named('tensor', {
      zeros: (value) => tensor.zeros([value]),
      'ones of two': (value) => tensor.ones([value, value]),
      'full value': (value) => tensor.full([2], value),
      randomNormal: (value) =>
        value > 2 ** 24 && value < 2 ** 29 ? null : tensor.randomNormal([value]),
      'randomNormal seed': (value) => tensor.randomNormal([2], { seed: value }),
      'randomNormal std': (value) => tensor.randomNormal([2], { std: value }),
      'arange stop': (value) => tensor.arange(value),
      'arange start': (value) => tensor.arange(value, 5),
      'arange step': (value) => tensor.arange(0, 5, value),
      'tril k': (value) => tensor.tril(x, value),
      'triu k': (value) => tensor.triu(x, value),
      'sum axis': (value) => tensor.sum(x, { axis: value }),
      'softmax axis': (value) => tensor.softmax(x, { axis: value }),
      'concat axis': (value) => tensor.concat([x, x], value),
      'transpose axis': (value) => tensor.transpose(x, [value, 0]),
      reshape: (value) => tensor.reshape(x, [value, -1]),
      'slice index': (value) => tensor.slice(x, [value]),
      'slice start': (value) => tensor.slice(x, [[value, null]]),
      'slice stop': (value) => tensor.slice(x, [[null, value]]),
      'slice step': (value) => tensor.slice(x, [[null, null, value]]),
      'allclose rtol': (value) => tensor.allclose(x, x, { rtol: value }),
      'allclose atol': (value) => tensor.allclose(x, x, { atol: value }),
      'add number': (value) => tensor.add(x, value),
      'divide number': (value) => tensor.divide(x, value),
      'shape of a tensor': (value) => tensor.exp({ shape: [value], data: [1] }),
    }),
    ...named('cost', {
      ...fields(
        ['dModel', 'numHeads', 'numKvHeads', 'dHead', 'numLayers', 'dFf', 'vocabSize'],
        (change) => cost.parameters({ ...model, ...change }),
      ),
      ...fields(['learnedPositions'], (change) => cost.parameters({ ...model, ...change })),
      ...fields(['dLatent', 'dRope', 'dLatentQuery', 'dValue'], (change) =>
        cost.parameters({ dModel: 8, numHeads: 2, latent: { dLatent: 4, ...change } }),
      ),
      'flops seqLen': (value) => cost.flops(model, { seqLen: value }),
      'flops batch': (value) => cost.flops(model, { seqLen: 4, batch: value }),
      'kvCache seqLen': (value) => cost.kvCache(model, { seqLen: value }),
      'kvCache bytesPerElement': (value) =>
        cost.kvCache(model, { seqLen: 4, bytesPerElement: value }),
      'attentionMemory seqLen': (value) =>
        cost.attentionMemory(model, { seqLen: value, kernel: 'reference' }),
    }),
    ...named('measure', {
      'headPatterns token': (value) => {
        const weights = tensor.softmax(tensor.zeros([1, 2, 2]));
        return measure.headPatterns(weights, [value, 1]);
      },
    }),
    ...named('identities', {
      chunks: onLayer((layer, value) => identities.cachedIsFull(layer, x, [value, 3])),
      pageSize: onLayer((layer, value) => identities.cachedIsFull(layer, x, [3], value)),
      order: onLayer((layer, value) => identities.permutationMoves(layer, x, [value, 1, 2])),
      tile: onLayer((layer, value) =>
        identities.onlineIsPlainSoftmax(layer, x, { queries: value, keys: value }),
      ),
    }),
    ...named('shapes', {
      'parse size': (value) => shapes.parse('[B, T*B]', { B: value, T: value }),
      'question seed': (value) => shapes.question({ seed: value, level: 1 }),
      'question level': (value) => shapes.question({ seed: 1, level: value }),
      'runPattern size': (value) =>
        shapes.runPattern(['a b -> b a'], { a: value, b: 2 }, 'a b -> b a'),
      'runPattern reshape': (value) =>
        shapes.runPattern([`reshape(${value}, -1)`], { a: 4, b: 2 }, 'a b -> b a'),
    }),
    ...named('formulas', {
      'evaluate value': (value) => formulas.evaluate('sqrt(d_k) ** 2 + 2 ^ d_k', { d_k: value }),
    }),
  ];
}
