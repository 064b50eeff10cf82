import { drawMarks, type Mark } from '../../lib/drawing.js';
import { margin, moveTo, savedPicture } from '../../lib/saved-picture.js';
import { bytesText } from './amounts.js';
import { chartHeight, chartMarks } from './chart.js';
import { cellsText, formMarks, keptRows } from './drawing.js';
import type { Found } from './found.js';
import { columnsOf, formHeight, gap, layOutForm } from './layout.js';
import type { KvRun } from './run.js';
import { forms } from './state.js';
import { words } from './words/index.js';

const pageWidth = 1200;
const chartWidth = 480;

/** The four forms and the chart as a picture of its own. */
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
    const marks = [...title, ...formMarks(run, run.forms[form], layout)];
    return moveTo(x, first, cells(run, i, layout) + drawMarks(marks));
  });
  const chartTop = first + formHeight + 32;
  const chart = found
    ? [
        moveTo(
          margin,
          chartTop,
          drawMarks([{ text: words.costs.chart, x: 0, y: 0 }]) +
            moveTo(0, 12, drawMarks(chartMarks(found, run.state, chartWidth))),
        ),
      ]
    : [];
  return savedPicture({
    ...{ width: pageWidth, question, caption, content: [...drawn, ...chart] },
    bottom: found ? chartTop + 12 + chartHeight : first + formHeight,
  });
}

function cells(run: KvRun, i: number, layout: ReturnType<typeof layOutForm>): string {
  const form = run.forms[forms[i]!];
  const limit = form.form === 'mla' ? run.scales.latent : run.scales.heads;
  return columnsOf(form, layout)
    .map((column, c) =>
      cellsText(keptRows(form.columns[c]!.kept, run.state.letters), limit, column, layout),
    )
    .join('');
}
