import { fitCells, type CellLayout } from '../../../lib/map-layout.js';

export interface HeadsLayout {
  /** 'beside': maps right of the words. 'stacked': below them. 'tabs': one map below, by tabs. */
  readonly mode: 'beside' | 'stacked' | 'tabs';
  /** Width of the sentence. */
  readonly sentence: number;
  /** The height of the arcs if the words are not close together. */
  readonly arcs: number;
  readonly cells: CellLayout & { readonly height: number | null };
}

/** From here on, two maps abreast fit beside the words. */
const besideWidth = 960;
/** A narrower container has no maps side by side. */
const narrowWidth = 560;
/** Width of the column of maps, and of the gap before it. */
const mapsWidth = 400;
const [leastGap, widestSentence] = [40, 656];
export const mapGap = 20;

/** @param numbers  every cell needs room for its number */
export function layOutHeads(width: number, tokens: number, numbers = false): HeadsLayout {
  const longest = 4;
  if (width < narrowWidth) {
    const cells = { ...fitCells(width, tokens, longest), height: null };
    return { mode: 'tabs', sentence: width, arcs: 72, cells };
  }
  const isBeside = width >= besideWidth && !numbers;
  const room = ((isBeside ? mapsWidth : width) - mapGap) / 2;
  const fitted = fitCells(room, tokens, longest);
  if (!isBeside) {
    return { mode: 'stacked', sentence: width, arcs: 120, cells: { ...fitted, height: 20 } };
  }
  const sentence = Math.min(widestSentence, width - mapsWidth - leastGap);
  return { mode: 'beside', sentence, arcs: 140, cells: { ...fitted, height: 15 } };
}
