import { html, nothing, type TemplateResult } from 'lit';
import { hasShare, isLimit, type Speed } from './report.js';
import type { Subject } from './subjects.js';
import { percent } from '../../lib/numbers.js';
import { formatSpeed, formatTime, type Quantity } from './wording.js';
import { scrollBox } from '../../ui/scroll-box.js';
import { words } from './words/index.js';

/** All rows are there from the start, so nothing moves when their numbers come. */
export function speedTable(subjects: readonly Subject[], speeds: readonly Speed[]): TemplateResult {
  const { caption, columns } = words;
  const { what, time, speed, share } = columns;
  return scrollBox(
    caption,
    html`<table>
      <caption>
        ${caption}
      </caption>
      <thead>
        <tr>
          ${[what, time, speed, share].map((column) => html`<th scope="col">${column}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${subjects.map((subject, i) => row(subject, speeds[i]))}
      </tbody>
    </table>`,
  );
}

function row(subject: Subject, speed: Speed | undefined): TemplateResult {
  const { name, about } = words.subject(subject);
  return html`<tr class=${subject.kind}>
    <th scope="row"><b>${name}</b> <span>${about}</span></th>
    <td>${isLimit(subject) ? nothing : quantity(speed && formatTime(speed))}</td>
    <td>${quantity(speed && formatSpeed(speed))}</td>
    <td class="share">${hasShare(subject) ? bar(speed?.share) : nothing}</td>
  </tr>`;
}

const missing = () =>
  html`<span aria-hidden="true">–</span><span class="unseen">${words.missing}</span>`;

function quantity(quantity: Quantity | null | undefined): TemplateResult {
  const [number, unit] = quantity ?? [missing(), ''];
  return html`<span class="number">${number}</span> <span class="unit">${unit}</span>`;
}

function bar(share: number | null | undefined): TemplateResult {
  if (share == null) return html`<span class="number">${missing()}</span>`;
  return html`<span class="number">${percent(share)}</span
    ><span class="track" .style=${`--share: ${share}`}></span>`;
}
