import { whole } from '../../../lib/german-number.js';
import type { BuildName } from '../../../lib/lesson/training-results.js';
import type { english } from './english.js';
import { counted, plural } from '../../../lib/numbers.js';

const tokens = (n: number) => `${whole(n)} ${plural(n, 'Token', 'Tokens')}`;
const sequences = (n: number) => `${whole(n)} ${plural(n, 'Sequenz', 'Sequenzen')}`;
const read = (n: number, batch: number) =>
  batch === 1 ? tokens(n) : `${sequences(batch)} mit je ${tokens(n)}`;
const layers = (n: number) => `${whole(n)} ${plural(n, 'Schicht', 'Schichten')}`;

const builds: Readonly<Record<BuildName, string>> = {
  wasm: 'Als WebAssembly',
  native: 'Als nativer Code',
};

/** The words of the cost desk, in German. */
export const german: typeof english = {
  whole,
  own: 'Dein eigenes Modell',
  ofModel: (column, model) => `${column}, ${model}`,

  views: 'Was du sehen möchtest',
  view: {
    cache: 'Cache',
    parameters: 'Parameter',
    flops: 'FLOPs',
    memory: 'Speicher',
    models: 'Modelle',
  },
  question: {
    cache: 'Wie groß ist der Cache, und was spart das Teilen?',
    parameters: 'Wo sind die Parameter?',
    flops: 'Was braucht die meisten FLOPs, und wann ändert sich das?',
    memory: 'Passt es auf eine Karte mit 80 GB?',
    models: 'Wie viele Köpfe haben echte Modelle, und wie breit sind sie?',
  },

  controls: {
    model: 'Modell',
    rival: 'Vergleichen mit',
    none: 'nichts',
    tokens: 'Tokens',
    kept: 'Tokens im Cache',
    batch: 'Sequenzen gleichzeitig',
    precision: 'Bytes pro Zahl',
    precisions: {
      fp32: 'FP32, 4 Bytes',
      fp16: 'FP16, 2 Bytes',
      bf16: 'BF16, 2 Bytes',
      fp8: 'FP8, 1 Byte',
      int4: 'INT4, ein halbes Byte',
    },
    phase: 'Berechnen',
    phases: { prefill: 'alle Tokens', decode: 'ein neues Token' },
    causal: 'Verdeckte Keys auslassen',
    change: 'Größen ändern',
    refused: 'Dieses Modell ist nicht möglich.',
  },
  sizes: {
    title: 'Die Größen des Modells',
    widths: (dModel, heads, dHead) =>
      `d_model ${dModel}, ${heads} Query-${heads === '1' ? 'Kopf' : 'Köpfe'} × d_head ${dHead}`,
    kvHeads: (n) => `${whole(n)} Key/Value-${plural(n, 'Kopf', 'Köpfe')}`,
    latent: (dLatent, dRope) =>
      dRope === 0
        ? `ein latenter Vektor mit ${whole(dLatent)} ${plural(dLatent, 'Zahl', 'Zahlen')}`
        : `ein latenter Vektor mit ${whole(dLatent)} + ${dRope} Zahlen`,
    layers,
    feedForward: (width, activation) => `d_ff ${whole(width)} (${activation})`,
    noFeedForward: 'kein Feed-Forward',
    vocabulary: (n) => `Vokabular ${whole(n)}`,
    fields: {
      dModel: 'd_model',
      heads: 'Query-Köpfe',
      kvHeads: 'Key/Value-Köpfe',
      dHead: 'd_head',
      layers: 'Schichten',
      dFf: 'd_ff (0: keins)',
      activation: 'Aktivierung',
      vocabulary: 'Vokabular (0: keins)',
      positions: 'Gelernte Positionen',
      dLatent: 'Latenter Vektor (0: keiner)',
      dLatentQuery: 'Latenter Query-Vektor',
      dRope: 'Rotierter Teil',
      dValue: 'd_value',
    },
    bias: 'Bias',
    tied: 'Gekoppelte Embeddings',
  },

  readings: {
    title: 'Beispieltabellen',
    heads: 'Köpfe von Llama-2 70B',
    sharing: 'MHA, GQA und MQA',
    parts: 'Attention und Feed-Forward',
    models: 'MHA in echten Modellen',
    lengths: 'FLOPs nach Länge',
    generated: 'Ein erzeugtes Token',
    short: 'Kurze Eingaben: Projektionen',
    card: 'Eine Karte mit 80 GB',
  },

  cache: {
    caption: 'Der Key/Value-Cache aller Schichten',
    corner: 'Keys und Values',
    columns: {
      heads: 'K/V-Köpfe',
      token: 'pro Token',
      gib: 'ganzer Cache',
      gb: (unit) => `in ${unit}`,
      ratio: 'von MHA',
    },
    of: (kind, model) => `${kind}, ${model}`,
    latent: 'latent',
    about: {
      mha: 'jeder Query-Kopf hat eigene Keys und Values',
      gqa: (n) => `je ${whole(n)} Query-Köpfe teilen sich einen K/V-Kopf`,
      mqa: 'alle Query-Köpfe teilen sich einen K/V-Kopf',
      mla: 'ein latenter Vektor für alle Köpfe',
    },
    built: (about) => `${about}: dieses Modell`,
  },
  parameters: {
    caption: 'Parameter',
    corner: 'Teil',
    layer: 'eine Schicht',
    all: (n) => (n === 1 ? 'die eine Schicht' : `alle ${whole(n)} Schichten`),
    parts: {
      wq: 'W_Q',
      wk: 'W_K',
      wv: 'W_V',
      wo: 'W_O',
      attention: 'Attention',
      feedForward: 'Feed-Forward',
      perLayer: 'Schicht',
      share: 'Anteil des Feed-Forward',
      embeddings: 'Embeddings',
      norms: 'Normierung',
      total: 'Ganzes Modell',
    },
  },
  flops: {
    caption: (n, batch) => `FLOPs für ${read(n, batch)} auf einmal`,
    captionOfStep: (n, batch) =>
      `FLOPs für ein neues Token in ${batch === 1 ? sequences(batch) : `jeder von ${sequences(batch)}`}, mit ${tokens(n)} im Cache`,
    corner: 'Matrixprodukte',
    layer: 'eine Schicht',
    all: (n) => (n === 1 ? 'die eine Schicht' : `alle ${whole(n)} Schichten`),
    parts: {
      projections: 'Q, K und V',
      scores: 'Scores, Q Kᵀ',
      weightedSum: 'Gewichtete Summe von V',
      output: 'W_O',
      attention: 'Attention',
      pairs: 'Anteil von Scores und Summe',
      feedForward: 'Feed-Forward',
    },
    stack: {
      linear: 'die vier Projektionen',
      pairs: 'Scores und gewichtete Summe',
      feedForward: 'Feed-Forward',
    },
  },
  crossover: {
    caption: 'Länge, bei der Scores und gewichtete Summe so viel kosten wie die Projektionen',
    corner: 'Modell',
    tokens: 'Tokens',
    built: 'wie gebaut',
    mha: 'mit einem Key/Value-Kopf für jeden Query-Kopf',
    withFeedForward: 'so viel wie Projektionen und Feed-Forward',
  },
  lengths: {
    caption: 'Attention einer Schicht bei anderen Längen',
    corner: 'Länge',
    columns: { total: 'FLOPs', pairs: 'Scores und Summe' },
    tokens,
  },
  memory: {
    caption: 'Speicher, während das Modell Tokens schreibt',
    corner: 'was gespeichert ist',
    card: '80 GB',
    parts: {
      weights: 'Parameter',
      cache: 'Cache',
      scores: 'Scores',
      together: 'Zusammen',
      share: 'Von einer Karte mit 80 GB',
      cards: 'Nötige Karten',
      stored: 'Scores, alle gespeichert',
    },
    about: {
      weights: 'des ganzen Modells',
      cache: 'Keys und Values aller Schichten',
      scores: 'eine Schicht, höchstens 32 Zeilen auf einmal',
      together: '',
      share: '',
      cards: 'nur nach dem Speicher',
      stored: 'eine Schicht, alle Zeilen auf einmal',
    },
  },
  models: {
    caption: 'Attention einer Schicht',
    corner: 'Modell',
    columns: {
      dModel: 'd_model',
      heads: 'Query-Köpfe',
      kvHeads: 'K/V-Köpfe',
      dHead: 'd_head',
      plain: 'Parameter als MHA',
      built: 'Parameter, wie gebaut',
      cache: 'Cache, verglichen mit MHA',
    },
  },

  multiplication: {
    title: (row, column) => `${row}, ${column}`,
    hint: 'Wähle eine Zahl in den Tabellen, um ihre Multiplikation zu sehen.',
    bytes: (bytes, gib, gb) => `${bytes} Bytes = ${gib} = ${gb}`,
    inUnits: (gib, gb) => `Bytes = ${gib} = ${gb}`,
    unit: { flops: 'FLOPs', parameters: 'Parameter', tokens: 'Tokens' },
  },
  factors: {
    d_model: 'd_model',
    num_heads: 'Query-Köpfe',
    num_kv_heads: 'K/V-Köpfe',
    d_head: 'd_head',
    num_layers: 'Schichten',
    d_ff: 'd_ff',
    matrices: 'Matrizen',
    vocab_size: 'Vokabular',
    learned_positions: 'Positionen',
    d_latent: 'latenter Vektor',
    d_rope: 'rotierter Teil',
    d_latent_query: 'latenter Query-Vektor',
    d_value: 'd_value',
    seq_len: 'Tokens',
    kept_tokens: 'Tokens im Cache',
    batch: 'Sequenzen',
    bytes: 'Bytes pro Zahl',
    k_and_v: 'K und V',
    multiply_add: 'Multiplikation und Addition',
    in_and_out: 'Eingabe und Ausgabe',
    norms_per_layer: 'Normierungen pro Schicht',
    last_norm: 'letzte Normierung',
    scale_and_shift: 'Faktor und Bias',
    scores_and_weights: 'Scores und Gewichte',
    causal_half: 'die Hälfte ist verdeckt',
    wq: 'W_Q',
    wk: 'W_K',
    wv: 'W_V',
    wo: 'W_O',
    attention: 'Attention',
    feed_forward: 'Feed-Forward',
    per_layer: 'Schicht',
    perLayer: 'pro Schicht',
    embeddings: 'Embeddings',
    norms: 'Normierung',
    qkv_weights: 'Parameter in W_Q, W_K, W_V',
    wo_weights: 'Parameter in W_O',
    attention_weights: 'Parameter der Attention',
    feed_forward_weights: 'Parameter des Feed-Forward',
    projections: 'Q, K und V',
    scores: 'Scores',
    weighted_sum: 'gewichtete Summe',
    output: 'W_O',
    attention_flops: 'Attention',
    flops_of_layer: 'FLOPs pro Schicht',
    fused_rows: 'Zeilen auf einmal',
    parameters: 'Parameter',
    weight_bytes: 'Parameter',
    cache_bytes: 'Cache',
    score_bytes: 'Scores',
    together: 'Bytes zusammen',
    card: 'Bytes einer Karte',
    four_matrices: 'Matrizen',
  },

  plot: {
    title: 'FLOPs einer Schicht, nach Länge',
    titleOfStep: 'FLOPs eines neuen Tokens in einer Schicht, nach Tokens im Cache',
    linear: 'Projektionen',
    pairs: 'Scores und Summe',
    equal: (at) => `gleich bei ${at} ${at === '1' ? 'Token' : 'Tokens'}`,
    now: (n) => `${n} ${n === '1' ? 'Token' : 'Tokens'}`,
    table: 'FLOPs einer Schicht',
    length: 'Tokens',
  },

  value: {
    how: 'zeigen, wie sie berechnet wird',
    which: 'zeigen, aus welchem Lauf sie stammt',
    trained: (task, heads, from, to, steps) =>
      `Modelle mit ${counted(heads, 'Kopf', 'Köpfen')}, Aufgabe „${task}“, ${from === to ? `Seed ${from}` : `Seeds ${from} bis ${to}`}, bis zu ${whole(steps)} Schritte.`,
    measured: (build, machine) => `${builds[build]} auf ${machine}.`,
    other: (build, value, machine) => `${builds[build]} auf ${machine}: ${value}.`,
    machine: (machine, node, date) =>
      `${machine}${node === undefined ? '' : `, Node ${node}`}, ${date}`,
    counted: 'vom Kern gezählt:',
    problem: 'Diese Zahl lässt sich nicht berechnen:',
  },

  predict: {
    ask: (model, n, batch) =>
      `${model} liest ${read(n, batch)} auf einmal. Was braucht in einer Schicht die meisten FLOPs?`,
    options: {
      linear: 'die vier Projektionen',
      pairs: 'Scores und gewichtete Summe',
      feedForward: 'das Feed-Forward-Netz',
    },
    act: 'FLOPs zeigen',
    verdict: (parts) => `FLOPs einer Schicht: ${parts.join(', ')}.`,
    part: (name, flops) => `${name} ${flops}`,
  },

  caption: {
    shared: (n) =>
      n === 0
        ? 'Ein latenter Vektor für alle Köpfe verkleinert den Cache von'
        : `Weil sich je ${whole(n)} Query-Köpfe einen Key und einen Value teilen, schrumpft der Cache von`,
    to: 'auf',
    unshared: 'Jeder Query-Kopf hat eigene Keys und Values:',
    parameters: 'Dieser Anteil der Parameter einer Schicht ist im Feed-Forward-Netz:',
    attentionOnly: 'Alle Parameter dieser Schicht sind Attention:',
    flops: (n) =>
      `Bei ${tokens(n)} haben Scores und gewichtete Summe diesen Anteil an den FLOPs der Attention:`,
    step: (n) =>
      `Für ein neues Token läuft die Attention ${whole(n)}-mal, einmal pro Schicht. Scores und gewichtete Summe haben diesen Anteil an den FLOPs der Attention:`,
    equalAt: 'Die Hälfte der FLOPs erreichen sie bei',
    tokens: (n) => plural(n, 'Token', 'Tokens'),
    fits: 'Es passt: Parameter, Cache und Scores brauchen',
    tooLarge: 'Es passt nicht: Parameter, Cache und Scores brauchen',
    weightsAlone: 'Die Parameter allein brauchen',
    uncounted: 'Aktivierungen und temporärer Speicher sind nicht mitgezählt.',
    models: (model) => `Der Cache von ${model}, verglichen mit MHA:`,
  },
  describe: {
    of: (model, sizes) => `${model}: ${sizes}`,
    run: (n, batch, bytes) =>
      `${tokens(n)}, ${sequences(batch)}, ${counted(bytes, 'Byte', 'Bytes')} pro Zahl`,
    row: (row, cells) => `${row}: ${cells.join(', ')}`,
    cell: (column, value) => `${column} ${value}`,
    stack: (name, parts) => `${name}: ${parts.join(', ')}`,
    product: (label, text) => `${label}: ${text}`,
  },
  foot: {
    csv: 'Als CSV kopieren',
    markdown: 'Als Markdown kopieren',
    copied: 'Tabelle kopiert.',
    byHand: 'Kopiere diese Tabelle:',
  },
  exact: (caption) => `${caption}, ungerundet`,
};
