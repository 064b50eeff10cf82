import { html, type TemplateResult } from 'lit';
import type { Tensor } from '../../../emscripten/package/contract.js';
import { escapeText, traceJson } from '../../lib/file-text.js';
import { fixed, share } from '../../lib/numbers.js';
import { stateMarkup } from '../../lib/state-format.js';
import { fonts, palette } from '../../lib/tokens.js';
import { dataTable } from '../../ui/table.js';
import { charts } from './charts.js';
import { draws, firstSeed, heads, keys, queriesPerSlice, scales } from './draws.js';
import { histograms } from './histograms.js';
import { rowsScene } from './row.js';
import { atWidth, measures, type Measure, type SaturationRun } from './run.js';
import { sceneText, type Scene, type TextLook } from './scene.js';
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
  return traceJson({ state, trace: { scores, weights, largest, entropy, trace } });
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

const margin = 40;
const pageWidth = 1200;
/** So many letters of the caption fit into a line. */
const captionLetters = 130;

/** The draws as a picture of its own: light, with question and caption. */
export function saturationSvg(
  run: SaturationRun,
  state: SaturationState,
  question: string,
  caption: string,
): string {
  const inner = pageWidth - 2 * margin;
  const parts: string[] = [];
  let top = 44;
  const put = (scene: Scene, after: number) => {
    parts.push(sceneText(scene, margin, top));
    top += scene.height + after;
  };
  const say = (look: TextLook, text: string, height: number) =>
    put({ width: inner, height, shapes: [{ look, x: 0, y: 14, anchor: 'start', words: text }] }, 0);
  say('question', question, 40);
  say('heading', words.histogram.title, 36);
  put(histograms(run, state.dHead, inner), 36);
  say('heading', words.chart.title, 36);
  put(charts(run, state, inner), 36);
  say('heading', words.row.title(state.dHead), 36);
  put(rowsScene(run, state, inner), 24);
  for (const line of wrap(caption)) say('caption', line, 24);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${pageWidth}" height="${top + 20}" viewBox="0 0 ${pageWidth} ${top + 20}" font-family="${escapeText(fonts.ui)}">
<title>${escapeText(question)}</title>
<rect width="100%" height="100%" fill="${palette.page[0]}"/>
<rect x="${margin}" y="24" width="${inner}" height="2" fill="${palette.ink[0]}"/>
${parts.join('\n')}
</svg>
`;
}

function wrap(text: string): readonly string[] {
  const lines = [''];
  for (const word of text.split(' ')) {
    const longer = `${lines.at(-1)} ${word}`.trim();
    if (longer.length <= captionLetters) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}
