import { html, type TemplateResult } from 'lit';
import type { Tensor } from '../../../emscripten/package/contract.js';
import { drawMarks, type Picture } from '../../lib/drawing.js';
import { traceJson } from '../../lib/file-text.js';
import { fixed, share } from '../../lib/numbers.js';
import { margin, moveTo, savedPicture, textAt } from '../../lib/saved-picture.js';
import { stateMarkup } from '../../lib/state-format.js';
import { dataTable } from '../../ui/table.js';
import { charts } from './charts.js';
import { draws, firstSeed, heads, keys, queriesPerSlice, scales } from './draws.js';
import { histograms } from './histograms.js';
import { rowsScene } from './row.js';
import { atWidth, measures, type Measure, type SaturationRun } from './run.js';
import { saturationFormat, type SaturationState } from './state.js';
import { words } from './words/index.js';

/** Both spreads and all means, a row for each width. */
export function saturationTable(run: SaturationRun): TemplateResult {
  const { table } = words;
  return dataTable({
    caption: table.caption,
    corner: html`<span class="unseen">${table.corner}</span>`,
    columns: [
      ...table.spreads,
      ...measures.flatMap((measure) =>
        scales.map((scale) => `${words.chart[measure]}, ${table.scales[scale]}`),
      ),
    ],
    rows: run.widths.map((width) => ({
      name: String(width.dHead),
      cells: [
        fixed(width.spread),
        fixed(width.dividedSpread),
        ...measures.flatMap((measure) =>
          scales.map((scale) => share(width.scales[scale][measure].mean)),
        ),
      ],
    })),
  });
}

/** A line for each width and divisor: means, and the 10th and 90th percentiles. */
export function saturationCsv({ widths }: SaturationRun): string {
  const columns = measures.flatMap((measure) => [measure, `${measure}_p10`, `${measure}_p90`]);
  const lines = widths.flatMap(({ dHead, spread, scales: made }) =>
    scales.map((scale) => {
      const numbers = measures.flatMap((measure) => {
        const { mean, low, high } = made[scale][measure];
        return [mean, low, high];
      });
      return [dHead, scale, made[scale].divisor, spread, ...numbers].join(',');
    }),
  );
  return [['d_head', 'scale', 'divisor', 'score_spread', ...columns].join(','), ...lines, ''].join(
    '\n',
  );
}

/** The state, the scores and weights at the chosen width, and all means: [widths, scales]. */
export function saturationJson(run: SaturationRun, state: SaturationState): string {
  const { scores, scales: made } = atWidth(run, state.dHead);
  const means = (measure: Measure): Tensor => ({
    shape: [run.widths.length, scales.length],
    data: Float32Array.from(
      run.widths.flatMap(({ scales: made }) => scales.map((scale) => made[scale][measure].mean)),
    ),
  });
  const weights = made[state.scale].weights;
  const [largest, entropy, trace] = measures.map(means) as [Tensor, Tensor, Tensor];
  return traceJson({
    state: { ...state, seed: run.seed },
    trace: { scores, weights, largest, entropy, trace },
  });
}

/** The program that draws the same with the npm package, and the element that shows it. */
export function saturationCode(state: SaturationState): string {
  const { dHead, scale, seed } = state;
  const divisor =
    scale === 'none' ? '1' : scale === 'sqrt-d-head' ? 'dHead ** 0.5' : `(${heads} * dHead) ** 0.5`;
  return `import { load } from 'manyheads';

const { tensor, measure } = await load();
const [draws, keys, dHead, queries] = [${draws}, ${keys}, ${dHead}, ${queriesPerSlice(dHead)}];
const slices = [];
for (let seed = ${firstSeed(seed, dHead)}; slices.length < draws / queries; seed += 2) {
  const q = tensor.randomNormal([queries, dHead, 1], { seed });
  const k = tensor.randomNormal([queries, keys, dHead], { seed: seed + 1 });
  slices.push(tensor.matmul(k, q));
}
const scores = tensor.reshape(tensor.concat(slices), [draws, 1, keys]);
const weights = tensor.softmax(tensor.divide(scores, ${divisor}));
console.log(tensor.mean(tensor.max(weights, { axis: -1 })).data[0]);
console.log(tensor.mean(measure.entropy(weights)).data[0]);
console.log(tensor.mean(measure.saturation(weights)).data[0]);

${stateMarkup(saturationFormat, state)}`;
}

const pageWidth = 1200;

/** The draws as a picture of its own, with question and caption. */
export function saturationSvg(
  run: SaturationRun,
  state: SaturationState,
  question: string,
  caption: string,
): string {
  const inner = pageWidth - 2 * margin;
  const content: string[] = [];
  let bottom = 72;
  const put = (title: string, { height, marks }: Picture) => {
    content.push(textAt(margin, bottom + 22, title, 'font-size="15" font-weight="600"'));
    content.push(moveTo(margin, bottom + 36, drawMarks(marks)));
    bottom += height + 72;
  };
  put(words.histogram.title, histograms(run, state.dHead, inner));
  put(words.chart.title, charts(run, state, inner));
  put(words.row.title(state.dHead), rowsScene(run, state, inner));
  return savedPicture({ width: pageWidth, bottom: bottom - 36, question, caption, content });
}
