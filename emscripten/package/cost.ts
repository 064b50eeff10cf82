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
    const checked = settings(name, value, LATENT, `${name}.`);
    return { ...checked, dLatent: required(checked.dLatent, `${name}.dLatent`, 'model') };
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
      exchange.send(...toNumbers(model));
      return nameNumbers(PARAMETERS, exchange.answer(raw.parameter_counts()));
    },
    flops(model, run) {
      const checks = { ...RUN, causal: flag, decode: flag };
      const { causal = false, decode = false, ...tokens } = settings('run', run, checks);
      exchange.send(...toNumbers(model), ...tokensOf(tokens));
      return nameNumbers(FLOPS, exchange.answer(raw.layer_flops(causal, decode)));
    },
    weights(model, options) {
      const checked = settings('options', options, { bytesPerElement: number });
      exchange.send(...toNumbers(model));
      const bytes = exchange.answer(raw.weight_bytes(checked.bytesPerElement ?? FP16)).number();
      return { bytes };
    },
    kvCache(model, run) {
      const checked = settings('run', run, { ...RUN, bytesPerElement: number });
      exchange.send(...toNumbers(model), ...tokensOf(checked));
      return nameNumbers(
        KV_CACHE,
        exchange.answer(raw.kv_cache_cost(checked.bytesPerElement ?? FP16)),
      );
    },
    attentionMemory(model, run) {
      const kernels = oneOf('reference', 'fused');
      const checked = settings('run', run, { ...RUN, bytesPerElement: number, kernel: kernels });
      const fused = required(checked.kernel, 'kernel', 'run') === 'fused';
      exchange.send(...toNumbers(model), ...tokensOf(checked));
      const answer = exchange.answer(raw.score_memory(checked.bytesPerElement ?? FP16, fused));
      return nameNumbers(ATTENTION_MEMORY, answer);
    },
  };
}

/** In the order in which the core reads and answers. */
function toNumbers(model: unknown): (number | boolean)[] {
  const checked = settings('model', model, MODEL);
  const { latent } = checked;
  return [
    required(checked.dModel, 'dModel', 'model'),
    required(checked.numHeads, 'numHeads', 'model'),
    checked.numKvHeads ?? 0,
    checked.dHead ?? 0,
    checked.bias ?? false,
    checked.numLayers ?? 1,
    checked.dFf ?? 0,
    ACTIVATIONS.indexOf(checked.activation ?? 'relu'),
    checked.vocabSize ?? 0,
    checked.tiedEmbeddings ?? false,
    checked.learnedPositions ?? 0,
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
function nameNumbers<Name extends string>(
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
