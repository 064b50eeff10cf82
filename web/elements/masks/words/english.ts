import { html, type TemplateResult } from 'lit';
import { counted, plural, whole } from '../../../lib/numbers.js';
import type { Alignment } from '../alignment.js';
import type { Tab } from '../presets.js';
import { listIn } from '../../../lib/listed.js';

type Text = string | TemplateResult;

const minusInfinity = html`<span dir="ltr">−∞</span>`;
const billion = html`<span dir="ltr">−10<sup>9</sup></span>`;

/** a, b and c */
const listed = listIn('en-GB');

export const english = {
  question: 'Which keys may each query see?',
  head: (head: number) => `Head ${head}`,

  presets: {
    name: 'Ready-made masks',
    title: {
      none: 'None',
      causal: 'Causal',
      lengths: 'Lengths',
      cross: 'Cross-attention',
      alibi: 'ALiBi',
    } satisfies Record<Tab, string>,
    about: {
      none: (_length?: number, _keys?: number) => 'every query, every key',
      causal: (_length?: number, _keys?: number) => 'no later keys',
      lengths: (length: number, _keys?: number) =>
        length === 1
          ? 'key 0 is a word, then padding'
          : `keys 0–${length - 1} are words, then padding`,
      cross: (_length?: number, _keys?: number) => 'keys of another sentence',
      alibi: (_length?: number, _keys?: number) => 'minus a slope × distance',
    } satisfies Record<Tab, (length: number, keys: number) => string>,
  },

  editor: {
    title: 'Your mask',
    added: 'added to every score of every head',
    addedTo: (head: number) => `added to the scores of head ${head}: each head has its own slope`,
    waits: 'not applied: all pairs may be seen',
    cell: (query: string, key: string, value: string, seen: boolean) =>
      `${query} to ${key}: ${value}, ${seen ? 'may be seen' : 'hidden'}`,
    how: (): Text =>
      html`<b>Drag over cells</b> to hide them or to show them again: the first cell decides which.
        With the keyboard: arrow keys move, Shift extends, Space hides or shows.`,
    count: (all: number, preset: string, ofPreset: number, hidden: number, shown: number) => {
      const edits = [
        ...(hidden > 0 ? [`hidden ${hidden}`] : []),
        ...(shown > 0 ? [`shown ${shown} more`] : []),
      ];
      const edited = edits.length > 0 ? `, and you have ${edits.join(' and ')}` : '';
      return `of ${all} pairs may be seen; “${preset}” has ${ofPreset}${edited}.`;
    },
    undo: 'Undo',
    redo: 'Redo',
    nothingToUndo: 'Undo: nothing to undo',
    nothingToRedo: 'Redo: nothing to redo',
  },

  maps: {
    heads: 'Heads',
    entropy: (entropy: string) => `entropy ${entropy}`,
    sum: 'sum',
    key: 'share of a query’s attention; a short line means hidden, which is not the same as 0',
  },

  panel: {
    title: {
      none: (head: number, query: string) =>
        `Head ${head}: what happens to “${query}” when keys are hidden?`,
      causal: (head: number, query: string) =>
        `Head ${head}: what happens to “${query}” when later keys are hidden?`,
      lengths: (head: number, query: string) =>
        `Head ${head}: what happens to “${query}” when padding is hidden?`,
      cross: (head: number, query: string) =>
        `Head ${head}: what does “${query}” read in the other sentence?`,
      alibi: (head: number, query: string) =>
        `Head ${head}: what happens to “${query}” when keys far away get lower scores?`,
    } satisfies Record<Tab, (head: number, query: string) => string>,
    table: (head: number, query: string) => `From score to weight: head ${head}, “${query}”`,
    columns: {
      key: 'key',
      score: 'score',
      mask: 'mask',
      sum: 'score + mask',
      bars: 'Weights as bars',
      before: 'before',
      after: 'after',
    },
    why: (): Text =>
      html`The mask is added <b>before</b> the softmax. Hidden keys are not set to 0 afterwards.
        Their power of e is 0, so they add nothing to the sum of the powers. The other keys share
        their weight.`,
    wait: 'Predict below what this does to the other weights. Then both columns are filled.',
    bars: 'Grey is the weight without the mask, the head’s colour is the weight with it. The weights are from the core; the printed numbers are rounded.',
    nothingHidden: (query: Text): Text =>
      html`No key is hidden from ${query}, so its weights are as before.`,
    nothingLeft: (query: Text): Text =>
      html`Every key is hidden from ${query}: there is nothing left to share.`,
    nearer: (query: Text): Text =>
      html`ALiBi lowers each score of ${query} by a slope times the distance, so near keys get more
      weight and far keys less. ALiBi has no parameters.`,
    isHidden: (query: Text, key: Text, lost: string): Text =>
      html`${key} is hidden from ${query}. Before, ${query} gave <b>${lost}</b> to keys that are
        hidden now. The others share it.`,
    shared: (query: Text, key: Text, lost: string, quotient: string, after: string): Text =>
      html`Before, ${query} gave <b>${lost}</b> to keys that are hidden now. Now ${key} has
        <span dir="ltr">${quotient} = <b>${after}</b></span
        >.`,
  },

  others: {
    title: 'The same heads with the other ready-made masks',
    about: {
      none: (tokens: number) => `all ${counted(tokens, 'word', 'words')}`,
      lengths: (length: number) => `from key ${length} on there is padding`,
      cross: (context: string) => `keys: ${context}`,
      alibi: (slopes: readonly string[]) => `slopes ${slopes.join(', ')}`,
    },
  },

  alignment: {
    title: (cached: number, newest: number) =>
      cached === 0
        ? `All ${newest} words come in at once: where does the triangle start?`
        : `${counted(cached, 'word is', 'words are')} in the cache and ${counted(newest, 'comes', 'come')} in: where does the triangle start?`,
    sizes: (queries: number, keys: number) =>
      `T = ${counted(queries, 'query', 'queries')}, S = ${counted(keys, 'key', 'keys')}. The pale triangle is the mask of the whole sentence; the frame marks the rows that these queries use.`,
    newest: 'New words',
    name: { 'top-left': 'Top-left', 'bottom-right': 'Bottom-right' } satisfies Record<
      Alignment,
      string
    >,
    rule: {
      'top-left': 'query t sees keys 0 … t: PyTorch’s function with is_causal=True',
      'bottom-right': 'query t sees keys 0 … t + (S − T): what a cache needs',
    } satisfies Record<Alignment, string>,
    ghost: {
      'top-left': (queries: number) => `The first ${queries} rows of the triangle`,
      'bottom-right': (queries: number) => `The last ${queries} rows of the triangle`,
    } satisfies Record<Alignment, (queries: number) => string>,
    wrong: (difference: string, largest: string): Text =>
      html`<b>Wrong here.</b> Each new word sees too few keys: it does not even see itself. Outputs
        differ from those of the whole sentence by up to <b>${difference}</b>; the largest output is
        ${largest}. No error is raised: the shapes are right.`,
    right: (queries: number, difference: string, cached: string, isWhole: boolean): Text =>
      html`<b>The same as the last ${counted(queries, 'row', 'rows')} of the whole sentence:</b>
        largest difference ${difference}, and ${cached} when computed with the cache.
        ${isWhole ? 'With T = S both alignments agree, so this test cannot find the mistake.' : 'With T = S both agree, so a test on one whole sentence would not find this mistake.'}`,
    tooMany: (queries: number, keys: number, bottomRight: number, topLeft: number) =>
      queries === keys
        ? `With ${counted(queries, 'query', 'queries')} and the same number of keys, every query sees a key.`
        : `With more queries than keys (T = ${queries}, S = ${keys}) bottom-right has this problem: the first ${counted(bottomRight, 'query sees', 'queries see')} no key and ${plural(bottomRight, 'gets', 'get')} zeros. Top-left: ${topLeft === 0 ? 'every query sees a key' : `this happens to ${topLeft}`}.`,
  },

  emptyRow: {
    title: (query: Text): Text => html`A row without keys: what does ${query} get?`,
    isEmpty: (head: number) => `All its keys are hidden. Head ${head}, computed in three ways:`,
    wouldBe: (head: number) =>
      `If you hid all its keys, it would get this. Head ${head}, computed in three ways:`,
    table: (query: string) => `“${query}” without keys, computed in three ways`,
    method: 'method',
    weights: (keys: number) => `weights on ${counted(keys, 'key', 'keys')}`,
    ways: (): readonly Text[] => [
      html`${minusInfinity}, empty row = 0`,
      html`${minusInfinity}, softmax`,
      html`${billion}`,
    ],
    spoken: ['with the rule for empty rows', 'softmax alone', 'minus a billion'],
    sentence: (keys: number): Text =>
      html`This layer uses the first way: weights 0, output 0. NaN spreads to every later layer.
      ${billion} looks safe, but in float32 the score is lost when it is added:
      ${plural(keys, 'the one key gets the weight 1, although it is hidden', `all ${keys} keys get equal weights, although they are hidden`)}.`,
  },

  dropout: {
    title: 'Dropout: which weights are dropped this time?',
    rate: 'Rate',
    seeds: 'Seeds',
    twoSeeds: 'two whole numbers, for example 1, 2',
    about: (head: number, kept: string) =>
      `Head ${head}, causal. A dropped weight is a real 0; the others are divided by ${kept}.`,
    none: 'No dropout',
    allOne: 'every row adds up to 1',
    sums: 'row sums at the right',
    another: 'other weights dropped',
    again: (difference: string): Text =>
      html`The same seed drops the same weights: a second run differs by <b>${difference}</b>. Rows
        no longer add up to 1.`,
    counting: 'Computing the mean over many draws …',
    mean: (draws: number, difference: string): Text =>
      html`The mean over ${whole(draws)} draws differs from the first picture by up to
        <b>${difference}</b>.`,
    off: 'Dropout is for training only: switch it off when the model is used.',
  },

  controls: {
    queries: 'Queries',
    keysFrom: 'Keys from',
    keys: { same: 'the same sentence', another: 'another' },
    context: 'The other sentence',
    length: 'Keys that are words',
    pairs: 'Pairs that may be seen',
    all: 'all',
    asEdited: (pairs: number) => `with the mask: ${pairs}`,
    copyMask: 'Copy this mask as code',
    copied: 'Copied.',
    copyByHand: 'Copy this mask:',
    tooMany: (count: number, most: number) => `${count} words are too many: up to ${most}.`,
  },

  predict: {
    ask: 'You hide one key of a query. What happens to its weights on the other keys?',
    act: 'Compare before and after',
    options: {
      same: 'They stay the same',
      grow: 'They get larger',
      mixed: 'Some get larger, some smaller',
    },
    verdict:
      'Hiding a key before the softmax makes the weights on the others larger, never smaller.',
  },

  caption: {
    waits: (all: number): Text =>
      html`The mask is not applied: all <b>${all}</b> pairs may be seen. Switch it on to see its
        effect.`,
    found: (
      all: number,
      seen: number,
      blind: readonly string[],
      heads: number,
      isSilent: boolean,
      isBiased: boolean,
    ): Text =>
      html`Of ${all} pairs <b>${seen}</b> may be seen.
        ${
          blind.length === 0
            ? 'Every query has a key left, so each row of weights adds up to 1.'
            : html`<i class="word">${listed(blind)}</i> ${plural(blind.length, 'sees', 'see')} no
                key: the weights are 0 in all ${heads}
                heads${isSilent ? ', and so is the output' : ''}.`
        }
        ${isBiased ? 'ALiBi lowers the scores of far keys, with a different slope in each head.' : 'The scores of the pairs that may be seen did not change. The mask applies to every head.'}`,
  },

  table: {
    corner: 'query',
    mask: (head: number) => `What is added to the scores of head ${head}`,
    weights: (head: number) => `Head ${head}: weights with the mask`,
  },

  describe: {
    mask: (tokens: string, keys: string, preset: string, seen: number, all: number) =>
      `Queries: “${tokens}”. Keys: “${keys}”. The mask is “${preset}”; ${seen} of ${all} pairs may be seen.`,
    waits: 'The mask is not applied.',
    blind: (tokens: readonly string[]) =>
      `Without any key: ${listed(tokens)}; the weights are 0 there.`,
    head: (head: number, entropy: string) => `Head ${head} has a mean entropy of ${entropy} nats.`,
    row: (head: number, query: string) => `Head ${head} at “${query}”:`,
    hidden: (key: string) => `${key} is hidden;`,
    weight: (key: string, score: string, weight: string) =>
      `${key}: score ${score}, weight ${weight};`,
    alignments: (queries: number, keys: number, topLeft: string, bottomRight: string) =>
      `With ${counted(queries, 'query', 'queries')} over ${keys} keys, a causal mask aligned top-left changes outputs by up to ${topLeft}, aligned bottom-right by ${bottomRight}.`,
    emptyRow: (query: string, sums: readonly string[]) =>
      `Without keys the weights of “${query}” add up to ${sums[0]} with the rule for empty rows, ${sums[1]} with softmax alone, ${sums[2]} with minus a billion.`,
  },

  problems: {
    unknownTitle: (unknown: readonly string[]) =>
      `The model does not know ${listed(unknown.map((token) => `“${token}”`))}.`,
    unknown: (vocabulary: readonly string[]) =>
      `It knows only a few words: ${vocabulary.slice(3, 27).join(', ')} … The figure still shows the previous sentence.`,
    useSentence: 'Use the lesson’s sentence',
  },
};
