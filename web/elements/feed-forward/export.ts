import { html, type TemplateResult } from 'lit';
import type { Tensor } from '../../../emscripten/package/contract.js';
import { traceJson } from '../../lib/file-text.js';
import { fixed } from '../../lib/numbers.js';
import { stateMarkup } from '../../lib/state-format.js';
import { at } from '../../lib/tensor-view.js';
import { dataTable } from '../../ui/table.js';
import { isGated, type FeedForwardRun, type Layer } from './run.js';
import { percentText, type ModelSplit } from './shares.js';
import { dModel, feedForwardFormat } from './state.js';
import { words } from './words/index.js';

/** Each unit's numbers of the chosen token, from a to its row of W2. */
function unitNumbers({ layer, state }: FeedForwardRun): number[][] {
  const { trace, weights, dFf } = layer;
  const number = (tensor: Tensor, unit: number) => at(tensor, state.token, unit);
  return Array.from({ length: dFf }, (_, unit) => [
    number(trace.a, unit),
    number(trace.activated, unit),
    ...(trace.b ? [number(trace.b, unit), number(trace.hidden, unit)] : []),
    at(weights.w2!, unit, state.column),
  ]);
}

/** The units, the four activations, and the chosen model's layer. */
export function feedForwardTables(run: FeedForwardRun, split: ModelSplit): TemplateResult {
  const { tables: say, activations, shares } = words;
  const { state, layer, engine } = run;
  const hidden = (unit: number) => at(layer.trace.hidden, state.token, unit);
  const units = unitNumbers(run).map((numbers, unit) => {
    const adds = engine.tensor.multiply([hidden(unit)], numbers.at(-1)!);
    return { name: String(unit), cells: [...numbers, at(adds)].map((value) => fixed(value)) };
  });
  return html`${dataTable({
    caption: say.units(run.word),
    corner: say.unit,
    columns: say.columns(layer.activation, state.column),
    rows: units,
  })}
  ${dataTable({
    caption: say.layers,
    corner: say.activation,
    columns: say.layerColumns,
    rows: run.layers.map(({ activation, matrices, dFf, parameters }: Layer) => ({
      name: activations[activation],
      cells: [matrices, dFf, parameters].map(words.whole),
    })),
  })}
  ${dataTable({
    caption: say.shares(split.name),
    corner: say.model,
    columns: say.shareColumns,
    rows: [
      { name: shares.textbook.name, ...split.textbook },
      { name: shares.built.name, ...split.built },
    ].map(({ name, attention, feedForward, share }) => ({
      name,
      cells: [words.whole(attention), words.whole(feedForward), percentText(share)],
    })),
  })}`;
}

/** A line per hidden unit of the chosen token. */
export function feedForwardCsv(run: FeedForwardRun): string {
  const { layer, state } = run;
  const gate = isGated(layer.activation) ? ['b', 'h'] : [];
  const names = ['unit', 'a', 'activated', ...gate, `w2_column_${state.column}`];
  const lines = unitNumbers(run).map((numbers, unit) => [unit, ...numbers].join(','));
  return [names.join(','), ...lines, ''].join('\n');
}

/** The state and every tensor. */
export const feedForwardJson = ({ state, x, layer }: FeedForwardRun): string =>
  traceJson({ state, trace: { x, ...layer.weights, ...layer.trace } });

/** The program that computes this figure with the npm package, and the element that shows it. */
export function feedForwardCode({ state, layer }: FeedForwardRun): string {
  const { activation, dFf } = layer;
  const { tokens, seed, token, model } = state;
  return `import { load } from 'manyheads';

const engine = await load();
const layer = engine.feedForward({ dModel: ${dModel}, dFf: ${dFf}, activation: '${activation}', seed: ${seed} });
const x = engine.embed(${JSON.stringify(tokens)}, { dModel: ${dModel} });
const trace = layer.trace(x);
const hidden = engine.tensor.slice(trace.hidden, [${token}]);
const { attention, feedForward } = engine.cost.parameters(engine.cost.models['${model}']);
console.log(hidden.data, attention, feedForward);

${stateMarkup(feedForwardFormat, state)}`;
}
