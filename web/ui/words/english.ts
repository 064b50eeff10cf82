import { counted, plain } from '../../lib/numbers.js';

const numbers = (n: number) => counted(n, 'number', 'numbers');

/** Words that all elements share. */
export const english = {
  engine: {
    waiting: 'Loading the attention core.',
    failed: 'The attention core could not be loaded.',
    contentFailed: 'The questions could not be loaded.',
    partFailed: 'This part of the figure could not be loaded.',
    unsupported: 'This browser cannot run the figure: it needs WebAssembly with SIMD.',
    missingFile: 'A file that the figure needs is missing.',
    noWorker: 'This browser cannot start a worker for this page.',
    noWorkerWhy:
      'This needs its own thread, or it would freeze the page. Try another browser, or open this page from a web server.',
    retry: 'Try again',
  },

  training: {
    failed: 'The training stopped with an error.',
  },

  figure: {
    title: (n: string) => `Figure ${n}`,
    more: 'More',
    less: 'Fewer',
    reset: 'Reset',
    table: 'Show as table',
    describe: 'Describe in words',
    copyLink: 'Copy link',
    copied: 'Link copied.',
    copyByHand: 'Copy this link:',
    saveAs: 'Save as…',
    embed: 'Embed this',
    snippets: {
      frame: 'Copy iframe',
      element: 'Copy element',
      link: 'Copy link as HTML',
      height: 'Copy script for iframe height',
    },
    copiedHtml: 'HTML copied.',
    copyHtmlByHand: 'Copy this HTML:',
    code: 'Code for this figure',
  },

  fields: {
    wholeNumber: (min: number, max: number) => `a whole number from ${min} to ${max}`,
    anyNumber: 'a number',
    notTaken: (typed: string, wanted: string) =>
      typed === '' ? `Enter ${wanted}.` : `${typed} is not possible. Enter ${wanted}.`,
    seed: 'Seed',
    outOf: (part: number, all: number) => `${part} of ${all}`,
  },
  scale: {
    nothing: 'nothing',
    spokenScale: { head: 'square root of d_head', model: 'square root of d_model' },
  },
  map: {
    cell: (query: string, key: string, weight: string) => `${query} to ${key}: ${weight}`,
    hidden: 'hidden',
    changed: (cell: string) => `${cell}, changed by you`,
  },
  predict: {
    lead: 'Predict first.',
    right: 'As you predicted.',
    wrong: 'Not as you predicted.',
    choose: 'Your prediction',
    first: 'Choose an answer first.',
  },
  /** Why a layer cannot be run, and how to repair that. */
  problems: {
    emptyTitle: 'No tokens.',
    empty: 'Type at least one word, or use the lesson’s sentence.',
    useSentence: (sentence: string) => `Use “${sentence}”`,
    splitTitle: (width: number, heads: number) =>
      `${numbers(width)} cannot be split over ${heads} heads.`,
    split: (width: number, heads: number, quotient: number, shownWidth: number, shown: number) =>
      `${width} ÷ ${heads} = ${plain(quotient)}, but the width of a head must be a whole number. The figure still shows ${numbers(shownWidth)} and ${counted(shown, 'head', 'heads')}.`,
    use: (width: number) => `Use ${width}`,
    failedTitle: 'This could not be run.',
    back: 'Go back',
  },
};
