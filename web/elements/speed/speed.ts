import { html, nothing, type TemplateResult } from 'lit';
import { measureAll } from './measuring.js';
import { MissingFileError } from '../../lib/missing-file.js';
import { computeSpeeds, toJson, type Measurement, type Speed as RowSpeed } from './report.js';
import { subjects } from './subjects.js';
import type { StartedWorker } from '../../lib/worker.js';
import { BoxedElement } from '../../ui/boxed-element.js';
import { Clipboard } from '../../ui/clipboard.js';
import { button } from '../../ui/controls.js';
import { keepFocus } from '../../ui/focus.js';
import { notice, type Notice } from '../../ui/notice.js';
import { startMeasuring } from './start-measuring.js';
import { speedStyles } from './style.js';
import { speedTable } from './table.js';
import { speedText } from './wording.js';
import { words } from './words/index.js';
import { inEnglish } from '../../lib/in-english.js';
import { followLanguage } from '../../lib/language.js';
import { uiWords } from '../../ui/words/index.js';

interface Run {
  readonly rows: readonly Measurement[];
  /** Of the core. */
  readonly version: string;
}

/**
 * Measures the reader's machine after a click: its limits, whole layers, decoding. A worker does it,
 * so that the page stays usable.
 *
 * @attr row-time - the time for each row in ms, by default 1200; less is faster but less precise
 * @slot - shown if there is no script
 */
export class Speed extends BoxedElement {
  static override properties = {
    rowTime: { type: Number, attribute: 'row-time' },
    cancelling: { state: true },
    rows: { state: true },
    last: { state: true },
    problem: { state: true },
    announcement: { state: true },
    isCopied: { state: true },
  };
  declare rowTime: number;
  /** Cancels the running measurement; null if none is running. */
  declare cancelling: AbortController | null;
  /** The rows of the running measurement so far. */
  declare rows: readonly Measurement[];
  /** The last complete measurement. */
  declare last: Run | null;
  /** The error that ended the last measurement. */
  declare problem: unknown;
  declare announcement: keyof (typeof words)['status'] | null;
  declare isCopied: boolean;

  readonly #clipboard = new Clipboard(this);

  /** Starts a worker. This element ends it. */
  start: () => StartedWorker = startMeasuring;

  constructor() {
    super();
    followLanguage(this);
    this.rowTime = 1200;
    this.cancelling = null;
    this.rows = [];
    this.last = null;
    this.problem = null;
    this.announcement = 'idle';
    this.isCopied = false;
  }

  override disconnectedCallback() {
    super.disconnectedCallback();
    this.cancelling?.abort();
  }

  override render() {
    const say = words;
    const isRunning = this.cancelling !== null;
    const speeds = computeSpeeds(isRunning ? this.rows : (this.last?.rows ?? []));
    return html`<figure aria-labelledby="question">
      <h2 id="question">${say.question}</h2>
      <div class="controls">${this.#controls()}</div>
      ${this.problem ? notice(explainProblem(this.problem, this.#onStart)) : nothing}
      ${speedTable(subjects, speeds)}
      <p class="method">${say.method}</p>
      <figcaption>${isRunning ? nothing : finding(speeds)}</figcaption>
      <div class="foot">${this.last && !isRunning ? this.#foot() : nothing}</div>
    </figure>`;
  }

  #controls(): TemplateResult {
    const say = words;
    const { length: done } = this.rows;
    return html`${
        this.cancelling
          ? button(say.cancel, this.#onCancel)
          : button(this.last ? say.again : say.begin, this.#onStart, 'filled')
      }
      <div class="course">
        <p role="status">
          ${this.cancelling ? step(done) : this.announcement && say.status[this.announcement]}
        </p>
        <progress
          ?hidden=${!this.cancelling}
          aria-label=${say.progress}
          aria-valuetext=${say.rows(done, subjects.length)}
          max=${subjects.length}
          .value=${done}
        ></progress>
      </div>`;
  }

  #foot(): TemplateResult {
    const say = words;
    return html`${button(say.copyText, () => void this.#copy(this.#asText()), 'link')}
      ${button(say.copyJson, () => void this.#copy(this.#asJson()), 'link')}
      <span role="status">${this.isCopied ? say.copied : ''}</span>
      ${this.#clipboard.byHand(say.byHand)}`;
  }

  #onStart = async () => {
    const cancelling = new AbortController();
    this.cancelling = cancelling;
    this.rows = [];
    this.problem = null;
    this.isCopied = false;
    this.#clipboard.forget();
    void keepFocus(this, '.controls button');
    try {
      const { signal } = cancelling;
      const measurement = measureAll(this.start, this.rowTime, signal);
      let step = await measurement.next();
      for (; !step.done; step = await measurement.next()) this.rows = [...this.rows, step.value];
      this.last = { rows: this.rows, version: step.value };
      this.announcement = 'done';
    } catch (error) {
      this.announcement = cancelling.signal.aborted ? 'cancelled' : null;
      if (!cancelling.signal.aborted) this.problem = error;
    } finally {
      this.cancelling = null;
      void keepFocus(this, '.controls button');
    }
  };

  #onCancel = (event: Event) => {
    // Ignore the second click of a double click on Start.
    if ((event as MouseEvent).detail <= 1) this.cancelling?.abort();
  };

  #machine() {
    return { manyheads: this.last!.version, browser: navigator.userAgent };
  }
  #asText() {
    return speedText(computeSpeeds(this.last!.rows), this.#machine());
  }
  #asJson() {
    return toJson(this.last!.rows, this.#machine());
  }

  async #copy(text: string) {
    this.isCopied = false;
    this.isCopied = await this.#clipboard.copy(text);
  }

  static override styles = speedStyles;
}

function step(done: number): string {
  const say = words;
  const next = subjects[done];
  return next ? say.step(say.subject(next).name, done + 1, subjects.length) : say.status.done;
}

/** A sentence about the largest layer. */
function finding(speeds: readonly RowSpeed[]): TemplateResult | typeof nothing {
  let largest: TemplateResult | typeof nothing = nothing;
  const decoding = speeds.find(({ subject }) => subject.kind === 'decode');
  for (const { subject, share } of speeds) {
    if (subject.kind !== 'layer' || subject.causal || share === null) continue;
    largest = words.finding(share, subject.tokens, decoding?.perSecond ?? null);
  }
  return largest;
}

function explainProblem(error: unknown, retry: () => void): Notice {
  const say = words;
  if (error instanceof DOMException || !(error instanceof Error) || error.message === '') {
    return { title: say.noWorker, why: say.noWorkerWhy };
  }
  const title = error instanceof MissingFileError ? uiWords.engine.missingFile : say.failed;
  return { title, why: inEnglish(error.message), repair: { label: say.retry, act: retry } };
}
