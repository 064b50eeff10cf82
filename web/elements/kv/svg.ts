import { escapeText, wrapText } from '../../lib/file-text.js';
import { fonts, palette } from '../../lib/tokens.js';
import { bytesText } from './amounts.js';
import { chartHeight, chartMarks } from './chart.js';
import { cellsText, formMarks, keptRows } from './drawing.js';
import type { Found } from './found.js';
import { columnsOf, formHeight, gap, layOutForm } from './layout.js';
import { markText, type Mark } from './marks.js';
import type { KvRun } from './run.js';
import { forms } from './state.js';
import { words } from './words/index.js';

const margin = 40;
const pageWidth = 1200;
const captionLine = 22;
/** So many letters of the caption fit into a line. */
const captionLetters = 140;
const chartWidth = 480;

/** The four forms and the chart as a picture of its own: light, with question and caption. */
export function kvSvg(run: KvRun, found: Found | null, question: string, caption: string): string {
  const layout = layOutForm(pageWidth - 2 * margin);
  const first = 120;
  const drawn = forms.map((form, i) => {
    const x = margin + i * (layout.width + gap);
    const { bytesPerToken } = run.forms[form];
    const title: Mark[] = [
      { text: words.forms[form].name, x: 0, y: -34, size: 14, weight: 600, fill: 'ink' },
      { text: words.forms[form].about(run.state.kvHeads), x: 0, y: -16 },
      {
        ...{ text: `${bytesText(bytesPerToken)} ${words.stage.perLetter}`, y: -34 },
        ...{ x: layout.width, anchor: 'end' },
      },
    ];
    return group(x, first, [
      cells(run, i, layout),
      marks([...title, ...formMarks(run, run.forms[form], layout)]),
    ]);
  });
  const chartTop = first + formHeight + 32;
  const chart = found
    ? [
        group(margin, chartTop, [
          marks([{ text: words.costs.chart, x: 0, y: 0 }]),
          group(0, 12, [marks(chartMarks(found, run.state, chartWidth))]),
        ]),
      ]
    : [];
  const lines = wrapText(caption, captionLetters);
  const captionTop = chartTop + (found ? chartHeight + 48 : 0);
  const height = captionTop + lines.length * captionLine + 16;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${pageWidth}" height="${height}" viewBox="0 0 ${pageWidth} ${height}" font-family="${escapeText(fonts.ui)}">
<title>${escapeText(question)}</title>
<rect width="100%" height="100%" fill="${palette.page[0]}"/>
<rect x="${margin}" y="24" width="${pageWidth - 2 * margin}" height="2" fill="${palette.ink[0]}"/>
${marks([{ text: question, x: margin, y: 54, size: 19, weight: 600, fill: 'ink' }])}
${drawn.join('\n')}
${chart.join('')}
${marks(lines.map((text, i) => ({ text, x: margin, y: captionTop + i * captionLine, size: 13 })))}
</svg>
`;
}

const marks = (all: readonly Mark[]): string => all.map(markText).join('');
const group = (x: number, y: number, inner: readonly string[]): string =>
  `<g transform="translate(${x} ${y})">${inner.join('')}</g>`;

function cells(run: KvRun, i: number, layout: ReturnType<typeof layOutForm>): string {
  const form = run.forms[forms[i]!];
  const limit = form.form === 'mla' ? run.scales.latent : run.scales.heads;
  return columnsOf(form, layout)
    .map((column, c) =>
      cellsText(keptRows(form.columns[c]!.kept, run.state.letters), limit, column, layout),
    )
    .join('');
}
