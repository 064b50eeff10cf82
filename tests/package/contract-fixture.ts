/** A program that uses the whole contract; it is compiled against the installed package. */
import {
  load,
  ConfigError,
  DisposedError,
  FormatError,
  ManyheadsError,
  OutOfMemoryError,
  ShapeError,
  UnsupportedError,
} from 'manyheads';
import type {
  Attention,
  AttentionConfig,
  AttentionGradients,
  AttentionTrace,
  AttentionWeights,
  CacheOptions,
  Cost,
  CheckpointOptions,
  Engine,
  FeedForward,
  FeedForwardConfig,
  FeedForwardGradients,
  FeedForwardTrace,
  FeedForwardWeights,
  Formulas,
  ForwardOptions,
  Handle,
  Identities,
  IdentityName,
  IdentityOptions,
  IdentitySides,
  KvCache,
  LatentAttention,
  LatentAttentionConfig,
  LatentAttentionWeights,
  LoadOptions,
  MachineLimits,
  Measures,
  ModelName,
  ModelShape,
  Nested,
  OnlineTrace,
  OutOption,
  Reduction,
  Schedule,
  ScheduleMove,
  ScheduleStep,
  ScheduleTrace,
  ShapeChecks,
  ShapeQuestion,
  ShapeVerdict,
  Tensor,
  TensorInput,
  TensorLike,
  TensorOps,
  Tile,
  Trainer,
  TrainerChange,
  TrainerConfig,
  TrainerSample,
  TrainingReport,
  HeadReading,
} from 'manyheads';
import { load as loadSingle } from 'manyheads/single';
import { load as loadFar } from 'manyheads/worker';
import type { Remote, RemoteEngine, RemoteTrainer } from 'manyheads/worker';
import * as elements from 'manyheads/elements';
import 'manyheads/elements/define';

const sources: LoadOptions[] = [
  {},
  { wasm: new URL('https://example.org/manyheads.wasm') },
  { wasm: '/manyheads.wasm' },
  { wasm: new ArrayBuffer(8) },
  { wasm: new Uint8Array(8) },
  { wasm: new WebAssembly.Module(new Uint8Array(8)) },
];
const engine: Engine = await load(sources[0]);
const single: Engine = await loadSingle();
const version: string = single.version;
const again: Engine = await load({ wasm: single.module });
elements.configure({ wasm: single.module, workers: new URL('https://example.org/files/') });
addEventListener('mh-answer', ({ detail }) => detail.correct satisfies boolean);
document.addEventListener('mh-state', ({ detail }) => detail.state satisfies object);
const isReady: boolean | undefined = document.querySelector('mh-sandbox')?.isReady;
const { used, reserved, handles }: { used: number; reserved: number; handles: number } =
  engine.memory();

const config: AttentionConfig = {
  dModel: 8,
  numHeads: 4,
  numKvHeads: 2,
  dHead: 2,
  bias: true,
  scale: 'sqrt-d-model',
  combine: 'mean',
  outputProjection: true,
  tieHeads: false,
  positions: 'alibi',
  seed: 1,
};
const nested: Nested = [[[1, 2]], [[true, false]]];
const input: TensorInput = { shape: [1, 2], data: new Uint8Array([1, 2]) };
const frozen = [[1, 2] as const] as const;
const likes: TensorLike[] = [nested, input, new Float32Array(2), frozen];
const weights: Partial<AttentionWeights> = { wq: nested, bo: new Float32Array(8) };
const layer: Attention = engine.attention(config, weights);
const complete: Required<AttentionConfig> = layer.config;
const kernel: 'fused' | 'reference' | null = layer.lastKernel;
const copies: { [K in keyof AttentionWeights]?: Tensor } = layer.weights();
layer.setWeights(copies);
const changed: Attention = layer.with({ combine: 'sum' }, { wo: nested });

const saved: Uint8Array = changed.save();
const from: CheckpointOptions = { layer: 0, naming: 'gpt2', config: { numHeads: 2 } };
const loaded: Attention = engine.attentionFromCheckpoint(saved, from);
loaded.dispose();
const fromFile: Promise<Attention> = engine.attentionFromCheckpoint(new File([], 'a'), from);

const options: ForwardOptions = {
  context: input,
  causal: true,
  causalAlignment: 'top-left',
  validLens: [1, 2] as const,
  mask: [[true, false]],
  scoreBias: nested,
  headMask: [0, 1],
  dropout: { rate: 0.1, seed: 1 },
  kernel: 'auto',
  checkFinite: true,
};
const output: Tensor = changed.forward(likes[0]!, options);
const into: OutOption = { out: new Float32Array(2) };
const written: Tensor = changed.forward(output, { ...options, ...into });
const data: Float32Array = output.data;
const shape: readonly number[] = output.shape;
const trace: AttentionTrace = layer.trace(output);
const { q, k, v, scores, maskedScores, weights: attention, heads, combined } = trace;

const ofLatents: LatentAttention = layer.toLatent(4, nested);
const grouped: Attention[] = [layer.toGrouped(2), layer.toGrouped(1, { from: 'first' })];

const tile: Tile = { queries: 2, keys: 3 };
const online: OnlineTrace = layer.traceOnline(output, tile, options);
const steps: Tensor[] = [
  online.runningMax,
  online.runningSum,
  online.rescale,
  online.partial,
  online.heads,
  online.output,
];
const schedule: Schedule = { kind: 'tiled', tile, bytesPerNumber: 2 };
const scheduled: ScheduleTrace = layer.traceSchedule(output, schedule, { causal: true });
const firstStep: ScheduleStep = scheduled.steps[0]!;
const firstMove: ScheduleMove = firstStep.moves[0]!;
const traffic: number[] = [scheduled.read, scheduled.written, firstMove.bytes, firstStep.heldBytes];
const separate: Tensor = layer.forward(output, { keys: nested, values: nested });
const gradients: AttentionGradients = layer.backward(output, output, options);
const { dx, dwq, dwk, dwv } = gradients;
const slopes: (Tensor | undefined)[] = [
  ...[dx, gradients.dContext, dwq, dwk, dwv, gradients.dwo],
  ...[gradients.dbq, gradients.dbk, gradients.dbv, gradients.dbo],
];
const wide: FeedForwardConfig = { dModel: 8, dFf: 32, activation: 'relu', bias: true, seed: 1 };
const hidden: Partial<FeedForwardWeights> = { w1: nested, b2: new Float32Array(8) };
const feedForward: FeedForward = engine.feedForward(wide, hidden);
const widths: Required<FeedForwardConfig> = feedForward.config;
const same: { [K in keyof FeedForwardWeights]?: Tensor } = feedForward.weights();
const hiddenSteps: FeedForwardTrace = feedForward.trace(output);
const ofUp: Tensor | undefined = hiddenSteps.b;
const ofHidden: FeedForwardGradients = feedForward.backward(feedForward.forward(output), output);
const hiddenSlopes: (Tensor | undefined)[] = [
  ...[ofHidden.dx, ofHidden.dw1, ofHidden.dw2, ofHidden.dw3, ofHidden.db1, ofHidden.db2],
];
feedForward.dispose();

const room: CacheOptions = { batch: 2, capacity: 16, pageSize: 4 };
const cache: KvCache = layer.cache(room);
const step: Tensor = cache.step(nested);
const tokens: number[] = [cache.length, cache.capacity, cache.bytes, ...cache.pages];
cache.reset();

const latentConfig: LatentAttentionConfig = {
  dModel: 8,
  numHeads: 2,
  dHead: 4,
  dLatent: 4,
  dLatentQuery: 6,
  dRope: 2,
  seed: 1,
};
const latentWeights: Partial<LatentAttentionWeights> = { wdkv: nested, wqr: input };
const latentLayer: LatentAttention = engine.latentAttention(latentConfig, latentWeights);
const latentSeed: number = latentLayer.config.seed;
const latentCopies: { [K in keyof LatentAttentionWeights]?: Tensor } = latentLayer.weights();
const absorbed: Tensor = latentLayer.forward(nested, { causal: true, absorbed: true });
const latentTrace: { latent: Tensor } & AttentionTrace = latentLayer.trace(nested, {
  causal: true,
});
const latentCache: KvCache = latentLayer.cache(room);

function closing(handle: Handle): boolean {
  using owned = handle;
  return owned.disposed;
}
closing(layer);
closing(cache);
changed.dispose();

const embedded: Tensor = engine.embed(['a'] as const, {
  dModel: 8,
  seed: 1,
  positions: 'sinusoidal',
});

const training: TrainerConfig = {
  task: 'relations-and-digit',
  numHeads: 4,
  numKvHeads: 2,
  dModel: 8,
  seqLen: 12,
  batch: 4,
  learningRate: 0.01,
  numLayers: 1,
  tieHeads: false,
  combine: 'sum',
  scale: 'none',
  outputProjection: true,
  share: ['q', 'v'] as const,
  optimizer: 'sgd',
  momentum: 0.9,
  gradientClip: 1,
  seed: 1,
  symmetricStart: true,
  startNoise: 1e-7,
  dLatent: 16,
};
const trainer: Trainer = engine.trainer(training);
const whole: Required<TrainerConfig> = trainer.config;
const report: TrainingReport = trainer.step(2);
const change: TrainerChange = { headMask: [0, 1, 1, 1], tieHeads: true, outputProjection: true };
const evaluation: { loss: number; accuracy: readonly number[] } = trainer.evaluate(change);
const pruned: Tensor[] = [trainer.ablation(), trainer.ablation({ layer: 0 })];
const reading: HeadReading = trainer.reading();
const sample: TrainerSample = trainer.sample({ seed: 1, tokens: ['a'] as const });
const target: string = sample.targets[0]![0]!;
const ofLayer: AttentionTrace = sample.layers[0]!;
const trained: Attention = trainer.attention(0);
const pooled: Trainer = trainer.toGrouped(1, { from: 'mean' });
const restored: Trainer = engine.trainerFromCheckpoint(pooled.save());
const restoredLater: Promise<Trainer> = engine.trainerFromCheckpoint(new Blob([]));
const reported: number[] = [
  report.step,
  report.solvedAt ?? 0,
  trainer.parameterCount,
  trainer.chance().loss,
  ...report.averageAccuracy,
];
const names: string[] = [...trainer.relations, ...trainer.vocabulary, whole.task];

const ops: TensorOps = engine.tensor;
const reduction: Reduction = { axis: -1, keepdims: true };
const results: Tensor[] = [
  ops.randomNormal([2], { seed: 1, std: 2 }),
  ops.randomUniform([2], { seed: 1, low: -1, high: 1 }),
  ops.zeros([2]),
  ops.ones([2]),
  ops.full([2], 1),
  ops.arange(1, 2, 0.5),
  ops.array(nested),
  ops.add(nested, 1),
  ops.subtract(1, nested),
  ops.multiply(nested, nested),
  ops.divide(nested, 2),
  ops.exp(nested),
  ops.sqrt(nested),
  ops.tril(nested, 1),
  ops.triu(nested),
  ops.where(nested, 1, nested),
  ops.sum(nested, reduction),
  ops.mean(nested),
  ops.max(nested),
  ops.matmul(nested, nested),
  ops.softmax(nested, { axis: 0 }),
  ops.reshape(nested, [-1, 2]),
  ops.transpose(nested, [0, 2, 1]),
  ops.concat([nested, nested], 1),
  ops.slice(nested, [0, [null, 2], [1, null, -1]]),
];
const back: Nested | number = ops.toNested(embedded);
const close: boolean = ops.allclose(q, k, { rtol: 1e-5, atol: 0 });

const measure: Measures = engine.measure;
const measures: Tensor[] = [
  measure.entropy(attention),
  measure.headDistance(attention),
  measure.saturation(attention),
];
const induction: number | null = measure.headPatterns(attention, ['a', 1])[0]!.induction;

const cost: Cost = engine.cost;
const modelName: ModelName = 'llama2-70b';
const modelShape: ModelShape = {
  ...cost.models[modelName],
  numKvHeads: 64,
  latent: { dLatent: 4, dRope: 2, dLatentQuery: 4, dValue: 2 },
};
const modelKeys: string[] = Object.keys(cost.models);
const looked: Readonly<ModelShape> | undefined = cost.models[modelKeys[0]!];
const run = { seqLen: 1024, batch: 2 };
const costs: number[] = [
  cost.parameters(modelShape).total,
  cost.flops(modelShape, { ...run, causal: true }).crossoverWithFeedForward,
  cost.flops(modelShape, { ...run, decode: true }).scores,
  cost.weights(modelShape, { bytesPerElement: 0.5 }).bytes,
  cost.kvCache(modelShape, { ...run, bytesPerElement: 0.75 }).ratioToMha,
  cost.attentionMemory(modelShape, { ...run, kernel: 'fused' }).bytes,
];
const identities: Identities = engine.identities;
const differences: number[] = [
  identities.concatIsSumOfSlices(layer, nested),
  identities.tiedIsOneNarrowHead(layer, input),
  identities.groupedIsCopiedMultiHead(layer, nested),
  identities.onlineIsPlainSoftmax(layer, nested, tile),
  identities.cachedIsFull(layer, nested, [1, 1] as const),
  identities.cachedIsFull(layer, nested, [2], 1),
  identities.absorbedIsExpanded(latentLayer, nested),
  identities.permutationMoves(layer, nested, [1, 0] as const),
  identities.futureDoesNotMatter(layer, nested),
];
const identityName: IdentityName = 'pagedIsFull';
const identityOptions: IdentityOptions = { pageSize: 2, chunks: [1] as const, order: [0], tile };
const bothSides: IdentitySides = identities.sides(identityName, layer, nested, identityOptions);
const wrongSide: Tensor = identities.broken('absorbedIsExpanded', latentLayer, nested).right;

const limits: MachineLimits = engine.limits;
const operations: number = limits.multiplyAdd(1);
const bytesRead: number = limits.readMemory(4096, 1);
const shapes: ShapeChecks = engine.shapes;
const sizes: number[] = shapes.parse('[B]', { B: 2 });
const question: ShapeQuestion = shapes.question({ seed: 1, level: 5, stage: 'scores' });
const verdict: ShapeVerdict = shapes.check(question, '[B]');
const axis: number | null = verdict.axis;
const formulas: Formulas = engine.formulas;
const root: number = formulas.evaluate('sqrt(d_head)', { d_head: 64 });
const isSame: boolean = formulas.sameValue('d_k**0.5', 'sqrt(d_head)', ['d_head']);

try {
  layer.forward(scores);
} catch (error) {
  if (error instanceof ConfigError) error.field satisfies string;
  if (error instanceof ShapeError) error.axis satisfies number | null;
  if (error instanceof ShapeError)
    [error.argument, error.expected, error.actual] satisfies string[];
  if (error instanceof FormatError) [error.offset, error.column] satisfies (number | undefined)[];
  const others = [DisposedError, OutOfMemoryError, UnsupportedError, ManyheadsError];
  if (others.some((kind) => error instanceof kind)) throw error;
}

// @ts-expect-error: a key that does not exist
engine.attention({ dModel: 8, numHeads: 2, heads: 2 });
// @ts-expect-error: the latent's width must be given
engine.latentAttention({ dModel: 8, numHeads: 2, dHead: 4 });
// @ts-expect-error: a trace is expanded
latentLayer.trace(nested, { absorbed: true });
// @ts-expect-error: a choice that does not exist
layer.forward(nested, { kernel: 'slow' });
// @ts-expect-error: a checkpoint's layer must be named
engine.attentionFromCheckpoint(saved, {});
// @ts-expect-error: an activation must be chosen
engine.feedForward({ dModel: 8, dFf: 32 });
// @ts-expect-error: a task must be chosen
engine.trainer({ numHeads: 4 });
// @ts-expect-error: a cache needs a capacity
layer.cache({ batch: 2 });
// @ts-expect-error: the length follows from the steps
cache.length = 0;
// @ts-expect-error: a pooling that does not exist
layer.toGrouped(1, { from: 'last' });
// @ts-expect-error: a layer of another kind
identities.absorbedIsExpanded(layer, nested);
// @ts-expect-error: an identity is of a layer, not of its settings
identities.concatIsSumOfSlices(config, nested);
// @ts-expect-error: a tile needs both sizes
layer.traceOnline(nested, { queries: 2 });
// @ts-expect-error: the kernel must be said
cost.attentionMemory(modelShape, run);
// @ts-expect-error: models are frozen
cost.models['gpt2-small'].numHeads = 6;
// @ts-expect-error: results are not written to by their shape
output.shape.push(1);

export { version, used, reserved, handles, complete, kernel, data, shape, v, maskedScores, heads };
export { elements, isReady, combined, results, back, close, measures, induction, sizes, axis };
export { costs, looked, steps, step, tokens, operations, bytesRead, grouped, differences };
export { latentSeed, latentCopies, absorbed, latentTrace, latentCache };
const farEngine: RemoteEngine = await loadFar({ signal: new AbortController().signal });
await farEngine.tensor.withSignal(new AbortController().signal).add([1], 1);

const farLayer: Remote<Attention> = await farEngine.attention(config, { wo: nested });
const farOutput: Tensor = await farLayer.forward(output, { ...options, ...into });
const farDifference: number = await farEngine.identities.concatIsSumOfSlices(farLayer, output);
const farCache: Remote<KvCache> = await farLayer.cache({ capacity: 2 });
const farSizes: [number, number] = [farCache.length, farLayer.config.numHeads];
const farTrainer: RemoteTrainer = await farEngine.trainer({ task: 'sentences', numHeads: 2 });
for await (const { loss } of farTrainer.steps({ every: 2 })) farSizes[0] += loss;
const farReport: TrainingReport | null = await farTrainer.train({ onProgress: ({ step }) => step });
const farLoaded: Remote<Attention> = await farEngine.attentionFromCheckpoint(new Blob([]), from);
await farLoaded.dispose();
const farSignal = new AbortController().signal;
const farFile = new Blob([]) as Blob | Uint8Array;
await farEngine.attentionFromCheckpoint(farFile, from);
await farEngine.withSignal(farSignal).tensor.zeros([2]);
await farTrainer.withSignal(farSignal).train({ every: 10 });
// @ts-expect-error: a layer of this side cannot be used there
farEngine.identities.concatIsSumOfSlices(layer, output);
// @ts-expect-error: a step is a promise
farTrainer.step().loss.toFixed();
farEngine.terminate();

export { farOutput, farDifference, farReport, again, fromFile, written, restoredLater };
export { slopes, widths, same, hiddenSlopes, root, isSame };
export { evaluation, pruned, reading, target, ofLayer, trained, restored, reported, names };
