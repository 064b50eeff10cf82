import { html, type TemplateResult } from 'lit';
import { UnsupportedError } from '../../emscripten/package/index.js';
import type { SharedEngine } from './engine.js';
import { inEnglish } from '../lib/in-english.js';
import { notice } from './notice.js';
import { uiWords } from './words/index.js';

/** What an element shows while the engine is loading, or if it could not be loaded. */
export function withoutEngine(shared: SharedEngine): TemplateResult {
  const { failure, waiting } = shared;
  const words = uiWords.engine;
  if (!failure) return html`<p role="status">${waiting ? words.waiting : ''}</p>`;
  const isUnsupported = failure instanceof UnsupportedError;
  return html`${notice({
      title: isUnsupported ? words.unsupported : words.failed,
      why: inEnglish(failure.message),
      ...(isUnsupported ? {} : { repair: { label: words.retry, act: () => void shared.retry() } }),
    })}<slot></slot>`;
}
