import { colourIn } from '../../lib/drawing.js';
import { anySize } from '../../lib/numbers.js';
import { margin, moveTo, quiet, savedPicture, textAt } from '../../lib/saved-picture.js';
import { palette } from '../../lib/tokens.js';
import { placeOnRuler, ruler } from './ruler.js';
import { bound, isEqual, type IdentitiesRun, type IdentityRow } from './run.js';
import { schemeSize, type Ink, type Mark } from './marks.js';
import { schemes } from './schemes.js';
import type { Identity } from './state.js';

/** The words that the saved picture carries. */
export interface PictureWords {
  readonly question: string;
  readonly caption: string;
  readonly row: (identity: Identity) => { readonly title: string; readonly breakIt: string };
  /** The words and weights that all was run on. */
  readonly settings: string;
}

const pageWidth = 1060;
const rowHeight = 66;
const [ink, line] = [palette.ink[0], palette.line[0]];
const left = { title: 70, one: 330, relation: 512, other: 540, ruler: 730, number: 975 };

/** The rows as a picture of its own, with its question and caption. */
export function identitiesSvg(run: IdentitiesRun, words: PictureWords): string {
  const top = 96;
  return savedPicture({
    ...{ width: pageWidth, question: words.question, caption: words.caption, fontSize: 14 },
    bottom: top + run.rows.length * rowHeight,
    content: [
      textAt(margin, 80, words.settings, `font-size="13" ${quiet}`),
      ...run.rows.map((row, i) => moveTo(0, top + i * rowHeight, rowOf(run, row, i, words))),
    ],
  });
}

function rowOf(
  { sizes }: IdentitiesRun,
  row: IdentityRow,
  index: number,
  words: PictureWords,
): string {
  const isBroken = row.broken !== null;
  const { title, breakIt } = words.row(row.identity);
  const { left: one, right: other } = schemes[row.identity];
  const center = rowHeight / 2;
  const schemeTop = (rowHeight - schemeSize.height) / 2;
  return [
    `<rect x="${margin}" y="${rowHeight}" width="${pageWidth - 2 * margin}" height="1" fill="${palette.hair[0]}"/>`,
    textAt(margin, center + 5, String(index + 1), quiet),
    textAt(left.title, isBroken ? center - 4 : center + 5, title, 'font-weight="600"'),
    isBroken ? textAt(left.title, center + 15, breakIt, `font-size="13" ${quiet}`) : '',
    moveTo(left.one, schemeTop, one(sizes, isBroken).map(drawn).join('')),
    textAt(
      left.relation,
      center + 7,
      isEqual(row.broken ?? row.holds) ? '=' : '≠',
      'font-size="20"',
    ),
    moveTo(left.other, schemeTop, other(sizes, isBroken).map(drawn).join('')),
    moveTo(left.ruler, center, rulerOf(row)),
    textAt(
      left.number,
      center + 5,
      anySize(row.broken ?? row.holds),
      `text-anchor="end" font-weight="${isBroken ? 650 : 400}"`,
    ),
  ].join('');
}

function rulerOf({ holds, broken }: IdentityRow): string {
  const [was, now] = [placeOnRuler(holds), placeOnRuler(broken ?? holds)];
  const limit = placeOnRuler(bound)!;
  const isZero = (broken ?? holds) === 0;
  return [
    `<line x1="${ruler.from}" x2="${ruler.to}" y1="0" y2="0" stroke="${palette.hair[0]}" stroke-width="2"/>`,
    `<line x1="${limit}" x2="${limit}" y1="-10" y2="10" stroke="${line}" stroke-dasharray="1.5 2.5"/>`,
    broken !== null && was !== null && now !== null
      ? `<line x1="${was}" x2="${now}" y1="0" y2="0" stroke="${ink}" stroke-width="1.5"/><circle cx="${was}" cy="0" r="4" fill="${palette.page[0]}" stroke="${line}" stroke-width="1.5"/>`
      : '',
    now === null
      ? ''
      : isZero
        ? `<circle cx="${now}" cy="0" r="4.5" fill="none" stroke="${ink}" stroke-width="2"/>`
        : `<circle cx="${now}" cy="0" r="5"/>`,
  ].join('');
}

const hex = (colour: Ink): string =>
  colour.startsWith('head-')
    ? colourIn({ head: Number(colour.slice(5)) }, 0)
    : palette[colour as keyof typeof palette][0];

function drawn(mark: Mark): string {
  const centred = 'text-anchor="middle" font-size="12"';
  switch (mark.kind) {
    case 'line': {
      const { from, to, colour } = mark;
      return `<line x1="${from[0]}" y1="${from[1]}" x2="${to[0]}" y2="${to[1]}" stroke="${hex(colour)}" stroke-width="1.5"/>`;
    }
    case 'text':
      return textAt(mark.x, mark.y + 4, mark.text, centred);
    case 'box': {
      const { x, y, width, height, fill, ring, label } = mark;
      const border = ring
        ? ` stroke="${ink}" stroke-width="1.6"`
        : fill
          ? ''
          : ` stroke="${line}" stroke-dasharray="2 2"`;
      const inside = ring || !fill ? ink : palette.page[0];
      return `<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="${fill ? hex(fill) : 'none'}"${border}/>${
        label === undefined
          ? ''
          : textAt(x + width / 2, y + height / 2 + 4, label, `${centred} fill="${inside}"`)
      }`;
    }
  }
}
