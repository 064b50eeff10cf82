/** What models cost, counted by the core. */
import type { Cost, ModelShape } from './contract.js';
import type { Answer, Exchange } from './exchange.js';
import { ACTIVATIONS } from './feed-forward.js';
import { count, entriesOf, flag, number, oneOf, required, settings, text } from './settings.js';

const LATENT = { dLatent: count, dRope: count, dLatentQuery: count, dValue: count };

const MODEL = {
  name: text,
  dModel: count,
  numHeads: count,
  numKvHeads: count,
  dHead: count,
  bias: flag,
  numLayers: count,
  dFf: count,
  activation: oneOf(...ACTIVATIONS),
  vocabSize: count,
  tiedEmbeddings: flag,
  learnedPositions: count,
  latent: (value: unknown, name: string) => {
    const given = settings(name, value, LATENT, `${name}.`);
    return { ...given, dLatent: required(given.dLatent, `${name}.dLatent`, 'model') };
  },
};

const RUN = { seqLen: count, batch: count };
const FP16 = 2;

// In the order in which the core answers.
const PARAMETERS = [
  'wq',
  'wk',
  'wv',
  'wo',
  'attention',
  'feedForward',
  'perLayer',
  'embeddings',
  'norms',
  'total',
] as const;
const FLOPS = [
  'projections',
  'scores',
  'weightedSum',
  'output',
  'attention',
  'feedForward',
  'crossover',
  'crossoverWithFeedForward',
] as const;
const KV_CACHE = ['bytes', 'bytesPerToken', 'ratioToMha'] as const;
const ATTENTION_MEMORY = ['bytes', 'scores', 'weights'] as const;

export function cost(exchange: Exchange): Cost {
  const { raw } = exchange;
  return {
    models: presets(exchange.answer(raw.model_presets())),
    parameters(model) {
      exchange.tell(...toNumbers(model));
      return named(PARAMETERS, exchange.answer(raw.parameter_counts()));
    },
    flops(model, run) {
      const checks = { ...RUN, causal: flag, decode: flag };
      const { causal = false, decode = false, ...tokens } = settings('run', run, checks);
      exchange.tell(...toNumbers(model), ...tokensOf(tokens));
      return named(FLOPS, exchange.answer(raw.layer_flops(causal, decode)));
    },
    weights(model, options) {
      const given = settings('options', options, { bytesPerElement: number });
      exchange.tell(...toNumbers(model));
      const bytes = exchange.answer(raw.weight_bytes(given.bytesPerElement ?? FP16)).number();
      return { bytes };
    },
    kvCache(model, run) {
      const given = settings('run', run, { ...RUN, bytesPerElement: number });
      exchange.tell(...toNumbers(model), ...tokensOf(given));
      return named(KV_CACHE, exchange.answer(raw.kv_cache_cost(given.bytesPerElement ?? FP16)));
    },
    attentionMemory(model, run) {
      const kernels = oneOf('reference', 'fused');
      const given = settings('run', run, { ...RUN, bytesPerElement: number, kernel: kernels });
      const fused = required(given.kernel, 'kernel', 'run') === 'fused';
      exchange.tell(...toNumbers(model), ...tokensOf(given));
      const answer = exchange.answer(raw.score_memory(given.bytesPerElement ?? FP16, fused));
      return named(ATTENTION_MEMORY, answer);
    },
  };
}

/** In the order in which the core reads and answers. */
function toNumbers(model: unknown): (number | boolean)[] {
  const given = settings('model', model, MODEL);
  const { latent } = given;
  return [
    required(given.dModel, 'dModel', 'model'),
    required(given.numHeads, 'numHeads', 'model'),
    given.numKvHeads ?? 0,
    given.dHead ?? 0,
    given.bias ?? false,
    given.numLayers ?? 1,
    given.dFf ?? 0,
    ACTIVATIONS.indexOf(given.activation ?? 'relu'),
    given.vocabSize ?? 0,
    given.tiedEmbeddings ?? false,
    given.learnedPositions ?? 0,
    latent !== undefined,
    ...(latent
      ? [latent.dLatent, latent.dRope ?? 0, latent.dLatentQuery ?? 0, latent.dValue ?? 0]
      : []),
  ];
}

function tokensOf(run: { seqLen?: number; batch?: number }): number[] {
  return [required(run.seqLen, 'seqLen', 'run'), run.batch ?? 1];
}

/** The numbers of an answer, in the order of their names. */
function named<Name extends string>(
  names: readonly Name[],
  answer: Answer,
): { [name in Name]: number } {
  return Object.fromEntries(names.map((name) => [name, answer.number()])) as {
    [name in Name]: number;
  };
}

function presets(answer: Answer): Cost['models'] {
  const models = answer.list(() => [answer.text(), fromNumbers(answer)] as const);
  return Object.freeze(Object.fromEntries(models)) as Cost['models'];
}

function fromNumbers(answer: Answer): Readonly<ModelShape> {
  const unlessZero = () => answer.number() || undefined;
  const unlessFalse = () => answer.flag() || undefined;
  const model = {
    name: answer.text(),
    dModel: answer.number(),
    numHeads: answer.number(),
    numKvHeads: unlessZero(),
    dHead: unlessZero(),
    bias: unlessFalse(),
    numLayers: answer.number(),
    dFf: unlessZero(),
    activation: ACTIVATIONS[answer.number()],
    vocabSize: unlessZero(),
    tiedEmbeddings: unlessFalse(),
    learnedPositions: unlessZero(),
    latent: answer.flag()
      ? withoutAbsent({
          dLatent: answer.number(),
          dRope: unlessZero(),
          dLatentQuery: unlessZero(),
          dValue: unlessZero(),
        })
      : undefined,
  };
  if (model.dFf === undefined) model.activation = undefined;
  return withoutAbsent(model) as Readonly<ModelShape>;
}

function withoutAbsent(model: object): object {
  return Object.freeze(Object.fromEntries(entriesOf(model, 'model')));
}
