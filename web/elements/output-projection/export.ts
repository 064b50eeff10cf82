import { html, type TemplateResult } from 'lit';
import { quote, traceJson } from '../../lib/file-text.js';
import { fixed } from '../../lib/numbers.js';
import { stateMarkup } from '../../lib/state-format.js';
import { part } from '../../lib/tensor-view.js';
import { dataTable } from '../../ui/table.js';
import type { ProjectionRun } from './run.js';
import { projectionFormat, type OutputProjectionState } from './state.js';
import { words } from './words/index.js';

const corner = (name: string) => html`<span class="unseen">${name}</span>`;

/** What each head adds to the chosen number, and the whole output. */
export function projectionTable({ state, terms, lengths, sum }: ProjectionRun): TemplateResult {
  const { table, panel, head } = words;
  return html`<div class="tables">
    ${dataTable({
      caption: table.added,
      corner: corner(table.headCorner),
      columns: [panel.columns.adds, panel.columns.soFar, table.lengths],
      rows: Array.from(terms.adds, (adds, i) => ({
        name: head(i),
        cells: [fixed(adds), fixed(terms.soFar[i]!), fixed(lengths.heads[i]!, 1)],
      })),
    })}
    ${dataTable({
      caption: table.output,
      corner: corner(table.corner),
      columns: Array.from({ length: state.dModel }, (_, i) => String(i)),
      rows: state.tokens.map((token, i) => ({
        name: html`<bdi>${token}</bdi>`,
        cells: Array.from(part(sum, i).data, (value) => fixed(value)),
      })),
      dir: 'ltr',
    })}
  </div>`;
}

/** One line per number of the heads side by side, W_O, what each head adds, and the output. */
export function projectionCsv({ state, combined, wo, products, output }: ProjectionRun): string {
  const { tokens, heads } = state;
  const lines = (name: string, head: number | '', data: Float32Array, rows: number, named = true) =>
    Array.from(data, (value, place) => {
      const width = data.length / rows;
      const row = Math.floor(place / width);
      return [name, head, named ? quote(tokens[row]!) : row, place % width, value].join(',');
    });
  return [
    'matrix,head,row,column,value',
    ...lines('combined', '', combined.data, tokens.length),
    ...lines('wo', '', wo.data, wo.shape[0]!, false),
    ...Array.from({ length: heads }, (_, head) =>
      lines('product', head, part(products, head).data, tokens.length),
    ).flat(),
    ...lines('output', '', output.data, tokens.length),
    '',
  ].join('\n');
}

/** The state and every tensor. */
export const projectionJson = (run: ProjectionRun): string => {
  const { state, combined, wo, products, sum, output, reach, reachAlone } = run;
  return traceJson({ state, trace: { combined, wo, products, sum, output, reach, reachAlone } });
};

/** The program that computes this figure with the npm package, and the element that shows it. */
export function projectionCode(state: OutputProjectionState): string {
  const { weights, tokens, heads, dModel, seed, leftOut, outputProjection } = state;
  const headMask = Array.from({ length: heads }, (_, head) => (head === leftOut ? 0 : 1));
  const [imports, layer] =
    weights === 'trained'
      ? [
          "import { lessonWeights } from 'manyheads/lesson-weights';\n",
          `const model = engine.trainerFromCheckpoint(lessonWeights());
const x = model.embed(tokens);
const layer = model.attention();`,
        ]
      : [
          '',
          `const x = engine.embed(tokens, { dModel: ${dModel}, seed: ${seed} });
const layer = engine.attention({ dModel: ${dModel}, numHeads: ${heads}, seed: ${seed} });`,
        ];
  const run = outputProjection
    ? `const { combined } = layer.trace(x, { headMask });
const output = layer.forward(x, { headMask });
const { dHead } = layer.config;
const products = headMask.map((_, head) => {
  const range = [head * dHead, (head + 1) * dHead];
  return tensor.matmul(tensor.slice(combined, [[null, null], range]), tensor.slice(layer.weights().wo, [range]));
});`
    : `const alone = layer.with({ outputProjection: false });
const output = alone.forward(x, { headMask });
const products = headMask.map((_, head) =>
  alone.forward(x, { headMask: headMask.map((kept, each) => (each === head ? kept : 0)) }),
);`;
  return `import { load } from 'manyheads';
${imports}
const engine = await load();
const { tensor } = engine;
const tokens = ${JSON.stringify(tokens)};
${layer}
const headMask = [${headMask.join(', ')}];
${run}
const sum = products.reduce((one, other) => tensor.add(one, other));
const difference = tensor.subtract(sum, output);
console.log(tensor.toNested(output), products);
console.log(Math.max(...difference.data.map(Math.abs)));

${stateMarkup(projectionFormat, state)}`;
}
