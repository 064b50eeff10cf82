import { inEnglish } from '../../lib/in-english.js';
import { MissingFileError } from '../../lib/missing-file.js';
import type { Notice } from '../../ui/notice.js';
import { uiWords } from '../../ui/words/index.js';
import type { Refusal } from './service.js';
import { words } from './words/index.js';
import { runNames } from './state.js';

/** Why there is no figure: the worker could not be started, or has ended. */
export function explainFailure(failure: Error, retry: () => void): Notice {
  const say = words.states;
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

/** Why the core refuses the settings of a run. */
export function explainRefusal({ run, message }: Refusal, back: () => void): Notice {
  const say = words.states;
  return {
    title: say.refused(runNames[run]!),
    why: inEnglish(message),
    repair: { label: say.back, act: back },
  };
}
