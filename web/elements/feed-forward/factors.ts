import { html, type TemplateResult } from 'lit';
import { fixed } from '../../lib/numbers.js';
import { factorRow, type Factor } from '../../ui/factors.js';
import { at } from '../../lib/tensor-view.js';
import { isGated, type FeedForwardRun } from './run.js';
import { words } from './words/index.js';

/** From a through h to one number of the output. */
function unitFactors(run: FeedForwardRun): readonly Factor[] {
  const { layer, state, unit, adds } = run;
  const { trace, activation, weights } = layer;
  const { token, column } = state;
  const { factors: say } = words;
  const number = (tensor = trace.a) => fixed(at(tensor, token, unit));
  const hidden = { value: number(trace.hidden), name: say.h };
  return [
    { value: number(), name: say.a },
    { sign: '→' },
    { value: number(trace.activated), name: say.activated(activation, number()) },
    ...(isGated(activation)
      ? [{ sign: '×' }, { value: number(trace.b), name: say.b }, { sign: '=' }, hidden]
      : []),
    { sign: '×' },
    { value: fixed(at(weights.w2!, unit, column)), name: say.weight(unit, column) },
    { sign: '=' },
    {
      value: fixed(at(adds, column)),
      name: say.adds(fixed(at(trace.output, token, column))),
    },
  ];
}

/** 0.10 + 0.79 − 0.31: printed numbers with the signs between them. */
const sumText = (numbers: Iterable<number>): string =>
  Array.from(numbers, (value) => fixed(value))
    .map((text, i) =>
      i === 0 ? text : text.startsWith('\u2212') ? `\u2212 ${text.slice(1)}` : `+ ${text}`,
    )
    .join(' ');

/** The chosen unit's part of one number of the output. */
export function unitPanel(run: FeedForwardRun, controls: TemplateResult): TemplateResult {
  const { layer, state, unit, word, products, difference } = run;
  const { factors: say } = words;
  const a = fixed(at(layer.trace.a, state.token, unit));
  return html`<section class="unit">
    <h3>${say.title(unit, word, state.column)}</h3>
    ${factorRow(unitFactors(run))}
    <p class="note">${say.sum(sumText(products.data), a, difference)}</p>
    ${controls}
  </section>`;
}
