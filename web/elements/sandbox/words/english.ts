import { html, type TemplateResult } from 'lit';
import { counted, fixed, inWords, plain, plural, share, unit } from '../../../lib/numbers.js';
import { word } from '../../../ui/word.js';

type Text = string | TemplateResult;

const nats = (value: number) => unit(fixed(value), 'nats');

/** The words of the sandbox. */
export const english = {
  sentence: {
    label: 'Choose the query word',
    beside: (token: string, heads: number): Text =>
      html`${word(token)} is the query. Below each word:
      ${heads === 1 ? 'its weight in the head' : `its weight in each of the ${inWords(heads)} heads`}.
      The weights of one head add up to 1; weights below 0.05 are not shown.`,
    edit: 'Edit the sentence',
    preset: (words: number) => `Try ${words} words`,
  },

  maps: {
    question: 'Where does each head look?',
    head: (head: number) => `Head ${head}`,
    removed: 'removed',
    entropy: (value: number) => `entropy ${fixed(value)}`,
    reading: {
      previous: (value: number): Text => `${fixed(value)} on the token before`,
      self: (value: number): Text => `${fixed(value)} on itself`,
      first: (value: number): Text => `${fixed(value)} on the first token`,
      duplicate: (value: number): Text => `${fixed(value)} on an earlier copy`,
      induction: (value: number): Text => `${fixed(value)} on the token after an earlier copy`,
      key: (value: number, token: string): Text => html`${fixed(value)} on ${word(token)}`,
    },
    name: (head: number) =>
      `Weights of head ${head}: rows are queries, columns are keys. Press Enter to pin a cell.`,
    tabs: 'Heads',
    key: 'share of a query’s attention. Rows are queries, columns are keys. Cells show weights of 0.10 and more.',
    keyAll: 'share of a query’s attention. Rows are queries, columns are keys.',
    keyDense:
      'share of a query’s attention. Rows are queries, columns are keys. The cells are too small for numbers: choose one to see its weight.',
    layer: (heads: number, dHead: number, dModel: number) =>
      `${counted(heads, 'head,', 'heads, each')} ${dHead} wide; ${dModel} numbers per token.`,
    origin: {
      trained: (seed: number, seeds: number) =>
        `Trained with the code of this page. Seed ${seed} was chosen from ${seeds} seeds because its heads are the easiest to read.`,
      random: (seed: number) => `Random parameters, seed ${seed}: no head has learned anything.`,
    },
    change: 'Change the layer',
    close: 'Close',
  },
  /** What the lesson's model predicts, and what its heads are for. */
  trained: {
    sentence: (token: string): Text => html`At ${word(token)} the model predicts`,
    noQuestion: (token: string): Text =>
      html`The model makes no prediction at ${word(token)}: it was not trained on sentences like
      this.`,
    relation: (name: string) => (name === 'it' ? '“it” means' : name),
    lost: (name: string, before: number, after: number): Text =>
      html`<span class="unbroken"
        >${name === 'it' ? '“it”' : name} ${fixed(before)} → ${fixed(after)}</span
      >`,
    answer: (answer: string, probability: number): Text =>
      html`${word(answer)} ${share(probability)}`,
    right: 'right:',
    wrong: 'wrong:',
    correct: (wanted: string, probability: number): Text =>
      html`correct: ${word(wanted)} ${share(probability)}`,
    without: (lost: readonly Text[]): Text =>
      lost.length === 0
        ? 'Without it, little changes.'
        : html`Without it, ${lost.map((each, i) => (i === 0 ? each : html`, ${each}`))}`,
    measuring: 'Measuring the accuracy without it.',
    unmeasured: 'Not measured with this experiment.',
    measured:
      '“Without it” compares the accuracy with and without the head, on 512 sentences that training did not use.',
  },

  detail: {
    views: 'What to show of this head',
    why: 'Why this weight',
    matrices: {
      wq: 'W_Q',
      wk: 'W_K',
      wv: 'W_V',
      wo: 'W_O',
      mask: 'Mask',
      q: 'Q',
      k: 'K',
      v: 'V',
      scores: 'Scores',
      maskedScores: 'Masked scores',
      weights: 'Weights',
      heads: 'Output',
    },
    editMap: 'To change a number, drag it sideways or press plus or minus.',
    cell: (row: string, column: string, value: string) => `row ${row}, column ${column}: ${value}`,
    title: (head: number, query: string, key: string, weight: number): Text =>
      html`Head ${head}: why does ${word(query)} give ${word(key)} a weight of ${share(weight)}?`,
    whole: (head: number, matrix: string) => `Head ${head}: ${matrix}`,
    shape: (rows: number, columns: number) => `${rows} × ${columns}`,
    multiply: 'Multiply query and key number by number, add up',
    divideBy: (root: number) => `, divide by √${root}`,
    q: (token: string): Text => html`q of ${word(token)}`,
    k: (token: string): Text => html`k of ${word(token)}`,
    product: 'q × k',
    sum: 'sum',
    and: 'and',
    softmax: (n: number) =>
      `Softmax over the ${inWords(n)} ${plural(n, 'score', 'scores')} of this row`,
    columns: {
      key: 'key',
      score: 'score',
      exp: (max: string) => `exp(score − ${max.startsWith('−') ? `(${max})` : max})`,
      weight: 'weight',
    },
    hidden: 'hidden',
    changedScore: (score: string): Text => html`which you have changed to <b>${score}</b>`,
    unseen: 'This query may see no key, so all its weights are 0. A plain softmax would give NaN.',
    number: (token: string, i: number, value: string) => `${token}, number ${i}: ${value}`,
    rounded: 'Rounded for display only.',
  },

  controls: {
    scale: 'Divide scores by',
    causal: 'Hide later keys',
    output: 'Output projection',
    tie: 'Make all heads the same',
    combine: 'Combine heads',
    concat: 'side by side',
    sum: 'summed',
    headsInUse: 'Heads in use',
  },
  effects: {
    scale: (before: number, after: number, on: boolean) =>
      on ? `Entropy ${fixed(before)} → ${nats(after)}.` : `Entropy ${nats(after)} on average.`,
    causal: (before: number, after: number, on: boolean) =>
      on
        ? `Weight on later keys ${fixed(before)} → ${fixed(after)}.`
        : `Weight on later keys ${fixed(after)}.`,
    output: (before: number, after: number, on: boolean, head: number) =>
      on
        ? `Output columns that head ${head} reaches: ${before} → ${after}.`
        : `Head ${head} reaches ${after} output ${plural(after, 'column', 'columns')}.`,
    tie: (before: number, after: number, on: boolean) =>
      on ? `Head distance ${fixed(before)} → ${nats(after)}.` : `Head distance ${nats(after)}.`,
    combine: (before: number, after: number, on: boolean) =>
      on
        ? `Numbers per token before W_O: ${before} → ${after}.`
        : `${after} numbers per token before W_O.`,
    kv: (before: number, after: number, on: boolean) =>
      on ? `Numbers in K and V: ${before} → ${after}.` : `${after} numbers in K and V.`,
    removed: (_before: number, after: number, on: boolean) =>
      on ? `The output changed by ${fixed(after)} on average.` : 'Every head writes to the output.',
  },

  predict: {
    ask: {
      tie: (heads: number, now: number): Text =>
        `Give all ${inWords(heads)} heads the parameters of head 0. Their mean distance is ${nats(now)} now. What will it be?`,
      causal: (token: string, head: number, now: number): Text =>
        html`Hide all later keys. In head ${head}, the first word ${word(token)} now gives itself a
        weight of ${fixed(now)}. What will it be?`,
      'scale-none': (dHead: number, now: number): Text =>
        `Do not divide the scores: they become √${dHead} times as large. Entropy is ${nats(now)} now. What will it be?`,
      'scale-sqrt-d-model': (dModel: number, now: number): Text =>
        `Divide by √${dModel}, the whole width. Entropy is ${nats(now)} now. What will it be?`,
      combine: (heads: number, dHead: number): Text =>
        `Sum the ${inWords(heads)} heads of width ${dHead}. How many numbers per token are left?`,
      output: (head: number, columns: number): Text =>
        `Leave out W_O. The output has ${columns} columns. How many of them can head ${head} still reach?`,
    },
    act: {
      tie: 'Make them the same',
      causal: 'Hide later keys',
      'scale-none': 'Do not divide',
      'scale-sqrt-d-model': 'Divide by √d_model',
      combine: 'Sum the heads',
      output: 'Leave out W_O',
    },
    options: {
      zero: '0',
      half: 'about half',
      same: 'about the same',
      lower: 'lower',
      higher: 'higher',
      more: 'more, but not 1',
      one: '1',
    },
    verdict: {
      tie: (before: number, after: number): Text =>
        `Head distance ${fixed(before)} → ${nats(after)}. Heads with the same parameters have the same pattern.`,
      causal: (before: number, after: number): Text =>
        `${fixed(before)} → ${fixed(after)}. The first word sees one key only, and a softmax over one key is 1.`,
      'scale-none': (before: number, after: number): Text =>
        `Entropy ${fixed(before)} → ${nats(after)}. Larger scores give one key more of the weight.`,
      'scale-sqrt-d-model': (before: number, after: number): Text =>
        `Entropy ${fixed(before)} → ${nats(after)}. Smaller scores are closer together, so the weights are too.`,
      combine: (before: number, after: number): Text =>
        `${before} → ${after} numbers. A sum is only as wide as one head: you can no longer see which head a number came from.`,
      output: (before: number, after: number): Text =>
        `${before} → ${after} columns. Without W_O, a head writes only to its own columns.`,
    },
  },
  caption: {
    one: 'One head has one softmax, so each word has one pattern. Add a head to compare.',
    oneToken: 'There is one key to look at, so every head gives it a weight of 1.',
    two: (mean: string): Text =>
      html`The two heads differ by <b>${mean} nats</b> (Jensen–Shannon; 0: identical, 0.69: nothing
        in common).`,
    many: (mean: string, most: string, mostBy: string, least: string, leastBy: string): Text =>
      html`Two heads differ by <b>${mean} nats</b> on average (Jensen–Shannon; 0: identical, 0.69:
        nothing in common). Heads ${most} differ most, ${mostBy}; heads ${least} least, ${leastBy}.`,
    tied: (mean: string): Text =>
      html`Two heads differ by <b>${mean} nats</b>: they all have the pattern of head 0.`,
    pair: (a: number, b: number) => `${a} and ${b}`,
  },

  problems: {
    kvTitle: (heads: number, kvHeads: number) =>
      `${heads} heads cannot share ${kvHeads} key/value heads.`,
    kv: (heads: number, kvHeads: number, quotient: number) =>
      `${heads} ÷ ${kvHeads} = ${plain(quotient)}, but each key/value head needs the same number of query heads.`,
    useRandom: 'Use random parameters',
    untrainedTitle: 'The trained parameters could not be loaded. These are random.',
    unknownTitle: (tokens: readonly string[]): Text =>
      html`The trained model does not know
      ${tokens.map((token, i) => html`${i > 0 ? ', ' : ''}“${word(token)}”`)}.`,
    unknown: (known: number) =>
      `It was trained on ${known} words. The figure shows the last sentence until you use only those.`,
    punctuation: (known: number) =>
      `It was trained on ${known} words, without punctuation. The figure shows the last sentence until you leave it out.`,
    dropPunctuation: 'Leave out the punctuation',
    longTitle: (n: number) => `${n} words are too many for the trained model.`,
    long: (most: number) =>
      `It has ${most} position embeddings. Remove words, or use random parameters, which take up to 64.`,
  },
  describe: {
    sentence: (tokens: string, n: number, heads: number, dHead: number) =>
      `${counted(n, 'token', 'tokens')}: ${tokens}. ${counted(heads, 'head,', 'heads, each')} ${dHead} wide.`,
    settings: {
      causal: 'Later keys are hidden.',
      tie: 'Every head has the parameters of head 0.',
      'sqrt-d-model': 'Scores are divided by the square root of d_model.',
      none: 'Scores are not divided.',
      sum: 'Heads are summed.',
      output: 'There is no output projection.',
    },
    query: (token: string, index: number) => `The query is “${token}”, token ${index}.`,
    head: (head: number, entropy: number, keys: string) =>
      `Head ${head}, entropy ${fixed(entropy)}: ${keys}.`,
    key: (weight: number, token: string, index: number) =>
      `${share(weight)} on “${token}” ${index}`,
    origin: {
      trained: (seed: number, seeds: number) =>
        `Embeddings and parameters are trained, with seed ${seed}, chosen from ${seeds} seeds.`,
      random: (seed: number) => `Embeddings and parameters are random, with seed ${seed}.`,
    },
    predictions: (answers: readonly string[]) => `There the model predicts: ${answers.join(', ')}.`,
    answer: (relation: string, answer: string, probability: number, wanted: string) =>
      `${relation} “${answer}” ${share(probability)}${answer === wanted ? '' : `, which is wrong: it is “${wanted}”`}`,
    distance: (mean: number) => `Two heads differ by ${fixed(mean)} nats on average.`,
  },
};
