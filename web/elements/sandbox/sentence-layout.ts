/** How large the words of a sentence are, and whether they stand in one line: then arcs fit. */

export interface SentenceLayout {
  /** 'lines': the words wrap, and no arcs are drawn. */
  readonly mode: 'line' | 'lines';
  /** Narrow: closer words, thinner arcs, and weights without their leading 0. */
  readonly isNarrow: boolean;
  readonly fontSize: number;
  /** The least width of a word with what is listed below it. */
  readonly pitch: number;
  /** Beside each word; its index stands there. */
  readonly padding: number;
}

interface Look {
  readonly pitch: number;
  readonly padding: number;
  readonly largest: number;
  readonly smallest: number;
}

// A pitch has room for swatch, head and weight; the narrow one is also a finger's target.
const wide: Look = { pitch: 64, padding: 14, largest: 28, smallest: 20 };
const narrow: Look = { pitch: 44, padding: 7, largest: 20, smallest: 15 };
/** Width kept for the index after the last word. */
export const lastIndex = 12;
/** A container narrower than this never has the wide look. */
const narrowWidth = 480;

/** @param ems  the width of each word at a font size of 1 */
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
