/** `import manyheads` in a cell: all of the engine, with Python's names. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { load } from 'manyheads';
import { bundled } from '../../bundled.mjs';
import { startPython } from '../python.mjs';

const { kinds, topics } = await bundled('elements/cells/python/engine-table.ts');
const { maxObjects } = await bundled('elements/cells/python/engine-objects.ts');
const python = await startPython();
python.run(`import manyheads as mh
import numpy as np
x = mh.tensor.random_normal([1, 6, 8], seed=2)`);

/** The lines that a program prints. */
function printed(source) {
  const { printed, error } = python.run(source);
  assert.equal(error?.trace, undefined);
  return printed.trimEnd().split('\n');
}
const errorOf = (source) => {
  const { error } = python.run(source);
  return `${error?.type}: ${error?.message}`;
};

const engine = await load();
const x = engine.tensor.randomNormal([1, 6, 8], { seed: 2 });
const sums = (tensors) =>
  Object.values(tensors).map(({ data }) => data.reduce((sum, each) => sum + each, 0));
/** Python adds in float32. */
const near = (lines, wanted) => {
  assert.equal(lines.length, wanted.length);
  wanted.forEach((value, i) => assert.ok(Math.abs(Number(lines[i]) - value) < 1e-3, lines[i]));
};

test('a layer of Python computes what the same layer of JavaScript does', () => {
  const layer = engine.attention({ dModel: 8, numHeads: 4, seed: 3 });
  const options = { causal: true, validLens: [5], headMask: [1, 0, 1, 1] };
  const lines = printed(`layer = mh.attention(d_model=8, num_heads=4, seed=3)
options = dict(causal=True, valid_lens=[5], head_mask=[1, 0, 1, 1])
trace = layer.trace(x, **options)
trace.masked_scores[trace.masked_scores == -np.inf] = 0
gradients = layer.backward(x, np.ones((1, 6, 8)), **options)
print(layer.forward(x, **options).sum())
for each in list(gradients.values()): print(each.sum())`);
  const ones = engine.tensor.ones([1, 6, 8]);

  near(lines, [...sums([layer.forward(x, options)]), ...sums(layer.backward(x, ones, options))]);
});

test('a trace has its tensors by name, in the order of the computation', () => {
  const [names, shapes] = printed(`trace = layer.trace(x)
print(*list(trace))
print(trace.masked_scores.shape, trace['combined'].shape)`);

  assert.equal(names, 'q k v scores masked_scores weights heads combined output');
  assert.equal(shapes, '(1, 4, 6, 6) (1, 6, 8)');
});

test('a layer is traced tile by tile, changed, grouped, and its weights replaced', () => {
  const lines = printed(`online = layer.trace_online(x, {'queries': 2, 'keys': 2})
print(online.running_max.shape, np.allclose(online.output, layer.forward(x), atol=1e-5))
grouped = layer.to_grouped(2, **{'from': 'first'})
print(grouped.config.num_kv_heads, layer.with_(scale='none').config['scale'])
weights = layer.weights()
layer.set_weights({'wq': weights.wq * 2})
print(np.allclose(layer.weights().wq, weights.wq * 2), layer.last_kernel)`);

  assert.deepEqual(lines, ['(1, 4, 3, 6) True', '2 none', 'True fused']);
});

test('a cache steps, shows its pages and forgets', () => {
  const lines = printed(`layer = mh.attention(d_model=8, num_heads=4, seed=3)
cache = layer.cache(capacity=8, page_size=2)
steps = np.concatenate([cache.step(x[:, :4]), cache.step(x[:, 4:])], axis=1)
print(np.allclose(steps, layer.forward(x, causal=True), atol=1e-5), cache)
cache.reset()
print(cache.length, cache.capacity, cache.pages)`);

  assert.deepEqual(lines, [
    'True KvCache(length=6, capacity=8, bytes=384, pages=[0, 1, 2])',
    '0 8 []',
  ]);
});

test('latent attention has its trace, weights and cache', () => {
  const lines =
    printed(`latent = mh.latent_attention(d_model=8, num_heads=2, d_head=4, d_latent=3, d_rope=2)
print(latent.trace(x, causal=True).latent.shape, latent.config.d_latent, latent.weights().wkr.shape)
steps = latent.cache(capacity=6).step(x)
print(np.allclose(steps, latent.forward(x, causal=True, absorbed=True), atol=1e-4))
print(mh.identities.absorbed_is_expanded(latent, x) < 1e-4)`);

  assert.deepEqual(lines, ['(1, 6, 3) 3 (8, 2)', 'True', 'True']);
});

test('a feed-forward layer runs both ways', () => {
  const lines = printed(`layer = mh.feed_forward(d_model=8, d_ff=5, activation='swiglu', seed=1)
print(layer)
print(*[name for name in layer.backward(x, layer.forward(x))])`);

  assert.deepEqual(lines, [
    "FeedForward(d_model=8, d_ff=5, activation='swiglu', bias=False, seed=1)",
    'dx dw1 dw2 dw3',
  ]);
});

test('a trainer trains, evaluates, is saved as bytes and comes back', () => {
  const trainer = engine.trainer({ task: 'induction', numHeads: 2, seed: 4 });
  const report = trainer.step(3);
  const lines = printed(`trainer = mh.trainer(task='induction', num_heads=2, seed=4)
report = trainer.step(3)
print(report.loss)
print(report['gradient_norm'])
print(report.step)
print(trainer.evaluate().loss)
print(trainer.parameter_count)`);
  near(lines, [
    ...[report.loss, report.gradientNorm, 3, trainer.evaluate().loss, trainer.parameterCount],
  ]);

  assert.deepEqual(
    printed(`file = trainer.save()
again = mh.trainer_from_checkpoint(file)
print(type(file).__name__, len(file), again.evaluate().loss == trainer.evaluate().loss)
print(trainer.evaluate(head_mask=[0, 1, 1, 1]).loss != trainer.evaluate().loss)
print(trainer.attention(1).config.num_heads, trainer.to_grouped(1).config.num_kv_heads)
sample = trainer.sample(seed=3)
print(len(sample.layers), sample.layers[0].weights.shape, sample.tokens == trainer.sample(seed=3).tokens)
print(trainer.reading().mass.shape, trainer.ablation(layer=1).shape, trainer.relations)
print(trainer.read_out(sample.layers[1].output).shape, trainer.embed(sample.tokens).shape)`),
    [
      `bytes ${trainer.save().length} True`,
      'True',
      '2 1',
      '2 (2, 24, 24) True',
      "(2, 2, 1) (2, 1) ['next']",
      '(24, 1, 12) (24, 32)',
    ],
  );
});

test('a layer is saved as bytes and comes back', () => {
  const lines = printed(`layer = mh.attention(d_model=8, num_heads=4, seed=3, bias=True)
again = mh.attention_from_checkpoint(layer.save(), layer=0)
print((again.forward(x) == layer.forward(x)).all(), again.config == layer.config)
try:
    mh.attention_from_checkpoint(b'no such file', layer=0)
except mh.FormatError as error:
    print(error.offset)`);

  assert.deepEqual(lines, ['True True', '0']);
});

test('identities, shapes, formulas, embeddings, costs and limits are there', () => {
  const lines = printed(`layer = mh.attention(d_model=8, num_heads=4, seed=3)
i = mh.identities
print(max(i.concat_is_sum_of_slices(layer, x), i.cached_is_full(layer, x, [2, 4], page_size=2),
    i.online_is_plain_softmax(layer, x, tile={'queries': 1, 'keys': 4}),
    i.permutation_moves(layer, x, range(6))) < 1e-5, i.future_does_not_matter(layer, x))
print(mh.shapes.parse('[B, T, d_model]', {'B': 2, 'T': 3, 'd_model': 8}))
question = mh.shapes.question(seed=1, level=2)
print('d_head' in question.sizes, mh.shapes.check(question, '[1]').correct)
run = mh.shapes.run_pattern(['t (h d) -> h t d'], {'t': 2, 'h': 2, 'd': 3}, 't (h d) -> t h d')
print(run.shape, run.axes, run.first_misplaced.should_hold)
print(mh.formulas.evaluate('number/d_k', {'number': 6, 'd_k': 4}), mh.formulas.same_value('2*n', 'n+n', names=['n']))
print(mh.embed(['a', 'b'], d_model=4, positions='none').shape)
print(mh.cost.kv_cache(mh.cost.models['gpt2-small'], seq_len=10).bytes_per_token)
print(mh.measure.head_diversity(layer.trace(x).weights).most.heads == [1, 2], mh.limits.multiply_add(1) > 0)
print(mh.tensor.slice(x, [0, [None, 2], 1]).shape, mh.tensor.arange(3).tolist(), mh.version)`);

  assert.deepEqual(lines, [
    'True 0',
    '[2, 3, 8]',
    'True False',
    "[2, 2, 3] {'t': 2, 'h': 2, 'd': 3} {'t': 0, 'h': 1, 'd': 0}",
    '1.5 True',
    '(2, 4)',
    '36864',
    'True True',
    `(2,) [0.0, 1.0, 2.0] ${engine.version}`,
  ]);
});

test('every function and value of the engine is listed, and no more', () => {
  const layer = engine.attention({ dModel: 8, numHeads: 2 });
  const objects = {
    Attention: layer,
    KvCache: layer.cache({ capacity: 1 }),
    LatentAttention: engine.latentAttention({ dModel: 8, numHeads: 2, dHead: 2, dLatent: 2 }),
    FeedForward: engine.feedForward({ dModel: 2, dFf: 2, activation: 'relu' }),
    Trainer: engine.trainer({ task: 'relations', numHeads: 1 }),
  };
  const namesOf = (object) =>
    [...Object.keys(object), ...Object.getOwnPropertyNames(Object.getPrototypeOf(object))].filter(
      (name) => name !== 'constructor',
    );

  for (const [kind, object] of Object.entries(objects)) {
    assert.deepEqual(Object.keys(kinds[kind]).sort(), [...new Set(namesOf(object))].sort(), kind);
  }
  for (const [topic, members] of Object.entries(topics)) {
    // The compiled module is for other workers: Python has no use for it.
    const besides = topic === 'engine' ? [...others, 'module'] : [];
    const listed = [...Object.keys(members), ...besides];
    const owner = topic === 'engine' ? engine : engine[topic];
    assert.deepEqual(listed.sort(), Object.keys(owner).sort(), topic);
  }
});
const others = Object.keys(topics).filter((topic) => topic !== 'engine');

for (const [source, message] of [
  ['mh.attention(d_model=7, num_heads=2)', /^ConfigError: attention: dModel 7/u],
  ['mh.attention(d_model=8, heads=2)', /^ConfigError: config has an unknown key 'heads'/u],
  ['mh.attention(num_heads=2)', /^ConfigError: .*dModel/u],
  ['layer.forward(np.ones((4, 9)))', /^ShapeError: forward: x/u],
  ['layer.forward()', /^TypeError: forward\(\) needs 'x'$/u],
  ['layer.forward(x, {}, 3)', /^TypeError: forward\(\) takes up to 2 arguments, not 3$/u],
  ['layer.forward(x, x=x)', /^TypeError: forward\(\) got two values for 'x'$/u],
  [
    'mh.tensor.add(1, 2, c=3)',
    /^TypeError: add\(\) takes|^TypeError: add\(\) has no argument 'c'/u,
  ],
  ['layer.forward({1, 2})', /^TypeError: the engine takes no set$/u],
  ['layer.forward(print)', /^TypeError: the engine takes no function$/u],
  ["mh.formulas.evaluate('n', {1: 2})", /^TypeError: the engine takes names as keys, not 1$/u],
  ["mh.formulas.evaluate('n +', {'n': 2})", /^FormatError: /u],
  ['mh.identities.absorbed_is_expanded(layer, x)', /^ConfigError: layer/u],
  ['mh.cost.kv_cash', /^AttributeError: manyheads.cost has no 'kv_cash'. Near to it: kv_cache.$/u],
  ['layer.frward', /^AttributeError: 'Attention' object has no attribute 'frward'$/u],
  ['mh.Attention(99999).forward(x)', /^DisposedError: This object was closed, or never made.$/u],
]) {
  test(`${source} is an error that Python can catch`, () => {
    printed('layer = mh.attention(d_model=8, num_heads=2)');

    assert.match(errorOf(source), message);
  });
}

test('an error says of which tensor and axis it is, as in JavaScript', () => {
  const [line] = printed(`try:
    layer.forward(np.ones((4, 9)))
except mh.ManyheadsError as error:
    print(error.argument, error.axis, error.expected, error.actual)`);

  assert.equal(line, 'x 1 8 9');
});

test('a closed object, also at the end of a with, holds no memory and cannot be used', () => {
  const lines = printed(`before = mh.memory().handles
with mh.attention(d_model=8, num_heads=2) as inside:
    print(mh.memory().handles - before)
print(inside, inside.closed, mh.memory().handles - before)
inside.close()`);

  assert.deepEqual(lines, ['1', 'Attention (closed) True 0']);
  assert.match(errorOf('inside.forward(x)'), /^DisposedError: /u);
  assert.match(errorOf('mh.identities.future_does_not_matter(inside, x)'), /^DisposedError: /u);
});

test('objects without a name are freed after the run', async () => {
  const python = await startPython();
  const made = python.run(`import manyheads as mh
before = mh.memory().handles
for i in range(50):
    layer = mh.attention(d_model=8, num_heads=2)
print(mh.memory().handles - before)`);
  const { printed } = python.run('print(mh.memory().handles - before, layer.config.d_model)');

  assert.equal(made.printed, '50\n');
  assert.ok(Number(printed.split(' ')[0]) < 5, printed); // Python may see an old address as a name
  assert.ok(printed.endsWith(' 8\n'));
});

test('only so many objects can be open, and the error says what to do', async () => {
  const python = await startPython();
  python.run('import manyheads as mh');
  const { error } = python.run(
    `kept = [mh.attention(d_model=2, num_heads=1) for i in range(${maxObjects + 1})]`,
  );
  assert.match(error.message, /^1000 layers, caches and trainers are open, .*layer\.close\(\)/u);
  assert.equal(error.type, 'ManyheadsError');

  assert.equal(python.run('print(mh.attention(d_model=2, num_heads=1).closed)').printed, 'False\n');
});
