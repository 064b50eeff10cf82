import { html, type TemplateResult } from 'lit';
import { counted, inWords, plural, share, whole } from '../../../lib/numbers.js';
import { relationName } from '../../../ui/words/english-relations.js';
import type { BigSizes } from '../big-model.js';
import type { Outcome } from '../outcomes.js';
import type { Converted } from '../jobs.js';
import type { Form } from '../state.js';

type Text = string | TemplateResult;

const keyValueHeads = (n: number) => `key/value ${plural(n, 'head', 'heads')}`;

const pooled = (kvHeads: number, from: 'mean' | 'first'): string =>
  from === 'mean'
    ? plural(
        kvHeads,
        '1 head, the mean of all eight',
        `${kvHeads} heads, each the mean of its group`,
      )
    : plural(
        kvHeads,
        '1 head, the first of eight',
        `${kvHeads} heads, each the first of its group`,
      );

export const english = {
  question: 'What does the cache keep for each token, and which heads read it?',
  count: whole,
  relation: relationName,
  waiting: (step: number) => `Training the layer: step ${step}.`,

  forms: {
    mha: { name: 'MHA', about: (_kvHeads: number): string => 'every query head has its own' },
    gqa: {
      name: 'GQA',
      about: (kvHeads: number): string => `eight query heads share ${inWords(kvHeads)}`,
    },
    mqa: { name: 'MQA', about: (_kvHeads: number): string => 'all eight share one' },
    mla: { name: 'MLA', about: (_kvHeads: number): string => 'all eight read one latent vector' },
  } satisfies Record<Form, unknown>,

  stage: {
    forms: 'The four forms',
    heads: 'Query heads',
    perLetter: 'per letter',
    latent: 'latent c',
    keysAndValues: 'keys and values',
    latentScale: 'latent vector',
    column: (form: Form, column: number) =>
      form === 'mla' ? 'the latent vector' : `key/value head ${column}`,
    reads: (head: number, form: Form, column: number): string =>
      `Query head ${head} reads ${english.stage.column(form, column)}`,
    letRead: (head: number, column: number) => `Let head ${head} read key/value head ${column}`,
    ring: (head: number, form: Form, column: number): string =>
      `Ring of query head ${head}, which reads ${english.stage.column(form, column)}${form === 'gqa' ? '. Drag it, or press Shift and an arrow key.' : ''}`,
    explanation: (head: number) =>
      `Head ${head} is chosen. In GQA, drag its ring to another key/value head, press Shift and an arrow key, or click that column. The area shows the memory: each cell is one number in FP16, each row one letter. The row with the frame is the newest. The bars count all letters so far.`,
    refused: {
      mha: 'In MHA every query head has its own keys and values. There is nothing to share.',
      mqa: 'In MQA there is only one key/value head, so all heads read it.',
      mla: 'In MLA there is only one latent vector, so all heads read it.',
      alone: (head: number, column: number) =>
        `Head ${head} is the only one that reads key/value head ${column}. First let another head read it.`,
    },
    moved: (head: number, column: number) =>
      `Head ${head} now reads key/value head ${column}. Its keys and values are pooled again.`,
  },

  controls: {
    add: 'Add a letter',
    letters: 'Letters in the cache',
    kvHeads: 'Key/value heads of GQA',
    from: 'Heads that share use',
    poolings: { mean: 'their mean', first: 'the first head' },
    latent: 'Width of the latent vector',
    sequence: 'Other letters',
    seed: (seed: number) => `Train another layer (seed ${seed})`,
    undo: 'Undo',
    redo: 'Redo',
  },

  costs: {
    title: 'What does converting the trained layer cost?',
    explanation:
      'The accuracy on each relation right after the conversion, on 512 new sequences. The mark shows the accuracy of guessing. The last column: how many training steps until all are back at 0.99.',
    hidden: (accuracy: readonly string[]) =>
      `Accuracy of the trained layer on the four relations: ${accuracy.join(', ')}. After your prediction below, you see what converting costs.`,
    chart: 'Mean accuracy, by how many numbers are kept per letter',
    asTrained: 'as trained',
    pooled,
    latentOf: (width: number) => `latent vector of ${width}`,
    named: ({ form, kvHeads, from, kept }: Converted): string =>
      form === 'mla' ? `a latent vector of ${kept}` : pooled(kvHeads, from!),
    columns: { form: 'converted to', kept: 'kept', steps: 'steps to 0.99' },
    training: {
      waiting: 'waiting',
      at: (step: number) => `training, step ${step}`,
      unsolved: `not within ${whole(1000)} steps`,
      impossible: 'only possible with equal groups',
    },
  },

  chart: {
    chance: (chance: string) => `guessing, ${chance}`,
    bothKeep: (kept: number) => `both keep ${kept}`,
    latent: 'MLA by width',
    mean: 'mean of heads',
    first: 'first head',
  },

  answers: {
    count: (form: string, letters: number, wrong: number, asked: number, before: number): string =>
      `On all ${letters} letters, ${form} gives ${wrong} wrong ${plural(wrong, 'answer', 'answers')} out of ${asked}; before the conversion there ${plural(before, 'was', 'were')} ${before}.`,
    atLetter: (number: number, letter: TemplateResult): Text =>
      html`At letter ${number}, ${letter}: `,
    wrong: (relation: string, right: TemplateResult, given: TemplateResult): Text =>
      html`${relation}: the right answer is ${right}, it answers ${given}`,
    all: 'All answers',
    caption: 'What each form answers',
    letter: 'letter',
    asks: 'relation',
    right: 'right',
  },

  big: {
    title: (model: string) => `The same choice in ${model}`,
    own: 'your own model',
    run: (layers: number, tokens: number, batch: number, precision: string) =>
      `${whole(layers)} ${plural(layers, 'layer', 'layers')}, ${whole(tokens)} ${plural(tokens, 'token', 'tokens')}, ${whole(batch)} ${plural(batch, 'sequence', 'sequences')}, ${precision}.`,
    change: 'Change sizes',
    caption: 'Keys and values of a large model',
    columns: [
      'keys and values',
      'numbers per layer',
      'per token',
      'whole cache',
      'in GB',
      'of MHA',
    ],
    about: (
      form: Form,
      { heads, kvHeads, built }: BigSizes,
      [latent, rope]: readonly [number, number],
    ): string => {
      const has = form === built ? '; this is how the model is built' : '';
      switch (form) {
        case 'mha':
          return `every query head has its own${has}`;
        case 'gqa':
          return `${heads / kvHeads} query heads share one${has}`;
        case 'mqa':
          return `all query heads share one${has}`;
        case 'mla':
          return `a latent vector of ${whole(latent)}${rope > 0 ? ` and a rotary key of ${rope}` : ''}${built === 'mla' ? has : '; not used in this model'}`;
      }
    },
    fields: {
      model: 'Model',
      layers: 'Layers',
      heads: 'Query heads',
      kvHeads: 'Key/value heads of GQA',
      dHead: 'Width of a head',
      tokens: 'Tokens',
      batch: 'Sequences',
      precision: 'Precision',
      latent: 'Width of the latent vector',
      rope: 'Rotary key',
    },
  },

  predict: {
    ask: (kvHeads: number, pooledNumbers: number, latent: number): string =>
      pooledNumbers === latent
        ? `GQA with ${inWords(kvHeads)} ${keyValueHeads(kvHeads)} and a latent vector of ${latent} both keep ${latent} numbers per letter. The trained layer is converted to each. Which one answers better, before any further training?`
        : `GQA with ${inWords(kvHeads)} ${keyValueHeads(kvHeads)} keeps ${pooledNumbers} numbers per letter, the latent vector ${latent}. The trained layer is converted to each. Which one answers better, before any further training?`,
    options: {
      pooled: (kvHeads: number) => `the ${inWords(kvHeads)} pooled heads`,
      latent: () => 'the latent vector',
      same: () => 'both about the same',
    } satisfies Record<Outcome, (kvHeads: number) => string>,
    act: 'Convert',
    waiting: 'The layer is being converted.',
    verdict: (
      guess: Outcome,
      [gqa, mla]: readonly [number, number],
      [pooledNumbers, latent]: readonly [number, number],
    ): string => {
      const guessed = {
        pooled: 'that the pooled heads answer better',
        latent: 'that the latent vector answers better',
        same: 'that both answer about equally well',
      }[guess];
      return `You predicted ${guessed}. With the pooled heads (${pooledNumbers} numbers per letter) the mean accuracy is ${share(gqa)}; with the latent vector (${latent} numbers) it is ${share(mla)}.`;
    },
  },

  caption: {
    kept: (mha: number, gqa: number): Text =>
      html`MHA keeps ${mha} numbers for each letter, GQA <b>${gqa}</b>. There are still eight
        attention patterns. Only the keys and values they read are shared.`,
    means: (
      latent: number,
      mla: string,
      kvHeads: number,
      pooledNumbers: number,
      gqa: string,
    ): Text =>
      html`With a latent vector of ${latent} numbers per letter the mean accuracy is <b>${mla}</b>,
        with ${inWords(kvHeads)} pooled ${plural(kvHeads, 'head', 'heads')} (${pooledNumbers}
        numbers) <b>${gqa}</b>.`,
    back: (steps: number) =>
      `With ${whole(steps)} more training steps, the pooled heads are back at 0.99.`,
    scratch: (steps: number) => `A grouped layer trained from scratch takes ${whole(steps)} steps.`,
    absorbed: (difference: string) =>
      `MLA gives the same output in its absorbed and its expanded form: the largest difference is ${difference}.`,
    small:
      'This layer is only as large as its task needs. The accuracies say nothing about large models.',
    origin: (seed: number, solvedAt: number | null) =>
      solvedAt === null
        ? `Seed ${seed}: eight heads of width 4 did not learn all four relations.`
        : `Seed ${seed}: eight heads of width 4 learned four relations between letters in ${whole(solvedAt)} steps.`,
  },

  table: {
    kept: 'What each form keeps',
    costs: 'Accuracy right after each conversion',
    form: 'form',
    letter: 'letter',
    numbers: 'numbers per letter',
    perLetter: 'bytes per letter',
    soFar: 'bytes so far',
    wrong: 'wrong answers',
  },

  describe: {
    letters: (letters: string, count: number) =>
      `Kept so far: ${counted(count, 'letter', 'letters')}, ${letters}.`,
    form: (name: string, numbers: number, perLetter: string, bytes: string) =>
      `${name} keeps ${numbers} numbers per letter, ${perLetter}; so far ${bytes}.`,
    group: (column: number, heads: string) =>
      `In GQA, key/value head ${column} is read by query heads ${heads}.`,
    accuracy: (name: string, about: string, accuracy: string) =>
      `${name}, ${about}: mean accuracy ${accuracy}.`,
  },
};
