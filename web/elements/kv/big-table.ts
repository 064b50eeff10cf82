import { html, nothing, type TemplateResult } from 'lit';
import { button, list } from '../../ui/controls.js';
import { integerField } from '../../ui/fields.js';
import { scrollBox } from '../../ui/scroll-box.js';
import { binaryText, modelName, precisionNames, sizeTexts } from './amounts.js';
import { bigRows, bigSizes, toOwn, type BigRow } from './big-model.js';
import type { KvRun } from './run.js';
import { bigModels, limits, precisions, type KvState, type Precision } from './state.js';
import { words } from './words/index.js';

export interface BigBoard {
  readonly isOpen: boolean;
  readonly change: (change: Partial<KvState>) => void;
  readonly flip: () => void;
}

/** The same choice in a large model, at any sizes. */
export function bigTable({ engine, state }: KvRun, board: BigBoard): TemplateResult {
  const say = words.big;
  const { layers } = bigSizes(engine, state);
  const rows = bigRows(engine, state);
  return html`<section class="big">
    <div class="heading">
      <h3>${say.title(modelName(state.model))}</h3>
      <p class="hint">
        ${say.run(layers, state.tokens, state.batch, precisionNames[state.precision])}
        ${button(say.change, board.flip, 'link', { expanded: board.isOpen })}
      </p>
    </div>
    ${board.isOpen ? sizeFields({ engine, state }, board) : nothing}
    ${scrollBox(
      say.caption,
      html`<table>
        <caption class="unseen">
          ${say.caption}
        </caption>
        <thead>
          <tr>
            <th scope="col">${say.columns[0]}</th>
            ${say.columns.slice(1).map((column) => html`<th scope="col">${column}</th>`)}
            <td></td>
          </tr>
        </thead>
        <tbody>
          ${rows.map((row) => bigRow(row, rows[0]!.bytes, { engine, state }))}
        </tbody>
      </table>`,
    )}
  </section>`;
}

function bigRow(
  row: BigRow,
  most: number,
  { engine, state }: Pick<KvRun, 'engine' | 'state'>,
): TemplateResult {
  const say = words.big;
  const sizes = bigSizes(engine, state);
  const { form, factors, numbers, bytesPerToken, bytes, share, isBuilt } = row;
  const [binary, decimal] = sizeTexts(bytes, most);
  return html`<tr class=${isBuilt ? 'main' : ''}>
    <th scope="row">
      <b>${words.forms[form].name}</b>
      <span>${say.about(form, sizes, [state.bigLatent, state.rope])}</span>
    </th>
    <td>
      <span class="factors" dir="ltr">${factors.join(form === 'mla' ? ' + ' : ' × ')} =</span>
      <b>${words.count(numbers)}</b>
    </td>
    <td>${binaryText(bytesPerToken)}</td>
    <td>${binary}</td>
    <td>${decimal}</td>
    <td dir="ltr">${share[1] === 1 ? share[0] : `${share[0]}/${share[1]}`}</td>
    <td class="bar"><span .style=${`--share:${share[0] / share[1]}`}></span></td>
  </tr>`;
}

function sizeFields(
  { engine, state }: Pick<KvRun, 'engine' | 'state'>,
  { change }: BigBoard,
): TemplateResult {
  const say = words.big.fields;
  const sizes = bigSizes(engine, state);
  const own = (sizes: Partial<KvState>) =>
    change({ ...toOwn(bigSizes(engine, state)), ...sizes, model: 'own' });
  const size = (
    label: string,
    most: number,
    value: number,
    set: (value: number) => void,
    min = 1,
  ) => integerField({ label, min, max: most, value, set });
  return html`<div class="row sizes">
    ${list({
      label: say.model,
      value: state.model,
      choices: bigModels.map((value) => ({ value, label: modelName(value) })),
      choose: (model) => (model === 'own' ? own({}) : change({ model: model as KvState['model'] })),
    })}
    ${size(say.layers, limits.layers, sizes.layers, (ownLayers) => own({ ownLayers }))}
    ${size(say.heads, limits.heads, sizes.heads, (ownHeads) => own({ ownHeads }))}
    ${list({
      label: say.kvHeads,
      value: String(sizes.kvHeads),
      choices: divisors(sizes.heads).map((value) => ({
        value: String(value),
        label: String(value),
      })),
      choose: (value) => own({ ownKvHeads: Number(value) }),
    })}
    ${size(say.dHead, limits.dHead, sizes.dHead, (ownDHead) => own({ ownDHead }))}
    ${size(say.tokens, limits.tokens, state.tokens, (tokens) => change({ tokens }))}
    ${size(say.batch, limits.batch, state.batch, (batch) => change({ batch }))}
    ${list({
      label: say.precision,
      value: state.precision,
      choices: (Object.keys(precisions) as Precision[]).map((value) => ({
        value,
        label: precisionNames[value],
      })),
      choose: (precision) => change({ precision: precision as Precision }),
    })}
    ${size(say.latent, 2 ** 16, state.bigLatent, (bigLatent) => change({ bigLatent }))}
    ${list({
      label: say.rope,
      value: String(state.rope),
      choices: [...new Set([0, 16, 32, 64, 128, state.rope])]
        .sort((a, b) => a - b)
        .map((value) => ({ value: String(value), label: String(value) })),
      choose: (value) => change({ rope: Number(value) }),
    })}
  </div>`;
}

const divisors = (heads: number): number[] =>
  Array.from({ length: heads }, (_, i) => i + 1).filter((divisor) => heads % divisor === 0);
