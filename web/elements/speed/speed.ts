import { html, nothing, type TemplateResult } from 'lit';
import { finding } from './finding.js';
import { measureAll, readRowTime } from './measuring.js';
import { computeSpeeds, toJson, type Measurement } from './report.js';
import { subjects } from './subjects.js';
import type { StartedWorker } from '../../lib/worker.js';
import { EmbeddableElement } from '../../ui/embeddable-element.js';
import { Clipboard } from '../../ui/clipboard.js';
import { button } from '../../ui/controls.js';
import { NearContent } from '../../ui/near-content.js';
import { stopButton } from '../../ui/stop-button.js';
import { startMeasuring } from './start-measuring.js';
import { speedStyles } from './style.js';
import { speedTable } from './table.js';
import { speedText } from './wording.js';
import { words } from './words/index.js';
import { followLanguage } from '../../lib/language.js';
import { unloaded } from '../../ui/without-engine.js';

interface Run {
  readonly rows: readonly Measurement[];
  /** The core's version. */
  readonly version: string;
}

/**
 * Measures the reader's machine after a click: its limits, whole layers, decoding. A worker does it,
 * so that the page stays usable.
 *
 * @attr row-time - the time for each row in ms, by default 1200; less is faster but less precise
 * @attr link-base - the start of copied links: the page's address up to and with its hash
 * @slot - shown if there is no script
 */
export class Speed extends EmbeddableElement {
  static override properties = {
    rowTime: { type: Number, attribute: 'row-time' },
    rows: { state: true },
    announcement: { state: true },
  };
  /** In ms. Anything may be assigned: it is checked. */
  declare rowTime: number | null;
  /** The rows of the running measurement so far. */
  declare rows: readonly Measurement[];
  declare announcement: keyof (typeof words)['status'] | null;

  readonly #clipboard = new Clipboard(this);
  readonly #run = new NearContent<Run>(
    this,
    (cancelled) => this.#measure(cancelled),
    () => (this.announcement = 'done'),
    { onDemand: true },
  );

  /** Starts a worker. This element ends it. */
  start: () => StartedWorker = startMeasuring;

  constructor() {
    super();
    followLanguage(this);
    this.rowTime = null;
    this.rows = [];
    this.announcement = 'idle';
  }

  /** The last complete measurement. */
  get last(): Run | null {
    return this.#run.content;
  }

  protected get embeddable() {
    return { title: words.question, attributes: ['row-time'] };
  }

  override render() {
    const isRunning = this.#run.isLoading;
    const speeds = computeSpeeds(isRunning ? this.rows : (this.last?.rows ?? []));
    return html`<figure aria-labelledby="question">
      <h2 id="question">${words.question}</h2>
      <div class="controls">${this.#controls()}</div>
      ${unloaded(this.#run, words.failed, this.#onStart)} ${speedTable(subjects, speeds)}
      <p class="method">${words.method}</p>
      <figcaption>${finding(isRunning ? [] : speeds)}</figcaption>
      <div class="foot">${this.last && !isRunning ? this.#foot() : nothing}</div>
      ${this.embedThis()}
    </figure>`;
  }

  #controls(): TemplateResult {
    const { length: done } = this.rows;
    const { isLoading: isRunning } = this.#run;
    return html`${
        isRunning
          ? stopButton(words.cancel, () => this.#run.cancel())
          : button(this.last ? words.again : words.begin, this.#onStart, 'filled')
      }
      <div class="course">
        <p role="status">
          ${isRunning ? step(done) : this.announcement && words.status[this.announcement]}
        </p>
        <progress
          ?hidden=${!isRunning}
          aria-label=${words.progress}
          aria-valuetext=${words.rows(done, subjects.length)}
          max=${subjects.length}
          .value=${done}
        ></progress>
      </div>`;
  }

  #foot(): TemplateResult {
    return html`${button(words.copyText, () => void this.#clipboard.copy(this.#asText()), 'link')}
      ${button(words.copyJson, () => void this.#clipboard.copy(this.#asJson()), 'link')}
      <span role="status">${this.#clipboard.isCopied ? words.copied : ''}</span>
      ${this.#clipboard.byHand(words.byHand)}`;
  }

  #onStart = async () => {
    this.#clipboard.forget();
    await this.#run.retry();
    if (this.#run.failure) this.announcement = null;
  };

  async #measure(cancelled: AbortSignal): Promise<Run> {
    cancelled.addEventListener('abort', () => (this.announcement = 'cancelled'));
    this.rows = [];
    const measurement = measureAll(this.start, readRowTime(this.rowTime), cancelled);
    let step = await measurement.next();
    for (; !step.done; step = await measurement.next()) this.rows = [...this.rows, step.value];
    return { rows: this.rows, version: step.value };
  }

  #machine() {
    return { manyheads: this.last!.version, browser: navigator.userAgent };
  }
  #asText() {
    return speedText(computeSpeeds(this.last!.rows), this.#machine());
  }
  #asJson() {
    return toJson(this.last!.rows, this.#machine());
  }

  static override styles = speedStyles;
}

function step(done: number): string {
  const next = subjects[done];
  return next ? words.step(words.subject(next).name, done + 1, subjects.length) : words.status.done;
}
