import { inEnglish } from './in-english.js';
import type { Notice } from './notice.js';
import { uiWords } from './words/index.js';

/**
 * What could not be loaded or has failed, and why, with a button that tries again.
 * @param title  for errors that have no title of their own
 */
export function explainFailure(failure: Error, title: string, retry: () => void): Notice {
  const say = uiWords.engine;
  const why = inEnglish(failure.message);
  const repair = { label: say.retry, act: retry };
  // By name: errors of a worker lose their class, and elements without a worker do not load its code.
  switch (failure.name) {
    case 'UnsupportedError':
      return { title: say.unsupported, why };
    case 'MissingFileError':
      return { title: say.missingFile, why, repair };
    case 'NoWorkerError':
      return { title: say.noWorker, why: say.noWorkerWhy, repair };
    default:
      return { title, why, repair };
  }
}
