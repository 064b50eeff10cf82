import { html, type TemplateResult } from 'lit';
import { UnsupportedError } from '../../emscripten/package/index.js';
import type { SharedEngine } from './engine.js';
import { inEnglish } from '../lib/in-english.js';
import type { NearContent } from './near-content.js';
import { notice } from './notice.js';
import { uiWords } from './words/index.js';

/** What an element shows while the engine is loading, or if it or its content could not be loaded. */
export function withoutEngine(
  shared: SharedEngine,
  contentFailed = uiWords.engine.contentFailed,
): TemplateResult {
  const { failure, waiting, isMissing } = shared;
  const words = uiWords.engine;
  if (!failure) return html`<p role="status">${waiting ? words.waiting : ''}</p>`;
  if (failure instanceof UnsupportedError) {
    return html`${notice({ title: words.unsupported, why: inEnglish(failure.message) })}<slot
      ></slot>`;
  }
  return html`${unloaded(shared, isMissing ? words.failed : contentFailed)}<slot></slot>`;
}

/** Says that something could not be loaded, and why. A button tries again. */
export function unloaded<Content>(content: NearContent<Content>, title: string): TemplateResult {
  const repair = { label: uiWords.engine.retry, act: () => void content.retry() };
  return notice({ title, why: inEnglish(content.failure?.message ?? ''), repair });
}
