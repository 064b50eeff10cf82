import { html, type TemplateResult } from 'lit';
import { withSymbols } from '../../symbols.js';
import { word } from '../../word.js';

type Text = string | TemplateResult;

/** The words for changing single numbers of a layer. */
export const english = {
  group: 'Change this number',
  weight: (matrix: string, row: number, column: number): Text =>
    withSymbols(`${matrix}[${row},\u00a0${column}]`),
  score: (head: number, query: string, key: string): Text =>
    html`Head ${head}, score of ${word(query)} for ${word(key)}`,
  visible: (query: string, key: string): Text => html`${word(query)} may see ${word(key)}`,
  less: (step: string) => `− ${step}`,
  more: (step: string) => `+ ${step}`,
  restore: 'Restore this number',
  undo: 'Undo',
  redo: 'Redo',
  how: 'Drag the number sideways, press + or −, or type a number.',
  howWeight: 'The softmax computes the weight. To change it, change its score or hide the key.',
  howMask: 'Drag over the cells, press + or −, or use the switch. The mask is for all heads.',
  expected: (most: number) => `a number from −${most} to ${most}`,
  full: (most: number) => `You have changed ${most} cells. Undo some to change another.`,
  result: 'This number is a result. Change a parameter, a score or the mask, and it follows.',
  attention:
    'You cannot change an attention weight: the softmax computes it, and each row adds up to 1. Change a score, or hide a key with the mask.',
  fixed: 'The embeddings stay as they are. Change a parameter, a score or the mask.',

  instead: (cell: Text, value: string, before: string): Text =>
    html`${cell}: <b>${value}</b> instead of ${before}.`,
  hides: (query: string, key: string): Text =>
    html`Mask: ${word(query)} can <b>no longer see</b> ${word(key)}, in any head.`,
  shows: (query: string, key: string): Text =>
    html`Mask: ${word(query)} can <b>see</b> ${word(key)}, in every head.`,
  weightWent: (before: string, after: string) => `Its weight: ${before} → ${after}.`,
  outputWent: (change: string): Text => html`The output changes by <b>${change}</b> on average.`,
  inAll: (cells: number) => `You have changed ${cells} cells: each has a dot.`,
};
