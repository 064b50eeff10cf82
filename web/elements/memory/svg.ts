import { escapeText, wrapText } from '../../lib/file-text.js';
import { fonts, palette } from '../../lib/tokens.js';
import type { Drawing, PathMark, TextMark } from './drawing.js';
import { colourIn } from './paint.js';

const margin = 40;
/** So many letters of 13 px fit into a px of width. */
const lettersPerPx = 1 / 7.4;

/** Drawings below each other as a file: light, with question, settings and caption. */
export function memorySvg(
  drawings: readonly Drawing[],
  { question, settings, caption }: Record<'question' | 'settings' | 'caption', string>,
): string {
  const inner = Math.max(...drawings.map((drawing) => drawing.width));
  const width = inner + 2 * margin;
  let y = 108;
  const drawn = drawings.map(({ paths, texts, height }) => {
    const group = `<g transform="translate(${margin} ${y})">${paths.map(path).join('')}${texts.map(text).join('')}</g>`;
    y += height + 32;
    return group;
  });
  const lines = wrapText(caption, Math.floor(inner * lettersPerPx));
  const height = Math.ceil(y + 20 + lines.length * 22);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="${escapeText(fonts.ui)}" fill="${palette.ink[0]}">
<title>${escapeText(question)}</title>
<rect width="100%" height="100%" fill="${palette.page[0]}"/>
<rect x="${margin}" y="24" width="${inner}" height="2"/>
${line(margin, 56, question, 19)}
${line(margin, 82, settings, 13)}
${drawn.join('\n')}
${lines.map((words, i) => line(margin, y + 8 + 22 * i, words, 13)).join('\n')}
</svg>
`;
}

const line = (x: number, y: number, words: string, size: number) =>
  `<text x="${x}" y="${y}" font-size="${size}">${escapeText(words)}</text>`;

function path({ d, fill, stroke, width, dash }: PathMark): string {
  const outline = stroke
    ? ` stroke="${colourIn(stroke, 0)}" stroke-width="${width ?? 1}"${dash ? ` stroke-dasharray="${dash}"` : ''}`
    : '';
  return `<path d="${d}" fill="${fill ? colourIn(fill, 0) : 'none'}"${outline}/>`;
}

function text({ x, y, text, anchor, paint, size, isBold, isWord }: TextMark): string {
  const look = [
    isWord ? ` font-family="${escapeText(fonts.prose)}" font-style="italic"` : '',
    isBold ? ' font-weight="650"' : '',
  ].join('');
  return `<text x="${x.toFixed(1)}" y="${y.toFixed(1)}" text-anchor="${anchor ?? 'start'}" font-size="${size ?? 12}" fill="${colourIn(paint ?? { token: 'ink-2' }, 0)}"${look}>${escapeText(text)}</text>`;
}
