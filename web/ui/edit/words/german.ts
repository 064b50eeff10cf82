import { html } from 'lit';
import { withSymbols } from '../../symbols.js';
import { word } from '../../word.js';
import type { english } from './english.js';

/** The words for changing single numbers of a layer, in German. */
export const german: typeof english = {
  group: 'Diese Zahl ändern',
  weight: (matrix, row, column) => withSymbols(`${matrix}[${row},\u00a0${column}]`),
  score: (head, query, key) => html`Kopf ${head}, Score von ${word(query)} für ${word(key)}`,
  visible: (query, key) => html`${word(query)} darf ${word(key)} sehen`,
  less: (step) => `− ${step}`,
  more: (step) => `+ ${step}`,
  restore: 'Diese Zahl wiederherstellen',
  undo: 'Rückgängig',
  redo: 'Wiederholen',
  how: 'Zieh die Zahl seitwärts, drück + oder −, oder tippe eine Zahl.',
  howWeight:
    'Das Gewicht berechnet der Softmax. Um es zu ändern, ändere seinen Score oder verdecke den Key.',
  howMask:
    'Zieh über die Zellen, drück + oder −, oder nimm den Schalter. Die Maske gilt für alle Köpfe.',
  expected: (most) => `eine Zahl von −${most} bis ${most}`,
  full: (most) =>
    `Du hast ${most} Zellen geändert. Nimm einige Änderungen zurück, um eine andere Zelle zu ändern.`,
  result:
    'Diese Zahl ist ein Ergebnis. Ändere einen Parameter, einen Score oder die Maske, dann ändert sie sich mit.',
  attention:
    'Ein Attention-Gewicht kannst du nicht ändern: Der Softmax berechnet es, und die Summe jeder Zeile ist 1. Ändere einen Score, oder verdecke einen Key mit der Maske.',
  fixed:
    'Die Embeddings bleiben, wie sie sind. Ändere einen Parameter, einen Score oder die Maske.',

  instead: (cell, value, before) => html`${cell}: <b>${value}</b> statt ${before}.`,
  hides: (query, key) =>
    html`Maske: ${word(query)} <b>sieht</b> ${word(key)} in <b>keinem</b> Kopf <b>mehr</b>.`,
  shows: (query, key) => html`Maske: ${word(query)} <b>sieht</b> ${word(key)}, in jedem Kopf.`,
  weightWent: (before, after) => `Sein Gewicht: ${before} → ${after}.`,
  outputWent: (change) => html`Die Ausgabe ändert sich im Mittel um <b>${change}</b>.`,
  inAll: (cells) => `Du hast ${cells} Zellen geändert: Jede hat einen Punkt.`,
};
