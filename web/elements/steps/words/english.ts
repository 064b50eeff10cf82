import { html, type TemplateResult } from 'lit';
import type { ChosenCell } from '../matrices.js';
import type { OriginKind } from '../origins.js';
import type { StepsState } from '../state.js';
import type { Stage, Variant } from '../list.js';
import { word } from '../../../ui/word.js';
import { counted, plural } from '../../../lib/numbers.js';

type Text = string | TemplateResult;

/** The facts about a run that sentences about steps may use. */
interface StepFacts {
  readonly state: StepsState;
  readonly dHead: number;
  readonly kvHeads: number;
}

/** The facts that sentences about a number may use. */
export interface OriginFacts extends StepFacts {
  readonly cell: ChosenCell;
  /** The token of the cell's row; and of its column, if columns are tokens. */
  readonly token: string;
  readonly key: string;
  /** Of a cell of the mask: whether the query may see the key. */
  readonly isVisible: boolean;
}

const ofHead = ({ cell }: OriginFacts) =>
  cell.matrix.head === null ? '' : `, in head ${cell.matrix.head}`;

export const english = {
  question: 'Where does every number come from?',
  place: (step: number, steps: number) => `Step ${step} of ${steps}`,
  ticks: 'Step',
  head: (head: number) => `Head ${head}`,

  titles: {
    input: () => 'The embeddings',
    split: () => 'The matrices, and which columns belong to which head',
    projections: () => 'queries, keys and values',
    scores: (causal: boolean): string =>
      causal ? 'scores, divided and masked' : 'scores, divided',
    softmax: () => 'softmax',
    output: () => 'the head’s output',
    concat: () => 'Heads side by side',
    sum: () => 'Heads summed',
    w_o: () => 'W_O mixes the heads',
    done: () => 'Done',
  } satisfies Record<Stage, (causal: boolean) => string>,

  next: (stage: Stage, head: number | null) =>
    head !== null && stage === 'projections' ? `Next: head ${head}` : `Next: ${short[stage]}`,
  back: 'Back',
  again: 'Start again',
  play: 'Play all',
  pause: 'Pause',
  pace: 'Pace',
  paces: { slow: 'slow', medium: 'medium', fast: 'fast' },

  sentences: {
    input: ({ state }) =>
      `Each token is a row of ${state.dModel} numbers: the embedding of its word plus the embedding of its position.`,
    split: ({ state, dHead, kvHeads }) =>
      kvHeads === state.heads
        ? `${state.dModel} ÷ ${state.heads} = ${dHead}: each head owns ${counted(dHead, 'column', 'columns')} of wq, wk and wv. Nothing is computed yet.`
        : `${state.dModel} ÷ ${state.heads} = ${dHead}: each head owns ${counted(dHead, 'column', 'columns')} of wq. There ${kvHeads === 1 ? 'is' : 'are'} only ${kvHeads} key/value ${plural(kvHeads, 'head', 'heads')}, shared by neighbouring heads.`,
    projections: ({ state, dHead, kvHeads }) =>
      kvHeads === state.heads
        ? `Each token gets a query q, a key k and a value v. Each has ${counted(dHead, 'number', 'numbers')}, computed with this head’s own columns.`
        : `q, k and v have ${counted(dHead, 'number', 'numbers')} each. Only the columns of wq belong to this head; heads in a group share k and v.`,
    scores: ({ state, dHead }): string =>
      state.causal
        ? `Each query is multiplied by each key, and the result is divided by √${dHead}. Later tokens are then hidden: their score is −∞, so the softmax gives them exactly 0.`
        : `Each query is multiplied by each key, and the result is divided by √${dHead}.`,
    softmax: () =>
      'The softmax turns each row of scores into weights that add up to 1: how much attention the query gives each key.',
    output: () => 'Each token gets the average of all values, weighted by its row of weights.',
    concat: ({ state, dHead }) =>
      `The outputs of ${state.heads} ${plural(state.heads, 'head', 'heads')}, ${state.heads > 1 ? 'each ' : ''}${dHead} wide, are put side by side: ${state.heads * dHead} columns again. Nothing is mixed yet.`,
    sum: ({ dHead }) =>
      `The heads are added up: ${counted(dHead, 'column', 'columns')}. You can no longer see which head a number came from.`,
    w_o: ({ state }): string =>
      state.variant === 'summed'
        ? 'Each number of the output is computed from all columns of the sum.'
        : 'Each number of the output is computed from all columns, so this step mixes the heads.',
    done: ({ state }): string =>
      state.variant === 'no-output'
        ? 'The output has the same shape as the input. Without W_O, each head has written only to its own columns.'
        : 'The output has the same shape as the input. Choose one of its numbers to see what each head added.',
  } satisfies Record<Stage, (facts: StepFacts) => string>,

  ofHead: (name: string, head: number) => `${name}, head ${head}`,
  grid: (name: string, head: number | null, rows: number, columns: number) =>
    `${name}${head === null ? '' : ` of head ${head}`}, ${rows} by ${columns}. Press Enter to see where a number comes from.`,
  gridEdit: 'To change a number, drag it sideways or press plus or minus.',
  cell: (row: string, column: string, value: string) => `${row}, ${column}: ${value}`,
  columnsOf: (head: number, first: number, last: number) =>
    first === last ? `${head}: column ${first}` : `${head}: columns ${first}–${last}`,

  origin: {
    title: (value: string): Text => html`Where ${value} comes from`,
    sentences: {
      word: ({ token, state }) =>
        html`A random number, from seed ${state.seed} and the letters of ${word(token)}.`,
      position: ({ cell }) => `The same for every word at position ${cell.row}.`,
      embedding: ({ token, cell }) =>
        html`Number ${cell.column} of the embedding of ${word(token)}, plus number ${cell.column} of
        the embedding of position ${cell.row}.`,
      parameter: ({ state }) =>
        `A parameter. Training would change it; here it is random, from seed ${state.seed}.`,
      projection: (facts) =>
        html`The embedding of ${word(facts.token)} times one column of
        w${facts.cell.matrix.name}${ofHead(facts)}.`,
      score: (facts) =>
        html`How well the query of ${word(facts.token)} fits the key of
        ${word(facts.key)}${ofHead(facts)}.`,
      hidden: ({ token, key, state, cell }) =>
        state.causal && cell.column > cell.row
          ? html`${word(key)} comes after ${word(token)}, so it is hidden, no matter what its score
            was.`
          : html`You have hidden ${word(key)} from ${word(token)}, so its score does not matter.`,
      changedWeight: ({ state }) =>
        `A parameter that you have changed. Before, it was random, from seed ${state.seed}.`,
      changedScore: (facts) =>
        html`You have changed the score of ${word(facts.token)} for
        ${word(facts.key)}${ofHead(facts)}.`,
      mask: ({ token, key, isVisible }) =>
        isVisible
          ? html`${word(token)} may see ${word(key)}: nothing is added to their score.`
          : html`${word(token)} may not see ${word(key)}: −∞ is added to their score, in every head.`,
      unseen: ({ token }) =>
        html`${word(token)} may see no key, so all its weights are 0. A plain softmax would give
        NaN.`,
      weight: (facts) =>
        html`The share of its attention that ${word(facts.token)} gives
        ${word(facts.key)}${ofHead(facts)}.`,
      average: ({ token, cell }) =>
        html`Column ${cell.column} of the values, averaged by the weights of ${word(token)}.`,
      copy: ({ cell, dHead }) =>
        `Copied: column ${cell.column} belongs to head ${Math.floor(cell.column / dHead)}.`,
      sum: () => 'The numbers that all heads have at this place, added up.',
      mixture: ({ token, cell }) =>
        html`The row of ${word(token)} times column ${cell.column} of wo.`,
      shares: ({ token }) =>
        html`What each head adds to this number of ${word(token)}. Their sum is the row of combined
        times this column of wo.`,
    } satisfies Record<OriginKind, (facts: OriginFacts) => Text>,
    term: 'term',
    headTerm: (head: number) => `head ${head}`,
    rounded: 'Rounded for display only.',
  },

  listing: 'The same step in code',
  listings: {
    pseudocode: 'Pseudocode',
    numpy: 'NumPy',
    pytorch: 'PyTorch',
    cpp: 'C++',
    javascript: 'JavaScript',
  },
  allHeads: 'PyTorch computes all heads at once: the heads are an axis, not a loop.',
  unlisted: 'The listings could not be loaded.',

  controls: {
    tooMany: (count: number, most: number) =>
      `These are ${count} tokens. The figure has room for ${most}: leave some out.`,
    tokens: (most: number) => `Tokens, up to ${most}`,
    dModel: 'Width, d_model',
    heads: 'Heads',
    causal: 'Hide later tokens',
    variant: 'Variant',
    variants: {
      'multi-head': 'multi-head',
      grouped: 'grouped-query',
      summed: 'summed heads',
      'no-output': 'no W_O',
    } satisfies Record<Variant, string>,
    preset: (tokens: string, heads: number) => `“${tokens}”, ${heads} heads`,
    presets: 'Start with',
  },

  caption: (seed: number, heads: number, dHead: number): Text =>
    html`${counted(heads, 'head', 'heads')}, ${heads > 1 ? 'each ' : ''}${dHead} wide, with random
    matrices from seed ${seed}. Nothing is trained here, and the sizes are small so that you can
    follow every number. Larger layers compute in the same way.`,
};

const short: Record<Stage, string> = {
  input: 'embeddings',
  split: 'matrices',
  projections: 'queries, keys, values',
  scores: 'scores',
  softmax: 'softmax',
  output: 'its output',
  concat: 'side by side',
  sum: 'the sum',
  w_o: 'W_O',
  done: 'the end',
};
