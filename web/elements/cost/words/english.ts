import type { BuildName } from '../../../lib/lesson/training-results.js';
import { counted, plural, whole } from '../../../lib/numbers.js';

/** The words of the cost desk and of computed numbers in a sentence. */

const tokens = (n: number) => `${whole(n)} ${plural(n, 'token', 'tokens')}`;
const sequences = (n: number) => `${whole(n)} ${plural(n, 'sequence', 'sequences')}`;
const read = (n: number, batch: number) =>
  batch === 1 ? tokens(n) : `${sequences(batch)} of ${tokens(n)}`;

const builds: Readonly<Record<BuildName, string>> = {
  wasm: 'as WebAssembly',
  native: 'as native code',
};

export const english = {
  whole,
  own: 'Your own model',
  ofModel: (column: string, model: string) => `${column}, ${model}`,

  views: 'What to look at',
  view: {
    cache: 'Cache',
    parameters: 'Parameters',
    flops: 'FLOPs',
    memory: 'Memory',
    models: 'Models',
  },
  question: {
    cache: 'How large is the cache, and what does sharing save?',
    parameters: 'Where are the parameters?',
    flops: 'What takes the most FLOPs, and when does that change?',
    memory: 'Does it fit on one 80 GB card?',
    models: 'How many heads do real models have, and how wide are they?',
  },

  controls: {
    model: 'Model',
    rival: 'Compare with',
    none: 'nothing',
    tokens: 'Tokens',
    kept: 'Tokens in the cache',
    batch: 'Sequences at once',
    precision: 'Bytes per number',
    precisions: {
      fp32: 'FP32, 4 bytes',
      fp16: 'FP16, 2 bytes',
      bf16: 'BF16, 2 bytes',
      fp8: 'FP8, 1 byte',
      int4: 'INT4, half a byte',
    },
    phase: 'Compute',
    phases: { prefill: 'all tokens', decode: 'one new token' },
    causal: 'Skip hidden keys',
    change: 'Change the sizes',
    refused: 'This model is not possible.',
  },
  sizes: {
    title: 'The model’s sizes',
    widths: (dModel: string, heads: string, dHead: string) =>
      `d_model ${dModel}, ${heads} query ${heads === '1' ? 'head' : 'heads'} × d_head ${dHead}`,
    kvHeads: (n: number) => `${whole(n)} key/value ${plural(n, 'head', 'heads')}`,
    latent: (dLatent: number, dRope: number) =>
      dRope === 0
        ? `a latent vector of ${whole(dLatent)}`
        : `a latent vector of ${whole(dLatent)} + ${dRope}`,
    layers: (n: number) => `${whole(n)} ${plural(n, 'layer', 'layers')}`,
    feedForward: (width: number, activation: string) => `d_ff ${whole(width)} (${activation})`,
    noFeedForward: 'no feed-forward',
    vocabulary: (n: number) => `vocabulary ${whole(n)}`,
    fields: {
      dModel: 'd_model',
      heads: 'Query heads',
      kvHeads: 'Key/value heads',
      dHead: 'd_head',
      layers: 'Layers',
      dFf: 'd_ff (0: none)',
      activation: 'Activation',
      vocabulary: 'Vocabulary (0: none)',
      positions: 'Learned positions',
      dLatent: 'Latent vector (0: none)',
      dLatentQuery: 'Latent query vector',
      dRope: 'Rotary part',
      dValue: 'd_value',
    },
    bias: 'Biases',
    tied: 'Tied embeddings',
  },

  readings: {
    title: 'Example tables',
    heads: 'Heads of Llama-2 70B',
    sharing: 'MHA, GQA and MQA',
    parts: 'Attention and feed-forward',
    models: 'MHA in real models',
    lengths: 'FLOPs by length',
    generated: 'One generated token',
    short: 'Short inputs: projections',
    card: 'One 80 GB card',
  },

  cache: {
    caption: 'The key/value cache of all layers',
    corner: 'keys and values',
    columns: {
      heads: 'K/V heads',
      token: 'per token',
      gib: 'whole cache',
      gb: (unit: string) => `in ${unit}`,
      ratio: 'of MHA',
    },
    of: (kind: string, model: string) => `${kind}, ${model}`,
    latent: 'latent',
    about: {
      mha: 'every query head has its own',
      gqa: (n: number) => `${whole(n)} query heads share one`,
      mqa: 'all query heads share one',
      mla: 'one latent vector for all heads',
    },
    built: (about: string) => `${about}: this model`,
  },
  parameters: {
    caption: 'Parameters',
    corner: 'part',
    layer: 'one layer',
    all: (layers: number) => `all ${whole(layers)} ${plural(layers, 'layer', 'layers')}`,
    parts: {
      wq: 'W_Q',
      wk: 'W_K',
      wv: 'W_V',
      wo: 'W_O',
      attention: 'Attention',
      feedForward: 'Feed-forward',
      perLayer: 'Layer',
      share: 'Share of feed-forward',
      embeddings: 'Embeddings',
      norms: 'Norms',
      total: 'Whole model',
    },
  },
  flops: {
    caption: (n: number, batch: number) => `FLOPs for ${read(n, batch)} at once`,
    captionOfStep: (n: number, batch: number) =>
      `FLOPs for one new token in ${batch === 1 ? sequences(batch) : `each of ${sequences(batch)}`}, with ${tokens(n)} in the cache`,
    corner: 'matrix products',
    layer: 'one layer',
    all: (layers: number) => `all ${whole(layers)} ${plural(layers, 'layer', 'layers')}`,
    parts: {
      projections: 'Q, K and V',
      scores: 'Scores, Q Kᵀ',
      weightedSum: 'Weighted sum of V',
      output: 'W_O',
      attention: 'Attention',
      pairs: 'Share of scores and sum',
      feedForward: 'Feed-forward',
    },
    stack: {
      linear: 'the four projections',
      pairs: 'scores and weighted sum',
      feedForward: 'feed-forward',
    },
  },
  crossover: {
    caption: 'Length at which scores and weighted sum cost as much as the projections',
    corner: 'model',
    tokens: 'tokens',
    built: 'as built',
    mha: 'with a key/value head for every query head',
    withFeedForward: 'as much as projections and feed-forward',
  },
  lengths: {
    caption: 'Attention of one layer at other lengths',
    corner: 'length',
    columns: { total: 'FLOPs', pairs: 'scores and sum' },
    tokens,
  },
  memory: {
    caption: 'Memory while the model writes tokens',
    corner: 'what is stored',
    card: '80 GB',
    parts: {
      weights: 'Parameters',
      cache: 'Cache',
      scores: 'Scores',
      together: 'Together',
      share: 'Of one 80 GB card',
      cards: 'Cards needed',
      stored: 'Scores, all stored',
    },
    about: {
      weights: 'of the whole model',
      cache: 'keys and values of all layers',
      scores: 'one layer, up to 32 rows at a time',
      together: '',
      share: '',
      cards: 'by memory alone',
      stored: 'one layer, all rows at once',
    },
  },
  models: {
    caption: 'Attention of one layer',
    corner: 'model',
    columns: {
      dModel: 'd_model',
      heads: 'query heads',
      kvHeads: 'K/V heads',
      dHead: 'd_head',
      plain: 'parameters as MHA',
      built: 'parameters as built',
      cache: 'cache of MHA',
    },
  },

  multiplication: {
    title: (row: string, column: string) => `${row}, ${column}`,
    hint: 'Choose any number in the tables to see its multiplication.',
    bytes: (bytes: string, gib: string, gb: string) => `${bytes} bytes = ${gib} = ${gb}`,
    inUnits: (gib: string, gb: string) => `bytes = ${gib} = ${gb}`,
    unit: { flops: 'FLOPs', parameters: 'parameters', tokens: 'tokens' },
  },
  factors: {
    d_model: 'd_model',
    num_heads: 'query heads',
    num_kv_heads: 'K/V heads',
    d_head: 'd_head',
    num_layers: 'layers',
    d_ff: 'd_ff',
    matrices: 'matrices',
    vocab_size: 'vocabulary',
    learned_positions: 'positions',
    d_latent: 'latent vector',
    d_rope: 'rotary part',
    d_latent_query: 'latent query vector',
    d_value: 'd_value',
    seq_len: 'tokens',
    kept_tokens: 'tokens in the cache',
    batch: 'sequences',
    bytes: 'bytes each',
    k_and_v: 'K and V',
    multiply_add: 'multiply and add',
    in_and_out: 'input and output',
    norms_per_layer: 'norms per layer',
    last_norm: 'last norm',
    scale_and_shift: 'scale and shift',
    scores_and_weights: 'scores and weights',
    causal_half: 'half is hidden',
    wq: 'W_Q',
    wk: 'W_K',
    wv: 'W_V',
    wo: 'W_O',
    attention: 'attention',
    feed_forward: 'feed-forward',
    per_layer: 'layer',
    perLayer: 'per layer',
    embeddings: 'embeddings',
    norms: 'norms',
    qkv_weights: 'parameters of W_Q, W_K, W_V',
    wo_weights: 'parameters of W_O',
    attention_weights: 'parameters of attention',
    feed_forward_weights: 'parameters of feed-forward',
    projections: 'Q, K and V',
    scores: 'scores',
    weighted_sum: 'weighted sum',
    output: 'W_O',
    attention_flops: 'attention',
    flops_of_layer: 'FLOPs per layer',
    fused_rows: 'rows at a time',
    parameters: 'parameters',
    weight_bytes: 'parameters',
    cache_bytes: 'cache',
    score_bytes: 'scores',
    together: 'bytes together',
    card: 'bytes of a card',
    four_matrices: 'matrices',
  },

  plot: {
    title: 'FLOPs of one layer, by length',
    titleOfStep: 'FLOPs of one new token in one layer, by tokens in the cache',
    linear: 'projections',
    pairs: 'scores and sum',
    equal: (at: string) => `equal at ${at} ${at === '1' ? 'token' : 'tokens'}`,
    now: (n: string) => `${n} ${n === '1' ? 'token' : 'tokens'}`,
    table: 'FLOPs of one layer',
    length: 'tokens',
  },

  /** The words of a number in a sentence. */
  value: {
    how: 'show how it is computed',
    which: 'show which run it comes from',
    trained: (task: string, heads: number, from: number, to: number, steps: number) =>
      `Models with ${counted(heads, 'head', 'heads')}, task “${task}”, ${from === to ? `seed ${from}` : `seeds ${from} to ${to}`}, up to ${whole(steps)} steps.`,
    measured: (build: BuildName, machine: string) => `Run ${builds[build]} on ${machine}.`,
    other: (build: BuildName, value: string, machine: string) =>
      `Run ${builds[build]} on ${machine}: ${value}.`,
    machine: (machine: string, node: string | undefined, date: string) =>
      `${machine}${node === undefined ? '' : `, Node ${node}`}, ${date}`,
    counted: 'counted by the core:',
    problem: 'This number cannot be computed:',
  },

  predict: {
    ask: (model: string, n: number, batch: number) =>
      `${model} reads ${read(n, batch)} at once. What takes the most FLOPs in a layer?`,
    options: {
      linear: 'the four projections',
      pairs: 'scores and weighted sum',
      feedForward: 'the feed-forward network',
    },
    act: 'Show the FLOPs',
    verdict: (parts: readonly string[]) => `FLOPs of one layer: ${parts.join(', ')}.`,
    part: (name: string, flops: string) => `${name} ${flops}`,
  },

  caption: {
    shared: (n: number) =>
      n === 0
        ? 'One latent vector for all heads shrinks the cache from'
        : `Sharing each key and value among ${whole(n)} query heads shrinks the cache from`,
    to: 'to',
    unshared: 'Every query head keeps its own keys and values:',
    parameters: 'The feed-forward network has this share of the parameters of a layer:',
    attentionOnly: 'All parameters of this layer are attention:',
    flops: (n: number) =>
      `At ${tokens(n)}, scores and weighted sum have this share of the FLOPs of attention:`,
    step: (layers: number) =>
      `For one new token, attention runs ${whole(layers)} ${plural(layers, 'time', 'times')}, once per layer. Scores and weighted sum have this share of its FLOPs:`,
    equalAt: 'They reach half of the FLOPs at',
    tokens: (n: number) => plural(n, 'token', 'tokens'),
    fits: 'It fits: parameters, cache and scores take',
    tooLarge: 'It does not fit: parameters, cache and scores take',
    weightsAlone: 'The parameters alone take',
    uncounted: 'Activations and working memory are not counted.',
    models: (model: string) =>
      `Cache of ${model}, compared with the same model, but with one key/value head per query head:`,
  },
  describe: {
    of: (model: string, sizes: string) => `${model}: ${sizes}`,
    run: (n: number, batch: number, bytes: number) =>
      `${tokens(n)}, ${sequences(batch)}, ${counted(bytes, 'byte', 'bytes')} per number`,
    row: (row: string, cells: readonly string[]) => `${row}: ${cells.join(', ')}`,
    cell: (column: string, value: string) => `${column} ${value}`,
    stack: (name: string, parts: readonly string[]) => `${name}: ${parts.join(', ')}`,
    product: (label: string, text: string) => `${label}: ${text}`,
  },
  foot: {
    csv: 'Copy as CSV',
    markdown: 'Copy as Markdown',
    copied: 'Table copied.',
    byHand: 'Copy this table:',
  },
  exact: (caption: string) => `${caption}, in full`,
};
