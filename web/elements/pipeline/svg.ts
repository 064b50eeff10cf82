import { escapeText } from '../../lib/file-text.js';
import { css as hex, shareColour } from '../../lib/colour.js';
import { fonts, headColours, palette } from '../../lib/tokens.js';
import type { Drawing, Paint, PathMark, TextMark } from './drawing.js';
import { shift, signedIn } from './paint.js';

/** The bands of the picture below each other, as a file: light, with question, caption and seed. */

const margin = 40;

export function pipelineSvg(
  bands: readonly Drawing[],
  { question, lines }: { readonly question: string; readonly lines: readonly string[] },
): string {
  const width = Math.max(...bands.map((band) => band.width)) + 2 * margin;
  let y = 84;
  const drawn = bands.map((band) => {
    const at = `<g transform="translate(${margin} ${y})">${band.paths.map(path).join('')}${band.texts.map(text).join('')}</g>`;
    y += band.height;
    return at;
  });
  const height = Math.ceil(y + 40 + lines.length * 22);
  const says = lines.map((line, at) => plainText(margin, y + 32 + 22 * at, line, 13));
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="${escapeText(fonts.ui)}" fill="${palette.ink[0]}">
<title>${escapeText(question)}</title>
<rect width="100%" height="100%" fill="${palette.page[0]}"/>
<rect x="${margin}" y="24" width="${width - 2 * margin}" height="2"/>
${plainText(margin, 56, question, 19)}
${drawn.join('\n')}
${says.join('\n')}
</svg>
`;
}

const plainText = (x: number, y: number, words: string, size: number) =>
  `<text x="${x}" y="${y}" font-size="${size}">${escapeText(words)}</text>`;

function path({ d, fill, stroke, width, opacity }: PathMark): string {
  const line = stroke ? ` stroke="${colour(stroke)}" stroke-width="${width ?? 1}"` : '';
  return `<path d="${d}" fill="${fill ? colour(fill) : 'none'}"${line}${opacity === undefined ? '' : ` opacity="${opacity}"`}/>`;
}

const looks: Record<string, string> = {
  math: ` font-family="${escapeText(fonts.prose)}" font-style="italic" font-size="15"`,
  sub: ` font-family="${escapeText(fonts.prose)}" font-style="italic" font-size="11"`,
  axis: ' font-weight="700" text-decoration="underline"',
  bold: ' font-weight="600"',
};

function text({ x, y, runs, anchor, paint, size }: TextMark): string {
  const pieces = runs.map((run, at) => {
    const by = shift(at, runs);
    return `<tspan${looks[run.look ?? ''] ?? ''}${by ? ` dy="${by}"` : ''}>${escapeText(run.text)}</tspan>`;
  });
  return `<text x="${x.toFixed(1)}" y="${y.toFixed(1)}" text-anchor="${anchor ?? 'start'}" font-size="${size ?? 13}" fill="${colour(paint ?? { token: 'ink-2' })}" xml:space="preserve">${pieces.join('')}</text>`;
}

function colour(paint: Paint): string {
  if ('token' in paint) return palette[paint.token][0];
  if ('head' in paint) return headColours[paint.head % headColours.length]![0];
  return 'share' in paint ? hex(shareColour(paint.share)) : signedIn(paint.signed, 0);
}
