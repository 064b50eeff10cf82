import { html, type TemplateResult } from 'lit';
import { quote, traceJson } from '../../lib/file-text.js';
import { fixed } from '../../lib/numbers.js';
import { stateMarkup } from '../../lib/state-format.js';
import { at, part } from '../../lib/tensor-view.js';
import { dataTable } from '../../ui/table.js';
import { training } from './half-trained.js';
import { addedText } from './numbers.js';
import type { MasksRun } from './run.js';
import { heads, masksFormat } from './state.js';
import { words } from './words/index.js';

const corner = () => html`<span class="unseen">${words.table.corner}</span>`;

/** The mask, and the weights of each head with their sums. */
export function masksTable(run: MasksRun): TemplateResult {
  const { state, keys, added, after, sums } = run;
  const rows = (cells: (row: number) => readonly string[]) =>
    state.tokens.map((token, row) => ({ name: html`<bdi>${token}</bdi>`, cells: cells(row) }));
  const columns = keys.map((key) => html`<bdi>${key}</bdi>`);
  return html`<div class="tables">
    ${dataTable({
      caption: words.table.mask(state.head),
      corner: corner(),
      columns,
      rows: rows((row) => Array.from(part(added, state.head, row).data, addedText)),
      dir: 'ltr',
    })}
    ${Array.from({ length: heads }, (_, head) =>
      dataTable({
        caption: words.table.weights(head),
        corner: corner(),
        columns: [...columns, words.maps.sum],
        rows: rows((row) => [
          ...Array.from(part(after.weights, head, row).data, (weight, key) =>
            at(added, head, row, key) === -Infinity ? '–' : fixed(weight),
          ),
          fixed(at(sums, head, row)),
        ]),
        dir: 'ltr',
      }),
    )}
  </div>`;
}

/** A line for each head and pair: what is added, the score, the weights before and after. */
export function masksCsv({ state, keys, added, before, after }: MasksRun): string {
  const lines = Array.from({ length: heads }, (_, head) =>
    state.tokens.flatMap((token, row) =>
      keys.map((key, column) => {
        const numbers = [added, before.scores, before.weights, after.weights].map((tensor) =>
          at(tensor, head, row, column),
        );
        return [head, row, quote(token), column, quote(key), ...numbers].join(',');
      }),
    ),
  ).flat();
  const names = 'head,row,query,column,key,added,score,weight_before,weight';
  return [names, ...lines, ''].join('\n');
}

/** The state and every tensor. */
export const masksJson = ({ state, seen, added, before, after, sums }: MasksRun): string => {
  const { scores, weights: weightsBefore } = before;
  const { maskedScores, weights, output } = after;
  return traceJson({
    state,
    trace: { mask: seen, added, scores, weightsBefore, maskedScores, weights, sums, output },
  });
};

/** The mask as a line of JavaScript. */
export function maskCode({ seen }: MasksRun): string {
  const columns = seen.shape[1]!;
  const rows = Array.from({ length: seen.shape[0]! }, (_, row) => {
    const cells = seen.data.subarray(row * columns, (row + 1) * columns);
    return `  [${Array.from(cells).join(', ')}],`;
  });
  return `// [T, S], 1 = may be seen\nconst mask = [\n${rows.join('\n')}\n];\n`;
}

const alibiCode = `const { tensor } = engine;
const at = tensor.arange(tokens.length);
const apart = tensor.subtract(tensor.reshape(at, [-1, 1]), at);
const distance = tensor.sqrt(tensor.multiply(apart, apart));
const slopes = [1 / 4, 1 / 16, 1 / 64, 1 / 256]; // 2^(-8 (h + 1) / H)
const scoreBias = tensor.reshape(
  tensor.concat(slopes.map((slope) => tensor.multiply(distance, -slope))),
  [1, slopes.length, tokens.length, tokens.length],
);
`;

/** The program that computes this figure with the npm package, and the element that shows it. */
export function masksCode(run: MasksRun): string {
  const { state, count } = run;
  const { tokens, context, keys, preset, masked } = state;
  const isAnother = keys === 'another';
  const isEdited = count.hidden > 0 || count.shown > 0;
  const isBiased = masked && preset === 'alibi';
  const presetOption = { none: '', causal: 'causal: true', lengths: `validLens: [${state.length}]`, alibi: 'causal: true' }[preset]; // prettier-ignore
  const options = [
    ...(isAnother ? ['context: model.embed(context)'] : []),
    ...(!masked ? [] : isEdited ? ['mask'] : presetOption ? [presetOption] : []),
    ...(isBiased ? ['scoreBias'] : []),
  ];
  return `import { load } from 'manyheads';

const engine = await load();
const tokens = ${JSON.stringify(tokens)};
${isAnother ? `const context = ${JSON.stringify(context)};\n` : ''}${masked && isEdited ? maskCode(run) : ''}${isBiased ? alibiCode : ''}
// Half trained, so that a mask has something to change.
const model = engine.trainer({ task: 'sentences', numHeads: ${heads}, seed: ${training.seed} });
model.step(${training.steps});
const layer = model.attention();
const { weights } = layer.trace(model.embed(tokens)${options.length > 0 ? `, { ${options.join(', ')} }` : ''});
console.log(engine.tensor.toNested(weights));

${stateMarkup(masksFormat, state)}`;
}
