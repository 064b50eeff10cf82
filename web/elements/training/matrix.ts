import { html, nothing, type TemplateResult } from 'lit';
import { share } from '../../lib/numbers.js';
import { at as numberAt, largest, part } from '../../lib/tensor-view.js';
import type { Finding } from '../../lib/training/service.js';
import type { Race } from './charts.js';
import { specialisedText } from './specialised.js';
import { runNames, type RunName, type TrainingState } from './state.js';
import { headColour, swatch } from '../../ui/swatch.js';
import { scrollBox } from '../../ui/scroll-box.js';
import { words } from './words/index.js';
import { relationLabel } from './relation.js';

/** A head reads a relation if at least this share of its weight is on the answer. */
const minRead = 0.5;
/** Losses from here on are printed in bold. */
const minLost = 0.1;

/** A table of heads x relations: what each head reads, and what is lost without it. */
export function headMatrix(race: Race, state: TrainingState, theme: string): TemplateResult {
  const { relations, chance } = race.records.a.model;
  const { columns, legend, title } = words.matrix;
  const [least, best] = [Math.min(...chance.accuracy), Math.max(...chance.accuracy)];
  return html`<h3>${title}</h3>
    <p class="legend">${legend(share(least), share(best))}</p>
    ${specialisedText(race, state)}
    ${scrollBox(
      title,
      html`<table class="matrix">
        <thead>
          <tr>
            <th scope="col">${columns.head}</th>
            <th scope="col" class="map">${columns.weights}</th>
            <th scope="col" class="reads">${columns.reads}</th>
            ${relations.map((relation) => html`<th scope="col">${relationLabel(relation)}</th>`)}
          </tr>
        </thead>
        ${runNames.map((run) => matrixRows(race, run, theme))}
      </table>`,
    )}`;
}

function matrixRows(race: Race, run: RunName, theme: string): TemplateResult {
  const { model } = race.records[run];
  const finding = race.records[run].findingAt(race.at);
  const heads = Array.from({ length: model.layers * model.heads }, (_, i) => ({
    layer: Math.floor(i / model.heads),
    head: i % model.heads,
  }));
  return html`<tbody>
    <tr class="whole">
      <th scope="row" colspan="2">${words.matrix.whole(run, model.heads, model.layers)}</th>
      <td class="reads"></td>
      ${model.chance.accuracy.map((chance, r) =>
        accuracyCell({ before: finding?.accuracy[r], after: finding?.accuracy[r], chance }),
      )}
    </tr>
    ${heads.map(({ layer, head }) => row(race, run, theme, finding, layer, head))}
  </tbody>`;
}

function row(
  race: Race,
  run: RunName,
  theme: string,
  finding: Finding | null,
  layer: number,
  head: number,
): TemplateResult {
  const { model } = race.records[run];
  const weights = race.records[run].glanceAt(race.at)?.weights[layer];
  return html`<tr>
    <th scope="row">
      <span class="head">${swatch(head)} ${words.matrix.head(head, layer, model.layers)}</span>
      <span class="reads-below"
        >${finding ? reads(model.relations, finding, layer, head) : ''}</span
      >
    </th>
    <td class="map">
      ${
        weights
          ? html`<mh-map-picture
              .matrix=${part(weights, head)}
              .cell=${Math.max(1, Math.floor(48 / weights.shape[1]!))}
              .gap=${0}
              .theme=${theme}
            ></mh-map-picture>`
          : nothing
      }
    </td>
    <td class="reads">${finding ? reads(model.relations, finding, layer, head) : ''}</td>
    ${model.chance.accuracy.map((chance, r) =>
      accuracyCell({
        before: finding?.accuracy[r],
        after: finding ? numberAt(finding.ablation, layer, head, r) : undefined,
        chance,
        colour: headColour(head),
      }),
    )}
  </tr>`;
}

function reads(
  relations: readonly string[],
  { mass, entropy }: Finding,
  layer: number,
  head: number,
): TemplateResult {
  const masses = part(mass, layer, head).data;
  const best = largest(masses);
  const isRead = masses[best]! >= minRead;
  const say = words.matrix;
  const reading = isRead ? say.reads(relations[best]!, masses[best]!) : say.spread;
  return html`${reading}<br /><small>${say.entropy(numberAt(entropy, layer, head))}</small>`;
}

/** A bar: the remaining accuracy is grey, the lost one coloured, chance is a mark. */
export function accuracyCell(props: {
  before: number | undefined;
  after: number | undefined;
  chance: number;
  colour?: string;
}): TemplateResult {
  const { before, after, chance, colour = 'var(--mh-line)' } = props;
  if (before === undefined || after === undefined) return html`<td class="bar"></td>`;
  const lost = Math.max(0, before - after);
  const style = `--left:${after};--lost:${lost};--chance:${chance};--colour:${colour}`;
  const number = lost >= minLost ? html`<b>${share(after)}</b>` : share(after);
  return html`<td class="bar">
    <span class="track" .style=${style}></span><span class="number">${number}</span>
  </td>`;
}
