import { anySize } from '../../lib/numbers.js';
import { css, html, type TemplateResult } from 'lit';
import { button } from '../../ui/controls.js';
import { scrollBox } from '../../ui/scroll-box.js';
import { stopButton } from '../../ui/stop-button.js';
import { unloaded } from '../../ui/without-engine.js';
import { longOrder, longSizes } from './long-run.js';
import type { LongSession } from './long-session.js';
import type { MemoryRun } from './run.js';
import { scheduleNames, sizes, type MemoryState, type ScheduleName } from './state.js';
import { words } from './words/index.js';
import { nextPart, strongText } from '../../ui/style-parts.js';
import { headingRow } from '../../ui/row-style.js';

export interface TrafficBoard {
  readonly run: MemoryRun;
  readonly long: LongSession;
  readonly startLong: () => void;
}

/** The bytes of all five orders, here and at the long sizes. */
export function traffic({ run, long, startLong }: TrafficBoard): TemplateResult {
  const say = words.traffic;
  const { columns } = say;
  const { tokens } = longSizes;
  return html`<div class="traffic">
    <div class="heading">
      <h3>${say.title(run.state.tokens.length)}</h3>
      <p class="hint">${say.settings(sizes.dHead)}</p>
    </div>
    ${scrollBox(
      say.title(run.state.tokens.length),
      html`<table>
        <caption class="unseen">
          ${say.title(run.state.tokens.length)}
        </caption>
        <thead>
          <tr>
            <th scope="col">${columns.name}</th>
            <th scope="col">${columns.read}</th>
            <th scope="col">${columns.written}</th>
            <th scope="col"><span class="unseen">${columns.bar}</span></th>
            <th scope="col">${columns.stored}</th>
            <th scope="col">${columns.multiplications}</th>
            <th scope="col">${columns.long(tokens)}</th>
            <th scope="col">${columns.difference}</th>
          </tr>
        </thead>
        <tbody>
          ${scheduleNames.map((name) => line(run, long, name))}
        </tbody>
      </table>`,
    )}
    <p class="hint">${say.uncached(run.uncached)} ${say.longNote(longSizes)} ${say.difference}</p>
    <div class="long">
      ${
        long.status === 'running'
          ? stopButton(say.cancel, () => long.run.cancel())
          : button(long.status === 'finished' ? say.again : say.run(tokens), startLong)
      }
      ${progress(long)}
    </div>
    ${unloaded(long.run, words.problems.failed, startLong)}
  </div>`;
}

function line(run: MemoryRun, long: LongSession, name: ScheduleName): TemplateResult {
  const { read, written, storedScores, multiplications, steps } = run.schedules[name];
  const { bytes, whole, large, traffic, names } = words;
  const most = Math.max(
    ...scheduleNames.map((each) => run.schedules[each].read + run.schedules[each].written),
  );
  const share = (count: number) => `inline-size:${((count / most) * 100).toFixed(2)}%`;
  const result = long.results.find(({ schedule }) => schedule === name);
  return html`<tr class=${run.state.schedule === name ? 'in-question' : ''}>
    <th scope="row">
      <b>${names[name]}</b>
      <span>${traffic.sentences[name](steps.length, sizeOf(run.state, name))}</span>
    </th>
    <td>${bytes(read)}</td>
    <td>${bytes(written)}</td>
    <td class="bar">
      <span aria-hidden="true"
        ><i class="read" .style=${share(read)}></i><i .style=${share(written)}></i
      ></span>
    </td>
    <td>${storedScores === 0 ? '0' : bytes(storedScores)}</td>
    <td>${whole(multiplications)}</td>
    <td class=${result ? '' : 'absent'}>
      ${result ? large(result.read + result.written) : traffic.notYet}
    </td>
    <td>${anySize(run.differences[name])}</td>
  </tr>`;
}

const sizeOf = ({ tile, page, chunk }: MemoryState, name: ScheduleName): number =>
  ({ plain: 0, tiled: tile, cached: 0, paged: page, chunked: chunk })[name];

function progress({ status, results }: LongSession): TemplateResult {
  const say = words.traffic;
  const { length: of } = longOrder;
  const next = longOrder[results.length];
  const sentence =
    status === 'running'
      ? next && say.running(words.names[next], results.length + 1, of)
      : status === 'idle'
        ? say.duration
        : status === 'cancelled'
          ? say.cancelled
          : say.finished(longSizes.tokens);
  return html`<p class="hint" role="status">${sentence}</p>
    <progress
      ?hidden=${status !== 'running'}
      aria-label=${say.progress}
      max=${of}
      .value=${results.length}
    ></progress>`;
}

export const trafficStyles = css`
  .traffic {
    ${nextPart}
  }
  .heading {
    ${headingRow}
  }
  .traffic .wide {
    max-block-size: none;
  }
  .traffic table {
    inline-size: 100%;
  }
  .traffic :is(th, td) {
    padding: 7px 8px;
  }
  .traffic th b {
    display: inline-block;
    min-inline-size: 4rem;
    ${strongText}
  }
  .traffic th span {
    color: var(--mh-ink-2);
    font-weight: 400;
  }
  @container (inline-size < 30rem) {
    .traffic tbody th {
      min-inline-size: 7rem;
      white-space: normal;
    }
    .traffic th span {
      display: block;
    }
  }
  .bar {
    inline-size: 30%;
    min-inline-size: 7rem;
  }
  .bar > span {
    display: flex;
  }
  .bar i {
    block-size: 10px;
    background: var(--mh-kept);
    forced-color-adjust: none;
  }
  .bar .read {
    background: var(--mh-line);
  }
  .in-question .bar .read {
    background: var(--mh-ink);
  }
  .absent {
    color: var(--mh-ink-3);
  }
  .traffic > .hint {
    margin-block-start: 8px;
  }
  .long {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 8px 16px;
    margin-block-start: 12px;
  }
  .long progress {
    inline-size: 12rem;
    accent-color: var(--mh-ink);
  }
  .traffic .notice {
    margin-block-start: 12px;
  }
`;
