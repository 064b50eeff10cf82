/** The text size of a sentence, and whether it fits in one line. Arcs need one line. */

export interface SentenceLayout {
  /** With 'lines', words wrap and no arcs are drawn. */
  readonly mode: 'line' | 'lines';
  /** In narrow containers, words are closer, arcs are thinner and weights have no leading 0. */
  readonly isNarrow: boolean;
  readonly fontSize: number;
  /** The minimum width of a word and the list below it. */
  readonly pitch: number;
  /** The space beside each word, for its index. */
  readonly padding: number;
}

interface Look {
  readonly pitch: number;
  readonly padding: number;
  readonly largest: number;
  readonly smallest: number;
}

// Each pitch has room for swatch, head and weight; the narrow one is also large enough for touch.
const wide: Look = { pitch: 64, padding: 14, largest: 28, smallest: 20 };
const narrow: Look = { pitch: 44, padding: 7, largest: 20, smallest: 15 };
/** Width for the index after the last word. */
export const lastIndex = 12;
/** Narrower containers always have the narrow look. */
const narrowWidth = 480;

/** @param ems  the width of each word in em */
export function layOutSentence(ems: readonly number[], width: number): SentenceLayout {
  for (const look of width < narrowWidth ? [narrow] : [wide, narrow]) {
    const { pitch, padding } = look;
    for (let fontSize = look.largest; fontSize >= look.smallest; fontSize--) {
      const taken = ems.map((em) => Math.max(pitch, em * fontSize + 2 * padding));
      if (taken.reduce((sum, room) => sum + room, 0) <= width - lastIndex) {
        return { mode: 'line', isNarrow: look === narrow, fontSize, pitch, padding };
      }
    }
  }
  const { pitch, padding } = narrow;
  return { mode: 'lines', isNarrow: true, fontSize: narrow.largest, pitch, padding };
}
