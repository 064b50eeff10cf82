/** What the package computes in Node for the settings of a sandbox: what the page has to show. */
import { readFileSync } from 'node:fs';
import { load } from 'manyheads';
import { lessonWeights } from 'manyheads/lesson-weights';

export const engine = await load();

/** The lesson's model, and what was recorded when it was trained. */
export const trained = engine.trainerFromCheckpoint(lessonWeights());
export const recorded = JSON.parse(
  readFileSync(new URL('../../web/lib/lesson/sentences.json', import.meta.url)),
);

const lesson = {
  tokens: ['The', 'cat', 'sat', 'on', 'the', 'mat'],
  heads: 4,
  dModel: 32,
  seed: 6,
  embeddingScale: 1.5,
};

const trainedLesson = { embeddingScale: 1 };

export const traceOf = (settings = {}) =>
  run(settings, (layer, x, options) => layer.trace(x, options));

function run(settings, use) {
  const {
    weights,
    tokens,
    heads,
    kvHeads,
    dModel,
    seed,
    embeddingScale,
    causal,
    removed,
    ...change
  } = { ...lesson, ...(settings.weights === 'trained' ? trainedLesson : {}), ...settings };
  const isTrained = weights === 'trained';
  const words = isTrained ? trained.embed(tokens) : engine.embed(tokens, { dModel, seed });
  const layer = isTrained
    ? trained.attention()
    : engine.attention({ dModel, numHeads: heads, numKvHeads: kvHeads ?? heads, seed });
  const changed = layer.with(change);
  const x = engine.tensor.multiply(words, embeddingScale);
  const headMask = Array.from({ length: heads }, (_, head) => (removed?.includes(head) ? 0 : 1));
  const result = use(changed, x, { causal: causal ?? false, headMask });
  changed.dispose();
  layer.dispose();
  return result;
}

/** One head's matrix of a tensor [H, rows, columns], as rows. */
export const headOf = (tensor, head) => engine.tensor.toNested(tensor)[head];

/** How the page prints a number: 2 decimals, U+2212 for the minus, an exact zero as 0. */
export function printed(value) {
  if (value === 0) return '0';
  if (value === -Infinity) return '−∞';
  return value
    .toFixed(2)
    .replace(/^-(?=.*[1-9])/u, '−')
    .replace('-', '');
}

export const headDistance = (settings) =>
  engine.measure.headDiversity(traceOf(settings).weights).mean;

/** Over all heads and queries, nats. */
export function meanEntropy(settings) {
  const entropies = engine.measure.entropy(traceOf(settings).weights).data;
  return entropies.reduce((sum, entropy) => sum + entropy, 0) / entropies.length;
}
