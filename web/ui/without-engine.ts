import { html, type TemplateResult } from 'lit';
import { UnsupportedError } from '../../emscripten/package/index.js';
import type { SharedEngine } from './engine.js';
import { inEnglish } from '../lib/in-english.js';
import { notice } from './notice.js';
import { uiWords } from './words/index.js';

/** What stands in an element's place while there is no engine, or where there can be none. */
export function withoutEngine(shared: SharedEngine): TemplateResult {
  const { failure, waiting } = shared;
  const say = uiWords.engine;
  if (!failure) return html`<p role="status">${waiting ? say.waiting : ''}</p>`;
  const isUnsupported = failure instanceof UnsupportedError;
  return html`${notice({
      title: isUnsupported ? say.unsupported : say.failed,
      why: inEnglish(failure.message),
      ...(isUnsupported ? {} : { repair: { label: say.retry, act: () => void shared.retry() } }),
    })}<slot></slot>`;
}
