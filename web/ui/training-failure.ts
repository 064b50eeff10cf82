import { inEnglish } from '../lib/in-english.js';
import { MissingFileError } from '../lib/missing-file.js';
import type { Notice } from './notice.js';
import { uiWords } from './words/index.js';

/** The training worker could not be started, or has ended. */
export function explainTrainingFailure(failure: Error, retry: () => void): Notice {
  const say = uiWords.training;
  const isWorker = failure.message === '' || failure instanceof DOMException;
  const repair = { label: say.retry, act: retry };
  if (failure.name === 'UnsupportedError') {
    return { title: uiWords.engine.unsupported, why: inEnglish(failure.message) };
  }
  if (failure instanceof MissingFileError) {
    return { title: uiWords.engine.missingFile, why: inEnglish(failure.message), repair };
  }
  return isWorker
    ? { title: say.noWorker, why: say.noWorkerWhy, repair }
    : { title: say.failed, why: inEnglish(failure.message), repair };
}
