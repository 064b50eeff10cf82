import { html, type TemplateResult } from 'lit';
import { symbol } from '../../../ui/symbols.js';
import { anySize, counted, fixed, inWords, plural } from '../../../lib/numbers.js';

type Text = string | TemplateResult;

const wo = symbol('W_O');
const range = (first: number, last: number) =>
  first === last ? `${first}` : `${first} to ${last}`;

export const english = {
  question: (heads: number): string =>
    heads === 1
      ? 'How does one head become the output?'
      : `How do ${inWords(heads)} heads become one output?`,
  head: (head: number) => `Head ${head}`,
  leftOut: 'left out',
  sideBySide: 'The heads side by side',
  rowsOf: (first: number, last: number) =>
    first === last ? `row ${first}` : `rows ${first}–${last}`,
  noWo: (): Text => html`No ${wo}`,
  titles: {
    cut: (): Text => html`${wo} cut by rows`,
    adds: 'What each head adds',
    length: (token: TemplateResult): Text => html`to ${token}, length`,
    atOnce: (): Text => html`all at once: side by side × ${wo}`,
    atOnceAlone: 'the heads side by side',
    sum: (heads: number) =>
      heads === 1 ? 'the one product: the output' : `the ${inWords(heads)} added up: the output`,
  },
  difference: (count: number) => `Largest difference of the ${count} numbers`,
  step: (largest: string, step: string) =>
    `The largest output is ${largest}. Near it, neighbouring float32 numbers differ by ${step}.`,
  scales: { heads: 'heads', wo: (): Text => wo, products: 'products and output' },

  names: {
    combined: 'The heads side by side',
    block: (head: number) => `Output of head ${head}`,
    slice: (head: number) => `Rows of W_O for head ${head}`,
    product: (head: number) => `What head ${head} adds`,
    output: 'Output at once',
    sum: 'Sum of the products',
  },
  grid: (name: string, rows: number, columns: number) =>
    `${name}, ${rows} by ${columns}. Press Enter to explain a number.`,
  cell: (row: string, column: string, value: string) => `${row}, column ${column}: ${value}`,

  panel: {
    title: (column: number, token: TemplateResult, value: string): Text =>
      html`Column ${column} of ${token}: why is it <span dir="ltr">${value}</span>?`,
    headTitle: (head: number, dHead: number): Text =>
      html`Head ${head}: its ${counted(dHead, 'number', 'numbers')} times
      ${counted(dHead, 'row', 'rows')} of ${wo}`,
    values: (head: number, token: TemplateResult): Text => html`head ${head} of ${token}`,
    weights: (column: number): Text => html`${wo}, column ${column}`,
    products: 'multiplied',
    sum: 'sum',
    copied: (column: number, head: number, at: number) =>
      `Nothing is multiplied. Column ${column} is a copy of number ${at} in head ${head}.`,
    added: (heads: number) =>
      heads === 1 ? 'The one head' : `The ${inWords(heads)} heads, added one after the other`,
    columns: { head: 'head', adds: 'adds', soFar: 'so far' },
    output: 'Output',
  },

  reach: {
    title: (columns: number): Text =>
      html`Without ${wo}, which of the ${columns} output columns does a head still reach?`,
    explanation: (tokens: number, most: string) =>
      `Each bar shows how much the column changes without the head (root mean square over ${counted(tokens, 'word', 'words')}). All bars have the same scale. The tallest is ${most}.`,
    withWo: (): Text => html`With ${wo}`,
    withoutTitle: (): Text => html`Without ${wo}`,
    without: (dHead: number): Text =>
      html`Without ${wo}: each head reaches only its own ${counted(dHead, 'column', 'columns')}`,
    hidden: 'You see this after your prediction.',
  },

  controls: {
    word: 'Word',
    column: 'Output column',
    head: 'Explain head',
    leaveOut: 'Leave out head',
    none: 'none',
    removeWo: 'Remove W_O',
    tokens: (most: number) => `Tokens, up to ${most}`,
    tooMany: (count: number, most: number) =>
      `These are ${count} tokens. The figure has room for ${most}: leave some out.`,
    weights: 'Parameters',
    kinds: { trained: 'trained', random: 'random' },
    heads: 'Heads',
    dModel: 'Width, d_model',
  },

  predict: {
    ask: (head: number, columns: number): Text =>
      html`Without ${wo}, how many of the ${columns} output columns can head ${head} still change?`,
    act: 'Remove W_O',
    verdict: (head: number, reached: readonly number[], columns: number): Text =>
      html`Without ${wo}, head ${head} reaches ${reached.length} of the ${columns}
      columns${reached.length > 0 ? `: ${range(reached[0]!, reached.at(-1)!)}` : ''}.
      ${reached.length < columns ? `No other head reaches ${plural(reached.length, 'it', 'those')}.` : ''}`,
  },

  caption: {
    sum: (heads: number, difference: number): Text =>
      html`${heads === 1 ? 'With one head, its product is' : `The ${inWords(heads)} products add up to`}
        the product of the joined heads and ${wo}; the largest difference is
        <b>${anySize(difference)}</b>.`,
    alone: (dHead: number): Text =>
      html`Without ${wo} the heads are not mixed: each fills its own
        <b>${dHead}</b> ${plural(dHead, 'column', 'columns')} and adds 0 to all others.`,
    lengths: (
      token: TemplateResult,
      sum: number,
      right: number,
      one: number,
      heads: number,
    ): Text =>
      heads === 1
        ? ''
        : html`For ${token} their sum is ${fixed(sum, 1)} long. If they were at right angles, the
          sum would be ${fixed(right, 1)} long; if all pointed the same way, ${fixed(one, 1)}.`,
    leftOut: (head: number, token: TemplateResult, moved: number): Text =>
      html`Head ${head} is left out: the output of ${token} moved by <b>${fixed(moved, 1)}</b>.`,
    origin: {
      trained: (seed: number) =>
        `The parameters are those of the lesson’s trained model, from seed ${seed}.`,
      random: (seed: number) => `The parameters are random, from seed ${seed}. Nothing is trained.`,
    },
  },

  problems: {
    unknownTitle: (tokens: readonly string[]) =>
      `The trained model does not know ${tokens.map((token) => `“${token}”`).join(', ')}.`,
    unknown: 'It was trained on a small set of words. Random parameters accept any word.',
    useRandom: 'Use random parameters',
    untrained: 'The trained parameters could not be loaded.',
  },

  table: {
    added: 'What each head adds to the chosen number',
    lengths: 'length',
    output: 'The output',
    corner: 'word',
    headCorner: 'head',
  },

  describe: {
    sizes: (tokens: string, heads: number, dHead: number, columns: number) =>
      `${tokens}: ${counted(heads, 'head,', 'heads, each')} ${dHead} wide, and an output of ${columns} columns.`,
    removed: 'W_O is removed: the output is the heads side by side.',
    head: (head: number, length: string) => `Head ${head} adds a vector of length ${length}.`,
    chosen: (column: number, token: string, value: string, adds: string) =>
      `Column ${column} of ${token} is ${value}: ${adds}.`,
    adds: (head: number, value: string) => `head ${head} adds ${value}`,
  },
};
