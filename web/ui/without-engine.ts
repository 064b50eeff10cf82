import { html, nothing, type TemplateResult } from 'lit';
import type { SharedEngine } from './engine.js';
import { explainFailure } from './failure.js';
import type { NearContent } from './near-content.js';
import { notice } from './notice.js';
import { uiWords } from './words/index.js';

/** What an element shows while the engine is loading, or if it or its content could not be loaded. */
export function withoutEngine(
  shared: SharedEngine,
  contentFailed = uiWords.engine.contentFailed,
): TemplateResult {
  const { failure, waiting, hasEngineFailed } = shared;
  const words = uiWords.engine;
  if (!failure) return html`<p role="status">${waiting ? words.waiting : ''}</p>`;
  return html`${unloaded(shared, hasEngineFailed ? words.failed : contentFailed)}<slot></slot>`;
}

/** If something could not be loaded: that, why, and a button that tries again. */
export function unloaded<Content>(
  content: NearContent<Content>,
  title: string,
  retry: () => void = () => void content.retry(),
): TemplateResult | typeof nothing {
  const { failure } = content;
  return failure ? notice(explainFailure(failure, title, retry)) : nothing;
}
