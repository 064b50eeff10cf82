import { html, type TemplateResult } from 'lit';
import { counted, plain, plural } from '../../../lib/numbers.js';
import { word } from '../../../ui/word.js';
import type { SandboxState } from '../state.js';

type Text = string | TemplateResult;

const isShared = ({ tie, heads, kvHeads }: SandboxState) =>
  tie || (kvHeads !== null && kvHeads !== heads);
const columns = (d: number) => counted(d, 'column', 'columns');
const they = (d: number) => plural(d, 'It makes', 'They make');
/** W_K and W_V, which heads may share. */
const makes = (matrix: string, made: string) => (d: number, state: SandboxState) =>
  isShared(state)
    ? `${columns(d)} of ${matrix}, which this head shares with others. ${they(d)} the ${made}.`
    : `This head’s ${columns(d)} of ${matrix}. ${they(d)} its ${made}.`;

/** The words of what is loaded on demand: see ../extras.ts. */
export const english = {
  editor: {
    done: 'Done',
    whole: 'Type or paste a whole sentence',
    token: (index: number) => `Token ${index}`,
    tokens: 'Tokens',
    remove: (token: string): Text => html`Remove ${word(token)}`,
    addAfter: (token: string): Text => html`Add after ${word(token)}`,
    newToken: 'new',
    undo: 'Undo',
    used: (n: number, most: number, leftOut: number) =>
      leftOut === 0
        ? `${n} of ${most} tokens.`
        : `${n} of ${most} tokens; the last ${plural(leftOut, 'word was', `${leftOut} words were`)} left out.`,
    known: (token: string): Text => html`Replace ${word(token)} by a word that the model knows:`,
    unknown: 'not one of the words that the model knows',
  },

  layer: {
    layer: 'The layer',
    heads: 'Heads',
    kvHeads: 'Key/value heads',
    dModel: 'Numbers per token, d_model',
    embeddingScale: 'Embedding scale',
    own: 'Set by the trained model. Choose random parameters to change them.',
    weights: 'Parameters',
    kinds: { trained: 'trained', random: 'random' },
    width: (dHead: number) => `Each head is ${dHead} wide.`,
    notWhole: (dModel: number, heads: number, quotient: number) =>
      `${dModel} ÷ ${heads} = ${plain(quotient)} is not a whole number.`,
  },

  /** What a matrix of a head is. */
  explain: {
    wq: (d: number, { tie }: SandboxState) =>
      tie
        ? `The ${columns(d)} of W_Q that all heads use. ${they(d)} the queries.`
        : `This head’s ${columns(d)} of W_Q. ${they(d)} its queries.`,
    wk: makes('W_K', 'keys'),
    wv: makes('W_V', 'values'),
    wo: (d: number, { combine, outputProjection }: SandboxState) =>
      !outputProjection
        ? 'The output projection is off, so W_O changes nothing now.'
        : combine === 'sum'
          ? `This head’s ${counted(d, 'row', 'rows')} of W_O. The heads are summed, so the mean over all heads is used.`
          : `This head’s ${counted(d, 'row', 'rows')} of W_O: what each of its numbers adds to the output.`,
    mask: () =>
      'What is added to the scores of every head: 0, or −∞ where a query may not see a key.',
    q: (d: number) => `Each word’s query: its embedding times this head’s ${columns(d)} of W_Q.`,
    k: (d: number) => `Each word’s key: its embedding times this head’s ${columns(d)} of W_K.`,
    v: (d: number) => `Each word’s value: its embedding times this head’s ${columns(d)} of W_V.`,
    scores: () =>
      'Each query times each key, divided as chosen. Rows are queries, columns are keys.',
    maskedScores: () => 'The scores, with −∞ where a key is hidden.',
    weights: () => 'The softmax of each row of masked scores: every row adds up to 1.',
    heads: () => 'The head’s output for each word: its weights times V.',
  },

  picture: {
    changed: (cells: number) =>
      `${counted(cells, 'number', 'numbers')} of the layer ${plural(cells, 'was', 'were')} changed by hand.`,
    one: 'One head: one pattern per word.',
    distance: (mean: string) =>
      `Two heads differ by ${mean} nats on average (Jensen–Shannon; 0: identical, 0.69: nothing in common).`,
  },

  table: {
    inAllHeads: (token: string) => `The weight of each key for the query “${token}”, in each head`,
    ofHead: (head: number) => `Head ${head}: weights, one row per query, one column per key`,
    head: 'head',
    query: 'query',
  },
};
