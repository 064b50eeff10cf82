import { html, type TemplateResult } from 'lit';
import { counted, plain, plural } from '../../../lib/numbers.js';
import { word } from '../../../ui/word.js';

type Text = string | TemplateResult;

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
    embeddingScale: (scale: number) => `Embeddings × ${plain(scale)}`,
    own: 'Set by the trained model. Choose random parameters to change them.',
    weights: 'Parameters',
    kinds: { trained: 'trained', random: 'random' },
    width: (dHead: number) => `Each head is ${dHead} wide.`,
    notWhole: (dModel: number, heads: number, quotient: number) =>
      `${dModel} ÷ ${heads} = ${plain(quotient)} is not a whole number.`,
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
