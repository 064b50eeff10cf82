import { html, type TemplateResult } from 'lit';
import { dataTable } from '../../ui/table.js';
import { traceJson } from '../../lib/file-text.js';
import { stateMarkup } from '../../lib/state-format.js';
import { at } from '../../lib/tensor-view.js';
import { exponentText, termText, scoreText, togetherText, weightText } from './numbers.js';
import type { SoftmaxRun } from './run.js';
import { softmaxFormat, type SoftmaxState } from './state.js';
import { words } from './words/index.js';

/** The rows as a table. */
export function softmaxTable(run: SoftmaxRun): TemplateResult {
  const { key, sum, table, tableColumns } = words;
  return dataTable({
    caption: table,
    corner: html`<span class="unseen">${words.tableCorner}</span>`,
    columns: tableColumns,
    rows: [
      ...run.state.scores.map((score, i) => ({
        name: key(i),
        cells: [
          scoreText(score),
          exponentText(at(run.exponents, i)),
          termText(at(run.powers, i), run.state.power),
          weightText(at(run.weights, i)),
        ],
      })),
      {
        name: sum,
        cells: ['', '', termText(run.sum, run.state.power), togetherText(run.together)],
      },
    ],
  });
}

/** One line per key, then the sums. */
export function softmaxCsv({
  state,
  exponents,
  powers,
  weights,
  sum,
  together,
}: SoftmaxRun): string {
  const lines = state.scores.map((score, i) =>
    [i + 1, score, at(exponents, i), at(powers, i), at(weights, i)].join(','),
  );
  return ['key,score,exponent,power,weight', ...lines, `sum,,,${sum},${together}`, ''].join('\n');
}

/** The state and every tensor. */
export const softmaxJson = ({ state, exponents, powers, weights, stable }: SoftmaxRun): string =>
  traceJson({ state, trace: { exponents, powers, weights, softmax: stable } });

/** The program that computes this figure with the npm package, and the element that shows it. */
export function softmaxCode(state: SoftmaxState): string {
  const { scores, temperature, subtractMax, power } = state;
  const shifted = subtractMax ? 'tensor.subtract(scores, tensor.max(scores))' : 'scores';
  return `import { load } from 'manyheads';

const { tensor } = await load();
const scores = tensor.array([${scores.join(', ')}]);
const exponents = tensor.divide(${shifted}, ${temperature});
const powers = ${power ? 'tensor.exp(exponents)' : 'exponents'};
const weights = tensor.divide(powers, tensor.sum(powers));
console.log(weights.data);

${stateMarkup(softmaxFormat, state)}`;
}
